// The page that the costs are taken on. At rest it does nothing: no timer, no frame.
const root = document.getElementById("chat");
const long = [];
new PerformanceObserver((list) => { for (const entry of list.getEntries()) long.push(entry.duration); }).observe({ type: "longtask", buffered: true });
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const frame = () => new Promise((go) => requestAnimationFrame(go));
const READY = "iframe.face:not(.waiting)[data-status~=ready]";

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
// Three ways of rendering: append to the text node, set its whole text, or build the element around it anew.
const grow = (node, text, how) => {
  if (how === "set") node.data += text;
  else if (how !== "rebuild") node.appendData(text);
  else {
    const fresh = node.parentNode.cloneNode(true);
    node.parentNode.replaceWith(fresh);
    fresh.firstChild.data += text;
    return fresh.firstChild;
  }
  return node;
};

// A plain answer. `per`: so many tokens a paragraph; 0: all in one text node.
bench.words = async ({ count, ms, per, how }) => {
  const box = message();
  let node = paragraph(box);
  const took = await paced(count, ms, (at) => {
    if (per && at && at % per === 0) node = paragraph(box);
    node = grow(node, " words", how);
  });
  return { ms: took };
};

// Looks after each frame's layout at the message that came last: in how many frames its raw text is shown.
const watchRaw = () => {
  const seen = { frames: 0, raw: 0, on: true };
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    seen.frames += 1;
    const shown = [...root.lastElementChild.querySelectorAll("pre")].some((pre) => pre.textContent && pre.checkVisibility());
    if (shown) seen.raw += 1;
  };
  const look = () => {
    channel.port2.postMessage(0);
    if (seen.on) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return seen;
};

// One call of so many characters in a code block. `watch`: count the frames with raw text, which costs time itself.
bench.call = async ({ size, count, gap, n = 1, how, watch }) => {
  const filler = "the quick brown fox jumps over 13 lazy dogs\n";
  const text = `<function_calls>\n<invoke name="search_web" call_id="${n}">\n<parameter name="query">` +
    filler.repeat(Math.ceil(size / filler.length)).slice(0, size) + "</parameter>\n</invoke>\n</function_calls>";
  const pre = document.createElement("pre");
  let node = document.createTextNode("");
  pre.append(node);
  message().append(pre);
  const seen = watch ? watchRaw() : null;
  const step = Math.ceil(text.length / count);
  for (let at = 0; at < text.length; at += step) {
    node = grow(node, text.slice(at, at + step), how);
    await pause(gap);
  }
  if (!seen) return {};
  await pause(300);
  seen.on = false;
  return { frames: seen.frames, raw: seen.raw };
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
// Of the blocks in view: all are drawn in their frames, and how many show raw text.
const standIn = (all) => {
  const anchor = (at) => all[at].previousElementSibling ?? all[at];
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (anchor(middle).getBoundingClientRect().bottom > 0) high = middle;
    else low = middle + 1;
  }
  let [ready, raw] = [true, 0];
  for (let at = low; at < all.length && anchor(at).getBoundingClientRect().top < innerHeight; at += 1) {
    ready &&= !!all[at].previousElementSibling?.shadowRoot?.querySelector(READY);
    raw += Number(all[at].checkVisibility());
  }
  return { ready, raw };
};
// Jumps through the chat, and small steps as a wheel makes them: the frames until all in view can be pressed, at most.
bench.scroll = async () => {
  const all = document.querySelectorAll("pre");
  const { documentElement } = document;
  const most = { jump: 0, step: 0, raw: 0 };
  const wait = async (kind) => {
    for (let frames = 1; ; frames += 1) {
      await frame();
      await new Promise((go) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = go; port2.postMessage(0); });
      const { ready, raw } = standIn(all);
      most.raw += raw ? 1 : 0;
      if (ready || frames >= 300) {
        most[kind] = Math.max(most[kind], frames);
        return;
      }
    }
  };
  for (let stop = 12; stop >= 0; stop -= 1) {
    scrollTo({ top: (documentElement.scrollHeight * stop) / 12, behavior: "instant" });
    await wait("jump");
    await pause(300);
    for (let step = 0; step < 6; step += 1) {
      scrollBy({ top: 120, behavior: "instant" });
      await wait("step");
      await pause(40);
    }
  }
  return most;
};
bench.nothing = async ({ ms }) => { await pause(ms); return {}; };
// A browser reports no task of less than 50 ms: the bare page's first layout is one or not by a hair.
bench.longest = () => ({ longest: Math.max(50, ...long), tasks: long.filter((ms) => ms > 50).length });
window.bench = bench;
