/** The object by which Python, and another companion in the same document, reach the page script. */
import { askApi } from "./page_api.js";

/**
 * @param {object} parts
 * @param {(text: string) => void} parts.binding  sends a message to Python
 * @param {string} parts.mark  the attribute of the hosts
 * @param {AbortSignal} parts.signal
 * @param {() => void} parts.end  ends the script
 * @param {import("./observe/observer.js").Watcher} parts.watcher
 * @param {ReturnType<typeof import("./observe/connection.js").connect>} parts.connection
 * @param {(text: string) => void} parts.take  takes JSON of a list of commands
 * @param {ReturnType<typeof import("./page_api.js").makeApi>} parts.api
 * @param {import("./view/function_blocks.js").FunctionBlocks} parts.blocks
 * @param {import("./site/sent_message.js").SentMessages} parts.sent
 * @param {import("./recording/recorder.js").Recorder | undefined} parts.recorder
 * @param {import("./platform/closed_trees.js").ClosedTrees} parts.trees
 */
export const makeEntry = ({
  binding,
  mark,
  signal,
  end,
  watcher,
  connection,
  take,
  api,
  blocks,
  sent,
  recorder,
  trees,
}) => ({
  document,
  binding,
  /** The script was started again in the same document. */
  left: /** @type {boolean} */ (false),
  end,
  /** Another companion asks whether this one's Python is alive. @param {number} within  ms */
  answered: (within) => connection.pingsByOthers.ask(within),
  /** Another companion replaces this one, which has ended. @returns {string} the mark of this one's hosts */
  leave() {
    watcher.disableHiding();
    end();
    return mark;
  },
  /** @param {string} text  JSON of a list of commands */
  handle(text) {
    if (signal.aborted) return;
    connection.heartbeat.acknowledge();
    connection.pingsByOthers.answer();
    take(text);
  },
  /** For a replay. */
  blocks,
  /** For a replay: the user may have sent what the message box holds. */
  maySend: () => sent.note(),
  /** For the recorder of a page with this document in a frame. */
  record: recorder,
  api,
  /** @returns {Element} the element on which Python forces a state; the end of the state shows that the connection ended */
  lifeline: () => connection.lifeline.attach(),
  /** @param {ShadowRoot} tree  a closed one, which only the browser can give */
  takeTree: (tree) => trees.take(tree),
  ask: (/** @type {string} */ name, /** @type {unknown[]} */ args) => askApi(api, name, args),
});
