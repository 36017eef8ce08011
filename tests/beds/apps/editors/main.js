// One composer a page: `?kind=` says which editor, `&in=shadow|frame|far` where it stands (an open shadow root, an iframe
// of this origin, one of another site), `&slow=MS` how long the button stays off after each change. `sent` holds what the
// site would send: the editor's own text, whatever its DOM shows.
import style from "./look.css?inline";
import prosemirrorStyle from "prosemirror-view/style/prosemirror.css?inline";
import quillStyle from "quill/dist/quill.core.css?inline";
import { EDITORS } from "./editors.js";

const query = new URLSearchParams(location.search);
const place = query.get("in") ?? "page";
const slow = Number(query.get("slow") ?? 0);
window.sent = [];

const sheet = new CSSStyleSheet();
sheet.replaceSync(prosemirrorStyle + quillStyle + style);
document.adoptedStyleSheets = [sheet];

const framed = (host) => {
  const inner = new URL(location.href);
  inner.searchParams.delete("in");
  if (host) inner.hostname = host;
  const frame = document.createElement("iframe");
  frame.src = inner.href;
  document.body.append(frame);
};

const composed = async (root) => {
  const form = document.createElement("form");
  form.className = "composer";
  form.innerHTML = '<div class="place"></div><button type="button" class="send">Send</button>';
  root.append(form);
  const button = form.querySelector(".send");
  let timer;
  const changed = () => {
    clearTimeout(timer);
    button.disabled = slow > 0;
    if (slow)
      timer = setTimeout(() => {
        button.disabled = false;
      }, slow);
  };
  const editor = await EDITORS[query.get("kind") ?? "textarea"](form.querySelector(".place"), changed);
  button.onclick = () => {
    const text = editor.text();
    if (!text.trim()) return;
    window.sent.push(text);
    editor.clear();
  };
  window.editor = editor;
  document.documentElement.dataset.ready = "yes";
};

if (place === "frame") framed("");
else if (place === "far") framed(location.hostname === "localhost" ? "127.0.0.1" : "localhost");
else if (place === "shadow") {
  const host = document.createElement("div");
  document.body.append(host);
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  await composed(root);
} else await composed(document.body);
