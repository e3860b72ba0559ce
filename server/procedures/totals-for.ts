import type { Totals } from "@db/queries/search";
import type { Context } from "@server/context/context";

/** A page tells a total of many as "1,000+"; REST and tRPC promise the number (api.md). */
export const totalsFor = ({ transport }: Pick<Context, "transport">): Totals =>
  transport === "page" ? "capped" : "exact";
