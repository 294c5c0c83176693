// Puts what a form held back into its fields, files too.
export function enable(form) {
  for (const button of form.querySelectorAll("button[data-was]")) { button.disabled = false; button.textContent = button.dataset.was; }
}

export function fill(form, entries) {
  const used = {};
  enable(form);
  for (const element of form.elements) {
    if (!element.name || element.type === "hidden" || element.tagName === "BUTTON") continue;
    const given = entries.filter((entry) => entry.name === element.name);
    if (element.type === "file") {
      if (!given.length) continue;
      const carrier = new DataTransfer();
      for (const { value, file } of given) carrier.items.add(new File([value], file, { type: value.type, lastModified: value.lastModified }));
      element.files = carrier.files;
      element.closest(".field")?.removeAttribute("hidden");
      element.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (element.type === "checkbox" || element.type === "radio") {
      element.checked = given.some((entry) => entry.value === element.value);
    } else {
      const index = used[element.name] = (used[element.name] ?? -1) + 1;
      if (given[index]) element.value = given[index].value;
    }
  }
}
