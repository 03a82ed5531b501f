/** Choosing a move: the pieces clicked so far narrow the legal choices until one is left. Knows no page. */

/** @typedef {import("./types.js").Choice} Choice */

/**
 * What a click led to: a move made, one more piece chosen, several moves to pick from, a step back, or nothing legal.
 * @typedef {{kind: "made", choice: Choice} | {kind: "chosen"} | {kind: "menu", choices: Choice[]} |
 *   {kind: "back"} | {kind: "refused", clicks: string[]}} ClickResult
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
  choicesAfter(path) {
    return this.choices.filter((choice) => path.every((id, i) => choice.clicks[i] === id));
  }

  /** The choices that are still open, each move once. */
  openChoices() {
    return distinct(this.choicesAfter(this.path));
  }

  /** Ids of the pieces that can be clicked next. */
  nextPieces() {
    const depth = this.path.length;
    return new Set(this.choicesAfter(this.path).flatMap((choice) => choice.clicks.slice(depth, depth + 1)));
  }

  /** Choices that need no further click, so that only a button can make them: the pieces clicked so far say it all. */
  buttonChoices() {
    const depth = this.path.length;
    return distinct(this.choicesAfter(this.path).filter((choice) => choice.clicks.length === depth));
  }

  /**
   * Click a piece.
   * @param {string} id
   * @returns {ClickResult}
   */
  click(id) {
    const path = [...this.path, id];
    const open = this.choicesAfter(path);
    if (open.length) {
      const finished = distinct(open.filter((choice) => choice.clicks.length === path.length));
      const longer = open.some((choice) => choice.clicks.length > path.length);
      if (finished.length === 1 && !longer) {
        this.path = [];
        return { kind: "made", choice: finished[0] };
      }
      this.path = path;
      return finished.length ? { kind: "menu", choices: distinct(open) } : { kind: "chosen" };
    }
    if (this.path.includes(id)) {
      this.path = this.path.slice(0, this.path.indexOf(id));
      return { kind: "back" };
    }
    if (this.path.length && this.choicesAfter([id]).length) {
      this.path = [];
      return this.click(id);
    }
    return { kind: "refused", clicks: path };
  }

  /** Ids of the pieces that are to go somewhere: first of several for every move they make. */
  piecesToMove() {
    const found = new Set(this.choices.filter((choice) => choice.clicks.length > 1).map((choice) => choice.clicks[0]));
    for (const { clicks } of this.choices) if (clicks.length === 1) found.delete(clicks[0]);
    return found;
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
    if (!this.choicesAfter(this.path).length) this.path = [];
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
export function choiceForText(choices, text) {
  const normalize = (/** @type {string} */ words) => words.toLowerCase().replace(/\s+/g, "");
  return choices.find((choice) => normalize(choice.text) === normalize(text));
}
