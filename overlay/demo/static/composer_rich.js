/**
 * The rich composer (?composer=rich): a contenteditable with one paragraph per line. Its state is read from the
 * paragraphs after each `input` event.
 */

export class RichComposer {
  /** @param {() => void} changed @param {() => void} send */
  constructor(changed, send) {
    this.text = "";
    this.element = document.createElement("div");
    this.element.id = "composer";
    this.element.className = "rich";
    this.element.contentEditable = "true";
    this.element.setAttribute("role", "textbox");
    this.element.setAttribute("aria-multiline", "true");
    this.element.setAttribute("aria-label", "Message");
    this.element.dataset.placeholder = "Message Wren";
    this.set("");
    this.element.addEventListener("beforeinput", (event) => this.#beforeInput(event));
    this.element.addEventListener("input", () => {
      if (!this.element.querySelector(":scope > p")) this.element.replaceChildren(paragraph(""));
      this.text = [...this.element.childNodes].map((node) => node.textContent ?? "").join("\n");
      this.#changed();
      changed();
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      send();
    });
  }

  render() {}

  /** @param {string} text */
  set(text) {
    this.text = text;
    this.element.replaceChildren(...text.split("\n").map(paragraph));
    this.#changed();
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /** Text of several lines becomes several paragraphs, whether typed, pasted or dropped. @param {InputEvent} event */
  #beforeInput(event) {
    if (event.inputType === "insertLineBreak") {
      event.preventDefault();
      document.execCommand("insertParagraph");
      return;
    }
    const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    const pasted = event.inputType === "insertFromPaste" || event.inputType === "insertFromDrop";
    if (!pasted && !text.includes("\n")) return;
    event.preventDefault();
    const lines = text.split(/\r\n?|\n/);
    if (this.text === "") {
      this.#fill(lines);
      return;
    }
    lines.forEach((line, index) => {
      if (index > 0) document.execCommand("insertParagraph");
      if (line) document.execCommand("insertText", false, line);
    });
  }

  /** Fills an empty field directly, since the editing commands take seconds for hundreds of lines. */
  #fill(/** @type {string[]} */ lines) {
    this.element.replaceChildren(...lines.map(paragraph));
    getSelection()?.selectAllChildren(/** @type {Node} */ (this.element.lastChild));
    getSelection()?.collapseToEnd();
    this.element.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  #changed() {
    this.element.classList.toggle("empty", this.text === "");
  }
}

/** @param {string} line */
function paragraph(line) {
  const element = document.createElement("p");
  element.append(line || document.createElement("br"));
  return element;
}
