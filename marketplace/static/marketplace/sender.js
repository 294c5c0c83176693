// Sends one kept form, and says what came of it in one word (`kind`), without touching the page. A network that stands still is
// given up after a while instead of being waited for without an end.
const STILL = 45000, ANSWER = 120000; // milliseconds without a byte going out, and without an answer once all is sent

const isSignIn = (address) => new URL(address, location.href).pathname.startsWith("/account/login");

// The token against forgery of the session that is here now, from the form's own page, if the same person is signed in. A page on
// which nothing is taken any more has no form: what was kept is sent all the same, since the answer says why it is not taken.
export async function fresh(record) {
  try {
    for (const address of [record.page, "/settings"]) {
      const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(STILL) });
      if (answer.status === 429 || answer.status >= 500) return later(answer.headers.get("Retry-After"));
      const is = answer.headers.get("X-Reader");
      if (isSignIn(answer.url) || (record.reader && is && is !== record.reader)) return { kind: "signin" };
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const field = page.querySelector("[name=csrfmiddlewaretoken]");
      if (field) return { kind: "token", token: field.value };
    }
    return later();
  } catch (error) {
    return { kind: error.name === "TimeoutError" ? "slow" : "waiting" };
  }
}

const later = (seconds) => ({ kind: "later", after: Number(seconds) || 60 });

export function post(record, token, progress) {
  const body = new FormData();
  for (const { name, value, file } of record.entries) {
    if (name === "csrfmiddlewaretoken") body.append(name, token || value);
    else if (value instanceof Blob) body.append(name, value, file);
    else body.append(name, value);
  }
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let still = 0;
    const within = (ms) => { clearTimeout(still); still = setTimeout(() => request.abort(), ms); };
    request.open("POST", record.action);
    request.setRequestHeader("Accept", "text/html");
    request.setRequestHeader("X-Name-Next", "1"); // name the page that comes next, instead of leading there
    request.upload.onprogress = (event) => { within(STILL); if (event.lengthComputable) progress(event.loaded / event.total); };
    request.upload.onload = () => within(ANSWER);
    request.onload = () => resolve(verdict(request));
    request.onerror = () => resolve({ kind: "waiting" });
    request.onabort = () => resolve({ kind: "slow" });
    request.onloadend = () => clearTimeout(still);
    within(STILL);
    request.send(body);
  });
}

function verdict(request) {
  const { status } = request, code = request.getResponseHeader("X-Error-Code");
  if (isSignIn(request.responseURL || "/")) return { kind: "signin" };
  if (status === 429 || status >= 500) return later(request.getResponseHeader("Retry-After"));
  if (status === 403 && code === "form_too_old") return { kind: "forged" };
  if (status === 409 && code === "idempotency_in_progress") return { kind: "busy" };
  if (status >= 400) return { kind: "refused", html: request.responseText };
  try {
    const { to } = JSON.parse(request.responseText);
    return isSignIn(to) ? { kind: "signin" } : { kind: "done", to };
  } catch { return { kind: "later", after: 60 }; } // not an answer of ours, such as a page of a café's network
}
