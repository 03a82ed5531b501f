import assert from "node:assert/strict";
import { test } from "node:test";

import { Choosing, choiceForText, distinct } from "../../../src/decapod/web/static/js/selection.js";
import { choice } from "./scenes.js";

const moves = (choices) => choices.map((one) => one.move);

test("a piece that makes exactly one move makes it at once", () => {
  const choosing = new Choosing([choice(1, "a"), choice(2, "b")]);
  assert.deepEqual(choosing.click("b"), { kind: "made", choice: choice(2, "b") });
  assert.deepEqual(choosing.path, []);
});

test("the first of two pieces is chosen, the second makes the move", () => {
  const choosing = new Choosing([choice(1, "a", "c"), choice(2, "a", "d"), choice(3, "b", "c")]);
  assert.deepEqual(choosing.nextPieces(), new Set(["a", "b"]));
  assert.deepEqual(choosing.click("a"), { kind: "chosen" });
  assert.deepEqual(choosing.path, ["a"]);
  assert.deepEqual(choosing.nextPieces(), new Set(["c", "d"]));
  assert.deepEqual(moves(choosing.openChoices()), [1, 2]);
  assert.equal(choosing.click("d").choice.move, 2);
});

test("a piece that several moves are made by opens a menu of them", () => {
  const choosing = new Choosing([choice(1, "a"), choice(2, "a")]);
  const outcome = choosing.click("a");
  assert.equal(outcome.kind, "menu");
  assert.deepEqual(moves(outcome.choices), [1, 2]);
  assert.deepEqual(moves(choosing.buttonChoices()), [1, 2]);
});

test("a piece that makes one move and begins another opens a menu of both", () => {
  const choosing = new Choosing([choice(1, "a"), choice(2, "a", "b")]);
  const outcome = choosing.click("a");
  assert.equal(outcome.kind, "menu");
  assert.deepEqual(moves(outcome.choices), [1, 2]);
  assert.deepEqual(moves(choosing.buttonChoices()), [1]);
  assert.equal(choosing.click("b").choice.move, 2);
});

test("the same move under two orders of clicks is no menu", () => {
  const choosing = new Choosing([choice(1, "a", "b"), choice(1, "b", "a"), choice(1, "a", "b")]);
  assert.equal(choosing.click("a").kind, "chosen");
  assert.deepEqual(choosing.click("b"), { kind: "made", choice: choice(1, "a", "b") });
});

test("a piece clicked again is taken back, with those after it", () => {
  const choosing = new Choosing([choice(1, "a", "b", "c")]);
  choosing.click("a");
  choosing.click("b");
  assert.deepEqual(choosing.click("a"), { kind: "back" });
  assert.deepEqual(choosing.path, []);
  choosing.click("a");
  choosing.click("b");
  choosing.click("b");
  assert.deepEqual(choosing.path, ["a"]);
});

test("a piece that may be clicked twice goes on, not back", () => {
  const choosing = new Choosing([choice(1, "a", "a")]);
  assert.equal(choosing.click("a").kind, "chosen");
  assert.equal(choosing.click("a").kind, "made");
});

test("another first piece begins anew", () => {
  const choosing = new Choosing([choice(1, "a", "c"), choice(2, "b", "c"), choice(3, "d")]);
  choosing.click("a");
  assert.deepEqual(choosing.click("b"), { kind: "chosen" });
  assert.deepEqual(choosing.path, ["b"]);
  assert.equal(choosing.click("d").choice.move, 3);
});

test("what leads nowhere is refused with all that was clicked, and nothing is forgotten", () => {
  const choosing = new Choosing([choice(1, "a", "b")]);
  assert.deepEqual(choosing.click("x"), { kind: "refused", clicks: ["x"] });
  choosing.click("a");
  assert.deepEqual(choosing.click("x"), { kind: "refused", clicks: ["a", "x"] });
  assert.deepEqual(choosing.path, ["a"]);
});

test("choices without a piece are buttons from the start", () => {
  const choosing = new Choosing([choice(1), choice(2, "a"), choice(3)]);
  assert.deepEqual(moves(choosing.buttonChoices()), [1, 3]);
  choosing.click("a");
  assert.deepEqual(moves(new Choosing([choice(1, "a", "b")]).buttonChoices()), []);
});

test("cancelling forgets the pieces clicked so far", () => {
  const choosing = new Choosing([choice(1, "a", "b")]);
  choosing.click("a");
  choosing.clear();
  assert.deepEqual(choosing.path, []);
  assert.deepEqual(choosing.nextPieces(), new Set(["a"]));
});

test("new choices keep the pieces clicked so far only while they lead somewhere", () => {
  const choosing = new Choosing([choice(1, "a", "b")]);
  choosing.click("a");
  choosing.renew([choice(7, "a", "z")]);
  assert.deepEqual(choosing.path, ["a"]);
  assert.deepEqual(choosing.nextPieces(), new Set(["z"]));
  choosing.renew([choice(8, "b")]);
  assert.deepEqual(choosing.path, []);
});

test("each move is listed once, in order", () => {
  assert.deepEqual(moves(distinct([choice(2, "a"), choice(1, "b"), choice(2, "c")])), [2, 1]);
});

test("a typed move is found whatever its case and its spaces", () => {
  const choices = [{ ...choice(1), text: "f4-f5" }, { ...choice(2), text: "Give α" }];
  assert.equal(choiceForText(choices, " F4 - f5")?.move, 1);
  assert.equal(choiceForText(choices, "giveα")?.move, 2);
  assert.equal(choiceForText(choices, "f4-f6"), undefined);
});
