/**
 * Which of a scene's layouts fits the window: tablet for tablets held upright and phones held sideways, phone for
 * phones, desktop for all others. A game without a hand is shown whole on a phone held sideways: it has nothing that must be large.
 */

import { facts } from "./page_data.js";

const narrow = matchMedia("(max-width: 600px)");
const medium = matchMedia("(max-width: 900px), (max-width: 1080px) and (max-aspect-ratio: 9/10)");
const low = matchMedia("(max-height: 500px)");

/** @returns {"desktop" | "tablet" | "phone"} */
export function currentLayout() {
  if (narrow.matches) return "phone";
  return medium.matches && !(low.matches && isOpen()) ? "tablet" : "desktop";
}

/** Whether the page's game has nothing that somebody hides; the page of a replay lists the games that have. */
function isOpen() {
  const { secrets, game } = facts().here;
  return Array.isArray(secrets) ? Boolean(game) && !secrets.includes(game) : secrets === false;
}

/** @param {() => void} callback */
export function onLayoutChange(callback) {
  let before = currentLayout();
  for (const query of [narrow, medium, low]) {
    query.addEventListener("change", () => {
      if (currentLayout() === before) return;
      before = currentLayout();
      callback();
    });
  }
}
