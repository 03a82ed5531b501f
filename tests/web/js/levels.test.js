import assert from "node:assert/strict";
import { test } from "node:test";

import { facts } from "./page.js";

const { usualLevel } = await import("../../../src/decapod/web/static/js/levels.js");

facts.here.level = "level5";
facts.here.levels = {
  level3: { title: "3", words: "", ours: true },
  level5: { title: "5", words: "", ours: true },
  random: { title: "random", words: "", ours: false, earlier: "chance" },
  mine: { title: "mine", words: "", ours: false },
};

for (const [chosen, proposed] of [
  [null, "level5"],
  ["level3", "level3"],
  ["mine", "mine"],
  ["chance", "random"],
  ["genius", "level5"],
])
  test(`after ${chosen} was chosen, ${proposed} is proposed`, () => {
    globalThis.localStorage = { getItem: (key) => (key === "decapod.level" ? chosen : null) };
    assert.equal(usualLevel(), proposed);
  });
