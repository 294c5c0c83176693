// Keeps the shell of the site, and the pages of today and of one's work as they were last seen, for when there is no network.
// Pages come from the network whenever there is one. Nothing of another person stays: signing out empties what was kept.
"use strict";
const SHELL = "shell-{{ version }}";
const KEPT = "kept";
const FILES = [{% for file in shell %}"{{ file }}", {% endfor %}"/offline"];
const KEEPS = /^\/(today|work\/[A-Za-z0-9_]+)$/;

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
    event.respondWith(page(event.request, url.pathname));
  }
});

async function page(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected && KEEPS.test(path)) (await caches.open(KEPT)).put(path, answer.clone());
    return answer;
  } catch (error) {
    return (await caches.match(path)) || (await caches.match("/offline"));
  }
}
