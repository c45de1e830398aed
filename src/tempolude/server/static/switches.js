// The lamp turns day into night and back; what it leaves is remembered in a cookie, which the server reads, so that
// no page flashes. Going back to what the system shows forgets the choice. So it is with the size of text. The language
// keeps the place on the page.

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
