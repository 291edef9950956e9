import { h } from "./dom";

export type NoticeKind = "error" | "success" | "info";

/** A message in its place; errors interrupt a screen reader, the others wait. */
export function notice(kind: NoticeKind, text: string): HTMLElement {
  return h("p", { class: `notice ${kind}`, role: kind === "error" ? "alert" : "status" }, text);
}

export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");
}
