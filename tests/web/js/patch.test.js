import assert from "node:assert/strict";
import { test } from "node:test";

import { applyPatch, applyPresence } from "../../../src/decapod/web/static/js/patch.js";
import { piece, scene } from "./scenes.js";

const [a, b, c] = ["a", "b", "c"].map((id) => piece({ id }));

test("pieces that changed are replaced in their place, those gone are left out, new ones come last", () => {
  const moved = [piece({ id: "new" }), { ...b, x: 50 }];
  const after = applyPatch(scene({ pieces: [a, b, c] }), { moved, gone: ["a"] });
  assert.deepEqual(after.pieces, [{ ...b, x: 50 }, c, moved[0]]);
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
