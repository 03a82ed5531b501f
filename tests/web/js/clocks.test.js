import assert from "node:assert/strict";
import { test } from "node:test";

import { formatTime, timeLeft } from "../../../src/decapod/web/static/js/clocks.js";

const info = { left: [60_000, 30_000], running: [1], bank: 60, increment: 3, out: "bot" };

test("only a clock that runs loses time", () => {
  assert.equal(timeLeft(info, 0, 5_000), 60_000);
  assert.equal(timeLeft(info, 1, 5_000), 25_000);
});

test("no clock goes below zero", () => {
  assert.equal(timeLeft(info, 1, 31_000), 0);
});

test("a seat without a clock has no time", () => {
  assert.equal(timeLeft(info, 2, 0), null);
});

test("a time shows minutes and seconds, and hours where there are any", () => {
  assert.equal(formatTime(7_000), "0:07");
  assert.equal(formatTime(754_000), "12:34");
  assert.equal(formatTime(3_600_000), "1:00:00");
  assert.equal(formatTime(36_305_000), "10:05:05");
});

test("a second that has begun still counts, and zero is zero", () => {
  assert.equal(formatTime(59_001), "1:00");
  assert.equal(formatTime(1), "0:01");
  assert.equal(formatTime(0), "0:00");
});
