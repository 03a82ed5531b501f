import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { element, facts } from "./page.js";
import { choice } from "./scenes.js";

Object.assign(facts.words, {
  "moves.cancel": "Cancel",
  "moves.count": "{n} moves",
  "moves.none": "no moves",
});

const { Choosing } = await import("../../../src/decapod/web/static/js/selection.js");
const { Moves } = await import("../../../src/decapod/web/static/js/moves.js");

let acts, list, count, made, cancelled, moves;

beforeEach(() => {
  [acts, list, count] = [element("div"), element("ol"), element("p")];
  [made, cancelled] = [[], 0];
  moves = new Moves(acts, list, count, (one) => made.push(one.move), () => (cancelled += 1));
});

const texts = (place) => place.querySelectorAll("button").map((button) => button.textContent);

test("every choice is in the list once, with its words and its notation", () => {
  moves.show(new Choosing([choice(1, "a"), choice(1, "b"), choice(2)]));
  assert.deepEqual(texts(list), ["Make move 1. move 1", "Make move 2. move 2"]);
  assert.equal(list.querySelector("kbd").textContent, "move 1");
  assert.equal(count.textContent, "2 moves");
});

test("notation that says no more than the words is not repeated", () => {
  moves.show(new Choosing([{ ...choice(1), text: "Pass", words: "Pass" }]));
  assert.deepEqual(texts(list), ["Pass"]);
});

test("beside the prompt are only the choices that no piece stands for", () => {
  moves.show(new Choosing([choice(1, "a"), choice(2)]));
  assert.deepEqual(texts(acts), ["Make move 2."]);
});

test("the main button is the only thing to do; passing beside other moves is none", () => {
  moves.show(new Choosing([choice(1, "a"), choice(2)]));
  assert.equal(acts.children[0].getAttribute("class"), "");
  moves.show(new Choosing([choice(2)]));
  assert.equal(acts.children[0].getAttribute("class"), "primary");
});

test("once a piece is chosen, the list holds what is open, and one can cancel", () => {
  const choosing = new Choosing([choice(1, "a"), choice(2, "a", "b"), choice(3, "c"), choice(4)]);
  choosing.click("a");
  moves.show(choosing);
  assert.deepEqual(texts(acts), ["Make move 1.", "Cancel"]);
  assert.deepEqual(texts(list), ["Make move 1. move 1", "Make move 2. move 2"]);
  acts.querySelector("[data-cancel]").click();
  assert.equal(cancelled, 1);
  assert.deepEqual(made, []);
});

test("where nothing can be done, it says so", () => {
  moves.show(new Choosing([choice(1)]));
  moves.show(new Choosing([]));
  assert.deepEqual([texts(acts), texts(list), count.textContent], [[], [], "no moves"]);
});

test("a click on a button, or on the words in it, makes its move", () => {
  moves.show(new Choosing([choice(1, "a"), choice(2)]));
  list.querySelector("span").click();
  acts.querySelector("button").click();
  list.click(); // beside the buttons
  assert.deepEqual(made, [1, 2]);
  assert.equal(cancelled, 0);
});

test("an update leaves buttons alone that say the same, so that it swallows no click", () => {
  moves.show(new Choosing([choice(1, "a"), choice(2, "b"), choice(3, "c")]));
  const [first, second] = list.children;
  moves.show(new Choosing([choice(1, "x"), choice(4, "y")]));
  assert.equal(list.children[0], first);
  assert.notEqual(list.children[1], second);
  assert.deepEqual(texts(list), ["Make move 1. move 1", "Make move 4. move 4"]);
});

test("a button that outlived its move makes nothing", () => {
  moves.show(new Choosing([choice(1, "a")]));
  const old = list.querySelector("button");
  moves.show(new Choosing([choice(2, "a")]));
  list.append(old);
  old.click();
  assert.deepEqual(made, []);
});
