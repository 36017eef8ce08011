/** Questions to the frame of a block: each has a number, and gets an answer also if the frame goes. */

/** @typedef {import("../face/face_protocol.js").Box} Box */
/** @typedef {import("../face/face_protocol.js").ToFace} ToFace */

/**
 * What a frame answers: where a part is, whether a press on another block may run this one too, whether the block can be
 * seen (`covered`: the tracking says that something may lie over it; `gap`: the most ms between two of the frames that were
 * looked at), and that all presses are judged.
 * @typedef {Box} Place
 * @typedef {{ why: string, boxes: Box[] }} Judged
 * @typedef {{ shown: boolean, covered: boolean, boxes: Box[], whole: Box | null, gap: number }} Looked
 * @typedef {Place | Judged | Looked | null} FaceAnswer
 */

export class FaceQuestions {
  /** @param {(message: ToFace) => void} send */
  constructor(send) {
    this.send = send;
    this.last = 0;
    /** @type {Map<number, { give: (found: any) => void, gone: FaceAnswer }>} */
    this.open = new Map();
  }

  /**
   * @template {FaceAnswer} T
   * @param {(number: number) => ToFace} message  @param {T} gone  the answer if the frame goes
   * @returns {Promise<T>}
   */
  ask(message, gone) {
    this.last += 1;
    const number = this.last;
    return new Promise((give) => {
      this.open.set(number, { give, gone });
      this.send(message(number));
    });
  }

  /** @param {number} number  of the question @param {FaceAnswer} found */
  answer(number, found) {
    this.open.get(number)?.give(found);
    this.open.delete(number);
  }

  /** Answers all questions that the frame will not answer any more. */
  answerAll() {
    for (const { give, gone } of this.open.values()) give(gone);
    this.open.clear();
  }
}
