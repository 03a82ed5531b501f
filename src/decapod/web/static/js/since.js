/**
 * What the others did since one's last turn, in order, in one line: whose it was, pictures of the pieces, and words.
 * A click calls that moment back. Before one's first move it says how the game is won.
 */

import { el, svg } from "./dom.js";
import { chip } from "./panels.js";

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
    /** @type {Map<number, string[]>} the faces of the pieces that a move moved */
    this.moved = new Map();
    /** @type {Set<number>} own moves that the page made: whoever only watched it answer had no turn */
    this.answered = new Set();
    /** @type {number | null} */
    this.recalled = null;
    strip.addEventListener("scroll", () => this.#fade(), { passive: true });
    strip.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button[data-ply]") : null;
      if (!(button instanceof HTMLElement)) return;
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
    const newest = log.at(-1)?.ply;
    const known = new Map([...this.entries, ...log].map((entry) => [entry.ply, entry]));
    this.entries = [...known.values()].filter((entry) => entry.ply <= ply).sort((a, b) => a.ply - b.ply);
    if (newest !== undefined && moved.length) {
      const largest = Math.max(...moved.map((piece) => piece.width));
      const large = moved.filter((piece) => piece.width > largest * 0.6); // no tokens beside cards
      this.moved.set(newest, [...new Set(large.map((piece) => piece.face))].slice(0, PICTURES));
    }
  }

  /**
   * Show what happened since a seat's last turn; to whoever only watches, the last moves.
   * @param {number} seat
   * @param {(seat: number) => string} nameOf
   * @param {boolean} awaited whether the seat moves next: what it did just now belongs to the same turn
   */
  show(seat, nameOf, awaited) {
    const begun = awaited ? this.entries.findLastIndex((entry) => entry.seat !== seat) + 1 : this.entries.length;
    const before = this.entries.slice(0, begun);
    const own = before.findLastIndex((entry) => entry.seat === seat && !this.answered.has(entry.ply));
    const since = before.slice(own + 1).filter((entry) => entry.seat !== seat);
    const shown = (seat < 0 ? since.slice(-WATCHED) : since).filter((entry) => entry.lines.length);
    let goal = own < 0 && seat >= 0 ? this.strip.dataset.goal : "";
    if (goal && !shown.length) goal = `${goal} ${this.strip.dataset.how ?? ""}`; // while there is room for it
    const content = JSON.stringify([goal, shown, shown.map((entry) => this.moved.get(entry.ply))]);
    if (this.strip.dataset.shown === content) return;
    this.strip.dataset.shown = content;
    this.recalled = null;
    const items = inOneBreath(shown, nameOf).flatMap((entries) => this.#items(entries, nameOf(entries[0].seat)));
    this.strip.replaceChildren(...(goal ? [el("p", {}, goal)] : []), ...items);
    // In the frame itself, in which the page is laid out anyway.
    requestAnimationFrame(() => {
      this.strip.scrollLeft = goal ? 0 : this.strip.scrollWidth;
      this.#fade();
    });
  }

  /** Fade the ends beyond which there is more. */
  #fade() {
    const { scrollLeft, scrollWidth, clientWidth } = this.strip;
    const before = scrollLeft > 1 ? "before " : "";
    this.strip.dataset.more = before + (scrollLeft + clientWidth < scrollWidth - 1 ? "after" : "");
  }

  /** Forget that a moment was called back: the present is shown again. */
  release() {
    this.recalled = null;
    this.#press();
  }

  #press() {
    for (const button of this.strip.querySelectorAll("button")) {
      const { ply } = button.dataset;
      button.setAttribute("aria-pressed", String(Number(ply) === this.recalled));
    }
  }

  /**
   * An item for each line that tells of a move, or one for several moves that are told in one breath; the last of them
   * is called back. Pictures are beside the first line.
   * @param {LogEntry[]} entries
   * @param {string} name
   */
  #items(entries, name) {
    const last = /** @type {LogEntry} */ (entries.at(-1));
    const lines = entries.length === 1 ? last.lines : [joined(entries.map(wordsOf))];
    const pictures = entries.flatMap((entry) => this.moved.get(entry.ply) ?? []).map((face) => this.#picture(face));
    return lines.map((words, i) => this.#item(last, words, name, i === 0 ? pictures : []));
  }

  /**
   * @param {LogEntry} entry
   * @param {string} words
   * @param {string} name
   * @param {SVGElement[]} pictures
   */
  #item({ seat, ply }, words, name, pictures) {
    const short = withoutName(words, name);
    const said = el("span", { "aria-label": words }, short);
    said.style.setProperty("--letters", String(short.length)); // a phone makes it as wide as it must be
    return el(
      "button",
      { type: "button", class: `seat-${seat}`, "data-ply": ply, title: words, "aria-pressed": "false" },
      ...(short === words ? [] : [chip(seat)]),
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
