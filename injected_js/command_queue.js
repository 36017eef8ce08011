/** Handles Python's commands in their order, in tasks that are short enough for the page. */

/** Ms of one task. */
const TASK = 8;
const REASON_MOST = 500;

export class CommandQueue {
  /**
   * @param {object} parts
   * @param {(command: import("./protocol.js").Command) => void} parts.handle
   * @param {(command: import("./protocol.js").Command, reason: string) => void} parts.failed  called if `handle` threw
   * @param {() => void} parts.settle  called at the end of each task
   * @param {(job: () => void) => void} parts.queueTask
   */
  constructor({ handle, failed, settle, queueTask }) {
    this.handle = handle;
    this.failed = failed;
    this.settle = settle;
    this.queueTask = queueTask;
    /** @type {import("./protocol.js").Command[]} */
    this.commands = [];
  }

  /** @param {import("./protocol.js").Command[]} commands */
  add(commands) {
    const idle = this.commands.length === 0;
    this.commands.push(...commands);
    if (idle) this.#work();
  }

  #work() {
    const until = performance.now() + TASK;
    for (let command = this.commands.shift(); command; command = this.commands.shift()) {
      try {
        this.handle(command);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.failed(command, `${command.c}: ${reason}`.slice(0, REASON_MOST));
      }
      if (performance.now() > until && this.commands.length) {
        this.settle();
        this.queueTask(() => this.#work());
        return;
      }
    }
    this.settle();
  }
}
