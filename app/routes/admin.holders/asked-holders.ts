import { HOLDER_SORTS } from "@db/vocabulary";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { LIST_SIZES, listQuery, sortingIn } from "~/lib/lists/list-query";
import { rangesOf } from "~/lib/lists/list-ranges";

const yes = { yes: true, no: false } as const;
const choice = (text: string | null) => (text === "yes" || text === "no" ? text : null);

/** The register in the page's URL. A date that is none, or to come, is ignored, as other filters are. */
export function askedHolders(request: Request) {
  const asked = new URL(request.url).searchParams;
  const { page, limit, search } = listQuery(request, { limits: LIST_SIZES });
  const { from: on } = rangesOf(new URLSearchParams({ from: asked.get("on") ?? "" }));
  const day = typeof on === "string" && on <= dateInIndia(new Date()) ? on : null;
  const verified = choice(asked.get("verified"));
  const wallet = choice(asked.get("wallet"));
  return {
    page,
    limit,
    day,
    verified,
    wallet,
    filter: {
      search,
      ...(day && { on: day }),
      ...(verified && { isApproved: yes[verified] }),
      ...(wallet && { hasWallet: yes[wallet] }),
    },
    ...sortingIn(asked, HOLDER_SORTS, { sort: "tokens", isDescending: true }),
  };
}
