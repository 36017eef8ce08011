/** Reads the text of a message outside its code blocks, as the model wrote it. */
import {
  dataOf,
  firstOf,
  isElement,
  isText,
  localNameOf,
  matches,
  nextOf,
  one,
  shadowOf,
  textOf,
} from "../platform/captured_dom.js";
import { readFence } from "./block_text.js";
import { BLOCKS, CALL_TAGS, SILENT } from "./element_names.js";
import { isFence } from "./fences.js";
import { isQuote } from "./quoted_text.js";
import { isForReaders } from "./reader_copy.js";

/** @typedef {import("./block_text.js").Segment} Segment */

/** A text editor, such as one for a letter that the model wrote; not a code view. */
export const EDITOR = '[contenteditable="true"]:not(.cm-content)';
const FOLDED = new Set(["details", "summary"]);

/**
 * Whether the renderer may have made the element from a tag of the model, such as `<think>` or `<tool_response>`, or whether
 * it may hold reasoning by its summary. Python knows which names and summaries count.
 * @param {Element} element
 */
const isRegion = (element) => element instanceof HTMLUnknownElement || FOLDED.has(localNameOf(element));

/**
 * Reads a message without its code blocks. Block boundaries become line ends, written only before the next
 * text, so that text appended to the last node is appended to the result. Each code block becomes one U+FFFC,
 * which separates the texts around it; in a result that the user sent, it is the block's text. Quotes outside such a
 * result are left out (a quoted call is not a call); code in a sentence keeps its back-ticks.
 *
 * @param {Element} message
 * @param {(element: Element) => boolean} skip  whether an element is left out, such as overlay's hosts
 * @param {Element | null} [until]  a code block in it: only the text before it is read
 * @param {() => boolean} [mayGrow]  whether the message still grows: then the browser closed the last elements, not the model
 * @param {() => boolean} [isUsers]  whether it is a message of the user
 * @returns {import("./block_text.js").Reading & { unclosed: boolean }} `unclosed`: end tags were left out
 */
export const readProse = (message, skip, until = null, mayGrow = () => false, isUsers = () => false) => {
  const reader = new ProseReader(skip, until, isUsers);
  reader.read(message, message);
  const unclosed = reader.endTags.length > 0 && mayGrow();
  if (!unclosed) reader.close();
  return { text: reader.parts.join(""), last: reader.last, segments: reader.segments, unclosed };
};

class ProseReader {
  /** @param {(element: Element) => boolean} skip @param {Element | null} until @param {() => boolean} isUsers */
  constructor(skip, until, isUsers) {
    this.skip = skip;
    this.until = until;
    this.isUsers = isUsers;
    /** @type {boolean | null} */
    this.users = null;
    /** A result whose end has not been read yet is open; `read` parts were searched for tags, which may begin in their `tail`. */
    this.result = { open: false, read: 0, tail: "" };
    /** @type {string[]} */
    this.parts = [];
    /** @type {Segment[]} */
    this.segments = [];
    this.length = 0;
    /** A line end is written before the next text. */
    this.gap = false;
    /** The text ends with a `br`. Renderers of Markdown also write a line end after a `br`; the two are one line end. */
    this.broken = false;
    /** The text node at the end of the text. @type {Text | null} */
    this.last = null;
    /** The code block `until` was reached. */
    this.ended = false;
    /** The end tags of elements after which nothing was written yet. @type {{ tag: string, block: Element }[]} */
    this.endTags = [];
  }

  /** Writes the end tags that wait for a text after them. */
  close() {
    for (const { tag, block } of this.endTags.splice(0)) this.#add(tag, block);
  }

  /** Reads what is in an element. @param {Element} parent @param {Element} block  the element that can be hidden for the text */
  read(parent, block) {
    for (let node = firstOf(shadowOf(parent) ?? parent); node && !this.ended; node = nextOf(node)) {
      if (node === this.until) this.ended = true;
      else if (isText(node)) this.#readText(node, block);
      else if (isElement(node) && !this.skip(node)) this.#readElement(node, block);
    }
  }

  /** @param {Node} node @param {Element} block */
  #readText(node, block) {
    const data = dataOf(node);
    if (!data || (this.gap && /^\s*$/.test(data))) return;
    const added = this.broken && data.startsWith("\n") ? data.slice(1) : data;
    if (added) this.#write(added, block);
    this.broken = false;
    this.last = /** @type {Text} */ (node);
  }

  /** @param {Element} node @param {Element} block */
  #readElement(node, block) {
    const name = localNameOf(node);
    if (name === "blockquote" || isQuote(node) ? !this.#isInResult() : isSilent(node)) return;
    if (name === "br") {
      this.#write("\n", block);
      this.broken = true;
    } else if (isFence(node)) this.#apart(() => this.#write(this.#textOfBlock(node), node));
    else if (name === "code") this.#write(`\`${textOf(node)}\``, block);
    else if (CALL_TAGS.has(name) && isCutOff(node)) return;
    else if (CALL_TAGS.has(name)) this.#readTag(node, block, `<${name}${attributesOf(node)}>`);
    else if (this.until && isRegion(node)) {
      const kind = matches(node, '[type="reasoning" i]') ? ' type="reasoning"' : "";
      this.#readTag(node, block, `\n<${name}${kind}>`);
    } else if (BLOCKS.has(name)) {
      // An editor would remove a host between its paragraphs, so it is hidden as a whole.
      this.#apart(() => this.read(node, matches(block, EDITOR) ? block : node));
    } else this.read(node, block);
  }

  /** @param {Element} fence */
  #textOfBlock(fence) {
    return (this.#isInResult() && readFence(fence).text.replace(/\n$/, "")) || "\uFFFC";
  }

  /** @returns {boolean} a result that the user sent has begun: sites that draw it as Markdown make code blocks and quotes in it */
  #isInResult() {
    this.users ??= this.isUsers();
    if (!this.users) return false;
    // A message may have thousands of code blocks: only what came since the last one is searched.
    const { result } = this;
    const text = result.tail + this.parts.slice(result.read).join("").toLowerCase();
    const [begins, ends] = [text.lastIndexOf("<function_result"), text.lastIndexOf("</function_result")];
    if (begins !== ends) result.open = begins > ends;
    result.read = this.parts.length;
    result.tail = text.slice(-TAG_LENGTH);
    return result.open;
  }

  /**
   * Reads an element that a renderer made from a tag of the model. It can be hidden alone, without the words around it.
   * @param {Element} node @param {Element} around @param {string} tag
   */
  #readTag(node, around, tag) {
    const block = matches(around, EDITOR) ? around : node;
    this.#write(tag, block);
    this.read(node, block);
    if (this.ended) return;
    this.endTags.push({ tag: `</${localNameOf(node)}>`, block });
    this.broken = false;
  }

  /** Puts what `act` writes on separate lines. @param {() => void} act */
  #apart(act) {
    this.gap = true;
    act();
    this.gap = true;
  }

  /** @param {string} data @param {Element} block */
  #write(data, block) {
    this.close();
    this.#add(data, block);
  }

  /** @param {string} data @param {Element} block */
  #add(data, block) {
    if (this.gap && this.length) {
      this.parts.push("\n");
      this.length += 1;
    }
    this.gap = false;
    const open = this.segments.at(-1);
    if (open && open.element === block) open.end = this.length + data.length;
    else this.segments.push({ start: this.length, end: this.length + data.length, element: block });
    this.parts.push(data);
    this.length += data.length;
    this.broken = false;
    this.last = null;
  }
}

/** No shorter than the tags of a result. */
const TAG_LENGTH = 20;

/** @param {Element} element @returns {boolean} it has no words of the message */
const isSilent = (element) => (SILENT.has(localNameOf(element)) && !hasParagraph(element)) || isForReaders(element);

/** @param {Element} element @returns {boolean} a button that holds a message, not its own name */
const hasParagraph = (element) => localNameOf(element) === "button" && !!one(element, "p");

/** @param {Element} node @returns {boolean} the page was given only a part of its tag so far: what follows became attributes */
const isCutOff = (node) => [...node.attributes].some(({ name }) => /[<"'`]/.test(name));

/** @param {Element} node @returns {string} its attributes as in the text of its tag */
const attributesOf = (node) =>
  [...node.attributes].map((one) => ` ${one.name}="${one.value.replaceAll('"', "&quot;")}"`).join("");
