/**
 * Queues mutation records until they are handled. Before hiding is enabled nothing is urgent: the records are handled in
 * short tasks, so that the page stays responsive. While the browser still parses the document, records are not kept at
 * all: the whole document is searched when it has been parsed, and before that only now and then.
 */

const AT_ONCE = 40;
const BUDGET = 8;
/** Ms after which a document that is still being parsed is searched, and the part of the time that searching may take. */
const SLOW = 1000;
const SHARE = 0.05;

export class MutationQueue {
  /**
   * @param {object} parts
   * @param {(records: MutationRecord[], scanned: Set<Node>) => void} parts.handle  `scanned` holds the nodes that were
   *   scanned: a node is often scanned with its parent, before its own record arrives
   * @param {() => void} parts.search  searches the whole document for what changed
   * @param {() => boolean} parts.isParsing  the browser still parses the document
   * @param {(job: () => void) => void} parts.queueTask  runs a job in a separate task
   * @param {AbortSignal} parts.signal
   */
  constructor({ handle, search, isParsing, queueTask, signal }) {
    this.handle = handle;
    this.search = search;
    this.isParsing = isParsing;
    this.queueTask = queueTask;
    /** @type {MutationRecord[]} */
    this.waiting = [];
    /** @type {Set<Node>} */
    this.scanned = new Set();
    /** Records came that were not kept. */
    this.dropped = false;
    this.timer = 0;
    this.pause = SLOW;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** @returns {boolean} changes were not handled yet, so a node that is found now may have been in the page for a while */
  get isBehind() {
    return this.waiting.length > 0 || this.dropped;
  }

  /** @param {MutationRecord[]} records @param {boolean} urgent  something may have to be hidden before the next paint */
  take(records, urgent) {
    if (!urgent && !this.waiting.length && this.isParsing()) {
      this.dropped = true;
      this.timer ||= setTimeout(() => this.settle(), this.pause);
      return;
    }
    this.settle();
    if (urgent || (!this.isBehind && records.length <= AT_ONCE)) {
      this.handle(records, new Set());
      return;
    }
    if (!this.isBehind) this.queueTask(() => this.#catchUp());
    for (const record of records) this.waiting.push(record);
  }

  /** Finds the changes whose records were not kept. */
  settle() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.dropped) return;
    const began = performance.now();
    this.search();
    this.dropped = false;
    this.pause = Math.max(SLOW, (performance.now() - began) / SHARE);
  }

  /** Handles all changes now, however long that takes. */
  handleAll() {
    this.settle();
    this.#catchUp(Infinity);
  }

  #catchUp(until = performance.now() + BUDGET) {
    let at = 0;
    while (at < this.waiting.length && performance.now() < until) {
      this.handle(this.waiting.slice(at, at + AT_ONCE), this.scanned);
      at += AT_ONCE;
    }
    this.waiting.splice(0, at);
    if (this.isBehind) this.queueTask(() => this.#catchUp());
    else this.scanned = new Set();
  }
}
