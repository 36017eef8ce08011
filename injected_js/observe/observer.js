/**
 * Observes the document and its open shadow roots. In the observer's microtask, so before the next paint, it
 * hides text that may become a call and restores hosts in nodes that the site rebuilt. Python gets the
 * changes in batches.
 */
import { AdjacentCopies } from "./adjacent_copies.js";
import { MutationQueue } from "./mutation_queue.js";
import { Conflicts } from "../view/host_conflicts.js";
import { all, isConnected, isElement, parentOf, rectOf, rootElement } from "../platform/captured_dom.js";
import { Finder } from "./block_finder.js";
import { ChangeReader } from "./change_reader.js";
import { DetachedBlocks } from "./detached_blocks.js";
import { DistantBlocks } from "./distant_blocks.js";
import { ChangeObserver } from "../reading/long_node.js";
import { collect } from "./batches.js";
import { OUTER, fenceAround, isFence } from "../reading/fences.js";
import { Unit } from "../reading/text_unit.js";
import { HidingQueue } from "./hiding_queue.js";
import { TextHiding } from "./text_hiding.js";
import { MANY, ViewOrder } from "./view_order.js";

const YOUNG = 400;
/** A chat with this many blocks (code and messages) is long: blocks far from the view are read when they come near it. */
const LONG = 200;
/** Places of blocks that are not drawn: a new one counts as in view, since the user waits for it. */
const EVERYWHERE = { top: -Infinity, bottom: Infinity };
const NOWHERE = { top: 0, bottom: 0 };

export class Watcher {
  /**
   * @param {object} parts
   * @param {import("../site/page_model.js").Page} parts.page
   * @param {import("../view/host_elements.js").Hosts} parts.hosts
   * @param {import("../view/hidden_text.js").HiddenText} parts.hiddenText
   * @param {import("./prefilter.js").Prefilter} parts.prefilter
   * @param {(pace?: import("../platform/scheduling.js").Pace) => void} parts.requestFlush  asks for a flush
   * @param {(job: () => void) => void} parts.queueTask  runs a job in a separate task
   * @param {AbortSignal} parts.signal
   * @param {import("../site/sent_message.js").SentMessages | null} [parts.sent]
   * @param {boolean} [parts.whole]  a long history is read whole, not only near the view
   * @param {(text: string) => void} [parts.trouble]  called with the reason why a block is shown as the site made it
   * @param {(units: number[]) => void} [parts.aside]  called with the blocks that show raw text for a while; empty: all
   */
  constructor({
    page,
    hosts,
    hiddenText,
    prefilter,
    requestFlush,
    queueTask,
    signal,
    sent = null,
    whole = true,
    aside = () => {},
    trouble = () => {},
  }) {
    this.page = page;
    this.hosts = hosts;
    this.hiddenText = hiddenText;
    this.prefilter = prefilter;
    this.hiding = new TextHiding({
      hiddenText,
      prefilter,
      mayHide: (unit) => this.hidingEnabled && !this.conflicts.isPaused(unit),
    });
    const placeOf = (/** @type {Unit} */ unit) => {
      const [host] = hiddenText.byUnit.get(unit) ?? [];
      // The host of text that only may be a call is empty; an old text keeps its room, a new one is not drawn at all.
      const nodes = host && isConnected(host) ? [host, unit.node] : [unit.node];
      const place = nodes.map(rectOf).find(({ top, bottom }) => bottom > top);
      return place ?? (unit.live ? EVERYWHERE : NOWHERE);
    };
    // Two orders, since each limits how often it looks up the view: a look-up for hiding would leave what to send unordered.
    this.order = new ViewOrder(placeOf, signal);
    this.hidingQueue = new HidingQueue({
      hiding: this.hiding,
      order: new ViewOrder(placeOf, signal),
      // A message that waits until it is near the view has been read already.
      hasNothing: (unit) => unit.kind === "prose" && !!this.distant?.has(unit),
    });
    this.requestFlush = requestFlush;
    this.queueTask = queueTask;
    this.distant = whole
      ? null
      : new DistantBlocks({
          canWait: (unit) => this.#canWait(unit),
          near: (units) => {
            for (const unit of units) if (this.units.get(unit.id) === unit && !unit.unreadable) this.dirty.add(unit);
            requestFlush("hurry");
          },
          signal,
        });
    this.trouble = trouble;
    this.sent = sent;
    /** @type {Map<number, Unit>} */
    this.units = new Map();
    /** @type {WeakMap<Element, Unit>} */
    this.byNode = new WeakMap();
    /** @type {Set<Unit>} */
    this.dirty = new Set();
    this.detached = new DetachedBlocks((unit) => {
      this.#forget(unit);
      this.requestFlush();
    });
    this.copies = new AdjacentCopies({
      hidden: () => hiddenText.byUnit.keys(),
      messageOf: (unit) => page.place(unit.node).message,
      expired: (unit) => {
        if (this.units.get(unit.id) === unit) this.changed(unit);
      },
    });
    /** @type {number[]} */
    this.gone = [];
    /** True once the page has opened. */
    this.settled = false;
    /** Until this time (ms), blocks that appear belong to a conversation that was switched to. */
    this.switchedUntil = 0;
    this.queue = new MutationQueue((records, scanned) => this.#handle(records, scanned), queueTask);
    this.changes = new ChangeObserver({
      deliver: (records) => {
        if (this.hidingEnabled) this.conflicts.enter();
        this.queue.take(records, this.hidingEnabled);
      },
      may: (node) => this.#hidesNothing(node),
      signal,
    });
    this.conflicts = new Conflicts({
      queueTask,
      retry: (unit) => void (this.units.get(unit.id) === unit && this.hiding.check(unit, true)),
      rest: () => this.#showAll(),
      resume: () => {
        hosts.neutralizeClones(rootElement());
        if (this.hidingEnabled) this.enableHiding();
      },
      report: aside,
      signal,
    });
    hiddenText.mayPlace = (unit, back) => this.conflicts.mayPlace(unit, back);
    this.finder = new Finder({
      page,
      hosts,
      watch: (root) => this.changes.watch(root),
      late: (found) => {
        this.#open(found);
        this.hidingQueue.check(Infinity);
        this.requestFlush();
      },
      signal,
    });
    this.reader = new ChangeReader({
      page,
      hosts,
      hiddenText,
      finder: this.finder,
      byNode: this.byNode,
      mayWrite: () => this.conflicts.write(),
      changed: (unit, record) => this.#addRecord(unit, record),
    });
  }

  start() {
    this.changes.watch(document);
    this.#open(this.finder.scan(document));
    this.requestFlush();
  }

  /** The page has opened: blocks that appear from now on were not there at the start. */
  pageOpened() {
    this.settled = true;
  }

  /** @returns {boolean} server-rendered nodes may be changed and the hiding rule is in force */
  get hidingEnabled() {
    return this.hidingQueue.enabled;
  }

  /** Starts hiding: the page is quiet and the hiding rule is in force. */
  enableHiding() {
    this.hidingQueue.enable(this.units.values());
    this.requestFlush();
  }

  /** Removes every host; `enableHiding` restores them. */
  disableHiding() {
    this.hidingQueue.disable();
    this.#showAll();
  }

  #showAll() {
    for (const unit of this.units.values()) this.hiddenText.removeHosts(unit);
    for (const host of [...this.hosts.placed]) this.hosts.remove(host);
  }

  /**
   * Sets the conversation that the page shows. After a switch, detached blocks of the old one are not matched
   * any more.
   * @param {string} chat  the conversation's key, "" if it has none
   */
  setConversation(chat) {
    const before = this.detached.chat;
    this.detached.chat = chat;
    if (!before || before === chat) return;
    this.switchedUntil = performance.now() + 1500;
    this.detached.clear();
  }

  /**
   * @param {MutationRecord[]} records
   * @param {Set<Node>} scanned  nodes that were scanned already
   */
  #handle(records, scanned) {
    this.page.invalidate();
    const { found, disturbed, crowded, removed } = this.reader.read(records, scanned);
    /** @type {Element[]} */
    const unknown = [];
    for (const node of found) {
      if (!isConnected(node)) continue;
      const known = this.byNode.get(node);
      if (known) disturbed.add(this.#reattach(known));
      else unknown.push(node);
    }
    for (const node of unknown) this.#detachInner(node);
    const lost = removed || this.detached.units.size ? this.detached.take(this.units.values()) : [];
    this.#open(unknown.filter((node) => !this.#matchDetached(node)));
    if (lost.length) this.#matchOpened();
    for (const unit of lost) if (unit.lostAt) this.hiddenText.removeHosts(unit);
    this.hidingQueue.check();
    for (const unit of disturbed) if (!unit.lostAt) this.hiding.check(unit, true);
    for (const unit of crowded)
      if (this.hidingEnabled && !unit.lostAt && this.hiddenText.intact(unit)) this.hiddenText.place(unit);
    this.distant?.lookSoon();
    this.hosts.hidden();
    this.requestFlush(this.#pace());
  }

  /** @param {Unit} unit  one that changed; it will be checked for text to hide, and sent to Python */
  #setChanged(unit) {
    this.hidingQueue.changed.add(unit);
    if (this.copies.has(unit)) return;
    // The record is older than the decision that the block can wait; the whole block is read when it comes near the view.
    if (this.distant?.has(unit) && (!this.settled || this.queue.isBehind)) return;
    this.distant?.release(unit);
    this.dirty.add(unit);
  }

  /** @param {Node} node  a text node @returns {boolean} its unit has no hidden text and none that may become a call */
  #hidesNothing(node) {
    const element = parentOf(node);
    if (!element || !isElement(element)) return true;
    const around = fenceAround(element) ?? this.page.message(element);
    const unit = around && this.byNode.get(around);
    return !unit || (!this.hiddenText.byUnit.has(unit) && (unit.kind === "prose" || unit.verdict === "plain"));
  }

  /** @param {Unit} unit @param {MutationRecord} record */
  #addRecord(unit, record) {
    if (unit.unreadable) return;
    unit.addRecord(record);
    this.#setChanged(unit);
  }

  /** @returns {import("../platform/scheduling.js").Pace} how soon Python must get the changes */
  #pace() {
    /** @type {import("../platform/scheduling.js").Pace} */
    let pace = this.dirty.size ? "calm" : "wait";
    for (const unit of this.dirty) {
      if (unit.named && unit.addsOnlyWords) continue;
      // The text of a possible call is still short: its name has just arrived, or arrives next.
      if (unit.verdict === "held" || unit.verdict === "covered")
        return unit.tracker.text.length < YOUNG && !unit.named ? "hurry" : "wait";
      if (unit.kind === "fence" || unit.plainLength < YOUNG || !unit.announced) pace = "wait";
    }
    return pace;
  }

  /** Handles a node that the site moved, or removed and added again. @param {Unit} unit @returns {Unit} */
  #reattach(unit) {
    if (this.detached.release(unit)) {
      unit.addRecord(null);
      this.#setChanged(unit);
    }
    return unit;
  }

  /** @param {Unit} unit */
  #forget(unit) {
    this.units.delete(unit.id);
    if (this.byNode.get(unit.node) === unit) this.byNode.delete(unit.node);
    this.copies.release(unit);
    this.dirty.delete(unit);
    this.hidingQueue.changed.delete(unit);
    this.distant?.release(unit);
    this.hiddenText.forget(unit);
    if (unit.announced) this.gone.push(unit.id);
  }

  /** @param {Element} node */
  #unitOf(node) {
    return new Unit(
      isFence(node) ? "fence" : "prose",
      node,
      (element) => this.hosts.isOwn(element) || this.page.isReasoning(element),
      this.prefilter.longest,
    );
  }

  /**
   * Moves a detached unit to a new node that shows the same block, for sites that rebuild their nodes.
   * @param {Element} node
   * @returns {boolean} such a unit was found
   */
  #matchDetached(node) {
    const read = () => {
      const { text, drawn } = this.#unitOf(node).read();
      return { text, drawn, message: this.page.place(node).message };
    };
    const replaced = this.detached.matchReplacement(isFence(node) ? "fence" : "prose", read);
    if (!replaced) return false;
    replaced.chat = this.detached.chat;
    this.byNode.delete(replaced.node);
    replaced.node = node;
    // If an editor draws only a part of the text, the known text is used as long as it agrees with that part.
    replaced.whole = replaced.tracker.text;
    this.byNode.set(node, replaced);
    this.#reattach(replaced);
    return true;
  }

  /** Detaches blocks that are now inside a new one: the site wrapped their nodes. @param {Element} node */
  #detachInner(node) {
    if (!isFence(node)) return;
    for (const inner of all(node, `${OUTER}, table, code`)) {
      const unit = this.byNode.get(inner);
      if (!unit || unit.lostAt) continue;
      this.hiddenText.removeHosts(unit);
      this.detached.put(unit);
    }
  }

  /** Matches blocks that were opened a moment ago: a site may add an empty node and fill it later. */
  #matchOpened() {
    for (const unit of new Set([...this.copies.units, ...this.hidingQueue.changed])) {
      const filled = unit.kind === "fence" && !unit.tracker.text.trim() && !unit.replaced;
      if (!this.copies.has(unit) && !filled) continue;
      if (unit.lostAt || unit.unreadable || !isConnected(unit.node)) continue;
      if (this.#matchDetached(unit.node)) this.#forget(unit);
    }
  }

  /** Tracks new blocks. The caller requests the flush, since the blocks may have to be hidden first. @param {Element[]} nodes */
  #open(nodes) {
    // So many together are a conversation that was opened; only its last message may be a new answer.
    const answer = nodes.length < MANY ? null : this.page.message(/** @type {Element} */ (nodes.at(-1)));
    for (const node of nodes) {
      if (this.byNode.has(node)) continue;
      const unit = this.#unitOf(node);
      unit.chat = this.detached.chat;
      unit.live =
        this.settled &&
        !this.queue.isBehind &&
        performance.now() > this.switchedUntil &&
        (!answer || this.page.message(node) === answer);
      this.units.set(unit.id, unit);
      this.byNode.set(node, unit);
      if (unit.live) this.copies.add(unit);
      this.#setChanged(unit);
    }
  }

  /** Shows the unit as the site made it, from now on. @param {Unit} unit */
  giveUp(unit) {
    unit.unreadable = true;
    unit.spans = [];
    unit.announced = false;
    unit.tracker.forget();
    this.dirty.delete(unit);
    this.hidingQueue.changed.delete(unit);
    this.distant?.release(unit);
    this.hiding.applyVerdict(unit, false);
  }

  /** @returns {boolean} many blocks wait to be sent, so those near the view should be found first */
  get unordered() {
    return this.order.due(this.dirty.size);
  }

  /** Makes `collect` return the blocks near the view first. The browser has to lay out the page for it. */
  putNearFirst() {
    const ordered = this.order.nearFirst(this.dirty);
    this.dirty.clear();
    for (const unit of ordered) this.dirty.add(unit);
  }

  /**
   * In a long chat, sets aside new blocks that can wait until they come near the view.
   * @returns {boolean} it has more to do, in another task, before anything is collected
   */
  setAside() {
    // A page that keeps only the blocks in view is not long, however many blocks have just left it.
    const size = this.units.size - this.detached.units.size;
    return !!this.distant && size >= LONG && this.distant.sort(this.dirty);
  }

  /**
   * @param {Unit} unit
   * @returns {boolean} Python can wait for this unit's text: it is certainly hidden, or hides nothing
   */
  #canWait(unit) {
    if (unit.kind === "fence" && this.hiding.verdictOf(unit) === "held") return unit.sure;
    return !this.prefilter.mentions(unit.read().text);
  }

  /**
   * @param {number} [units]  at most
   * @param {boolean} [onlyLive]  only of blocks that appeared while the page was open
   * @returns {import("./batches.js").Slice} the next items for Python
   */
  collect(units, onlyLive = false) {
    const slice = collect({
      dirty: this.dirty,
      onlyLive,
      gone: this.gone,
      ...(units ? { units } : {}),
      page: this.page,
      sent: (node) => this.sent?.answered(node) ?? false,
      hideIfNeeded: (unit) => this.hiding.check(unit),
      // Slices follow until everything is sent, so units that hide nothing can wait for a later one.
      mayWait: (unit) => unit.announced && unit.readRecently && !this.hiddenText.byUnit.has(unit),
      giveUp: (unit, why) => {
        this.giveUp(unit);
        this.trouble(`${why}; the page shows it`);
      },
    });
    if (slice.items.some((item) => item.k === "text" && item.text)) this.conflicts.grownAt = performance.now();
    return slice;
  }

  /** @param {number} id @returns {Unit | undefined} */
  unit(id) {
    return this.units.get(id);
  }

  /** @param {Unit} unit */
  resync(unit) {
    unit.tracker.forget();
    unit.addRecord(null);
    this.changed(unit);
  }

  /** @param {Unit} unit @returns {boolean} it waits until it comes near the view */
  isDistant(unit) {
    return !!this.distant?.has(unit);
  }

  /** @param {Unit} unit  one that must be sent although nothing changed in the page */
  changed(unit) {
    this.dirty.add(unit);
    this.requestFlush();
  }
}
