// The page of the loop benchmark: streams a call in one of three ways and measures when its block becomes visible.
import { h, render } from "/preact.js";

const root = document.getElementById("chat");
const frames = [];
const tick = () => {
  frames.push(performance.now());
  requestAnimationFrame(tick);
};
requestAnimationFrame(tick);
const long = [];
new PerformanceObserver((list) => {
  for (const e of list.getEntries()) long.push(e.duration);
}).observe({ type: "longtask", buffered: true });

const message = () => {
  const element = document.createElement("div");
  element.dataset.turn = "assistant";
  root.append(element);
  return element;
};

const spans = (text) => text.split(/(\s+|[<>="])/).filter(Boolean);
const writers = {
  append(box) {
    const pre = document.createElement("pre");
    const node = document.createTextNode("");
    pre.append(node);
    box.append(pre);
    return (_all, token) => node.appendData(token);
  },
  rebuild(box) {
    return (all) => {
      const pre = document.createElement("pre");
      const code = document.createElement("code");
      code.className = "language-xml";
      for (const part of spans(all)) {
        const span = document.createElement("span");
        span.textContent = part;
        code.append(span);
      }
      pre.append(code);
      box.replaceChildren(pre);
    };
  },
  framework(box) {
    return (all) => render(h("pre", null, h("code", { class: "language-xml" }, all)), box);
  },
};

// Resolves with the time of the mutation after which `ready` returns true for the shadow root of the call's host.
const seen = (box, ready) =>
  new Promise((resolve) => {
    // Attaching a shadow root causes no mutation, so a new host is checked in each task until it has one.
    const channel = new MessageChannel();
    let asked = false;
    const check = () => {
      if (look()) {
        observer.disconnect();
        resolve(performance.now());
      }
    };
    channel.port1.onmessage = () => {
      asked = false;
      check();
    };
    const look = () => {
      for (const host of document.querySelectorAll("#chat div")) {
        if (host.shadowRoot && box.contains(host) && ready(host.shadowRoot)) return true;
        if (host.shadowRoot && !watched.has(host.shadowRoot)) {
          watched.add(host.shadowRoot);
          observer.observe(host.shadowRoot, { childList: true, subtree: true, characterData: true, attributes: true });
        } else if (!host.shadowRoot && host !== box && !host.textContent && !asked) {
          asked = true;
          channel.port2.postMessage(0);
        }
      }
      return false;
    };
    const watched = new Set();
    const observer = new MutationObserver(check);
    observer.observe(box, { childList: true, subtree: true });
    look();
  });
const within = (promise, ms) => Promise.race([promise, new Promise((r) => setTimeout(() => r(null), ms))]);
const pause = (gap) => (gap === "frame" ? new Promise(requestAnimationFrame) : new Promise((r) => setTimeout(r, gap)));
// The block is drawn in the page, or in a frame with its status in `data-status`.
const READY = ".execute-button, iframe.face[data-status~=ready]";
const framesBetween = (from, to) => frames.filter((time) => time > from && time <= to).length;

// Streams one call in `count` tokens; `overlay`: wait for its block.
window.streamCall = async ({ mode, size, count, gap, overlay }) => {
  const head = '<function_calls>\n<invoke name="search_web" call_id="7">\n<parameter name="query">';
  const tail = "</parameter>\n</invoke>\n</function_calls>";
  const word = "the quick brown fox jumps over 13 lazy dogs\n";
  const text = head + word.repeat(Math.ceil(size / word.length)).slice(0, size) + tail;
  const step = Math.max(4, Math.ceil(text.length / count));
  const box = message();
  const write = writers[mode](box);
  const named = overlay
    ? seen(
        box,
        (r) =>
          r.querySelector(".function-name-text")?.textContent === "search_web" ||
          r.querySelector("iframe.face[data-status]"),
      )
    : null;
  const done = overlay ? seen(box, (r) => r.querySelector(READY)) : null;
  let tName = 0,
    tClose = 0,
    all = "";
  for (let at = 0; at < text.length; at += step) {
    const token = text.slice(at, at + step);
    all += token;
    write(all, token);
    if (!tName && all.length >= head.indexOf(">", 20) + 1) tName = performance.now();
    if (!tClose && all.length >= text.indexOf("</invoke>") + 9) tClose = performance.now();
    await pause(gap);
  }
  if (!overlay) return {};
  const block = await within(named, 5000),
    execute = await within(done, 5000);
  return {
    name_ms: block && block - tName,
    name_frames: block && framesBetween(tName, block),
    execute_ms: execute && execute - tClose,
  };
};

window.streamPlain = async ({ count, gap }) => {
  const box = message();
  const p = document.createElement("p");
  const node = document.createTextNode("");
  p.append(node);
  box.append(p);
  for (let i = 0; i < count; i += 1) {
    node.appendData("some plain words, ");
    await pause(gap);
  }
  return {};
};

window.history_ = async ({ calls, overlay }) => {
  const start = performance.now();
  const missing = () => {
    let n = 0;
    // From the end, where the last block appears, to the first missing block, so that the check costs little.
    for (const pre of [...document.querySelectorAll("pre")].reverse()) {
      if (n) break;
      const host = pre.previousElementSibling;
      // Blocks out of view must be hidden; blocks in view must also have a frame.
      const { top, bottom } = (host ?? pre).getBoundingClientRect();
      if (
        !host ||
        host === pre ||
        pre.checkVisibility({ visibilityProperty: true }) ||
        (bottom > 0 && top < innerHeight && !host.shadowRoot?.querySelector(READY))
      )
        n += 1;
    }
    return n;
  };
  if (overlay) while (missing() && performance.now() - start < 20000) await pause(40);
  const load = performance.getEntriesByType("navigation")[0].domContentLoadedEventStart;
  return { all_ms: performance.now() - load, missing: overlay ? missing() : 0, calls };
};
window.longest = () => Math.max(0, ...long);
window.settle = () => new Promise((r) => setTimeout(r, 300));

// Streams a plain answer of `count` tokens in `ms`, several per task if necessary; resolves when all are drawn.
window.streamWords = async ({ count, ms, how }) => {
  const box = message();
  const word = " words";
  const paragraph = document.createElement("p");
  box.append(paragraph);
  const node = paragraph.appendChild(document.createTextNode(""));
  const ways = {
    node: () => node.appendData(word),
    nodes: () => {
      const span = document.createElement("span");
      span.textContent = word;
      paragraph.append(span);
    },
    set: (at) => {
      node.data = word.repeat(at + 1);
    },
    rebuilt: (at) => {
      const fresh = document.createElement("p");
      fresh.textContent = word.repeat(at + 1);
      box.replaceChildren(fresh);
    },
  };
  const start = performance.now();
  for (let at = 0; at < count; ) {
    const due = Math.min(count, Math.ceil(((performance.now() - start) / ms) * count));
    // Each token in a separate microtask, like a stream that is read piece by piece.
    for (; at < due; at += 1) {
      ways[how](at);
      await null;
    }
    await pause(4);
  }
  await pause("frame");
  return { all_ms: performance.now() - start };
};
