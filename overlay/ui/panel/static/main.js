/** The panel: shows the state from Python, and sends the user's commands. It runs in an isolated world of its page. */
import { t, useWords } from "./platform/language.js";
import { byId, onPress, write } from "./dom.js";
import { Attachments } from "./attachments.js";
import { Calls } from "./calls.js";
import { showAllowed, showServers } from "./lists.js";
import { openResult } from "./result.js";
import { endReview, showReview } from "./review.js";
import { Questions } from "./questions.js";
import { Knowledge } from "./knowledge.js";
import { SettingsView } from "./settings.js";
import { Tools } from "./tools.js";
import { UnknownChat } from "./unknown.js";

/**
 * @typedef {{ binding: string, entry: string, words: Record<string, string> }} Config  words: translations by English text
 * @param {Config} config
 */
export const start = ({ binding, entry, words }) => {
  useWords(words);
  const world = /** @type {any} */ (globalThis);
  /** @type {import("./dom.js").Say} */
  const say = (order) => world[binding](JSON.stringify(order));
  const questions = new Questions(byId("questions"), say);
  questions.show([]);
  const unknown = new UnknownChat(say);
  const tools = new Tools(say);
  const halt = byId("halt");

  onPress(halt, () => say({ t: "halt", on: halt.getAttribute("aria-pressed") !== "true" }));
  const knowledge = new Knowledge(say);
  const calls = new Calls(say);
  const attachments = new Attachments(say);
  const settings = new SettingsView(say);

  /** @param {string} message a `PanelState` as JSON */
  const take = (message) => {
    /** @type {import("./types.js").PanelState} */
    const shown = JSON.parse(message);
    if (shown.halted !== undefined) {
      halt.setAttribute("aria-pressed", String(shown.halted));
      write(halt, shown.halted ? t("Resume") : t("Stop everything"));
      document.body.classList.toggle("halted", shown.halted);
    }
    if (shown.trouble !== undefined) write(byId("trouble"), shown.trouble);
    if (shown.unknown) unknown.show(shown.unknown);
    if (shown.word !== undefined) write(byId("word"), shown.word);
    if (shown.said !== undefined) write(byId("said"), shown.said);
    if (shown.knowledge) knowledge.show(shown.knowledge);
    if (shown.calls) calls.take(shown.calls);
    if (shown.chats) {
      tools.setChats(shown.chats);
      calls.setChats(shown.chats);
    }
    if (shown.tools) tools.show(shown.tools);
    if (shown.servers) showServers(shown.servers, say);
    if (shown.allowed) showAllowed(shown.allowed, say);
    if (shown.attachments) attachments.show(shown.attachments);
    if (shown.attachment) attachments.showContent(shown.attachment);
    if (shown.settings) settings.show(shown.settings);
    if (shown.questions) {
      questions.show(shown.questions);
      const count = shown.questions.length;
      document.title = count ? `(${count}) overlay` : "overlay";
    }
    if (shown.raised !== undefined) {
      questions.raised(shown.raised);
      unknown.raised();
    }
    if (shown.result) calls.result(shown.result);
    if (shown.opened) openResult(shown.opened);
    if (shown.review) showReview(shown.review, say);
    if (shown.reviewed !== undefined) endReview(shown.reviewed);
    if (shown.instructions !== undefined) knowledge.showText(shown.instructions);
  };
  /** @type {(() => void)[]} */
  const asking = [];
  /** Python's answer to `alive`. */
  const answered = () => {
    for (const done of asking.splice(0)) done();
  };
  /**
   * Whether the Python process of this window still answers; see leftover_windows.py.
   * @param {number} limit milliseconds
   */
  const alive = (limit) =>
    new Promise((done) => {
      asking.push(() => done(true));
      setTimeout(() => done(false), limit);
      world[binding]("alive");
    });
  world[entry] = { take, alive, answered };
};
