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
import { Heard } from "../reading/long_node.js";
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

export class Watcher {
  /**
   * @param {object} parts
   * @param {import("../site/page_model.js").Page} parts.page
   * @param {import("../view/host_elements.js").Hosts} parts.hosts
   * @param {import("../view/hidden_text.js").HiddenText} parts.covers
   * @param {import("./prefilter.js").Prefilter} parts.gate
   * @param {(pace?: import("../platform/scheduling.js").Pace) => void} parts.kick  asks for a flush
   * @param {(job: () => void) => void} parts.soon  runs a job in a separate task
   * @param {AbortSignal} parts.signal
   * @param {import("../site/sent_message.js").SentMessages | null} [parts.sent]
   * @param {(text: string) => void} [parts.trouble]  called with the reason why a block is shown as the site made it
   * @param {(units: number[]) => void} [parts.aside]  called with the blocks that show raw text for a while; empty: all
   */
  constructor({ page, hosts, covers, gate, kick, soon, signal, sent = null, aside = () => {}, trouble = () => {} }) {
    this.page = page;
    this.hosts = hosts;
    this.covers = covers;
    this.gate = gate;
    this.hiding = new TextHiding({ covers, gate, may: (unit) => this.armed && !this.conflicts.aside(unit) });
    this.order = new ViewOrder((/** @type {TrackedBlock} */ unit) => {
      const [host] = covers.byUnit.get(unit) ?? [];
      return rectOf(host && isConnected(host) ? host : unit.node);
    }, signal);
    this.kick = kick;
    this.soon = soon;
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
    this.limbo = new DetachedBlocks((unit) => {
      this.#forget(unit);
      this.kick();
    });
    /** @type {number[]} */
    this.gone = [];
    /** True once server-rendered nodes may be changed and the hiding rule is in force. */
    this.armed = false;
    /** True once blocks that appear were not there when the page opened. */
    this.settled = false;
    /** Until this time (ms), blocks that appear belong to a conversation that was switched to. */
    this.switchedUntil = 0;
    this.backlog = new MutationQueue((records, scanned) => this.#settle(records, scanned), soon);
    this.heard = new Heard({
      deliver: (records) => {
        if (this.armed) this.conflicts.enter();
        this.backlog.take(records, this.armed);
      },
      may: (node) => this.#bare(node),
      signal,
    });
    this.conflicts = new Conflicts({
      soon,
      retry: (unit) => void (this.units.get(unit.id) === unit && this.hiding.check(unit, true)),
      rest: () => this.#uncover(),
      resume: () => {
        hosts.disarmCopies(rootElement());
        if (this.armed) this.arm();
      },
      tell: aside,
      signal,
    });
    covers.may = (unit, back) => this.conflicts.may(unit, back);
    this.finder = new Finder({
      page,
      hosts,
      watch: (root) => this.heard.watch(root),
      late: (found) => {
        this.#open(found);
        this.#guardFresh(Infinity);
        this.kick();
      },
      signal,
    });
  }

  start() {
    this.heard.watch(document);
    this.#open(this.finder.scan(document));
    this.kick();
  }

  /** Starts hiding: the page is quiet and the hiding rule is in force. */
  arm() {
    this.armed = true;
    this.fresh.clear();
    let waiting = this.order.nearFirst(this.units.values());
    const work = () => {
      const until = performance.now() + BUDGET;
      for (let unit = waiting.shift(); unit && this.armed; unit = waiting.shift()) {
        this.hiding.check(unit, true);
        if (performance.now() > until && waiting.length) {
          // The browser lays out the hidden blocks of a frame together: a thousand in one frame would block the page.
          waiting = this.order.nearFirst(waiting);
          setTimeout(work, FRAME);
          return;
        }
      }
    };
    work();
    this.kick();
  }

  /** Removes every host; `arm` restores them. */
  disarm() {
    this.armed = false;
    this.#uncover();
  }

  #uncover() {
    for (const unit of this.units.values()) this.covers.take(unit);
    for (const host of [...this.hosts.standing]) this.hosts.take(host);
  }

  /**
   * Sets the conversation that the page shows. After a switch, detached blocks of the old one are not matched
   * any more.
   * @param {string} chat  the conversation's key, "" if it has none
   */
  show(chat) {
    const before = this.limbo.chat;
    this.limbo.chat = chat;
    if (!before || before === chat) return;
    this.switchedUntil = performance.now() + 1500;
    this.limbo.clear();
  }

  /**
   * @param {MutationRecord[]} records
   * @param {Set<Node>} scanned  nodes that were scanned already
   */
  #settle(records, scanned) {
    /** @type {Element[]} */
    const fresh = [];
    this.page.stale();
    /** @type {Set<TrackedBlock>} */
    const disturbed = new Set();
    /** Blocks next to whose nodes buttons were added. @type {Set<TrackedBlock>} */
    const crowded = new Set();
    let removed = false;
    for (const record of records) {
      if (this.#own(record)) continue;
      const target = record.target;
      const element = isElement(target) ? target : /** @type {Element | null} */ (parentOf(target));
      if (element && isElement(element)) this.#touch(element, record, fresh);
      for (const node of record.addedNodes) {
        if (isText(node) || scanned.has(node)) continue;
        if (this.#copied(node) && this.conflicts.write()) this.hosts.disarmCopies(node);
        if (isElement(node) && !this.hosts.ours(node)) fresh.push(...this.finder.scan(node, scanned));
      }
      for (const node of record.removedNodes) {
        if (isElement(node)) {
          removed = true;
          scanned.clear();
          const unit = this.covers.unitOf.get(node);
          if (unit) disturbed.add(unit);
        }
      }
      if (record.addedNodes.length && record.previousSibling && isElement(record.previousSibling)) {
        const unit = this.covers.unitOf.get(record.previousSibling);
        if (unit) disturbed.add(unit);
        const block = this.byNode.get(record.previousSibling);
        if (block && [...record.addedNodes].some((node) => isElement(node) && hasButton(node))) crowded.add(block);
      }
    }
    const lost = removed ? this.limbo.take(this.units.values()) : [];
    /** @type {Element[]} */
    const unknown = [];
    for (const node of new Set(fresh)) {
      if (!isConnected(node)) continue;
      const known = this.byNode.get(node);
      if (known) disturbed.add(this.#back(known));
      else unknown.push(node);
    }
    this.#open(unknown.filter((node) => !this.#adopted(node)));
    for (const unit of lost) if (unit.lostAt) this.covers.take(unit);
    this.#guardFresh(FIRST_HOSTS);
    for (const unit of disturbed) if (!unit.lostAt) this.hiding.check(unit, true);
    for (const unit of crowded) if (this.armed && !unit.lostAt && this.covers.intact(unit)) this.covers.place(unit);
    this.kick(this.#pace());
  }

  /** @param {MutationRecord} record @returns {boolean} only overlay's hosts were added, and nothing was removed */
  #own({ addedNodes, removedNodes }) {
    if (!addedNodes.length || removedNodes.length) return false;
    for (const node of addedNodes) if (!isElement(node) || !this.hosts.ours(node)) return false;
    return true;
  }

  /** @param {number} most  hosts that are placed in one call */
  #guardFresh(most) {
    if (!this.armed) return;
    let placed = 0;
    for (const unit of this.fresh) {
      if (placed > most) break;
      this.fresh.delete(unit);
      if (this.hiding.check(unit)) placed += 1;
    }
  }

  /** @param {TrackedBlock} unit  one that changed; it will be checked for text to hide, and sent to Python */
  #stir(unit) {
    this.dirty.add(unit);
    this.fresh.add(unit);
  }

  /** @param {Node} node  that the page added @returns {boolean} a copy of a host is this node or in it */
  #copied(node) {
    if (!isElement(node)) return false;
    const { mark } = this.hosts;
    return [...(attributeOf(node, mark) === null ? [] : [node]), ...all(node, `[${mark}]`)].some((copy) => !this.hosts.ours(copy));
  }

  /** @param {Node} node  a text node @returns {boolean} its unit has no hidden text and none that may become a call */
  #bare(node) {
    const element = parentOf(node);
    if (!element || !isElement(element)) return true;
    const around = fenceAround(element) ?? this.page.message(element);
    const unit = around && this.byNode.get(around);
    return !unit || (!this.covers.byUnit.has(unit) && (unit.kind === "prose" || unit.verdict === "plain"));
  }

  /** @param {Element} element @param {MutationRecord} record @param {Element[]} fresh */
  #touch(element, record, fresh) {
    const fence = fenceAround(element);
    if (fence) {
      const known = this.byNode.get(fence);
      if (known) {
        this.#mark(known, record);
        return;
      }
      if (isFence(fence)) {
        if (!this.page.writing(fence)) fresh.push(fence);
        return;
      }
    }
    const message = this.page.message(element);
    const unit = message && this.byNode.get(message);
    if (unit) this.#mark(unit, record);
    else if (message) fresh.push(message);
  }

  /** @param {TrackedBlock} unit @param {MutationRecord} record */
  #mark(unit, record) {
    if (unit.open) return;
    unit.mark(record);
    this.#stir(unit);
  }

  /** @returns {import("../platform/scheduling.js").Pace} how soon Python must get the changes */
  #pace() {
    /** @type {import("../platform/scheduling.js").Pace} */
    let pace = this.dirty.size ? "calm" : "wait";
    for (const unit of this.dirty) {
      if (unit.named && unit.wordy) continue;
      // A possible call is so short that its name has just arrived, or arrives next.
      if (unit.verdict === "held" || unit.verdict === "covered") return unit.tracker.text.length < YOUNG && !unit.named ? "hurry" : "wait";
      if (unit.kind === "fence" || unit.calm < YOUNG || !unit.announced) pace = "wait";
    }
    return pace;
  }

  /** Handles a node that the site moved, or removed and added again. @param {TrackedBlock} unit @returns {TrackedBlock} */
  #back(unit) {
    if (this.limbo.release(unit)) {
      unit.mark(null);
      this.#stir(unit);
    }
    return unit;
  }

  /** @param {TrackedBlock} unit */
  #forget(unit) {
    this.units.delete(unit.id);
    this.byNode.delete(unit.node);
    this.dirty.delete(unit);
    this.fresh.delete(unit);
    this.covers.forget(unit);
    if (unit.announced) this.gone.push(unit.id);
  }

  /** @param {Element} node */
  #unitOf(node) {
    return new TrackedBlock(isFence(node) ? "fence" : "prose", node, (element) => this.hosts.ours(element) || this.page.aside(element), this.gate.longest);
  }

  /**
   * Moves a detached unit to a new node that shows the same block, for sites that rebuild their nodes.
   * @param {Element} node
   * @returns {boolean} such a unit was found
   */
  #adopted(node) {
    const read = () => ({ text: this.#unitOf(node).read().text, message: this.page.place(node).message });
    const heir = this.limbo.heir(isFence(node) ? "fence" : "prose", read);
    if (!heir) return false;
    heir.chat = this.limbo.chat;
    this.byNode.delete(heir.node);
    heir.node = node;
    this.byNode.set(node, heir);
    this.#back(heir);
    return true;
  }

  /** Tracks new blocks. The caller requests the flush, since the blocks may have to be hidden first. @param {Element[]} nodes */
  #open(nodes) {
    for (const node of nodes) {
      if (this.byNode.has(node)) continue;
      const unit = this.#unitOf(node);
      unit.chat = this.limbo.chat;
      unit.live = this.settled && !this.backlog.behind && performance.now() > this.switchedUntil;
      this.units.set(unit.id, unit);
      this.byNode.set(node, unit);
      this.#stir(unit);
    }
  }

  /** Shows the unit as the site made it, from now on. @param {TrackedBlock} unit */
  giveUp(unit) {
    unit.open = true;
    unit.spans = [];
    unit.announced = false;
    unit.tracker.forget();
    this.dirty.delete(unit);
    this.fresh.delete(unit);
    this.hiding.judge(unit, false);
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

  /** @param {number} [units]  at most @returns {import("./batches.js").Slice} the next items for Python */
  collect(units) {
    const slice = collect({
      dirty: this.dirty,
      gone: this.gone,
      ...(units ? { units } : {}),
      page: this.page,
      sent: (node) => this.sent?.answered(node) ?? false,
      guard: (unit) => this.hiding.check(unit),
      // There is a later slice until everything is sent; units that hide nothing can wait for it.
      spare: (unit) => unit.announced && unit.early && !this.covers.byUnit.has(unit),
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
    unit.mark(null);
    this.changed(unit);
  }

  /** @param {TrackedBlock} unit  one that must be sent although nothing changed in the page */
  changed(unit) {
    this.dirty.add(unit);
    this.kick();
  }
}
