// The lamp switches between light and dark; the choice is stored in a cookie, which the server reads, so that no page
// flashes. Choosing the system's theme removes the cookie. The text size works the same way. Changing the language keeps
// the position on the page.

const system = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;

document.querySelector(".lamp").addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  const theme = dark ? "light" : "dark";
  const follows = system.matches === !dark;
  if (follows) delete root.dataset.theme;
  else root.dataset.theme = theme;
  remember("theme", theme, !follows);
});

for (const size of document.querySelectorAll("[name=size]")) {
  size.checked = size.value === (root.dataset.size ?? "");
  size.addEventListener("change", () => {
    if (size.value) root.dataset.size = size.value;
    else delete root.dataset.size;
    remember("size", size.value, size.value);
  });
}

function remember(name, value, keep) {
  document.cookie = `${name}=${value}; path=/; samesite=lax; max-age=${keep ? 365 * 24 * 3600 : 0}`;
}

for (const link of document.querySelectorAll(".lang a"))
  link.addEventListener("click", () => { link.hash = location.hash; });
