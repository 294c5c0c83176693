// Notes beside each file that is chosen when it was made, and whether a camera field took it: evidence and check-ins are judged
// by that. The device's own time of the file is sent, so an old photo from the gallery stays an old photo.
"use strict";

document.addEventListener("change", (event) => {
  const input = event.target;
  if (input.matches("input[type=file][data-captured]")) note(input);
  if (input.closest("[data-shots]")) openNext(input.closest("[data-shots]"));
});

function note(input) {
  let notes = input.nextElementSibling;
  if (!notes || !notes.matches("[data-notes]")) {
    notes = document.createElement("span");
    notes.hidden = true;
    notes.dataset.notes = "";
    input.after(notes);
  }
  notes.replaceChildren();
  for (const file of input.files) {
    for (const [name, value] of [["Live", String(input.dataset.captured === "live")], ["At", new Date(file.lastModified).toISOString()]]) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = `captured${name}.${input.name}`;
      field.value = value;
      notes.append(field);
    }
  }
}

// A phone's camera gives one photo at a time: each that was taken opens room for the next.
function openNext(list) {
  const waiting = [...list.querySelectorAll(".field")].find((field) => field.hidden);
  const inputs = [...list.querySelectorAll("input[type=file]")].filter((input) => !input.closest(".field").hidden);
  if (waiting && inputs.every((input) => input.files.length)) waiting.hidden = false;
}
