import type { Executor, Reader } from "@db/client";
import { countActivity, readActivity } from "@db/queries/activity";
import {
  countBeneficiariesOfPlatform,
  listBeneficiaries,
  readBeneficiariesOfPlatform,
} from "@db/queries/beneficiaries";
import { countCompanies, findCompany, readCompanies } from "@db/queries/companies";
import {
  countOrdersOfCompany,
  countOrdersOfPlatform,
  readOrdersOfCompany,
  readOrdersOfPlatform,
} from "@db/queries/order-lists";
import { countListedMembers, readMembers } from "@db/queries/members";
import {
  type ActivityPiece,
  type AllBeneficiariesPiece,
  type AllOrdersPiece,
  type BeneficiariesPiece,
  type CompaniesPiece,
  EXPORT_PIECE,
  ExportActivity,
  ExportAllBeneficiaries,
  ExportAllOrders,
  ExportCompanies,
  type ExportCursor,
  ExportMembers,
  ExportOrders,
  type ExportPiece,
  type MembersPiece,
  type OrdersPiece,
} from "@server/contracts/exports";
import type { Dated } from "@server/contracts/dated";
import { containsPattern } from "@server/domain/search/like";
import { adminProcedure, router, superAdminProcedure, recordAudit } from "@server/procedures/trpc";
import { activityFilter, activityRecord } from "@server/procedures/activity/router";
import { beneficiaryView } from "../beneficiaries/payment-options";
import { companyView } from "../companies/create-company";
import { memberView } from "../members/views";
import { platformFilter } from "../orders/list-orders";
import { orderFilter } from "../orders/order-filter";
import { adminOrderRecord, lastDecision, orderRecord } from "../orders/order-view";
import type { Context } from "@server/context/context";
import { readOlder, type StandbyCall } from "@server/context/standby-reads";

type Table = "orders" | "members" | "activity" | "beneficiaries" | "companies";

/**
 * Records an export in the audit log before its first rows are sent, with the filter and the number of
 * matching rows. Later pieces belong to the same export.
 */
async function auditExport(
  ctx: Context,
  table: Table,
  { after, ...filter }: { after?: ExportCursor | undefined } & Record<string, unknown>,
  of: { companyId: string | null; rows: number },
): Promise<void> {
  if (after) return;
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined && value !== "");
  await recordAudit(ctx, {
    action: `export.${table}`,
    subjectType: "export",
    subjectId: table,
    companyId: of.companyId,
    after: { rows: of.rows, ...Object.fromEntries(asked) },
  });
}

/** The rows of a batch, and before the first batch their number. Later batches are not older. */
async function readPiece<Read>(
  ctx: Parameters<typeof readOlder>[0],
  call: StandbyCall,
  after: ExportCursor | undefined,
  from: { rows: (db: Reader) => Promise<Read[]>; count: (db: Reader) => Promise<number> },
) {
  const continued = after ? { asOf: after.asOf ?? null } : {};
  const { value, asOf } = await readOlder(
    ctx,
    call,
    async (db) => {
      const [read, rows] = await Promise.all([from.rows(db), after ? 0 : from.count(db)]);
      return { read, rows };
    },
    continued,
  );
  return { ...value, dated: asOf ? { asOf } : {} };
}

/** The rows of a piece and the cursor of the next one. */
function piece<Read extends { at: number }, Row extends { id: string }>(
  { read, dated }: { read: readonly Read[]; dated: Dated },
  after: ExportCursor | undefined,
  rowOf: (one: Read) => Row,
): ExportPiece<Row> {
  const records = read.map(rowOf);
  const at = read.at(-1)?.at;
  const id = records.at(-1)?.id;
  const isLast = read.length < EXPORT_PIECE || at === undefined || id === undefined;
  // The file states the time of its first batch.
  const asOf = after ? after.asOf : dated.asOf?.at;
  return { records, next: isLast ? null : { at, id, ...(asOf && { asOf }) }, ...dated };
}

const window = (after: ExportCursor | undefined) => ({ after: after ?? null, limit: EXPORT_PIECE });

// Exports are mutations because they write to the audit log.

const orders = adminProcedure
  .input(ExportOrders)
  .mutation(async ({ ctx, input }): Promise<OrdersPiece> => {
    const companyId = ctx.company.id;
    const filter = orderFilter(input);
    const found = await readPiece(ctx, "exports.orders", input.after, {
      rows: (db) => readOrdersOfCompany(db, companyId, filter, window(input.after)),
      count: (db) => countOrdersOfCompany(db, companyId, filter),
    });
    await auditExport(ctx, "orders", input, { companyId, rows: found.rows });
    return piece(found, input.after, ({ order, user, decidedBy }) => ({
      ...adminOrderRecord(order, user),
      lastDecision: lastDecision(order, decidedBy),
    }));
  });

const members = adminProcedure
  .input(ExportMembers)
  .mutation(async ({ ctx, input }): Promise<MembersPiece> => {
    const companyId = ctx.company.id;
    const { after, search, ...filter } = input;
    const wanted = { ...filter, pattern: containsPattern(search) ?? undefined };
    const found = await readPiece(ctx, "exports.members", after, {
      rows: (db) => readMembers(db, companyId, wanted, window(after)),
      count: (db) => countListedMembers(db, companyId, wanted),
    });
    await auditExport(ctx, "members", input, { companyId, rows: found.rows });
    return piece(found, after, ({ user }) => memberView(user));
  });

const activity = adminProcedure
  .input(ExportActivity)
  .mutation(async ({ ctx, input }): Promise<ActivityPiece> => {
    const companyId = ctx.company.id;
    const { page: _page, limit: _limit, ...asked } = input;
    const filter = activityFilter(input);
    const found = await readPiece(ctx, "exports.activity", input.after, {
      rows: (db) => readActivity(db, companyId, filter, window(input.after)),
      count: (db) => countActivity(db, companyId, filter),
    });
    // After the read, so that the export does not contain its own entry.
    await auditExport(ctx, "activity", asked, { companyId, rows: found.rows });
    return piece(found, input.after, activityRecord);
  });

/** A company has few accounts: one piece, in the screen's order. */
const beneficiaries = adminProcedure.mutation(async ({ ctx }): Promise<BeneficiariesPiece> => {
  const companyId = ctx.company.id;
  const accounts = await listBeneficiaries(ctx.db, companyId);
  await auditExport(ctx, "beneficiaries", {}, { companyId, rows: accounts.length });
  return { records: accounts.map(beneficiaryView), next: null };
});

/** The company in whose audit log an export is recorded; null if it is unknown or spans all. */
const knownCompany = async (db: Executor, id: string | undefined): Promise<string | null> =>
  id ? ((await findCompany(db, id))?.id ?? null) : null;

const allOrders = superAdminProcedure
  .input(ExportAllOrders)
  .mutation(async ({ ctx, input }): Promise<AllOrdersPiece> => {
    const filter = platformFilter(input);
    const found = await readPiece(ctx, "exports.allOrders", input.after, {
      rows: (db) => readOrdersOfPlatform(db, filter, window(input.after)),
      count: (db) => countOrdersOfPlatform(db, filter),
    });
    const companyId = await knownCompany(ctx.db, input.companyId);
    await auditExport(ctx, "orders", input, { companyId, rows: found.rows });
    return piece(found, input.after, ({ order, user, company }) => ({
      ...orderRecord(order, user),
      company,
    }));
  });

/** Bank accounts are read where they are changed: they say where money goes. */
const allBeneficiaries = superAdminProcedure
  .input(ExportAllBeneficiaries)
  .mutation(async ({ ctx, input }): Promise<AllBeneficiariesPiece> => {
    const filter = { companyId: input.companyId, pattern: containsPattern(input.search) };
    const companyId = await knownCompany(ctx.db, input.companyId);
    const [read, rows] = await Promise.all([
      readBeneficiariesOfPlatform(ctx.db, filter, window(input.after)),
      countBeneficiariesOfPlatform(ctx.db, filter),
    ]);
    await auditExport(ctx, "beneficiaries", input, { companyId, rows });
    return piece({ read, dated: {} }, input.after, ({ beneficiary, company }) => ({
      ...beneficiaryView(beneficiary),
      company,
    }));
  });

const companies = superAdminProcedure
  .input(ExportCompanies)
  .mutation(async ({ ctx, input }): Promise<CompaniesPiece> => {
    const pattern = containsPattern(input.search);
    const found = await readPiece(ctx, "exports.companies", input.after, {
      rows: (db) => readCompanies(db, pattern, window(input.after)),
      count: (db) => countCompanies(db, pattern),
    });
    await auditExport(ctx, "companies", input, { companyId: null, rows: found.rows });
    return piece(found, input.after, ({ company }) => companyView(company, ctx.deps.secrets));
  });

export const exportsRouter = router({
  // Company admins
  orders,
  members,
  activity,
  beneficiaries,
  // Super admins
  allOrders,
  allBeneficiaries,
  companies,
});
