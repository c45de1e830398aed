// Shows "your turn" in browsers that require a worker for it, and opens the table on a click.

self.addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
