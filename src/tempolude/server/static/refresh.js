// A page that loads itself again must not do so while its reader is on the way to another: the browser would drop the
// form or the link, and the click would be lost. It waits until the other page had time to come.

const ON_THE_WAY = 15000;
const LINK = "a[href]:not([target], [download], [href^='#'])";

let left = -ON_THE_WAY;

for (const sign of ["click", "submit", "beforeunload"]) {
  addEventListener(sign, event => {
    const leaves = !event.defaultPrevented && (sign !== "click" || event.target.closest?.(LINK));
    if (leaves) left = performance.now();
  });
}

export function refresh() {
  const wait = left + ON_THE_WAY - performance.now();
  if (wait > 0) setTimeout(refresh, wait);
  else location.reload();
}
