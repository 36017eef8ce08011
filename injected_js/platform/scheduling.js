/** Tasks and throttles without requestAnimationFrame, which a background tab does not call. */

/** @returns {Promise<void>} resolves in a later task, after pending microtasks */
export const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

/**
 * @param {AbortSignal} signal
 * @returns {(job: () => void) => void} runs a job in a separate task, soon
 */
export const makeTaskQueue = (signal) => {
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

/** @typedef {"hurry" | "wait" | "calm"} Pace */
/** @typedef {(pace?: Pace) => void} Request */

/**
 * Makes a throttle: the first call runs `job` immediately, later calls at most once per interval of the call's
 * pace. A steady stream of calls does not delay the job further.
 * @param {() => void} job
 * @param {Partial<Record<Pace, number>> & { wait: number }} times  ms for each pace; a missing pace has the time of `wait`
 * @param {AbortSignal} signal
 * @returns {Request}
 */
export const makeThrottle = (job, times, signal) => {
  let timer = 0;
  let due = Infinity;
  let last = -Infinity;
  const run = () => {
    clearTimeout(timer);
    timer = 0;
    due = Infinity;
    last = performance.now();
    if (!signal.aborted) job();
  };
  return (pace = "wait") => {
    if (signal.aborted) return;
    const now = performance.now();
    const at = last + (times[pace] ?? times.wait);
    if (at <= now) {
      run();
    } else if (at < due) {
      clearTimeout(timer);
      due = at;
      timer = setTimeout(run, at - now);
    }
  };
};

/**
 * Makes a throttle whose job is set later, for parts that request what is made of them. Requests before that do nothing.
 * @param {Partial<Record<Pace, number>> & { wait: number }} times
 * @param {AbortSignal} signal
 * @returns {{ request: Request, serve: (job: () => void) => void }}
 */
export const makeRequests = (times, signal) => {
  let job = () => {};
  return {
    request: makeThrottle(() => job(), times, signal),
    serve: (/** @type {() => void} */ served) => {
      job = served;
    },
  };
};
