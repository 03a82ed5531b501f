import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { element, facts } from "./page.js";

for (const key of ["over", "win", "draw", "shared", "loss", "rematch", "asked", "wanting"]) facts.words[`result.${key}`] = key;
facts.words["deal.part"] = "fair?";
mock.timers.enable({ apis: ["setTimeout"] });

const { showResult } = await import("../../../src/decapod/web/static/js/result.js");

const playing = { state: "playing", match: "m1", result: null };
const over = {
  ...playing, state: "over", you: [0], number: 1, score: [], rematch: [], deal: null, secret: "", scene: null,
  result: { words: "Bob wins.", winners: [1], places: [2, 1], lines: [[], []], player_results: ["loss", "win"] },
}; // prettier-ignore

/** A box for the result, hidden as on a page; the window hears clicks as long as somebody listens. */
function setUp() {
  const [reopen, title] = [element("button", { class: "show-result" }), element("h2")];
  title.focus = () => undefined;
  document.querySelector = (selector) => (selector === ".show-result" ? reopen : null);
  const parts = [element("p"), element("ol"), element("p", { class: "proof" }), element("p", { class: "wanting" })];
  const buttons = ["close", "rematch"].map((name) => element("button", { class: name }));
  const box = element("section", {}, title, ...parts, ...buttons, element("a", { class: "replay-link" }));
  box.hidden = true;
  const clicks = new Set();
  globalThis.addEventListener = (_, listener, { signal }) => {
    clicks.add(listener);
    signal.addEventListener("abort", () => clicks.delete(listener));
  };
  const show = (message, wait) => showResult(box, message, String, "/replay/m1", wait);
  return { box, show, title, click: () => [...clicks].forEach((listener) => listener()) };
}

test("the last move is seen for a while before the result lies over it", () => {
  const { box, show } = setUp();
  show(playing);
  show(over, 2000);
  show(over); // somebody came or went
  mock.timers.tick(1900);
  assert.equal(box.hidden, true);
  mock.timers.tick(200);
  assert.equal(box.hidden, false);
});

test("a click shows the result at once, and it opens by itself only once", () => {
  const { box, show, click } = setUp();
  show(over, 2000);
  click();
  assert.equal(box.hidden, false);
  box.hidden = true;
  mock.timers.tick(3000);
  show(over);
  click();
  assert.equal(box.hidden, true);
});

test("what is over when one comes, or is played again, waits for nothing", () => {
  const { box, show } = setUp();
  show(over);
  assert.equal(box.hidden, false);
  const { box: other, show: showOther } = setUp();
  showOther(over, 2000);
  showOther({ ...playing, match: "m2" });
  mock.timers.tick(3000);
  assert.equal(other.hidden, true);
});

test("the heading is what the server says the result is for those who look, not who is first", () => {
  const headingOf = (you, ...player_results) => {
    const { title, show } = setUp();
    show({ ...over, you, result: { ...over.result, winners: [0], places: [1, 1, 1], lines: [[], [], []], player_results } });
    return title.textContent;
  };
  assert.equal(headingOf([0], "win", "loss"), "win");
  assert.equal(headingOf([1], "win", "loss"), "loss");
  assert.equal(headingOf([0], "loss"), "loss"); // a game for one, below its target
  assert.equal(headingOf([0], "draw", "draw"), "draw");
  assert.equal(headingOf([0], "draw", "draw", "loss"), "shared");
  assert.equal(headingOf([], "win", "loss"), "over");
  assert.equal(headingOf([0, 1], "win", "loss"), "over"); // two at one screen
  assert.equal(headingOf([0, 1], "draw", "draw"), "draw");
});
