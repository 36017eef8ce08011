/** Counts the messages that Python answers with a Pong each, in the order in which they were sent. */

export class AnsweredMessages {
  /** @param {(message: import("../protocol.js").Message) => void} send */
  constructor(send) {
    this.out = send;
    this.asked = 0;
    this.answered = 0;
  }

  /** Sends a message, and counts it if Python answers it. @param {import("../protocol.js").Message} message */
  send = (message) => {
    if (message.t === "ping" || (message.t === "batch" && (message.more || message.ask))) this.asked += 1;
    this.out(message);
  };

  /** A Pong arrived. */
  pong() {
    this.answered += 1;
  }

  /** Python refused a message, perhaps one that it would have answered. */
  refused() {
    this.answered = this.asked;
  }

  /** @returns {number} the number of a question that Python answers after it has read everything that was sent until now */
  ask() {
    this.send({ t: "ping", lifeline: false });
    return this.asked;
  }

  /** @param {number} question @returns {boolean} */
  isAnswered(question) {
    return this.answered >= question;
  }
}
