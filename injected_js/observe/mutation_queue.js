/**
 * Queues mutation records until they are handled. Before hiding is enabled nothing is urgent: the records of
 * a long history that is being parsed are handled in short tasks, so that the page stays responsive.
 */

const AT_ONCE = 40;
const BUDGET = 8;

export class MutationQueue {
  /**
   * @param {(records: MutationRecord[], scanned: Set<Node>) => void} handle  `scanned` holds the nodes that were scanned:
   *   while the parser adds nodes, a node is often scanned with its parent, before its own record arrives
   * @param {(job: () => void) => void} queueTask  runs a job in a separate task
   */
  constructor(handle, queueTask) {
    this.handle = handle;
    this.queueTask = queueTask;
    /** @type {MutationRecord[]} */
    this.waiting = [];
    /** @type {Set<Node>} */
    this.scanned = new Set();
  }

  /** @returns {boolean} records are waiting, so a node that is found now may have been in the page for a while */
  get isBehind() {
    return this.waiting.length > 0;
  }

  /** @param {MutationRecord[]} records @param {boolean} urgent  something may have to be hidden before the next paint */
  take(records, urgent) {
    if (urgent || (!this.isBehind && records.length <= AT_ONCE)) {
      this.handle(records, new Set());
      return;
    }
    if (!this.isBehind) this.queueTask(() => this.#catchUp());
    for (const record of records) this.waiting.push(record);
  }

  #catchUp() {
    const until = performance.now() + BUDGET;
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
