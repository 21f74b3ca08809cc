// Shows the notice of a lead, and opens the lead when it is tapped. In place of a page that does not
// arrive it says so. It keeps nothing: pages and files come from the network as without it.

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  const look = { body, tag, renotify: true, data: { url }, lang: "es", icon: "/icon-192.png" };
  event.waitUntil(self.registration.showNotification(title, look));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin).href));
});

// Opens in a window that already shows the leads, otherwise in a new one, so that a form in another
// window stays. `navigate` fails for a window that this worker does not control.
async function open(url) {
  const windows = await self.clients.matchAll({ type: "window" });
  const leads = windows.find((client) => new URL(client.url).pathname === "/leads");
  const led = await leads?.navigate(url);
  return led ? led.focus() : self.clients.openWindow(url);
}

// A page is asked for while this worker starts, so that it comes no later.
self.addEventListener("activate", (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable());
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(load(event));
});

async function load({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return new Response(offlinePage, { status: 503, headers: offlineHeaders });
  }
}

const offlineHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
};

const offlinePage = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>Sin conexión | Vitrina</title>
<style>
:root { color-scheme: light; --page: #f9fafb; --ink: #0f172a; --muted: #4b5563; --card: #fff }
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --page: #0a1019; --ink: #f1f5f9; --muted: #a3adbb; --card: #111a27 }
}
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
main { display: grid; place-content: center; justify-items: center; min-height: 100dvh;
  box-sizing: border-box; padding: 2rem 1.25rem; text-align: center }
svg { width: 14rem; color: var(--muted) }
h1 { margin: 0.5rem 0 0.25rem; font-size: 1.5rem; line-height: 1.3 }
p { margin: 0; max-width: 24rem; color: var(--muted) }
a { margin-top: 1.5rem; padding: 0.625rem 1.25rem; border-radius: 0.75rem; background: #ff6a00;
  color: #0f172a; font-weight: 600; text-decoration: none }
a:focus-visible { outline: 2px solid var(--ink); outline-offset: 3px }
</style>
</head>
<body>
<main>
<svg viewBox="0 0 192 120" fill="none" stroke="currentColor" stroke-width="2"
  stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
<path d="M8 82c26 0 26-34 52-34h8M184 38c-26 0-26 34-52 34h-8"/>
<rect x="68" y="36" width="20" height="24" rx="5" fill="var(--card)"/>
<path d="M88 43h8M88 53h8"/>
<path d="M124 60h-6a12 12 0 0 0 0 24h6V60Z" fill="var(--card)"/>
<path d="m100 26 4-8M112 30l8-6M92 76l-4 8M104 82l-2 9" stroke="#ff6a00" stroke-width="2.5"/>
</svg>
<h1>Sin conexión</h1>
<p>No pudimos llegar a Vitrina. Comprueba tu internet e inténtalo de nuevo.</p>
<a href="">Reintentar</a>
</main>
</body>
</html>`;
