/** Choosing a move: the pieces clicked so far narrow the legal choices until one is left. Knows no page. */

/** @typedef {import("./types.js").Choice} Choice */

/**
 * What a click led to: a move made, one more piece chosen, several moves to pick from, a step back, or nothing legal.
 * @typedef {{kind: "made", choice: Choice} | {kind: "chosen"} | {kind: "menu", choices: Choice[]} |
 *   {kind: "back"} | {kind: "refused", clicks: string[]}} Clicked
 */

export class Choosing {
  /** @param {Choice[]} choices */
  constructor(choices) {
    this.choices = choices;
    /** @type {string[]} the pieces clicked so far */
    this.path = [];
  }

  /**
   * Choices that begin with these pieces.
   * @param {string[]} path
   * @returns {Choice[]}
   */
  under(path) {
    return this.choices.filter((choice) => path.every((id, i) => choice.clicks[i] === id));
  }

  /** The choices that are still open, each move once. */
  open() {
    return distinct(this.under(this.path));
  }

  /** Ids of the pieces that can be clicked next. */
  next() {
    const depth = this.path.length;
    return new Set(this.under(this.path).flatMap((choice) => choice.clicks.slice(depth, depth + 1)));
  }

  /** Choices that the pieces clicked so far already make, while longer ones go on. */
  complete() {
    const depth = this.path.length;
    return depth ? distinct(this.under(this.path).filter((choice) => choice.clicks.length === depth)) : [];
  }

  /**
   * Click a piece.
   * @param {string} id
   * @returns {Clicked}
   */
  click(id) {
    const path = [...this.path, id];
    const open = this.under(path);
    if (open.length) {
      const made = distinct(open.filter((choice) => choice.clicks.length === path.length));
      const longer = open.some((choice) => choice.clicks.length > path.length);
      if (made.length === 1 && !longer) {
        this.path = [];
        return { kind: "made", choice: made[0] };
      }
      this.path = path;
      return made.length ? { kind: "menu", choices: distinct(open) } : { kind: "chosen" };
    }
    if (this.path.includes(id)) {
      this.path = this.path.slice(0, this.path.indexOf(id));
      return { kind: "back" };
    }
    if (this.path.length && this.under([id]).length) {
      this.path = [];
      return this.click(id);
    }
    return { kind: "refused", clicks: path };
  }

  /** Forget the pieces clicked so far. */
  clear() {
    this.path = [];
  }

  /**
   * Take new choices, and keep the pieces clicked so far if they still lead somewhere.
   * @param {Choice[]} choices
   */
  renew(choices) {
    this.choices = choices;
    if (!this.under(this.path).length) this.path = [];
  }
}

/**
 * Each move once: a choice may be listed under several pieces.
 * @param {Choice[]} choices
 * @returns {Choice[]}
 */
export function distinct(choices) {
  return [...new Map(choices.map((choice) => [choice.move, choice])).values()];
}

/**
 * The choice a person typed, whatever the case and the spaces.
 * @param {Choice[]} choices
 * @param {string} text
 * @returns {Choice | undefined}
 */
export function typed(choices, text) {
  const plain = (/** @type {string} */ words) => words.toLowerCase().replace(/\s+/g, "");
  return choices.find((choice) => plain(choice.text) === plain(text));
}
