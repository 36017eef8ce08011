/** Carries out Python's commands in the page. */

/**
 * @typedef {object} Parts
 * @property {import("./observe/observer.js").Watcher} watcher
 * @property {import("./view/function_blocks.js").FunctionBlocks} blocks
 * @property {import("./view/hidden_text.js").HiddenText} hiddenText
 * @property {import("./view/composer_strip.js").ComposerStrip} strip
 * @property {import("./view/scroll_hold.js").ScrollHold | null} scrollHold
 * @property {import("./observe/change_sender.js").ChangeSender} sender
 * @property {import("./platform/flow_control.js").FlowControl} flow
 * @property {import("./platform/answered_messages.js").AnsweredMessages} answers
 * @property {import("./platform/page_quiet.js").QuietPage} quiet
 * @property {import("./recording/recorder.js").Recorder | undefined} recorder
 * @property {import("./platform/heartbeat.js").Heartbeat} heartbeat
 * @property {number} patience  0: Python is not pinged
 * @property {() => void} end  ends the script
 * @property {(site: import("./config_types.js").Site) => void} useSite  starts again with this site's profile
 */

/** @typedef {import("./protocol.js").Command} Command */

/**
 * @param {Parts} parts
 * @returns {(command: Command) => void} throws what a part throws
 */
export const makeHandler = ({
  watcher,
  blocks,
  hiddenText,
  strip,
  scrollHold,
  sender,
  flow,
  answers,
  quiet,
  recorder,
  heartbeat,
  patience,
  end,
  useSite,
}) => {
  /** @type {{ [C in Command as C["c"]]: (command: C) => void }} */
  const handlers = {
    enable_hiding: () =>
      quiet.whenQuiet(() => {
        watcher.enableHiding();
        sender.widen();
      }),
    unhide: (command) => {
      const unit = watcher.unit(command.unit);
      if (unit?.kind === "prose") watcher.hiding.applyProseVerdict(unit, [], Infinity);
      else if (unit) watcher.hiding.applyVerdict(unit, false);
    },
    hide: (command) => {
      const unit = watcher.unit(command.unit);
      if (unit?.kind === "prose") watcher.hiding.applyProseVerdict(unit, command.spans ?? [], command.judged ?? 0);
      else if (unit) watcher.hiding.applyVerdict(unit, true);
    },
    render_block: (command) => {
      const unit = watcher.unit(command.unit);
      if (!unit) return;
      if (!unit.replaced) scrollHold?.before(unit.node);
      hiddenText.replaced(unit);
      const host = hiddenText.mainHost(unit);
      const index = hiddenText.byUnit.get(unit)?.[0] === host ? command.index : Infinity;
      const block = blocks.draw(command.block, unit, host, index, command.view);
      unit.named = block.named();
      watcher.hiding.blockDrawn(unit);
    },
    append_argument: (command) => blocks.append(command.block, command.key, command.text, command.done),
    remove_block: (command) => blocks.drop(command.block),
    resync: (command) => {
      const unit = watcher.unit(command.unit);
      if (unit) watcher.resync(unit);
    },
    set_full_text: (command) => {
      const unit = watcher.unit(command.unit);
      if (unit?.setFullText(command.text)) watcher.changed(unit);
    },
    message_refused: () => {
      answers.refused();
      watcher.hiding.showUndecided(watcher.units.values());
    },
    show_strip: (command) =>
      quiet.whenQuiet(() => {
        strip.show(command.strip);
        if (strip.shown && patience) heartbeat.start();
      }),
    restart_frames: () => {
      blocks.pool?.restart();
      strip.restart();
    },
    use_site: ({ site }) => useSite(/** @type {import("./config_types.js").Site} */ (site)),
    pong: () => {
      answers.pong();
      flow.acknowledged();
    },
    recording_ack: () => recorder?.acknowledged(),
    detach: () => {
      watcher.disableHiding();
      end();
    },
  };
  return (command) => /** @type {(command: Command) => void} */ (handlers[command.c])(command);
};

/**
 * @param {import("./observe/observer.js").Watcher} watcher
 * @param {import("./view/function_blocks.js").FunctionBlocks} blocks
 * @param {(reason: string) => void} trouble  reports a reason to Python
 * @returns {(command: Command, reason: string) => void} shows the text that a failed command was about as the site made it
 */
export const makeFailure = (watcher, blocks, trouble) => (command, reason) => {
  const block = "block" in command ? blocks.byId.get(command.block) : undefined;
  const id = "unit" in command ? command.unit : block?.unit.id;
  const unit = id === undefined ? undefined : watcher.unit(id);
  if (unit) watcher.giveUp(unit);
  trouble(reason);
};
