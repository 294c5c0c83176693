// A conversation that nobody looks at is not asked for again: what is shown counts as read.
"use strict";

document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.target.id === "said") event.preventDefault();
});

let last = document.querySelector("#said li:last-child");
document.addEventListener("htmx:afterSettle", () => {
  const now = document.querySelector("#said li:last-child");
  if (now && last && now.dataset.id !== last.dataset.id) now.scrollIntoView({ block: "nearest" });
  last = now;
});
