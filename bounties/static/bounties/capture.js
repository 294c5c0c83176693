// Notes beside each file that is chosen when it was made, and whether a camera field took it: evidence and check-ins are judged
// by that. The device's own time of the file is sent, so an old photo from the gallery stays an old photo.
"use strict";

for (const input of document.querySelectorAll("input[type=file][data-captured]")) {
  const notes = document.createElement("span");
  notes.hidden = true;
  input.after(notes);
  input.addEventListener("change", () => {
    notes.replaceChildren();
    for (const file of input.files) {
      note(`capturedLive.${input.name}`, input.dataset.captured === "live" ? "true" : "false");
      note(`capturedAt.${input.name}`, new Date(file.lastModified).toISOString());
    }
  });

  function note(name, value) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    notes.append(field);
  }
}

// A phone's camera gives one photo at a time: each that was taken opens room for the next.
for (const list of document.querySelectorAll("[data-shots]")) {
  list.addEventListener("change", () => {
    const waiting = [...list.querySelectorAll(".field")].find((field) => field.hidden);
    const inputs = [...list.querySelectorAll("input[type=file]")].filter((input) => !input.closest(".field").hidden);
    if (waiting && inputs.every((input) => input.files.length)) waiting.hidden = false;
  });
}
