/** Finds the site of a document: pages, popups and frames of several sites are open in one browser. */
import { shown, valid } from "./selectors.js";

/** The address of an empty frame does not show that it has the origin of the page that opened it. @returns {string} */
const ownOrigin = () => globalThis.origin;

/** @param {string} entry  a host, with or without the beginning of a path @param {string} host @param {string} path */
const fits = (entry, host, path) => {
  const [name = "", ...start] = entry.split("/");
  if (host !== name && !host.endsWith(`.${name}`)) return false;
  return !start.length || `${path.replace(/\/+$/, "")}/`.startsWith(`/${start.join("/").replace(/\/+$/, "")}/`);
};

/**
 * @param {import("../config_types.js").Config} config
 * @param {string} origin
 * @param {string} path
 * @returns {{ name: string, sign?: string, hosts?: string[], profile: import("../config_types.js").Profile }} the first site that claims the origin,
 *   else the last
 */
export const siteOf = ({ sites = [], profile }, origin = ownOrigin(), path = location.pathname) => {
  const last = sites.at(-1);
  if (!last) return { name: "", profile };
  let host = "";
  try {
    host = new URL(origin).hostname;
  } catch {
    // An opaque origin has no host.
  }
  const claims = (/** @type {import("../config_types.js").Site} */ site) =>
    site.origins.includes(origin) || (host !== "" && site.hosts.some((entry) => fits(entry, host, path)));
  return sites.find(claims) ?? last;
};

/**
 * Detects the known application of a page at an unknown address, once the page has drawn itself. A page can
 * imitate any application: the detected profile only says where to look, and answers remain a guess. At an address that
 * the user opened, the page must also show its message box, and is trusted until a message is sent: content that
 * appears later may come from an answer.
 * @param {import("../config_types.js").Config} config
 * @param {{ sign?: string, hosts?: string[], profile: import("../config_types.js").Profile }} site  the result so far
 * @param {import("../platform/shadow_roots.js").Roots} roots
 * @param {() => boolean} [used]  a message may have been sent
 * @returns {() => import("../config_types.js").Site | undefined} checks the page and returns the detected site
 */
export const makeSiteDetector = ({ sites = [] }, site, roots, used = () => false) => {
  const unknown = site.profile.guessed && !site.sign && !site.hosts?.length;
  const signed = unknown ? sites.filter(({ sign }) => sign && valid(sign)) : [];
  const atHome = signed.filter(({ origins }) => origins.includes(ownOrigin()));
  const anywhere = signed.filter(({ origins }) => !origins.length);
  return () => {
    if (!atHome.length || used()) return anywhere.find(({ sign }) => roots.some(sign));
    return atHome.find(({ sign, profile }) => roots.some(sign) && roots.all(profile.composer).some(shown));
  };
};
