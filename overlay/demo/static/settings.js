/**
 * What the address asks for: ?render=append|rebuild|framework, ?rate= tokens a second, ?token= characters a token,
 * ?burst (what arrived is shown once a frame), ?composer=rich.
 */

const query = new URLSearchParams(location.search);

/** @param {string} name @returns {number | null} */
function positive(name) {
  const value = Number(query.get(name));
  return value > 0 ? value : null;
}

const wished = query.get("render");

export const settings = {
  /** @type {"append" | "rebuild" | "framework"} */
  render: wished === "append" || wished === "framework" ? wished : "rebuild",
  rate: positive("rate"),
  token: positive("token"),
  burst: query.has("burst"),
  richComposer: query.get("composer") === "rich",
};

/** The query, so that a new address keeps the settings. */
export const search = location.search;
