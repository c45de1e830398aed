// The clocks of a table: the server sends the time left, and the page counts down in between.

export class Clocks {
  constructor(me, days) {
    this.me = me;
    this.days = days;       // "{n} d"
    this.seats = [];
    this.told = 0;
    this.own = document.getElementById("my-clock");
  }

  // Whether the reader's own time runs out within the hour.
  get hurries() {
    return this.seats[this.me]?.left < 3600;
  }

  take(seats) {
    this.seats = seats;
    this.told = performance.now();
    clearInterval(this.timer);
    if (!seats.some(seat => "left" in seat)) return;
    this.#show();
    this.timer = setInterval(() => this.#show(), 500);
  }

  #show() {
    const gone = (performance.now() - this.told) / 1000;
    for (const [number, { left, asked }] of this.seats.entries()) {
      if (left === undefined) continue;
      const now = Math.max(0, asked ? left - gone : left);
      const label = document.querySelector(`#seat-${number} .time`);
      if (label) label.textContent = this.#words(now);
      if (number !== this.me || !this.own) continue;
      this.own.hidden = !asked;
      this.own.lastElementChild.textContent = this.#words(now);
      this.own.classList.toggle("short", now < 30);
    }
  }

  #words(seconds) {
    if (seconds >= 48 * 3600) return this.days.replace("{n}", Math.round(seconds / 86400));
    const whole = Math.floor(seconds), two = number => String(number).padStart(2, "0");
    const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  }
}
