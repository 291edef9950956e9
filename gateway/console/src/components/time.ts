import { h } from "./dom";

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const absolute = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** `in 3 days`, `5 minutes ago`, `just now`. */
export function distance(time: Date, now = new Date()): string {
  const seconds = (time.getTime() - now.getTime()) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return seconds < 0 ? "just now" : "in less than a minute";
}

/** A point in time as people say it, with the exact one beside it. */
export function timeElement(text: string): HTMLTimeElement {
  const time = new Date(text);
  return h("time", { datetime: text, title: absolute.format(time) }, distance(time));
}

/** What is left until then, as `9:59`. */
export function timeLeft(text: string, now = new Date()): string {
  const seconds = Math.max(0, Math.ceil((new Date(text).getTime() - now.getTime()) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
