import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

const { sha256 } = await import("../../../src/decapod/web/static/js/sha256.js");

test("texts of every length around a block hash as the standard says", () => {
  for (let n = 0; n < 200; n++) {
    const text = "é0123456789abcdef".repeat(13).slice(0, n);
    assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"));
  }
});
