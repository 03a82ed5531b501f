import assert from "node:assert/strict";
import { test } from "node:test";

import { facts } from "./page.js";

Object.assign(facts.words, { "cover.title": "Pass to {name}", "replay.where": "{n} of {all}, {n}!", close: "Close", moves: "{n: coup, coups} sur {all}" });

facts.language = "fr";
facts.guests = ["Invité {n}", "Guest {n}", "Invité {n}"];

const { personName, t } = await import("../../../src/decapod/web/static/js/words.js");

test("gaps are filled, each as often as it occurs", () => {
  assert.equal(t("close"), "Close");
  assert.equal(t("cover.title", { name: "Ada" }), "Pass to Ada");
  assert.equal(t("replay.where", { n: 0, all: 12 }), "0 of 12, 0!");
});

test("a number takes the word that fits it", () => {
  assert.deepEqual([0, 1, 2].map((n) => t("moves", { n, all: 9 })), ["0 coup sur 9", "1 coup sur 9", "2 coups sur 9"]);
});

test("what fills a gap is not read as a pattern", () => {
  assert.equal(t("cover.title", { name: "$& {n}" }), "Pass to $& {n}");
});

test("a gap that nothing fills stays empty", () => {
  assert.equal(t("cover.title"), "Pass to ");
});

test("a key without words is an error that names it", () => {
  assert.throws(() => t("no.such"), /no words for no\.such/);
});

test("a guest who chose no name is called so in the language of the page, and all others as they wish", () => {
  assert.deepEqual(["Guest 876", "Invité 12"].map(personName), ["Invité 876", "Invité 12"]);
  assert.deepEqual(["Ada", "Guest", "A Guest 1", ""].map(personName), ["Ada", "Guest", "A Guest 1", ""]);
});
