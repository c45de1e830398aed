// The review: the page shows what has been found as it comes, and can be walked through with the arrow keys.

const EVERY = 1500; // milliseconds between two looks

function walk() {
  const plot = document.getElementById("plot");
  plot?.addEventListener("click", event => {
    const box = plot.getBoundingClientRect(), scale = plot.viewBox.baseVal.width / box.width;
    const left = Number(plot.dataset.left), width = plot.viewBox.baseVal.width - left - Number(plot.dataset.right);
    const share = ((event.clientX - box.left) * scale - left) / width, last = Number(plot.dataset.last);
    location.assign(plot.dataset.to + Math.min(last, Math.max(1, Math.round(share * last))));
  });
}

async function follow() {
  const shown = document.getElementById("review");
  if (shown.dataset.done === "true") return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("review"), focused = document.activeElement?.id;
      shown.replaceWith(fresh);
      if (focused) document.getElementById(focused)?.focus();
      walk();
    }
  } catch { /* the next look may succeed */ }
  setTimeout(follow, EVERY);
}

addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const link = { ArrowLeft: "previous", ArrowRight: "next" }[event.key];
  if (link) document.getElementById(link)?.click();
});
walk();
setTimeout(follow, EVERY);
