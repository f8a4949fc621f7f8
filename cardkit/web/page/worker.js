/* Lets the page open while its server is away, so that the page itself can say so and try again.

   The server writes SHELL before this: the version of the page, its files, and the first parts of
   the paths where it lives. Only these files are kept. The page itself always comes from the server
   that is there, and what was kept of it is shown only if none is: so no worker, however old, can
   hold a page back. Data, rules, records and the WebSocket never come this way. */

const { version, files, places } = SHELL;
const NAME = `cardkit ${version}`;
const AWAY = [502, 503, 504]; // said by a proxy before it

addEventListener("install", (event) => event.waitUntil(keep().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(tidy().then(() => clients.claim())));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (places.includes(pathname.split("/")[1])) event.respondWith(home(request));
  } else if (files.includes(pathname)) {
    event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
  }
});

/** A notification that the page could not show by itself was clicked. */
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(comeTo(event.notification.data));
});

async function keep() {
  const page = await fetch("/", { cache: "no-cache" });
  const text = await page.clone().text();
  if (!page.ok || !text.includes(`/assets/${version}/`)) throw new Error("the server has another page by now");
  const cache = await caches.open(NAME);
  await cache.addAll(files);
  await cache.put("/", page);
}

async function tidy() {
  const others = (await caches.keys()).filter((name) => name !== NAME);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function home(request) {
  const found = await fetch(request).catch(() => null);
  if (found && !AWAY.includes(found.status)) return found;
  return (await kept("/")) ?? found ?? Response.error();
}

function kept(path) {
  return caches.match(path, { cacheName: NAME, ignoreVary: true });
}

async function comeTo(link) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const [first] = [...windows.filter(({ url }) => url === link), ...windows];
  await (first ? first.focus() : clients.openWindow(link));
}
