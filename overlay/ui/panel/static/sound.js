/** A sound of a result, which the user can play. It never plays without a press. */
import { t } from "./platform/language.js";
import { make } from "./dom.js";

/** @param {import("./types.js").SoundShown} sound @returns {HTMLElement} */
export const drawSound = ({ type, data, title }) => {
  const part = make("figure", "sound");
  const player = make("audio");
  player.controls = true;
  player.preload = "metadata";
  player.setAttribute("aria-label", title);
  player.addEventListener("loadedmetadata", () => {
    part.dataset.drawn = "true";
  });
  player.addEventListener("error", () => {
    part.dataset.drawn = "false";
    player.replaceWith(make("span", "no-picture", t("It can't be played here.")));
  });
  player.src = `data:${type};base64,${data}`;
  part.append(make("figcaption", "none", title), player);
  return part;
};
