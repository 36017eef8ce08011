/** Starts overlay's page script, once per document: makes its parts and connects them. */
import { makeApi } from "./page_api.js";
import { makeEntry } from "./page_entry.js";
import { makeFailure, makeHandler } from "./command_handlers.js";
import { CommandQueue } from "./command_queue.js";
import { Composer } from "./composer/composer.js";
import { Files } from "./composer/file_input.js";
import { CodeSurvey } from "./observe/code_survey.js";
import { connect } from "./observe/connection.js";
import { Prefilter } from "./observe/prefilter.js";
import { Watcher } from "./observe/observer.js";
import { ready } from "./platform/captured_dom.js";
import { register, takeBinding } from "./platform/document_entry.js";
import { QuietPage } from "./platform/page_quiet.js";
import { ClosedTrees } from "./platform/closed_trees.js";
import { Roots } from "./platform/shadow_roots.js";
import { makeRequests, makeTaskQueue, makeThrottle } from "./platform/scheduling.js";
import { AddressWatch, shortAddress } from "./site/address_watch.js";
import { Page } from "./site/page_model.js";
import { resolveSelectors } from "./site/selectors.js";
import { makeSiteDetector, siteOf } from "./site/site_match.js";
import { SentMessages } from "./site/sent_message.js";
import { TurnReport } from "./turns/turn_report.js";
import { Hosts } from "./view/host_elements.js";
import { makeView } from "./view/page_view.js";
import { standInsFor } from "./view/stand_ins.js";

/** Ms between flushes. A calm flush comes just before the next ping, which it replaces. */
const FLUSH = { wait: 16, hurry: 5, calm: 95 };
/** Ms between two attempts to detect an unknown page's site. */
const SITE_CHECK = { wait: 400 };
/** Maximum block ids in one Aside message. */
const ASIDE_MOST = 1000;
const TITLE_MOST = 300;
const TROUBLE_MOST = 500;

/**
 * @param {import("./config_types.js").Config} given
 * @param {(parts: import("./recording/recorder.js").Parts) => import("./recording/recorder.js").Recorder} [record]
 * @param {import("./view/stand_ins.js").StandIn[]} [standIns]  what it left in the document when it started again
 */
export const start = (given, record, standIns) => {
  const site = siteOf(given);
  const config = { ...given, profile: site.profile };
  const { mark, patience } = config;
  const binding = takeBinding(config);
  if (!binding) return;
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => controller.abort();
  const queueTask = makeTaskQueue(signal);
  const { request: requestFlush, serve: serveFlushes } = makeRequests(FLUSH, signal);
  const roots = new Roots();
  const hosts = new Hosts(mark, config.inspectable, standIns);

  const post = (/** @type {import("./protocol.js").Message} */ message) => {
    if (!signal.aborted) binding(JSON.stringify(message));
  };
  const recorder = record?.({ post, hosts, roots, signal, mark, entry: config.entry });
  const send = (/** @type {import("./protocol.js").Message} */ message) => {
    recorder?.flush();
    post(message);
  };
  const trouble = (/** @type {string} */ text) => send({ t: "trouble", text: text.slice(0, TROUBLE_MOST) });

  const profile = resolveSelectors(config.profile, roots, (name) =>
    queueTask(() => trouble(`the site profile's ${name} is not a valid selector`)),
  );
  // Elements fade in by the real clock, not by the recording's, so in a replay everything counts as visible.
  const page = new Page(profile, roots, config.replay ? null : hosts);
  const prefilter = new Prefilter(config.openers);
  const composer = new Composer(profile, roots, signal, () => page.streaming());
  const box = () => composer.box();
  const sent = new SentMessages(page, () => composer.state(), signal);
  sent.onNoting = () => recorder?.maySend();
  const turns = config.replay ? null : new TurnReport({ page, composer, roots, hosts, send, signal });
  const view = makeView({ config, profile, hosts, page, prefilter, box, send, signal });
  const { blocks, outlines, strip, hiddenText } = view;

  const aside = (/** @type {number[]} */ units) => send({ t: "aside", units: units.slice(0, ASIDE_MOST) });
  const parts = { page, hosts, hiddenText, prefilter, requestFlush, queueTask, signal, sent };
  const watcher = new Watcher({ ...parts, whole: config.whole ?? true, replay: !!config.replay, aside, trouble });
  blocks.reach = (unit) => watcher.hidingQueue.hide(unit);
  const connection = connect({ ...parts, patience, watcher, blocks, strip, send, end });
  if (!config.replay) connection.limitHiding();
  const quiet = new QuietPage(signal);
  const useSite = (/** @type {import("./config_types.js").Site} */ chosen) => again({ ...given, sites: [chosen] });
  const handle = makeHandler({ ...view, ...connection, watcher, quiet, recorder, patience, end, useSite });
  const failed = makeFailure(watcher, blocks, trouble);
  const commands = new CommandQueue({ handle, failed, settle: () => blocks.settle(), queueTask });

  const files = new Files(roots, box);
  const { sender } = connection;
  const trees = new ClosedTrees(roots, (element) => hosts.isOwn(element));
  const api = makeApi({ watcher, page, blocks, outlines, composer, sent, files, recorder, sender, turns, trees });
  const take = (/** @type {string} */ text) => commands.add(JSON.parse(text));
  const entry = makeEntry({
    binding,
    mark,
    signal,
    end,
    watcher,
    connection,
    take,
    api,
    blocks,
    sent,
    recorder,
    trees,
  });
  register(config.entry, entry);

  /** Starts again in the same document. @param {import("./config_types.js").Config} next */
  const again = (next) => {
    const standIns = config.replay ? [] : standInsFor(hosts);
    watcher.disableHiding();
    entry.left = true;
    start(next, record, standIns);
  };
  // The browser restored this document from the back/forward cache; for Python it was closed.
  addEventListener("pageshow", (event) => void (event.isTrusted && event.persisted && again(given)), { signal });
  const detectSite = makeSiteDetector(given, site, roots, () => sent.noted.length > 0);
  const recognise = () => {
    const shown = detectSite();
    if (shown) again({ ...given, sites: [shown] });
  };
  const checkSite = makeThrottle(recognise, SITE_CHECK, signal);
  const title = document.title.slice(0, TITLE_MOST);
  send({ t: "hello", url: shortAddress(), title, top: window === window.top, site: site.name });
  recorder?.begin();
  const address = new AddressWatch({ pattern: config.profile.conversation, watcher, sent, send, pace: FLUSH, signal });
  const isBehind = () => watcher.unsent.units.size > 0 || connection.heartbeat.isSilent;
  const units = () => watcher.units.values();
  const survey = config.replay ? null : new CodeSurvey({ units, page, isBehind, send, signal });
  serveFlushes(() => {
    address.check();
    checkSite();
    connection.sender.flush();
    survey?.changed();
  });
  watcher.start();
  const begin = () => {
    watcher.parsed();
    if (ready() !== "complete" && watcher.units.size) quiet.wait();
    else quiet.go();
    queueTask(() => watcher.pageOpened());
  };
  if (ready() === "loading") {
    quiet.waitForParser();
    document.addEventListener("DOMContentLoaded", begin, { signal, once: true });
  } else begin();
};
