/**
 * Opens and closes the arguments of a block: automatically while the user has to decide, until the user does it, and
 * so that nothing moves that the user may be reading.
 */

/** Statuses in which the user has not decided: the arguments stay visible. */
export const UNDECIDED = ["streaming", "ready", "scheduled"];

/** @param {import("../protocol.js").BlockView} view @returns {boolean} the call is in a quote or beside the chat */
export const isApart = ({ quoted, beside }) => !!(quoted || beside);

export class Folding {
  /**
   * @param {object} parts
   * @param {ReturnType<typeof import("./block_dom.js").makeTree>} parts.tree
   * @param {import("./block_height.js").BlockHeight} parts.height
   * @param {import("./parameter_list.js").ParameterList} parts.params
   * @param {() => import("../protocol.js").BlockView} parts.view
   * @param {(open: boolean, touched: boolean) => void} parts.report
   * @param {() => void} parts.changed  called when other parts of the block are shown
   */
  constructor({ tree, height, params, view, report, changed }) {
    this.tree = tree;
    this.height = height;
    this.params = params;
    this.view = view;
    this.report = report;
    this.changed = changed;
    this.open = false;
    /** The user opened, closed or scrolled the block, which no longer opens and closes automatically. */
    this.touched = false;
    /** Nothing below the block is in view, so it may grow. */
    this.last = false;
  }

  /** The user opens or closes the arguments. */
  toggle() {
    this.touched = true;
    this.set(!this.open);
    this.collapseIfSent(true);
  }

  /** The user used the block. */
  use() {
    if (this.touched) return;
    this.touched = true;
    this.report(this.open, true);
  }

  /** Shrinks the block while it is out of view, when nothing visible moves. */
  compact() {
    const { block, effects } = this.tree;
    const { status = "" } = this.view();
    if (this.touched || UNDECIDED.includes(status) || status === "running" || this.height.isUsed(block)) return;
    if (this.open) this.set(false);
    this.height.cap();
    effects.hidden = true;
    this.collapseIfSent(true);
  }

  /** Opens the arguments while the user must read and decide. */
  openIfUndecided() {
    const view = this.view();
    const { status = "" } = view;
    if (this.touched || this.open || isApart(view)) return;
    if (status === "streaming" || (this.params.size && UNDECIDED.includes(status))) this.set(true);
  }

  /** Replaces the arguments by the result, unless the user is reading or editing them. */
  replaceArguments() {
    if (this.touched || (this.open && this.height.isUsed(this.tree.content)) || !this.height.hold(this.last)) return;
    if (this.open) this.set(false);
  }

  /**
   * Reduces a block to one line, which can be opened, after its result was sent. This waits until the block is out of
   * view, since the content below moves.
   * @param {boolean} [now]  do not wait, since the user caused it
   */
  collapseIfSent(now = false) {
    const { classList } = this.tree.block;
    const quiet = !!this.view().sent && !this.open && (now || !this.height.inView || classList.contains("quiet"));
    classList.toggle("quiet", quiet);
    this.changed();
  }

  /** @param {boolean} open */
  set(open) {
    this.unfold(open);
    this.report(open, this.touched);
  }

  /** Opens or closes the arguments without a report. @param {boolean} open */
  unfold(open) {
    const { block, content, expand } = this.tree;
    this.open = open;
    block.classList.toggle("expanded", open);
    content.style.display = open ? "block" : "none";
    expand.setAttribute("aria-expanded", String(open));
    if (open) this.params.showAll();
    this.collapseIfSent();
  }
}
