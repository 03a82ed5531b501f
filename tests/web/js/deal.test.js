import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./page.js";

const { checkDeal, drawSalt, keepDeal, keepSeal, keptDeal, openSalt, sealOf, sealSalt, verdict } = await import(
  "../../../src/decapod/web/static/js/deal.js"
);

const SECRET = "0".repeat(31) + "7";
const SEAL = sealOf(SECRET);
const [OWN, OTHER] = ["1".repeat(32), "2".repeat(32)];
const SEALS = [sealOf(OWN), sealOf(OTHER)];
const DEAL = { table: "t", number: 1, seal: SEAL, seals: SEALS, salts: [OWN, OTHER] };
const KEPT = { seal: SEAL, salt: OWN, seals: SEALS };

/** What was found, as marks and keys. */
const found = (deal, kept, secret = SECRET) =>
  checkDeal(deal, secret, kept).map(({ good, key }) => `${good === null ? "?" : good ? "+" : "-"} ${key}`);

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
});

test("salts are 32 hexadecimal digits, and no two are the same", () => {
  const salts = new Set(Array.from({ length: 100 }, drawSalt));
  assert.equal(salts.size, 100);
  for (const salt of salts) assert.match(salt, /^[0-9a-f]{32}$/);
});

test("the seal that was shown first is kept, whatever is shown later", () => {
  keepSeal("t", 1, "");
  assert.equal(keptDeal("t", 1), null);
  keepSeal("t", 1, "first");
  keepSeal("t", 1, "second");
  sealSalt("t", 1, "third");
  assert.equal(keptDeal("t", 1).seal, "first");
  assert.equal(keptDeal("t", 2), null);
});

test("a salt is drawn once for a match, and anew when it has been opened", () => {
  const seal = sealSalt("t", 1, SEAL);
  assert.equal(sealSalt("t", 1, SEAL), seal);
  assert.equal(sealOf(keptDeal("t", 1).salt), seal);
  assert.notEqual(sealSalt("t", 2, SEAL), seal);
  openSalt("t", { number: 1, seal: SEAL, seals: [seal] });
  assert.notEqual(sealSalt("t", 1, SEAL), seal);
});

test("a salt is opened for the seal that was shown, and for one list of seals only", () => {
  const question = { number: 1, seal: SEAL, seals: SEALS };
  assert.equal(openSalt("t", question), "", "there is none");
  keepDeal("t", 1, { ...KEPT, seals: [] });
  assert.equal(openSalt("t", { ...question, seal: sealOf("x") }), "", "the secret was exchanged");
  assert.equal(openSalt("t", { ...question, seals: [SEALS[1], ""] }), "", "our seal is not there");
  assert.equal(openSalt("t", { ...question, number: 2 }), "", "it is for another match");
  assert.equal(openSalt("t", question), OWN);
  assert.deepEqual(keptDeal("t", 1), KEPT);
  assert.equal(openSalt("t", question), OWN, "asked again for the same");
  assert.equal(openSalt("t", { ...question, seals: [SEALS[0], sealOf("x")] }), "", "somebody sealed anew");
});

test("where nothing can be kept, no salt is sealed or opened", () => {
  const refuse = () => {
    throw new Error("SecurityError");
  };
  globalThis.localStorage = { getItem: refuse, setItem: refuse };
  assert.equal(sealSalt("t", 1, SEAL), "");
  assert.equal(openSalt("t", { number: 1, seal: SEAL, seals: SEALS }), "");
});

test("a deal with all that was kept is whole", () => {
  const findings = checkDeal(DEAL, SECRET, KEPT);
  assert.deepEqual(found(DEAL, KEPT), ["+ deal.kept", "+ deal.secret_fits", "+ deal.own"]);
  assert.equal(verdict(findings), true);
});

test("whoever stacks the deck is found out", () => {
  const stacked = { ...DEAL, seal: sealOf("9".repeat(32)) };
  assert.ok(found(stacked, KEPT, "9".repeat(32)).includes("- deal.exchanged"));
  assert.ok(found(DEAL, KEPT, "9".repeat(32)).includes("- deal.secret_wrong"));
  assert.ok(found({ ...DEAL, salts: [OWN, "3".repeat(32)] }, KEPT).includes("- deal.salt_wrong"));
  assert.ok(found({ ...DEAL, seals: [SEALS[0], ""] }, KEPT).includes("- deal.salt_wrong"));
  const chosenAfterwards = "4".repeat(32);
  const changed = { ...DEAL, seals: [SEALS[0], sealOf(chosenAfterwards)], salts: [OWN, chosenAfterwards] };
  assert.deepEqual(found(changed, KEPT), ["+ deal.kept", "+ deal.secret_fits", "- deal.seals_changed"]);
  for (const deal of [stacked, changed]) assert.equal(verdict(checkDeal(deal, SECRET, KEPT)), false);
});

test("what is not proven is not claimed", () => {
  assert.deepEqual(found(DEAL, null), ["? deal.not_kept", "+ deal.secret_fits", "? deal.no_own"]);
  assert.deepEqual(found({ ...DEAL, salts: ["", OTHER] }, KEPT), [
    "+ deal.kept", "+ deal.secret_fits", "? deal.left_out", "? deal.unopened",
  ]);
  const unopened = checkDeal({ ...DEAL, salts: [OWN, ""] }, SECRET, KEPT);
  assert.deepEqual(unopened.at(-1), { good: null, key: "deal.unopened", seats: [1] });
  assert.equal(verdict(unopened), null);
  assert.equal(verdict(checkDeal(DEAL, SECRET, { ...KEPT, salt: "" })), null);
});
