import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { findElsewhere } from "./elsewhere.server";

type Asked = Parameters<typeof findElsewhere>;

const context = { caller: { language: "en" } } as unknown as AppLoadContext;

/** Lists that find so much, each by its status. */
const finding = (totals: Readonly<Record<string, number>>) =>
  ({
    orders: { sorted: ({ status }: { status: string }) => ({ total: totals[status] ?? 0 }) },
    payments: { listUnallocated: () => ({ count: totals["UNALLOCATED"] ?? 0 }) },
    statements: { lines: () => ({ total: totals["BANK"] ?? 0 }) },
  }) as unknown as Asked[1];

const CASES = [
  ["PENDING", "REVERSED", "Decided, reversed (1)", "tab=decided&status=REVERSED&search1=PUR-12"],
  ["PENDING", "APPROVED", "Decided, approved (1)", "tab=decided&status=APPROVED&search1=PUR-12"],
  ["APPROVED", "PENDING", "To decide (1)", "tab=decide&search1=PUR-12"],
  ["APPROVED", "REJECTED", "Decided, rejected (1)", "tab=decided&status=REJECTED&search1=PUR-12"],
  ["APPROVED", "UNALLOCATED", "Unallocated (1)", "tab=unallocated&search=PUR-12"],
  ["UNALLOCATED", "BANK", "In the bank (1)", "tab=bank&search=PUR-12"],
] as const;

test.each(CASES)(
  "a search in %s that %s answers says so with a link",
  async (here, at, label, to) => {
    const found = await findElsewhere(context, finding({ [at]: 1 }), { search: "PUR-12", here });
    expect(found?.links).toEqual([{ count: 1, label, to: `/admin/payments?${to}` }]);
  },
);

test("a search that finds nothing anywhere, and a list without a search, name no other list", async () => {
  const search = "PUR-12";
  expect(await findElsewhere(context, finding({}), { search, here: "PENDING" })).toBeNull();
  const all = finding({ PENDING: 1, APPROVED: 2 });
  expect(await findElsewhere(context, all, { search: "", here: "PENDING" })).toBeNull();
  const both = await findElsewhere(context, all, { search, here: "BANK" });
  expect(both?.links.map(({ label }) => label)).toEqual(["To decide (1)", "Decided, approved (2)"]);
});
