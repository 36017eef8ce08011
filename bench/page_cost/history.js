// What the bench reads from a finished conversation (history.py). All is looked at where the view is.
const { bench } = window;
const READY = "iframe.face:not(.waiting)[data-status~=ready]";
const messages = document.getElementById("chat").children;
// A message arrives after the browser has laid out and painted the frame.
const painted = () =>
  new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = go;
    port2.postMessage(0);
  });

const isInView = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight && bottom > top;
};

// Returns the messages in view, which are in document order.
const inView = () => {
  let [low, high] = [0, messages.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (messages[middle].getBoundingClientRect().bottom > 0) high = middle;
    else low = middle + 1;
  }
  const found = [];
  for (; low < messages.length && messages[low].getBoundingClientRect().top < innerHeight; low += 1)
    found.push(messages[low]);
  return found;
};

// Whether all blocks in view can be pressed, and how many texts in view are raw.
const look = () => {
  let [ready, raw] = [true, 0];
  for (const message of inView())
    for (const part of message.querySelectorAll("[data-raw]")) {
      const host = part.previousElementSibling;
      const shown = part.checkVisibility({ visibilityProperty: true }) && isInView(part);
      raw += Number(shown);
      if (shown) ready = false;
      else if (part.dataset.raw === "call")
        ready &&= !isInView(host ?? part) || !!host?.shadowRoot?.querySelector(READY);
    }
  return { ready, raw };
};

bench.history_opened = async ({ overlay, most }) => {
  const [navigation] = performance.getEntriesByType("navigation");
  const since = navigation.domContentLoadedEventStart;
  const loaded = { loaded_ms: since };
  while (overlay && !look().ready && performance.now() - since < most) await new Promise((go) => setTimeout(go, 20));
  return { ...loaded, ready_ms: overlay && !look().ready ? null : performance.now() - since };
};

// Scroll events of a wheel come from outside. From the first one: frames with raw text in view, and the frames until all
// blocks in view can be pressed, counted from the last movement.
let watched = null;
bench.watch_scroll = () => {
  watched = { raw: 0, frames: 0, still: 0, ready: null, moves: 0, y: scrollY };
  const watch = watched;
  const tick = async () => {
    if (watch !== watched) return;
    await painted();
    watch.frames += 1;
    if (scrollY !== watch.y) Object.assign(watch, { y: scrollY, still: 0, ready: null, moves: watch.moves + 1 });
    else watch.still += 1;
    const { ready, raw } = look();
    watch.raw += Number(raw > 0);
    if (ready && watch.moves) watch.ready ??= watch.still;
    if (!ready) watch.ready = null;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
};
bench.scroll_state = () => ({ ...watched });
bench.history_look = look;
