/** The list of conversations. */

import { listConversations } from "./api.js";
import { search } from "./settings.js";

/** Draws the server's conversations. @param {HTMLElement} list @param {string | null} current */
export async function drawSidebar(list, current) {
  const items = (await listConversations()).map(({ id, title }) => {
    const link = document.createElement("a");
    link.href = `/c/${id}${search}`;
    link.dataset.conversation = id;
    link.textContent = title;
    link.title = title;
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  list.replaceChildren(...items);
  markCurrent(list, current);
}

/** @param {HTMLElement} list @param {string | null} current */
export function markCurrent(list, current) {
  for (const link of list.querySelectorAll("a")) {
    if (link.dataset.conversation === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
