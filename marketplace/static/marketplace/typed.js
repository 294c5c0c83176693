// What was typed into a form is there again for whoever goes back from an answer that is no page of the form, such as that there
// were too many tries. It is forgotten with the next page.
import { fill } from "./fields.js";
import { reader } from "./outbox.js";

const KEY = "typed";

function restore() {
  const typed = JSON.parse(sessionStorage.getItem(KEY) || "null");
  const how = performance.getEntriesByType("navigation")[0]?.type;
  if (!typed || how !== "back_forward") return sessionStorage.removeItem(KEY);
  if (typed.page !== location.pathname || typed.reader !== reader) return null;
  const form = [...document.querySelectorAll("form[method=post]")].find((one) => one.querySelector("[name=act]")?.value === typed.act);
  return form && fill(form, typed.entries);
}

document.addEventListener("submit", (event) => {
  const form = event.target, act = form.querySelector("[name=act]")?.value;
  if (!act || form.matches("[data-keep]") || form.querySelector("[type=password]")) return;
  const texts = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && name !== "csrfmiddlewaretoken");
  const entries = texts.map(([name, value]) => ({ name, value }));
  try { sessionStorage.setItem(KEY, JSON.stringify({ act, reader, entries, page: location.pathname })); } catch { /* too long, or not allowed */ }
});

try { restore(); } catch { /* a browser that keeps nothing */ }
