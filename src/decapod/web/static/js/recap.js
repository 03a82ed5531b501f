/**
 * What the others did since one's last turn, in order, in one line: whose it was, pictures of the pieces, and words.
 * A click calls that moment back. Where there is no room for all, what is least needed is left out, and a button shows
 * the whole over the board. Before one's first move it says how the game is won.
 */

import { el, set, svg } from "./dom.js";
import { chip } from "./panels.js";
import { t } from "./words.js";

/** @typedef {import("./wire.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./sprites.js").Faces} Faces */

const WATCHED = 4; // how many moves whoever only watches is shown
const PICTURES = 4; // of pieces, for one move

export class Since {
  /**
   * @param {HTMLElement} strip
   * @param {Faces} faces
   * @param {(ply: number | null) => void} recall show the position after a move; null to come back
   */
  constructor(strip, faces, recall) {
    this.strip = strip;
    this.faces = faces;
    /** @type {LogEntry[]} by ply */
    this.entries = [];
    /** @type {Map<number, Piece[]>} the pieces that a move moved */
    this.moved = new Map();
    /** @type {Set<number>} own moves that the page made: whoever only watched it answer had no turn */
    this.answered = new Set();
    /** @type {number | null} */
    this.recalled = null;
    /** @type {HTMLElement[]} what is shown, in order */
    this.items = [];
    /** @type {number[]} the items in the order in which they are left out */
    this.spare = [];
    this.more = el("button", { type: "button", class: "whole", "aria-expanded": "false" });
    this.more.addEventListener("click", () => this.#open(!strip.classList.contains("open")));
    /** @type {HTMLElement[]} the parts that there is room for, while nothing but this line needs it */
    this.parts = [];
    addEventListener("resize", () => this.#fit());
    this.isNew = false;
    this.watch = new ResizeObserver(() => (this.isNew ? this.#fit() : this.#narrow()));
    this.watch.observe(strip);
    document.addEventListener("pointerdown", (event) => {
      if (!(event.target instanceof Node && strip.contains(event.target))) this.#open(false);
    });
    strip.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#open(false);
    });
    strip.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button[data-ply]") : null;
      if (!(button instanceof HTMLElement)) return;
      this.#open(false);
      const ply = Number(button.dataset.ply);
      this.recalled = this.recalled === ply ? null : ply;
      this.#press();
      recall(this.recalled);
    });
  }

  /** Begin anew: another match, or another seat. */
  clear() {
    this.entries = [];
    this.moved.clear();
    this.answered.clear();
    this.items = [];
    this.#open(false);
    this.strip.replaceChildren();
    this.strip.dataset.shown = "";
  }

  /**
   * Take what happened; moves after the present one were taken back.
   * @param {LogEntry[]} log
   * @param {number} ply moves made so far
   * @param {Piece[]} moved the pieces that moved with the newest of them
   */
  take(log, ply, moved) {
    const before = this.entries.at(-1)?.ply ?? 0;
    const known = new Map([...this.entries, ...log].map((entry) => [entry.ply, entry]));
    this.entries = [...known.values()].filter((entry) => entry.ply <= ply).sort((a, b) => a.ply - b.ply);
    if (!moved.length) return;
    const largest = Math.max(...moved.map((piece) => piece.width));
    const large = moved.filter((piece) => piece.width > largest * 0.6); // no tokens beside cards
    const came = log.filter((entry) => entry.ply > before || entry === log.at(-1));
    for (const entry of came) {
      const own = came.length === 1 ? large : piecesNamed(wordsOf(entry), large); // of several moves at once: what each names
      this.moved.set(entry.ply, own);
    }
  }

  /**
   * Show what happened since a seat's last turn, and what came of it: whose trick it was, say, who then leads. To whoever
   * only watches, the last moves.
   * @param {number} seat
   * @param {(seat: number) => string} nameOf
   * @param {boolean} awaited whether the seat moves next: what it did just now belongs to the same turn
   */
  show(seat, nameOf, awaited) {
    const begun = awaited ? this.entries.findLastIndex((entry) => entry.seat !== seat) + 1 : this.entries.length;
    const before = this.entries.slice(0, begun);
    const own = before.findLastIndex((entry) => entry.seat === seat && !this.answered.has(entry.ply));
    const after = [...before.slice(Math.max(own, 0)), ...this.entries.slice(begun)];
    const since = after.map((entry) => (entry.seat === seat ? { ...entry, lines: entry.lines.slice(1) } : entry)); // no own deed
    const shown = (seat < 0 ? since.slice(-WATCHED) : since).filter((entry) => entry.lines.length);
    let goal = own < 0 && seat >= 0 ? this.strip.dataset.goal : "";
    if (goal && !shown.length) goal = `${goal} ${this.strip.dataset.how ?? ""}`; // while there is room for it
    const pictures = shown.map((entry) => this.moved.get(entry.ply)?.map((piece) => piece.face));
    const content = JSON.stringify([goal, shown, pictures]);
    if (this.strip.dataset.shown === content) return;
    this.strip.dataset.shown = content;
    this.recalled = null;
    const told = inOneBreath(shown, nameOf);
    const begins = (/** @type {number} */ i) => told[i - 1]?.[0].seat !== told[i][0].seat; // a player's turn: it says who
    const items = told.map((entries, i) => this.#items(entries, nameOf(entries[0].seat), begins(i)));
    this.items = items.flat();
    this.spare = leastNeeded(items.flatMap((lines, i) => lines.map((_, line) => begins(i) && line === 0)));
    this.items.forEach((item, i) => item.toggleAttribute("data-spare", this.spare.includes(i)));
    this.strip.replaceChildren(...this.items, this.more, ...(goal ? [el("p", {}, goal)] : []));
    this.#open(false);
    // Once the frame is laid out, before it is painted: whoever is observed anew is told of its size then.
    this.isNew = true;
    this.strip.classList.add("fitting"); // unseen until then, or a browser takes what is left out for a shift
    this.watch.unobserve(this.strip);
    this.watch.observe(this.strip);
  }

  /**
   * Show the whole over the board, or the line that has room above it.
   * @param {boolean} whole
   */
  #open(whole) {
    if (whole === this.strip.classList.contains("open")) return;
    this.strip.classList.toggle("open", whole);
    set(this.more, { "aria-expanded": String(whole) });
    this.#fit();
  }

  /** Leave out what there is no room for: pictures, what came between, the goal; never who began with what. */
  #fit() {
    const { strip, items, more } = this;
    const goal = strip.querySelector("p");
    const whole = strip.classList.contains("open");
    this.isNew = false;
    for (const part of [goal, ...items]) part?.toggleAttribute("hidden", false);
    for (const item of items) item.style.width = "";
    strip.classList.remove("fitting", "bare", "short", "alone", "clipped");
    more.hidden = !whole;
    const name = (/** @type {string} */ text) => {
      more.textContent = text;
      set(more, { "aria-label": whole ? t("close") : `${text} ${t("since.whole")}` });
    };
    name(whole ? "×" : "…");
    this.parts = [];
    if (whole || getComputedStyle(strip).flexDirection === "column") return; // there it scrolls
    strip.classList.toggle("bare", this.#isFull());
    let out = 0;
    for (const i of this.spare) {
      if (!this.#isFull()) break;
      more.hidden = false;
      strip.classList.toggle("short", i === this.spare.at(-1)); // before the last is left out it is shortened
      if (!this.#isFull()) break;
      items[i].hidden = true;
      out += 1;
      name(`+${out}`);
    }
    if (goal && this.#isFull()) goal.hidden = true;
    if (this.#isFull()) more.hidden = false;
    this.parts = [...items, more, ...(goal ? [goal] : [])].filter((part) => !part.hidden);
    const short = strip.classList.contains("short") ? items.filter((item) => !item.hidden) : [];
    const widths = short.map((item) => item.offsetWidth);
    if (this.#isFull()) strip.classList.add("alone");
    else if (short.length > 1) short.forEach((item, i) => (item.style.width = `${widths[i]}px`)); // or what follows would move
    else if (out) {
      strip.classList.remove("bare"); // there may be room for pictures now
      strip.classList.toggle("bare", this.#isFull());
    }
  }

  /** Make room for buttons beside the line and take it back: what is at its end goes and comes, and nothing moves. */
  #narrow() {
    const [first, ...others] = this.parts;
    if (!first) return;
    for (const part of others) part.hidden = false;
    this.strip.classList.remove("clipped");
    for (const part of others.reverse()) {
      if (!this.#isFull()) return;
      part.hidden = true;
    }
    this.strip.classList.toggle("clipped", this.#isFull());
  }

  #isFull() {
    return this.strip.scrollWidth > this.strip.clientWidth;
  }

  /** Forget that a moment was called back: the present is shown again. */
  release() {
    this.recalled = null;
    this.#press();
  }

  #press() {
    for (const item of this.items) {
      item.setAttribute("aria-pressed", String(Number(item.dataset.ply) === this.recalled));
    }
  }

  /**
   * An item for each line that tells of a move, or one for several moves that are told in one breath; the last of them
   * is called back. Beside a line are pictures of what it names.
   * @param {LogEntry[]} entries
   * @param {string} name
   * @param {boolean} begins whether a player's turn begins with it
   */
  #items(entries, name, begins) {
    const last = /** @type {LogEntry} */ (entries.at(-1));
    const lines = entries.length === 1 ? last.lines : [joined(entries.map(wordsOf))];
    const moved = entries.flatMap((entry) => this.moved.get(entry.ply) ?? []);
    const told = entries.map(wordsOf).join(" ");
    const whole = this.entries.find((entry) => entry.ply === last.ply); // the deed, too
    const isWhole = entries.length > 1 || lines.length === whole?.lines.length;
    /** @type {string[][]} of one line what it names; of one that says all, or of several moves, what moved */
    const faces =
      lines.length > 1 || !isWhole
        ? lines.map((words) => piecesNamed(words, moved).map((piece) => piece.face))
        : [facesNamed(told, moved)];
    if (isWhole && !faces.some((named) => named.length)) faces[0] = facesNamed(told, moved);
    const pictures = faces.map((named) => named.slice(0, PICTURES).map((face) => this.#picture(face)));
    return lines.map((words, i) => this.#item(last, words, name, pictures[i], begins && i === 0));
  }

  /**
   * @param {LogEntry} entry
   * @param {string} words
   * @param {string} name
   * @param {SVGElement[]} pictures
   * @param {boolean} named whether it says the name, too, beside its mark
   */
  #item({ seat, ply }, words, name, pictures, named) {
    const deed = withoutName(words, name);
    const short = named ? words : deed;
    const said = el("span", { "aria-label": words }, short);
    said.style.setProperty("--letters", String(short.length)); // a phone makes it as wide as it must be
    return el(
      "button",
      { type: "button", class: `seat-${seat}`, "data-ply": ply, title: words, "aria-pressed": "false" },
      ...(deed === words ? [] : [chip(seat)]),
      ...pictures,
      said,
    );
  }

  /** @param {string} face */
  #picture(face) {
    const { width, height } = this.faces.get(face) ?? { width: 1, height: 1 };
    return svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width: (28 * width) / height, height: 28, "aria-hidden": "true" },
      svg("use", { href: `#face-${face}`, width, height }),
    );
  }
}

/**
 * In which order items are left out where there is no room for all: first what came between, the older first, then the
 * beginnings of older turns, then what came last. How the last turn began stays.
 * @param {boolean[]} begins for each item, whether a player's turn begins with it
 * @returns {number[]} their numbers
 */
export function leastNeeded(begins) {
  const stays = begins.lastIndexOf(true);
  const last = begins.length - 1;
  const need = (/** @type {number} */ i) => (i === last ? 2 : begins[i] ? 1 : 0);
  return [...begins.keys()].filter((i) => i !== stays).sort((a, b) => need(a) - need(b) || a - b);
}

/**
 * The pieces that a sentence names, in its order, as often as it names them.
 * @param {string} words
 * @param {Piece[]} moved
 */
function piecesNamed(words, moved) {
  let left = words; // what no piece was found for yet
  /** @type {Map<Piece, number>} */
  const found = new Map(); // where each is named
  const names = moved.flatMap((piece) => namesOf(piece).map((name) => ({ piece, name })));
  for (const { piece, name } of names.sort((a, b) => b.name.length - a.name.length)) {
    const at = found.has(piece) ? -1 : placeOf(name, left);
    if (at < 0) continue;
    found.set(piece, at);
    left = left.slice(0, at) + " ".repeat(name.length) + left.slice(at + name.length);
  }
  return [...found].sort(([, a], [, b]) => a - b).map(([piece]) => piece);
}

/**
 * The faces of the pieces that a sentence names; if it names none, of all that moved, each once.
 * @param {string} words
 * @param {Piece[]} moved
 */
export function facesNamed(words, moved) {
  const named = piecesNamed(words, moved).map((piece) => piece.face);
  return named.length ? named : [...new Set(moved.map((piece) => piece.face))];
}

/**
 * What a sentence may call a piece: its label up to the first comma, or the end of that with a number in it, so that
 * "score card [5], turned" is found as "[5]".
 * @param {Piece} piece
 */
function namesOf({ label }) {
  const all = label.split(/[,:] /)[0].split(" ");
  const ends = all.map((_, i) => all.slice(i).join(" "));
  return ends.filter((name, i) => name && (i === 0 || /\d/.test(name)));
}

/**
 * Where a name stands in a sentence for itself; -1 if nowhere.
 * @param {string} name
 * @param {string} words
 */
function placeOf(name, words) {
  const isLetter = (/** @type {string | undefined} */ sign) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  for (let at = words.indexOf(name); at >= 0; at = words.indexOf(name, at + 1)) {
    if (!isLetter(words[at - 1]) && !isLetter(words[at + name.length])) return at;
  }
  return -1;
}

/**
 * What somebody did, without their name before it: their mark says who it was.
 * @param {string} words
 * @param {string} name
 */
export function withoutName(words, name) {
  return name && words.startsWith(name) ? words.slice(name.length).replace(/^\s*:?\s*/, "") : words;
}

/** @param {LogEntry} entry */
function wordsOf(entry) {
  return entry.lines.join(" ");
}

/**
 * Put moves together that differ only in what was played: "takes [1] from the pool.", "takes [3] from the pool."; or
 * that say the same of one thing after the other: "plays [4]: 4.", "plays [5]: 9."
 * @param {LogEntry[]} entries
 * @param {(seat: number) => string} nameOf
 * @returns {LogEntry[][]}
 */
function inOneBreath(entries, nameOf) {
  /** @type {LogEntry[][]} */
  const groups = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const together = group?.[0].seat === entry.seat ? [...group, entry].map(wordsOf) : [];
    const deeds = together.map((words) => withoutName(words, nameOf(entry.seat)));
    const alone = [...(group ?? []), entry].every(({ lines }) => lines.length === 1);
    const told = alone && deeds.every((words, i) => words !== together[i]); // of the player, not of what came of it
    const { before, after } = told ? shared(deeds) : { before: 0, after: 0 };
    const short = deeds.every((words) => !/[.,;] /.test(words)); // one thing was done each time
    if (group && (new Set(together).size === 1 || (before && (short || after > 1)))) group.push(entry); // the same is done
    else groups.push([entry]);
  }
  return groups;
}

/**
 * The words of a sentence, its full stop apart.
 * @param {string} sentence
 */
function split(sentence) {
  return sentence.replace(/\.$/, " .").split(" ");
}

/**
 * How many words sentences share at their beginning and at their end.
 * @param {string[]} sentences
 */
function shared(sentences) {
  const [first = [], ...others] = sentences.map(split);
  const least = Math.min(first.length, ...others.map((words) => words.length)) - 1; // something is left between them
  let [before, after] = [0, 0];
  while (before < least && others.every((words) => words[before] === first[before])) before += 1;
  while (before + after < least && others.every((words) => words.at(-1 - after) === first.at(-1 - after))) after += 1;
  return { before, after };
}

/**
 * Several sentences as one: what they share is said once.
 * @param {string[]} sentences
 */
export function joined(sentences) {
  if (new Set(sentences).size === 1) return sentences.length === 1 ? sentences[0] : `${sentences[0]} ×${sentences.length}`;
  const { before, after } = shared(sentences);
  const all = sentences.map(split);
  const between = all.map((words) => words.slice(before, words.length - after).join(" ")).join(", ");
  const words = [...all[0].slice(0, before), between, ...all[0].slice(all[0].length - after)];
  return words.join(" ").replace(/ \.$/, ".");
}
