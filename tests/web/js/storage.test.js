import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./page.js";

const { recall, remember, setCookie } = await import("../../../src/decapod/web/static/js/storage.js");

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
});

test("what is remembered can be recalled, under a name of ours", () => {
  assert.equal(recall("level"), null);
  remember("level", "sampler");
  assert.equal(recall("level"), "sampler");
  assert.equal(localStorage.getItem("decapod.level"), "sampler");
});

test("where storage is forbidden, nothing breaks and nothing is remembered", () => {
  const refuse = () => {
    throw new Error("SecurityError");
  };
  globalThis.localStorage = { getItem: refuse, setItem: refuse };
  remember("sound", "off");
  assert.equal(recall("sound"), null);
});

test("a preference the server needs is a cookie for a year", () => {
  setCookie("language", "fr;x");
  assert.equal(document.cookie, "decapod-language=fr%3Bx;path=/;max-age=31536000;samesite=lax");
});
