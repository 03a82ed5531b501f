/** Motion: a piece goes where it goes; a second update takes over from where the piece is now. */

import { still } from "./dom.js";

export const GO = 280;
export const STAGGER = 40;
export const WASH = 600;
const LONGEST_DEAL = 900;

/**
 * Where an element is right now, in the middle of a motion too.
 * @param {SVGElement} element
 * @returns {string}
 */
export function whereabouts(element) {
  return moving(element) ? getComputedStyle(element).transform : element.style.transform;
}

/**
 * @param {Element} element
 * @returns {boolean}
 */
export function moving(element) {
  return element.getAnimations().some((animation) => animation.playState === "running");
}

/**
 * Put an element at a place, gliding there from where it was.
 * @param {SVGElement} element
 * @param {string} from
 * @param {string} to
 * @param {number} [delay]
 */
export function glide(element, from, to, delay = 0) {
  halt(element);
  element.style.transform = to;
  if (still()) return outline(element);
  element.animate([{ transform: from }, { transform: to }], {
    duration: GO,
    delay,
    easing: "cubic-bezier(.2,.7,.3,1)",
    fill: "backwards",
  });
}

/**
 * Let an element appear, from a place if there is one to come from.
 * @param {SVGElement} element
 * @param {string} to
 * @param {string | null} from
 * @param {number} turn its number in the deal
 * @param {number} dealt how many are dealt
 */
export function arrive(element, to, from, turn, dealt) {
  element.style.transform = to;
  if (still()) return;
  const delay = turn * Math.min(STAGGER, LONGEST_DEAL / dealt);
  const start = from ? { transform: from } : { transform: `${to} scale(.6)`, opacity: 0 };
  element.animate([start, { transform: to, opacity: 1 }], {
    duration: GO,
    delay,
    easing: "cubic-bezier(.2,.7,.3,1)",
    fill: "backwards",
  });
}

/**
 * Let an element go, and take it away once it is gone; washed away it drifts off.
 * @param {SVGElement} element
 * @param {boolean} washed
 */
export function leave(element, washed) {
  const from = whereabouts(element);
  halt(element);
  if (still()) return element.remove();
  const end = washed ? `translate(60px, 110px) ${from} rotate(40deg)` : `${from} scale(.6)`;
  const gone = element.animate(
    [
      { transform: from, opacity: 1 },
      { transform: end, opacity: 0 },
    ],
    { duration: washed ? WASH : GO, easing: "ease-in" },
  );
  element.style.opacity = "0";
  element.style.pointerEvents = "none";
  gone.onfinish = gone.oncancel = () => element.remove();
}

/** @param {Element} element */
export function halt(element) {
  for (const animation of element.getAnimations()) animation.cancel();
}

/**
 * Shake an element once, or outline it where motion is not wanted.
 * @param {SVGElement} element
 */
export function shake(element) {
  if (still()) return outline(element);
  const at = element.style.transform;
  const step = (/** @type {number} */ x) => ({ transform: `translate(${x}px, 0) ${at}` });
  element.animate([step(0), step(-6), step(6), step(-4), step(4), step(0)], { duration: GO });
}

/**
 * Outline an element briefly.
 * @param {SVGElement} element
 */
function outline(element) {
  element.classList.add("noted");
  setTimeout(() => element.classList.remove("noted"), 900);
}
