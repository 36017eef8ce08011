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
.language-tag { position: absolute; top: 3px; left: 13px; color: var(--dim); font-size: 9px; line-height: 1; letter-spacing: .06em; text-transform: uppercase; }
[data-status=result] .expand-button { display: none; }
.function-name { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding: 13px 12px 9px; }
.function-name-left { min-width: 0; }
.function-name-row { display: flex; align-items: center; gap: 8px; min-width: 0; }
.function-name-text { font-weight: 600; overflow-wrap: anywhere; }
.function-name-text:empty::before { content: "…"; color: var(--dim); }
.function-name-right { display: flex; align-items: center; gap: 8px; flex: none; color: var(--dim); font-size: 12px; }
.call-id { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; max-width: 16ch; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
.call-id:empty, .note:empty, .guard-note:empty, .countdown:empty, .status:empty { display: none; }
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
.expandable-content { border-top: 1px solid var(--line); padding: 8px 12px 10px; max-height: var(--room, 300px); overflow: auto; box-sizing: border-box; margin-bottom: 6px; }
.param-name { color: var(--dim); font-size: 12px; margin: 4px 0 2px; }
.param-name[data-size]::after { content: " · " attr(data-size); }
.function-name-text, .param-name, .call-id, pre { unicode-bidi: isolate; }
.param-value, .result-value, .raw-value { background: var(--soft); border-radius: 7px; max-height: 234px; overflow: auto; }
.windowed { height: 234px; contain: strict; }
.content-wrapper { padding: 6px 9px; }
pre { margin: 0; font: 12.5px/18px ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.windowed pre { white-space: pre; overflow-wrap: normal; }
.note, .guard-note, .countdown { padding: 0 12px 8px; font-size: 12.5px; color: var(--dim); overflow-wrap: anywhere; }
.guard-note { color: var(--warn); }
.countdown { color: var(--accent); font-variant-numeric: tabular-nums; }
.countdown-bar { height: 3px; margin-top: 5px; border-radius: 2px; background: var(--accent); transform-origin: 0 0; }
.function-buttons { display: flex; flex-wrap: wrap; gap: 8px; padding: 0 12px 10px; justify-content: flex-end; }
.function-buttons:empty { display: none; }
.raw-toggle { margin-right: auto; background: transparent; border-color: transparent; color: var(--dim); padding-left: 0; }
.raw { padding: 0 12px 10px; }
.function-result { border-top: 1px solid var(--line); padding: 8px 12px 10px; }
.function-result.error .result-folded { display: flex; align-items: center; gap: 10px; flex-wrap: wrap; }
.result-words { color: var(--dim); font-size: 12.5px; overflow-wrap: anywhere; min-width: 0; }
.result-label { color: var(--bad); }
.result-folded { display: flex; align-items: center; gap: 10px; flex-wrap: wrap; }
.result-words { color: var(--dim); font-size: 12.5px; overflow-wrap: anywhere; min-width: 0; }
.result-label { color: var(--dim); font-size: 12px; margin-bottom: 2px; }
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
