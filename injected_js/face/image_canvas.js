/** Draws a result's pictures from their bytes, without a URL that a page could block or see. */
import { t } from "../platform/language.js";

const WIDEST = 1600;

/**
 * Used by the block's frame and the panel, each with its own function to create an element.
 * @param {{ type: string, data: string, width: number, height: number, alt: string }} picture
 * @param {(tag: "canvas" | "div", kind: string, text?: string) => HTMLElement} make
 * @returns {HTMLElement}
 */
export const drawPicture = (picture, make) => {
  const canvas = /** @type {HTMLCanvasElement} */ (make("canvas", "picture"));
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", picture.alt);
  const scale = Math.min(1, WIDEST / Math.max(picture.width, picture.height));
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const bytes = Uint8Array.from(atob(picture.data), (sign) => sign.charCodeAt(0));
  createImageBitmap(new Blob([bytes], { type: picture.type })).then(
    (bitmap) => {
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      canvas.dataset.drawn = "true";
      bitmap.close();
    },
    () => {
      canvas.dataset.drawn = "false";
      canvas.replaceWith(make("div", "no-picture", t("{name}: it can't be drawn.", { name: picture.alt })));
    },
  );
  return canvas;
};
