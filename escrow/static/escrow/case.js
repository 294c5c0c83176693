// A case's page is whole without this. Here: tabs without a new page, the picture's zoom and turn, keys, the slider, words kept while
// they are typed, and who else is here.
"use strict";

const page = document.querySelector("[data-case]");
const tab = document.getElementById("tab");
const DAY = 24 * 3600 * 1000;

// ------------------------------------------------------------------ drafts: what was typed, until it is sent

const keyOf = (form) => `draft:${page.dataset.reader}:${page.dataset.case}:${form.dataset.draft}`;
const fieldsOf = (form) => [...form.elements].filter((one) => one.name && one.type !== "hidden" && one.tagName !== "BUTTON");

function save(form) {
  const values = fieldsOf(form).filter((one) => one.type !== "radio" || one.checked).map((one) => [one.name, one.value]);
  try { localStorage.setItem(keyOf(form), JSON.stringify({ at: Date.now(), values })); } catch { /* a browser that keeps nothing */ }
}

function restore(form) {
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(keyOf(form)) || "null"); } catch { return; }
  if (!kept || Date.now() - kept.at > DAY || form.querySelector(".fault")) return;
  for (const [name, value] of kept.values) {
    for (const one of fieldsOf(form).filter((field) => field.name === name)) {
      if (one.type === "radio") one.checked = one.value === value;
      else one.value = value;
    }
  }
}

function drop() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(`draft:${page.dataset.reader}:${page.dataset.case}:`) && sessionStorage.getItem(key)) { localStorage.removeItem(key); sessionStorage.removeItem(key); }
}

// What was sent is forgotten when its page came back without a fault; what an expired session refused stays.
try {
  if (!document.querySelector(".case .fault")) drop();
  document.querySelectorAll("[data-draft]").forEach(restore);
} catch { /* a browser that keeps nothing */ }
document.addEventListener("input", (event) => { const form = event.target.closest("[data-draft]"); if (form) save(form); });
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.draft) { save(form); try { sessionStorage.setItem(keyOf(form), "sent"); } catch { /* likewise */ } }
  for (const button of form.querySelectorAll("[data-submit]")) setTimeout(() => { button.disabled = true; });
});
window.addEventListener("pageshow", () => document.querySelectorAll("[data-submit]").forEach((button) => { button.disabled = false; }));

// ------------------------------------------------------------------ tabs

function showTab() {  // where they don't fit, as on a phone, the present one comes to the middle
  const link = document.querySelector(".case-tabs [aria-current]");
  if (link) link.parentElement.scrollLeft = link.offsetLeft - (link.parentElement.clientWidth - link.offsetWidth) / 2;
}
showTab();

let latest = 0;  // of two that are asked for at once the later one is shown
async function open(address, push = true) {
  const mine = latest += 1;
  const url = new URL(address, location.href);
  const name = url.searchParams.get("tab");
  const outdated = new URL(location.href).searchParams.get("preview");  // what came since is marked in every tab
  if (outdated && !url.searchParams.has("preview")) url.searchParams.set("preview", outdated);
  url.searchParams.set("part", "1");
  const answer = await fetch(url, { credentials: "same-origin", redirect: "manual" }).catch(() => null);
  if (mine !== latest) return;
  if (!answer || !answer.ok) { location.assign(address); return; }
  const text = await answer.text();
  if (mine !== latest) return;
  tab.innerHTML = text;
  url.searchParams.delete("part");
  if (push) history.pushState({ tab: true }, "", url);
  for (const link of document.querySelectorAll("[data-tab]")) {
    if (link.dataset.tab === name) { link.setAttribute("aria-current", "page"); tab.setAttribute("aria-label", link.textContent.trim()); } else link.removeAttribute("aria-current");
  }
  showTab();
  for (const field of document.querySelectorAll("#decision [name=tab]")) field.value = name;
  tab.querySelectorAll("[data-draft]").forEach(restore);
  tab.scrollTop = 0;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (link.dataset.turn !== undefined || link.dataset.zoom) { event.preventDefault(); turn(link); return; }
  if (link.dataset.raw !== undefined) { event.preventDefault(); raw(link); return; }
  if (url.origin === location.origin && url.pathname === location.pathname && url.searchParams.get("tab") && link.dataset.whole === undefined) {
    event.preventDefault();
    open(url).then(() => url.hash && document.querySelector(url.hash)?.scrollIntoView());
  }
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".filters")) return;
  event.preventDefault();
  open(`${location.pathname}?${new URLSearchParams(new FormData(event.target))}`);
});
window.addEventListener("popstate", () => { const name = new URL(location.href).searchParams.get("tab"); if (name) open(location.href, false); else location.reload(); });

async function raw(link) {
  const shown = link.parentElement.querySelector("pre");
  if (shown) { shown.remove(); return; }
  const answer = await fetch(link.href, { credentials: "same-origin" });
  const text = document.createElement("pre");
  text.textContent = await answer.text();
  link.parentElement.append(text);
}

// ------------------------------------------------------------------ the picture

let angle = 0, zoom = 1;
function turn(link) {
  const image = tab.querySelector("[data-shown]");
  if (!image) return;
  const seen = /rotate\((\d+)deg\) scale\((\d)\)/.exec(image.getAttribute("style") || "");
  angle = seen ? Number(seen[1]) : 0;
  zoom = seen ? Number(seen[2]) : 1;
  if (link.dataset.zoom) zoom = Number(link.dataset.zoom); else angle = (angle + 90) % 360;
  if (zoom > 1 && image.dataset.full && image.src !== image.dataset.full) image.src = image.dataset.full;
  image.setAttribute("style", `transform: rotate(${angle}deg) scale(${zoom})`);
  for (const one of tab.querySelectorAll("[data-zoom]")) { if (Number(one.dataset.zoom) === zoom) one.setAttribute("aria-current", "true"); else one.removeAttribute("aria-current"); }
}

// ------------------------------------------------------------------ the decision

const hint = document.getElementById("d-parts")?.textContent;
const usd = (cents) => `${(cents / 100).toFixed(2)} USD`;
function parts(field) {
  const told = document.getElementById("d-parts");
  const cents = Math.round(Number(field.value) * 100);
  const payout = Number(field.dataset.payout);
  if (!told) return;
  told.textContent = hint;
  if (!field.value || !Number.isInteger(cents) || cents < 0 || cents > payout) return;
  const fee = Math.floor((cents * Number(field.dataset.feeBps) + 5000) / 10000);
  told.textContent = `${usd(cents)} for the worker, ${usd(fee)} our fee, ${usd(Number(field.dataset.total) - cents - fee)} back. The preview counts.`;
}
for (const slider of document.querySelectorAll("[data-slider]")) {
  const field = document.getElementById(slider.dataset.slider);
  const split = document.querySelector("[name=outcome][value=split]");
  const same = () => { slider.value = String(Math.round(Number(field.value) * 100) || 0); parts(field); };
  slider.hidden = false;
  slider.addEventListener("input", () => { field.value = (Number(slider.value) / 100).toFixed(2); split.checked = true; parts(field); });
  field.addEventListener("input", () => { if (field.value.trim()) split.checked = true; same(); });
  let amount = "";  // the other outcomes have none: it is kept until the split is chosen again
  for (const one of document.querySelectorAll("[name=outcome]")) {
    one.addEventListener("input", () => {
      if (!split.checked) { amount = field.value || amount; field.value = ""; } else if (!field.value) field.value = amount;
      same();
    });
  }
  same();
}
document.getElementById("d-code")?.addEventListener("change", (event) => {
  const reason = document.getElementById("d-reason");
  const texts = [...event.target.options].map((option) => option.dataset.text);
  const text = event.target.selectedOptions[0].dataset.text;
  if (text && (!reason.value || texts.includes(reason.value))) reason.value = text;
});
function fitting() {  // reasons for another outcome would only be refused; one that was chosen stays to be seen
  const chosen = document.querySelector("[name=outcome]:checked")?.value;
  for (const one of document.querySelectorAll("#d-code option")) one.hidden = Boolean(chosen && one.dataset.decision && one.dataset.decision !== chosen && !one.selected);
}
document.querySelector(".decision-form")?.addEventListener("input", fitting);
fitting();

// ------------------------------------------------------------------ keys

const keys = document.getElementById("keys");
for (const button of document.querySelectorAll("[data-keys]")) { button.hidden = false; button.addEventListener("click", () => keys.showModal()); }

function step(by) {
  const way = tab.querySelector(by > 0 ? "[rel=next]" : "[rel=prev]");
  if (tab.querySelector("[data-viewer]")) return way && open(way.href);
  const lines = [...tab.querySelectorAll("[data-line]")];
  if (!lines.length) return undefined;
  const at = lines.findIndex((line) => line.classList.contains("at"));
  const next = lines[Math.min(Math.max(at + by, 0), lines.length - 1)];
  lines.forEach((line) => line.classList.remove("at"));
  next.classList.add("at");
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
  return undefined;
}

let doing = Promise.resolve();  // keys that come quickly act one after the other
async function press(key) {
  const link = document.querySelector(`[data-key="${key}"]`);
  if (link) return open(link.href).then(() => tab.focus({ preventScroll: true }));
  if (key === "j") return step(1);
  if (key === "k") return step(-1);
  if (key === "e") return open(`${location.pathname}?tab=evidence`).then(() => tab.focus({ preventScroll: true }));
  if (key === "r") { if (!document.getElementById("w-words")) await open(`${location.pathname}?tab=dialogue`); return (document.getElementById("w-words") || document.getElementById("n-words"))?.focus(); }
  if (key === "d") { const box = document.getElementById("decision"); return (box.querySelector("input:not([type=hidden]):not([hidden]), textarea, button.press, a.press") || box).focus(); }
  if (key === "?") return keys.showModal();
  return undefined;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
  if (event.target.closest("input:not([type=radio]):not([type=range]):not([type=checkbox]), textarea, select")) return;
  if (!"1234567jkred?".includes(event.key) || event.key.length !== 1) return;
  event.preventDefault();
  event.stopPropagation();
  doing = doing.then(() => press(event.key)).catch(() => {});
}, true);

// ------------------------------------------------------------------ who else is here, what came

async function seen() {
  if (document.hidden) return;
  const body = new FormData();
  body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]")?.value || "");
  body.set("since", page.dataset.readAt);
  const answer = await fetch(page.dataset.seen, { method: "POST", body, credentials: "same-origin", redirect: "manual" }).catch(() => null);
  if (answer?.ok) document.getElementById("presence").innerHTML = await answer.text();
}
seen();
setInterval(seen, 20000);
