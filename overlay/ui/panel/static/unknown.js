/** The section about a chat that overlay does not know, with the buttons that teach or report it. */
import { byId, onPress, write } from "./dom.js";

export class UnknownChat {
  /** @param {import("./dom.js").Say} say */
  constructor(say) {
    this.learn = byId("learn");
    onPress(this.learn, () => say({ t: "chat", action: "learn" }));
    onPress(byId("report"), () => say({ t: "chat", action: "report" }));
  }

  /** @param {import("./types.js").UnknownShown} unknown */
  show({ shown, said, busy }) {
    byId("unknown").hidden = !shown;
    write(byId("unknown-said"), said);
    this.learn.toggleAttribute("aria-disabled", busy);
  }
}
