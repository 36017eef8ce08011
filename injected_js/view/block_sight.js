/**
 * Finds which blocks are near the view, and which of them get a frame. A frame costs the browser 10 ms and more, so
 * until the user does something in the page only visible blocks get one; from then on also blocks near the view.
 */
import { rectOf } from "../platform/captured_dom.js";

/** The distance at which a block counts as near the view. */
const NEAR = "400px 0px";
/** Ms that blocks near the view wait, so that visible blocks are drawn first. */
const LATER = 50;
/** Events before or with a scroll by the user. Events inside a frame do not arrive here, except that the pointer enters it. */
const ACTIVITY = ["pointerover", "pointermove", "pointerdown", "wheel", "keydown", "touchstart"];

/** @typedef {import("./host_content.js").HostContent} HostContent */

export class BlockSight {
  /**
   * @param {object} parts
   * @param {(host: Element) => HostContent | undefined} parts.contentOf
   * @param {(content: HostContent) => void} parts.want  called for a host that needs a frame
   * @param {(came: HostContent[]) => void} parts.came  called with the hosts that came near the view, before `want`
   * @param {AbortSignal} parts.signal
   */
  constructor({ contentOf, want, came, signal }) {
    this.contentOf = contentOf;
    this.want = want;
    this.came = came;
    /** The hosts near the view. @type {Set<HostContent>} */
    this.nearby = new Set();
    /** The user has done something in the page. */
    this.active = false;
    this.later = 0;
    this.near = new IntersectionObserver((entries) => this.#sighted(entries), { rootMargin: NEAR, scrollMargin: NEAR });
    this.inView = new IntersectionObserver((entries) => this.#shown(entries));
    const activity = new AbortController();
    const options = { capture: true, passive: true, signal: AbortSignal.any([signal, activity.signal]) };
    const act = (/** @type {Event} */ { isTrusted }) => {
      if (!isTrusted) return;
      activity.abort();
      this.active = true;
      this.inView.disconnect();
      this.#wantNearby();
    };
    for (const name of ACTIVITY) addEventListener(name, act, options);
    signal.addEventListener("abort", () => {
      clearTimeout(this.later);
      this.near.disconnect();
      this.inView.disconnect();
    });
  }

  /** @param {Element} host */
  observe(host) {
    this.near.observe(host);
  }

  /**
   * Gives a frame to those in view, without waiting for the observer, which reports one animation frame later. This
   * makes the browser lay out the page.
   * @param {Iterable<HostContent>} contents  that were just inserted
   */
  look(contents) {
    // All are measured before any changes, since a change between makes the browser lay out the page again.
    const seen = [...contents].filter(({ host }) => {
      const { top, bottom } = rectOf(host);
      return bottom > 0 && top < innerHeight;
    });
    for (const content of seen) {
      content.near = true;
      this.nearby.add(content);
    }
    for (const content of seen) this.want(content);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #sighted(entries) {
    const begun = [];
    /** Distances from the view in pixels. @type {Map<HostContent, number>} */
    const distances = new Map();
    for (const {
      isIntersecting,
      target,
      boundingClientRect: { top, bottom },
    } of entries) {
      const content = this.contentOf(target);
      if (!content) continue;
      content.near = isIntersecting;
      if (isIntersecting) {
        this.nearby.add(content);
        begun.push(content);
        distances.set(content, Math.max(0, -bottom, top - innerHeight));
      } else {
        this.nearby.delete(content);
        this.inView.unobserve(target);
      }
    }
    this.came(begun);
    // Visible hosts come first.
    begun.sort((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
    for (const content of begun) {
      if (!distances.get(content)) this.want(content);
      else if (!this.active) this.inView.observe(content.host);
      else this.later ||= setTimeout(() => this.#wantNearby(), LATER);
    }
  }

  #wantNearby() {
    this.later = 0;
    for (const content of this.nearby) this.want(content);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #shown(entries) {
    for (const { isIntersecting, target } of entries) {
      const content = isIntersecting && this.contentOf(target);
      if (!content) continue;
      this.inView.unobserve(target);
      this.want(content);
    }
  }
}
