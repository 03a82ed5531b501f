import assert from "node:assert/strict";
import { test } from "node:test";

import {
  distance,
  interpolate,
  longestIncreasing,
  nearestAhead,
  transformAt,
} from "../../../src/decapod/web/static/js/geometry.js";

test("a place is written as CSS, its angle only where there is one", () => {
  assert.equal(transformAt(10, -20.5, 0, 0.5), "translate(10px, -20.5px) scale(0.5)");
  assert.equal(transformAt(10, 20, 90, 1 / 3), "translate(10px, 20px) rotate(90deg) scale(0.33333)");
});

test("a way begins and ends where it should", () => {
  const [from, to] = [transformAt(0, 100, 0, 1), transformAt(50, -100, 90, 2)];
  assert.equal(interpolate(from, to, 0), from);
  assert.equal(interpolate(from, to, 1), to);
});

test("half-way, everything is half done, the turn too", () => {
  const half = interpolate(transformAt(0, 100, 0, 1), transformAt(50, -100, 90, 2), 0.5);
  assert.equal(half, transformAt(25, 0, 45, 1.5));
  assert.equal(interpolate(transformAt(0, 0, -30, 1), transformAt(0, 0, 30, 1), 0.5), transformAt(0, 0, 0, 1));
});

test("numbers too small for a plain point are read as well", () => {
  const half = interpolate("translate(1e-7px, 3px) scale(1)", "translate(2px, 3px) scale(1)", 0.5);
  assert.equal(half, "translate(1px, 3px) scale(1)");
});

test("a place on the way is rounded to hundredths", () => {
  assert.equal(interpolate(transformAt(0, 0, 0, 1), transformAt(1, 2, 0, 1), 1 / 3), transformAt(0.33, 0.67, 0, 1));
});

test("a distance is as the crow flies", () => {
  assert.equal(distance({ x: 1, y: 2 }, { x: 4, y: -2 }), 5);
});

test("an arrow leads to the nearest piece ahead", () => {
  const [left, near, far, below] = [{ x: -10, y: 0 }, { x: 10, y: 2 }, { x: 30, y: 0 }, { x: 0, y: 10 }];
  const all = [left, far, near, below];
  assert.equal(nearestAhead(all, { x: 0, y: 0 }, [1, 0]), near);
  assert.equal(nearestAhead(all, { x: 0, y: 0 }, [-1, 0]), left);
  assert.equal(nearestAhead(all, { x: 0, y: 0 }, [0, 1]), below);
  assert.equal(nearestAhead(all, { x: 0, y: 0 }, [0, -1]), null);
  assert.equal(nearestAhead(all, near, [1, 0]), far);
});

test("a piece straight ahead is preferred to a nearer one far aside", () => {
  const [ahead, aside] = [{ x: 40, y: 0 }, { x: 10, y: 12 }];
  assert.equal(nearestAhead([aside, ahead], { x: 0, y: 0 }, [1, 0]), ahead);
  const slight = { x: 20, y: 10 };
  assert.equal(nearestAhead([slight, ahead], { x: 0, y: 0 }, [1, 0]), slight);
});

/** The length of the longest rising run, by trying all of them. */
function longestByTrying(numbers, at = 0, last = -1) {
  if (at === numbers.length) return 0;
  const without = longestByTrying(numbers, at + 1, last);
  return numbers[at] > last ? Math.max(without, 1 + longestByTrying(numbers, at + 1, numbers[at])) : without;
}

test("a rising run is found whole, and what is not there yet (-1) is left out", () => {
  assert.deepEqual(longestIncreasing([]), []);
  assert.deepEqual(longestIncreasing([-1, -1]), []);
  assert.deepEqual(longestIncreasing([0, 1, 2]), [2, 1, 0]);
  assert.deepEqual(longestIncreasing([3, 0, -1, 1, 2]), [4, 3, 1]);
});

test("no rising run is longer than the one found, in any order of six", () => {
  const orders = (rest) => (rest.length ? rest.flatMap((n) => orders(rest.filter((m) => m !== n)).map((o) => [n, ...o])) : [[]]);
  for (const order of orders([-1, 0, 1, 2, 3, 4])) {
    const run = longestIncreasing(order).reverse();
    assert.equal(run.length, longestByTrying(order), String(order));
    run.forEach((place, i) => assert.ok(i === 0 || (run[i - 1] < place && order[run[i - 1]] < order[place]), String(order)));
    assert.ok(run.every((place) => order[place] >= 0));
  }
});
