/** Shows how long a call has been running, and its progress. */
import { t } from "../platform/language.js";

const SECOND = 1000;

/** @param {number} ms @returns {string} a short text such as "5 s"; "" in the first second */
export const spent = (ms) => {
  const whole = Math.floor(ms / SECOND);
  if (whole < 60) return whole ? `${whole} s` : "";
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} min`;
};

export class RunLine {
  /** @param {{ elapsed: HTMLElement, progress: HTMLElement }} tree */
  constructor({ elapsed, progress }) {
    this.elapsed = elapsed;
    this.progress = progress;
    this.timer = 0;
  }

  /** @param {number | null} ms  the time since its run began; null: it is not running */
  draw(ms) {
    this.stop();
    if (ms === null) {
      this.elapsed.textContent = "";
      return;
    }
    const began = performance.now() - ms;
    const tick = () => {
      this.elapsed.textContent = spent(performance.now() - began);
    };
    this.timer = setInterval(tick, SECOND);
    tick();
  }

  /** @param {number | null} share  0 to 1; null: unknown @param {string} of  the call's name */
  drawShare(share, of) {
    const { progress } = this;
    progress.hidden = share === null;
    if (share === null) return;
    progress.setAttribute("aria-label", t("Progress of {name}", { name: of }));
    progress.setAttribute("aria-valuenow", String(Math.round(share * 100)));
    /** @type {HTMLElement} */ (progress.firstElementChild).style.transform = `scaleX(${share})`;
  }

  stop() {
    clearInterval(this.timer);
  }
}
