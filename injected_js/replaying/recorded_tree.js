/**
 * The tree of the recorded document, without what overlay adds to the page. It turns the operations that describe a
 * rebuilt part by its differences from the removed one into plain ones, as `overlay/capture/delta_encoding.py` does, since
 * the differences are much shorter than the parts.
 */

/** @typedef {import("./replay_types.js").Tree} Tree */
/** @typedef {import("./replay_types.js").Op} Op */
/** @typedef {import("../recording/recording_types.js").SubtreeDiff} SubtreeDiff */
/** @typedef {import("../recording/recording_types.js").Plain} Plain */
/** @typedef {import("../recording/recording_types.js").Kids} Kids */

/** The id of a document itself. */
const DOCUMENT = 1;

export class RecordedTree {
  /** @param {Tree[]} tree  the children of the document */
  constructor(tree) {
    /** @type {Map<number, Tree>} */
    this.nodes = new Map();
    /** @type {Map<Tree, Tree>} */
    this.parents = new Map();
    this.#enter({ id: DOCUMENT, kids: tree });
  }

  /** @param {import("./replay_types.js").PackedOp} op  not applied yet @returns {Op[]} */
  plain(op) {
    switch (op.o) {
      case "again": {
        const node = rebuilt(this.#node(op.like), op.what, countFrom(op.id));
        return [{ o: "add", parent: op.parent, before: op.before ?? 0, node }];
      }
      case "anew": {
        const { kids = [] } = this.#node(op.id);
        const added = rebuiltKids(kids, op.kids, countFrom(op.first));
        return [
          ...kids.map(({ id }) => /** @type {Op} */ ({ o: "del", id })),
          ...added.map((node) => /** @type {Op} */ ({ o: "add", parent: op.id, before: 0, node })),
        ];
      }
      default:
        return [op];
    }
  }

  /** @param {Op} op */
  apply(op) {
    switch (op.o) {
      case "add": {
        const known = this.nodes.get(op.node.id);
        const node = known && isBare(op.node) ? known : op.node;
        if (node === known) this.#take(node);
        else this.#enter(node);
        this.#insert(node, this.#node(op.parent), op.before);
        break;
      }
      case "del": {
        this.#take(this.#node(op.id));
        break;
      }
      case "text": {
        const node = this.#node(op.id);
        const text = node.text ?? node.comment ?? "";
        const after = op.at === text.length ? text + op.text : spliced(text, op.at, op.cut, op.text);
        if (node.text === undefined) node.comment = after;
        else node.text = after;
        break;
      }
      case "attr": {
        const node = this.#node(op.id);
        const others = (node.attrs ?? []).filter(([name]) => name !== op.name);
        node.attrs = typeof op.value === "string" ? [...others, [op.name, op.value]] : others;
        break;
      }
      case "shadow": {
        // A root that is there already only gets other style sheets.
        if (!this.nodes.has(op.shadow.id)) this.#enter({ ...op.shadow });
        break;
      }
    }
  }

  /** @param {number} id @returns {Tree} */
  #node(id) {
    const node = this.nodes.get(id);
    if (!node) throw new Error(`there is no node ${id}`);
    return node;
  }

  /** @param {Tree} node  a new one */
  #enter(node) {
    const waiting = [node];
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      this.nodes.set(one.id, one);
      if (one.shadow) waiting.push({ ...one.shadow });
      for (const kid of one.kids ?? []) {
        this.parents.set(kid, one);
        waiting.push(kid);
      }
    }
  }

  /** @param {Tree} node */
  #take(node) {
    const parent = this.parents.get(node);
    if (parent?.kids) parent.kids = parent.kids.filter((kid) => kid !== node);
    this.parents.delete(node);
  }

  /** @param {Tree} node @param {Tree} parent @param {number} [before] */
  #insert(node, parent, before) {
    parent.kids ??= [];
    const at = before ? parent.kids.indexOf(this.#node(before)) : -1;
    parent.kids.splice(at < 0 ? parent.kids.length : at, 0, node);
    this.parents.set(node, parent);
  }
}

/** @param {Tree} node @returns {boolean} it has only its number: it is moved */
const isBare = ({ tag, text, comment, doctype }) =>
  tag === undefined && text === undefined && comment === undefined && doctype === undefined;

/** @param {string} text @param {number} at @param {number} cut @param {string} added */
const spliced = (text, at, cut, added) => text.slice(0, at) + added + text.slice(at + cut);

/** @param {number} first @returns {() => number} */
const countFrom = (first) => () => first++;

/** @param {Tree | Plain} node @param {() => number} next @returns {Tree} without what it contains */
const copyOf = ({ tag, ns, attrs, text, comment }, next) => ({
  id: next(),
  ...(tag === undefined ? {} : { tag }),
  ...(ns ? { ns } : {}),
  ...(attrs ? { attrs } : {}),
  ...(text === undefined ? {} : { text }),
  ...(comment === undefined ? {} : { comment }),
});

/** @param {Tree | Plain} node @param {() => number} next @returns {Tree} */
const copied = (node, next) => ({
  ...copyOf(node, next),
  kids: (node.kids ?? []).map((kid) => copied(kid, next)),
});

/** @param {Tree} old @param {SubtreeDiff} what @param {() => number} next @returns {Tree} */
const rebuilt = (old, what, next) => {
  const node = copyOf(old, next);
  if (what.attrs) node.attrs = what.attrs;
  if (what.text) node.text = spliced(old.text ?? "", ...what.text);
  node.kids = rebuiltKids(old.kids ?? [], what.kids ?? [], next);
  return node;
};

/** @param {Tree[]} old @param {Kids} entries @param {() => number} next @returns {Tree[]} */
const rebuiltKids = (old, entries, next) => {
  /** @type {Tree[]} */
  const kids = [];
  const oldKid = () => {
    const kid = old[kids.length];
    if (!kid) throw new Error("a rebuilt node has no node to copy");
    return kid;
  };
  for (const entry of entries) {
    if (typeof entry === "number") for (let n = 0; n < entry; n += 1) kids.push(copied(oldKid(), next));
    else kids.push("like" in entry ? rebuilt(oldKid(), entry.like, next) : copied(entry.new, next));
  }
  return kids;
};
