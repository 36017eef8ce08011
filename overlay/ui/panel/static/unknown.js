/** The section about a chat that overlay does not know: what overlay found there, and the buttons that teach or report it. */
import { byId, onPress, write } from "./dom.js";

export class UnknownChat {
  /** @param {import("./dom.js").Say} say */
  constructor(say) {
    this.learn = byId("learn");
    onPress(this.learn, () => say({ t: "chat", action: "learn" }));
    onPress(byId("report"), () => say({ t: "chat", action: "report" }));
    onPress(byId("look"), () => say({ t: "chat", action: "look" }));
    onPress(byId("right"), () => say({ t: "chat", action: "right" }));
  }

  /** @param {import("./types.js").UnknownShown} unknown */
  show({ shown, said, busy, found, offered, differences }) {
    byId("unknown").hidden = !shown;
    byId("unknown-title").hidden = byId("unknown-about").hidden = offered;
    byId("found").hidden = !found;
    byId("found-offer").hidden = !offered;
    write(byId("found-title"), found);
    write(byId("found-changes"), differences.join("\n"));
    write(byId("unknown-said"), said);
    this.learn.toggleAttribute("aria-disabled", busy);
  }
}
