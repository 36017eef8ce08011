/** Blocks without a name, in place of texts that may become calls: which units have one, and in which host. */

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

export class Beginnings {
  /**
   * @param {import("./function_blocks.js").FunctionBlocks} blocks
   * @param {import("./hidden_text.js").HiddenText} hiddenText
   */
  constructor(blocks, hiddenText) {
    this.blocks = blocks;
    this.hiddenText = hiddenText;
    /** @type {Map<Unit, Element>} */
    this.hosts = new Map();
  }

  /** @param {Unit} unit @returns {boolean} */
  has(unit) {
    return this.hosts.has(unit);
  }

  /** @param {Unit} unit  one with a host in the page */
  show(unit) {
    const host = this.hiddenText.mainHost(unit);
    const before = this.hosts.get(unit);
    if (before && before !== host) this.blocks.begin(before, false);
    this.hosts.set(unit, host);
    this.blocks.begin(host, true);
  }

  /** @param {Unit} unit */
  remove(unit) {
    const host = this.hosts.get(unit);
    this.hosts.delete(unit);
    if (host) this.blocks.begin(host, false);
  }

  /** Keeps those of these units. @param {(unit: Unit) => boolean} kept */
  keep(kept) {
    for (const unit of [...this.hosts.keys()]) if (!kept(unit)) this.remove(unit);
  }
}
