import { type SignedInActor, type Context, recordAudit } from "@server/access";
import type { ExportCursor } from "@server/office/contracts/exports";
import { refuseField } from "@server/platform/rules/refusals/refuse";

type Table =
  | "orders"
  | "members"
  | "activity"
  | "beneficiaries"
  | "companies"
  | "holders"
  | "rewards";

/** Seconds after a batch in which the next one may be read. */
const CURSOR_SECONDS = 3600;

/** An export by one person of one table with one filter. */
export interface RecordedExport {
  /** It is null before the first batch. */
  after: ExportCursor | null;
  /**
   * Records the export in the audit log before its first rows are sent, with the filter and the number
   * of matching rows. Later batches belong to the same export.
   */
  record: (of: { companyId: string | null; rowCount: number }) => Promise<void>;
  /** The cursor of the batch after this row. */
  next: (at: number, id: string) => ExportCursor;
}

/**
 * Refuses with FIELD_INVALID a cursor that no batch of the same export returned in the last hour:
 * such a cursor proves that the first batch, which records the export, was read.
 */
export function recordedExport(
  ctx: Context & { actor: SignedInActor },
  table: Table,
  { after, ...input }: { after?: ExportCursor | undefined } & Record<string, unknown>,
): RecordedExport {
  const { actor, deps } = ctx;
  const filter = Object.entries(input).filter(([, value]) => value !== undefined && value !== "");
  const signed = (until: string, at: number, id: string) =>
    JSON.stringify([actor.id, table, filter, at, id, until]);
  if (after) {
    const [until = "", hash = ""] = after.signature.split(".");
    const text = signed(until, after.at, after.id);
    const isOurs = deps.secrets.matches("export-cursor", text, hash);
    if (!isOurs || !(Number(until) > Date.now() / 1000)) {
      throw refuseField("after", "FIELD_INVALID");
    }
  }
  return {
    after: after ?? null,
    record: async ({ companyId, rowCount }) => {
      if (after) return;
      await recordAudit(ctx, {
        action: `export.${table}`,
        subjectType: "export",
        subjectId: table,
        companyId,
        after: { rows: rowCount, ...Object.fromEntries(filter) },
      });
    },
    next: (at, id) => {
      const until = String(Math.floor(Date.now() / 1000) + CURSOR_SECONDS);
      const hash = deps.secrets.keyedHash("export-cursor", signed(until, at, id));
      return { at, id, signature: `${until}.${hash}` };
    },
  };
}
