/** The board's arithmetic: places as CSS writes them, distances, directions, order. Knows no page. */

/** @typedef {{x: number, y: number}} Point */

/**
 * A place as CSS writes it.
 * @param {number} x
 * @param {number} y
 * @param {number} angle in degrees
 * @param {number} scale
 * @returns {string}
 */
export function transformAt(x, y, angle, scale) {
  return `translate(${x}px, ${y}px)${angle ? ` rotate(${angle}deg)` : ""} scale(${+scale.toFixed(5)})`;
}

/**
 * A place on the way from one to another, both as `transformAt` writes them.
 * @param {string} from
 * @param {string} to
 * @param {number} progress from 0 to 1
 * @returns {string}
 */
export function interpolate(from, to, progress) {
  const [a, b] = [from, to].map((place) => {
    const numbers = (place.match(/-?\d+(\.\d+)?(e-?\d+)?/g) ?? []).map(Number);
    return numbers.length === 3 ? [numbers[0], numbers[1], 0, numbers[2]] : numbers;
  });
  const [x, y, angle, scale] = a.map((number, i) => number + (b[i] - number) * progress);
  return transformAt(+x.toFixed(2), +y.toFixed(2), +angle.toFixed(2), scale);
}

/**
 * How far two points are from each other.
 * @param {Point} a
 * @param {Point} b
 * @returns {number}
 */
export function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * The nearest point in a direction; one that lies more aside than ahead counts as far away.
 * @template {Point} T
 * @param {Iterable<T>} points
 * @param {Point} here
 * @param {[number, number]} direction one step to the right and down, as [1, 0] or [0, -1]
 * @returns {T | null} null if nothing lies ahead
 */
export function nearestAhead(points, here, [right, down]) {
  let [nearest, least] = [/** @type {T | null} */ (null), Infinity];
  for (const point of points) {
    const [dx, dy] = [point.x - here.x, point.y - here.y];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down - dy * right);
    if (ahead < 1) continue;
    const far = ahead + aside * (aside > ahead ? 4 : 1.5);
    if (far < least) [nearest, least] = [point, far];
  }
  return nearest;
}

/**
 * The places of a longest rising run of numbers, last place first; numbers below 0 are left out.
 * @param {number[]} numbers
 * @returns {number[]}
 */
export function longestIncreasing(numbers) {
  /** @type {number[]} the place where the best run of each length ends */
  const ends = [];
  /** @type {number[]} the place before each in its run */
  const before = [];
  numbers.forEach((number, at) => {
    if (number < 0) return;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const half = (low + high) >> 1;
      if (numbers[ends[half]] < number) low = half + 1;
      else high = half;
    }
    before[at] = low ? ends[low - 1] : -1;
    ends[low] = at;
  });
  const run = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]) run.push(at);
  return run;
}
