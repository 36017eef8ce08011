/** Compares two screenshots of the view. */

/** Maximum difference of a colour channel between pixels that count as equal. */
const SAME = 1;

/**
 * @callback Differing
 * @param {(x: number, y: number) => number} weight  of a pixel of the view
 * @returns {number} the weight of all pixels that differ
 */

/** Waits two frames of the browser. @returns {Promise<void>} */
export const painted = () =>
  new Promise((go) => {
    requestAnimationFrame(() => requestAnimationFrame(() => go()));
  });

/** @param {string} picture @returns {Promise<ImageData | null>} */
const pixelsOf = async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
  context?.drawImage(image, 0, 0);
  return context?.getImageData(0, 0, image.width, image.height) ?? null;
};

/**
 * @param {string} one @param {string} other  pictures of the view, PNG in base64; "" for none
 * @returns {Promise<Differing | null>} null: they can't be compared
 */
export const differing = async (one, other) => {
  if (!one || !other) return null;
  if (one === other) return () => 0;
  const [before, after] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  if (!before || !after || before.width !== after.width || before.height !== after.height) return null;
  const scale = innerWidth / before.width;
  /** @type {Set<number>} */
  const pixels = new Set();
  for (let at = 0; at < before.data.length; at += 1) {
    if (Math.abs((before.data[at] ?? 0) - (after.data[at] ?? 0)) > SAME) pixels.add(at >> 2);
  }
  return (weight) => {
    let sum = 0;
    for (const pixel of pixels)
      sum += weight(((pixel % before.width) + 0.5) * scale, (Math.floor(pixel / before.width) + 0.5) * scale);
    return sum;
  };
};
