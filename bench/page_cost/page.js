// The page on which the costs are measured. At rest it has no timer and no animation frame.
const root = document.getElementById("chat");
const long = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) long.push(entry.duration);
}).observe({ type: "longtask", buffered: true });
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const frame = () => new Promise((go) => requestAnimationFrame(go));
const READY = "iframe.face:not(.waiting)[data-status~=ready]";

const message = () => {
  const element = document.createElement("div");
  element.dataset.turn = "assistant";
  root.append(element);
  return element;
};

// Runs `count` steps within `ms`, each in a microtask, like a stream that is read piece by piece.
const paced = async (count, ms, step) => {
  const start = performance.now();
  for (let at = 0; at < count; ) {
    const due = Math.min(count, Math.ceil(((performance.now() - start) / ms) * count));
    for (; at < due; at += 1) {
      step(at);
      await null;
    }
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
// Three ways of rendering: append to the text node, set its whole text, or rebuild its parent element.
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

// Streams a plain answer. `per`: the number of tokens per paragraph; 0: all in one text node.
bench.words = async ({ count, ms, per, how }) => {
  const box = message();
  let node = paragraph(box);
  const took = await paced(count, ms, (at) => {
    if (per && at && at % per === 0) node = paragraph(box);
    node = grow(node, " words", how);
  });
  return { ms: took };
};

// Counts, after each frame's layout, the frames in which the last message shows raw text.
const watchRaw = () => {
  const seen = { frames: 0, raw: 0, on: true };
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    seen.frames += 1;
    const shown = [...root.lastElementChild.querySelectorAll("pre")].some(
      (pre) => pre.textContent && pre.checkVisibility({ visibilityProperty: true }),
    );
    if (shown) seen.raw += 1;
  };
  const look = () => {
    channel.port2.postMessage(0);
    if (seen.on) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return seen;
};

// Streams one call of `size` characters in a code block. `watch`: count the frames with raw text, which takes time too.
bench.call = async ({ size, count, gap, n = 1, how, watch }) => {
  const filler = "the quick brown fox jumps over 13 lazy dogs\n";
  const text =
    `<function_calls>\n<invoke name="search_web" call_id="${n}">\n<parameter name="query">` +
    filler.repeat(Math.ceil(size / filler.length)).slice(0, size) +
    "</parameter>\n</invoke>\n</function_calls>";
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

// The block is drawn in the page first, then in a frame with its status in `data-status`.
const isNamed = ({ shadowRoot }) =>
  !!shadowRoot?.querySelector("iframe.face[data-status]") ||
  shadowRoot?.querySelector(".function-name-text")?.textContent === "search_web";

// Streams a JSON call, a few characters at a time; counts the frames from the end of its name until the name is shown.
bench.json = async ({ gap }) => {
  const text =
    '<tool_call>\n{"name": "search_web", "arguments": {"query": "lazy dogs and quick brown foxes"}}\n</tool_call>';
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

// How sites draw the lines of a code block: the element to add, and what shows the lines in it.
const div = (className, ...inside) => {
  const element = document.createElement("div");
  element.className = className;
  element.append(...inside);
  return element;
};
const HEIGHT = 20;
const monacos = [];
window.monaco = { editor: { getEditors: () => monacos } };
const lines = (content, className, text) =>
  content.replaceChildren(...text.split("\n").map((line) => div(className, line)));
const VIEWS = {
  pre: () => {
    const element = document.createElement("pre");
    return { element, show: (text) => (element.textContent = text) };
  },
  // CodeMirror 6, whole.
  lines: () => {
    const content = div("cm-content");
    return { element: div("cm-editor", content), show: (text) => lines(content, "cm-line", text) };
  },
  // A viewer that looks like CodeMirror, and has no element per line.
  flowing: () => {
    const code = document.createElement("code");
    const show = (text) => {
      const span = document.createElement("span");
      span.textContent = text;
      code.replaceChildren(span);
    };
    return { element: div("cm-editor", div("cm-content", code)), show };
  },
  // CodeMirror 6 that draws the first lines only.
  part: () => {
    const content = div("cm-content");
    const show = (text) => {
      content.cmView = { rootView: { view: { state: { doc: text } } } };
      lines(content, "cm-line", text.split("\n").slice(0, 4).join("\n"));
      content.append(div("cm-gap"));
    };
    return { element: div("cm-editor", content), show };
  },
  // CodeMirror 5.
  old: () => {
    const code = div("CodeMirror-code");
    const element = div("CodeMirror", code);
    const show = (text) => {
      element.CodeMirror = { getValue: () => text };
      lines(code, "CodeMirror-line", text);
    };
    return { element, show };
  },
  monaco: () => {
    const content = div("view-lines");
    const element = div("monaco-editor", content);
    const editor = { getDomNode: () => element };
    monacos.push(editor);
    const show = (text) => {
      editor.getValue = () => text;
      lines(content, "view-line", text);
      for (const [at, line] of [...content.children].entries())
        Object.assign(line.style, { top: `${at * HEIGHT}px`, height: `${HEIGHT}px` });
      content.style.height = `${content.children.length * HEIGHT}px`;
    };
    return { element, show };
  },
};

// Draws a call in a code view, at once or in pieces; counts the frames from its name in the page until the block has it.
bench.view = async ({ kind, pieces, n }) => {
  const text =
    `<function_calls>\n<invoke name="search_web" call_id="${n}">\n<parameter name="query">` +
    "the quick brown fox\njumps over 13\nlazy dogs".repeat(4) +
    "</parameter>\n</invoke>\n</function_calls>";
  const named = text.indexOf('search_web"') + 'search_web"'.length;
  const { element, show } = VIEWS[kind]();
  const box = message();
  let frames = 0;
  let [from, until] = [-1, -1];
  const look = () => {
    frames += 1;
    if (from >= 0 && until < 0 && [...box.children].some(isNamed)) until = frames;
    if (until < 0) requestAnimationFrame(look);
  };
  const step = Math.ceil(text.length / pieces);
  for (let at = 0; at < text.length; at += step) {
    show(text.slice(0, at + step));
    if (!at) {
      box.append(element);
      requestAnimationFrame(look);
    }
    if (from < 0 && at + step >= named) from = frames;
    await pause(pieces > 1 ? 33 : 0);
  }
  for (let waited = 0; until < 0 && waited < 300; waited += 1) await frame();
  return { frames: until < 0 ? null : until - from };
};

bench.raw_at_end = () => !!root.lastElementChild?.querySelector("pre")?.checkVisibility({ visibilityProperty: true });
// Text far from the view is not hidden yet, so only what is in view counts.
bench.ready = () => stateInView(document.querySelectorAll("pre")).ready;
bench.raw = () => stateInView(document.querySelectorAll("pre")).raw;
bench.opened = async ({ overlay, most }) => {
  const since = performance.getEntriesByType("navigation")[0].domContentLoadedEventStart;
  while (overlay && !bench.ready() && performance.now() - since < most) await pause(20);
  return { ready_ms: overlay && !bench.ready() ? null : performance.now() - since };
};
// Returns for the blocks in view whether all are drawn in their frames, and how many show raw text.
const stateInView = (all) => {
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
    raw += Number(all[at].checkVisibility({ visibilityProperty: true }));
  }
  return { ready, raw };
};
// Scrolls through the chat in jumps and in small steps; returns the most frames until all blocks in view can be pressed.
bench.scroll = async () => {
  const all = document.querySelectorAll("pre");
  const { documentElement } = document;
  const most = { jump: 0, step: 0, raw: 0 };
  const wait = async (kind) => {
    for (let frames = 1; ; frames += 1) {
      await frame();
      await new Promise((go) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = go;
        port2.postMessage(0);
      });
      const { ready, raw } = stateInView(all);
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
// A browser reports no task below 50 ms, and the first layout of the bare page takes about that long.
bench.longest = () => ({ longest: Math.max(50, ...long), tasks: long.filter((ms) => ms > 50).length });
window.bench = bench;
