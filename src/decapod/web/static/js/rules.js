/** Rules: worked examples that are stepped through by a click, and the reference card's print button. */

import "./page.js";
import { findElement } from "./dom.js";

/** One worked example: its picture, and what happens in each step, in words that are buttons. */
class Example {
  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.source = figure.dataset.source ?? "";
    this.steps = [...figure.querySelectorAll("ol button")];
    this.image = /** @type {HTMLImageElement} */ (figure.querySelector("img"));
    this.narrow = /** @type {HTMLSourceElement} */ (figure.querySelector("source"));
    this.back = /** @type {HTMLButtonElement | null} */ (figure.querySelector(".back"));
    this.next = /** @type {HTMLButtonElement | null} */ (figure.querySelector(".next"));
    this.count = figure.querySelector(".count");
    this.number = 0;
    this.steps.forEach((step, number) => step.addEventListener("click", () => void this.show(number)));
    this.back?.addEventListener("click", () => void this.show(this.number - 1));
    this.next?.addEventListener("click", () => void this.show((this.number + 1) % this.steps.length));
    figure.querySelector(".frame")?.addEventListener("click", () => this.next?.click());
  }

  /** @param {number} number */
  async show(number) {
    this.number = number;
    this.steps.forEach((step, i) =>
      i === number ? step.setAttribute("aria-current", "step") : step.removeAttribute("aria-current"),
    );
    if (this.back) this.back.disabled = number === 0;
    if (this.count) this.count.textContent = `${number + 1} / ${this.steps.length}`;
    const [desktop, phone] = ["desktop", "phone"].map((layout) => `${this.source}.${number}-${layout}.svg`);
    const shown = new Image();
    shown.src = matchMedia(this.narrow.media).matches ? phone : desktop;
    await shown.decode().catch(() => undefined); // the old picture stays until the new one is there
    if (this.number !== number) return;
    this.narrow.srcset = phone;
    this.image.src = desktop;
    this.image.alt = this.steps[number].textContent ?? "";
  }
}

for (const figure of document.querySelectorAll("figure.example")) {
  new Example(/** @type {HTMLElement} */ (figure));
}
findElement("#print", HTMLButtonElement)?.addEventListener("click", () => print());
