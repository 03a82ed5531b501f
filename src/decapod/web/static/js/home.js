/** Home: five games, one click to play; what to resume, to join, to replay. */

import "./page.js";
import { el, requireElement } from "./dom.js";
import { facts } from "./page_data.js";
import { get, post } from "./http.js";
import { offerLevels } from "./levels.js";
import { setCookie } from "./storage.js";
import { NewTable } from "./newtable.js";
import { Sessions } from "./sessions.js";
import { setUp } from "./setup.js";
import { notice } from "./stage.js";
import { personName, t } from "./words.js";

/** @typedef {import("./lobby.js").TableInfo & {ply: number, awaiting: number[]}} ListedTable */
/**
 * @typedef {object} OptionInfo
 * @property {string} name
 * @property {string} words
 * @property {string} default
 * @property {string[]} choices
 * @property {string[]} choice_words
 * @property {Record<string, number[]>} variants in which, and with how many players, it changes something
 * @property {boolean} seat
 */
/**
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {Record<string, number[]>} variants
 * @property {Record<string, string>} variant_words
 * @property {OptionInfo[]} options
 */

const level = requireElement("#level", HTMLSelectElement);
offerLevels(level, requireElement("#character", HTMLElement), { keep: true });

for (const ways of document.querySelectorAll("details.ways")) {
  ways.addEventListener("toggle", () => {
    if (ways instanceof HTMLDetailsElement && ways.open) ways.lastElementChild?.scrollIntoView({ block: "nearest" });
  });
}
addEventListener("pointerdown", (event) => closeWays(event.target));
addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeWays(null);
});

/**
 * Close the other ways to play, which lie over the page, but for those that somebody uses.
 * @param {EventTarget | null} used
 */
function closeWays(used) {
  for (const ways of document.querySelectorAll("details.ways[open]")) {
    if (!(used instanceof Node && ways.contains(used))) ways.removeAttribute("open");
  }
}

const dialog = new NewTable(requireElement("#more", HTMLDialogElement), setUp);

for (const card of document.querySelectorAll(".game[data-game]")) {
  card.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-do]") : null;
    if (button instanceof HTMLElement && card instanceof HTMLElement) {
      void begin(card.dataset.game ?? "", button.dataset.do ?? "");
    }
  });
}

/**
 * @param {string} game
 * @param {string} what
 */
async function begin(game, what) {
  const info = /** @type {GameInfo | undefined} */ (
    (await get(`/api/games?language=${facts().language}`)).find((/** @type {GameInfo} */ one) => one.name === game)
  );
  if (!info) return;
  const usual = Object.values(info.variants)[0][0]; // players, as in the lesson
  if (what === "more") return dialog.open(info);
  const bot = { who: "bot", bot: level.value };
  const seats = {
    bot: [{ who: "me" }, ...Array(usual - 1).fill(bot)],
    watch: Array(usual).fill(bot),
  }[what];
  if (what === "same" || what === "invite") return dialog.open(info, what);
  if (!seats) return;
  const why = await setUp({ game, seats, players: seats.length, start: true }, what === "watch");
  if (why) notice(requireElement(".notices", HTMLElement), why);
}

const sessions = new Sessions(requireElement("#sessions", HTMLElement), (words) => notice(requireElement(".notices", HTMLElement), words));

requireElement("#elsewhere", HTMLButtonElement).addEventListener("click", () => void showPersonalLink());

/** Show the personal link that makes another device this person. */
async function showPersonalLink() {
  const link = await post("/api/me/link").catch(() => null);
  if (!link) return;
  const box = requireElement("#link", HTMLDialogElement);
  requireElement("input", HTMLInputElement, box).value = link.url;
  const code = new DOMParser().parseFromString(link.qr, "text/html").querySelector("svg");
  if (code) requireElement(".qr", HTMLElement, box).replaceChildren(document.importNode(code, true));
  await sessions.show();
  box.showModal();
}

/**
 * @param {string} selector
 * @param {HTMLElement[]} lines
 */
function fillList(selector, lines) {
  if (lines.length) requireElement(selector, HTMLElement).replaceChildren(...lines);
}

/**
 * @param {string} link
 * @param {string} title
 * @param {string} more
 * @param {string} tag
 * @param {boolean} [turn]
 */
function listItem(link, title, more, tag, turn = false) {
  const what = el("span", { class: "what" }, title, el("small", {}, more));
  return el("li", {}, el("a", { href: link }, what, el("span", { class: turn ? "tag turn" : "tag" }, tag)));
}

/**
 * What a finished match was for this person, in a word.
 * @param {{result: import("./wire.js").Result, you: number[], players: number}} match
 */
function resultTag({ result, you, players }) {
  if (you.length !== 1) return t("home.replay");
  const [seat] = you;
  const own = result.player_results[seat];
  if (own === "loss" && players > 2) return t("home.place", { n: result.places[seat] });
  return t(`home.${own}`);
}

async function showLists() {
  const [mine, open, finished] = await Promise.all([
    get("/api/tables?which=mine").catch(() => []),
    get("/api/tables?which=open").catch(() => []),
    get("/api/matches").catch(() => []),
  ]);
  requireElement(".resume", HTMLElement).hidden = !mine.length;
  setCookie("tables", String(mine.length)); // so many lines are kept free for them next time
  fillList(
    "#mine",
    mine.map((/** @type {ListedTable} */ table) => {
      const turn = table.awaiting.some((seat) => table.you.includes(seat));
      const names = table.seats.map((seat) => personName(seat.name) || t("seat.free")).join(", ");
      return listItem(`/table/${table.id}`, table.title, names, t(turn ? "home.your_turn" : "home.resume"), turn);
    }),
  );
  fillList(
    "#open",
    open.map((/** @type {ListedTable} */ table) => {
      const taken = table.seats.filter((seat) => seat.person || seat.bot).length;
      const seats = t("home.seats", { taken, n: table.players });
      return listItem(`/table/${table.id}`, table.title, seats, t("home.join"));
    }),
  );
  fillList(
    "#finished",
    finished.map((/** @type {any} */ match) => {
      const moves = `${match.names.map(personName).join(", ")} · ${t("home.moves", { n: match.plies })}`;
      return listItem(`/replay/${match.id}`, match.title, moves, resultTag(match));
    }),
  );
}

void showLists();
addEventListener("pageshow", (event) => {
  if (event.persisted) void showLists();
});
