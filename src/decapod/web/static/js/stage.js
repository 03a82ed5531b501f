/**
 * The stage: board, prompt, buttons, panels and notes of one scene, and how a person chooses on it.
 * Table, lesson and replay all stand on it; each says what to do with a move and how to ask "why not?".
 */

import { Board, FINGER, isThing } from "./board.js";
import { Choosing, choiceForText } from "./selection.js";
import { Dock } from "./sidebar.js";
import { el, prefersLessMotion, requireElement } from "./dom.js";
import { distance } from "./geometry.js";
import { currentLayout } from "./layout.js";
import { announce } from "./aria_live.js";
import { Moves } from "./moves.js";
import { Panels } from "./panels.js";
import { attachPointing } from "./pointer.js";
import { play as sound } from "./sounds.js";
import { Tip } from "./tip.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./sprites.js").Faces} Faces */
/** @typedef {import("./panels.js").SeatStatus} SeatStatus */

/**
 * @typedef {object} StageActions
 * @property {(choice: Choice) => void} [make] make a move
 * @property {(text: string) => Promise<{words: string, rule: string} | null>} [type] make a move that was typed
 * @property {(clicks: string[]) => Promise<{words: string, rule: string} | null>} [why] why these clicks make no move; null if they do by now
 * @property {(player: number) => SeatStatus} [seatStatus]
 * @property {(rule: string) => {words: string, link: string} | null} [rulebook]
 */

const LONG_PROMPT = 80; // letters: more than three lines of a phone
const MARGIN = 8; // pixels around pieces that are scrolled to
const LONGER_PROMPT = 110; // more than two lines at a desk, beside whose turn it is

export class Stage {
  /**
   * @param {HTMLElement} root
   * @param {Faces} faces
   * @param {StageActions} actions
   */
  constructor(root, faces, actions) {
    this.root = root;
    this.actions = actions;
    /** @type {Scene | null} */
    this.scene = null;
    this.prompt = requireElement(".prompt .words", HTMLElement, root);
    this.turn = requireElement(".prompt", HTMLElement, root);
    this.canvas = requireElement(".canvas", HTMLElement, root);
    this.sketch = requireElement(".sketch", HTMLElement, root);
    this.choosing = new Choosing([]);
    this.board = new Board(requireElement("svg.board", SVGSVGElement, root), faces);
    this.panels = new Panels(requireElement(".panels", HTMLElement, root));
    this.dock = new Dock(requireElement(".dock", HTMLElement, root), this.board, {
      click: (id) => this.click(id),
      read: (id) => this.#look(id, "press", this.dock.holds(id)),
      draggable: (id) => this.#draggable(id),
      lift: (id) => this.#lift(id),
      drop: (id, x, y) => this.#drop(id, this.board.at(x, y, (other) => other !== id && this.clickable.has(other)), x, y),
      cancel: () => this.cancel(),
    });
    this.tip = new Tip(requireElement(".tip", HTMLElement, root), this.canvas, actions.rulebook ?? (() => null));
    const list = requireElement(".moves ol", HTMLElement, root);
    const count = requireElement(".moves .count", HTMLElement, root);
    const acts = requireElement(".acts", HTMLElement, root);
    this.moves = new Moves(acts, list, count, (choice) => this.#make(choice), () => this.cancel());
    this.pointer = attachPointing(this.board, {
      click: (id) => this.click(id),
      look: (id, how) => this.#look(id, how),
      cancel: () => this.cancel(),
      clickable: (id) => this.clickable.has(id) || this.choosing.path.includes(id),
      next: (id) => this.clickable.has(id),
      draggable: (id) => this.#draggable(id),
      lift: (id) => this.#lift(id),
      drop: (id, onto, x, y) => this.#drop(id, onto, x, y),
    });
    /** @type {Set<string>} */
    this.clickable = new Set();
    /** @type {string | null} what the prompt asks, while it says what the chosen piece can do */
    this.asked = null;
    /** a scene that is only looked at, as in a preview, offers no choice */
    this.idle = false;
    /** the viewer is out, or a bot plays in their place */
    this.absent = false;
    const form = requireElement(".typed", HTMLFormElement, root);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#submitText(form);
    });
    new ResizeObserver(() => this.#scale()).observe(this.canvas);
  }

  /**
   * Show a scene and offer its choices.
   * @param {Scene} scene
   * @param {{quiet?: boolean, idle?: boolean, absent?: boolean}} [how] quiet makes no sound; idle offers no choice;
   *   absent: the player is out, or a bot plays in their place, so that no hand is held ready
   * @returns {Piece[]} the pieces that somebody moved
   */
  show(scene, how = {}) {
    const first = this.scene === null;
    const changed = this.scene?.layout !== scene.layout;
    const counts = this.board.draw(scene);
    const same = this.scene?.game === scene.game && this.scene?.viewer === scene.viewer;
    this.scene = scene;
    this.idle = Boolean(how.idle);
    this.absent = Boolean(how.absent);
    const choices = this.idle ? [] : scene.choices;
    if (same) this.choosing.renew(choices);
    else this.choosing = new Choosing(choices);
    this.tip.hide("hover");
    this.#prompt(scene);
    this.turn.classList.remove("summary");
    this.turn.classList.toggle("yours", choices.length > 0 && scene.awaiting.includes(scene.viewer));
    this.turn.classList.toggle("over", scene.awaiting.length === 0);
    this.sketch.textContent = scene.sketch.map((row) => row.map((span) => span.text).join("")).join("\n");
    this.renewPanels();
    this.#offer();
    if (!first && !how.quiet) {
      if (counts.left > counts.came) sound("wave");
      else if (counts.went > 2) sound("push");
      else if (counts.went || counts.came) sound("place");
    }
    this.root.dataset.layout = scene.layout;
    if (changed) this.#scale();
    return counts.moved;
  }

  /**
   * The chip says whose turn it is; a prompt that begins with the same words need not repeat them.
   * @param {Scene} scene
   */
  #prompt(scene) {
    const opening = new RegExp(`^${t("turn.title")}\\s*[:!.]\\s*`);
    const yours = scene.awaiting.includes(scene.viewer);
    this.#t(capitalized(yours ? scene.prompt.replace(opening, "") : scene.prompt));
    this.asked = null;
  }

  /**
   * Say something more than what is asked.
   * @param {string} words
   */
  addToPrompt(words) {
    this.#t(`${this.prompt.textContent} ${words}`);
  }

  /**
   * Put words into the prompt; many are written smaller where there is little room.
   * @param {string | null} words
   */
  #t(words) {
    this.prompt.textContent = words;
    const letters = (words ?? "").length;
    this.prompt.classList.toggle("long", letters > LONG_PROMPT);
    this.prompt.classList.toggle("longer", letters > LONGER_PROMPT);
  }

  /** While a piece of one's own is chosen, the prompt says what that piece can do; then again what is asked. */
  #promptChosen() {
    const chosen = this.board.items.get(this.choosing.path.at(-1) ?? "")?.piece;
    const own = chosen?.owner === this.scene?.viewer;
    const words = chosen && own && chosen.hint !== chosen.label ? capitalized(chosen.hint) : "";
    if (words) this.asked ??= this.prompt.textContent;
    if (words || this.asked !== null) this.#t(words || this.asked);
    if (!words) this.asked = null;
  }

  /**
   * On a phone, scroll to what awaits a player, unless it is in sight; where that is only the hand, which stays in
   * sight, to what was moved last.
   * @param {number} seat
   * @param {Piece[]} [moved]
   */
  scrollToAwaited(seat, moved = []) {
    if (currentLayout() === "desktop") return;
    const first = [...this.clickable].find((id) => !this.dock.takes(id));
    const last = this.scene?.pieces.find((piece) => piece.mark === "last") ?? moved.at(-1);
    const node = this.board.node(first ?? this.board.figureOf(seat) ?? last?.id ?? "");
    if (!node) return;
    const at = node.getBoundingClientRect();
    const above = Math.max(60, this.turn.getBoundingClientRect().bottom); // the prompt stays, and covers what is under it
    const inView = at.top >= above && at.bottom <= innerHeight;
    if (!inView && this.board.picture.getBoundingClientRect().height > innerHeight) {
      node.scrollIntoView({ block: "center", behavior: prefersLessMotion() ? "instant" : "smooth" });
    }
  }

  /**
   * Scroll so far that pieces are seen between what stays above the board and `bar`, which stays below it.
   * @param {string[]} ids
   * @param {Element} bar
   */
  scrollToPieces(ids, bar) {
    const places = ids.flatMap((id) => this.board.node(id)?.getBoundingClientRect() ?? []);
    if (!places.length || currentLayout() === "desktop") return;
    const top = Math.min(...places.map((place) => place.top)) - MARGIN;
    const bottom = Math.max(...places.map((place) => place.bottom)) + MARGIN;
    const begin = Math.max(0, this.turn.getBoundingClientRect().bottom);
    const end = bar.getBoundingClientRect().top;
    const down = Math.min(bottom - end, top - begin); // the first piece is seen, whatever else
    const by = down > 0 ? down : Math.min(0, top - begin);
    if (by) scrollBy({ top: by, behavior: prefersLessMotion() ? "instant" : "smooth" });
  }

  /** Show the players again: someone came or went, a clock was set. */
  renewPanels() {
    if (!this.scene) return;
    this.panels.show(this.scene, this.actions.seatStatus ?? (() => ({})));
  }

  /**
   * Click a piece, as a pointer, a key or a test does.
   * @param {string} id
   */
  click(id) {
    if (!this.scene || this.idle) return;
    this.tip.hide();
    const outcome = this.choosing.click(id);
    if (outcome.kind === "made") return this.#make(outcome.choice);
    if (outcome.kind === "refused") return void this.#refuse(id, outcome.clicks);
    this.#offer();
    if (outcome.kind === "chosen") announce(t("moves.chosen", { piece: this.#label(id) }));
    if (outcome.kind === "menu") requireElement("button", HTMLButtonElement, this.moves.acts).focus();
  }

  /**
   * Whether a piece can be dragged: whatever a player can click, but for what stands for an action.
   * @param {string} id
   */
  #draggable(id) {
    const piece = this.board.items.get(id)?.piece;
    return Boolean(piece && isThing(piece)) && !this.idle && this.scene?.viewer !== -1;
  }

  /**
   * Take a piece up to drag it somewhere: where it may go is shown.
   * @param {string} id
   */
  #lift(id) {
    this.tip.hide();
    this.choosing.clear();
    if (this.choosing.piecesToMove().has(id)) this.choosing.path = [id];
    this.#offer();
  }

  /**
   * Drop a piece: the same as clicks on it and on what it was dropped on. A piece that needs no target does what a click
   * on it does by being dropped anywhere but where it lay; a card of the hand where a zone takes it, if one does.
   * @param {string} id
   * @param {string | null} onto
   * @param {number} x of the screen
   * @param {number} y
   */
  #drop(id, onto, x, y) {
    const regionOf = (/** @type {string} */ one) => this.board.items.get(one)?.piece.region;
    const begun = this.choosing.path.includes(id);
    const taking = (this.scene?.zones ?? []).filter((zone) => zone.takes);
    const zone = this.board.zonesAt(x, y).at(0)?.id;
    if (!begun && taking.length && this.board.items.get(id)?.piece.role === "hand") {
      if (this.board.zonesAt(x, y, FINGER).some((one) => one.takes)) return this.click(id);
      this.cancel();
      if (zone && zone !== regionOf(id))
        this.showRefusal(id, { words: t("drop.elsewhere", { zone: taking[0].label }), rule: "" });
      return;
    }
    const where = onto === null ? zone : regionOf(onto);
    if (begun ? onto === null : where === regionOf(id) && this.clickable.has(id)) return this.cancel();
    if (begun) {
      this.click(/** @type {string} */ (onto));
      if (this.choosing.path.length) this.cancel();
    } else if (onto !== null && !this.clickable.has(id) && this.board.items.get(id)?.piece.role !== "hand") {
      void this.#refuse(id, [id, onto]);
    } else this.click(id);
  }

  /**
   * Point on the board at the pieces of a move that was advised; at none with a move that there is not.
   * @param {number} move
   */
  pointAt(move) {
    const clicks = this.choosing.choices.findLast((choice) => choice.move === move)?.clicks ?? []; // of cards alike, the one on top
    this.board.pointAt(clicks);
    this.dock.pointAt(clicks);
  }

  /** Take everything off the stage: nobody may see it. */
  clear() {
    this.scene = null;
    this.tip.hide();
    this.board.clear();
    this.choosing = new Choosing([]);
    this.#offer();
    this.panels.list.replaceChildren();
    this.prompt.textContent = this.sketch.textContent = "";
    this.turn.classList.remove("yours", "over");
  }

  /** Forget what was clicked so far. */
  cancel() {
    this.tip.hide();
    this.choosing.clear();
    this.#offer();
  }

  /** Put the keyboard on the board: on a piece that can be chosen now, the nearest to where it was. */
  focus() {
    this.pointer.rove();
    const now = this.board.picture.querySelector(".piece[tabindex='0']");
    const here = now instanceof SVGElement ? this.board.items.get(now.dataset.piece ?? "")?.piece : undefined;
    if (!here) return;
    const far = (/** @type {string} */ id) => {
      const piece = this.board.items.get(id)?.piece;
      return piece ? distance(piece, here) : Infinity;
    };
    const nearest = [...this.clickable].sort((a, b) => far(a) - far(b))[0];
    this.pointer.point(this.clickable.has(here.id) ? here.id : (nearest ?? here.id));
  }

  #offer() {
    this.clickable = this.choosing.nextPieces();
    const mine = this.choosing.choices.length > 0;
    this.board.mark((piece) => {
      if (this.choosing.path.includes(piece.id)) return "chosen";
      if (this.clickable.has(piece.id)) return "legal";
      return mine && piece.mark === "legal" ? "" : this.idle && piece.mark === "legal" ? "" : piece.mark;
    });
    const movable = this.choosing.piecesToMove();
    for (const { piece, node } of this.board.items.values()) {
      node.classList.toggle("draggable", piece.role === "hand" || movable.has(piece.id));
    }
    this.#promptChosen();
    this.moves.show(this.choosing);
    const playing = !this.idle && !this.absent && this.scene?.viewer !== -1;
    this.dock.show(playing && Boolean(this.scene?.awaiting.length));
    this.pointer.rove();
  }

  /** @param {Choice} choice */
  #make(choice) {
    this.choosing.clear();
    this.tip.hide();
    this.actions.make?.(choice);
    this.#offer();
  }

  /**
   * @param {string} id
   * @param {string[]} clicks
   */
  async #refuse(id, clicks) {
    this.board.shake(id);
    sound("refused");
    if (!this.actions.why) return;
    const why = await this.actions.why(clicks);
    if (why) this.showRefusal(id, why);
  }

  /**
   * Show why a piece, or the board, refused.
   * @param {string | null} id
   * @param {{words: string, rule: string}} why
   */
  showRefusal(id, why) {
    const node = id ? (this.dock.holds(id) ?? this.board.node(id)) : null;
    this.tip.refuse(node ?? this.board.picture, why);
    announce(why.words);
  }

  /** @param {HTMLFormElement} form */
  async #submitText(form) {
    const field = requireElement("input", HTMLInputElement, form);
    const text = field.value.trim();
    if (!text) return;
    const answer = requireElement("output", HTMLElement, form);
    answer.textContent = "";
    const choice = choiceForText(this.choosing.choices, text);
    if (choice) this.#make(choice);
    else {
      const why = (await this.actions.type?.(text)) ?? null;
      if (why) {
        answer.textContent = why.words;
        sound("refused");
        return;
      }
    }
    field.value = "";
  }

  /**
   * @param {string | null} id
   * @param {"hover" | "focus" | "press"} how
   * @param {Element | null} [beside] where its words go; beside the piece itself otherwise
   */
  #look(id, how, beside = null) {
    const item = id ? this.board.items.get(id) : null;
    const said = how === "hover" && this.asked !== null && id === this.choosing.path.at(-1); // the prompt says it
    if (!item?.piece.label || said) return this.tip.hide(how);
    this.tip.describe(beside ?? item.node, item.piece.label, item.piece.hint, how);
    if (how === "focus" && item.piece.hint) announce(item.piece.hint);
  }

  /** @param {string} id */
  #label(id) {
    return this.board.items.get(id)?.piece.label ?? "";
  }

  /** The words on panels have the size of those on the board, as far as that is legible. */
  #scale() {
    this.canvas.style.setProperty("--scale", this.board.scale().toFixed(3));
  }
}

/** @param {string} words */
function capitalized(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Write a message where the person looks: below the prompt, for a while.
 * @param {HTMLElement} place
 * @param {string} words
 */
export function notice(place, words) {
  const line = el("p", { class: "notice" }, words);
  place.append(line);
  announce(words);
  setTimeout(() => line.remove(), 6000);
}
