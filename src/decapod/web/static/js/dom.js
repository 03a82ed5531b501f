/** The few lines we need to make elements. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * Set attributes; null, undefined and false take one away, true leaves it empty.
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else {
      const text = value === true ? "" : String(value);
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
}

/**
 * Make an HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Find the one element a page must have.
 * @template {Element} T
 * @param {string} selector
 * @param {{new (): T}} kind
 * @param {ParentNode} [within]
 * @returns {T}
 */
export function requireElement(selector, kind, within = document) {
  const element = within.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`the page lacks ${selector}`);
  return element;
}

/**
 * Find an element the page may lack.
 * @template {Element} T
 * @param {string} selector
 * @param {{new (): T}} kind
 * @returns {T | null}
 */
export function findElement(selector, kind) {
  const element = document.querySelector(selector);
  return element instanceof kind ? element : null;
}

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the person asked for less motion. */
export function prefersLessMotion() {
  return lessMotion.matches;
}

/**
 * Do something once what was just changed is on the screen: what can wait must not hold up the frame.
 * @param {() => void} act
 */
export function afterFrame(act) {
  requestAnimationFrame(() => setTimeout(act));
}
