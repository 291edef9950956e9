import { createToken, deleteToken, listTokens } from "../api/tokens";
import type { AccessToken, NewAccessToken, Session } from "../api/types";
import { confirmDialog, openDialog } from "../components/dialog";
import { h, show } from "../components/dom";
import { field } from "../components/field";
import { messageOf, notice } from "../components/notice";
import { timeElement } from "../components/time";

const KINDS: Record<string, string> = { api: "Created here", login: "Login of a program", session: "Browser session" };
const COPIED_MS = 2000;

/** The access keys of the signed-in user. The roles are written out because on phones rows and cells are laid out as blocks. */
export class AccessTokens {
  readonly element: HTMLElement;
  private readonly messages = h("div", { tabindex: -1 });
  private readonly rows = h("tbody", { role: "rowgroup" });

  constructor(private readonly session: Session) {
    const columns = ["Name", "Kind", "Created", "Last used", "Expires", "State"].map((name) => h("th", { scope: "col", role: "columnheader" }, name));
    this.element = h(
      "section",
      { "aria-labelledby": "access-tokens" },
      h(
        "div",
        { class: "heading" },
        h("h2", { id: "access-tokens" }, "Access tokens"),
        h("button", { type: "button", onclick: () => this.create() }, "Create token"),
      ),
      h("p", { class: "hint" }, "A token lives for 30 days. One that is used in its last nine days lives for ten more."),
      this.messages,
      h(
        "table",
        { role: "table" },
        h("caption", { class: "unseen" }, "Your access tokens"),
        h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...columns, h("th", { scope: "col", role: "columnheader" }, h("span", { class: "unseen" }, "Actions")))),
        this.rows,
      ),
    );
  }

  async refresh(): Promise<void> {
    try {
      const tokens = await listTokens();
      const nothing = h("tr", { role: "row" }, h("td", { role: "cell", colspan: 7, class: "empty" }, "You have no tokens."));
      show(this.rows, ...(tokens.length > 0 ? tokens.map((token) => this.row(token)) : [nothing]));
    } catch (error) {
      show(this.messages, notice("error", messageOf(error)));
    }
  }

  private row(token: AccessToken): HTMLElement {
    const expired = new Date(token.expiration).getTime() <= Date.now();
    const state = token.disabled ? "Disabled" : expired ? "Expired" : "Active";
    const cell = (title: string, value: Node | string): HTMLElement => h("td", { role: "cell", "data-title": title }, value);
    return h(
      "tr",
      { role: "row" },
      h(
        "th",
        { scope: "row", role: "rowheader" },
        h("span", { class: "name" }, token.name || "Unnamed"),
        token.description ? h("span", { class: "hint" }, token.description) : undefined,
      ),
      cell("Kind", KINDS[token.kind] ?? token.kind),
      cell("Created", timeElement(token.createdAt)),
      cell("Last used", token.lastUsedAt ? timeElement(token.lastUsedAt) : "Never"),
      cell("Expires", timeElement(token.expiration)),
      cell("State", h("span", { class: `state ${state.toLowerCase()}` }, state)),
      h(
        "td",
        { role: "cell", class: "row-actions" },
        h(
          "button",
          { type: "button", class: "quiet", "aria-label": `Revoke ${token.name || "unnamed token"}`, onclick: () => void this.revoke(token) },
          "Revoke",
        ),
      ),
    );
  }

  private async revoke(token: AccessToken): Promise<void> {
    const text = `Whatever uses “${token.name || "unnamed token"}” loses its access at once. This cannot be undone.`;
    if (!(await confirmDialog("Revoke this token?", text, "Revoke"))) return;
    try {
      await deleteToken(token.id);
      show(this.messages, notice("success", `“${token.name || "unnamed token"}” is revoked.`));
    } catch (error) {
      show(this.messages, notice("error", messageOf(error)));
    }
    await this.refresh();
    this.messages.focus();
  }

  private create(): void {
    const name = field("Name", { name: "name", required: true, maxlength: 200, autocomplete: "off" });
    const description = field("Description", { name: "description", maxlength: 1000, autocomplete: "off" }, "What it is for; optional.");
    const problem = h("div", {});
    const submitButton = h("button", { type: "submit" }, "Create");
    const submit = async (): Promise<void> => {
      submitButton.disabled = true;
      try {
        const made = await createToken(name.input.value, description.input.value);
        dialog.close();
        this.reveal(made);
        await this.refresh();
      } catch (error) {
        show(problem, notice("error", messageOf(error)));
        submitButton.disabled = false;
      }
    };
    const form = h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          void submit();
        },
      },
      problem,
      name.element,
      description.element,
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel"),
        submitButton,
      ),
    );
    const dialog = openDialog("Create an access token", form);
    name.input.focus();
  }

  /** Shows the secret, which is nowhere else from now on. */
  private reveal(token: NewAccessToken): void {
    const key = field("Access key", { value: token.secret, readonly: true, class: "secret", spellcheck: "false" });
    const said = h("span", { class: "hint", role: "status" });
    const copy = async (): Promise<void> => {
      key.input.select();
      try {
        await navigator.clipboard.writeText(token.secret);
        show(said, "Copied");
        window.setTimeout(() => show(said), COPIED_MS);
      } catch {
        show(said, "Selected: copy it with your keyboard");
      }
    };
    const copyButton = h("button", { type: "button", onclick: () => void copy() }, "Copy");
    const dialog = openDialog(
      `“${token.name}” is created`,
      h("p", {}, "Copy the access key now: it is not shown again."),
      key.element,
      h("div", { class: "actions start" }, copyButton, said),
      h("p", { class: "hint" }, "Programs send it as ", h("code", {}, `Authorization: Bearer ${this.session.customerId} <access key>`)),
      h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Done")),
    );
    copyButton.focus();
  }
}
