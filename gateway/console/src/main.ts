import { currentSession, signOut } from "./api/session";
import type { Session } from "./api/types";
import { h, show } from "./components/dom";
import { layout } from "./components/layout";
import { messageOf, notice } from "./components/notice";
import { accountView } from "./views/account";
import { apiReferenceView } from "./views/api_reference";
import { signInView } from "./views/sign_in";
import type { View } from "./views/view";

const HOME = "/settings/account";
const app = document.querySelector("#app") ?? document.body.appendChild(h("div", { id: "app" }));
let session: Session | undefined;
let view: View | undefined;

const VIEWS: Record<string, (session: Session) => View> = {
  "/settings/account": accountView,
  "/settings/api": () => apiReferenceView(),
};

function lostView(): View {
  const element = h("main", {}, h("h1", { tabindex: -1 }, "Not found"), h("p", {}, "There is no such page. ", h("a", { href: HOME }, "Account")));
  return { element, title: "Not found" };
}

function whySignIn(): string | undefined {
  const asked = new URLSearchParams(window.location.search).has("serverToken");
  return asked ? "A program asks for an access key of yours. Sign in to accept or deny." : undefined;
}

/** Shows the page of the present address, or the form to sign in with. */
function render(): void {
  view?.stop?.();
  if (session && window.location.pathname === "/") window.history.replaceState(null, "", HOME);
  const path = window.location.pathname.replace(/\/+$/, "") || "/";
  if (session) {
    view = (VIEWS[path] ?? lostView)(session);
  } else {
    view = { element: signInView(entered, whySignIn()), title: "Sign in" };
  }
  document.title = `${view.title} · Opalite`;
  show(app, ...layout(session, path, view.element, () => void leave()));
  const first = session ? view.element.querySelector<HTMLElement>("h1") : view.element.querySelector<HTMLElement>("input");
  first?.focus();
}

function entered(next: Session): void {
  session = next;
  render();
}

async function leave(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    view?.element.prepend(notice("error", messageOf(error)));
    return;
  }
  session = undefined;
  window.history.replaceState(null, "", "/");
  render();
}

/** Links between our own pages change the page without loading it anew. */
function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.origin !== window.location.origin) return;
  if (!(link.pathname in VIEWS) && link.pathname !== "/") return;
  event.preventDefault();
  window.history.pushState(null, "", link.href);
  render();
}

async function start(): Promise<void> {
  try {
    session = await currentSession();
  } catch (error) {
    show(app, h("main", { class: "narrow" }, h("h1", {}, "Opalite"), notice("error", messageOf(error))));
    return;
  }
  render();
}

document.addEventListener("click", follow);
window.addEventListener("popstate", render);
void start();
