import type { Session } from "../api/types";
import { h } from "./dom";

export interface Page {
  path: string;
  name: string;
}

export const PAGES: Page[] = [
  { path: "/settings/account", name: "Account" },
  { path: "/settings/api", name: "API" },
];

function logo(): HTMLElement {
  return h("a", { class: "brand", href: "/" }, h("img", { src: "/favicon.svg", alt: "", width: 24, height: 24 }), "Opalite");
}

/** The frame of every page: a way past the navigation, the navigation, who is signed in, and the page itself. */
export function layout(session: Session | undefined, current: string, main: HTMLElement, onSignOut: () => void): Node[] {
  const skip = h(
    "a",
    {
      class: "skip",
      href: "#main",
      onclick: (event) => {
        event.preventDefault();
        main.focus();
      },
    },
    "Skip to the content",
  );
  const links = PAGES.map((page) =>
    h("li", {}, h("a", { href: page.path, "aria-current": page.path === current ? "page" : undefined }, page.name)),
  );
  const header = h(
    "header",
    {},
    logo(),
    session ? h("nav", { "aria-label": "Pages" }, h("ul", {}, ...links)) : undefined,
    session
      ? h(
          "div",
          { class: "who" },
          h("span", { class: "email" }, session.user.email),
          h("button", { type: "button", class: "quiet", onclick: onSignOut }, "Sign out"),
        )
      : undefined,
  );
  main.id = "main";
  main.tabIndex = -1;
  return [skip, header, main];
}
