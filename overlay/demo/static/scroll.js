/**
 * Keeps the newest text in view while the user is at the bottom: scrolling up ends this, scrolling to the bottom
 * starts it again. It reacts to every change of the conversation's height.
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
    // A growing composer reduces the height of the scroller.
    observer.observe(scroller);
  }

  /** Scrolls to the bottom and keeps it in view. */
  toBottom() {
    this.following = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}
