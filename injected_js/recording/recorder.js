/**
 * Records the document: a snapshot when it is parsed, then one step for each MutationObserver callback. This observer
 * is created before overlay's own, so each step is recorded before overlay reacts to the change.
 */
import { FlowControl } from "../platform/flow_control.js";
import { isElement, ready } from "../platform/captured_dom.js";
import { FormValues } from "./form_values.js";
import { mutationOps } from "./mutation_ops.js";
import { NodeIds } from "./node_ids.js";
import { NodeSerializer } from "./node_serializer.js";
import { Rules } from "./stylesheet_rules.js";

const OBSERVED = {
  childList: true,
  subtree: true,
  characterData: true,
  attributes: true,
  attributeOldValue: true,
  characterDataOldValue: true,
};
/** Milliseconds that a step may wait, so that several steps go in one message. */
const WAIT = 80;
/** Milliseconds between two polls of state that fires no event and no mutation. */
const LOOK = 250;
/** Size, in characters, from which Python must acknowledge a message; at most WINDOW are unacknowledged. */
const LARGE = 60_000;
const FULL = 300_000;
const WINDOW = 12;
const MOST_OPS = 4000;

/**
 * @typedef {object} Parts
 * @property {(message: import("../protocol.js").Recorded) => void} post
 * @property {import("../view/host_elements.js").Hosts} hosts
 * @property {import("../platform/shadow_roots.js").Roots} roots
 * @property {AbortSignal} signal
 * @property {string} mark
 * @property {string} entry  name of the global that holds the recorder in each isolated world
 *
 * @typedef {Recorder} Recording
 */

/** @param {Parts} parts @returns {Recorder} */
export const make = (parts) => new Recorder(parts);

/** @returns {import("./recording_types.js").PageInfo} */
const pageInfo = () => ({
  width: innerWidth,
  height: innerHeight,
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
});

export class Recorder {
  /** @param {Parts} parts */
  constructor({ post, hosts, roots, signal, mark, entry }) {
    this.post = post;
    this.entry = entry;
    this.roots = roots;
    this.signal = signal;
    this.known = new NodeIds();
    this.boxes = new FormValues();
    /** @type {import("./recording_types.js").Entry[]} */
    this.waiting = [];
    this.timer = 0;
    this.begun = false;
    this.ended = false;
    this.address = "";
    this.observer = new MutationObserver((records) => this.#record(records));
    this.nodes = new NodeSerializer({
      hosts,
      known: this.known,
      boxes: this.boxes,
      watch: (root) => this.observer.observe(root, OBSERVED),
      mark,
    });
    this.rules = new Rules(this.known, this.nodes);
    this.flow = new FlowControl(WINDOW, () => this.flush(), signal);
    signal.addEventListener("abort", () => {
      this.observer.disconnect();
      clearTimeout(this.timer);
    });
  }

  /** Records the document from when it is parsed. */
  begin() {
    if (ready() === "loading")
      document.addEventListener("DOMContentLoaded", () => this.open(), { signal: this.signal, once: true });
    else this.open();
  }

  /** Sends the waiting entries in order, as far as flow control allows. */
  flush() {
    if (this.ended) return;
    if (this.begun) this.#check();
    clearTimeout(this.timer);
    this.timer = 0;
    while (this.waiting.length && this.flow.left && !this.signal.aborted) {
      const entries = this.#piece();
      const size = entries.reduce((sum, entry) => sum + weigh(entry), 0);
      const more = size > LARGE;
      if (more) this.flow.sent();
      this.post({ t: "record", entries, more });
    }
  }

  /** Python acknowledged a large message. */
  acknowledged() {
    this.flow.acknowledged();
  }

  /**
   * Sends everything, including changes that the observer has not reported yet. Nothing is sent after that.
   * @returns {import("./recording_types.js").PageInfo}
   */
  end() {
    // Attaching a shadow root causes no mutation record, so roots that overlay has not seen yet are searched here.
    if (this.begun)
      this.nodes.every(document, (node) => {
        const root = isElement(node) ? this.nodes.hosts.pageRoot(node) : null;
        if (root) this.roots.add(root);
      });
    if (this.begun) this.#check(true, true);
    this.flow.left = Infinity;
    this.flush();
    this.ended = true;
    this.observer.disconnect();
    return pageInfo();
  }

  /**
   * Begins, unless the document is in a frame whose element is not recorded. It may be recorded later: the script of
   * the document around it may run later, and that document may be parsed later.
   */
  open() {
    const frame = this.#frame();
    if (this.begun || ready() === "loading" || this.signal.aborted || (window !== window.top && !frame)) return;
    this.begun = true;
    this.address = location.href;
    const [url, title] = [this.address, document.title.slice(0, 300)];
    this.waiting.push({ k: "begin", at: now(), url, title, frame, about: pageInfo() });
    this.known.give(document);
    /** @type {import("./recording_types.js").Op[]} */
    const ops = [];
    for (const kid of document.childNodes) if (!this.nodes.skipped(kid)) this.nodes.serialize(kid, 1, 0, ops);
    const sheets = this.nodes.sheets(document);
    if (sheets.length) ops.push({ o: "sheets", id: 0, sheets });
    this.rules.check([]);
    this.#step(ops, true);
    this.observer.observe(document, OBSERVED);
    const look = () => {
      this.#check(true);
      setTimeout(look, LOOK);
    };
    setTimeout(look, LOOK);
    for (const name of ["input", "change"])
      addEventListener(name, () => this.#check(), { capture: true, passive: true, signal: this.signal });
    this.flush();
    for (let at = 0; at < window.length; at += 1) this.#recorderOf(window[at])?.open();
  }

  /** @returns {number} the id, in the page's recording, of the element that contains this document; 0: none */
  #frame() {
    // A recording has the frames of the page's document, but not the frames in them.
    if (window === window.top || window.parent !== window.top) return 0;
    const recorder = this.#recorderOf(window.parent);
    const element = recorder && window.frameElement;
    return element ? recorder.numberOf(element) : 0;
  }

  /** The user may send what the message box holds now; overlay notes it. */
  maySend() {
    if (!this.begun || this.ended) return;
    this.#check();
    this.#add([{ o: "sent" }]);
  }

  /** @param {Window | undefined} other @returns {Recorder | undefined} undefined for a document of another site */
  #recorderOf(other) {
    try {
      return /** @type {any} */ (other)[this.entry]?.record;
    } catch {
      return undefined;
    }
  }

  /** @param {Element} element @returns {number} 0: the node is not recorded */
  numberOf(element) {
    this.#take();
    return this.known.ofSure(element);
  }

  #take() {
    const records = this.observer.takeRecords();
    if (records.length) this.#record(records);
  }

  /** @param {MutationRecord[]} records */
  #record(records) {
    if (this.signal.aborted || !this.begun) return;
    const ops = mutationOps(records, this.nodes, (node) => this.observer.observe(node, OBSERVED));
    this.#step(ops);
  }

  /**
   * Polls what changes without a mutation record: form values, new shadow roots, the URL and (less often) CSS rules.
   * @param {boolean} [rules]  also check CSS rules @param {boolean} [last]  this is the last poll
   */
  #check(rules = false, last = false) {
    if (this.signal.aborted) return;
    // Polled values are the current ones, so pending mutation records must be recorded before them.
    this.#take();
    /** @type {import("./recording_types.js").Op[]} */
    const ops = [];
    this.#poll(ops);
    if (rules) this.rules.check(ops, last);
    if (ops.length) this.#add(ops);
  }

  /** @param {import("./recording_types.js").Op[]} ops */
  #poll(ops) {
    for (const [box, value] of this.boxes.changed()) {
      const id = this.known.of(box);
      if (id) ops.push({ o: "value", id, value });
    }
    for (const root of this.roots.known) {
      const host = this.known.of(root) ? 0 : this.known.ofSure(root.host);
      if (host) this.nodes.root(root, host, ops);
    }
    if (location.href !== this.address) {
      this.address = location.href;
      ops.push({ o: "url", url: this.address });
    }
  }

  /** @param {import("./recording_types.js").Op[]} ops @param {boolean} [always] */
  #step(ops, always = false) {
    this.#poll(ops);
    if (ops.length || always) this.#add(ops);
  }

  /** @param {import("./recording_types.js").Op[]} ops */
  #add(ops) {
    this.waiting.push({ k: "step", at: now(), ops, over: true });
    if (!this.timer) this.timer = setTimeout(() => this.flush(), WAIT);
  }

  /** @returns {import("./recording_types.js").Entry[]} the next entries that fit into one message; a step may be split */
  #piece() {
    /** @type {import("./recording_types.js").Entry[]} */
    const entries = [];
    let size = 0;
    let count = 0;
    for (let entry = this.waiting[0]; entry; entry = this.waiting[0]) {
      if (entry.k === "begin") {
        entries.push(entry);
        this.waiting.shift();
        continue;
      }
      let taken = 0;
      while (taken < entry.ops.length && size < FULL && count < MOST_OPS) {
        size += measure(/** @type {import("./recording_types.js").Op} */ (entry.ops[taken]));
        taken += 1;
        count += 1;
      }
      if (taken === entry.ops.length) {
        entries.push(entry);
        this.waiting.shift();
        if (size < FULL && count < MOST_OPS) continue;
        return entries;
      }
      entries.push({ ...entry, ops: entry.ops.slice(0, taken), over: false });
      this.waiting[0] = { ...entry, ops: entry.ops.slice(taken) };
      return entries;
    }
    return entries;
  }
}

const now = () => performance.timeOrigin + performance.now();

/** @param {import("./recording_types.js").Entry} entry @returns {number} */
const weigh = (entry) => (entry.k === "begin" ? 100 : entry.ops.reduce((sum, op) => sum + measure(op), 30));

/** @param {import("./recording_types.js").Op} op @returns {number} about how many characters its JSON has */
const measure = (op) => {
  switch (op.o) {
    case "add": {
      const { node } = op;
      const words = (node.text ?? node.comment ?? node.value ?? "").length;
      return 60 + words + (node.attrs?.reduce((sum, [name, value]) => sum + name.length + value.length + 8, 0) ?? 0);
    }
    case "again":
      return 60 + JSON.stringify(op.what).length;
    case "anew":
      return 60 + JSON.stringify(op.kids).length;
    case "text":
      return 50 + op.text.length;
    case "attr":
    case "value":
      return 50 + (op.value?.length ?? 0);
    case "root":
    case "sheets":
      return 50 + op.sheets.reduce((sum, text) => sum + text.length, 0);
    default:
      return 40;
  }
};
