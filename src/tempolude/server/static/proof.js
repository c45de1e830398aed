// Whether a deal is the one that was settled before the match: the hash of the seed, worked out here, and what this
// browser noted of it while the match was played.

const key = code => `seal-${code}`;

// Note the hash that a running match shows. The first one noted stays.
export function note(code, seal) {
  if (!localStorage.getItem(key(code))) localStorage.setItem(key(code), seal);
}

export const noted = code => localStorage.getItem(key(code));

// The SHA-256 of a text; nothing where the browser has no way to work it out (on pages that are not secure).
export async function hash(text) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
}
