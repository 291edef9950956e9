import type { Session } from "../api/types";
import { h } from "../components/dom";
import { AccessTokens } from "./access_tokens";
import { LoginRequests } from "./login_requests";
import type { View } from "./view";

/** The signed-in user: who they are, which programs ask, which keys they have. */
export function accountView(session: Session): View {
  const parameters = new URLSearchParams(window.location.search);
  const asked = { serverToken: parameters.get("serverToken"), expectedUid: parameters.get("expectedUid") };
  const tokens = new AccessTokens(session);
  const requests = new LoginRequests(session, asked, () => {
    // The key is made when the program asks the next time.
    window.setTimeout(() => void tokens.refresh(), 1500);
  });
  const element = h(
    "main",
    {},
    h("h1", { tabindex: -1 }, "Account"),
    h("p", { class: "hint" }, `${session.user.label || session.user.email} · customer ${session.customerId}`),
    requests.element,
    tokens.element,
  );
  void requests.start();
  void tokens.refresh();
  return { element, title: "Account", stop: () => requests.stop() };
}
