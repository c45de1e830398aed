// One device for several players: the hand of who is asked is shown only after they have said that they hold it. Between
// two players the page is that of a spectator, so that nothing of anybody's hand is there to be seen.

const MOMENT = 1500;   // to see what one's move has done

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
