// Keeps the files of the page, so that it works without a network after the first visit.
const CACHE = "mnc-__VERSION__";
const FILES = ["__FILES__"];

addEventListener("install", (event) => {
  const keepAll = async () => {
    const cache = await caches.open(CACHE);
    // One after the other: the page goes first, and small servers can follow.
    for (const file of FILES) await cache.add(file);
    await skipWaiting();
  };
  event.waitUntil(keepAll());
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("mnc-") && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.endsWith("/served")) return;
  event.respondWith(
    caches.open(CACHE).then(async (cache) => (await cache.match(request, { ignoreSearch: true })) ?? fetch(request)),
  );
});
