import { signIn } from "../api/session";
import type { Session } from "../api/types";
import { h, show } from "../components/dom";
import { field } from "../components/field";
import { messageOf, notice } from "../components/notice";

/** The form that everything else waits for. `why` is shown above it. */
export function signInView(onSignedIn: (session: Session) => void, why?: string): HTMLElement {
  const email = field("Email address", { type: "email", name: "email", autocomplete: "username", required: true });
  const password = field("Password", {
    type: "password",
    name: "password",
    autocomplete: "current-password",
    required: true,
  });
  const problem = h("div", {});
  const button = h("button", { type: "submit" }, "Sign in");

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    button.disabled = true;
    try {
      onSignedIn(await signIn(email.input.value, password.input.value));
    } catch (error) {
      show(problem, notice("error", messageOf(error)));
      password.input.value = "";
      password.input.focus();
    } finally {
      button.disabled = false;
    }
  }

  const form = h("form", { onsubmit: (event) => void submit(event) }, problem, email.element, password.element, button);
  return h(
    "main",
    { class: "narrow" },
    h("h1", { tabindex: -1 }, "Sign in"),
    why ? h("p", {}, why) : undefined,
    form,
  );
}
