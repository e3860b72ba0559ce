import { PAYMENT_METHODS } from "@db/vocabulary";
import { companyFilter, chosenIn } from "~/lib/lists/list-query";
import { rangesOf } from "~/lib/lists/list-ranges";

/** Reads Transaction Manage's filters from its URL; unknown methods and days are ignored. */
export function transactionFilter(request: Request) {
  const asked = new URL(request.url).searchParams;
  const method = chosenIn(asked, "method", PAYMENT_METHODS);
  const { from, to } = rangesOf(asked);
  return {
    ...companyFilter(request),
    ...(method && { method }),
    ...(asked.get("show") === "flagged" && { isFlagged: true }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
