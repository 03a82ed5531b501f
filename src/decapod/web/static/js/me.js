/** A personal link: one click, and this device is its person. */

import "./page.js";
import { el, the } from "./dom.js";
import { facts } from "./facts.js";
import { Declined, post } from "./http.js";
import { notice } from "./stage.js";
import { say } from "./words.js";

the("#me", HTMLButtonElement).addEventListener("click", () => {
  post("/api/me/use", { code: facts().here.code })
    .then(() => location.assign("/"))
    .catch((error) => {
      const old = error instanceof Declined && error.status === 404;
      notice(the(".notices", HTMLElement), old ? say("me.old") : error.message);
      if (old) the("#me", HTMLButtonElement).replaceWith(el("a", { class: "button", href: "/" }, say("result.home")));
    });
});
