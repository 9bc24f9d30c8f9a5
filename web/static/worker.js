// Keeps the newest table on this device, to be shown while the page cannot be reached: only where browsers allow it, which is
// on https pages and on the machine itself.

const KEPT = "table-1";
const PAGES = ["/", "/look"];

const newest = new Map(); // of each address: the number of the request whose answer is kept
let requests = 0;

// The answer to an older request is not kept when it comes last: it would stand in the place of newer news.
async function keep(name, answer, number) {
  if (answer.ok && !answer.redirected && number > (newest.get(name) ?? 0)) {
    newest.set(name, number);
    const kept = await caches.open(KEPT);
    await kept.put(name, answer.clone());
  }
  return answer;
}

// The network first: what is kept is old news. A device that can keep nothing more shows what came all the same.
async function answer(request, name) {
  const number = ++requests;
  let fresh;
  try {
    fresh = await fetch(request);
  } catch (lost) {
    const kept = await caches.match(name, { ignoreVary: true });
    if (kept === undefined) {
      throw lost;
    }
    return kept;
  }
  return keep(name, fresh, number).catch(() => fresh);
}

// A newer look of the page has other names for its files: the old ones go.
async function tidy() {
  const kept = await caches.open(KEPT);
  const files = (await kept.keys()).filter((request) => new URL(request.url).pathname.startsWith("/static/"));
  await Promise.all(files.slice(0, -40).map((request) => kept.delete(request)));
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), tidy()])));
addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  const isPage = event.request.mode === "navigate" && PAGES.includes(pathname);
  if (event.request.method === "GET" && (isPage || pathname.startsWith("/static/"))) {
    event.respondWith(answer(event.request, isPage ? pathname : event.request.url));
  }
});
addEventListener("message", (event) => {
  if (PAGES.includes(event.data)) {
    // No request waits for another one that is under way, as it would for the browser's own store.
    event.waitUntil(answer(new Request(event.data, { cache: "no-store" }), event.data).catch(() => {}));
  }
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.matchAll({ type: "window" }).then((pages) => (pages[0] ? pages[0].focus() : clients.openWindow("/"))));
});
