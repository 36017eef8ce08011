/** Starts overlay's page script, once per document, and handles Python's commands. */
import { makeApi } from "./page_api.js";
import { FunctionBlocks } from "./view/function_blocks.js";
import { Composer } from "./composer/composer.js";
import { ComposerStrip } from "./view/composer_strip.js";
import { HiddenText } from "./view/hidden_text.js";
import { ScrollHold } from "./view/scroll_hold.js";
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
const SIGN_CHECK = 250;
const QUIET_MOST = 2000;
const TASK = 8;
const WINDOW = 2;
/** Maximum block ids in one Aside message. */
const ASIDE_MOST = 1000;
/** Maximum characters of an address that Python accepts. */
const URL_MOST = 8000;
/** Ms between two attempts to detect an unknown page's site. */
const SITE_CHECK = { wait: 400 };

/**
 * @param {import("./protocol.js").Config} given
 * @param {(parts: import("./recording/recorder.js").Parts) => import("./recording/recorder.js").Recorder} [record]
 */
export const start = (given, record) => {
  const site = siteOf(given);
  const config = { ...given, profile: site.profile };
  const world = /** @type {Record<string, any>} */ (/** @type {unknown} */ (globalThis));
  const before = /** @type {{ document: Document, binding: unknown, left: boolean, end: () => void } | undefined} */ (
    world[config.entry]
  );
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
  const queueTask = makeTaskQueue(signal);
  const roots = new Roots();
  const profile = resolveSelectors(config.profile, roots, (name) =>
    queueTask(() => send({ t: "trouble", text: `the site profile's ${name} is not a valid selector` })),
  );
  const prefilter = new Prefilter(config.openers);
  const hosts = new Hosts(config.mark, config.inspectable);
  // Elements fade in by the real clock, not by the recording's, so in a replay everything counts as visible.
  const page = new Page(profile, roots, config.replay ? null : hosts);
  const recorder = record?.({ post, hosts, roots, signal, mark: config.mark, entry: config.entry });
  // A replay uses the recorded scroll positions.
  const scrollHold = config.replay ? null : new ScrollHold(signal);
  const blocks = new FunctionBlocks({
    hosts,
    resizing: (element) => scrollHold?.before(element),
    press: (block, action, nonce, values) => send({ t: "press", block, action, nonce, ...(values ? { values } : {}) }),
    signal,
    face: config.face ?? "",
    hasPanel: config.panel ?? false,
    outline: (element) => outlines.mark(element),
    compare: (number) => send({ t: "layers", number }),
    unstarted: () => send({ t: "unstarted" }),
  });
  hosts.beforeReturn = (host) => blocks.beforeReturn(host);
  const hiddenText = new HiddenText(
    hosts,
    prefilter,
    profile.fence,
    (host, lead, trail) => blocks.setText(host, lead, trail),
    profile.header,
  );
  const composer = new Composer(profile, roots, signal, () => page.streaming());
  const strip = new ComposerStrip({
    key: config.face ?? "",
    hosts,
    box: () => composer.box(),
    press: (action) => send({ t: "strip", action }),
    unstarted: () => send({ t: "unstarted" }),
    signal,
  });
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
    watcher.setConversation(keyOf(address));
    send({ t: "url", url: address.slice(0, URL_MOST), by_person: byPerson });
  };
  // Python reads a long history in pieces and answers pings in between: at most WINDOW pieces are unacknowledged, and
  // at most one until text can be hidden: Python needs several round trips for that, and they wait while it reads a piece.
  const flow = new FlowControl(1, () => requestFlush("hurry"), signal);
  const detectSite = makeSiteDetector(given, site, roots, () => sent.noted.length > 0);
  const checkSite = makeThrottle(
    () => {
      const shown = detectSite();
      if (shown) again({ ...given, sites: [shown] });
    },
    SITE_CHECK,
    signal,
  );
  const flush = () => {
    checkAddress();
    checkSite();
    if (flow.left <= 0) return;
    if (watcher.setAside()) {
      queueTask(() => requestFlush("hurry"));
      return;
    }
    if (watcher.unordered) {
      // In a separate task, since the layout of a long chat alone takes as long as one task should take.
      queueTask(() => {
        watcher.putNearFirst();
        queueTask(() => requestFlush());
      });
      return;
    }
    const { items, more } = watcher.collect(flow.units);
    const streaming = page.streaming();
    if (items.length || streaming !== wasStreaming || more !== wasMore) {
      const messages = messagesOf(items);
      messages.forEach((part, index) => {
        const last = index === messages.length - 1;
        if (more || !last) flow.sent();
        send({ t: "batch", items: part, streaming, more: more || !last, ask: heartbeat.carry() });
      });
    }
    if (items.length || streaming !== wasStreaming) heartbeat.wake();
    wasStreaming = streaming;
    wasMore = more;
    if (streaming && !signWatched) {
      // The streaming sign may end by an attribute change, which is not observed.
      signWatched = true;
      setTimeout(() => {
        signWatched = false;
        requestFlush();
      }, SIGN_CHECK);
    }
    if (hosts.placed.size && config.patience) heartbeat.start();
    if (more && watcher.hidingEnabled) heartbeat.prepare();
    if (more) queueTask(() => requestFlush());
  };
  const requestFlush = makeThrottle(flush, FLUSH, signal);
  const watcher = new Watcher({
    page,
    hosts,
    hiddenText,
    prefilter,
    requestFlush,
    queueTask,
    signal,
    sent,
    whole: config.whole ?? true,
    aside: (units) => send({ t: "aside", units: units.slice(0, ASIDE_MOST) }),
    trouble: (text) => send({ t: "trouble", text: text.slice(0, 500) }),
  });
  const heartbeat = new Heartbeat({
    needed: () => hosts.placed.size > 0 || strip.shown,
    ping: (wanted) => send({ t: "ping", lifeline: wanted }),
    hasLifeline: () => lifeline.held,
    lost: () => {
      watcher.disableHiding();
      strip.remove();
    },
    busy: () => flow.most - flow.left,
    found: () => {
      watcher.enableHiding();
      strip.show();
    },
    end: () => controller.abort(),
    patience: config.patience,
    signal,
  });

  const lifeline = new Lifeline(hosts, () => heartbeat.wake(), signal);

  /** @type {((answered: boolean) => void)[]} */
  const pings = [];
  /** @type {import("./protocol.js").Command[]} */
  const queue = [];
  /** @param {import("./protocol.js").Command} command */
  const handle = (command) => {
    switch (command.c) {
      case "arm": {
        whenQuiet(() => {
          watcher.enableHiding();
          flow.widen(WINDOW);
        });
        break;
      }
      case "lift": {
        const unit = watcher.unit(command.unit);
        if (unit?.kind === "prose") watcher.hiding.applyProseVerdict(unit, [], Infinity);
        else if (unit) watcher.hiding.applyVerdict(unit, false);
        break;
      }
      case "cover": {
        const unit = watcher.unit(command.unit);
        if (unit?.kind === "prose") watcher.hiding.applyProseVerdict(unit, command.spans, command.judged);
        else if (unit) watcher.hiding.applyVerdict(unit, true);
        break;
      }
      case "draw": {
        const unit = watcher.unit(command.unit);
        if (unit && !unit.replaced) scrollHold?.before(unit.node);
        if (unit) hiddenText.replaced(unit);
        if (unit)
          unit.named = blocks.draw(command.block, unit, hiddenText.mainHost(unit), command.index, command.look).named();
        break;
      }
      case "append": {
        blocks.append(command.block, command.key, command.text, command.done);
        break;
      }
      case "drop": {
        blocks.drop(command.block);
        break;
      }
      case "resync": {
        const unit = watcher.unit(command.unit);
        if (unit) watcher.resync(unit);
        break;
      }
      case "fill": {
        const unit = watcher.unit(command.unit);
        if (unit?.setFullText(command.text)) watcher.changed(unit);
        break;
      }
      case "refused": {
        watcher.hiding.showUndecided(watcher.units.values());
        break;
      }
      case "stop": {
        watcher.disableHiding();
        controller.abort();
        break;
      }
      case "strip": {
        whenQuiet(() => {
          strip.show(command.strip);
          if (strip.shown && config.patience) heartbeat.start();
        });
        break;
      }
      case "restart": {
        blocks.pool?.restart();
        strip.restart();
        break;
      }
      case "pong": {
        flow.acknowledged();
        break;
      }
      case "noted": {
        recorder?.acknowledged();
        break;
      }
    }
  };
  const work = () => {
    const until = performance.now() + TASK;
    for (let command = queue.shift(); command; command = queue.shift()) {
      try {
        handle(command);
      } catch (error) {
        const id =
          "unit" in command ? command.unit : "block" in command ? blocks.byId.get(command.block)?.unit.id : undefined;
        const unit = id === undefined ? undefined : watcher.unit(id);
        if (unit) watcher.giveUp(unit);
        send({
          t: "trouble",
          text: `${command.c}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500),
        });
      }
      if (performance.now() > until && queue.length) {
        blocks.settle();
        queueTask(work);
        return;
      }
    }
    blocks.settle();
  };

  /**
   * Waits until a page with server-rendered markup is quiet. The site's framework hydrates such markup soon after load,
   * and a node of overlay in it before that breaks the hydration. Markup that the site's script draws needs no wait.
   */
  const awaitQuiet = () => {
    rendered = true;
    const since = performance.now();
    let last = since;
    const observer = new MutationObserver(() => {
      last = performance.now();
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    const look = () => {
      const now = performance.now();
      const waited = ready() === "complete" && (now - last >= QUIET || now - since >= QUIET_MOST);
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
  /** Callbacks to run when the page is quiet. @type {(() => void)[]} */
  const waiting = [];
  const whenQuiet = (/** @type {() => void} */ then) => {
    if (rendered) waiting.push(then);
    else then();
  };

  const files = new Files(roots, () => composer.box());
  const api = makeApi({ watcher, page, blocks, outlines, composer, sent, files, recorder });
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
      return new Promise((answer) => {
        pings.push(answer);
        setTimeout(() => answer(false), within);
        send({ t: "ping", lifeline: false });
      });
    },
    /** Another companion replaces this one, which has ended. @returns {string} the mark of this one's hosts */
    leave() {
      watcher.disableHiding();
      controller.abort();
      return config.mark;
    },
    /** @param {string} text  JSON of a list of commands */
    handle(text) {
      if (signal.aborted) return;
      heartbeat.acknowledge();
      for (const detectSite of pings.splice(0)) detectSite(true);
      const idle = queue.length === 0;
      queue.push(.../** @type {import("./protocol.js").Command[]} */ (JSON.parse(text)));
      if (idle) work();
    },
    /** For a replay. */
    blocks,
    /** For the recorder of a page with this document in a frame. */
    record: recorder,
    api,
    /** @returns {Element} the element on which Python forces a state; the end of the state shows that the connection ended */
    lifeline: () => lifeline.attach(),
    /** @param {string} name @param {unknown[]} args @returns {unknown} */
    ask(name, args) {
      const answer = api[name];
      if (!answer) throw new Error(`nothing here is called ${name}`);
      return answer(...args);
    },
  };

  const begin = () => {
    if (ready() !== "complete" && watcher.units.size) awaitQuiet();
    queueTask(() => {
      watcher.settled = true;
    });
  };
  /** Starts again in the same document. @param {import("./protocol.js").Config} next */
  const again = (next) => {
    watcher.disableHiding();
    world[config.entry].left = true;
    start(next, record);
  };
  // The browser restored this document from the back/forward cache; for Python it was closed.
  addEventListener(
    "pageshow",
    (event) => {
      if (event.isTrusted && event.persisted) again(given);
    },
    { signal },
  );
  // The address can change without a DOM mutation, and thousands of times in a row; the last address is always sent.
  const checkSoon = makeThrottle(checkAddress, FLUSH, signal);
  navigation.addEventListener("currententrychange", () => checkSoon(), { signal });
  send({
    t: "hello",
    url: location.href.slice(0, URL_MOST),
    title: document.title.slice(0, 300),
    top: window === window.top,
    site: site.name,
  });
  recorder?.begin();
  watcher.setConversation(keyOf(address));
  watcher.start();
  if (ready() === "loading") document.addEventListener("DOMContentLoaded", begin, { signal, once: true });
  else begin();
};
