/**
 * A page for modules that are tested without a browser: as much of the DOM as they use, and no more. Import it before
 * them. What looks and behaves right is for the browser's tests; here elements only keep what they are given.
 */

class Text {
  constructor(text) {
    this.textContent = text;
    this.parentNode = null;
  }

  get outerHTML() {
    return this.textContent.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
  }
}

class Element {
  constructor(tag) {
    this.tag = tag;
    this.attributes = new Map();
    this.childNodes = [];
    this.parentNode = null;
    this.listeners = new Map();
    this.style = new Map();
    this.style.setProperty = this.style.set;
    this.dataset = new Proxy(this, {
      get: (element, name) => element.getAttribute(dataName(name)) ?? undefined,
      set: (element, name, value) => (element.setAttribute(dataName(name), value), true),
    });
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  toggleAttribute(name, on) {
    if (on) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }

  get classList() {
    const names = () => (this.getAttribute("class") ?? "").split(" ").filter(Boolean);
    const toggle = (name, on) => this.setAttribute("class", [...names().filter((one) => one !== name), ...(on ? [name] : [])].join(" "));
    const each = (on) => (...all) => all.forEach((name) => toggle(name, on));
    return { contains: (name) => names().includes(name), toggle, add: each(true), remove: each(false) };
  }

  get children() {
    return this.childNodes.filter((node) => node instanceof Element);
  }

  get childElementCount() {
    return this.children.length;
  }

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }

  get textContent() {
    return this.childNodes.map((node) => node.textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }

  get outerHTML() {
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
    return `<${this.tag}${attributes}>${this.childNodes.map((node) => node.outerHTML).join("")}</${this.tag}>`;
  }

  insertBefore(node, next) {
    node.remove?.();
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, node);
    node.parentNode = this;
  }

  append(...nodes) {
    for (const node of nodes) this.insertBefore(typeof node === "string" ? new Text(node) : node, null);
  }

  replaceChildren(...nodes) {
    for (const node of this.childNodes) node.parentNode = null;
    this.childNodes = [];
    this.append(...nodes);
  }

  replaceWith(node) {
    this.parentNode.insertBefore(node, this);
    this.remove();
  }

  remove() {
    const siblings = this.parentNode?.childNodes;
    siblings?.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }

  /** Only selectors of one element: a tag, classes and attributes. */
  matches(selector) {
    const parts = selector.match(/^[a-z]+|\.[\w-]+|\[[\w-]+(="[^"]*")?\]/g) ?? [];
    if (parts.join("") !== selector) throw new Error(`this page does not understand ${selector}`);
    return parts.every((part) => {
      if (part.startsWith(".")) return (this.getAttribute("class") ?? "").split(" ").includes(part.slice(1));
      if (!part.startsWith("[")) return this.tag === part;
      const [name, value] = part.slice(1, -1).split("=");
      return value === undefined ? this.attributes.has(name) : this.getAttribute(name) === value.slice(1, -1);
    });
  }

  closest(selector) {
    return this.matches(selector) ? this : (this.parentNode?.closest(selector) ?? null);
  }

  querySelectorAll(selector) {
    return this.children.flatMap((child) => [
      ...(child.matches(selector) ? [child] : []),
      ...child.querySelectorAll(selector),
    ]);
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  addEventListener(kind, listener) {
    this.listeners.set(kind, [...(this.listeners.get(kind) ?? []), listener]);
  }

  /** Click it, as a person does: whoever is around it hears of it too. */
  click() {
    for (let at = this; at; at = at.parentNode) {
      for (const listener of at.listeners.get("click") ?? []) listener({ target: this });
    }
  }
}

function dataName(name) {
  return `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

class HTMLElement extends Element {}
class HTMLButtonElement extends HTMLElement {}
class HTMLAnchorElement extends HTMLElement {}

const KINDS = { button: HTMLButtonElement, a: HTMLAnchorElement };

/** The words that modules find on this page; a test may add its own before it first says something. */
export const facts = { language: "en", words: {}, version: "0", guests: ["Guest {n}"], here: {} };

/** The window: a test sets its size and tells those who listen that it changed. */
export const screen = {
  width: 1280,
  height: 800,
  listeners: [],
  resize(width, height) {
    Object.assign(screen, { width, height });
    for (const listener of screen.listeners) listener();
  },
};

/** Whether the window fits one query; `less motion` is never asked for here. */
function fits(query) {
  return query.split(" and ").every((part) => {
    const [, feature, value] = /^\((max-width|max-height|max-aspect-ratio|prefers-reduced-motion): (.+)\)$/.exec(part) ?? [];
    if (feature === "max-width") return screen.width <= parseInt(value, 10);
    if (feature === "max-height") return screen.height <= parseInt(value, 10);
    if (feature === "prefers-reduced-motion") return false;
    if (feature !== "max-aspect-ratio") throw new Error(`this page does not understand ${query}`);
    const [across, down] = value.split("/").map(Number);
    return screen.width * down <= screen.height * across;
  });
}

/** Make an element with children, as a page has it. */
export function element(tag, attributes = {}, ...children) {
  const node = new (KINDS[tag] ?? HTMLElement)(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

Object.assign(globalThis, {
  Element,
  HTMLElement,
  HTMLButtonElement,
  HTMLAnchorElement,
  document: {
    cookie: "",
    hidden: false,
    addEventListener: () => undefined,
    createElement: (tag) => element(tag),
    createElementNS: (_, tag) => new Element(tag),
    getElementById: (id) => (id === "facts" ? { textContent: JSON.stringify(facts) } : null),
  },
  matchMedia: (queries) => ({
    get matches() {
      return queries.split(", ").some(fits);
    },
    addEventListener: (_, listener) => screen.listeners.push(listener),
  }),
  getComputedStyle: () => ({}),
  addEventListener: () => undefined,
  requestAnimationFrame: (draw) => draw(),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
  },
  window: globalThis,
});
