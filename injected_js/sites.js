/** Which site a document is of: pages, popups and frames of several sites are open in one browser. */

/** An empty frame is of the site that opened it: the address alone does not say so. @returns {string} */
const ownOrigin = () => globalThis.origin;

/**
 * @param {import("./types.js").Config} config
 * @param {string} origin
 * @returns {{ name: string, profile: import("./types.js").Profile }} the first site that claims the origin, else the last
 */
export const siteOf = ({ sites = [], profile }, origin = ownOrigin()) => {
  const last = sites.at(-1);
  if (!last) return { name: "", profile };
  let host = "";
  try {
    host = new URL(origin).hostname;
  } catch {
    // An opaque origin has none.
  }
  const claims = (/** @type {import("./types.js").Site} */ site) =>
    site.origins.includes(origin) || (host !== "" && site.hosts.some((name) => host === name || host.endsWith(`.${name}`)));
  return sites.find(claims) ?? last;
};
