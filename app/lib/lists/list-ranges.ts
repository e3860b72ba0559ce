import { isCalendarDate } from "@server/platform/rules/people/birth-date";
import {
  paiseToRupeesNumber,
  parseRupeesToPaise,
  plainAmount,
} from "@server/platform/rules/money/units";
import type { RANGES } from "./list-query";

const paiseOf = (text: string) => parseRupeesToPaise(plainAmount(text));

/** Tells whether a typed limit is no amount, so that the list ignores it and says so. */
export const isNoAmount = (text: string | null): boolean =>
  (text ?? "").trim() !== "" && paiseOf((text ?? "").trim()) === null;

/** The ranges in the URL; what is no date or amount is ignored, two in reverse order are swapped. */
export function rangesOf(asked: URLSearchParams) {
  const text = (name: (typeof RANGES)[number]) => asked.get(name)?.trim() ?? "";
  const paise = (name: "least" | "most") => paiseOf(text(name)) || null;
  const [from, to] = inOrder([text("from"), text("to")].map((day) => isDay(day) && day));
  const [least, most] = inOrder([paise("least"), paise("most")]);
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(least && { least: String(paiseToRupeesNumber(least)) }),
    ...(most && { most: String(paiseToRupeesNumber(most)) }),
  };
}

const isDay = (text: string): boolean => isCalendarDate(text) && text >= "1900";

const inOrder = <Limit extends string | number>(limits: (Limit | false | null)[]) =>
  limits[0] && limits[1] && limits[0] > limits[1] ? limits.toReversed() : limits;
