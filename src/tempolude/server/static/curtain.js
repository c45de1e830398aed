// A device shared by several players: a hand is shown only after its player has confirmed that they hold the device.
// Between two players the page is a spectator's, so that it contains nobody's hand.

const MOMENT = 1500;   // milliseconds to see the effect of a move

export class Curtain {
  constructor(code, me, passed, say) {
    Object.assign(this, { code, me, passed, say });
    this.element = document.getElementById("curtain");
  }

  take(seats, over) {
    const asked = this.passed.filter(number => seats[number].asked);
    clearTimeout(this.timer);
    if (this.me < 0) this.#show(asked, over);
    else if (asked.length && !asked.includes(this.me) && !over)
      this.timer = setTimeout(() => location.replace(`/t/${this.code}`), MOMENT);
  }

  #show(asked, over) {
    this.element.hidden = over || !asked.length;
    for (const link of this.element.querySelectorAll("a")) {
      const now = asked.includes(+link.dataset.player);
      link.classList.toggle("main", now);
      link.classList.toggle("quiet", !now);
    }
    const first = this.element.querySelector("a.main");
    if (!first) return;
    this.element.querySelector("h2").textContent = this.say.pass.replace("{name}", first.dataset.name);
    if (document.activeElement === document.body) first.focus({ preventScroll: true });
  }
}
