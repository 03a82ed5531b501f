/** A personal link: one click, and this device is its person. */

import "./page.js";
import { the } from "./dom.js";
import { facts } from "./facts.js";
import { post } from "./http.js";
import { notice } from "./stage.js";

the("#me", HTMLButtonElement).addEventListener("click", () => {
  post("/api/me/use", { code: facts().here.code })
    .then(() => location.assign("/"))
    .catch((error) => notice(the(".notices", HTMLElement), error.message));
});
