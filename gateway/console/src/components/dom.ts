type Child = Node | string | undefined;
type Handler = (event: Event) => void;

/** Attributes as HTML has them; `on…` is a listener; false and undefined leave an attribute out. */
export type Attributes = Record<string, string | number | boolean | undefined | Handler>;

/** An element with attributes and children. Texts become text nodes, never markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Takes the place of everything that is in `parent`. */
export function show(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...children.filter((child) => child !== undefined));
}
