/**
 * Observes the document and its open shadow roots. In the observer's microtask, so before the next paint, it
 * hides text that may become a call and restores hosts in nodes that the site rebuilt. Python gets the
 * changes in batches.
 */
import { MutationQueue } from "./mutation_queue.js";
import { Conflicts } from "../view/host_conflicts.js";
import { all, attributeOf, isConnected, isElement, isText, parentOf, rectOf, rootElement } from "../platform/captured_dom.js";
import { Finder } from "./block_finder.js";
import { DetachedBlocks } from "./detached_blocks.js";
import { DistantBlocks } from "./distant_blocks.js";
import { ChangeObserver } from "../reading/long_node.js";
import { collect } from "./batches.js";
import { fenceAround, isFence } from "../reading/block_text.js";
import { hasButton } from "../reading/toolbar_filter.js";
import { TrackedBlock } from "../reading/tracked_block.js";
import { TextHiding } from "./text_hiding.js";
import { ViewOrder } from "./view_order.js";

const FIRST_HOSTS = 150;
/** Ms of hiding in one task: each task makes the browser lay out the page once more. */
const BUDGET = 25;
const FRAME = 16;
const YOUNG = 400;
/** A chat of so many blocks, code and messages, is long: what is far from the view is read when it comes near. */
const LONG = 200;

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
  constructor({ page, hosts, hiddenText, prefilter, requestFlush, queueTask, signal, sent = null, whole = true, aside = () => {}, trouble = () => {} }) {
    this.page = page;
    this.hosts = hosts;
    this.hiddenText = hiddenText;
    this.prefilter = prefilter;
    this.hiding = new TextHiding({ hiddenText, prefilter, mayHide: (unit) => this.hidingEnabled && !this.conflicts.isPaused(unit) });
    const placeOf = (/** @type {TrackedBlock} */ unit) => {
      const [host] = hiddenText.byUnit.get(unit) ?? [];
      return rectOf(host && isConnected(host) ? host : unit.node);
    };
    // Two, since each one limits how often it looks: a look for what to hide first would leave what to send unordered.
    this.order = new ViewOrder(placeOf, signal);
    this.hidingOrder = new ViewOrder(placeOf, signal);
    this.requestFlush = requestFlush;
    this.queueTask = queueTask;
    this.distant = whole ? null : new DistantBlocks({
      canWait: (unit) => this.#canWait(unit),
      near: (units) => {
        for (const unit of units) if (this.units.get(unit.id) === unit && !unit.unreadable) this.dirty.add(unit);
        requestFlush("hurry");
      },
      signal,
    });
    this.trouble = trouble;
    this.sent = sent;
    /** @type {Map<number, TrackedBlock>} */
    this.units = new Map();
    /** @type {WeakMap<Element, TrackedBlock>} */
    this.byNode = new WeakMap();
    /** @type {Set<TrackedBlock>} */
    this.dirty = new Set();
    /** Units that changed since they were last checked for text to hide. @type {Set<TrackedBlock>} */
    this.fresh = new Set();
    this.detached = new DetachedBlocks((unit) => {
      this.#forget(unit);
      this.requestFlush();
    });
    /** @type {number[]} */
    this.gone = [];
    /** True once server-rendered nodes may be changed and the hiding rule is in force. */
    this.hidingEnabled = false;
    /** True once blocks that appear were not there when the page opened. */
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
        this.#hideFresh(Infinity);
        this.requestFlush();
      },
      signal,
    });
  }

  start() {
    this.changes.watch(document);
    this.#open(this.finder.scan(document));
    this.requestFlush();
  }

  /** Starts hiding: the page is quiet and the hiding rule is in force. */
  enableHiding() {
    this.hidingEnabled = true;
    this.fresh.clear();
    let waiting = this.hidingOrder.nearFirst(this.units.values());
    const work = () => {
      const until = performance.now() + BUDGET;
      for (let unit = waiting.shift(); unit && this.hidingEnabled; unit = waiting.shift()) {
        // Prose that waits was read: it has nothing to hide.
        if (unit.kind === "fence" || !this.distant?.has(unit)) this.hiding.check(unit, true);
        if (performance.now() > until && waiting.length) {
          // The browser lays out the hidden blocks of a frame together: a thousand in one frame would block the page.
          waiting = this.hidingOrder.nearFirst(waiting);
          setTimeout(work, FRAME);
          return;
        }
      }
    };
    work();
    this.requestFlush();
  }

  /** Removes every host; `arm` restores them. */
  disableHiding() {
    this.hidingEnabled = false;
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
    /** @type {Element[]} */
    const fresh = [];
    this.page.invalidate();
    /** @type {Set<TrackedBlock>} */
    const disturbed = new Set();
    /** Blocks next to whose nodes buttons were added. @type {Set<TrackedBlock>} */
    const crowded = new Set();
    let removed = false;
    for (const record of records) {
      if (this.#isOwnChange(record)) continue;
      const target = record.target;
      const element = isElement(target) ? target : /** @type {Element | null} */ (parentOf(target));
      if (element && isElement(element)) this.#noteChange(element, record, fresh);
      for (const node of record.addedNodes) {
        if (isText(node) || scanned.has(node)) continue;
        if (this.#hasClonedHost(node) && this.conflicts.write()) this.hosts.neutralizeClones(node);
        if (isElement(node) && !this.hosts.isOwn(node)) fresh.push(...this.finder.scan(node, scanned));
      }
      for (const node of record.removedNodes) {
        if (isElement(node)) {
          removed = true;
          scanned.clear();
          const unit = this.hiddenText.unitOf.get(node);
          if (unit) disturbed.add(unit);
        }
      }
      if (record.addedNodes.length && record.previousSibling && isElement(record.previousSibling)) {
        const unit = this.hiddenText.unitOf.get(record.previousSibling);
        if (unit) disturbed.add(unit);
        const block = this.byNode.get(record.previousSibling);
        if (block && [...record.addedNodes].some((node) => isElement(node) && hasButton(node))) crowded.add(block);
      }
    }
    const lost = removed ? this.detached.take(this.units.values()) : [];
    /** @type {Element[]} */
    const unknown = [];
    for (const node of new Set(fresh)) {
      if (!isConnected(node)) continue;
      const known = this.byNode.get(node);
      if (known) disturbed.add(this.#reattach(known));
      else unknown.push(node);
    }
    this.#open(unknown.filter((node) => !this.#matchDetached(node)));
    for (const unit of lost) if (unit.lostAt) this.hiddenText.removeHosts(unit);
    this.#hideFresh(FIRST_HOSTS);
    for (const unit of disturbed) if (!unit.lostAt) this.hiding.check(unit, true);
    for (const unit of crowded) if (this.hidingEnabled && !unit.lostAt && this.hiddenText.intact(unit)) this.hiddenText.place(unit);
    this.distant?.lookSoon();
    this.requestFlush(this.#pace());
  }

  /** @param {MutationRecord} record @returns {boolean} only overlay's hosts were added, and nothing was removed */
  #isOwnChange({ addedNodes, removedNodes }) {
    if (!addedNodes.length || removedNodes.length) return false;
    for (const node of addedNodes) if (!isElement(node) || !this.hosts.isOwn(node)) return false;
    return true;
  }

  /** @param {number} most  hosts that are placed in one call */
  #hideFresh(most) {
    if (!this.hidingEnabled) return;
    let placed = 0;
    for (const unit of this.fresh) {
      if (placed > most) break;
      this.fresh.delete(unit);
      if (this.hiding.check(unit)) placed += 1;
    }
  }

  /** @param {TrackedBlock} unit  one that changed; it will be checked for text to hide, and sent to Python */
  #setChanged(unit) {
    this.fresh.add(unit);
    // A record that is older than the look at the block; it is read whole when it comes near the view.
    if (this.distant?.has(unit) && (!this.settled || this.queue.isBehind)) return;
    this.distant?.release(unit);
    this.dirty.add(unit);
  }

  /** @param {Node} node  that the page added @returns {boolean} a copy of a host is this node or in it */
  #hasClonedHost(node) {
    if (!isElement(node)) return false;
    const { mark } = this.hosts;
    return [...(attributeOf(node, mark) === null ? [] : [node]), ...all(node, `[${mark}]`)].some((copy) => !this.hosts.isOwn(copy));
  }

  /** @param {Node} node  a text node @returns {boolean} its unit has no hidden text and none that may become a call */
  #hidesNothing(node) {
    const element = parentOf(node);
    if (!element || !isElement(element)) return true;
    const around = fenceAround(element) ?? this.page.message(element);
    const unit = around && this.byNode.get(around);
    return !unit || (!this.hiddenText.byUnit.has(unit) && (unit.kind === "prose" || unit.verdict === "plain"));
  }

  /** @param {Element} element @param {MutationRecord} record @param {Element[]} fresh */
  #noteChange(element, record, fresh) {
    const fence = fenceAround(element);
    if (fence) {
      const known = this.byNode.get(fence);
      if (known) {
        this.#addRecord(known, record);
        return;
      }
      if (isFence(fence)) {
        if (!this.page.isComposer(fence)) fresh.push(fence);
        return;
      }
    }
    const message = this.page.message(element);
    const unit = message && this.byNode.get(message);
    if (unit) this.#addRecord(unit, record);
    else if (message) fresh.push(message);
  }

  /** @param {TrackedBlock} unit @param {MutationRecord} record */
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
      // A possible call is so short that its name has just arrived, or arrives next.
      if (unit.verdict === "held" || unit.verdict === "covered") return unit.tracker.text.length < YOUNG && !unit.named ? "hurry" : "wait";
      if (unit.kind === "fence" || unit.plainLength < YOUNG || !unit.announced) pace = "wait";
    }
    return pace;
  }

  /** Handles a node that the site moved, or removed and added again. @param {TrackedBlock} unit @returns {TrackedBlock} */
  #reattach(unit) {
    if (this.detached.release(unit)) {
      unit.addRecord(null);
      this.#setChanged(unit);
    }
    return unit;
  }

  /** @param {TrackedBlock} unit */
  #forget(unit) {
    this.units.delete(unit.id);
    this.byNode.delete(unit.node);
    this.dirty.delete(unit);
    this.fresh.delete(unit);
    this.distant?.release(unit);
    this.hiddenText.forget(unit);
    if (unit.announced) this.gone.push(unit.id);
  }

  /** @param {Element} node */
  #unitOf(node) {
    return new TrackedBlock(isFence(node) ? "fence" : "prose", node, (element) => this.hosts.isOwn(element) || this.page.isReasoning(element), this.prefilter.longest);
  }

  /**
   * Moves a detached unit to a new node that shows the same block, for sites that rebuild their nodes.
   * @param {Element} node
   * @returns {boolean} such a unit was found
   */
  #matchDetached(node) {
    const read = () => ({ text: this.#unitOf(node).read().text, message: this.page.place(node).message });
    const replaced = this.detached.matchReplacement(isFence(node) ? "fence" : "prose", read);
    if (!replaced) return false;
    replaced.chat = this.detached.chat;
    this.byNode.delete(replaced.node);
    replaced.node = node;
    this.byNode.set(node, replaced);
    this.#reattach(replaced);
    return true;
  }

  /** Tracks new blocks. The caller requests the flush, since the blocks may have to be hidden first. @param {Element[]} nodes */
  #open(nodes) {
    for (const node of nodes) {
      if (this.byNode.has(node)) continue;
      const unit = this.#unitOf(node);
      unit.chat = this.detached.chat;
      unit.live = this.settled && !this.queue.isBehind && performance.now() > this.switchedUntil;
      this.units.set(unit.id, unit);
      this.byNode.set(node, unit);
      this.#setChanged(unit);
    }
  }

  /** Shows the unit as the site made it, from now on. @param {TrackedBlock} unit */
  giveUp(unit) {
    unit.unreadable = true;
    unit.spans = [];
    unit.announced = false;
    unit.tracker.forget();
    this.dirty.delete(unit);
    this.fresh.delete(unit);
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
   * In a long chat, sets aside what was just found and can wait until it comes near the view.
   * @returns {boolean} it has more to do, in another task, before anything is collected
   */
  setAside() {
    // A page that holds only what is in view is not long, however many blocks have just left it.
    const size = this.units.size - this.detached.units.size;
    return !!this.distant && size >= LONG && this.distant.sort(this.dirty);
  }

  /**
   * @param {TrackedBlock} unit
   * @returns {boolean} Python need not get it before it comes near: it is surely hidden, or has nothing to hide
   */
  #canWait(unit) {
    if (unit.kind === "fence" && this.hiding.verdictOf(unit) === "held") return unit.sure;
    return !this.prefilter.mentions(unit.read().text);
  }

  /** @param {number} [units]  at most @returns {import("./batches.js").Slice} the next items for Python */
  collect(units) {
    const slice = collect({
      dirty: this.dirty,
      gone: this.gone,
      ...(units ? { units } : {}),
      page: this.page,
      sent: (node) => this.sent?.answered(node) ?? false,
      hideIfNeeded: (unit) => this.hiding.check(unit),
      // There is a later slice until everything is sent; units that hide nothing can wait for it.
      mayWait: (unit) => unit.announced && unit.readRecently && !this.hiddenText.byUnit.has(unit),
      giveUp: (unit, why) => {
        this.giveUp(unit);
        this.trouble(`${why}; the page shows it`);
      },
    });
    if (slice.items.some((item) => item.k === "text" && item.text)) this.conflicts.grownAt = performance.now();
    return slice;
  }

  /** @param {number} id @returns {TrackedBlock | undefined} */
  unit(id) {
    return this.units.get(id);
  }

  /** @param {TrackedBlock} unit */
  resync(unit) {
    unit.tracker.forget();
    unit.addRecord(null);
    this.changed(unit);
  }

  /** @param {TrackedBlock} unit  one that must be sent although nothing changed in the page */
  changed(unit) {
    this.dirty.add(unit);
    this.requestFlush();
  }
}
