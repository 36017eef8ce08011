/**
 * The calls that Python can make to this document, by name: observers/page_api.py, composer_api.py and
 * files_api.py use the same names. Each result is JSON, except for `unit.node` and `files.input`, which
 * return an element.
 */

import { comparePosition } from "./platform/captured_dom.js";
import { relation } from "./reading/same_call.js";

/** @typedef {Record<string, (...args: any[]) => unknown>} Api */

/**
 * @param {object} parts
 * @param {import("./observe/observer.js").Watcher} parts.watcher
 * @param {import("./site/page_model.js").Page} parts.page
 * @param {import("./view/function_blocks.js").FunctionBlocks} parts.blocks
 * @param {import("./view/outlines.js").Outlines} parts.outlines
 * @param {import("./composer/composer.js").Composer} parts.composer
 * @param {import("./site/sent_message.js").SentMessages} parts.sent
 * @param {import("./composer/file_input.js").Files} parts.files
 * @param {import("./recording/recorder.js").Recorder | undefined} parts.recorder
 * @param {import("./observe/change_sender.js").ChangeSender} parts.sender
 * @param {import("./turns/turn_report.js").TurnReport | null} parts.turns
 * @param {import("./platform/closed_trees.js").ClosedTrees} parts.trees
 * @returns {Api}
 */
export const makeApi = ({
  watcher,
  page,
  blocks,
  outlines,
  composer,
  sent,
  files,
  recorder,
  sender,
  turns,
  trees,
}) => ({
  "unit.node": (/** @type {number} */ id) => watcher.unit(id)?.node ?? null,
  "unit.visibility": (/** @type {number} */ id) => {
    const unit = watcher.unit(id);
    return unit && !unit.lostAt ? page.visibility(unit) : null;
  },
  "block.sight": (/** @type {number} */ id, /** @type {string} */ block) => {
    const unit = watcher.unit(id);
    if (!unit || unit.lostAt) return "undrawn";
    page.invalidate();
    return page.role(unit.node) === "assistant" ? blocks.sighted(block) : "moved";
  },
  "block.expected": (/** @type {string[]} */ ids) => ids.filter((id) => blocks.callSight.expects(id)),
  "unit.before": (/** @type {number} */ id) => {
    const unit = watcher.unit(id);
    return unit && !unit.lostAt ? page.textBefore(unit) : null;
  },
  "composer.misplaced": (/** @type {string} */ text) => sent.misplaced(text),
  "unit.scrolled": (/** @type {number} */ id) => {
    const unit = watcher.unit(id);
    return unit && !unit.lostAt ? watcher.readScrolled(unit) : null;
  },
  // Units that left the page keep their position in the list.
  "unit.order": (/** @type {number[]} */ ids) =>
    [...ids].sort((one, other) => {
      const [a, b] = [watcher.unit(one)?.node, watcher.unit(other)?.node];
      if (!a || !b) return 0;
      return comparePosition(a, b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    }),
  // The relation of a block with a call to other blocks that show an equal call.
  "unit.relations": (/** @type {number} */ id, /** @type {number[]} */ known) => {
    page.invalidate();
    return known.map((other) => {
      const [fresh, old] = [watcher.unit(id), watcher.unit(other)];
      if (!fresh || fresh.lostAt) return "";
      return !old || old.lostAt ? "left" : relation(page, old.node, fresh.node);
    });
  },
  "block.place": (/** @type {string} */ block, /** @type {string} */ part, /** @type {boolean} */ scroll) =>
    blocks.place(block, part, scroll),
  "block.expect": (/** @type {string} */ block) => blocks.expect(block),
  "block.answer": (/** @type {string} */ block) => blocks.answer(block),
  "face.raise": (/** @type {number} */ number) => blocks.pool?.raise(number) ?? false,
  "face.judge": (/** @type {number} */ number, /** @type {string[]} */ before, /** @type {string} */ after) =>
    blocks.pool?.judge(number, before, after),
  "popups.element": (/** @type {number} */ number, /** @type {number} */ index) =>
    blocks.pool?.popups?.element(number, index) ?? null,
  "popups.answer": (/** @type {number} */ number, /** @type {boolean} */ closed) =>
    blocks.pool?.popups?.answer(number, closed),
  "trees.look": () => trees.look(),
  "trees.host": (/** @type {number} */ index) => trees.host(index),
  "page.outer": () => outerHeight,
  "page.outline": (/** @type {import("./protocol.js").Outline} */ wanted) => outlines.show(wanted),
  "turn.tree": (/** @type {number} */ number) => turns?.tree(number) ?? null,
  "turn.outline": (/** @type {import("./protocol.js").PartOutline[]} */ parts) => outlines.showParts(parts),

  "composer.look": (/** @type {boolean} */ whole) => composer.look(whole),
  "composer.code": () => composer.code(),
  "composer.rest": (/** @type {number} */ still) => composer.rest(still),
  "composer.doubt": () => composer.doubt(),
  "composer.hold": (/** @type {number} */ still) => composer.hold(still),
  "composer.disturbed": () => composer.inputLock.disturbed,
  "composer.composing": () => composer.composing(),
  "composer.blur": () => composer.blur(),
  "composer.settle": () => composer.settle(),
  "composer.release": () => composer.release(),
  "composer.set": (/** @type {string} */ text) => composer.set(text),
  "composer.write": (/** @type {string} */ text) => composer.write(text),
  "composer.append": (/** @type {string} */ text) => composer.appendLines(text),
  "composer.put": (
    /** @type {"type" | "paste" | "line"} */ way,
    /** @type {string} */ text,
    /** @type {boolean} */ more,
  ) => composer.put(way, text, more),
  "composer.clear": () => composer.clear(),
  "composer.readiness": (/** @type {number} */ still) => composer.readiness(still),
  "composer.send": () => {
    sent.note();
    turns?.note(false);
    return composer.sendButton.press();
  },
  "composer.enter": () => {
    sent.note();
    turns?.note(true);
    return composer.enter();
  },

  "files.kind": (/** @type {string} */ site) => files.kind(site),
  "files.takes": (/** @type {string} */ site, /** @type {string} */ type, /** @type {string} */ name) =>
    files.takes(site, type, name),
  "files.previews": () => files.previews(),
  "files.offers": (/** @type {string} */ site) => files.offers(site),
  "files.input": (/** @type {string} */ site) => files.input(site),
  "files.press": (/** @type {string} */ site) => files.press(site),
  "files.holds": (/** @type {string} */ name) => files.holds(name),
  "files.named": (/** @type {string} */ name) => files.named(name),

  "record.rest": () => sender.end(),
  "record.end": () => {
    const about = recorder?.end() ?? null;
    sender.end();
    return about;
  },
});

/**
 * @param {Record<string, (...args: any[]) => unknown>} api
 * @param {string} name
 * @param {unknown[]} args
 * @returns {unknown} the answer; throws if there is no function of that name
 */
export const askApi = (api, name, args) => {
  const answer = api[name];
  if (!answer) throw new Error(`nothing here is called ${name}`);
  return answer(...args);
};
