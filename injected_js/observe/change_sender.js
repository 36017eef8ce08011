/** Sends the changes of the units to Python, in batches that Python acknowledges. */
import { messagesOf } from "./batches.js";
import { FlowControl } from "../platform/flow_control.js";

/** Maximum unacknowledged pieces of a long history: Python answers pings between them. */
const WINDOW = 2;
/** Maximum further pieces of answers that are being written: Python may be behind, but not without limit. */
const AHEAD = 30;
/** Ms between two checks of a streaming sign, which may end by an attribute change that is not observed. */
const SIGN_CHECK = 100;

export class ChangeSender {
  /**
   * @param {object} parts
   * @param {import("./observer.js").Watcher} parts.watcher
   * @param {import("../site/page_model.js").Page} parts.page
   * @param {import("../platform/heartbeat.js").Heartbeat} parts.heartbeat
   * @param {() => boolean} parts.isPinged  whether Python must answer pings while text is hidden
   * @param {import("../platform/scheduling.js").Request} parts.requestFlush
   * @param {(job: () => void) => void} parts.queueTask
   * @param {(message: import("../protocol.js").Message) => void} parts.send
   * @param {FlowControl} parts.flow
   * @param {import("./view_first.js").ViewFirst} parts.viewFirst
   */
  constructor({ watcher, page, heartbeat, isPinged, requestFlush, queueTask, send, flow, viewFirst }) {
    this.watcher = watcher;
    this.page = page;
    this.heartbeat = heartbeat;
    this.isPinged = isPinged;
    this.requestFlush = requestFlush;
    this.queueTask = queueTask;
    this.send = send;
    this.flow = flow;
    this.viewFirst = viewFirst;
    this.wasStreaming = false;
    this.wasMore = false;
    this.watchesSign = false;
    this.ended = false;
  }

  /** Text can be hidden now: more pieces may be sent before Python acknowledges them. */
  widen() {
    this.flow.widen(WINDOW);
  }

  /** Sends what changed, and asks for another flush if there is more. */
  flush() {
    if (this.ended) return;
    if (this.flow.left <= -AHEAD) return;
    if (this.flow.left <= 0 || this.#restWaits()) {
      // An answer that is being written does not wait until Python has read a history: its growth would be missed.
      const { items, more } = this.watcher.collect(this.flow.units, { onlyLive: true });
      if (items.length) this.#sendAll(items, more);
      return;
    }
    if (this.watcher.setAside()) {
      this.queueTask(() => this.requestFlush("hurry"));
      return;
    }
    if (this.watcher.unsent.unordered) {
      // In a separate task, since the layout of a long chat alone takes as long as one task should take.
      this.queueTask(() => {
        this.watcher.unsent.putNearFirst();
        this.queueTask(() => this.requestFlush());
      });
      return;
    }
    const { items, more } = this.watcher.collect(this.flow.units);
    this.#sendAll(items, more);
    if (more && this.watcher.hidingEnabled) this.heartbeat.prepare();
    if (more) this.queueTask(() => this.requestFlush());
  }

  /** @returns {boolean} the first blocks of a long history are to be drawn before Python gets the rest */
  #restWaits() {
    const { flow, watcher, viewFirst } = this;
    return flow.hasAnswer && watcher.unsent.units.size > flow.units && viewFirst.waits();
  }

  /**
   * Sends, at the end of a recording, all changes of the page until now, however long that takes and whatever Python has
   * acknowledged. Nothing is sent after that.
   */
  end() {
    this.watcher.handleAll();
    for (let rest = true; rest; ) {
      const { items, more } = this.watcher.collect(Infinity, { all: true });
      this.#sendAll(items, more);
      rest = more && items.length > 0;
    }
    this.ended = true;
  }

  /** @param {import("./batches.js").Item[]} items @param {boolean} more */
  #sendAll(items, more) {
    const streaming = this.page.streaming();
    const signChanged = streaming !== this.wasStreaming;
    if (items.length || signChanged || more !== this.wasMore) this.#sendBatches(items, streaming, more);
    if (items.length || signChanged) this.heartbeat.wake();
    this.wasStreaming = streaming;
    this.wasMore = more;
    if (streaming) this.#watchSign();
    if (this.isPinged()) this.heartbeat.start();
  }

  /** @param {import("./batches.js").Item[]} items @param {boolean} streaming @param {boolean} more */
  #sendBatches(items, streaming, more) {
    const messages = messagesOf(items);
    for (const [index, part] of messages.entries()) {
      const last = index === messages.length - 1;
      if (more || !last) this.flow.sent();
      this.send({ t: "batch", items: part, streaming, more: more || !last, ask: this.heartbeat.carry() });
    }
  }

  #watchSign() {
    if (this.watchesSign) return;
    this.watchesSign = true;
    setTimeout(() => {
      this.watchesSign = false;
      this.requestFlush();
    }, SIGN_CHECK);
  }
}
