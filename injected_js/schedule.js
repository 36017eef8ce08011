/** Turns of the event loop, without requestAnimationFrame (one a second in a background tab). */

/**
 * @param {AbortSignal} signal
 * @returns {(job: () => void) => void} runs a job in a task of its own, soon
 */
export const makeSoon = (signal) => {
  const channel = new MessageChannel();
  /** @type {(() => void)[]} */
  const jobs = [];
  channel.port1.onmessage = () => {
    const job = jobs.shift();
    if (job && !signal.aborted) job();
  };
  signal.addEventListener("abort", () => channel.port1.close());
  return (job) => {
    jobs.push(job);
    channel.port2.postMessage(0);
  };
};

/**
 * At once on the leading edge, then at most once each `wait` ms; a steady stream of kicks never starves it.
 * @param {() => void} job
 * @param {number} wait
 * @param {AbortSignal} signal
 */
export const makeThrottle = (job, wait, signal) => {
  let timer = 0;
  let last = -Infinity;
  const run = () => {
    timer = 0;
    last = performance.now();
    if (!signal.aborted) job();
  };
  return () => {
    if (timer || signal.aborted) return;
    const since = performance.now() - last;
    if (since >= wait) run();
    else timer = setTimeout(run, wait - since);
  };
};
