import { h, type Attributes } from "./dom";

let count = 0;

export interface Field {
  element: HTMLElement;
  input: HTMLInputElement;
}

/** A labelled text field, with a hint that belongs to it. */
export function field(label: string, attributes: Attributes, hint?: string): Field {
  count += 1;
  const id = `field-${count}`;
  const hintId = `${id}-hint`;
  const input = h("input", { id, "aria-describedby": hint ? hintId : undefined, ...attributes });
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    input,
    hint ? h("p", { class: "hint", id: hintId }, hint) : undefined,
  );
  return { element, input };
}
