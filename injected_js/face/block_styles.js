/**
 * The styles of a block. Constructed sheets only: no `<style>`, which a strict policy would report. The tokens are
 * set on the list of blocks, never on the host, where a page could set them.
 */
import { TOKENS } from "./design_tokens.js";

const RESULTS = "{{result_styles.css}}";
const STRIP = "{{strip_styles.css}}";

export const SHEET = `${TOKENS}
.blocks { display: flow-root; direction: ltr; color-scheme: light; }
.blocks.dark { color-scheme: dark; }
/* In a page that runs from right to left the layout does too. Overlay's texts, and values that a machine reads, do not. */
.blocks.rtl { direction: rtl; }
.rtl :is(.function-name-text, .function-target, .call-id, .status, .effect, button, .note, .guard-note, .countdown-text, .param-name,
  .content-wrapper, .edit-problem, .result-label, .result-words, .result-structure, .no-picture) { direction: ltr; }
.rtl :is(.note, .guard-note, .param-name, .edit-problem) { text-align: right; }
.rtl .copy-arguments { inset-inline: var(--space-2) auto; }
.rtl :is(.copy-arguments + .changed-params > :first-child, .copy-arguments + :empty + .function-params > :first-child) { padding-inline: 84px 0; }
.rtl .result-head .result-label { margin-inline: auto 0; }
.rtl .countdown-text { display: block; text-align: right; }
.rtl .countdown-bar { transform-origin: 100% 0; }
.function-block { position: relative; box-sizing: border-box; margin: var(--space-4) 0; border: 1px solid var(--line); border-radius: var(--round-card); background: var(--bg);
  color: var(--ink); font: var(--body); overflow: hidden; text-align: start; }
.function-block:focus-within { border-color: var(--accent); }
.function-block.quoted { border-style: dashed; background: transparent; color: var(--dim); }
.language-tag { color: var(--dim); font-size: var(--type-small); padding: var(--space-4) var(--space-6) 0; }
/* Format and id are shown only together with the raw text. */
.function-block:not(.raw-shown) > .language-tag, .function-block:not(.raw-shown) .call-id { display: none; }
[data-status=result] .expand-button, [data-status=result] .status { display: none; }
.expandable-content:has(> .function-params:empty):not(:has(.edit-field)) { border-top-color: transparent; padding: 0; margin: 0; }
.function-name { display: flex; align-items: center; justify-content: space-between; gap: var(--space-6); padding: 13px var(--space-6) 9px; }
.function-name-left { min-width: 0; flex: 1; }
.function-name-row { display: flex; align-items: center; gap: var(--space-4); min-width: 0; }
/* If there is little room, the name gets it. */
.function-name-text { flex: none; max-width: 100%; font-weight: 600; overflow-wrap: anywhere; }
.function-target { color: var(--dim); min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: isolate;
  font: var(--code); }
/* Open arguments contain the whole value. */
.function-target:empty, .expanded .function-target { display: none; }
.effects { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); list-style: none; margin: 5px 0 0; padding: 0; }
.effects[hidden] { display: none; }
.effect { border: 1px solid var(--line); border-radius: var(--round-chip); padding: 0 7px; font-size: var(--type-small); line-height: 19px; color: var(--dim); }
.danger .effect { color: var(--bad); border-color: currentColor; }
.function-name-text:empty::before { content: "…"; color: var(--dim); }
.function-name-right { display: flex; align-items: center; gap: var(--space-4); flex: none; color: var(--dim); font-size: var(--type-small); }
.call-id { font-family: var(--mono); max-width: 16ch; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
.call-id:empty, .elapsed:empty, .note:empty, .guard-note:empty, .countdown:empty, .status:empty { display: none; }
.status::before { content: var(--sign, "") / ""; }
[data-status=done] { --sign: "✓ "; }
[data-status=failed], [data-status=invalid] { --sign: "✕ "; }
[data-status=denied] { --sign: "⊘ "; }
[data-status=cancelled] { --sign: "■ "; }
[data-status=incomplete] { --sign: "… "; }
[data-status=unknown] { --sign: "? "; }
[data-status=running] { --sign: "▸ "; }
.status { border: 1px solid currentColor; border-radius: var(--round-full); padding: 0 var(--space-4); font-size: var(--type-tiny); line-height: 18px; white-space: nowrap; }
[data-status=done] .status, [data-status=result] .status { color: var(--good); }
[data-status=failed] .status, [data-status=invalid] .status, [data-status=denied] .status { color: var(--bad); }
[data-status=incomplete] .status, [data-status=cancelled] .status, [data-status=unknown] .status, [data-status=scheduled] .status { color: var(--warn); }
[data-status=running] .status, [data-status=streaming] .status { color: var(--accent); }
.spinner { width: 12px; height: 12px; box-sizing: border-box; border: 2px solid var(--line); border-top-color: var(--accent);
  border-radius: 50%; animation: turn var(--motion-turn) steps(12) infinite; flex: none; }
/* In steps: a smooth rotation makes the browser draw sixty frames a second. */
@keyframes turn { to { transform: rotate(360deg); } }
button { font: inherit; font-size: var(--type-control); color: var(--ink); background: var(--soft); border: 1px solid var(--line); border-radius: var(--round-control);
  padding: var(--space-2) var(--space-6); cursor: pointer; min-height: 28px; }
button:hover { border-color: var(--dim); }
/* The visibility tracking counts an outline as a cover, so parts that must be visible keep a distance from it. */
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.expand-button { padding: 0; width: 26px; min-height: 26px; line-height: 1; border-color: transparent; background: transparent; color: var(--dim); }
.expanded > .function-name .expand-button { transform: rotate(180deg); }
.execute-button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.submit-button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.danger :is(.execute-button, .again-button) { background: transparent; border-color: var(--bad); color: var(--bad); }
.danger .execute-button::before { content: "⚠ " / ""; }
.expandable-content { position: relative; border-top: 1px solid var(--line); padding: var(--space-4) var(--space-6) var(--space-5); max-height: var(--room, 300px); overflow: auto; box-sizing: border-box; margin-bottom: var(--space-3); }
.expandable-content:not(:has(> .function-params:empty)) { min-height: 84px; }
.param-name { color: var(--dim); font-size: var(--type-small); margin: var(--space-2) 0 var(--space-1); }
.copy-arguments { position: absolute; top: var(--space-4); inset-inline-end: var(--space-2); z-index: 1; min-height: 24px; padding: 0 var(--space-4); font-size: var(--type-small); background: transparent; border-color: transparent; color: var(--dim); }
.copy-arguments + .changed-params > :first-child, .copy-arguments + :empty + .function-params > :first-child { padding-inline-end: 84px; }
.param-name[data-size]::after { content: " · " attr(data-size); }
.function-name-text, .param-name, .call-id, pre { unicode-bidi: isolate; }
.param-value, .result-value, .raw-value { background: var(--soft); border-radius: var(--round-control); max-height: 234px; overflow: auto; }
.function-params[hidden], .changed-params[hidden] { display: none; }
.param-name.changed { color: var(--accent); font-weight: 600; }
.param-name.replaced::after { content: " · " attr(data-replaced); }
.param-value.replaced pre { text-decoration: line-through; color: var(--dim); }
.edit-field { margin: var(--space-1) 0 var(--space-4); }
.edit-value { box-sizing: border-box; width: 100%; font: var(--code); color: var(--ink);
  background: var(--soft); border: 1px solid var(--dim); border-radius: var(--round-control); padding: 5px var(--space-4); direction: ltr; resize: none; min-height: 30px; }
.edit-value:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
.edit-hint, .edit-kept { color: var(--dim); font-size: var(--type-small); overflow-wrap: anywhere; }
.edit-problem { color: var(--bad); font-size: var(--type-note); overflow-wrap: anywhere; white-space: pre-wrap; }
.save-button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.windowed { height: 234px; contain: strict; }
.content-wrapper { padding: var(--space-3) 9px; }
pre { margin: 0; font: var(--code); white-space: pre-wrap; overflow-wrap: anywhere; }
.windowed pre { white-space: pre; overflow-wrap: normal; }
/* The row always exists, so that nothing moves when texts and buttons appear and disappear. */
.block-foot { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-6); padding: 0 var(--space-6) var(--space-5); min-height: 28px; }
.foot-words { flex: 1 1 220px; min-width: 0; }
.note, .guard-note, .countdown { font-size: var(--type-note); color: var(--dim); overflow-wrap: anywhere; }
.guard-note { color: var(--warn); }
.countdown { color: var(--accent); font-variant-numeric: tabular-nums; }
.elapsed { font-variant-numeric: tabular-nums; white-space: nowrap; direction: ltr; }
.progress { height: 4px; margin-top: 5px; border-radius: var(--round-bar); background: var(--line); overflow: hidden; }
.progress[hidden] { display: none; }
.progress-bar { height: 100%; background: var(--accent); transform-origin: 0 0; }
.rtl .progress-bar { transform-origin: 100% 0; }
.countdown-bar { height: 3px; margin-top: 5px; border-radius: var(--round-bar); background: var(--accent); transform-origin: 0 0; }
.function-buttons { display: flex; flex-wrap: wrap; gap: var(--space-4); justify-content: flex-end; margin-inline-start: auto; }
.function-buttons:empty { display: none; }
.run-all-button { border-color: var(--accent); color: var(--accent); }
.raw-toggle { background: transparent; border-color: transparent; color: var(--dim); }
/* One more row would move the content below. */
@media (max-width: 420px) { .raw-toggle { padding-inline: 0; }
  .function-buttons:has(> :is(.run-all-button, .again-button, .resend-button, .save-button)) > .raw-toggle { display: none; }
  .function-buttons:has(> :is(.again-button, .resend-button, .save-button)) { gap: var(--space-2); }
  .function-buttons:has(> :is(.again-button, .resend-button, .save-button)) > button { padding-inline: var(--space-3); font-size: var(--type-note); } }
.raw { padding: 0 var(--space-6) var(--space-5); }
.function-result { border-top: 1px solid var(--line); padding: var(--space-4) var(--space-6) var(--space-5); box-sizing: border-box; margin-bottom: var(--space-3); max-height: var(--room, 300px); overflow: auto; }
.function-result { --limit: var(--room, 300px); }
.expanded > .function-result { --limit: max(calc(var(--room, 300px) / 2), 84px); }
.held:not(.last) > .function-result, .capped > .function-result { --limit: var(--held); }
/* Whole lines, so that the last one in view is not cut; what is in a border, unlike a padding, does not scroll through it. */
.function-result > .result-value { --lines: round(down, clamp(18px, var(--limit) - 66px, 216px), 18px); max-height: var(--lines);
  border-block: var(--space-3) solid var(--soft); }
.function-result > .result-value > .content-wrapper { padding-block: 0; }
.function-result > .result-value.windowed { height: var(--lines); }
.function-result > .result-structure { max-height: min(320px, calc(var(--room, 300px) - 54px)); }
/* Name and buttons of a block must be in view together, or no press counts. */
.expanded:has(> .function-result:not([hidden])) > :is(.expandable-content, .function-result) { max-height: max(calc(var(--room, 300px) / 2), 84px); }
/* A result replaces the arguments; at the end of the chat it may be taller. */
.held > .function-result { height: var(--held); }
.held.last > .function-result { height: auto; min-height: var(--held); }
.capped > .function-result { max-height: var(--held); }
/* A short result fills the room of the arguments, too. */
.held > .function-result:not([hidden]) { display: flex; flex-direction: column; }
.held > .function-result > * { flex: none; }
.held > .function-result > .result-value:not(.windowed) { flex: 1 0 auto; }
/* A picture keeps its own size: stretched, it would be taller than its room, and cut. */
.held > .function-result > .picture { align-self: flex-start; }
.bare > .function-result[hidden] { display: block; height: 84px; color: var(--dim); font-size: var(--type-note); }
.bare > .function-result[hidden]::before { content: attr(data-none); }
.quiet .function-buttons, .quiet > .function-result, .quiet > .block-foot:has(.note:empty) { display: none; }
.result-head { display: flex; align-items: center; justify-content: flex-end; gap: var(--space-4); margin-bottom: var(--space-2); }
.result-head .result-label { margin-inline-end: auto; }
.result-head button { min-height: 24px; padding: 0 var(--space-4); font-size: var(--type-small); }
.error .result-label { color: var(--bad); }
${RESULTS}
${STRIP}
.result-folded { display: flex; align-items: center; gap: var(--space-5); flex-wrap: wrap; }
.result-words { color: var(--dim); font-size: var(--type-note); overflow-wrap: anywhere; min-width: 0; }
.result-label { color: var(--dim); font-size: var(--type-small); }
.result-label[hidden] { display: none; }
/* There are no backgrounds: lines and the system's colours replace them. */
@media (forced-colors: active) {
  .function-block { border-color: CanvasText; }
  :is(.countdown-bar, .progress-bar) { forced-color-adjust: none; background: CanvasText; }
  .progress { border: 1px solid; }
  .spinner { forced-color-adjust: none; border-color: CanvasText; border-top-color: Canvas; }
  .param-value, .raw-value { border: 1px solid; }
  .function-result > .result-value { border-color: Canvas; outline: 1px solid; }
  :is(.execute-button, .save-button, .submit-button) { forced-color-adjust: none; background: Highlight; border-color: Highlight; color: HighlightText; }
  .danger .execute-button { background: ButtonFace; border: 2px solid ButtonText; color: ButtonText; }
  .expand-button, .raw-toggle { border-color: ButtonFace; }
  /* Its lower edge may be on the value's border, which a background would cover. */
  .copy-arguments { forced-color-adjust: none; color: ButtonText; }
}
.picture { display: block; box-sizing: border-box; max-width: 100%; height: auto; max-height: 480px; margin-top: var(--space-4); border-radius: var(--round-control); border: 1px solid var(--line); }
.no-picture { color: var(--dim); font-size: var(--type-small); }
`;

/** A host's style, which the page can't change: `!important` inside the root overrides all rules of the page. */
export const HOST = `
:host { all: initial !important; display: block !important; position: static !important; opacity: 1 !important;
  visibility: visible !important; pointer-events: auto !important; contain: layout paint !important; cursor: default !important;
  direction: ltr !important; unicode-bidi: isolate !important; }
.words { white-space: pre-wrap; unicode-bidi: plaintext; }
.place { position: relative; }
/* A parent that is as wide as its content gets this width if it may be so wide, and keeps it while the frame is elsewhere. */
.place::before { content: ""; display: grid; grid-template-columns: minmax(0, 520px); height: 0; }
.face { display: block; box-sizing: border-box; width: 100%; height: 0; border: 0; margin: 0; padding: 0; background: transparent; color-scheme: normal; }
.wrapper[popover] { position: fixed; inset: auto; overflow: clip; border: 0; margin: 0; padding: 0; background: transparent; color: inherit; max-width: none; max-height: none; }
.wrapper[popover] > .face { position: absolute; }
/* It would cover frames that were raised before. */
.wrapper::backdrop { display: none !important; }
.face.waiting { position: absolute; top: 0; left: 0; visibility: hidden; }
`;
