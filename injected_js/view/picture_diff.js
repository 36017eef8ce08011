/** Compares screenshots of the view. */

/**
 * Maximum difference of a colour channel between pixels that count as equal, and of those that a page recolours. If
 * overlay cuts a frame, Chromium draws its round corners in colours that differ by 2. Nobody sees that.
 */
const SAME = 2;
const RECOLOURED = 3;
/** Part of the lightness between a colour and the background that must be left, and the least that a text must have (of 255). */
const LEFT = 0.5;
const LEAST = 90;
/** Pixels that may be recoloured in another way: round corners. */
const FEW = 12;

/** @typedef {(x: number, y: number) => number} Weight  of a pixel of the view */
/** @typedef {(x: number, y: number) => boolean} Within  a pixel of the view counts */

/**
 * @typedef {object} Pictures
 * @property {(weight: Weight) => number} differ  the weight of all pixels that differ in one of the pictures
 * @property {(within: Within) => boolean} recoloured  each picture shows the same in other colours, and still legible
 */

/** Waits two frames of the browser. @returns {Promise<void>} */
export const painted = () =>
  new Promise((go) => {
    requestAnimationFrame(() => requestAnimationFrame(() => go()));
  });

/** @param {string} picture @returns {Promise<ImageData | null>} */
const pixelsOf = async (picture) => {
  const letters = atob(picture);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
  context?.drawImage(image, 0, 0);
  return context?.getImageData(0, 0, image.width, image.height) ?? null;
};

/**
 * Equal pixels, which nearly all are, are compared as whole numbers: a view has a million.
 * @param {ImageData} one @param {ImageData} other @param {Uint8Array} differs  becomes 1 at each pixel that differs
 */
const markDiffering = (one, other, differs) => {
  const [these, those] = [new Uint32Array(one.data.buffer), new Uint32Array(other.data.buffer)];
  for (let pixel = 0; pixel < these.length; pixel += 1) {
    if (these[pixel] === those[pixel]) continue;
    for (let at = pixel * 4; at < pixel * 4 + 4; at += 1) {
      if (Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0)) > SAME) differs[pixel] = 1;
    }
  }
};

/** @param {Uint8ClampedArray} data @param {number} at */
const colourAt = (data, at) => ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);

/** @param {number} colour @returns {number} 0 to 255 */
const lightnessOf = (colour) => 0.299 * ((colour >> 16) & 255) + 0.587 * ((colour >> 8) & 255) + 0.114 * (colour & 255);

/** @param {number} colour @param {number} other @returns {number} the largest difference of a channel */
const distance = (colour, other) =>
  Math.max(...[16, 8, 0].map((shift) => Math.abs(((colour >> shift) & 255) - ((other >> shift) & 255))));

/**
 * Whether a page changed only colours: pixels of one colour have one colour again, and no text lost its contrast. What is
 * painted over a part of the block changes the background there, and not elsewhere.
 * @param {ImageData} plain @param {ImageData} shown @param {number[]} pixels  those that count
 */
const isRecoloured = (plain, shown, pixels) => {
  /** @type {Map<number, { to: number, count: number }>} */
  const colours = new Map();
  let wrong = 0;
  for (const pixel of pixels) {
    const from = colourAt(plain.data, pixel * 4);
    const to = colourAt(shown.data, pixel * 4);
    const known = colours.get(from);
    if (!known) colours.set(from, { to, count: 1 });
    else if (distance(known.to, to) > RECOLOURED) wrong += 1;
    else known.count += 1;
  }
  if (wrong > FEW || !colours.size) return false;
  const [paper, { to: under }] = [...colours].reduce((most, each) => (each[1].count > most[1].count ? each : most));
  const contrasts = [...colours].map(([from, { to }]) => ({
    before: Math.abs(lightnessOf(from) - lightnessOf(paper)),
    after: Math.abs(lightnessOf(to) - lightnessOf(under)),
  }));
  return (
    contrasts.some(({ after }) => after >= LEAST) &&
    contrasts.every(({ before, after }) => after >= before * LEFT - RECOLOURED)
  );
};

/**
 * @param {string[]} some  pictures of the view, PNG in base64
 * @param {string} other  another one; "" for none
 * @returns {Promise<Pictures | null>} compares each of `some` with the other; null: they can't be compared
 */
export const compared = async (some, other) => {
  if (!some.length || !other) return null;
  const unlike = [...new Set(some)].filter((one) => one !== other);
  const after = await pixelsOf(other);
  if (!after) return null;
  const { width, height } = after;
  /** @type {ImageData[]} */
  const shown = [];
  const differs = new Uint8Array(width * height);
  for (const one of unlike) {
    const before = await pixelsOf(one);
    if (!before || before.width !== width || before.height !== height) return null;
    shown.push(before);
    markDiffering(before, after, differs);
  }
  /** @type {number[]} */
  const differing = [];
  for (let pixel = differs.indexOf(1); pixel >= 0; pixel = differs.indexOf(1, pixel + 1)) differing.push(pixel);
  const scale = innerWidth / width;
  const x = (/** @type {number} */ pixel) => ((pixel % width) + 0.5) * scale;
  const y = (/** @type {number} */ pixel) => (Math.floor(pixel / width) + 0.5) * scale;
  return {
    differ: (weight) => {
      let sum = 0;
      for (const pixel of differing) sum += weight(x(pixel), y(pixel));
      return sum;
    },
    recoloured: (within) => {
      /** @type {number[]} */
      const pixels = [];
      for (let pixel = 0; pixel < width * height; pixel += 1) if (within(x(pixel), y(pixel))) pixels.push(pixel);
      return shown.every((before) => isRecoloured(after, before, pixels));
    },
  };
};
