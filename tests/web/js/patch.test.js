import assert from "node:assert/strict";
import { test } from "node:test";

import { applyPatch, applyPresence, completeScene } from "../../../src/decapod/web/static/js/patch.js";
import { choice, piece, scene } from "./scenes.js";

const [a, b, c] = ["a", "b", "c"].map((id) => piece({ id }));

test("pieces that changed are replaced in their place, those gone are left out, new ones come last", () => {
  const moved = [piece({ id: "new" }), { ...b, x: 50 }];
  const after = applyPatch(scene({ pieces: [a, b, c] }), { moved, gone: ["a"] });
  assert.deepEqual(after.pieces, [{ ...b, x: 50 }, c, moved[0]]);
});

test("of a piece that is known only what changed is sent, of a new one nothing that is as by default", () => {
  const after = applyPatch(scene({ pieces: [a] }), {
    moved: [
      { id: "a", mark: "legal" },
      { id: "new", face: "card", x: 1, y: 2, width: 3 },
    ],
  });
  assert.deepEqual(after.pieces, [{ ...a, mark: "legal" }, piece({ id: "new", x: 1, y: 2, width: 3 })]);
});

test("lists are made of stretches of the old one and of what is new", () => {
  const label = (/** @type {string} */ text) => ({ x: 0, y: 0, text, size: 16, anchor: "middle", kind: "ink", layer: 1000 });
  const before = scene({ labels: ["a", "b", "c", "d"].map(label), sketch: [[], [{ text: "x" }]] });
  const edits = { labels: [[2, 4], { x: 0, y: 0, text: "new" }, [0, 1]], sketch: [[], [1, 2], [{ text: "y", bold: true }]] };
  const after = applyPatch(before, { edits });
  assert.deepEqual(after.labels, ["c", "d", "new", "a"].map(label));
  assert.deepEqual(after.sketch, [[], [{ text: "x" }], [{ text: "y", seat: -1, bold: true, dim: false, mark: false }]]);
});

test("of a panel that changed only what did is sent", () => {
  const [one, two] = [0, 1].map((player) => ({ player, name: `${player}`, awaiting: false, lines: [], x: 0, y: 0 }));
  const after = applyPatch(scene({ panels: [one, two] }), { panels: [{ player: 1, awaiting: true }] });
  assert.deepEqual(after.panels, [one, { ...two, awaiting: true }]);
});

test("choices build on the last there were, though the scene before had none", () => {
  const [one, two] = [choice(1, "a"), choice(2, "b")];
  const after = applyPatch(scene({ choices: [] }), { edits: { choices: [[1, 2], { move: 3, text: "3", words: "3" }] } }, [one, two]);
  assert.deepEqual(after.choices, [two, { move: 3, text: "3", words: "3", clicks: [] }]);
  assert.deepEqual(applyPatch(scene({ choices: [] }), {}, [one, two]).choices, []);
});

test("a rest builds on the scene before, and is gone when it is null", () => {
  const before = scene({ pieces: [a, b] });
  const after = applyPatch(before, { gone: ["a"], rest: { moved: [{ id: "b", x: 7 }], panels: [], edits: { labels: [], zones: [{ id: "z" }] }, summary: "Over." } });
  assert.deepEqual(after.pieces, [b]);
  const zones = [{ id: "z", label: "", empty: "", kind: "zone", takes: false }];
  assert.deepEqual(after.rest, { pieces: [a, { ...b, x: 7 }], labels: [], zones, panels: before.panels, summary: "Over." });
  assert.deepEqual(applyPatch(after, {}).rest, after.rest);
  assert.equal(applyPatch(after, { rest: null }).rest, null);
});

test("a whole scene gets all that is not sent", () => {
  const bare = { id: "x", face: "card", x: 0, y: 0, width: 100 };
  const sent = scene({ pieces: [bare], rest: { pieces: [bare], labels: [], zones: [], panels: [], summary: "" } });
  const whole = completeScene(sent);
  assert.deepEqual(whole.pieces, [piece({ id: "x" })]);
  assert.deepEqual(whole.rest, { pieces: [piece({ id: "x" })], labels: [], zones: [], panels: [], summary: "" });
  assert.equal(completeScene({ ...sent, rest: null }).rest, null);
});

test("a field that is sent replaces the old one, what is not sent stays", () => {
  const before = scene({ pieces: [a], prompt: "Your turn", awaiting: [0] });
  const after = applyPatch(before, { prompt: "Wait", choices: [] });
  assert.deepEqual(after, { ...before, prompt: "Wait", choices: [] });
  assert.equal("moved" in after || "gone" in after, false);
});

test("the scene before stays as it was", () => {
  const before = scene({ pieces: [a, b] });
  applyPatch(before, { moved: [{ ...a, x: 9 }, piece({ id: "new" })], gone: ["b"], prompt: "Wait" });
  assert.deepEqual(before, scene({ pieces: [a, b] }));
});

test("who is there is told once, and then what changed", () => {
  const [ada, ben, eve] = ["ada", "ben", "eve"].map((person) => ({ person, name: person, seats: [] }));
  const first = applyPresence(null, { here: [ada, ben], came: [], left: [], watching: 0 });
  assert.deepEqual(first, { here: [ada, ben], watching: 0 });
  const seated = { ...ben, seats: [1] };
  const second = applyPresence(first, { here: null, came: [seated, eve], left: ["ada"], watching: 1 });
  assert.deepEqual(second, { here: [seated, eve], watching: 1 });
  assert.deepEqual(applyPresence(second, { here: [ada], came: [], left: [], watching: 3 }), { here: [ada], watching: 3 });
});
