// What every page has with a script: countdowns by the server's clock, the browser's zone, and no second tap. Pages work without.
"use strict";
{ // names of this block alone: a refused form is written into the same window, where this runs once more

const now = document.querySelector('meta[name="now"]');
const ahead = now ? Date.parse(now.content) - Date.now() : 0; // a sandbox's clock may be far from this device's

function length(ms) {
  const minutes = Math.floor(Math.abs(ms) / 60000);
  if (minutes < 1) return `${Math.floor(Math.abs(ms) / 1000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 6) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}

function count() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const left = Date.parse(element.dataset.until) - Date.now() - ahead;
    element.textContent = left > 0 ? `in ${length(left)}` : `${length(left)} ago`;
    const whole = element.parentElement.classList;
    whole.toggle("soon", left > 0 && left < 7200000);
    whole.toggle("over", left <= 0);
  }
}
setInterval(count, 1000);
count();

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.includes(`tz=${zone}`)) {
  document.cookie = `tz=${zone}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
}

// The server acts once however often a form comes; this only shows that the tap was taken.
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button || event.target.method !== "post") return;
  setTimeout(() => { button.disabled = true; button.dataset.was = button.textContent; button.textContent = "…"; });
});
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const button of document.querySelectorAll("button[data-was]")) { button.disabled = false; button.textContent = button.dataset.was; }
});

// "Near me": the place of this device is asked for only when it is wanted.
for (const button of document.querySelectorAll("[data-place]")) {
  button.hidden = !navigator.geolocation;
  button.addEventListener("click", () => {
    navigator.geolocation.getCurrentPosition((found) => {
      const form = button.closest("form");
      form.querySelector("[name=latitude]").value = found.coords.latitude.toFixed(5);
      form.querySelector("[name=longitude]").value = found.coords.longitude.toFixed(5);
      const accuracy = form.querySelector("[name=accuracy]");
      if (accuracy) accuracy.value = Math.round(found.coords.accuracy);
      const moment = form.querySelector("[data-moment]");
      if (moment) moment.value = new Date().toISOString();
      if (button.dataset.place === "send") form.requestSubmit(); else button.textContent = button.dataset.done || "✓";
    }, () => { button.textContent = button.dataset.denied || button.textContent; });
  });
}

// Who signs out leaves nothing of theirs in this browser.
for (const form of document.querySelectorAll('form[action$="/logout"]')) {
  form.addEventListener("submit", () => { navigator.serviceWorker?.controller?.postMessage("forget"); indexedDB.deleteDatabase("evidence"); });
}

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/service-worker.js").catch(() => {});
}
