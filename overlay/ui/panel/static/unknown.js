/** The section about a chat that overlay does not know: what overlay found there, and the buttons that teach or report it. */
import { byId, onPress, write } from "./dom.js";
import { Dwell } from "./dwell.js";

/** Ms in which nobody has read what a press on Right says yes to. */
const READ = 1000;

export class UnknownChat {
  /** @param {import("./dom.js").Say} say */
  constructor(say) {
    this.learn = byId("learn");
    onPress(this.learn, () => say({ t: "chat", action: "learn" }));
    onPress(byId("report"), () => say({ t: "chat", action: "report" }));
    onPress(byId("look"), () => say({ t: "chat", action: "look" }));
    const right = /** @type {HTMLButtonElement} */ (byId("right"));
    this.dwell = new Dwell(byId("found"), [right], READ);
    this.offer = "";
    onPress(right, () => {
      if (!this.dwell.inert) say({ t: "chat", action: "right" });
    });
  }

  /** @param {import("./types.js").UnknownShown} unknown */
  show({ shown, said, busy, found, offered, differences }) {
    const offer = offered ? [found, ...differences].join("\n") : "";
    if (offer !== this.offer) this.dwell.hold();
    this.offer = offer;
    byId("unknown").hidden = !shown;
    byId("unknown-title").hidden = byId("unknown-about").hidden = offered;
    byId("found").hidden = !found;
    byId("found-offer").hidden = !offered;
    write(byId("found-title"), found);
    write(byId("found-changes"), differences.join("\n"));
    write(byId("unknown-said"), said);
    this.learn.toggleAttribute("aria-disabled", busy);
  }

  /** The window came to the front: a page may have made the user click twice at the place where it appears. */
  raised() {
    if (this.offer) this.dwell.hold();
  }
}
