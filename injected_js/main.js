/** Starts the page's side, once a document, and takes Python's commands. */
import { makeApi } from "./page_api.js";
import { FunctionBlocks } from "./view/function_blocks.js";
import { Composer } from "./composer/composer.js";
import { HiddenText } from "./view/hidden_text.js";
import { FlowControl } from "./platform/flow_control.js";
import { ready } from "./platform/captured_dom.js";
import { Leaving } from "./site/address_change.js";
import { Lifeline } from "./platform/lifeline.js";
import { Files } from "./composer/file_input.js";
import { Prefilter } from "./observe/prefilter.js";
import { Hosts } from "./view/host_elements.js";
import { Outlines } from "./view/outlines.js";
import { Page } from "./site/page_model.js";
import { resolveSelectors } from "./site/selectors.js";
import { Heartbeat } from "./platform/heartbeat.js";
import { messagesOf } from "./observe/batches.js";
import { Roots } from "./platform/shadow_roots.js";
import { makeTaskQueue, makeThrottle } from "./platform/scheduling.js";
import { makeSiteDetector, siteOf } from "./site/site_match.js";
import { SentMessages } from "./site/sent_message.js";
import { Watcher } from "./observe/observer.js";

/** Ms between flushes. A calm flush comes just before the next ping, which it replaces. */
const FLUSH = { wait: 16, hurry: 5, calm: 95 };
const QUIET = 200;
const SIGN = 250;
const PATIENCE = 2000;
const BUDGET = 8;
const WINDOW = 2;
/** Most block ids in one Aside message. */
const ASIDE_MOST = 1000;
/** Characters of an address that Python takes. */
const URL_MOST = 8000;
/** Ms between two attempts to detect an unknown page's site. */
const LOOK = { wait: 400 };

/**
 * @param {import("./protocol.js").Config} given
 * @param {(parts: import("./recording/recorder.js").Parts) => import("./recording/recorder.js").Recorder} [record]
 */
export const start = (given, record) => {
  const site = siteOf(given);
  const config = { ...given, profile: site.profile };
  const world = /** @type {Record<string, any>} */ (/** @type {unknown} */ (globalThis));
  const before = /** @type {{ document: Document, binding: unknown, left: boolean, end: () => void } | undefined} */ (world[config.entry]);
  if (before?.document === document && !before.left) return;
  // A frame's first empty document passes its world on to the next document of the same origin.
  const binding = /** @type {unknown} */ (before?.binding ?? world[config.binding]);
  if (typeof binding !== "function") return;
  before?.end();
  delete world[config.binding];
  const controller = new AbortController();
  const { signal } = controller;
  /** @param {import("./protocol.js").Message} message */
  const post = (message) => {
    if (!signal.aborted) binding(JSON.stringify(message));
  };
  /** @param {import("./protocol.js").Message} message */
  const send = (message) => {
    recorder?.flush();
    post(message);
  };
  const soon = makeTaskQueue(signal);
  const roots = new Roots();
  const profile = resolveSelectors(config.profile, roots, (name) => soon(() => send({ t: "trouble", text: `the site profile's ${name} is not a valid selector` })));
  const gate = new Prefilter(config.openers);
  const hosts = new Hosts(config.mark, config.inspectable);
  // Elements fade in by the machine's clock, not by a recording's: in a replay everything counts as visible.
  const page = new Page(profile, roots, config.replay ? null : hosts);
  const recorder = record?.({ post, hosts, roots, signal, mark: config.mark, entry: config.entry });
  const cards = new FunctionBlocks({
    hosts,
    press: (block, action, nonce, values) => send({ t: "press", block, action, nonce, ...(values ? { values } : {}) }),
    signal,
    face: config.face ?? "",
    elsewhere: config.panel ?? false,
    outline: (element) => outlines.mark(element),
    compare: (number) => send({ t: "layers", number }),
  });
  hosts.returning = (host) => cards.returning(host);
  const covers = new HiddenText(hosts, gate, profile.fence, (host, lead, trail) => cards.words(host, lead, trail), profile.header);
  const composer = new Composer(profile, roots, signal);
  const sent = new SentMessages(page, () => composer.state(), signal);
  signal.addEventListener("abort", () => composer.end());
  const outlines = new Outlines(hosts, page, signal);
  const conversation = config.profile.conversation ? new RegExp(config.profile.conversation) : null;
  const keyOf = (/** @type {string} */ url) => conversation?.exec(url)?.[1] ?? "";

  const leaving = new Leaving(signal);
  let address = location.href;
  let wasStreaming = false;
  let wasMore = false;
  let signWatched = false;
  const checkAddress = () => {
    if (location.href === address) return;
    const before = keyOf(address);
    address = location.href;
    const byPerson = leaving.to(address);
    if (byPerson || (before && before !== keyOf(address))) sent.forget();
    watcher.show(keyOf(address));
    send({ t: "url", url: address.slice(0, URL_MOST), by_person: byPerson });
  };
  // Python reads a long history in pieces and answers pings in between: at most WINDOW pieces are unacknowledged. Until
  // text can be hidden it is one: preparing that takes Python several round trips, which wait for what it reads.
  const credit = new FlowControl(1, () => kick("hurry"), signal);
  const tell = makeSiteDetector(given, site, roots, () => sent.noted.length > 0);
  const recognise = makeThrottle(() => {
    const shown = tell();
    if (shown) again({ ...given, sites: [shown] });
  }, LOOK, signal);
  const flush = () => {
    checkAddress();
    recognise();
    if (credit.left <= 0) return;
    if (watcher.unordered) {
      // In a separate task, since the layout of a long chat takes as long as one task may.
      soon(() => {
        watcher.putNearFirst();
        soon(() => kick());
      });
      return;
    }
    const { items, more } = watcher.collect(credit.units);
    const streaming = page.streaming();
    if (items.length || streaming !== wasStreaming || more !== wasMore) {
      const messages = messagesOf(items);
      messages.forEach((part, index) => {
        const last = index === messages.length - 1;
        if (more || !last) credit.spend();
        send({ t: "batch", items: part, streaming, more: more || !last, ask: pulse.carry() });
      });
    }
    if (items.length || streaming !== wasStreaming) pulse.wake();
    wasStreaming = streaming;
    wasMore = more;
    if (streaming && !signWatched) {
      // The streaming sign may end by an attribute change, which is not observed.
      signWatched = true;
      setTimeout(() => {
        signWatched = false;
        kick();
      }, SIGN);
    }
    if (hosts.standing.size && config.patience) pulse.start();
    if (more && watcher.armed) pulse.prepare();
    if (more) soon(() => kick());
  };
  const kick = makeThrottle(flush, FLUSH, signal);
  const watcher = new Watcher({
    page, hosts, covers, gate, kick, soon, signal, sent,
    aside: (units) => send({ t: "aside", units: units.slice(0, ASIDE_MOST) }),
    trouble: (text) => send({ t: "trouble", text: text.slice(0, 500) }),
  });
  const pulse = new Heartbeat({
    needed: () => hosts.standing.size > 0,
    ping: (wanted) => send({ t: "ping", lifeline: wanted }),
    tied: () => lifeline.held,
    lost: () => watcher.disarm(),
    busy: () => credit.most - credit.left,
    found: () => watcher.arm(),
    end: () => controller.abort(),
    patience: config.patience,
    signal,
  });

  const lifeline = new Lifeline(hosts, () => pulse.wake(), signal);

  /** @type {((answered: boolean) => void)[]} */
  const asking = [];
  /** @type {import("./protocol.js").Command[]} */
  const queue = [];
  /** @param {import("./protocol.js").Command} command */
  const obey = (command) => {
    switch (command.c) {
      case "arm": {
        whenQuiet(() => {
          watcher.arm();
          credit.widen(WINDOW);
        });
        break;
      }
      case "lift": {
        const unit = watcher.unit(command.unit);
        if (unit?.kind === "prose") watcher.hiding.judgeProse(unit, [], Infinity);
        else if (unit) watcher.hiding.judge(unit, false);
        break;
      }
      case "cover": {
        const unit = watcher.unit(command.unit);
        if (unit?.kind === "prose") watcher.hiding.judgeProse(unit, command.spans, command.judged);
        else if (unit) watcher.hiding.judge(unit, true);
        break;
      }
      case "draw": {
        const unit = watcher.unit(command.unit);
        if (unit) unit.named = cards.draw(command.block, unit, covers.main(unit), command.index, command.look).named();
        break;
      }
      case "append": {
        cards.append(command.block, command.key, command.text, command.done);
        break;
      }
      case "drop": {
        cards.drop(command.block);
        break;
      }
      case "resync": {
        const unit = watcher.unit(command.unit);
        if (unit) watcher.resync(unit);
        break;
      }
      case "fill": {
        const unit = watcher.unit(command.unit);
        if (unit?.fill(command.text)) watcher.changed(unit);
        break;
      }
      case "refused": {
        watcher.hiding.uncertain(watcher.units.values());
        break;
      }
      case "stop": {
        watcher.disarm();
        controller.abort();
        break;
      }
      case "pong": {
        credit.gain();
        break;
      }
      case "noted": {
        recorder?.noted();
        break;
      }
    }
  };
  const work = () => {
    const until = performance.now() + BUDGET;
    for (let command = queue.shift(); command; command = queue.shift()) {
      try {
        obey(command);
      } catch (error) {
        const id = "unit" in command ? command.unit : "block" in command ? cards.byId.get(command.block)?.unit.id : undefined;
        const unit = id === undefined ? undefined : watcher.unit(id);
        if (unit) watcher.giveUp(unit);
        send({ t: "trouble", text: `${command.c}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500) });
      }
      if (performance.now() > until && queue.length) {
        cards.settle();
        soon(work);
        return;
      }
    }
    cards.settle();
  };

  /**
   * Waits until a page with server-rendered markup is quiet. The site's framework hydrates such markup soon after load,
   * and a node of overlay in it before that breaks the hydration. Markup that the site's script draws needs no wait.
   */
  const awaitQuiet = () => {
    rendered = true;
    const since = performance.now();
    let last = since;
    const observer = new MutationObserver(() => { last = performance.now(); });
    observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    const look = () => {
      const now = performance.now();
      const waited = ready() === "complete" && (now - last >= QUIET || now - since >= PATIENCE);
      if (!waited && !signal.aborted) {
        setTimeout(look, 50);
        return;
      }
      observer.disconnect();
      rendered = false;
      for (const then of waiting.splice(0)) then();
    };
    look();
  };
  let rendered = false;
  /** What is to be done when the page is quiet. @type {(() => void)[]} */
  const waiting = [];
  const whenQuiet = (/** @type {() => void} */ then) => {
    if (rendered) waiting.push(then);
    else then();
  };

  const files = new Files(roots, () => composer.box());
  const api = makeApi({ watcher, page, cards, outlines, composer, sent, files, recorder });
  world[config.entry] = {
    document,
    binding,
    left: false,
    end: () => controller.abort(),
    /**
     * Another companion asks whether this one's Python is alive.
     * @param {number} within  ms
     * @returns {boolean | Promise<boolean>} Python answers
     */
    answered(within) {
      if (signal.aborted) return false;
      return new Promise((tell) => {
        asking.push(tell);
        setTimeout(() => tell(false), within);
        send({ t: "ping", lifeline: false });
      });
    },
    /** Another companion replaces this one, which has ended. @returns {string} the mark of this one's hosts */
    leave() {
      watcher.disarm();
      controller.abort();
      return config.mark;
    },
    /** @param {string} text  JSON of a list of commands */
    handle(text) {
      if (signal.aborted) return;
      pulse.beat();
      for (const tell of asking.splice(0)) tell(true);
      const idle = queue.length === 0;
      queue.push(.../** @type {import("./protocol.js").Command[]} */ (JSON.parse(text)));
      if (idle) work();
    },
    /** For a replay. */
    cards,
    /** For the recorder of a page with this document in a frame. */
    record: recorder,
    api,
    /** @returns {Element} what Python forces a state on; its loss tells that the connection ended */
    lifeline: () => lifeline.end(),
    /** @param {string} name @param {unknown[]} args @returns {unknown} */
    ask(name, args) {
      const answer = api[name];
      if (!answer) throw new Error(`nothing here is called ${name}`);
      return answer(...args);
    },
  };

  const begin = () => {
    if (ready() !== "complete" && watcher.units.size) awaitQuiet();
    soon(() => { watcher.settled = true; });
  };
  /** Starts again in the same document. @param {import("./protocol.js").Config} next */
  const again = (next) => {
    watcher.disarm();
    world[config.entry].left = true;
    start(next, record);
  };
  // The browser restored this document from the back/forward cache; for Python it was closed.
  addEventListener("pageshow", (event) => {
    if (event.isTrusted && event.persisted) again(given);
  }, { signal });
  // The address can change without a DOM mutation, and thousands of times at once; the last one is always sent.
  const checkSoon = makeThrottle(checkAddress, FLUSH, signal);
  navigation.addEventListener("currententrychange", () => checkSoon(), { signal });
  send({ t: "hello", url: location.href.slice(0, URL_MOST), title: document.title.slice(0, 300), top: window === window.top, site: site.name });
  recorder?.begin();
  watcher.show(keyOf(address));
  watcher.start();
  if (ready() === "loading") document.addEventListener("DOMContentLoaded", begin, { signal, once: true });
  else begin();
};
