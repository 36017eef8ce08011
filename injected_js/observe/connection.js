/** Makes the parts that keep the connection with Python: what is sent, how much at a time, and whether Python is alive. */
import { AnsweredMessages } from "../platform/answered_messages.js";
import { ViewFirst } from "./view_first.js";
import { ChangeSender } from "./change_sender.js";
import { HiddenLimit } from "./hidden_limit.js";
import { PingsByOthers } from "../platform/document_entry.js";
import { FlowControl } from "../platform/flow_control.js";
import { Heartbeat } from "../platform/heartbeat.js";
import { Lifeline } from "../platform/lifeline.js";

/**
 * @param {object} parts
 * @param {number} parts.patience  ms without an answer after which Python counts as dead; 0: no pings
 * @param {import("./observer.js").Watcher} parts.watcher
 * @param {import("../site/page_model.js").Page} parts.page
 * @param {import("../view/host_elements.js").Hosts} parts.hosts
 * @param {import("../view/hidden_text.js").HiddenText} parts.hiddenText
 * @param {import("../view/function_blocks.js").FunctionBlocks} parts.blocks
 * @param {import("../view/composer_strip.js").ComposerStrip} parts.strip
 * @param {import("../platform/scheduling.js").Request} parts.requestFlush
 * @param {(job: () => void) => void} parts.queueTask
 * @param {(message: import("../protocol.js").Message) => void} parts.send
 * @param {() => void} parts.end
 * @param {AbortSignal} parts.signal
 */
export const connect = ({
  patience,
  watcher,
  page,
  hosts,
  hiddenText,
  blocks,
  strip,
  requestFlush,
  queueTask,
  send: sendUncounted,
  end,
  signal,
}) => {
  const answers = new AnsweredMessages(sendUncounted);
  const { send } = answers;
  // At most one piece is unacknowledged until text can be hidden: Python needs several round trips for that, and they
  // wait while it reads a piece.
  const flow = new FlowControl(1, () => requestFlush("hurry"), signal);
  const lifeline = new Lifeline(hosts, signal);
  const heartbeat = new Heartbeat({
    needed: () => hosts.placed.size > 0 || strip.shown,
    ping: (wanted) => send({ t: "ping", lifeline: wanted }),
    hasLifeline: () => lifeline.isHeld,
    lost: () => {
      watcher.disableHiding();
      strip.remove();
    },
    busy: () => flow.most - flow.left,
    found: () => {
      watcher.enableHiding();
      strip.show();
    },
    end,
    patience,
    signal,
  });
  lifeline.whenBroken(() => heartbeat.wake());
  const isPinged = () => hosts.placed.size > 0 && patience > 0;
  const viewFirst = new ViewFirst(() => blocks.areFramesDrawn(), requestFlush, signal);
  const sender = new ChangeSender({
    watcher,
    page,
    heartbeat,
    isPinged,
    requestFlush,
    queueTask,
    send,
    flow,
    viewFirst,
  });
  const limitHiding = () => {
    const limit = new HiddenLimit({
      hiddenText,
      hosts,
      blocks,
      // A copy has the block of the code that it will replace.
      mayWait: (unit, hasBlock) => watcher.mayWait(unit) || watcher.table.copies.originals(unit).some(hasBlock),
      mayReturn: (unit) => !!unit.lostAt && watcher.table.has(unit),
      expose: (unit) => watcher.hiding.expose(unit),
      isWritten: () => page.streaming(),
      grownAt: () => watcher.conflicts.grownAt,
      answers,
      patience,
      signal,
    });
    hosts.hidden = blocks.dropped = () => limit.changed();
  };
  const pingsByOthers = new PingsByOthers(() => send({ t: "ping", lifeline: false }), signal);
  return { flow, answers, lifeline, heartbeat, sender, pingsByOthers, limitHiding };
};
