// What every page has with a script: countdowns by the server's clock, the browser's zone, and no second tap. Pages work without.
"use strict";

(() => {
const words = document.currentScript.dataset;
const page = document.documentElement;

// A sandbox's clock may be far from this device's. A page that was kept for when there is no network goes by when it was kept.
const now = document.querySelector('meta[name="now"]');
const keptAt = Number(page.dataset.kept) || 0;
const ahead = now ? Date.parse(now.content) - (keptAt || Date.now()) : 0;

if (keptAt) {
  const told = document.createElement("p");
  told.className = "alert calm";
  told.setAttribute("role", "status");
  const isToday = new Date(keptAt).toDateString() === new Date().toDateString();
  const style = isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  told.textContent = words.keptAt.replace("{time}", new Date(keptAt).toLocaleString(page.lang, style));
  document.querySelector("main").prepend(told);
}

const put = (template, ...numbers) => numbers.reduce((text, number) => text.replace(/%(\(\w\))?[ds]/, number), template);

// As `formats.length` and `formats.ago` have it.
function length(ms, isOver) {
  const minutes = Math.floor(Math.abs(ms) / 60000), hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
  if (minutes < 1) return words.under;
  if (minutes < 60) return put(words.minutes, minutes);
  if (days < 1) return minutes % 60 && (hours < 6 || !isOver) ? put(words.both, hours, minutes % 60) : put(words.hours, hours);
  const whole = new Intl.NumberFormat(page.lang, { style: "unit", unit: "day", unitDisplay: "long" }).format(days);
  return hours % 24 && days < (isOver ? 2 : 7) ? put(words.days, whole, hours % 24) : whole;
}

function count() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const left = Date.parse(element.dataset.until) - Date.now() - ahead;
    const text = put(left > 0 ? words.in : words.ago, length(left, left <= 0));
    if (element.textContent !== text) element.textContent = text;
    const whole = element.parentElement.classList;
    whole.toggle("soon", left > 0 && left < 7200000);
    whole.toggle("over", left <= 0);
  }
}
setInterval(count, 1000);
count();

for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  const line = tab.parentElement;
  line.scrollLeft = tab.offsetLeft - line.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
}

// The menu in the header is closed by a press beside it, or by Escape; without a script by a press on it.
const menu = document.querySelector("details.who");
document.addEventListener("click", (event) => {
  if (menu && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu?.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isTold = () => document.cookie.includes(`tz=${zone}`);
if (zone && !isTold()) {
  document.cookie = `tz=${zone}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  if (isTold() && !keptAt && document.querySelector('meta[name="zone"]')?.content !== zone) inOwnZone().catch(() => {});
}

// The first page was written before this browser's zone was known: its times are taken over from the page as it is written now.
async function inOwnZone() {
  for (const choice of document.querySelectorAll("select[name=timezone]")) choice.value ||= zone;
  const times = document.querySelectorAll("time");
  if (!times.length) return;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  const anew = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("time");
  times.forEach((old, place) => {
    const own = anew[place];
    if (own && Math.abs(Date.parse(own.dateTime) - Date.parse(old.dateTime)) < 60000) old.replaceWith(own);
  });
  count();
}

// The server acts once however often a form comes; this only shows that the tap was taken.
const again = (button) => { button.disabled = false; button.textContent = button.dataset.was; };
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button || event.target.method !== "post") return;
  setTimeout(() => { button.dataset.was = button.textContent; button.disabled = true; button.textContent = "…"; });
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll("button[data-was]").forEach(again);
});

// "Near me": the place of this device is asked for only when it is wanted.
const REASONS = { 1: "placeDenied", 2: "placeMissing", 3: "placeSlow" };
const FOUND = { enableHighAccuracy: true, timeout: 20000, maximumAge: 0 };

function offer() {
  for (const button of document.querySelectorAll("[data-place]")) button.hidden = !navigator.geolocation;
}

function locate(button) {
  const form = button.closest("form"), was = button.textContent;
  let told = button.nextElementSibling;
  if (!told?.matches("[data-told]")) {
    told = document.createElement("span");
    told.dataset.told = "";
    told.setAttribute("role", "status");
    button.after(told);
  }
  button.disabled = true;
  told.className = "soft";
  told.textContent = words.locating;
  navigator.geolocation.getCurrentPosition((found) => {
    const noted = { latitude: found.coords.latitude.toFixed(5), longitude: found.coords.longitude.toFixed(5), accuracy: Math.round(found.coords.accuracy) };
    for (const [name, value] of Object.entries(noted)) {
      const field = form.querySelector(`[name=${name}]`);
      if (field) field.value = value;
    }
    // For a search only about ten kilometres are told, in place of a city that was typed.
    const rough = form.querySelector("[data-rough]");
    if (rough) {
      rough.value = `${found.coords.latitude.toFixed(1)},${found.coords.longitude.toFixed(1)}`;
      for (const field of form.querySelectorAll("[name=city], [name=country]")) field.value = "";
    }
    const moment = form.querySelector("[data-moment]");
    if (moment) moment.value = new Date().toISOString();
    button.disabled = false;
    told.textContent = "";
    if (button.dataset.place === "send") form.requestSubmit(); else button.textContent = button.dataset.done || `${was} ✓`;
  }, (error) => {
    button.disabled = false;
    told.className = "error";
    told.textContent = (error.code === 1 && button.dataset.denied) || words[REASONS[error.code]] || words.placeMissing;
  }, FOUND);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-place]");
  if (button) locate(button);
});
document.addEventListener("main:new", () => { offer(); count(); });
offer();

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/service-worker.js").catch(() => {});
})();
