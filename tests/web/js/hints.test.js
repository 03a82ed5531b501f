import assert from "node:assert/strict";
import { test } from "node:test";

import { element, facts } from "./page.js";

Object.assign(facts.words, { "hint.none": "No opinion", "hint.only": "The only move", "hint.playouts": "Games: {n}", "hint.play": "Play this", "hint.unsure": "unsure", "hint.then": "Then: {line}", "hint.step": "{name}: {words}" });
Object.assign(facts.words, { "hint.alone": "Points.", "hint.win": "Chance to win.", "hint.place": "How far ahead." });

const { percentOf, showBars } = await import("../../../src/decapod/web/static/js/hints.js");

const judged = (move, worth, playouts, line = []) => ({ move, words: `move ${move}`, worth, error: 0.05, playouts, line });
const shown = (opinion, make = null, players = 2) => {
  const list = element("ol");
  showBars(list, opinion, players, make);
  return list;
};

test("the only move claims no chances, tried or not", () => {
  const opinion = { judged: [judged(3, 0.5, 0)], playouts: 0, forced: true };
  const made = [];
  const list = shown(opinion, (move) => made.push(move));
  assert.equal(list.textContent, "move 3Play thisThe only move");
  list.querySelector("button").click();
  assert.deepEqual(made, [3]);
  assert.equal(shown({ judged: [judged(3, 0.7, 40)], playouts: 40, forced: true }).textContent, "move 3The only move");
});

test("the one move that a bot named is not the only one there is", () => {
  const named = { judged: [judged(3, 0.5, 0)], playouts: 0, forced: false };
  assert.equal(shown(named).textContent, "No opinion");
});

test("bars say how many games they rest on, and moves that were not tried have none", () => {
  const opinion = { judged: [judged(3, 0.615, 90), judged(4, 0.5, 80), judged(5, 0, 0)], playouts: 170, forced: false };
  assert.equal(shown(opinion).textContent, "move 362 % ± 10move 450 % ± 10Chance to win. Games: 170");
  assert.match(shown(opinion, null, 3).textContent, /How far ahead. Games: 170$/);
  assert.match(shown(opinion, null, 1).textContent, /Points. Games: 170$/);
});

test("where nothing was judged there is no opinion", () => {
  assert.equal(shown({ judged: [], playouts: 0, forced: false }).textContent, "No opinion");
  assert.equal(shown({ judged: [judged(1, 0, 0), judged(2, 0, 0)], playouts: 0, forced: false }).textContent, "No opinion");
});

test("what would follow the best move is told, by whom, for three moves", () => {
  const line = [{ seat: 0, words: "move 3" }, { seat: 1, words: "Answer." }, { seat: 0, words: "Reply." }, { seat: 1, words: "Again." }, { seat: 0, words: "Too far ahead." }];
  const opinion = { judged: [judged(3, 0.6, 90, line), judged(4, 0.5, 40, line)], playouts: 100, forced: false };
  const list = element("ol");
  showBars(list, opinion, 2, null, () => undefined, (seat) => ["Ada", "Ben"][seat]);
  assert.match(list.textContent, /50 % ± 10Chance to win. Games: 100Then: Ben: Answer. Ada: Reply. Ben: Again.$/);
});

test("few games prove nothing, and nothing is quite sure", () => {
  const few = { ...judged(4, 0.95, 3), error: 0.42 };
  const sure = { ...judged(3, 1, 200), error: 0 };
  assert.match(shown({ judged: [sure, few], playouts: 203, forced: false }).textContent, /^move 399 % ± 1move 4unsure/);
  assert.equal(percentOf(0.95, 0.42), "unsure");
  assert.equal(percentOf(0, 0.001), "1 % ± 1");
});
