/** The form for a new table: players, variant, who sits where, options, clock. */

import { el, requireElement } from "./dom.js";
import { offerLevels } from "./levels.js";
import { t } from "./words.js";

/** @typedef {import("./home.js").GameInfo} GameInfo */
/** @typedef {import("./home.js").OptionInfo} OptionInfo */

const CLOCKS = [
  [5, 3],
  [15, 10],
  [60, 30],
];

export class NewTable {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {(wish: any) => Promise<string>} setUp returns why not; nothing if the table is there
   */
  constructor(dialog, setUp) {
    this.dialog = dialog;
    this.form = requireElement("form.new", HTMLFormElement, dialog);
    this.seats = el("div", { class: "seats" });
    this.way = "";
    /** @type {GameInfo | null} */
    this.game = null;
    this.refusal = el("p", { class: "warning", role: "alert" });
    this.out = el("label"); // what happens when time runs out
    /** @type {{option: OptionInfo, node: HTMLLabelElement}[]} */
    this.options = [];
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void setUp(this.#wish()).then((why) => {
        this.refusal.textContent = why; // and everything stays as it was filled in
      });
    });
    this.form.addEventListener("change", (event) => {
      const name = event.target instanceof HTMLSelectElement ? event.target.name : "";
      if (name === "variant") this.#offerCounts();
      if (name === "variant" || name === "players") {
        this.#offerSeats();
        this.#offerOptions();
      }
      this.#showWhoSits();
      this.out.hidden = !this.#value("clock");
    });
  }

  /**
   * @param {GameInfo} game
   * @param {string} [way] "same" for one screen, "invite" for friends, else bots
   */
  open(game, way = "more") {
    this.game = game;
    this.way = way;
    requireElement("h2", HTMLElement, this.dialog).textContent = t("new.title", { game: game.title });
    const variants = Object.keys(game.variants);
    const fields = [
      field(t("new.players"), select("players", [])),
      field(t("new.variant"), select("variant", variants.map((name) => [name, game.variant_words[name] ?? name]))),
    ];
    fields[1].hidden = variants.length < 2;
    this.options = game.options.map((option) => ({ option, node: field(option.words, chooser(option)) }));
    fields.push(...this.options.map(({ node }) => node));
    /** @type {[string, string][]} */
    const clocks = CLOCKS.map(([n, i]) => [`${n * 60},${i}`, t("new.clock_minutes", { n, i })]);
    fields.push(field(t("new.clock"), select("clock", [["", t("new.clock_none")], ...clocks])));
    /** @type {[string, string][]} */
    const outs = [["bot", t("new.out_bot")], ["forfeit", t("new.out_forfeit")]];
    this.out = field(t("new.out"), select("out", outs));
    fields.push(this.out);
    const checks = [check("hints", t("new.hints"), way !== "invite")];
    if (way !== "same") checks.unshift(check("public", t("new.public"), false));
    const [players, variant, ...others] = fields;
    const first = modesDiffer(game) ? [variant, players] : [players];
    if (!modesDiffer(game)) others.unshift(variant);
    const more = el("details", {}, el("summary", {}, t("new.more")), ...others, ...checks);
    more.open = way === "more";
    const start = el("button", { class: "primary" }, t("new.start"));
    this.refusal.textContent = "";
    this.seats.replaceChildren();
    this.form.replaceChildren(...first, this.seats, more, this.refusal, start);
    this.#offerCounts();
    this.#offerSeats();
    this.#offerOptions();
    this.out.hidden = true;
    this.dialog.showModal();
  }

  #offerCounts() {
    const variant = this.#value("variant");
    const players = /** @type {HTMLSelectElement} */ (this.form.elements.namedItem("players"));
    const now = players.value;
    const counts = this.game?.variants[variant] ?? [];
    players.replaceChildren(...counts.map((n) => el("option", { value: n }, String(n))));
    players.value = counts.map(String).includes(now) ? now : String(counts.includes(2) ? 2 : counts[0]);
  }

  #offerSeats() {
    const n = Number(this.#value("players"));
    const defaultWho = { same: "me", invite: "open", more: "bot" }[this.way] ?? "bot";
    const there = [...this.seats.children].slice(0, n); // who was told to sit there stays
    this.seats.replaceChildren(
      ...there,
      ...Array.from({ length: n - there.length }, (_, i) => {
        const seat = there.length + i;
        const who = select(`seat-${seat}`, [
          ["me", t("new.me")],
          ["bot", t("new.bot")],
          ["open", t("new.open")],
        ]);
        who.value = seat === 0 ? "me" : defaultWho;
        const name = el("input", { name: `name-${seat}`, maxlength: 32, "aria-label": t("new.names") });
        name.placeholder = t("new.names");
        const level = el("select", { name: `level-${seat}`, "aria-label": t("level.label") });
        const line = el("p", { class: "character", id: `character-${seat}` });
        level.setAttribute("aria-describedby", line.id);
        offerLevels(level, line);
        return el("div", {}, field(t("new.seat", { n: seat + 1 }), who), name, level, line);
      }),
    );
    this.#showWhoSits();
  }

  /** Only what changes something where this many play this variant, and among seats only theirs. */
  #offerOptions() {
    const n = Number(this.#value("players"));
    for (const { option, node } of this.options) {
      node.hidden = !appliesTo(option, this.#value("variant"), n);
      if (!option.seat) continue;
      const choices = requireElement("select", HTMLSelectElement, node);
      if (choices.selectedIndex > n) choices.value = option.default;
      [...choices.options].forEach((choice, i) => (choice.hidden = choice.disabled = i > n));
    }
  }

  /** A person on this screen has a name, a bot a level. */
  #showWhoSits() {
    for (const seat of this.seats.children) {
      const [who, level] = seat.querySelectorAll("select");
      requireElement("input", HTMLInputElement, seat).hidden = this.way !== "same" || who.value !== "me";
      level.hidden = requireElement(".character", HTMLElement, seat).hidden = who.value !== "bot";
    }
  }

  /** @param {string} name */
  #value(name) {
    const control = this.form.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked ? "yes" : "";
    return control instanceof HTMLSelectElement || control instanceof HTMLInputElement ? control.value.trim() : "";
  }

  #wish() {
    const n = Number(this.#value("players"));
    const seats = Array.from({ length: n }, (_, seat) => {
      const who = this.#value(`seat-${seat}`);
      return who === "bot" ? { who, bot: this.#value(`level-${seat}`) } : { who, name: this.#value(`name-${seat}`) };
    });
    /** @type {Record<string, string>} */
    const options = {};
    for (const option of this.game?.options ?? []) {
      const value = this.#value(`option-${option.name}`);
      if (!appliesTo(option, this.#value("variant"), n)) continue;
      if (value && value !== option.default) options[option.name] = value;
    }
    const [bank, increment] = this.#value("clock").split(",").map(Number);
    return {
      game: this.game?.name,
      players: n,
      variant: this.#value("variant"),
      options,
      seats,
      public: Boolean(this.#value("public")),
      hints: Boolean(this.#value("hints")),
      clock: bank ? { bank, increment, out: this.#value("out") } : null,
      start: seats.every((seat) => seat.who !== "open"),
    };
  }
}

/**
 * Whether the variants are for other numbers of players: then they are chosen first.
 * @param {GameInfo} game
 */
function modesDiffer(game) {
  return new Set(Object.values(game.variants).map(String)).size > 1;
}

/**
 * @param {OptionInfo} option
 * @param {string} variant
 * @param {number} players
 */
function appliesTo(option, variant, players) {
  return option.variants[variant]?.includes(players) ?? false;
}

/**
 * @param {string} words
 * @param {HTMLElement} inside
 */
function field(words, inside) {
  return el("label", { class: "field" }, words.charAt(0).toUpperCase() + words.slice(1), inside);
}

/**
 * @param {string} name
 * @param {[string, string][]} choices
 */
function select(name, choices) {
  return el("select", { name }, ...choices.map(([value, words]) => el("option", { value }, words)));
}

const LONG = 20; // more choices than anybody wants to look through: the usual one, or chance

/** @param {OptionInfo} option */
function chooser(option) {
  const name = `option-${option.name}`;
  if (option.choices.length === 1 && option.choices[0].includes("…")) {
    const [min, max] = option.choices[0].split("…");
    return el("input", { name, type: "number", min, max, value: option.default });
  }
  const long = option.choices.length > LONG;
  /** @type {[string, string][]} */
  const choices = option.choices
    .map((choice, i) => /** @type {[string, string]} */ ([choice, option.choice_words[i] ?? choice]))
    .filter(([choice]) => !long || choice === "random" || choice === option.default)
    .map(([choice, words]) => [choice, long && choice === option.default ? t("new.usual") : words]);
  const node = select(name, choices);
  node.value = option.default;
  return node;
}

/**
 * @param {string} name
 * @param {string} words
 * @param {boolean} on
 */
function check(name, words, on) {
  return el("label", { class: "check" }, el("input", { type: "checkbox", name, checked: on }), words);
}
