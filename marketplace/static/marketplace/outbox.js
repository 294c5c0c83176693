// What was sent and has not arrived yet: forms with their files, in this browser's IndexedDB, each with an opaque sign of whose it is.
// Nobody else who signs in here sees or sends them.
const STORE = "forms";
export const words = document.querySelector("script[data-sending]").dataset;

// The page without a network is kept for everybody: there the service worker says who read last.
export const reader = words.reader || document.documentElement.dataset.reader || "";

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
    transaction.onerror = transaction.onabort = () => { db.close(); reject(transaction.error); };
  });
}

export const keep = (record) => inStore("readwrite", (store) => store.put(record));
export const forget = (id) => inStore("readwrite", (store) => store.delete(id));
export const find = (id) => inStore("readonly", (store) => store.get(id));

export async function kept() {
  const records = await inStore("readonly", (store) => store.getAll());
  return records.filter((record) => (record.reader || reader) === reader).sort((one, other) => one.at - other.at);
}

// 3 files, or that it is a text.
export function content(record) {
  const files = record.entries.filter((entry) => entry.value instanceof Blob && entry.value.size).length;
  return files ? (files === 1 ? words.one : words.many.replace("{files}", files)) : words.text;
}

// Until when what the camera took counts as taken just now; Infinity where nothing has to.
export function liveUntil(record) {
  const values = (name) => record.entries.filter((entry) => entry.name === name).map((entry) => entry.value);
  let first = Infinity;
  for (const name of new Set(record.entries.map((entry) => entry.name))) {
    if (!name.startsWith("capturedLive.")) continue;
    const moments = values(name.replace("capturedLive.", "capturedAt."));
    values(name).forEach((live, index) => { if (live === "true") first = Math.min(first, Date.parse(moments[index])); });
  }
  return record.within ? first + record.within * 1000 : Infinity;
}
