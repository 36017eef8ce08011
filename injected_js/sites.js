/** Which site a document is of: pages, popups and frames of several sites are open in one browser. */

/** An empty frame is of the site that opened it: the address alone does not say so. @returns {string} */
const ownOrigin = () => globalThis.origin;

/** @param {string} entry  a host, with or without the beginning of a path @param {string} host @param {string} path */
const fits = (entry, host, path) => {
  const [name = "", ...start] = entry.split("/");
  if (host !== name && !host.endsWith(`.${name}`)) return false;
  return !start.length || `${path.replace(/\/+$/, "")}/`.startsWith(`/${start.join("/").replace(/\/+$/, "")}/`);
};

/**
 * @param {import("./types.js").Config} config
 * @param {string} origin
 * @param {string} path
 * @returns {{ name: string, profile: import("./types.js").Profile }} the first site that claims the origin, else the last
 */
export const siteOf = ({ sites = [], profile }, origin = ownOrigin(), path = location.pathname) => {
  const last = sites.at(-1);
  if (!last) return { name: "", profile };
  let host = "";
  try {
    host = new URL(origin).hostname;
  } catch {
    // An opaque origin has none.
  }
  const claims = (/** @type {import("./types.js").Site} */ site) =>
    site.origins.includes(origin) || (host !== "" && site.hosts.some((entry) => fits(entry, host, path)));
  return sites.find(claims) ?? last;
};
