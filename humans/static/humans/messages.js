// Adds what is new to the conversation that is open, and leaves the rest where it is: who listens to the page hears only what was
// added. A conversation that nobody looks at is not asked for again: what is shown counts as read.
"use strict";

(() => {
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.target.id === "said") event.preventDefault();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const target = event.detail.target, list = target.querySelector("ol.thread");
  if (target.id !== "said" || event.detail.xhr.status !== 200) return;
  const fresh = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html").querySelectorAll("ol.thread > li");
  if (!list && fresh.length) return; // the first message takes the place of the words that there is none
  event.detail.shouldSwap = false;
  for (const message of fresh) {
    const id = message.dataset.id, known = [...list.children].find((item) => item.dataset.id === id);
    if (known) {
      const [said, is] = [known.firstElementChild, message.firstElementChild]; // who and when, and whether it was read
      if (said.textContent !== is.textContent) said.replaceChildren(...is.childNodes);
      continue;
    }
    document.getElementById("newest")?.removeAttribute("id");
    list.append(message);
    message.scrollIntoView({ block: "nearest" });
  }
});
})();
