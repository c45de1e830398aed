// A new token is copied with one click.

const copy = document.getElementById("copy");
copy?.addEventListener("click", async () => {
  const fresh = document.getElementById("fresh");
  fresh.select();
  try { await navigator.clipboard.writeText(fresh.value); } catch { document.execCommand("copy"); }
  copy.querySelector("span").textContent = copy.dataset.done;
});
