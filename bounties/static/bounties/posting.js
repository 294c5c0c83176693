// Says what the dry run found at its field, once somebody has been there: what is not typed yet is no error.
"use strict";

(() => {
const form = document.getElementById("job");
const visited = new Set();
const nameOf = (field) => field.querySelector("[name]")?.name;

form.addEventListener("change", (event) => visited.add(event.target.name));

function tell() {
  const wrong = new Map();
  for (const link of form.querySelectorAll("#plan [data-wrong]")) wrong.set(link.dataset.wrong, link.textContent);
  for (const field of form.querySelectorAll(".field")) {
    const name = nameOf(field);
    const found = [...wrong].find(([key]) => key === name || key.startsWith(`${name}.`));
    const input = field.querySelector("[name]"), id = `${(field.querySelector("fieldset") || input).id}-error`;
    let said = field.querySelector(".error");
    const words = found && visited.has(name) ? found[1] : "";
    field.classList.toggle("wrong", Boolean(words));
    if (!words) {
      said?.remove();
      input.removeAttribute("aria-invalid");
      continue;
    }
    if (!said) {
      said = document.createElement("p");
      said.className = "error";
      said.id = id;
      field.append(said);
    }
    if (said.textContent !== words) said.textContent = words;
    input.setAttribute("aria-invalid", "true");
  }
}

// On a phone the cost lies below the form: its sum goes along while one types.
function sum() {
  const running = form.querySelector(".running"), total = form.querySelector("#plan [data-total]");
  running.hidden = !total;
  running.querySelector("strong").textContent = total ? total.textContent : "";
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "plan") return;
  tell();
  sum();
});
sum();

// An error within folded fields is shown when it is gone to.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-wrong]");
  const field = link && document.getElementById(link.hash.slice(1));
  field?.closest("details")?.setAttribute("open", "");
});
})();
