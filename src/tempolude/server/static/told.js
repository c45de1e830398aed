// Announcements for screen readers: every move once, as its sentence in the log, consecutive moves together, and then
// the prompt.

const BREATH = 600;
const KEPT = 4;

export class Told {
  constructor(region) {
    this.region = region;
    this.moves = [];
    this.question = "";
  }

  // Sentences in HTML, as in the log.
  tell(sentences) {
    this.moves.push(...sentences.map(aloud));
    this.#soon();
  }

  ask(sentences) {
    this.question = sentences.map(aloud).filter(Boolean).join(" ");
    this.#soon();
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#say(), BREATH);
  }

  #say() {
    const words = [...this.moves, this.question].filter(Boolean).map(stopped).join(" ");
    [this.moves, this.question] = [[], ""];
    if (!words) return;
    const said = document.createElement("p");
    said.textContent = words;
    this.region.append(said);
    while (this.region.children.length > KEPT) this.region.firstChild.remove();
  }
}

const stopped = sentence => /[.!?…:]\W?$/.test(sentence) ? sentence : `${sentence}.`;   // a heading has no full stop

// A sentence in HTML as plain text: drawings by their names, without marks.
export function aloud(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  for (const hidden of holder.content.querySelectorAll("[aria-hidden=true], [hidden]")) hidden.remove();
  for (const drawn of holder.content.querySelectorAll("[aria-label]")) drawn.replaceWith(drawn.getAttribute("aria-label"));
  return holder.content.textContent.replace(/\s+/g, " ").trim();
}
