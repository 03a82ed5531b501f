import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { element } from "./page.js";

const { Log } = await import("../../../src/decapod/web/static/js/log.js");

let list, log;

beforeEach(() => {
  list = element("ol");
  log = new Log(list, (ply) => `/replay/m#${ply}`, () => undefined);
});

const entry = (ply, ...lines) => ({ ply, seat: ply % 2, lines: lines.length ? lines : [`line ${ply}`] });
const texts = () => list.children.map((item) => item.textContent);

test("lines stand in the order of their moves, whichever came first", () => {
  log.show([entry(3), entry(4)], 4);
  log.show([entry(1), entry(2)], 4);
  log.show([entry(5)], 5);
  assert.deepEqual(texts(), ["line 1", "line 2", "line 3", "line 4", "line 5"]);
  assert.equal(log.first(), 1);
});

test("a line says whose move it was, leads to its position, and holds all that happened", () => {
  log.show([entry(7, "Ada moves.", "A wave comes.")], 7);
  const [item] = list.children;
  assert.equal(item.getAttribute("class"), "seat-1");
  assert.equal(item.firstElementChild.getAttribute("href"), "/replay/m#7");
  assert.deepEqual(item.querySelectorAll("span").map((span) => span.textContent), ["Ada moves.", "A wave comes."]);
});

test("a line that comes again replaces the old one", () => {
  log.show([entry(1), entry(2)], 2);
  log.show([entry(1, "otherwise")], 2);
  assert.deepEqual(texts(), ["otherwise", "line 2"]);
});

test("after an undo, the lines of moves that are taken back are gone", () => {
  log.show([entry(1), entry(2), entry(3)], 3);
  log.show([], 1);
  assert.deepEqual(texts(), ["line 1"]);
});

test("another match begins with an empty log", () => {
  log.show([entry(1)], 1);
  log.clear();
  assert.equal(log.first(), 0);
});

test("the newest line stays in view, whatever comes before one hears of the scrolling; who scrolled away is left there", () => {
  const scrolledTo = (top) => {
    list.scrollTop = top;
    for (const listener of list.listeners.get("scroll")) listener();
  };
  Object.assign(list, { clientHeight: 50, scrollHeight: 100 });
  log.show([entry(1)], 1);
  list.scrollHeight = 400;
  scrolledTo(list.scrollTop);
  log.show([entry(2)], 2);
  assert.equal(list.scrollTop, 400);
  scrolledTo(10);
  log.show([entry(3)], 3);
  assert.equal(list.scrollTop, 10);
});

test("what is said of the end stays below the moves, and is replaced as a whole", () => {
  log.showEnding(["Ada resigned."]);
  assert.equal(log.first(), 0);
  log.show([entry(1), entry(2)], 2);
  log.show([], 1);
  assert.deepEqual(texts(), ["line 1", "Ada resigned."]);
  log.showEnding(["Ada resigned. Ben wins."]);
  assert.deepEqual(texts(), ["line 1", "Ada resigned. Ben wins."]);
  log.showEnding([]);
  assert.deepEqual(texts(), ["line 1"]);
});
