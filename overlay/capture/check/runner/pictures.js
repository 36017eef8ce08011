/**
 * Compares two PNGs (base64) pixel by pixel.
 * @param {[string, string, number, [number, number, number, number][]]} given  expected, got, how far (0 to 255) a
 *   channel may be off, and boxes (x, y, width, height) that are not compared
 */
async ([expected, got, distance, masks]) => {
  /** @param {string} base64 */
  const read = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return createImageBitmap(new Blob([bytes], { type: "image/png" }), { colorSpaceConversion: "none" });
  };
  const [one, other] = await Promise.all([read(expected), read(got)]);
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  /** @param {ImageBitmap} picture */
  const pixels = (picture) => {
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(picture, 0, 0);
    return pen.getImageData(0, 0, width, height);
  };
  const masked = new Uint8Array(width * height);
  for (const [left, top, wide, high] of masks) {
    for (let y = Math.max(top, 0); y < Math.min(top + high, height); y += 1) {
      masked.fill(1, y * width + Math.max(left, 0), y * width + Math.min(left + wide, width));
    }
  }
  const before = pixels(one);
  const after = pixels(other);
  const shown = new ImageData(width, height);
  const [a, b, c] = [before.data, after.data, shown.data];
  let count = 0;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = 4 * (y * width + x);
      const apart = Math.max(
        Math.abs(a[at] - b[at]),
        Math.abs(a[at + 1] - b[at + 1]),
        Math.abs(a[at + 2] - b[at + 2]),
        Math.abs(a[at + 3] - b[at + 3]),
      );
      if (apart > distance && !masked[at / 4]) {
        count += 1;
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
        c.set([225, 29, 72, 255], at);
      } else {
        // Equal pixels are shown pale, so that the reader can recognise the place.
        const grey = 0.299 * b[at] + 0.587 * b[at + 1] + 0.114 * b[at + 2];
        const pale = 255 - (255 - grey) * 0.25;
        c.set([pale, pale, pale, 255], at);
      }
    }
  }
  // `convertToBlob` waits for idle time, which a browser that draws on demand has only after many seconds.
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d").putImageData(shown, 0, 0);
  return {
    share: count / (width * height),
    box: count ? [left, top, right - left + 1, bottom - top + 1] : null,
    picture: canvas.toDataURL("image/png").split(",")[1],
  };
};
