/** Makes the parts that draw into the page: blocks in place of hidden text, outlines, the strip at the message box. */
import { BrowserPopups } from "./browser_popups.js";
import { ComposerStrip } from "./composer_strip.js";
import { FunctionBlocks } from "./function_blocks.js";
import { HiddenText } from "./hidden_text.js";
import { Outlines } from "./outlines.js";
import { ScrollHold } from "./scroll_hold.js";

/**
 * @param {object} parts
 * @param {import("../config_types.js").Config} parts.config
 * @param {import("../config_types.js").Profile} parts.profile  with the selectors in use
 * @param {import("./host_elements.js").Hosts} parts.hosts
 * @param {import("../site/page_model.js").Page} parts.page
 * @param {import("../observe/prefilter.js").Prefilter} parts.prefilter
 * @param {() => Element | null} parts.box  the message box
 * @param {(message: import("../protocol.js").Message) => void} parts.send
 * @param {AbortSignal} parts.signal
 */
export const makeView = ({ config, profile, hosts, page, prefilter, box, send, signal }) => {
  const unstarted = () => send({ t: "unstarted" });
  const outlines = new Outlines(hosts, page, signal);
  // A replay uses the recorded scroll positions.
  const scrollHold = config.replay ? null : new ScrollHold(signal);
  const askTrees = (/** @type {number} */ number, /** @type {number} */ count) => send({ t: "trees", number, count });
  const popups = config.face ? new BrowserPopups(hosts, () => page.roots.known, askTrees, signal) : null;
  const blocks = new FunctionBlocks({
    hosts,
    resizing: (element) => scrollHold?.before(element),
    press: (block, action, nonce, values) => send({ t: "press", block, action, nonce, ...(values ? { values } : {}) }),
    signal,
    face: config.face ?? "",
    hasPanel: config.panel ?? false,
    outline: (element) => outlines.mark(element),
    compare: (number) => send({ t: "layers", number }),
    unstarted,
    popups,
  });
  hosts.beforeReturn = (host) => blocks.beforeReturn(host);
  const setText = blocks.setText.bind(blocks);
  const hiddenText = new HiddenText(hosts, prefilter, profile.fence, setText, profile.header);
  hiddenText.editorOf = (node) => page.editor(node);
  hiddenText.messageOf = (node) => page.message(node);
  const strip = new ComposerStrip({
    key: config.face ?? "",
    hosts,
    box,
    press: (action) => send({ t: "strip", action }),
    unstarted,
    signal,
  });
  return { outlines, scrollHold, blocks, hiddenText, strip };
};
