/**
 * Observes the document and its open shadow roots. In the observer's microtask, so before the next paint, it
 * hides text that may become a call and restores hosts in nodes that the site rebuilt. Python gets the
 * changes in batches.
 */
import { isConnected, isElement, parentOf, ready, rectOf, rootElement } from "../platform/captured_dom.js";
import { fenceAround } from "../reading/fences.js";
import { ChangeObserver } from "../reading/long_node.js";
import { walking } from "../reading/walk_memory.js";
import { Conflicts } from "../view/host_conflicts.js";
import { collect } from "./batches.js";
import { Finder } from "./block_finder.js";
import { ChangeReader } from "./change_reader.js";
import { HidingQueue } from "./hiding_queue.js";
import { MutationQueue } from "./mutation_queue.js";
import { TextHiding } from "./text_hiding.js";
import { UnitTable } from "./unit_table.js";
import { UnsentUnits } from "./unsent_units.js";
import { MANY } from "./view_order.js";

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

/** Places of units that are not drawn: a new one counts as in view, since the user waits for it. */
const EVERYWHERE = { top: -Infinity, bottom: Infinity };
const NOWHERE = { top: 0, bottom: 0 };

/**
 * @typedef {object} Parts
 * @property {import("../site/page_model.js").Page} page
 * @property {import("../view/host_elements.js").Hosts} hosts
 * @property {import("../view/hidden_text.js").HiddenText} hiddenText
 * @property {import("./prefilter.js").Prefilter} prefilter
 * @property {(pace?: import("../platform/scheduling.js").Pace) => void} requestFlush  asks for a flush
 * @property {(job: () => void) => void} queueTask  runs a job in a separate task
 * @property {AbortSignal} signal
 * @property {import("../site/sent_message.js").SentMessages | null} [sent]
 * @property {boolean} [whole]  a long history is read whole (the default), not only near the view
 * @property {boolean} [replay]  a recording is played again
 * @property {(text: string) => void} [trouble]  called with the reason why a unit is shown as the site made it
 * @property {(units: number[]) => void} [aside]  called with the units that show raw text for a while; empty: all
 */

export class Watcher {
  /** @param {Parts} parts */
  constructor(parts) {
    const { page, hosts, hiddenText, prefilter, requestFlush, queueTask, signal } = parts;
    this.parts = parts;
    this.hiding = new TextHiding({
      hiddenText,
      prefilter,
      mayHide: (unit) => this.hidingEnabled && !this.conflicts.isPaused(unit),
    });
    this.unsent = new UnsentUnits({
      placeOf: (unit) => this.#placeOf(unit),
      whole: parts.whole ?? true,
      isKnown: (unit) => this.table.has(unit),
      requestFlush,
      signal,
    });
    hiddenText.isUnread = (unit) => this.unsent.isDistant(unit);
    this.hidingQueue = new HidingQueue(this.hiding, !!parts.replay, signal);
    this.table = new UnitTable({
      page,
      hosts,
      hiddenText,
      longest: prefilter.longest,
      answers: (node) => this.#answersSent(node),
      isBehind: () => this.queue.isBehind,
      changed: (unit) => this.#setChanged(unit),
      separate: (unit) => this.changed(unit),
      forgotten: (unit) => this.#stopSending(unit),
      expired: () => requestFlush(),
    });
    if (parts.sent) parts.sent.onNoted = () => this.table.messageSent();
    this.queue = new MutationQueue({
      handle: (records, scanned) => this.#handle(records, scanned),
      search: () => this.#search(),
      isParsing: () => ready() === "loading",
      queueTask,
      signal,
    });
    this.changes = this.#observeChanges();
    this.conflicts = this.#settleConflicts();
    hiddenText.mayPlace = (unit, back) => this.conflicts.mayPlace(unit, back);
    this.finder = this.#findBlocks();
    this.reader = new ChangeReader({
      page,
      hosts,
      hiddenText,
      finder: this.finder,
      byNode: this.table.byNode,
      mayWrite: () => this.conflicts.write(),
      changed: (unit, record) => this.#addRecord(unit, record),
    });
  }

  #observeChanges() {
    return new ChangeObserver({
      deliver: (records) => {
        if (this.hidingEnabled) this.conflicts.enter();
        // A long history that is still being parsed is searched now and then, since hiding each part costs a layout of all.
        const isLong = this.units.size >= MANY && ready() === "loading";
        this.queue.take(records, this.hidingEnabled && !isLong);
      },
      may: (node) => this.#hidesNothing(node),
      signal: this.parts.signal,
    });
  }

  #settleConflicts() {
    const { hosts, queueTask, aside = () => {}, signal } = this.parts;
    return new Conflicts({
      queueTask,
      retry: (unit) => void (this.table.has(unit) && this.hiding.check(unit, true)),
      rest: () => this.#showAll(),
      resume: () => {
        hosts.neutralizeClones(rootElement());
        if (this.hidingEnabled) this.enableHiding();
      },
      report: aside,
      signal,
    });
  }

  #findBlocks() {
    const { page, hosts, requestFlush, signal } = this.parts;
    return new Finder({
      page,
      hosts,
      watch: (root) => this.changes.watch(root),
      late: (found) => {
        this.table.open(found);
        this.hidingQueue.check();
        requestFlush();
      },
      signal,
    });
  }

  start() {
    this.changes.watch(document);
    // The flush comes later, since the blocks may have to be hidden first.
    walking(() => this.table.open(this.finder.scan(document)));
    this.parts.requestFlush();
  }

  /** The document has been parsed. */
  parsed() {
    this.queue.settle();
  }

  /** The page has opened: blocks that appear from now on were not there at the start. */
  pageOpened() {
    this.table.settled = true;
  }

  /** @returns {Map<number, Unit>} by their ids */
  get units() {
    return this.table.units;
  }

  /** @returns {boolean} server-rendered nodes may be changed and the hiding rule is in force */
  get hidingEnabled() {
    return this.hidingQueue.enabled;
  }

  /** Starts hiding: the page is quiet and the hiding rule is in force. */
  enableHiding() {
    this.queue.settle();
    this.hidingQueue.enable(this.units.values());
    this.parts.requestFlush();
  }

  /** Removes every host; `enableHiding` restores them. */
  disableHiding() {
    this.hidingQueue.disable();
    this.#showAll();
  }

  #showAll() {
    const { hosts, hiddenText } = this.parts;
    for (const unit of this.units.values()) hiddenText.removeHosts(unit);
    for (const host of [...hosts.placed]) hosts.remove(host);
  }

  /** @param {string} chat  the key of the conversation that the page shows, "" if it has none */
  setConversation(chat) {
    this.table.setConversation(chat);
  }

  /**
   * @param {MutationRecord[]} records
   * @param {Set<Node>} scanned  nodes that were scanned already
   */
  #handle(records, scanned) {
    const same = this.table.detached.units.size ? null : this.reader.unitOfSame(records);
    if (same) {
      for (const record of records) this.#addRecord(same, record);
      this.hidingQueue.check();
      this.#changesHandled();
    } else {
      this.#handleAll(records, scanned);
    }
  }

  #changesHandled() {
    const { hosts, hiddenText, requestFlush } = this.parts;
    hiddenText.editors.refresh();
    this.unsent.distant?.lookSoon();
    hosts.hidden();
    requestFlush(this.unsent.pace());
  }

  /** @param {MutationRecord[]} records @param {Set<Node>} scanned */
  #handleAll(records, scanned) {
    const { page, hiddenText } = this.parts;
    page.invalidate();
    const { disturbed, crowded, removed, again } = walking(() => {
      const changes = this.reader.read(records, scanned);
      return { ...changes, again: this.#update(changes.found, changes.removed) };
    });
    this.hidingQueue.check();
    if (removed) this.hidingQueue.lookBeforePaint();
    // A unit that was forgotten just now had its hosts removed, too.
    for (const unit of new Set([...disturbed, ...again]))
      if (!unit.lostAt && this.table.has(unit)) this.hiding.check(unit, true);
    for (const unit of crowded)
      if (this.hidingEnabled && !unit.lostAt && hiddenText.intact(unit)) hiddenText.place(unit);
    this.#changesHandled();
  }

  /** @param {Iterable<Element>} found  nodes of units @param {boolean} removed  nodes were removed @returns {Unit[]} the units whose nodes were added again */
  #update(found, removed) {
    const { again, lost } = this.table.update(found, removed, this.hidingQueue.changed);
    for (const unit of lost) this.parts.hiddenText.removeHosts(unit);
    return again;
  }

  /** Finds all changes of the document without their records. */
  #search() {
    const { page, requestFlush } = this.parts;
    page.invalidate();
    const known = [...this.units.values()];
    walking(() => this.#update(this.finder.scan(document), true));
    for (const unit of known) {
      if (unit.lostAt || unit.unreadable || !this.table.has(unit)) continue;
      unit.addRecord(null);
      this.#setChanged(unit);
    }
    this.hidingQueue.check();
    requestFlush();
  }

  /** @param {Unit} unit @returns {import("./view_order.js").Place} */
  #placeOf(unit) {
    const [host] = this.parts.hiddenText.byUnit.get(unit) ?? [];
    // The host of text that only may be a call is empty; an old text keeps its room, a new one is not drawn at all.
    const nodes = host && isConnected(host) ? [host, unit.node] : [unit.node];
    const place = nodes.map(rectOf).find(({ top, bottom }) => bottom > top);
    return place ?? (unit.live ? EVERYWHERE : NOWHERE);
  }

  /** @param {Unit} unit  one that changed; it will be checked for text to hide, and sent to Python */
  #setChanged(unit) {
    this.hidingQueue.changed.add(unit);
    if (this.table.copies.has(unit)) return;
    // The record is older than the decision that the unit can wait; the whole unit is read when it comes near the view.
    if (this.unsent.isDistant(unit) && (!this.table.settled || this.queue.isBehind)) return;
    this.unsent.add(unit);
  }

  /** @param {Node} node  a text node @returns {boolean} whether the node's unit has no hidden text and none that may become a call */
  #hidesNothing(node) {
    const { page, hiddenText } = this.parts;
    const element = parentOf(node);
    if (!element || !isElement(element)) return true;
    const around = fenceAround(element) ?? page.message(element);
    const unit = around && this.table.byNode.get(around);
    return !unit || (!hiddenText.byUnit.has(unit) && (unit.kind === "prose" || unit.verdict === "plain"));
  }

  /** @param {Unit} unit @param {MutationRecord} record */
  #addRecord(unit, record) {
    if (unit.unreadable) return;
    unit.addRecord(record);
    this.#setChanged(unit);
  }

  /** @param {Unit} unit */
  #stopSending(unit) {
    this.unsent.remove(unit);
    this.hidingQueue.remove(unit);
  }

  /** Shows the unit as the site made it, from now on. @param {Unit} unit */
  giveUp(unit) {
    unit.unreadable = true;
    unit.spans = [];
    unit.announced = false;
    unit.tracker.forget();
    this.#stopSending(unit);
    this.hiding.applyVerdict(unit, false);
  }

  /** Handles all changes now, and sets aside what can wait until it comes near the view. */
  handleAll() {
    this.queue.handleAll();
    while (this.setAside());
  }

  /**
   * In a long chat, sets aside new units that can wait until they come near the view.
   * @returns {boolean} there is more to do, in another task, before anything is collected
   */
  setAside() {
    return this.unsent.setAside(this.table.shown);
  }

  /**
   * @param {number} [units]  at most
   * @param {object} [options]
   * @param {boolean} [options.onlyLive]  only of blocks that appeared while the page was open
   * @param {boolean} [options.all]  also of blocks that could wait, however long it takes
   * @returns {import("./batches.js").Slice} the next items for Python
   */
  collect(units, { onlyLive = false, all = false } = {}) {
    const { page, hiddenText, trouble } = this.parts;
    const emptied = this.table.takeEmptied();
    const slice = collect({
      dirty: emptied ? new Set() : this.unsent.units,
      onlyLive,
      ...(all ? { time: Infinity } : {}),
      gone: this.table.gone,
      ...(units ? { units } : {}),
      page,
      sent: (node) => this.#answersSent(node),
      inGrowing: (node) => this.table.isInGrowing(node),
      hideIfNeeded: (unit) => this.hiding.check(unit),
      // Slices follow until everything is sent, so units that hide nothing can wait for a later one.
      mayWait: (unit) => !all && unit.announced && unit.readRecently && !hiddenText.byUnit.has(unit),
      giveUp: (unit, why) => {
        this.giveUp(unit);
        trouble?.(`${why}; the page shows it`);
      },
    });
    if (emptied) slice.more = true;
    if (slice.items.some((item) => item.k === "text" && item.text)) this.conflicts.grownAt = performance.now();
    return slice;
  }

  /** @param {Unit} unit @returns {boolean} it is old, and Python gets its text when it comes near the view, or in its turn */
  mayWait(unit) {
    return this.unsent.isDistant(unit) || (!unit.live && !unit.announced);
  }

  /** @param {Element} node @returns {boolean} whether its message answers what the user just sent */
  #answersSent(node) {
    return this.parts.sent?.answered(node) ?? false;
  }

  /** @param {number} id @returns {Unit | undefined} */
  unit(id) {
    return this.units.get(id);
  }

  /** @param {Unit} unit @returns {Promise<string | null>} the whole text of a code view that draws only the rows in view */
  async readScrolled(unit) {
    const text = await this.parts.hiddenText.readScrolled(unit);
    this.changed(unit);
    return text;
  }

  /** @param {Unit} unit */
  resync(unit) {
    unit.tracker.forget();
    unit.addRecord(null);
    this.changed(unit);
  }

  /** @param {Unit} unit  one that must be sent although nothing changed in the page */
  changed(unit) {
    this.unsent.units.add(unit);
    this.parts.requestFlush();
  }
}
