import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";

const { mistakeAfter, mistakesOf } = await import("../../../src/decapod/web/static/js/analysis.js");

const mistake = (ply, seat) => ({ ply, seat, grade: "mistake", loss: 0.1, error: 0.02 });
const graded = [mistake(3, 0), mistake(6, 1), mistake(9, 0)];

test("only the mistakes of whoever looks are counted, and all for a visitor", () => {
  assert.deepEqual(mistakesOf(graded, [0]).map(({ ply }) => ply), [3, 9]);
  assert.deepEqual(mistakesOf(graded, [0, 1]), graded);
  assert.deepEqual(mistakesOf(graded, [2]), []);
  assert.deepEqual(mistakesOf(graded, []), graded);
});

test("from the end, where a replay opens, the first mistake is next; after the last there is none", () => {
  assert.equal(mistakeAfter(graded, 20, 20).ply, 3);
  assert.equal(mistakeAfter(graded, 0, 20).ply, 3);
  assert.equal(mistakeAfter(graded, 2, 20).ply, 6); // that one is seen
  assert.equal(mistakeAfter(graded, 8, 20), undefined);
});
