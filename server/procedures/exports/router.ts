import type { Executor } from "@db/client";
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

type Table = "orders" | "members" | "activity" | "beneficiaries" | "companies";

/**
 * Records an export in the audit log before its first rows are sent, with the filter and the number of
 * matching rows. Later pieces belong to the same export.
 */
async function auditExport(
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

/** The rows of a piece and the cursor of the next one. */
function piece<Read extends { at: number }, Row extends { id: string }>(
  read: readonly Read[],
  rowOf: (one: Read) => Row,
): ExportPiece<Row> {
  const records = read.map(rowOf);
  const at = read.at(-1)?.at;
  const id = records.at(-1)?.id;
  const isLast = read.length < EXPORT_PIECE || at === undefined || id === undefined;
  return { records, next: isLast ? null : { at, id } };
}

const window = (after: ExportCursor | undefined) => ({ after: after ?? null, limit: EXPORT_PIECE });

// Exports are mutations because they write to the audit log.

const orders = adminProcedure
  .input(ExportOrders)
  .mutation(async ({ ctx, input }): Promise<OrdersPiece> => {
    const { db } = ctx;
    const companyId = ctx.company.id;
    const filter = orderFilter(input);
    const total = () => countOrdersOfCompany(db, companyId, filter);
    await auditExport(ctx, "orders", input, { companyId, count: total });
    const read = await readOrdersOfCompany(db, companyId, filter, window(input.after));
    return piece(read, ({ order, user, decidedBy }) => ({
      ...adminOrderRecord(order, user),
      lastDecision: lastDecision(order, decidedBy),
    }));
  });

const members = adminProcedure
  .input(ExportMembers)
  .mutation(async ({ ctx, input }): Promise<MembersPiece> => {
    const { db } = ctx;
    const companyId = ctx.company.id;
    const { after, search, ...filter } = input;
    const wanted = { ...filter, pattern: containsPattern(search) ?? undefined };
    const total = () => countListedMembers(db, companyId, wanted);
    await auditExport(ctx, "members", input, { companyId, count: total });
    const read = await readMembers(db, companyId, wanted, window(after));
    return piece(read, ({ user }) => memberView(user));
  });

const activity = adminProcedure
  .input(ExportActivity)
  .mutation(async ({ ctx, input }): Promise<ActivityPiece> => {
    const { db } = ctx;
    const companyId = ctx.company.id;
    const { page: _page, limit: _limit, ...asked } = input;
    const filter = activityFilter(input);
    const read = await readActivity(db, companyId, filter, window(input.after));
    // Logged after the read, so that the export does not contain its own entry.
    const total = () => countActivity(db, companyId, filter);
    await auditExport(ctx, "activity", asked, { companyId, count: total });
    return piece(read, activityRecord);
  });

/** A company has few accounts: one piece, in the screen's order. */
const beneficiaries = adminProcedure.mutation(async ({ ctx }): Promise<BeneficiariesPiece> => {
  const companyId = ctx.company.id;
  const accounts = await listBeneficiaries(ctx.db, companyId);
  const total = () => Promise.resolve(accounts.length);
  await auditExport(ctx, "beneficiaries", {}, { companyId, count: total });
  return { records: accounts.map(beneficiaryView), next: null };
});

/** The company in whose audit log an export is recorded; null if it is unknown or spans all. */
const knownCompany = async (db: Executor, id: string | undefined): Promise<string | null> =>
  id ? ((await findCompany(db, id))?.id ?? null) : null;

const allOrders = superAdminProcedure
  .input(ExportAllOrders)
  .mutation(async ({ ctx, input }): Promise<AllOrdersPiece> => {
    const filter = platformFilter(input);
    const total = () => countOrdersOfPlatform(ctx.db, filter);
    const companyId = await knownCompany(ctx.db, input.companyId);
    await auditExport(ctx, "orders", input, { companyId, count: total });
    const read = await readOrdersOfPlatform(ctx.db, filter, window(input.after));
    return piece(read, ({ order, user, company }) => ({
      ...orderRecord(order, user),
      company,
    }));
  });

const allBeneficiaries = superAdminProcedure
  .input(ExportAllBeneficiaries)
  .mutation(async ({ ctx, input }): Promise<AllBeneficiariesPiece> => {
    const filter = { companyId: input.companyId, pattern: containsPattern(input.search) };
    const total = () => countBeneficiariesOfPlatform(ctx.db, filter);
    const companyId = await knownCompany(ctx.db, input.companyId);
    await auditExport(ctx, "beneficiaries", input, { companyId, count: total });
    const read = await readBeneficiariesOfPlatform(ctx.db, filter, window(input.after));
    return piece(read, ({ beneficiary, company }) => ({
      ...beneficiaryView(beneficiary),
      company,
    }));
  });

const companies = superAdminProcedure
  .input(ExportCompanies)
  .mutation(async ({ ctx, input }): Promise<CompaniesPiece> => {
    const pattern = containsPattern(input.search);
    const total = () => countCompanies(ctx.db, pattern);
    await auditExport(ctx, "companies", input, { companyId: null, count: total });
    const read = await readCompanies(ctx.db, pattern, window(input.after));
    return piece(read, ({ company }) => companyView(company, ctx.deps.secrets));
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
