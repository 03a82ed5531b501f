/** Motion: a piece goes where it goes; a second update takes over from where the piece is now. */

import { prefersLessMotion } from "./dom.js";
import { interpolate } from "./geometry.js";

export const GO = 280;
export const STAGGER = 40;
export const WASH = 600;
const LONGEST_DEAL = 900;

/** @typedef {{animation: Animation | null, from: string, to: string}} Motion */

/**
 * What is under way, and from where to where: so that nobody has to ask the browser, which would lay out the page anew.
 * @type {WeakMap<Element, Motion>}
 */
const motions = new WeakMap();

/**
 * What begins when all is drawn: a browser looks at the whole page's style to begin a motion, if anything has changed.
 * @type {(() => void)[]}
 */
let pending = [];

/**
 * Where an element is right now, in the middle of a motion too.
 * @param {SVGElement} element
 * @returns {string}
 */
export function currentTransform(element) {
  const motion = motions.get(element);
  if (!motion) return element.style.transform;
  if (!motion.animation) return motion.from;
  if (motion.animation.playState !== "running") return element.style.transform;
  return interpolate(motion.from, motion.to, motion.animation.effect?.getComputedTiming().progress ?? 0);
}

/**
 * Begin a motion, in place of the one that is under way.
 * @param {SVGElement} element
 * @param {{from: string, to: string}} way
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} timing
 * @param {() => void} [end] called when it ends, or another takes over
 */
function begin(element, way, frames, timing, end) {
  halt(element);
  /** @type {Motion} */
  const motion = { animation: null, ...way };
  motions.set(element, motion);
  beginLater(() => {
    if (motions.get(element) !== motion) return end?.();
    motion.animation = element.animate(frames, timing);
    if (end) motion.animation.onfinish = motion.animation.oncancel = end;
  });
}

/** @param {() => void} start */
function beginLater(start) {
  if (!pending.length) queueMicrotask(beginPending);
  pending.push(start);
}

function beginPending() {
  const all = pending;
  pending = [];
  for (const start of all) start();
}

/**
 * Let an element that is new where it is be seen by and by.
 * @param {Element} element
 */
export function appear(element) {
  if (!prefersLessMotion()) beginLater(() => element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GO }));
}

/** @param {Element} element */
function halt(element) {
  motions.get(element)?.animation?.cancel();
  motions.delete(element);
}

/**
 * Put an element at a place, gliding there from where it was.
 * @param {SVGElement} element
 * @param {string} from
 * @param {string} to
 * @param {boolean} far whether it leaves its place, or only makes room
 */
export function glide(element, from, to, far) {
  halt(element);
  element.style.transform = to;
  if (prefersLessMotion()) return far ? outline(element) : undefined;
  begin(element, { from, to }, [{ transform: from }, { transform: to }], {
    duration: GO,
    easing: "cubic-bezier(.2,.7,.3,1)",
  });
}

/**
 * Let an element appear, from a place if there is one to come from.
 * @param {SVGElement} element
 * @param {string} to
 * @param {string | null} from
 * @param {number} dealNumber its number in the deal
 * @param {number} dealSize how many are dealt
 */
export function arrive(element, to, from, dealNumber, dealSize) {
  element.style.transform = to;
  if (prefersLessMotion()) return;
  const delay = dealNumber * Math.min(STAGGER, LONGEST_DEAL / dealSize);
  const start = from ? { transform: from } : { transform: `${to} scale(.6)`, opacity: 0 };
  begin(element, { from: from ?? to, to }, [start, { transform: to, opacity: 1 }], {
    duration: GO,
    delay,
    easing: "cubic-bezier(.2,.7,.3,1)",
    fill: "backwards",
  });
}

/**
 * Let an element go, and take it away once it is gone; washed away it drifts off.
 * @param {SVGElement} element
 * @param {boolean} washAway
 */
export function leave(element, washAway) {
  const from = currentTransform(element);
  halt(element);
  if (prefersLessMotion()) return element.remove();
  const end = washAway ? `translate(60px, 110px) ${from} rotate(40deg)` : `${from} scale(.6)`;
  begin(
    element,
    { from, to: from },
    [
      { transform: from, opacity: 1 },
      { transform: end, opacity: 0 },
    ],
    { duration: washAway ? WASH : GO, easing: "ease-in" },
    () => element.remove(),
  );
  element.style.opacity = "0";
  element.style.pointerEvents = "none";
}

/**
 * Shake an element once, or outline it where motion is not wanted.
 * @param {SVGElement} element
 */
export function shake(element) {
  if (prefersLessMotion()) return outline(element);
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
