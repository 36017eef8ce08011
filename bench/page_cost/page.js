// The page that the costs are taken on. At rest it does nothing: no timer, no frame.
const root = document.getElementById("chat");
const long = [];
new PerformanceObserver((list) => { for (const entry of list.getEntries()) long.push(entry.duration); }).observe({ type: "longtask", buffered: true });
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const frame = () => new Promise((go) => requestAnimationFrame(go));
const READY = "iframe.face[data-status~=ready]";

const message = () => {
  const element = document.createElement("div");
  element.dataset.turn = "assistant";
  root.append(element);
  return element;
};

// As fast as `count` steps in `ms` ask for, each in a microtask, as a stream that is read piece by piece gives them.
const paced = async (count, ms, step) => {
  const start = performance.now();
  for (let at = 0; at < count;) {
    const due = Math.min(count, Math.ceil(((performance.now() - start) / ms) * count));
    for (; at < due; at += 1) { step(at); await null; }
    await pause(4);
  }
  await frame();
  return performance.now() - start;
};

const paragraph = (box) => {
  const node = document.createTextNode("");
  const element = document.createElement("p");
  element.append(node);
  box.append(element);
  return node;
};

const bench = {};
// A plain answer. `per`: so many tokens a paragraph; 0: all in one text node. `how`: append, or set the whole anew.
bench.words = async ({ count, ms, per, how }) => {
  const box = message();
  let node = paragraph(box);
  const took = await paced(count, ms, (at) => {
    if (per && at && at % per === 0) node = paragraph(box);
    if (how === "set") node.data += " words";
    else node.appendData(" words");
  });
  return { ms: took };
};

// One call of so many characters in a code block that grows in one text node.
bench.call = async ({ size, count, gap, n = 1 }) => {
  const filler = "the quick brown fox jumps over 13 lazy dogs\n";
  const text = `<function_calls>\n<invoke name="search_web" call_id="${n}">\n<parameter name="query">` +
    filler.repeat(Math.ceil(size / filler.length)).slice(0, size) + "</parameter>\n</invoke>\n</function_calls>";
  const pre = document.createElement("pre");
  const node = document.createTextNode("");
  pre.append(node);
  message().append(pre);
  const step = Math.ceil(text.length / count);
  for (let at = 0; at < text.length; at += step) {
    node.appendData(text.slice(at, at + step));
    await pause(gap);
  }
  return {};
};

// Drawn in the page at first, then in a frame that says what it has drawn.
const isNamed = ({ shadowRoot }) =>
  !!shadowRoot?.querySelector("iframe.face[data-status]") ||
  shadowRoot?.querySelector(".function-name-text")?.textContent === "search_web";

// A JSON call, a few characters at a time; how many frames after the one in which the name was closed it is shown.
bench.json = async ({ gap }) => {
  const text = '<tool_call>\n{"name": "search_web", "arguments": {"query": "lazy dogs and quick brown foxes"}}\n</tool_call>';
  const closed = text.indexOf('search_web"') + 'search_web"'.length;
  const pre = document.createElement("pre");
  const node = document.createTextNode("");
  pre.append(node);
  const box = message();
  box.append(pre);
  let frames = 0;
  let from = -1;
  let named = -1;
  const look = () => {
    frames += 1;
    if (from >= 0 && named < 0 && [...box.children].some(isNamed)) named = frames;
    if (named < 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  for (let at = 0; at < text.length; at += 4) {
    node.appendData(text.slice(at, at + 4));
    if (from < 0 && at + 4 >= closed) from = frames;
    await pause(gap);
  }
  for (let waited = 0; named < 0 && waited < 300; waited += 1) await frame();
  return { frames: named < 0 ? null : named - from };
};

const inView = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};
// From the end, where a chat is read, and no further than what is in view: asking must cost little.
bench.ready = () => {
  const all = document.querySelectorAll("pre");
  for (let at = all.length - 1, seen = 0; at >= 0 && seen < 40; at -= 1, seen += 1) {
    const host = all[at].previousElementSibling;
    if (inView(host ?? all[at]) && !host?.shadowRoot?.querySelector(READY)) return false;
  }
  return true;
};
bench.raw = () => [...document.querySelectorAll("pre")].filter((pre) => pre.checkVisibility()).length;
bench.raw_at_end = () => !!root.lastElementChild?.querySelector("pre")?.checkVisibility();
bench.opened = async ({ overlay, most }) => {
  const since = performance.getEntriesByType("navigation")[0].domContentLoadedEventStart;
  while (overlay && !bench.ready() && performance.now() - since < most) await pause(20);
  return { ready_ms: overlay && !bench.ready() ? null : performance.now() - since };
};
bench.nothing = async ({ ms }) => { await pause(ms); return {}; };
// A browser reports no task of less than 50 ms: the bare page's first layout is one or not by a hair.
bench.longest = () => ({ longest: Math.max(50, ...long), tasks: long.filter((ms) => ms > 50).length });
window.bench = bench;
