import assert from "node:assert/strict";
import { test } from "node:test";

import { facts } from "./page.js";

facts.words = { close: "Close", "since.whole": "All that happened" };

const { Since, facesNamed, joined, leastNeeded, withoutName } = await import("../../../src/decapod/web/static/js/recap.js");

const entry = (ply, seat) => ({ ply, seat, lines: [`P${seat} plays ${ply}.`] });

function strip() {
  const node = document.createElement("div");
  return { node, since: new Since(node, new Map([["card", { width: 5, height: 7 }]]), () => undefined) };
}
const items = (node) => node.querySelectorAll("button").filter((item) => item.dataset.ply);
const shown = (node) => items(node).map((item) => Number(item.dataset.ply));

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

test("what came of one's own last move is told, not the move", () => {
  const { node, since } = strip();
  const last = { ...entry(3, 0), lines: ["P0 plays 3.", "P1 wins the trick.", "P0 leads."] };
  since.take([entry(1, 0), entry(2, 1), last], 3, []);
  since.show(0, (seat) => `P${seat}`, true);
  assert.deepEqual(items(node).map((item) => item.getAttribute("title")), ["P1 plays 2.", "P1 wins the trick.", "P0 leads."]);
});

test("what came of an answer that the page gave is told", () => {
  const { node, since } = strip();
  since.take([entry(1, 0), entry(2, 1), { ply: 3, seat: 0, lines: ["You hold no 1.", "P1 steals the 3 from you."] }, entry(4, 1)], 4, []);
  since.answered.add(3);
  since.show(0, (seat) => `P${seat}`, true);
  assert.deepEqual(shown(node), [2, 3, 4]);
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
  assert.equal(node.querySelector("p").textContent, "Be first.");
  since.take([entry(2, 0)], 2, []);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(items(node), []);
  assert.equal(node.querySelector("p"), null);
});

test("who it was is said where their turn begins, after that by their mark", () => {
  const { node, since } = strip();
  since.take([entry(1, 1), { ply: 2, seat: 1, lines: ["P1 rests.", "A wave comes."] }, entry(3, 2)], 3, []);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(items(node).map((item) => item.textContent), ["P1 plays 1.", "rests.", "A wave comes.", "P2 plays 3."]);
});

test("where there is too little room, how the last turn began stays longest", () => {
  assert.deepEqual(leastNeeded([true, false, false, false]), [1, 2, 3]);
  assert.deepEqual(leastNeeded([true, false, true, true, false, false]), [1, 4, 0, 2, 5]);
  assert.deepEqual(leastNeeded([true]), []);
});

test("pictures are of the pieces that are named, in that order, each as often as it is named", () => {
  const card = (face, label) => ({ face, label });
  const [two, five, gold] = [card("2", "[2]"), card("5", "[5]"), card("4*", "golden [4]")];
  assert.deepEqual(facesNamed("P1 plays [5]: 5. P1 plays [2]: 7.", [five, two, five]), ["5", "2"]);
  assert.deepEqual(facesNamed("P1 plays [5]: 12. P1 plays [5]: 17.", [five, card("5", "[5]")]), ["5", "5"]);
  const kept = card("5", "score card [5], turned, 6 points");
  assert.deepEqual(facesNamed("P1 keeps [5] turned; the rope was golden [4].", [gold, two, kept, card("1", "[1]")]), ["5", "4*"]);
  assert.deepEqual(facesNamed("A wave comes.", [two, two, gold]), ["2", "4*"]);
});

test("of several moves that come at once each has pictures of what it names, and of nothing else", () => {
  const { node, since } = strip();
  const log = [["P1: Catch."], ["P1 takes [5]."], ["P1 rests."]].map((lines, i) => ({ ply: i + 1, seat: 1, lines }));
  since.take(log, 3, [{ face: "card", label: "[5]", width: 5 }, { face: "card", label: "[2]", width: 5 }]);
  since.show(0, (seat) => `P${seat}`, false);
  assert.deepEqual(items(node).map((item) => item.querySelectorAll("use").filter((use) => use.getAttribute("href") === "#face-card").length), [0, 1, 0]);
});
