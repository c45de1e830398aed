// The guide of a first match. The server sends the lessons so far and since which action they are new; here they are
// shown one after the other, pointing at their subjects. A lesson that was acknowledged, or followed by a move, is not
// shown again. Independent of any game.

const folded = matchMedia("(max-width: 1180px)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const bit = name => document.querySelector(`[data-guide=${name}]`);

export class Guide {
  constructor({ code, token, game }) {
    this.game = game;
    this.key = `guide ${code}`;
    this.said = [];
    this.since = 0;          // the number of actions when this player last acted
    this.over = false;
    this.shown = null;
    const kept = JSON.parse(localStorage.getItem(this.key) ?? "{}");
    this.got = new Set(kept.got);
    this.off = kept.off ?? false;
    this.card = document.getElementById("guide");
    this.table = document.getElementById("table");
    bit("form").elements.token.value = token;
    bit("next").addEventListener("click", () => this.#next());
    for (const name of ["skip", "switch"]) bit(name).addEventListener("click", () => this.#switch());
    bit("anew").addEventListener("click", () => bit("form").requestSubmit());
    if (new URLSearchParams(location.search).has("back")) {
      bit("back").hidden = false;
      history.replaceState(null, "", location.pathname + location.hash);
    }
    // Each time the lights change, the pieces' classes are reset, so they must be pointed at again.
    new MutationObserver(() => this.#point()).observe(this.table, { attributeFilter: ["data-picked"] });
    folded.addEventListener("change", () => this.#put());
  }

  take({ said, since }, over) {
    if (said) { this.said = said; this.#list(); }
    if (since > this.since && this.shown) bit("back").hidden = true;   // a move acknowledges the lesson
    this.since = since;
    this.over ||= over;
    this.#put();
    this.#show();
  }

  // New lessons that are not acknowledged; when the match is over, only the last one.
  get #news() {
    const news = this.said.filter(({ name, step }) => step >= this.since && !this.got.has(name));
    return this.over ? news.slice(-1) : news;
  }

  #next() {
    if (!this.shown) return;
    this.got.add(this.shown.name);
    bit("back").hidden = true;
    this.#keep();
    this.#show();
    if (!this.shown) this.card.querySelector("header .btn").focus();
  }

  #switch() {
    this.off = !this.off;
    this.#keep();
    document.getElementById("menu").hidePopover();
    this.#show();
  }

  #keep() {
    localStorage.setItem(this.key, JSON.stringify({ got: [...this.got], off: this.off }));
  }

  // Beside the log; on a small screen below the prompt; at the end on the score sheet.
  #put() {
    const sheet = this.over && document.querySelector("#end .ways");
    if (sheet) sheet.before(this.card);
    else if (folded.matches) document.getElementById("action").append(this.card);
    else document.querySelector("aside.side").prepend(this.card);
  }

  #show() {
    const news = this.#news, lesson = this.off ? null : news[0] ?? null;
    this.card.hidden = this.off || !this.said.length;
    this.card.classList.toggle("resting", !lesson);
    this.card.classList.toggle("more", news.length > 1);
    bit("switch").classList.toggle("off", this.off);
    bit("count").textContent = this.said.length;
    if (lesson?.name !== this.shown?.name || lesson?.words !== this.shown?.words) {
      bit("words").innerHTML = lesson?.words ?? "";
      bit("spoken").textContent = bit("words").textContent;   // always present, so that screen readers announce it
      bit("rules").replaceChildren(...this.#rules(lesson));
    }
    const fresh = lesson?.name !== this.shown?.name;
    this.shown = lesson;
    this.#point();
    if (fresh && lesson && folded.matches) this.#look();
  }

  // All lessons so far, to be read again.
  #list() {
    bit("said").replaceChildren(...this.said.map(lesson => {
      const item = document.createElement("li"), rules = document.createElement("span");
      item.innerHTML = lesson.words;
      rules.className = "rules";
      rules.append(...this.#rules(lesson));
      item.append(" ", rules);
      return item;
    }));
  }

  #rules(lesson) {
    return (lesson?.rules ?? []).map(number => {
      const link = document.createElement("a");
      link.href = `/rules/${this.game}#${number}`;
      link.target = "_blank";
      link.textContent = number;
      return link;
    });
  }

  #pointed() {
    const named = (this.shown?.at ?? []).flatMap(name => [...document.querySelectorAll(`#${CSS.escape(name)}, [data-handle="${CSS.escape(name)}"]`)]);
    return named.filter(element => element.checkVisibility?.() ?? true);
  }

  #point() {
    const pointed = this.#pointed();
    for (const element of document.querySelectorAll(".pointed"))
      if (!pointed.includes(element)) element.classList.remove("pointed");
    for (const element of pointed) element.classList.add("pointed");
  }

  // On a small screen, scroll the first subject into view; a hand scrolls sideways.
  #look() {
    const first = this.#pointed()[0];
    if (!first || first.closest(".action")) return;
    const block = first.closest(".hand") ? "nearest" : "center";
    first.scrollIntoView({ block, inline: "center", behavior: calm.matches ? "auto" : "smooth" });
  }
}
