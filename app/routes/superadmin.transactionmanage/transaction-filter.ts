import { PAYMENT_METHODS } from "@db/vocabulary";
import { isCalendarDate } from "@server/platform/rules/people/birth-date";
import { companyFilter, chosenIn } from "~/lib/lists/list-query";

/** Reads Transaction Manage's filters from its URL; unknown methods and days are ignored. */
export function transactionFilter(request: Request) {
  const asked = new URL(request.url).searchParams;
  const method = chosenIn(asked, "method", PAYMENT_METHODS);
  const [from, to] = ["from", "to"]
    .map((name) => asked.get(name) ?? "")
    .map((day) => (isCalendarDate(day) ? day : undefined));
  return {
    ...companyFilter(request),
    ...(method && { method }),
    ...(asked.get("show") === "flagged" && { isFlagged: true }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
