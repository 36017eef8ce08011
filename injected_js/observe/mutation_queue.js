/**
 * What happened in the page, on its way to whoever looks at it. While nothing may be hidden yet there is no hurry: a
 * long history that is being parsed is looked at bit by bit, and no task of ours holds the page up.
 */

const AT_ONCE = 40;
const BUDGET = 8;

export class MutationQueue {
  /**
   * @param {(records: MutationRecord[], scanned: Set<Node>) => void} settle  `scanned` is what was looked at already:
   *   a parser tells of a node after its parent, with which it was seen
   * @param {(job: () => void) => void} soon  runs a job in a task of its own
   */
  constructor(settle, soon) {
    this.settle = settle;
    this.soon = soon;
    /** @type {MutationRecord[]} */
    this.waiting = [];
    /** @type {Set<Node>} */
    this.scanned = new Set();
  }

  /** @returns {boolean} what comes to light now may have stood there for a while */
  get behind() {
    return this.waiting.length > 0;
  }

  /** @param {MutationRecord[]} records @param {boolean} urgent  something may have to be hidden before the next paint */
  take(records, urgent) {
    if (urgent || (!this.behind && records.length <= AT_ONCE)) {
      this.settle(records, new Set());
      return;
    }
    if (!this.behind) this.soon(() => this.#catchUp());
    for (const record of records) this.waiting.push(record);
  }

  #catchUp() {
    const until = performance.now() + BUDGET;
    let at = 0;
    while (at < this.waiting.length && performance.now() < until) {
      this.settle(this.waiting.slice(at, at + AT_ONCE), this.scanned);
      at += AT_ONCE;
    }
    this.waiting.splice(0, at);
    if (this.behind) this.soon(() => this.#catchUp());
    else this.scanned = new Set();
  }
}
