// Evidence is kept in this browser until the server has it. A form with data-keep is stored with its files before it is sent; when
// the network fails it waits, is sent again when the network is back or the page is opened, and the page says so. The form's own
// id is the idempotency key, so what arrived although the answer was lost is not sent twice.
"use strict";
{ // names of this block alone: a refused form is written into the same window, where this runs once more

const STORE = "forms";

function database() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("evidence", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function inStore(mode, act) {
  const db = await database();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    transaction.oncomplete = () => { db.close(); resolve(request.result); };
    transaction.onerror = () => { db.close(); reject(transaction.error); };
  });
}

const keep = (record) => inStore("readwrite", (store) => store.put(record));
const forget = (id) => inStore("readwrite", (store) => store.delete(id));
const kept = () => inStore("readonly", (store) => store.getAll());

// What is shown of a form that waits: how many files, what happens next, and a bar while it is being sent.
function card(record) {
  const list = document.getElementById("waiting");
  let item = document.getElementById(`kept-${record.id}`);
  if (!item) {
    item = document.createElement("div");
    item.id = `kept-${record.id}`;
    item.className = "alert wait";
    item.setAttribute("role", "status");
    item.innerHTML = "<p></p><progress max='1' value='0' hidden></progress>";
    list.append(item);
  }
  const files = record.entries.filter((entry) => entry.value instanceof Blob && entry.value.size).length;
  return {
    item,
    say(words) { item.firstChild.textContent = words.replace("{files}", files); },
    progress(part) { item.lastChild.hidden = false; item.lastChild.value = part; },
  };
}

const words = document.currentScript.dataset;

function send(record) {
  const shown = card(record);
  const body = new FormData();
  const token = document.querySelector("[name=csrfmiddlewaretoken]"); // of the session that is here now
  for (const { name, value, file } of record.entries) {
    if (name === "csrfmiddlewaretoken") body.append(name, token ? token.value : value);
    else if (value instanceof Blob) body.append(name, value, file);
    else body.append(name, value);
  }
  shown.say(words.sending);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", record.action);
    request.setRequestHeader("Accept", "text/html");
    request.upload.onprogress = (event) => { if (event.lengthComputable) shown.progress(event.loaded / event.total); };
    request.onload = async () => {
      const to = new URL(request.responseURL || record.action, location.href);
      if (to.pathname.startsWith("/account/login")) { shown.say(words.signin); return resolve(); }
      if (request.status >= 500 || request.status === 429) { shown.say(words.later); return resolve(); }
      await forget(record.id);
      if (request.status < 400) return location.assign(to.href === location.href ? location.pathname : to.href);
      document.open(); document.write(request.responseText); document.close(); // the form with its reasons
      const looking = setInterval(() => { // a page that was written does not focus them by itself
        const reasons = document.querySelector(".alert[autofocus]");
        if (reasons) { clearInterval(looking); reasons.focus(); }
      }, 50);
    };
    request.onerror = () => { shown.say(words.waiting); resolve(); };
    request.ontimeout = request.onerror;
    request.send(body);
  });
}

async function sendAll() {
  for (const record of await kept()) if (record.page === location.pathname) await send(record);
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-keep]") || !window.indexedDB) return;
  event.preventDefault();
  const entries = [];
  for (const [name, value] of new FormData(form)) {
    if (value instanceof File && !value.name && !value.size) continue; // a file field that was left empty
    entries.push({ name, value, file: value instanceof File ? value.name : undefined });
  }
  const id = entries.find((entry) => entry.name === "form").value;
  const record = { id, action: form.action, page: location.pathname, entries, at: Date.now() };
  try { await keep(record); } catch { form.removeAttribute("data-keep"); form.requestSubmit(event.submitter); return; }
  form.hidden = true;
  await send(record);
});

window.addEventListener("online", sendAll);
if (window.indexedDB) sendAll();
}
