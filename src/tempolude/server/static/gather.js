// Before a match: the page follows what others do, and moves on when the match begins.

const gather = document.getElementById("gather");
const scheme = location.protocol === "https:" ? "wss" : "ws";
let tries = 0;

function listen() {
  const socket = new WebSocket(`${scheme}://${location.host}${gather.dataset.live}`);
  socket.addEventListener("open", () => { if (tries) renew(); tries = 0; });
  socket.addEventListener("message", event => {
    const message = JSON.parse(event.data);
    if (message.go) location.href = message.go;
    else if (message.reload || "v" in message) renew();
  });
  socket.addEventListener("close", event => {
    if (event.code !== 4404) setTimeout(listen, Math.min(8000, 250 * 2 ** tries++));
  });
}

async function renew() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const new_ = page.getElementById("gather");
  if (!new_) { location.reload(); return; }
  const open = document.querySelector(".settle")?.open;
  const focus = document.activeElement?.id;
  document.getElementById("gather").replaceWith(new_);
  if (open) document.querySelector(".settle")?.setAttribute("open", "");
  if (focus) document.getElementById(focus)?.focus();
}

document.addEventListener("click", async event => {
  const copy = event.target.closest("#copy");
  if (!copy) return;
  const link = document.getElementById("link");
  link.select();
  try { await navigator.clipboard.writeText(link.value); } catch { document.execCommand("copy"); }
  copy.title = copy.dataset.done;
  copy.setAttribute("aria-label", copy.dataset.done);
  copy.classList.add("main");
});

listen();
