import { answerLogin, loginIdOf, pendingLogins } from "../api/logins";
import type { DelegatedLogin, Session } from "../api/types";
import { h, show } from "../components/dom";
import { messageOf, notice } from "../components/notice";
import { timeElement, timeLeft } from "../components/time";

const REFRESH_MS = 5000;

/** What the integrations call themselves. */
const NAMES: Record<string, string> = { "observe-tool-abdaf0": "Observe command-line tool" };

/** The part of the account's address that a program sent its user with. */
export interface AskedFor {
  serverToken: string | null;
  expectedUid: string | null;
}

/** The requests of programs that want to act as the signed-in user. Looks for new ones while the page is seen. */
export class LoginRequests {
  readonly element: HTMLElement;
  private readonly messages = h("div", {});
  private readonly list = h("ul", { class: "cards" });
  private shown = "";
  private askedId: string | undefined;
  private wasThere = false;
  private timer: number | undefined;

  constructor(
    private readonly session: Session,
    private readonly asked: AskedFor,
    private readonly onAccepted: () => void,
  ) {
    this.element = h(
      "section",
      { "aria-labelledby": "login-requests" },
      h("h2", { id: "login-requests" }, "Login requests"),
      h("p", { class: "hint" }, "Programs that ask for an access key of yours. Accept only what you have just started yourself."),
      this.messages,
      this.list,
    );
  }

  async start(): Promise<void> {
    if (this.asked.expectedUid && this.asked.expectedUid !== this.session.user.id) {
      show(this.messages, notice("error", "This login request is for another user. Sign out, and sign in as that user."));
    }
    if (this.asked.serverToken) this.askedId = await loginIdOf(this.asked.serverToken);
    await this.refresh();
    this.timer = window.setInterval(() => {
      if (!document.hidden) void this.refresh();
    }, REFRESH_MS);
  }

  stop(): void {
    window.clearInterval(this.timer);
  }

  private async refresh(): Promise<void> {
    try {
      this.render(await pendingLogins());
    } catch (error) {
      show(this.messages, notice("error", messageOf(error)));
    }
  }

  /** Builds the list anew only when it is another one: whoever is about to press a button keeps the focus. */
  private render(logins: DelegatedLogin[]): void {
    const ids = logins.map((login) => login.id).join();
    for (const left of this.list.querySelectorAll<HTMLElement>("[data-until]")) left.textContent = timeLeft(left.dataset["until"] ?? "");
    if (ids === this.shown && this.list.hasChildNodes()) return;
    this.shown = ids;
    const sorted = [...logins].sort((a, b) => Number(b.id === this.askedId) - Number(a.id === this.askedId));
    const nothing = h("li", { class: "empty" }, "No program is asking at the moment.");
    show(this.list, ...(sorted.length > 0 ? sorted.map((login) => this.card(login)) : [nothing]));
    this.tellAboutAsked(logins);
  }

  private tellAboutAsked(logins: DelegatedLogin[]): void {
    if (!this.askedId) return;
    const isThere = logins.some((login) => login.id === this.askedId);
    if (!isThere && !this.wasThere && !this.messages.hasChildNodes()) {
      show(this.messages, notice("info", "The login request that brought you here has been answered or has expired."));
    }
    if (!isThere && this.wasThere) show(this.messages, notice("info", "The login request has expired."));
    this.wasThere = isThere;
  }

  private card(login: DelegatedLogin): HTMLElement {
    const name = NAMES[login.integration] ?? login.integration;
    const titleId = `login-${login.id.slice(0, 12)}`;
    const button = (text: string, accept: boolean): HTMLElement =>
      h(
        "button",
        {
          type: "button",
          class: accept ? undefined : "quiet",
          "aria-describedby": titleId,
          onclick: () => void this.answer(login, name, accept),
        },
        text,
      );
    const term = (title: string, value: Node | string): HTMLElement => h("div", {}, h("dt", {}, title), h("dd", {}, value));
    return h(
      "li",
      { class: login.id === this.askedId ? "card asked" : "card" },
      h("h3", { id: titleId }, name),
      h(
        "dl",
        {},
        term("Says", login.clientToken || "nothing about itself"),
        term("From", h("code", {}, login.address)),
        term("Asked", timeElement(login.createdAt)),
        term("Time left", h("span", { "data-until": login.expiresAt }, timeLeft(login.expiresAt))),
      ),
      h("div", { class: "actions" }, button("Accept", true), button("Deny", false)),
    );
  }

  private async answer(login: DelegatedLogin, name: string, accept: boolean): Promise<void> {
    this.wasThere = false;
    if (login.id === this.askedId) this.askedId = undefined;
    try {
      await answerLogin(login.id, accept);
      const said = accept ? `Accepted: ${name} is logged in. You can go back to it.` : `Denied: ${name} gets no access.`;
      show(this.messages, notice(accept ? "success" : "info", said));
      if (accept) this.onAccepted();
    } catch (error) {
      show(this.messages, notice("error", messageOf(error)));
    }
    await this.refresh();
    this.messages.tabIndex = -1;
    this.messages.focus();
  }
}
