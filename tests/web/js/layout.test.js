import assert from "node:assert/strict";
import { test } from "node:test";

import { facts, screen } from "./page.js";

facts.here.secrets = false; // as in Crab Stack

const { currentLayout, onLayoutChange } = await import("../../../src/decapod/web/static/js/layout.js");

const layoutAt = (width, height) => {
  screen.resize(width, height);
  return currentLayout();
};

test("a desk has the layout for desks", () => {
  assert.equal(layoutAt(1280, 800), "desktop");
  assert.equal(layoutAt(901, 700), "desktop");
  assert.equal(layoutAt(1180, 820), "desktop");
});

test("a phone has the one for phones", () => {
  assert.equal(layoutAt(390, 844), "phone");
  assert.equal(layoutAt(600, 800), "phone");
});

test("a tablet held upright has the one for tablets", () => {
  assert.equal(layoutAt(820, 1180), "tablet");
  assert.equal(layoutAt(844, 600), "tablet");
  assert.equal(layoutAt(1080, 1200), "tablet");
  assert.equal(layoutAt(1081, 1300), "desktop");
  assert.equal(layoutAt(1024, 1100), "desktop"); // wider than nine to ten
});

test("a game without a hand is shown whole on a phone held sideways", () => {
  assert.equal(layoutAt(844, 390), "desktop");
});

test("who asks is told when the window changes", () => {
  const layouts = [];
  onLayoutChange(() => layouts.push(currentLayout()));
  screen.resize(390, 844);
  screen.resize(1280, 800);
  assert.deepEqual(layouts, ["phone", "desktop"]);
});
