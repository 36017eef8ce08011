/** Replays a recording for the page's script: applies the steps and fires the timers in order of time. */
import { Builder } from "./page_builder.js";
import { ready } from "../platform/captured_dom.js";
import { Time } from "./virtual_time.js";
import { write, writeKids } from "./tree_dump.js";
import { writeLook } from "./drawn_look.js";

/** The event by which the served HTML requests, while it is parsed, that the page is built (see `page_server.py`). */
const BUILD = "overlay-build";
/** Milliseconds: a timer that is due before the current time plus this is due now (as in `player.py`). */
const NOW = 1e-6;

/**
 * @typedef {import("../config_types.js").Config} Config
 * @typedef {{ handle: (text: string) => void, blocks: import("../view/function_blocks.js").FunctionBlocks, api: import("../page_api.js").Api, maySend: () => void, replay?: Replay }} Entry
 */

export class Replay {
  /** @param {Config} config */
  constructor(config) {
    this.mark = config.mark;
    this.name = config.entry;
    this.time = new Time();
    this.builder = new Builder(() => this.entry?.maySend());
    /** Steps that are not applied yet. @type {import("./replay_types.js").Step[]} */
    this.steps = [];
    this.outbox = holdMessages(config);
    /** @type {Entry | null} */
    this.entry = null;
    const { port1, port2 } = new MessageChannel();
    this.turn = () =>
      new Promise((done) => {
        port1.onmessage = done;
        port2.postMessage(0);
      });
    document.addEventListener(BUILD, () => this.#buildWhileParsed());
  }

  /** Registers the calls that Python uses. Must be called after the page's script has started. @param {Config} config */
  attach({ entry }) {
    this.entry = /** @type {any} */ (globalThis)[entry] ?? null;
    if (!this.entry) return;
    this.entry.replay = this;
    Object.assign(this.entry.api, {
      "replay.build": (/** @type {string} */ opened) => this.build(opened),
      "replay.drawn": (/** @type {string} */ block) => this.drawn(block),
      "replay.drive": (/** @type {string} */ plan) => this.drive(plan),
      "replay.enter": (/** @type {number} */ id, /** @type {string} */ url) => this.enter(id, url),
      "replay.frame": () => (this.ready() ? this.frameElementId() : null),
      "replay.written": () => this.written(),
    });
  }

  #buildWhileParsed() {
    const data = document.getElementById(BUILD);
    if (data && !this.builder.built) this.builder.build(JSON.parse(data.textContent ?? ""));
  }

  /** @param {string} opened  JSON of an Opened, for a document that is not built while its HTML is parsed */
  async build(opened) {
    if (!this.builder.built) this.builder.build(JSON.parse(opened));
    await this.turn();
  }

  /**
   * Opens the recorded address in a frame.
   * @param {number} id @param {string} url
   */
  enter(id, url) {
    const frame = this.builder.nodes.get(id);
    if (frame instanceof HTMLIFrameElement || frame instanceof HTMLFrameElement) {
      frame.src = url;
    } else if (frame instanceof HTMLObjectElement || frame instanceof HTMLEmbedElement) {
      // Of another type, such as an image, the element would have no document.
      frame.type = "text/html";
      if (frame instanceof HTMLObjectElement) frame.data = url;
      else frame.src = url;
    } else {
      throw new Error(`node ${id} is not a frame`);
    }
  }

  /** @returns {number} the id, in the parent document, of the element that contains this document; 0 if there is none */
  frameElementId() {
    const above = /** @type {any} */ (window.parent);
    const nodes = /** @type {Map<number, Node> | undefined} */ (
      window === above ? undefined : above[this.name]?.replay?.builder.nodes
    );
    for (const [id, node] of nodes ?? []) if (node === window.frameElement) return id;
    return 0;
  }

  /** @returns {boolean} the document and its style sheets are loaded */
  ready() {
    return ready() === "complete";
  }

  /**
   * @param {string} plan  JSON of a Plan; as an object it would lose lone surrogates
   * @returns {Promise<import("./replay_types.js").Done>} after the whole plan, or after the sending that follows the `quiet` ones
   */
  async drive(plan) {
    const { now, commands, draw, before, steps, stepping, quiet } = /** @type {import("./replay_types.js").Plan} */ (
      JSON.parse(plan)
    );
    const { time, outbox } = this;
    time.now = Math.max(time.now, now);
    let applied = 0;
    /** @type {import("./replay_types.js").DrawnBlock[] | null} */
    let drawn = null;
    /** @type {import("./replay_types.js").Sending[]} */
    const sent = [];
    const turn = async () => {
      await this.turn();
      if (!outbox.held?.length) return;
      sent.push({ at: time.now, applied, messages: outbox.held });
      outbox.held = [];
    };
    /** @param {number} end @param {boolean} withSteps */
    const play = async (end, withSteps) => {
      await turn();
      while (sent.length <= quiet) {
        const due = time.due ?? Infinity;
        const [step] = this.steps;
        if (withSteps && step && step.at < Math.min(due, end)) {
          time.now = Math.max(time.now, step.at);
          this.steps.shift();
          time.attempt(() => {
            for (const op of step.ops) this.builder.apply(op);
          });
          applied += 1;
        } else if (due < end) {
          time.fireNext();
        } else {
          break;
        }
        await turn();
      }
    };
    this.steps.push(...steps);
    outbox.held = [];
    try {
      if (commands) time.attempt(() => this.entry?.handle(commands));
      if (commands && draw.length) await play(Math.min(before, time.now + NOW), false);
      if (sent.length <= quiet) {
        drawn = draw.map((id) => this.drawn(id));
        await play(before, stepping);
      }
      return { now: time.now, due: time.due, applied, sent, drawn, problems: time.problems.splice(0) };
    } finally {
      outbox.held = null;
    }
  }

  /** @returns {string[]} the page's tree, one node a line, without overlay's host elements */
  written() {
    return writeKids(document, { skip: (element) => element.hasAttribute(this.mark) }, 0);
  }

  /**
   * @param {string} id  of a block
   * @returns {import("./replay_types.js").DrawnBlock}
   */
  drawn(id) {
    const content = this.entry?.blocks.byId.get(id)?.content;
    const drawn = content?.plain?.blocks.get(id);
    if (!content || !drawn) return { lines: [], look: "" };
    drawn.params.settle();
    const hidden = content.isPlaced() ? content.host.nextElementSibling : null;
    const hides = hidden && getComputedStyle(hidden).display === "none" ? hidden.localName : "nothing";
    const attribute = (/** @type {string} */ name, /** @type {string} */ value) => {
      if (name === "data-block-id") return null;
      return name === "data-param-id" ? value.slice(id.length + 1) : value;
    };
    const place = content.isPlaced() ? `hides ${hides}` : "not in the page";
    const lines = [`#host ${place}`, ...write(drawn.block, { skip: () => false, attribute }, 1)];
    return { lines, look: writeLook(drawn.block) };
  }
}

/**
 * Wraps the binding so that messages to Python can be held, for the answer to a plan: as an event each would cost the
 * browser and Python as much as the answer does. In a reused isolated world it is already wrapped.
 * @param {Config} config
 * @returns {{ held: string[] | null }} null: messages are sent at once
 */
const holdMessages = ({ binding, entry }) => {
  const world = /** @type {Record<string, any>} */ (/** @type {unknown} */ (globalThis));
  const known = world[entry]?.binding?.outbox;
  if (known) return known;
  /** @type {{ held: string[] | null }} */
  const outbox = { held: null };
  const send = world[binding];
  if (typeof send !== "function") return outbox;
  world[binding] = Object.assign(
    (/** @type {string} */ text) => {
      if (outbox.held) outbox.held.push(text);
      else send(text);
    },
    { outbox },
  );
  return outbox;
};

/** @param {Config} config */
export const make = (config) => new Replay(config);
