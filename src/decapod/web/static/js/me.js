/** A personal link: one click, and this device is its person. */

import "./page.js";
import { el, requireElement } from "./dom.js";
import { facts } from "./page_data.js";
import { Declined, post } from "./http.js";
import { notice } from "./stage.js";
import { t } from "./words.js";

requireElement("#me", HTMLButtonElement).addEventListener("click", () => {
  post("/api/me/use", { code: facts().here.code })
    .then(() => location.assign("/"))
    .catch((error) => {
      const old = error instanceof Declined && error.status === 404;
      notice(requireElement(".notices", HTMLElement), old ? t("me.old") : error.message);
      if (old) requireElement("#me", HTMLButtonElement).replaceWith(el("a", { class: "button", href: "/" }, t("result.home")));
    });
});
