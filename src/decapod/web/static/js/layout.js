/**
 * Which of a scene's layouts fits the window: wide for desks, upright for tablets held so and phones held sideways,
 * tall for phones. A game without a hand is shown whole on a phone held sideways: it has nothing that must be large.
 */

import { facts } from "./page_data.js";

const tall = matchMedia("(max-width: 600px)");
const upright = matchMedia("(max-width: 900px), (max-width: 1080px) and (max-aspect-ratio: 9/10)");
const low = matchMedia("(max-height: 500px)");

/** @returns {"desktop" | "tablet" | "phone"} */
export function currentLayout() {
  if (tall.matches) return "phone";
  return upright.matches && !(low.matches && isOpen()) ? "tablet" : "desktop";
}

/** Whether the page's game has nothing that somebody hides; the page of a replay lists the games that have. */
function isOpen() {
  const { secrets, game } = facts().here;
  return Array.isArray(secrets) ? Boolean(game) && !secrets.includes(game) : secrets === false;
}

/** @param {() => void} callback */
export function onLayoutChange(callback) {
  let before = currentLayout();
  for (const query of [tall, upright, low]) {
    query.addEventListener("change", () => {
      if (currentLayout() === before) return;
      before = currentLayout();
      callback();
    });
  }
}
