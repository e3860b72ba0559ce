import type { AppLoadContext } from "@remix-run/node";
import type { Caller } from "@server/http/router";
import { translatorOf } from "@server/platform/words/translators.server";
import { type PaymentTab, paymentsPath } from "~/lib/paths";

/** The lists of payments that a search may have meant. */
const PLACES = ["PENDING", "APPROVED", "REJECTED", "REVERSED", "UNALLOCATED", "BANK"] as const;
type Place = (typeof PLACES)[number];

const TABS: Readonly<Partial<Record<Place, PaymentTab>>> = {
  PENDING: "decide",
  UNALLOCATED: "unallocated",
  BANK: "bank",
};

/** Where else a search finds something: the title, and a link for each list. */
export type Elsewhere = Awaited<ReturnType<typeof findElsewhere>>;

/** Finds the lists that have what a search did not find `here`; null for no search, and for none. */
export async function findElsewhere(
  context: AppLoadContext,
  api: Pick<Caller, "orders" | "payments" | "statements">,
  { search, here }: { search: string; here: Place },
) {
  if (search === "") return null;
  const countIn = async (place: Place): Promise<number> => {
    if (place === "BANK") return (await api.statements.lines({ search })).total;
    if (place === "UNALLOCATED") return (await api.payments.listUnallocated({ search })).count;
    return (await api.orders.sorted({ search, status: place, limit: 10 })).total;
  };
  const { t } = translatorOf(context.caller.language);
  const links = await Promise.all(
    PLACES.filter((place) => place !== here).map(async (place) => {
      const count = await countIn(place);
      const tab = TABS[place] ?? "decided";
      const named = tab === "decide" || tab === "decided" ? "search1" : "search";
      const query = { ...(tab === "decided" && { status: place }), [named]: search };
      const label = t(`order-list:elsewhere.${place}`, { count });
      return { count, label, to: paymentsPath(tab, query) };
    }),
  );
  const found = links.filter(({ count }) => count > 0);
  return found.length > 0 ? { title: t("order-list:elsewhere.title"), links: found } : null;
}
