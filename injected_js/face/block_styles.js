/**
 * The styles of a block. Constructed sheets only: no `<style>`, which a strict policy would report. All colours are set
 * on the list of blocks, never on the host, where a page could set them.
 */

export const SHEET = `
.blocks { --bg: #ffffff; --soft: #f6f7f9; --line: #d9dde3; --ink: #1b1f24; --dim: #5b6470; --accent: #1f5fd6; --on-accent: #ffffff;
  --good: #17723c; --bad: #b3261e; --warn: #8a5300; display: flow-root; direction: ltr; }
.blocks.dark { --bg: #1d2025; --soft: #262a31; --line: #3a404a; --ink: #e8eaee; --dim: #a3acb9; --accent: #8ab4ff; --on-accent: #0d1b33;
  --good: #7bd79a; --bad: #ff9d96; --warn: #f5c26b; }
.blocks.dark .function-block { color-scheme: dark; }
.function-block { position: relative; box-sizing: border-box; margin: 8px 0; border: 1px solid var(--line); border-radius: 10px; background: var(--bg);
  color: var(--ink); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow: hidden; text-align: left; }
.function-block:focus-within { border-color: var(--accent); }
.function-block.quoted { border-style: dashed; background: transparent; color: var(--dim); }
.language-tag { color: var(--dim); font-size: 12px; padding: 8px 12px 0; }
/* Format and id are for those who look into the text of a call. */
.function-block:not(.raw-shown) > .language-tag, .function-block:not(.raw-shown) .call-id { display: none; }
[data-status=result] .expand-button, [data-status=result] .status { display: none; }
.expandable-content:has(> .function-params:empty):not(:has(.edit-field)) { border-top-color: transparent; padding: 0; margin: 0; }
.function-name { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding: 13px 12px 9px; }
.function-name-left { min-width: 0; }
.function-name-row { display: flex; align-items: center; gap: 8px; min-width: 0; }
.function-name-text { font-weight: 600; overflow-wrap: anywhere; }
.function-target { color: var(--dim); min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: isolate;
  font: 12.5px/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
/* While the arguments are in view, the whole value is there. */
.function-target:empty, .expanded .function-target { display: none; }
.effects { display: flex; flex-wrap: wrap; gap: 4px 6px; list-style: none; margin: 5px 0 0; padding: 0; }
.effects[hidden] { display: none; }
.effect { border: 1px solid var(--line); border-radius: 6px; padding: 0 7px; font-size: 12px; line-height: 19px; color: var(--dim); }
.danger .effect { color: var(--bad); border-color: currentColor; }
.function-name-text:empty::before { content: "…"; color: var(--dim); }
.function-name-right { display: flex; align-items: center; gap: 8px; flex: none; color: var(--dim); font-size: 12px; }
.call-id { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; max-width: 16ch; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
.call-id:empty, .note:empty, .guard-note:empty, .countdown:empty, .status:empty { display: none; }
.status::before { content: var(--sign, "") / ""; }
[data-status=done] { --sign: "✓ "; }
[data-status=failed], [data-status=invalid] { --sign: "✕ "; }
[data-status=denied] { --sign: "⊘ "; }
[data-status=cancelled] { --sign: "■ "; }
[data-status=incomplete] { --sign: "… "; }
[data-status=unknown] { --sign: "? "; }
[data-status=running] { --sign: "▸ "; }
.status { border: 1px solid currentColor; border-radius: 999px; padding: 0 8px; font-size: 11px; line-height: 18px; white-space: nowrap; }
[data-status=done] .status, [data-status=result] .status { color: var(--good); }
[data-status=failed] .status, [data-status=invalid] .status, [data-status=denied] .status { color: var(--bad); }
[data-status=incomplete] .status, [data-status=cancelled] .status, [data-status=unknown] .status, [data-status=waiting] .status { color: var(--warn); }
[data-status=running] .status, [data-status=streaming] .status { color: var(--accent); }
.spinner { width: 12px; height: 12px; box-sizing: border-box; border: 2px solid var(--line); border-top-color: var(--accent);
  border-radius: 50%; animation: turn .96s steps(12) infinite; flex: none; }
/* In steps: a smooth turn makes the browser draw sixty frames a second. */
@keyframes turn { to { transform: rotate(360deg); } }
@media (prefers-reduced-motion: reduce) { .spinner { animation-duration: 6s; } }
button { font: inherit; font-size: 13px; color: var(--ink); background: var(--soft); border: 1px solid var(--line); border-radius: 7px;
  padding: 4px 12px; cursor: pointer; min-height: 28px; }
button:hover { border-color: var(--dim); }
/* The visibility tracking counts an outline as a cover: what has to be in view keeps clear of it. */
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.expand-button { padding: 0; width: 26px; min-height: 26px; line-height: 1; border-color: transparent; background: transparent; color: var(--dim); }
.expanded > .function-name .expand-button { transform: rotate(180deg); }
.execute-button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.danger .execute-button { background: transparent; border-color: var(--bad); color: var(--bad); }
.danger .execute-button::before { content: "⚠ " / ""; }
.expandable-content { border-top: 1px solid var(--line); padding: 8px 12px 10px; max-height: var(--room, 300px); overflow: auto; box-sizing: border-box; margin-bottom: 6px; }
.expandable-content:not(:has(> .function-params:empty)) { min-height: 84px; }
.param-name { color: var(--dim); font-size: 12px; margin: 4px 0 2px; }
.param-name[data-size]::after { content: " · " attr(data-size); }
.function-name-text, .param-name, .call-id, pre { unicode-bidi: isolate; }
.param-value, .result-value, .raw-value { background: var(--soft); border-radius: 7px; max-height: 234px; overflow: auto; }
.function-params[hidden], .changed-params[hidden] { display: none; }
.param-name.changed { color: var(--accent); font-weight: 600; }
.param-name.replaced::after { content: " · as the model wrote it"; }
.param-value.replaced pre { text-decoration: line-through; color: var(--dim); }
.edit-field { margin: 2px 0 8px; }
.edit-value { box-sizing: border-box; width: 100%; font: 12.5px/18px ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; color: var(--ink);
  background: var(--soft); border: 1px solid var(--dim); border-radius: 7px; padding: 5px 8px; direction: ltr; resize: none; min-height: 30px; }
.edit-value:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
.edit-hint, .edit-kept { color: var(--dim); font-size: 12px; overflow-wrap: anywhere; }
.edit-problem { color: var(--bad); font-size: 12.5px; overflow-wrap: anywhere; white-space: pre-wrap; }
.save-button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.windowed { height: 234px; contain: strict; }
.content-wrapper { padding: 6px 9px; }
pre { margin: 0; font: 12.5px/18px ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.windowed pre { white-space: pre; overflow-wrap: normal; }
/* The row is there from the beginning, so that nothing moves when words and buttons come and go. */
.block-foot { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 0 12px 10px; min-height: 28px; }
.foot-words { flex: 1 1 220px; min-width: 0; }
.note, .guard-note, .countdown { font-size: 12.5px; color: var(--dim); overflow-wrap: anywhere; }
.guard-note { color: var(--warn); }
.countdown { color: var(--accent); font-variant-numeric: tabular-nums; }
.countdown-bar { height: 3px; margin-top: 5px; border-radius: 2px; background: var(--accent); transform-origin: 0 0; }
.function-buttons { display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; margin-left: auto; }
.function-buttons:empty { display: none; }
.run-all-button { border-color: var(--accent); color: var(--accent); }
/* One row more would move what is below. */
@media (max-width: 420px) { .function-buttons:has(> .run-all-button) > .raw-toggle { display: none; } }
.raw-toggle { background: transparent; border-color: transparent; color: var(--dim); }
.raw { padding: 0 12px 10px; }
.function-result { border-top: 1px solid var(--line); padding: 8px 12px 10px; box-sizing: border-box; margin-bottom: 6px; }
/* A result takes the place of the arguments; where the call is the end of the chat, it may be taller. */
.held > .function-result { height: var(--held); overflow: auto; }
.held.last > .function-result { height: auto; min-height: var(--held); }
.capped > .function-result { max-height: var(--held); overflow: auto; }
.bare > .function-result[hidden] { display: block; height: 84px; color: var(--dim); font-size: 12.5px; }
.bare > .function-result[hidden]::before { content: "No arguments"; }
.quiet .function-buttons, .quiet > .function-result, .quiet > .block-foot:has(.note:empty) { display: none; }
.result-head { display: flex; align-items: center; justify-content: flex-end; gap: 8px; margin-bottom: 4px; }
.result-head .result-label { margin-right: auto; }
.result-head button { min-height: 24px; padding: 0 8px; font-size: 12px; }
.error .result-label { color: var(--bad); }
.result-structure { background: var(--soft); border-radius: 7px; max-height: 320px; overflow: auto; font-size: 13px; }
.result-structure[hidden], .result-value[hidden] { display: none; }
/* In a document without a doctype a table doesn't inherit the font. */
.result-table table { border-collapse: collapse; width: 100%; font: inherit; color: inherit; }
.result-table th { position: sticky; top: 0; background: var(--soft); text-align: start; border-bottom: 1px solid var(--line); padding: 0; }
.result-table td { padding: 3px 9px; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; unicode-bidi: isolate; }
.result-table .number { text-align: end; font-variant-numeric: tabular-nums; }
.result-table .number .sort-button { text-align: end; }
.sort-button { border-color: transparent; background: transparent; font-weight: 600; font-size: 12px; width: 100%; padding: 2px 9px; }
th:not(.number) .sort-button { text-align: start; }
[aria-sort=ascending] .sort-button::after { content: " ▲" / ""; }
[aria-sort=descending] .sort-button::after { content: " ▼" / ""; }
.result-markdown { padding: 6px 10px; overflow-wrap: anywhere; unicode-bidi: isolate; }
.result-markdown > * { margin: 6px 0; }
.result-markdown li > p { margin: 0; }
.result-markdown p, .result-markdown li, .result-markdown td { unicode-bidi: plaintext; }
.result-markdown ul, .result-markdown ol { padding-inline-start: 22px; }
.result-markdown blockquote { border-inline-start: 3px solid var(--line); padding-inline-start: 10px; color: var(--dim); margin-inline: 0; }
.result-markdown pre, .result-markdown code { font: 12.5px/18px ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
.result-markdown pre { border: 1px solid var(--line); border-radius: 6px; padding: 6px 9px; white-space: pre-wrap; }
.result-markdown table { border-collapse: collapse; font: inherit; color: inherit; }
.result-markdown :is(th, td) { border: 1px solid var(--line); padding: 2px 8px; text-align: start; }
.result-markdown hr { border: 0; border-top: 1px solid var(--line); }
.markdown-heading { font-weight: 600; }
.markdown-heading.level-1, .markdown-heading.level-2 { font-size: 15px; }
.markdown-link { text-decoration: underline dotted var(--dim); }
.link-host { color: var(--dim); unicode-bidi: isolate; }
.more-button { margin: 6px 9px; }
.more-button[hidden] { display: none; }
.result-tree { list-style: none; margin: 0; padding: 4px 9px; }
.result-tree .result-tree { padding-left: 16px; border-left: 1px solid var(--line); }
.result-tree li { padding: 1px 0; overflow-wrap: anywhere; }
.result-tree span { unicode-bidi: isolate; }
.key, .count { color: var(--dim); }
.result-tree .number, .result-tree .boolean, .result-tree .null { color: var(--accent); }
.result-tree summary { cursor: pointer; }
.result-folded { display: flex; align-items: center; gap: 10px; flex-wrap: wrap; }
.result-words { color: var(--dim); font-size: 12.5px; overflow-wrap: anywhere; min-width: 0; }
.result-label { color: var(--dim); font-size: 12px; }
.result-label[hidden] { display: none; }
@media (prefers-contrast: more) { .blocks { --line: var(--ink); --dim: var(--ink); } }
@media (forced-colors: active) { .countdown-bar { forced-color-adjust: none; background: CanvasText; } .function-block { border-color: CanvasText; } }
.picture { display: block; max-width: 100%; height: auto; max-height: 480px; margin-top: 8px; border-radius: 7px; border: 1px solid var(--line); }
.no-picture { color: var(--dim); font-size: 12px; }
`;

/** How a host looks, whatever the page says of it: `!important` within the root beats all that the page can write. */
export const HOST = `
:host { all: initial !important; display: block !important; position: static !important; opacity: 1 !important;
  visibility: visible !important; pointer-events: auto !important; contain: layout paint !important; cursor: default !important;
  direction: ltr !important; unicode-bidi: isolate !important; }
.words { white-space: pre-wrap; unicode-bidi: plaintext; }
.place { position: relative; }
/* As wide as a frame wants to be: what is as wide as its content stays so while the frame is elsewhere. */
.place::before { content: ""; display: grid; grid-template-columns: minmax(0, 300px); height: 0; }
.face { display: block; box-sizing: border-box; width: 100%; height: 0; border: 0; margin: 0; padding: 0; background: transparent; color-scheme: normal; }
.face[popover] { position: fixed; inset: auto; overflow: hidden; color: inherit; max-width: none; max-height: none; }
/* It would lie over what was raised before. */
.face::backdrop { display: none !important; }
.face.waiting { position: absolute; top: 0; left: 0; visibility: hidden; }
`;
