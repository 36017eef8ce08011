/**
 * Delays work until a page with server-rendered markup is quiet. The site's framework hydrates such markup soon after
 * load, and a node of overlay in it before that breaks the hydration. Markup that the site's script draws needs no wait.
 */
import { ready } from "./captured_dom.js";

/** Ms without a change after which the page is quiet. */
const QUIET = 200;
/** Ms to wait at most: some pages never rest. */
const MOST = 2000;
const LOOK = 50;

export class QuietPage {
  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.signal = signal;
    this.waits = false;
    /** It waits until the page is quiet. */
    this.looking = false;
    /** @type {(() => void)[]} */
    this.jobs = [];
  }

  /** Runs `job` when the page is quiet: immediately, unless `wait` was called. @param {() => void} job */
  whenQuiet(job) {
    if (this.waits) this.jobs.push(job);
    else job();
  }

  /** Waits while the browser parses the document, until `go` is called; at most as long as for a page that never rests. */
  waitForParser() {
    this.waits = true;
    setTimeout(() => this.go(), MOST);
  }

  /** Runs the jobs that wait for the parser. */
  go() {
    if (this.looking || !this.waits || this.signal.aborted) return;
    this.waits = false;
    for (const job of this.jobs.splice(0)) job();
  }

  /** Waits until the page has been loaded and is quiet; then runs the jobs. */
  wait() {
    this.waits = true;
    this.looking = true;
    const since = performance.now();
    let last = since;
    const observer = new MutationObserver(() => {
      last = performance.now();
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    const look = () => {
      const now = performance.now();
      const waited = ready() === "complete" && (now - last >= QUIET || now - since >= MOST);
      if (!waited && !this.signal.aborted) {
        setTimeout(look, LOOK);
        return;
      }
      observer.disconnect();
      this.looking = false;
      this.go();
    };
    look();
  }
}
