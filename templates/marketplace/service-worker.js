// Keeps the shell of the site, and the pages of today and of one's work as they were last seen, for when there is no network.
// Pages come from the network whenever there is one. Every page of ours says by an opaque sign whose it is (X-Reader): once that is
// somebody else, or nobody, what was kept is emptied.
"use strict";
const SHELL = "shell-{{ version }}";
const KEPT = "kept-2";
const FILES = [{% for file in shell %}"{{ file }}", {% endfor %}"/offline"];
const KEEPS = /^\/(today|work\/[A-Za-z0-9_]+(\/(test|text|vote))?)$/; // without a query: that is another page

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== SHELL && name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  })());
});
self.addEventListener("message", (event) => { if (event.data === "forget") event.waitUntil(caches.delete(KEPT)); });

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (FILES.includes(url.pathname)) {
    event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found || fetch(event.request)));
  } else if (event.request.mode === "navigate") {
    event.respondWith(page(event, url));
  }
});

async function page(event, url) {
  const isKept = !url.search && KEEPS.test(url.pathname);
  let answer;
  try { answer = await fetch(event.request); } catch { return (isKept && await asKept(url.pathname)) || withoutNetwork(); }
  try {
    await belongsTo(answer.headers.get("X-Reader"));
    if (answer.ok && isKept) event.waitUntil(keep(url.pathname, answer.clone()));
  } catch { /* no room to keep anything: the page itself is there */ }
  return answer;
}

async function keep(path, answer) {
  const headers = new Headers(answer.headers);
  headers.set("X-Kept-At", Date.now());
  await (await caches.open(KEPT)).put(path, new Response(await answer.blob(), { headers }));
}

// The page says from when it is, and its countdowns go by that.
async function asKept(path) {
  const found = await (await caches.open(KEPT)).match(path);
  if (!found) return null;
  const html = (await found.text()).replace("<html ", `<html data-kept="${found.headers.get("X-Kept-At")}" `);
  return new Response(html, { headers: found.headers });
}

// It speaks of what waits to be sent: to whoever sent it.
async function withoutNetwork() {
  const found = await caches.match("/offline"), reader = await lastReader();
  if (!found || !reader || reader === "nobody") return found;
  return new Response((await found.text()).replace("<html ", `<html data-reader="${reader}" `), { headers: found.headers });
}

async function lastReader() {
  const known = await (await caches.open(KEPT)).match("/reader");
  return known ? known.text() : "";
}

async function belongsTo(reader) {
  if (!reader || await lastReader() === reader) return; // without: not a page of ours, such as a proxy's
  await caches.delete(KEPT);
  await (await caches.open(KEPT)).put("/reader", new Response(reader));
}
