/**
 * Boxes in the place of blocks while overlay starts again in a document, as after the user accepted a profile: without
 * them the raw text of each call would show for a moment, and what is below would move away from under the pointer.
 */
import {
  attributeOf,
  create,
  insertBefore,
  isConnected,
  nextElementOf,
  parentOf,
  rectOf,
} from "../platform/captured_dom.js";

/** Ms after which a box that got no host is removed. */
const LASTS = 2000;

/** @typedef {import("./host_elements.js").Hosts} Hosts */
/** @typedef {{ box: HTMLElement, target: Element, height: number }} StandIn  a box before the element that it hides */

/** Puts a box before each host in the page, as tall as the host. @param {Hosts} hosts @returns {StandIn[]} */
export const standInsFor = (hosts) => {
  const placed = [...hosts.placed].filter((host) => hosts.inPlace(host));
  const found = placed.map((host) => ({ host, height: rectOf(host).height }));
  return found.map(({ host, height }) => {
    const box = /** @type {HTMLElement} */ (create("div"));
    box.setAttribute(hosts.mark, attributeOf(host, hosts.mark) ?? "");
    box.style.cssText = `all: initial !important; display: block !important; height: ${height}px !important`;
    insertBefore(/** @type {Node} */ (parentOf(host)), box, host);
    return { box, target: /** @type {Element} */ (hosts.targets.get(host)), height };
  });
};

export class StandIns {
  /** @param {Hosts} hosts @param {StandIn[]} standIns */
  constructor(hosts, standIns) {
    this.hosts = hosts;
    /** @type {Map<Element, StandIn>} */
    this.byTarget = new Map();
    /** Heights of hosts that took the place of a box, in pixels. @type {WeakMap<Element, number>} */
    this.heights = new WeakMap();
    for (const one of standIns) {
      if (!isConnected(one.box) || nextElementOf(one.box) !== one.target) {
        hosts.remove(one.box);
        continue;
      }
      this.byTarget.set(one.target, one);
      hosts.targets.set(one.box, one.target);
      hosts.placed.add(one.box);
    }
    if (this.byTarget.size) setTimeout(() => this.#end(), LASTS);
  }

  #end() {
    for (const { box } of this.byTarget.values()) this.hosts.remove(box);
    this.byTarget.clear();
  }

  /** A host was placed before an element: it gets the place and height of the box there. @param {Element} host @param {Element} target */
  pass(host, target) {
    const one = this.byTarget.get(target);
    if (!one) return;
    this.byTarget.delete(target);
    this.heights.set(host, one.height);
    host.setAttribute(this.hosts.mark, attributeOf(one.box, this.hosts.mark) ?? "");
    // The style of a drawn block overrides this.
    /** @type {HTMLElement} */ (host).style.cssText = `display: block; min-height: ${one.height}px`;
    this.hosts.remove(one.box);
  }
}
