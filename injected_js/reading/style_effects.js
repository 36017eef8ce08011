/** The effects of styles on an element and its descendants. Weak effects of several elements add up. */

/** Letters with a lower opacity can't be seen. */
const FAINTEST = 0.1;
/** The factor of brightness or contrast above which letters do not differ from their background. */
const GLARE = 2.5;
/** Minimum blur, in pixels, with which letters can't be recognised. */
const BLURRED = 4;
/** A clip path that cuts off at most the corners. */
const HARMLESS_CLIP = /^inset\(0(?:px|%)?(?: 0(?:px|%)?){0,3}(?: round [^)]*)?\)$/;

/** @param {string} filter @param {string} name @returns {number[]} the arguments of all its functions of that name */
const valuesOf = (filter, name) =>
  [...filter.matchAll(new RegExp(`${name}\\(([\\d.e-]+)`, "g"))].map(([, value]) => Number(value));
/** @param {number[]} values */
const product = (values) => values.reduce((all, value) => all * value, 1);

/** @param {CSSStyleDeclaration} style @returns {boolean} whether the box moves its content out of the page's plane */
const leavesPlane = ({ transform, translate, rotate }) =>
  transform.startsWith("matrix3d") || rotate.includes(" ") || translate.split(" ").length > 2;

/** @param {CSSStyleDeclaration} style @returns {boolean} whether the box's back may face the user, or its perspective may move it behind the viewer */
const turnedAway = ({ transform, rotate, backfaceVisibility, perspective }) => {
  if (rotate.includes(" ")) return true;
  if (!transform.startsWith("matrix3d")) return false;
  const matrix = new DOMMatrixReadOnly(transform);
  return perspective !== "none" || matrix.m34 !== 0 || (backfaceVisibility === "hidden" && matrix.m33 < 0);
};

/** @param {CSSStyleDeclaration} style @returns {boolean} whether the box draws letters mirrored */
const mirrors = ({ transform, scale }) => {
  const [x = 1, y = x] = scale === "none" ? [] : scale.split(" ").map(Number);
  const matrix = transform === "none" ? null : new DOMMatrixReadOnly(transform);
  return x * y * (matrix ? matrix.m11 * matrix.m22 - matrix.m12 * matrix.m21 : 1) < 0;
};

/** @param {CSSStyleDeclaration} style @returns {boolean} this style alone may hide everything */
const erases = (style) => {
  const { filter, clip, clipPath, content, mixBlendMode } = style;
  if (mixBlendMode !== "normal" || filter.includes("url(") || turnedAway(style)) return true;
  if (clipPath !== "none" && !HARMLESS_CLIP.test(clipPath)) return true;
  if (clip !== "auto" && /absolute|fixed/.test(style.position)) return true;
  const mask = style.getPropertyValue("-webkit-mask-box-image-source");
  return (!!mask && mask !== "none") || /^(url|image|linear|radial|conic)/.test(content);
};

export class Effects {
  /** @param {Effects} [around]  the effects of the ancestors of the elements that are added */
  constructor(around) {
    this.opacity = around?.opacity ?? 1;
    this.bright = around?.bright ?? 1;
    this.contrast = around?.contrast ?? 1;
    this.blur = around?.blur ?? 0;
    this.mirrored = around?.mirrored ?? false;
    this.deep = around?.deep ?? false;
  }

  /** @param {CSSStyleDeclaration} style  of the next ancestor @returns {boolean} all effects together hide the content */
  add(style) {
    if (erases(style)) return true;
    const { filter } = style;
    this.opacity *= Number(style.opacity);
    if (mirrors(style)) this.mirrored = !this.mirrored;
    // Perspective can move nearer content behind the viewer.
    if (this.deep && style.perspective !== "none") return true;
    this.deep ||= leavesPlane(style);
    if (filter !== "none") {
      this.opacity *= product(valuesOf(filter, "opacity"));
      this.bright *= product(valuesOf(filter, "brightness"));
      this.contrast *=
        product(valuesOf(filter, "contrast")) *
        product(valuesOf(filter, "invert").map((value) => Math.abs(1 - 2 * value)));
      this.blur += valuesOf(filter, "blur").reduce((all, value) => all + value, 0);
    }
    return (
      this.opacity < FAINTEST ||
      this.bright > GLARE ||
      this.bright < 1 / GLARE ||
      this.contrast < 1 / GLARE ||
      this.blur >= BLURRED
    );
  }
}
