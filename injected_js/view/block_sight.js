/**
 * Which blocks are near the view, and which of them get a frame. A frame costs the browser 10 ms and more, so before
 * the user has done anything in the page only what is in view gets one; from then on also what is near it.
 */

/** How far out of view a block is near it. */
const NEAR = "400px 0px";
/** Ms that what is near waits, so that what is in view is drawn first. */
const LATER = 50;
/** What a user does before a scroll, or with it. What happens inside of a frame is not told, but that the pointer is over it. */
const ACTIVITY = ["pointerover", "pointermove", "pointerdown", "wheel", "keydown", "touchstart"];

/** @typedef {import("./host_content.js").Stand} Stand */

export class BlockSight {
  /**
   * @param {object} parts
   * @param {(host: Element) => Stand | undefined} parts.standOf
   * @param {(stand: Stand) => void} parts.want  it needs a frame
   * @param {(came: Stand[]) => void} parts.came  called with the stands that came near, before `want` is
   * @param {AbortSignal} parts.signal
   */
  constructor({ standOf, want, came, signal }) {
    this.standOf = standOf;
    this.want = want;
    this.came = came;
    /** Those near the view. @type {Set<Stand>} */
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

  /** @param {IntersectionObserverEntry[]} entries */
  #sighted(entries) {
    const begun = [];
    /** Pixels out of view. @type {Map<Stand, number>} */
    const distances = new Map();
    for (const { isIntersecting, target, boundingClientRect: { top, bottom } } of entries) {
      const stand = this.standOf(target);
      if (!stand) continue;
      stand.near = isIntersecting;
      if (isIntersecting) {
        this.nearby.add(stand);
        begun.push(stand);
        distances.set(stand, Math.max(0, -bottom, top - innerHeight));
      } else {
        this.nearby.delete(stand);
        this.inView.unobserve(target);
      }
    }
    this.came(begun);
    // What is in view comes first.
    begun.sort((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
    for (const stand of begun) {
      if (!distances.get(stand)) this.want(stand);
      else if (!this.active) this.inView.observe(stand.host);
      else this.later ||= setTimeout(() => this.#wantNearby(), LATER);
    }
  }

  #wantNearby() {
    this.later = 0;
    for (const stand of this.nearby) this.want(stand);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #shown(entries) {
    for (const { isIntersecting, target } of entries) {
      const stand = isIntersecting && this.standOf(target);
      if (!stand) continue;
      this.inView.unobserve(target);
      this.want(stand);
    }
  }
}
