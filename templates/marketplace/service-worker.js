// Keeps the shell of the site, and the pages of today and of one's work as they were last seen, for when there is no network.
// Pages come from the network whenever there is one. Every page of ours says by an opaque sign whose it is (X-Reader): once that is
// somebody else, or nobody, what was kept is emptied. Signing out ends the pushes to this browser, too.
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
self.addEventListener("message", (event) => {
  if (event.data !== "forget") return;
  event.waitUntil(Promise.all([
    caches.delete(KEPT),
    self.registration.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe()),
  ]));
});

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
    const reader = answer.headers.get("X-Reader");
    await belongsTo(reader);
    if (reader && reader !== "nobody") event.waitUntil(renewForKey());
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

// Pushes: one notice for each, and one window of this site for each page.
self.addEventListener("push", (event) => {
  let said = {};
  try { said = event.data.json(); } catch (error) { /* not ours */ }
  event.waitUntil(self.registration.showNotification(said.title || "{{ service|escapejs }}", {
    body: said.text || "", tag: said.tag || "", renotify: Boolean(said.tag), data: ours(said.path).href, icon: "{{ icon }}",
  }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(ours(event.notification.data)));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event.newSubscription)));

// Whatever a push says, only pages of this site are opened.
function ours(address) {
  try {
    const url = new URL(address, location.origin);
    if (url.origin === location.origin) return url;
  } catch (error) { /* no address */ }
  return new URL("/today", location.origin);
}

async function lead(url) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((one) => one.url === url.href);
  return open ? open.focus() : self.clients.openWindow(url.href);
}

// The browser has changed its address: it is told by the same form that a person would send, as whoever is signed in here.
async function renew(found) {
  const { fields } = await devicesPage();
  if (fields) await tell(fields, found || await subscribe(fields.get("key")));
}

// The site has another key than this browser has subscribed with: it subscribes anew, unless its owner has removed it meanwhile.
const KEY = "{{ push_key }}";
let renewing = null;
function renewForKey() {
  renewing ||= subscribeAnew().finally(() => { renewing = null; });
  return renewing;
}

async function subscribeAnew() {
  const subscription = KEY && await self.registration.pushManager?.getSubscription();
  if (!subscription || keyOf(subscription) === KEY) return;
  const { fields, isHere } = await devicesPage();
  if (!isHere || fields.get("key") !== KEY) return;
  await subscription.unsubscribe();
  await tell(fields, await subscribe(KEY));
}

function keyOf(subscription) { // base64url
  return btoa(String.fromCharCode(...new Uint8Array(subscription.options.applicationServerKey))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const subscribe = (key) => self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });

// The hidden fields of the form, as whoever is signed in; and whether this browser is one of their devices.
async function devicesPage() {
  const page = await fetch("/settings/devices");
  const html = page.ok && !page.redirected ? await page.text() : "";
  const form = html.match(/<form[^>]*id="subscribe"[^]*?<\/form>/);
  if (!form) return { fields: null, isHere: false };
  const hidden = form[0].matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return { fields: new URLSearchParams([...hidden].map(([, name, value]) => [name, value])), isHere: /<section[^>]* data-here>/.test(html) };
}

async function tell(fields, subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const key = subscription.options?.applicationServerKey ? keyOf(subscription) : fields.get("key");
  for (const [name, value] of Object.entries({ endpoint, ...keys, key })) fields.set(name, value);
  await fetch("/settings/devices", { method: "POST", body: fields });
}
