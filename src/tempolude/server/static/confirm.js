// Confirmation before an action is sent: always, or only if it cannot be undone. Meanwhile the choice stays marked.
// Independent of any game.

export class Confirm {
  // `weigh(action)` promises whether it is final and what it would do; `send` sends it, `back` chooses again, `ask` shows
  // a question in the bar.
  constructor(say, { weigh, send, back, ask }) {
    Object.assign(this, { say, weigh, send, back, ask });
    this.when = "never";
    this.action = null;     // the action to confirm
    this.asked = null;      // and its text
    this.choices = document.getElementById("choices");
    document.addEventListener("keydown", event => {
      if (event.key !== "Escape" || this.action === null || document.querySelector(":popover-open, dialog[open]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.#back();
    }, true);
  }

  // `handles`: the pieces, places or buttons that were clicked.
  async do(action, handles) {
    if (this.when === "never") return this.send(action);
    [this.action, this.asked] = [action, null];
    const { final, words } = await this.weigh(action);
    if (this.action !== action) return;     // the table has changed in the meantime
    if (this.when === "final" && !final) {
      this.action = null;
      this.send(action);
    } else this.#ask(final, words, handles);
  }

  // The table has changed: there is nothing to confirm any more.
  drop() {
    this.action = null;
  }

  // The lights have changed, but not the question.
  again() {
    if (this.action === null || !this.asked) return false;
    this.#ask(...this.asked);
    return true;
  }

  #ask(final, words, handles) {
    this.asked = [final, words, handles];
    const whole = words && !/[.!?]$/.test(words) ? `${words}.` : words;
    this.ask([whole || this.say.sure, final ? this.say.final : ""]);
    for (const name of handles)
      for (const element of document.querySelectorAll(`#${CSS.escape(name)}, [data-handle="${CSS.escape(name)}"]:not(.btn)`)) element.classList.add("picked");
    const yes = this.#button(this.say.confirm, "main", () => { const action = this.action; this.action = null; this.choices.replaceChildren(); this.send(action); });
    this.choices.replaceChildren(yes, this.#button(this.say.back, "back", () => this.#back()));
    yes.focus({ preventScroll: true });
  }

  #back() {
    this.action = null;
    this.back();
  }

  #button(words, kind, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `btn ${kind}`;
    button.textContent = words;
    button.addEventListener("click", event => { event.stopPropagation(); act(); });
    return button;
  }
}
