import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";

const { Since, joined, withoutName } = await import("../../../src/decapod/web/static/js/since.js");

const entry = (ply, seat) => ({ ply, seat, lines: [`P${seat} plays ${ply}.`] });

function strip() {
  const node = document.createElement("div");
  return { node, since: new Since(node, new Map([["card", { width: 5, height: 7 }]]), () => undefined) };
}
const shown = (node) => node.children.map((item) => Number(item.dataset.ply));

test("what the others did since one's last move is listed in order", () => {
  const { node, since } = strip();
  since.take([entry(2, 1), entry(1, 0), entry(3, 2)], 3, []);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(shown(node), [2, 3]);
  since.take([entry(4, 0)], 4, []);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(shown(node), []);
});

test("what the others did stays there until one's turn of several moves is over", () => {
  const { node, since } = strip();
  since.take([entry(1, 0), entry(2, 1), entry(3, 0), entry(4, 0)], 4, []);
  since.show(0, (seat) => `P${seat}`, true);
  assert.deepEqual(shown(node), [2]);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(shown(node), []);
});

test("a move that was taken back is gone", () => {
  const { node, since } = strip();
  since.take([entry(1, 1), entry(2, 2)], 2, []);
  since.take([], 1, []);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(shown(node), [1]);
});

test("who only watches sees the last moves", () => {
  const { node, since } = strip();
  since.take([1, 2, 3, 4, 5, 6].map((ply) => entry(ply, ply % 2)), 6, []);
  since.show(-1, (seat) => `P${seat}`, false);
  assert.deepEqual(shown(node), [3, 4, 5, 6]);
});

test("a name that a mark stands for is not repeated", () => {
  assert.equal(withoutName("Ada plays 3.", "Ada"), "plays 3.");
  assert.equal(withoutName("Ada: a3 to b4.", "Ada"), "a3 to b4.");
  assert.equal(withoutName("A wave comes.", "Ada"), "A wave comes.");
});

test("moves that differ only in what was played are told in one breath", () => {
  const { node, since } = strip();
  const lines = ["P1: Trade.", "P1 puts golden [5] into the pool.", "P1 puts [3] into the pool.", "P1 draws a card.", "P1 discards a card."];
  since.take(lines.map((words, i) => ({ ply: i + 1, seat: 1, lines: [words] })), 5, []);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(shown(node), [1, 3, 4, 5]);
  assert.equal(joined(lines.slice(1, 3)), "P1 puts golden [5], [3] into the pool.");
  assert.equal(joined([lines[2], lines[2]]), "P1 puts [3] into the pool. ×2");
});

test("one thing after the other is told in one breath, what comes of it apart", () => {
  const { node, since } = strip();
  const lines = [["P1 puts down a rope."], ["P1 plays [4]: 4."], ["P1 plays golden [5]: 9."], ["P1 plays [1]: 10.", "A wave comes."], ["P1 plays [2], [3]: 15."]];
  since.take(lines.map((told, i) => ({ ply: i + 1, seat: 1, lines: told })), 5, []);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(shown(node), [1, 3, 4, 4, 5]); // each line for itself: a phone has no room for all of them in one
  assert.equal(node.children[1].textContent, "plays [4]: 4, golden [5]: 9.");
});

test("what came of one deed is not mixed into another", () => {
  const { node, since } = strip();
  const lines = [["P1 uses shell.", "P1 takes a shell."], ["P1 uses Slant! for 1 shell."]];
  since.take(lines.map((told, i) => ({ ply: i + 1, seat: 1, lines: told })), 2, []);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(shown(node), [1, 1, 2]);
});

test("an answer that the page gave is no turn of one's own", () => {
  const { node, since } = strip();
  since.answered.add(2);
  since.take([entry(1, 1), entry(2, 0)], 2, []);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(shown(node), [1]);
});

test("before one's first move it says how the game is won", () => {
  const { node, since } = strip();
  node.dataset.goal = "Be first.";
  since.take([entry(1, 1)], 1, []);
  since.show(0, (seat) => `P${seat}`, false);
  assert.equal(node.children[0].textContent, "Be first.");
  since.take([entry(2, 0)], 2, []);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(node.children, []);
});
