/**
 * Keeps the newest text in view while the reader is at the bottom; scrolling up lets go, reaching the bottom again
 * takes hold. Anything that makes the conversation higher counts, not only the page's own tokens.
 */

export class Follower {
  /** @param {HTMLElement} scroller @param {HTMLElement} content */
  constructor(scroller, content) {
    this.scroller = scroller;
    this.following = true;
    let last = 0;
    scroller.addEventListener("scroll", () => {
      const { scrollTop } = scroller;
      const below = scroller.scrollHeight - scrollTop - scroller.clientHeight;
      if (below < 40) this.following = true;
      else if (scrollTop < last) this.following = false;
      last = scrollTop;
    });
    const observer = new ResizeObserver(() => {
      if (this.following) scroller.scrollTop = scroller.scrollHeight;
    });
    observer.observe(content);
    // The composer takes from this height as it grows.
    observer.observe(scroller);
  }

  /** Goes to the bottom and stays there. */
  toBottom() {
    this.following = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}
