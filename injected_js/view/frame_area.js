/** Converts positions in a frame to positions in the page, which may scale the frame by a transform. */
import { rectOf } from "../platform/captured_dom.js";

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Area */

/** @param {HTMLElement} frame @returns {number} pixels of the page per pixel of the frame */
export const scaleOf = (frame) => {
  const { width } = rectOf(frame);
  return width / (frame.offsetWidth || width || 1);
};

/** @param {HTMLElement} frame @param {import("../face/face_protocol.js").Box} box @returns {Area} in pixels of the page */
export const areaOf = (frame, { x, y, width, height }) => {
  const { left, top } = rectOf(frame);
  const scale = scaleOf(frame);
  return { left: left + x * scale, top: top + y * scale, right: left + (x + width) * scale, bottom: top + (y + height) * scale };
};
