import assert from "node:assert/strict";
import { test } from "node:test";

import { facts, screen } from "./page.js";

Object.assign(facts.here, { secrets: ["crabs", "yadokarick"], game: "crab-stack" }); // as the page of a replay has it

const { currentLayout } = await import("../../../src/decapod/web/static/js/layout.js");

test("a game without a hand is shown whole on a phone held sideways, in its replay too", () => {
  screen.resize(844, 390);
  assert.equal(currentLayout(), "desktop");
  screen.resize(820, 1180);
  assert.equal(currentLayout(), "tablet");
});
