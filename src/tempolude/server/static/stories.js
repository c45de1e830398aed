// Pieces with a story when they are turned over: each is shown with its story until it has been read (a click closes it)
// or the reader acts. Beside the log; on a small screen below the prompt, the newest on top. Independent of any game.

const KEPT = 3;
const folded = matchMedia("(max-width: 1180px)");

export class Stories {
  constructor(close) {
    this.close = close;       // the label of the button that closes a story
    this.list = document.getElementById("stories");
    folded.addEventListener("change", () => this.#put());
    this.#put();
    this.list?.addEventListener("click", event => event.target.closest("li")?.remove());
  }

  // The log lines of an action; `own`: the reader's.
  take(lines, own) {
    if (!this.list) return;
    if (own) this.list.replaceChildren();
    for (const [html, , , , about] of lines) if (about) this.#tell(html, document.getElementById(about));
    while (this.list.children.length > KEPT) this.list.firstElementChild.remove();
  }

  clear() {
    this.list?.replaceChildren();
  }

  #tell(html, piece) {
    const slip = document.createElement("li"), words = document.createElement("div"), shut = document.createElement("button");
    if (piece) {
      const card = document.createElement("div");
      card.className = piece.className.replace(/\b(last|can|picked|gliding)\b/g, "");
      card.innerHTML = piece.innerHTML;
      card.ariaHidden = "true";
      for (const tip of card.querySelectorAll("[data-tip]")) tip.removeAttribute("data-tip");   // the story has the same text
      slip.append(card);
      const name = document.createElement("b");
      name.textContent = piece.getAttribute("aria-label")?.replace(/ \([^()]*\)$/, "") ?? "";
      words.append(name);
    }
    const story = document.createElement("p");
    story.innerHTML = html;
    words.append(story);
    shut.type = "button";
    shut.className = "btn quiet square";
    shut.ariaLabel = this.close;
    shut.textContent = "×";
    slip.append(words, shut);
    this.list.append(slip);
  }

  #put() {
    if (!this.list) return;
    if (folded.matches) document.getElementById("action").append(this.list);
    else document.querySelector("aside.side").prepend(this.list);
  }
}
