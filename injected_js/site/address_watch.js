/** Reports changes of the page's address, and says which conversation it names. */
import { Leaving } from "./address_change.js";
import { makeThrottle } from "../platform/scheduling.js";

/** Maximum characters of an address that Python accepts. */
const URL_MOST = 8000;

/** @returns {string} the document's address, as Python accepts it */
export const shortAddress = () => location.href.slice(0, URL_MOST);

export class AddressWatch {
  /**
   * @param {object} parts
   * @param {string} parts.pattern  the profile's regular expression whose first group is the conversation's key
   * @param {import("../observe/observer.js").Watcher} parts.watcher
   * @param {import("./sent_message.js").SentMessages} parts.sent
   * @param {(message: import("../protocol.js").Message) => void} parts.send
   * @param {{ wait: number }} parts.pace  ms between two checks
   * @param {AbortSignal} parts.signal
   */
  constructor({ pattern, watcher, sent, send, pace, signal }) {
    this.pattern = pattern ? new RegExp(pattern) : null;
    this.watcher = watcher;
    this.sent = sent;
    this.send = send;
    this.leaving = new Leaving(signal);
    this.address = location.href;
    // The address can change without a DOM mutation, and thousands of times in a row; the last address is always sent.
    const checkSoon = makeThrottle(() => this.check(), pace, signal);
    navigation.addEventListener("currententrychange", () => checkSoon(), { signal });
    watcher.setConversation(this.#keyOf(this.address));
  }

  /** Reports the address if it has changed. */
  check() {
    if (location.href === this.address) return;
    const before = this.#keyOf(this.address);
    this.address = location.href;
    const key = this.#keyOf(this.address);
    const byPerson = this.leaving.to(this.address);
    if (byPerson || (before && before !== key)) this.sent.forget();
    this.watcher.setConversation(key);
    this.send({ t: "url", url: shortAddress(), by_person: byPerson });
  }

  /** @param {string} url @returns {string} the conversation's key, "" if it has none */
  #keyOf(url) {
    return this.pattern?.exec(url)?.[1] ?? "";
  }
}
