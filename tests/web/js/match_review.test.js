import assert from "node:assert/strict";
import { test } from "node:test";

import { element, facts } from "./page.js";

Object.assign(facts.words, {
  "result.turned": "It turned at move {n}.",
  "result.turn": "Where did it turn?",
  "result.see": "See it",
  "result.costliest": "Move {n} cost most.",
  "result.luck": "Luck turned it.",
  "result.cost.win": "That cost {n} % ± {error}.",
  "result.cost.points": "That cost {points} points.",
  "analysis.plays": "{name} plays: {words}",
  "analysis.better": "Better: {words}",
});

const { LookBack, momentOf, tellMoment } = await import("../../../src/decapod/web/static/js/match_review.js");

const graded = (ply, loss) => ({ ply, seat: 0, grade: "mistake", loss, error: 0.02 });
const info = { of: "win", turning: 7, graded: [graded(3, 0.11), graded(9, 0.4), graded(12, 0.2)] };
const move = { ply: 7, seat: 1, made: { words: "A to B" }, best: { words: "A to C" }, grade: "mistake", loss: 0.184, error: 0.021 };
const nameOf = (seat) => ["Ada", "Bob"][seat];

test("a match is looked back at where it turned; where it never did, at what cost most", () => {
  assert.equal(momentOf(info), 7);
  assert.equal(momentOf({ ...info, turning: null }), 9);
  assert.equal(momentOf({ ...info, turning: null, graded: [] }), null);
});

test("the move is named, with who made it, what it cost, and what would have been better", () => {
  assert.deepEqual(tellMoment(info, move, nameOf), ["It turned at move 7.", "Bob plays: A to B", "That cost 18 % ± 5.", "Better: A to C"]);
  assert.match(tellMoment({ ...info, turning: null }, { ...move, ply: 9 }, nameOf)[0], /^Move 9 cost most/);
  assert.match(tellMoment({ ...info, of: "points" }, move, nameOf)[2], /That cost 37 points./);
});

test("where nobody lost anything, luck turned it", () => {
  assert.deepEqual(tellMoment(info, { ...move, grade: "", loss: 0 }, nameOf), ["It turned at move 7.", "Bob plays: A to B", "Luck turned it."]);
});

test("one click has the match looked at, and links to the position before the move", async () => {
  const answers = { "GET /analysis": { ...info, done: 0, total: 9 }, "POST /analysis": { ...info, done: 9, total: 9 }, "GET /analysis/7": move };
  globalThis.fetch = async (address, { method }) => {
    const what = new URL(address, "http://here").pathname.replace("/api/matches/m1", "");
    return new Response(JSON.stringify(answers[`${method} ${what}`]));
  };
  const [button, words] = [element("button"), element("p")];
  const back = new LookBack(element("div", {}, button, words), nameOf, (seat) => `/replay/m1?seat=${seat}`);
  back.at("m1");
  await settled();
  assert.deepEqual([button.hidden, button.textContent, words.textContent], [false, "Where did it turn?", ""]);
  button.click();
  await settled();
  assert.equal(button.hidden, true);
  assert.match(words.textContent, /^It turned at move 7.Bob plays: /);
  assert.equal(words.querySelector("a").getAttribute("href"), "/replay/m1?seat=1#6");
});

const settled = () => new Promise((done) => setTimeout(done, 20));
