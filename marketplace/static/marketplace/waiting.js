// The cards of forms that wait to be sent, or that will not be sent by themselves, on top of whichever page is open.
import { content, words } from "./outbox.js";

export const clear = (id) => document.getElementById(`kept-${id}`)?.remove();

function list() {
  let found = document.getElementById("waiting");
  if (!found) {
    found = document.createElement("div");
    found.id = "waiting";
    document.querySelector("main").prepend(found);
  }
  return found;
}

// `head`: what stands above what is said. Of a form that was not taken, it does not say that it waits.
export function card(record, head = record.refused ? words.unsent : words.wait) {
  let item = document.getElementById(`kept-${record.id}`);
  if (!item) {
    item = document.createElement("div");
    item.id = `kept-${record.id}`;
    item.className = "alert wait";
    item.innerHTML = "<p class='soft fine'></p><p role='status' tabindex='-1'></p><progress max='1' value='0' hidden></progress><p class='actions'></p>";
    list().append(item);
  }
  const [title, text, bar, actions] = item.children;
  title.textContent = head.replace("{what}", content(record)).replace("{title}", record.title || "");
  return {
    item,
    progress(part) { bar.hidden = false; bar.value = part; },
    say(said, { link = "", acts = [] } = {}) {
      if (text.textContent !== said) text.textContent = said;
      if (acts.length || link) bar.hidden = true;
      actions.replaceChildren(...acts.map(([name, act]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "quiet";
        button.textContent = name;
        button.addEventListener("click", act);
        return button;
      }));
      if (!link) return;
      const open = document.createElement("a");
      open.className = "button quiet";
      open.href = link;
      open.textContent = words.open;
      actions.append(open);
    },
  };
}
