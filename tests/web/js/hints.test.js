import assert from "node:assert/strict";
import { test } from "node:test";

import { element, facts } from "./page.js";

Object.assign(facts.words, { "hint.none": "No opinion", "hint.only": "The only move", "hint.playouts": "Games: {n}" });

const { isForced, margin, showBars } = await import("../../../src/decapod/web/static/js/hints.js");

const judged = (move, worth, playouts) => ({ move, words: `move ${move}`, worth, playouts });
const shown = (opinion, make = null) => {
  const list = element("ol");
  showBars(list, opinion, make);
  return list;
};

test("the only move claims no chances: nothing was tried", () => {
  const opinion = { judged: [judged(3, 0.5, 0)], playouts: 0 };
  assert.equal(isForced(opinion), true);
  const made = [];
  const list = shown(opinion, (move) => made.push(move));
  assert.equal(list.textContent, "move 3The only move");
  list.querySelector("button").click();
  assert.deepEqual(made, [3]);
});

test("bars say how many games they rest on, and moves that were not tried have none", () => {
  const opinion = { judged: [judged(3, 0.615, 90), judged(4, 0.5, 80), judged(5, 0, 0)], playouts: 170 };
  assert.equal(isForced(opinion), false);
  assert.equal(shown(opinion).textContent, "move 362 % ± 11move 450 % ± 11Games: 170");
});

test("where nothing was judged there is no opinion", () => {
  assert.equal(shown({ judged: [], playouts: 0 }).textContent, "No opinion");
  assert.equal(shown({ judged: [judged(1, 0, 0), judged(2, 0, 0)], playouts: 0 }).textContent, "No opinion");
});

test("the more games, the surer", () => {
  assert.equal(margin(0.5, 100), 10);
  assert.equal(margin(0.5, 400), 5);
  assert.ok(margin(1, 10) > 0, "ten of ten prove nothing");
});
