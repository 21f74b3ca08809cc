// Shows the notice of a lead, and opens the lead when it is tapped. It answers no requests and keeps
// nothing: pages and files come from the network as without it.

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  const look = { body, tag, renotify: true, data: { url }, lang: "es", icon: "/icon-192.png" };
  event.waitUntil(self.registration.showNotification(title, look));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin).href));
});

// In a window that shows the leads already, else in a new one: whoever writes elsewhere goes on
// writing. A window that this worker does not control cannot be led on.
async function open(url) {
  const windows = await self.clients.matchAll({ type: "window" });
  const leads = windows.find((client) => new URL(client.url).pathname === "/leads");
  const led = await leads?.navigate(url);
  return led ? led.focus() : self.clients.openWindow(url);
}
