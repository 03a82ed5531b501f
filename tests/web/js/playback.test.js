import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import "./page.js";

const { Pacing } = await import("../../../src/decapod/web/static/js/playback.js");

const message = (ply, more = {}) => ({
  match: "m", viewer: 0, re: null, state: "playing", clocks: null, you: [0], log: [{ ply }], ply, ...more,
});

/** Follow messages at the usual pace of a bot that takes a second, and note what is shown. */
function follow() {
  const shown = [];
  const pacing = new Pacing(1, (one) => shown.push([one.ply, one.log.map((line) => line.ply)]));
  return { pacing, shown };
}

const frames = [];

/** Let a frame be drawn: here that takes a millisecond. */
function frame() {
  for (const draw of frames.splice(0)) draw();
  mock.timers.tick(1);
}
const plies = (shown) => shown.map(([ply]) => ply);

beforeEach(() => {
  frames.length = 0;
  globalThis.requestAnimationFrame = (draw) => frames.push(draw);
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  mock.method(performance, "now", () => Date.now());
});

afterEach(() => {
  mock.restoreAll();
  mock.timers.reset();
});

test("what others do is shown one after the other", () => {
  const { pacing, shown } = follow();
  for (const ply of [0, 1, 2, 3]) pacing.take(message(ply));
  frame();
  assert.deepEqual(plies(shown), [0, 1]);
  frame();
  mock.timers.tick(pacing.step);
  assert.deepEqual(plies(shown), [0, 1, 2]);
  frame();
  mock.timers.tick(pacing.step);
  assert.deepEqual(plies(shown), [0, 1, 2, 3]);
});

test("whoever would go on sees at once all that waits", () => {
  const { pacing, shown } = follow();
  pacing.take(message(0));
  frame();
  for (const ply of [1, 2, 3]) pacing.take(message(ply));
  pacing.catchUp();
  pacing.catchUp();
  assert.deepEqual(shown, [[0, [0]], [1, [1]], [3, [2, 3]]]);
});

test("the answer to one's own move does not wait, and brings along what did", () => {
  const { pacing, shown } = follow();
  pacing.take(message(0));
  frame();
  for (const ply of [1, 2, 3]) pacing.take(message(ply));
  pacing.take(message(4, { re: 9 }));
  assert.deepEqual(shown, [[0, [0]], [1, [1]], [4, [2, 3, 4]]]);
});

test("where a clock runs, nothing waits", () => {
  const { pacing, shown } = follow();
  for (const ply of [0, 1, 2]) pacing.take(message(ply, { clocks: {} }));
  assert.equal(shown.length, 3);
});

test("at pace instant a scene waits until the one before is on the screen, and no longer", () => {
  const { pacing, shown } = follow();
  pacing.choose("instant");
  for (const ply of [0, 1, 2]) pacing.take(message(ply));
  assert.deepEqual(plies(shown), [0]);
  frame();
  assert.deepEqual(plies(shown), [0, 1]);
  frame();
  assert.deepEqual(plies(shown), [0, 1, 2]);
  assert.equal(pacing.rest(), 0);
  pacing.choose("normal");
});

test("in a tab that nobody sees no frame is waited for", () => {
  const { pacing, shown } = follow();
  document.hidden = true;
  for (const ply of [0, 1, 2]) pacing.take(message(ply));
  document.hidden = false;
  assert.deepEqual(plies(shown), [0, 1, 2]);
});

test("whoever watches can pause, take one step, and go on", () => {
  const { pacing, shown } = follow();
  pacing.take(message(0));
  pacing.pause();
  for (const ply of [1, 2, 3]) pacing.take(message(ply));
  frame();
  assert.equal(shown.length, 1);
  pacing.next();
  frame();
  assert.deepEqual(plies(shown), [0, 1]);
  pacing.pause(false);
  assert.deepEqual(plies(shown), [0, 1, 2]);
});
