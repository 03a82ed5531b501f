import assert from "node:assert/strict";
import { test } from "node:test";

import { completeScene } from "../../../src/decapod/web/static/js/complete.js";
import { piece, scene } from "./scenes.js";

const bare = (/** @type {string} */ id, more = {}) => ({ id, face: "card", x: 0, y: 0, width: 100, ...more });

test("a scene gets the default values that are not sent", () => {
  const sent = scene({ pieces: [bare("x")], rest: { pieces: [bare("x")], labels: [], zones: [], panels: [], summary: "" } });
  const whole = completeScene(sent, []);
  assert.deepEqual(whole.pieces, [piece({ id: "x" })]);
  assert.deepEqual(whole.rest, { pieces: [piece({ id: "x" })], labels: [], zones: [], panels: [], summary: "" });
  assert.equal(completeScene({ ...sent, rest: null }, []).rest, null);
});

test("a scene and its rest get the pieces of the board; a sent piece replaces the one of the board", () => {
  const rest = { pieces: [bare("b", { x: 7 })], labels: [], zones: [], panels: [], summary: "" };
  const whole = completeScene(scene({ pieces: [bare("c"), bare("a", { mark: "legal" })], rest }), [bare("a"), bare("b")]);
  assert.deepEqual(whole.pieces, [piece({ id: "a", mark: "legal" }), piece({ id: "b" }), piece({ id: "c" })]);
  assert.deepEqual(whole.rest?.pieces, [piece({ id: "a" }), piece({ id: "b", x: 7 })]);
});

test("what was sent stays as it was", () => {
  const [sent, board] = [scene({ pieces: [bare("x")] }), [bare("y")]];
  completeScene(sent, board);
  assert.deepEqual([sent, board], [scene({ pieces: [bare("x")] }), [bare("y")]]);
});
