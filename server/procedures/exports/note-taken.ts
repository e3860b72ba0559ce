import type { ExportCursor } from "@server/contracts/exports";
import type { Context } from "@server/context/context";
import { recordAudit } from "@server/trpc";

type Table = "orders" | "members" | "activity" | "beneficiaries" | "companies";

/**
 * Whoever takes a whole table away stands in the books, with the filter and how many rows it then
 * had, before the first of them goes. Later pieces are of the same download.
 */
export async function noteTaken(
  ctx: Context,
  table: Table,
  { after, ...filter }: { after?: ExportCursor | undefined } & Record<string, unknown>,
  of: { companyId: string | null; count: () => Promise<number> },
): Promise<void> {
  if (after) return;
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined && value !== "");
  await recordAudit(ctx, {
    action: `export.${table}`,
    subjectType: "export",
    subjectId: table,
    companyId: of.companyId,
    after: { rows: await of.count(), ...Object.fromEntries(asked) },
  });
}
