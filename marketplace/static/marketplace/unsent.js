// A page may hold several forms. When one of them was sent and the page comes back, what was typed into the others is there again.
// It is forgotten with the next page.
import { fill } from "./fields.js";
import { reader } from "./outbox.js";

const KEY = "unsent";
const ANEW = ["csrfmiddlewaretoken", "form"]; // have another value each time the page is written

const forms = () => [...document.querySelectorAll("main form[method=post]")].filter((form) => !form.querySelector("[type=password]"));

// By what it does and to what: its hidden fields.
function called(form) {
  const hidden = [...form.elements].filter((field) => field.type === "hidden" && !ANEW.includes(field.name));
  return JSON.stringify(hidden.map((field) => [field.name, field.value]));
}

function isChanged(field) {
  if (!field.name || ["hidden", "file"].includes(field.type) || field.tagName === "BUTTON") return false;
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  return field.value !== (field.querySelector("option[selected]") ?? field.options[0])?.value;
}

function restore() {
  const unsent = JSON.parse(sessionStorage.getItem(KEY) || "null");
  sessionStorage.removeItem(KEY);
  if (!unsent || unsent.page !== location.pathname || unsent.reader !== reader) return;
  for (const form of forms()) {
    const typed = unsent.typed.find((one) => one.called === called(form));
    if (!typed) continue;
    fill(form, typed.entries);
    if (form.closest("details")) form.closest("details").open = true;
  }
}

document.addEventListener("submit", (event) => {
  const others = forms().filter((form) => form !== event.target && [...form.elements].some(isChanged));
  const typed = others.map((form) => {
    const texts = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !ANEW.includes(name));
    return { called: called(form), entries: texts.map(([name, value]) => ({ name, value })) };
  });
  try { sessionStorage.setItem(KEY, JSON.stringify({ reader, typed, page: location.pathname })); } catch { /* too long, or not allowed */ }
});

// A refused form's page takes the place of this one without being loaded.
document.addEventListener("main:new", () => { try { restore(); } catch { /* a browser that keeps nothing */ } });
try { restore(); } catch { /* a browser that keeps nothing */ }
