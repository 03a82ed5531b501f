/** What every page has: theme, sound, language, name, help. */

import { findElement } from "./dom.js";
import { facts } from "./page_data.js";
import { get, put } from "./http.js";
import { setCookie } from "./storage.js";
import { play, setSound, soundIsOn } from "./sounds.js";
import { personName, t } from "./words.js";

const THEMES = ["auto", "light", "dark"];

showTheme(document.documentElement.dataset.theme ?? "auto");
findElement("#theme", HTMLButtonElement)?.addEventListener("click", () => {
  const now = document.documentElement.dataset.theme ?? "auto";
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
  setCookie("theme", next);
  showTheme(next);
});

/** @param {string} name */
function showTheme(name) {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  const button = findElement("#theme", HTMLButtonElement);
  if (!button) return;
  const words = t(`theme.${name}`);
  button.title = words;
  button.setAttribute("aria-label", words);
  button.querySelector("use")?.setAttribute("href", `#icon-${name}`);
}

showSound();
findElement("#sound", HTMLButtonElement)?.addEventListener("click", () => {
  setSound(!soundIsOn());
  showSound();
  play("place");
});

function showSound() {
  const button = findElement("#sound", HTMLButtonElement);
  if (!button) return;
  const words = t(soundIsOn() ? "sound.on" : "sound.off");
  button.title = words;
  button.setAttribute("aria-label", words);
  button.setAttribute("aria-pressed", String(soundIsOn()));
  button.querySelector("use")?.setAttribute("href", soundIsOn() ? "#icon-sound" : "#icon-mute");
}

const language = findElement("#language", HTMLSelectElement);
language?.addEventListener("change", () => {
  setCookie("language", language.value);
  location.reload();
});

const help = findElement("#help", HTMLDialogElement);
addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (event.key === "?" && !typing && help) {
    event.preventDefault();
    if (help.open) help.close();
    else help.showModal();
  }
});
findElement("#open-help", HTMLButtonElement)?.addEventListener("click", () => help?.showModal());
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector(".close")?.addEventListener("click", () => dialog.close());
}

const name = findElement("#name", HTMLFormElement);
if (name) {
  const field = /** @type {HTMLInputElement} */ (name.elements.namedItem("name"));
  void get("/api/me")
    .then((me) => {
      if (!field.value) field.value = personName(me.name); // who types faster than this answer comes keeps it
    })
    .catch(() => undefined);
  name.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!field.value.trim()) return;
    void put("/api/me", { name: field.value.trim() }).then(() => {
      const answer = name.querySelector("output");
      if (answer) answer.textContent = t("name.saved");
    });
  });
}

document.documentElement.lang = facts().language;
