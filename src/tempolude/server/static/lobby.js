// The lobby looks again when somebody comes back to it, so that it never shows what is over.

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !document.querySelector(":popover-open")) location.reload();
});
