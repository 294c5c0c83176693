"use strict";
// A button that copies what is shown once; without a script the text is selected and copied by hand.
for (const field of document.querySelectorAll("[data-copy]")) {
  field.addEventListener("focus", () => field.select());
  if (!navigator.clipboard) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet small";
  button.textContent = field.dataset.copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = field.dataset.copied;
  });
  const line = document.createElement("p");
  line.className = "actions";
  line.append(button);
  field.after(line);
}
