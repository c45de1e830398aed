// The moments of a match, fetched in segments on demand: the first of a segment is complete, the others are changes.
// Independent of any game.

import { refresh } from "./refresh.js";

const WAITS = [500, 1000, 2000, 4000, 8000];
const ID = 0, WAS = 6;

export class Reel {
  constructor({ address, eyes, last, stretch, undone, at, moment }, drawn, line) {
    this.address = address;
    this.eyes = eyes;
    this.last = last;
    this.stretch = stretch;
    this.undone = undone;
    this.drawn = drawn;             // (faces) => add faces to the page
    this.line = line;               // (open) => show whether the server answers
    this.names = new Set();         // of all counts; one that is missing in a moment is empty
    this.moments = new Map([[at, after(null, moment)]]);
    this.asked = new Map();         // first moment of a segment -> promise
    this.#name(this.moments.get(at));
  }

  // The table at a moment, if it is loaded.
  get(n) {
    return this.moments.get(n);
  }

  // A promise that the moment is loaded.
  async load(n) {
    const first = n - n % this.stretch;
    if (!this.asked.has(first)) this.asked.set(first, this.#fetch(first));
    await this.asked.get(first);
    return this.moments.get(n);
  }

  async lines() {
    return (await this.#ask("lines", {})).lines;
  }

  // The scene of a moment for `Pieces`; one step back, a piece comes from what it becomes later.
  scene(n, from) {
    const { pieces, places, counts, last } = this.moments.get(n);
    const later = n === from - 1 ? this.moments.get(from) : null;
    const became = new Map([...later?.pieces.values() ?? []].filter(piece => piece[WAS]).map(piece => [piece[WAS], piece[ID]]));
    const back = piece => {
      const turned = Array.from({ length: 8 }, (_, i) => piece[i] ?? "");
      turned[WAS] = became.get(piece[ID]);
      return turned;
    };
    const empty = Object.fromEntries([...this.names].map(name => [name, ""]));
    return {
      afresh: true,
      pieces: [...pieces.values()].map(piece => became.has(piece[ID]) ? back(piece) : piece),
      places,
      counts: { ...empty, ...counts },
      last,
    };
  }

  async #fetch(first) {
    const { moments, faces } = await this.#ask("moments", { first });
    let now = null;
    for (const [i, change] of moments.entries()) {
      now = after(now, change);
      this.moments.set(first + i, now);
      this.#name(now);
    }
    this.drawn(faces);
  }

  #name(moment) {
    for (const name of Object.keys(moment.counts)) this.names.add(name);
  }

  // Retry until there is an answer. If it is refused, or of another past, reload the page.
  async #ask(what, query) {
    const asked = new URLSearchParams({ ...query, seat: this.eyes });
    for (let tries = 0; ; tries++) {
      try {
        const answer = await fetch(`${this.address}/${what}?${asked}`, { headers: { Accept: "application/json" } });
        if (answer.ok) {
          const told = await answer.json();
          this.line(true);
          if (told.undone === this.undone) return told;
        }
        if (answer.status !== 429 && answer.status < 500) {
          refresh();
          return new Promise(() => {});
        }
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;     // a lost connection is a TypeError
      }
      this.line(false);
      await new Promise(resolve => setTimeout(resolve, WAITS[Math.min(tries, WAITS.length - 1)]));
    }
  }
}

// A moment from the previous one and its changes.
function after(before, change) {
  const pieces = new Map(before?.pieces);
  for (const id of change.gone ?? []) pieces.delete(id);
  for (const piece of change.pieces ?? []) pieces.set(piece[ID], piece);
  return {
    pieces,
    places: { ...before?.places, ...change.places },
    counts: { ...before?.counts, ...change.counts },
    last: change.last,
    asked: change.asked,
  };
}
