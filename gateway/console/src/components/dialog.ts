import { h } from "./dom";

let count = 0;

/**
 * A modal dialog: the browser keeps the focus inside, Escape closes it, and the focus goes back to where it was. It is gone from
 * the page when it is closed.
 */
export function openDialog(title: string, ...content: Node[]): HTMLDialogElement {
  count += 1;
  const id = `dialog-${count}`;
  const dialog = h("dialog", { "aria-labelledby": id }, h("h2", { id }, title), ...content);
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    else document.querySelector<HTMLElement>("h1")?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks before something that cannot be undone; true when it is wanted. */
export function confirmDialog(title: string, text: string, action: string): Promise<boolean> {
  return new Promise((resolve) => {
    let wanted = false;
    const cancel = h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel");
    const confirm = h(
      "button",
      {
        type: "button",
        class: "danger",
        onclick: () => {
          wanted = true;
          dialog.close();
        },
      },
      action,
    );
    const dialog = openDialog(title, h("p", {}, text), h("div", { class: "actions" }, cancel, confirm));
    dialog.addEventListener("close", () => resolve(wanted));
  });
}
