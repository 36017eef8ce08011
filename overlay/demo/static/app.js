/** Holds the state of the chat page, and connects composer, thread, sidebar and address. */

import { chat, loadConversation } from "./api.js";
import { PlainComposer } from "./composer_plain.js";
import { RichComposer } from "./composer_rich.js";
import { copyCode } from "./copy.js";
import { AppendRenderer } from "./render_append.js";
import { FrameworkThread } from "./render_framework.js";
import { RebuildRenderer } from "./render_rebuild.js";
import { Follower } from "./scroll.js";
import { search, settings } from "./settings.js";
import { drawSidebar, markCurrent } from "./sidebar.js";
import { Thread } from "./thread.js";

/** @param {string} selector @returns {HTMLElement} */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** @param {string} testid @param {string} label */
function iconButton(testid, label) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = testid;
  button.dataset.testid = testid;
  button.setAttribute("aria-label", label);
  return button;
}

const root = find(".thread");
const list = find(".conversations");
const follower = new Follower(find(".scroller"), root);
const Composer = settings.richComposer ? RichComposer : PlainComposer;
const composer = new Composer(draw, () => void send());
const sendButton = iconButton("send", "Send message");
const stopButton = iconButton("stop", "Stop generating");
const thread =
  settings.render === "framework"
    ? new FrameworkThread(root)
    : new Thread(root, settings.render === "append" ? AppendRenderer : RebuildRenderer);

/** @type {string | null} */
let conversation = null;
/** @type {AbortController | null} */
let streaming = null;

function draw() {
  composer.render();
  sendButton.disabled = streaming !== null || composer.text.trim() === "";
  if (streaming && !stopButton.isConnected) find(".composer-buttons").append(stopButton);
  if (!streaming) stopButton.remove();
  find(".composer").classList.toggle("streaming", streaming !== null);
  find(".welcome").hidden = conversation !== null || streaming !== null;
}

/** @param {string} text */
function notice(text) {
  find(".notice").textContent = text;
  find(".notice").hidden = text === "";
}

async function send() {
  const { text } = composer;
  if (streaming || text.trim() === "") return;
  const abort = new AbortController();
  streaming = abort;
  composer.set("");
  notice("");
  draw();
  root.classList.add("waiting");
  let begun = false;
  const show = batched((delta) => {
    if (streaming !== abort) return;
    root.classList.remove("waiting");
    thread.push(delta);
  });
  try {
    await chat(
      { conversation, text },
      {
        begun: (ids) => {
          if (streaming !== abort) return;
          begun = true;
          thread.add({ id: ids.user, role: "user", text });
          thread.begin(ids.assistant);
          follower.toBottom();
          if (conversation === null) opened(ids.conversation, ids.title);
        },
        text: show.push,
      },
      abort.signal,
    );
  } catch (error) {
    if (!abort.signal.aborted) notice(error instanceof Error ? error.message : String(error));
    if (!begun) composer.set(text);
  }
  show.flush();
  if (streaming !== abort) return;
  streaming = null;
  root.classList.remove("waiting");
  thread.end();
  draw();
}

/** Gives a new conversation its address and title, without loading a page. @param {string} id @param {string} title */
function opened(id, title) {
  conversation = id;
  history.pushState(null, "", `/c/${id}${search}`);
  document.title = `${title} · Wren`;
  void drawSidebar(list, id);
}

/** Shows the conversation of the address, in new nodes. */
async function route() {
  streaming?.abort();
  streaming = null;
  notice("");
  const id = /^\/c\/([\w-]+)$/.exec(location.pathname)?.[1] ?? null;
  conversation = id;
  document.title = "Wren";
  thread.show([]);
  markCurrent(list, id);
  draw();
  composer.focus();
  if (id === null) return;
  try {
    const loaded = await loadConversation(id);
    if (conversation !== id) return;
    thread.show(loaded.messages);
    document.title = `${loaded.title} · Wren`;
    follower.toBottom();
  } catch (error) {
    notice(error instanceof Error ? error.message : String(error));
  }
}

/** With ?burst, passes on the arrived text once per frame, else at once. @param {(delta: string) => void} push */
function batched(push) {
  let held = "";
  const flush = () => {
    const delta = held;
    held = "";
    if (delta) push(delta);
  };
  if (!settings.burst) return { push, flush };
  return {
    push: (/** @type {string} */ delta) => {
      if (!held) requestAnimationFrame(flush);
      held += delta;
    },
    flush,
  };
}

find(".composer-field").append(composer.element);
find(".composer-buttons").append(sendButton);
sendButton.addEventListener("click", () => void send());
stopButton.addEventListener("click", () => streaming?.abort());
root.addEventListener("click", copyCode);
addEventListener("popstate", () => void route());
find(".sidebar").addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const path = link.dataset.conversation ? link.href : `/${search}`;
  history.pushState(null, "", path);
  void route();
});
for (const suggestion of document.querySelectorAll(".suggestion")) {
  suggestion.addEventListener("click", () => {
    composer.set(suggestion.textContent ?? "");
    void send();
  });
}
void drawSidebar(list, null).then(() => markCurrent(list, conversation));
void route();
