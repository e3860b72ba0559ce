import { useLocation, useSearchParams } from "@remix-run/react";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { isHistoryIn } from "../list/order-list-address";

/**
 * The address of a step about what is shown. Manage Purchase leads to the same list among the payments,
 * so that the step comes back to it.
 */
export function useStepTo() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const isHere = pathname === paths.admin.payments;
  return (step: string, about: Record<string, string | null>): string =>
    paths.admin.payments +
    searchWith(params, {
      ...(!isHere && { tab: isHistoryIn(params) ? "decided" : "decide", form: "list" }),
      approve: null,
      reject: null,
      step,
      ...about,
    });
}
