// Evidence is kept in this browser until the server has it. A form with data-keep is stored with its files before it is sent; when
// the network fails it waits, and is sent from whichever page is open when the network is back. It is forgotten only once it has
// arrived, or when its sender says so. The form's own id is the idempotency key, so nothing is sent twice.
import { content, find, forget, keep, kept, liveUntil, reader, words } from "./outbox.js";
import { card, clear } from "./waiting.js";
import { enable, fill } from "./fields.js";
import { fresh, post } from "./sender.js";
import "./typed.js";
import "./unsent.js";

const AGAIN = 30000; // milliseconds until the next try, where the answer names none
const busy = new Set(), given = new Set(); // forms that are being sent, and that were given back on this page
let next = 0;

const isHere = (record) => record.page === location.pathname;
const formOf = (record) => [...document.querySelectorAll("form[data-keep]")].find((form) => form.querySelector("[name=act]").value === record.act);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// One tab sends a form at a time.
function alone(id, act) {
  return navigator.locks ? navigator.locks.request(`outbox-${id}`, act) : act();
}

async function attempt(record, token = "") {
  if (busy.has(record.id)) return;
  busy.add(record.id);
  try { await alone(record.id, () => deliver(record.id, token)); } finally { busy.delete(record.id); }
}

async function deliver(id, token) {
  const record = await find(id);
  if (!record) return clear(id); // another tab has sent it
  if (record.refused) return given.has(id) || giveBack(record);
  if (isHere(record) && formOf(record)) formOf(record).hidden = true;
  if (!record.anyway && liveUntil(record) < Date.now()) return show(record, "old");
  for (let tries = 0; tries < 5; tries += 1) {
    if (!token) {
      const found = await fresh(record);
      if (found.kind !== "token") return wait(record, found);
      token = found.token;
    }
    const shown = show(record, "sending");
    const answer = await post(record, token, shown.progress);
    if (answer.kind === "forged") token = "";
    else if (answer.kind === "busy") await pause(3000);
    else if (answer.kind === "done") return arrived(record, answer.to);
    else if (answer.kind === "refused") return refused(record, answer.html);
    else return wait(record, answer);
  }
  wait(record, { kind: "later" });
}

function wait(record, { kind, after }) {
  show(record, kind);
  clearTimeout(next);
  next = setTimeout(sendAll, after ? after * 1000 : AGAIN);
}

async function arrived(record, to) {
  await forget(record.id);
  const at = new URL(to, location.href);
  if (!isHere(record)) return card(record, "{what}. {title}").say(words.sent, { link: at.pathname });
  if (at.pathname + at.search !== location.pathname + location.search) return location.assign(at);
  history.replaceState(null, "", at);
  location.reload();
}

// The page with its reasons takes the place of this one's content; the files go back into their fields.
async function refused(record, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const reason = page.querySelector("main [role=alert]") || page.querySelector("main .card p, main p");
  const told = { ...record, refused: reason ? reason.textContent.trim().replace(/\s+/g, " ") : words.later };
  await keep(told);
  const isForm = isHere(record) && page.querySelector("main form[data-keep]");
  if (isForm) {
    document.querySelector("main").replaceWith(document.adoptNode(page.querySelector("main")));
    document.dispatchEvent(new Event("main:new"));
  }
  giveBack(told);
  if (isForm) { clear(record.id); document.querySelector("main [role=alert]")?.focus(); }
}

function giveBack(record) {
  given.add(record.id);
  const form = isHere(record) && formOf(record);
  if (form) {
    form.hidden = false;
    if (form.closest("details")) form.closest("details").open = true;
    for (const lost of form.querySelectorAll("[data-lost]")) lost.remove(); // that files have to be chosen again
    fill(form, record.entries);
    for (const part of form.querySelectorAll("details")) { // what was typed into it is looked over before it is sent again
      if ([...part.querySelectorAll("textarea, input:not([type=hidden], [type=checkbox], [type=radio])")].some((field) => field.value)) part.open = true;
    }
  }
  show(record, form ? "back" : "refused");
}

// What is said about a form that waits, and what its sender can do about it.
function show(record, kind) {
  const shown = card(record), until = liveUntil(record);
  const drop = [words.drop, async () => { if (confirm(words.sure)) { await forget(record.id); clear(record.id); if (isHere(record)) location.reload(); } }];
  const change = [words.change, async () => { await keep({ ...record, refused: words.held }); giveBack({ ...record, refused: words.held }); }];
  const now = [kind === "old" ? words.anyway : words.now, async () => { await keep({ ...record, anyway: kind === "old" || record.anyway, refused: "" }); attempt(record); }];
  const acts = { sending: [], back: [drop], refused: [drop] }[kind] || (isHere(record) && formOf(record) ? [now, change] : [now, drop]);
  let said = words[kind].replace("{what}", content(record)).replace("{reason}", record.refused || "");
  if (until < Infinity && ["waiting", "slow", "later", "signin"].includes(kind)) {
    said += ` ${words.live.replace("{time}", new Date(until).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" }))}`;
  }
  shown.say(said, { link: isHere(record) ? "" : record.page, acts });
  return shown;
}

async function sendAll() {
  for (const record of await kept()) await attempt(record);
}

document.addEventListener("submit", async (event) => {
  const form = event.target, button = event.submitter;
  if (!form.matches("form[data-keep]") || !window.indexedDB) return;
  if (button && (button.formNoValidate || button.name === "act")) return; // does something else than send it
  event.preventDefault();
  const entries = [];
  for (const [name, value] of new FormData(form, button)) {
    if (value instanceof File && !value.name && !value.size) continue; // a file field that was left empty
    entries.push({ name, value, file: value instanceof File ? value.name : undefined });
  }
  const [id, act, token] = ["form", "act", "csrfmiddlewaretoken"].map((name) => entries.find((entry) => entry.name === name).value);
  const action = new URL(form.getAttribute("action") || location.href, location.href).href;
  const title = document.querySelector("h1")?.textContent || document.title;
  const record = { id, act, reader, title, action, page: location.pathname, entries, at: Date.now(), within: Number(form.dataset.liveWithin) || 0 };
  try { await keep(record); } catch { form.removeAttribute("data-keep"); form.requestSubmit(button); return; } // it is sent as by a page without a script
  for (const old of await kept()) if (old.refused && old.act === act && isHere(old)) { await forget(old.id); clear(old.id); }
  form.hidden = true;
  const { item } = show(record, "sending");
  item.querySelector("[role=status]").focus({ preventScroll: true });
  item.scrollIntoView({ block: "center", behavior: "instant" });
  await attempt(record, token);
});

// Who signs out leaves no page of theirs in this browser; what was not sent yet goes only if they say so.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches('form[action$="/logout"]')) return;
  event.preventDefault();
  const waiting = window.indexedDB ? await kept().catch(() => []) : [];
  if (waiting.length && !confirm(words.leave.replace("{what}", waiting.map(content).join(", ")))) {
    return setTimeout(() => enable(form));
  }
  for (const record of waiting) await forget(record.id);
  navigator.serviceWorker?.controller?.postMessage("forget");
  form.submit();
});

if (window.indexedDB) {
  window.addEventListener("online", sendAll);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) sendAll(); });
  sendAll();
}
