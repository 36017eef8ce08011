/** The line that counts down to an automatic run. */
import { t } from "../platform/language.js";

const TICK = 100;

export class CountdownLine {
  /** @param {{ countdown: HTMLElement, countdownText: HTMLElement, countdownBar: HTMLElement }} tree */
  constructor({ countdown, countdownText, countdownBar }) {
    this.line = countdown;
    this.text = countdownText;
    this.bar = countdownBar;
    this.timer = 0;
  }

  /** @param {import("../protocol.js").Countdown | null} countdown  null: no countdown */
  draw(countdown) {
    this.stop();
    if (!countdown) {
      this.line.replaceChildren();
      return;
    }
    const end = performance.now() + countdown.left;
    const tick = () => {
      const left = Math.max(0, end - performance.now());
      const [whole = "", tenths = ""] = (left / 1000).toFixed(1).split(".");
      const seconds = t("{whole}.{tenths}", { whole, tenths });
      this.text.textContent = t("Runs automatically in {seconds} s. Click or touch here to stop it.", { seconds });
      this.bar.style.transform = `scaleX(${countdown.total ? left / countdown.total : 0})`;
      if (!left) this.stop();
    };
    this.line.replaceChildren(this.text, this.bar);
    this.timer = setInterval(tick, TICK);
    tick();
  }

  /** Stops updating the line. */
  stop() {
    clearInterval(this.timer);
  }
}
