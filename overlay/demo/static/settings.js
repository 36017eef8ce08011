/**
 * The settings in the address: ?render=append|rebuild|framework, ?rate= tokens per second, ?token= characters per
 * token, ?burst (arrived text is shown once per frame), ?composer=rich.
 */

const query = new URLSearchParams(location.search);

/** @param {string} name @returns {number | null} */
function positive(name) {
  const value = Number(query.get(name));
  return value > 0 ? value : null;
}

const render = query.get("render");

export const settings = {
  /** @type {"append" | "rebuild" | "framework"} */
  render: render === "append" || render === "framework" ? render : "rebuild",
  rate: positive("rate"),
  token: positive("token"),
  burst: query.has("burst"),
  richComposer: query.get("composer") === "rich",
};

/** The query, so that a new address keeps the settings. */
export const search = location.search;
