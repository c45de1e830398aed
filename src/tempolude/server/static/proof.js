// Checks that the deal was fixed before the match: the hash of the seed, computed here, against the one that this
// browser stored during the match.

const key = code => `seal-${code}`;

// Store the hash that a running match shows. The first one is kept.
export function note(code, seal) {
  if (!localStorage.getItem(key(code))) localStorage.setItem(key(code), seal);
}

export const noted = code => localStorage.getItem(key(code));

// The SHA-256 of a text; null if the browser cannot compute it (on insecure pages).
export async function hash(text) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
}
