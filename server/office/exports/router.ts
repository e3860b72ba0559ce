import { countActivity, readActivity } from "@server/office/queries/activity";
import type { Executor } from "@db/client";
import {
  countBeneficiariesOfPlatform,
  listBeneficiaries,
  readBeneficiariesOfPlatform,
  beneficiaryView,
  companyView,
} from "@server/companies";
import { countCompanies, findCompany, readCompanies } from "@server/sites";
import {
  countOrdersOfCompany,
  countOrdersOfPlatform,
  countRewards,
  readOrdersOfCompany,
  readOrdersOfPlatform,
  readRewards,
  rewardFilter,
  rewardRecord,
  platformFilter,
  orderFilter,
  adminOrderRecord,
  lastDecision,
  orderRecord,
} from "@server/orders";
import {
  countListedMembers,
  readMembers,
  adminProcedure,
  router,
  superAdminProcedure,
} from "@server/access";
import {
  EXPORT_PIECE,
  ExportActivity,
  ExportAllBeneficiaries,
  ExportAllOrders,
  ExportCompanies,
  ExportHolders,
  ExportMembers,
  ExportOrders,
  ExportRewards,
  type ExportCursor,
  type ExportPiece,
} from "@server/office/contracts/exports";
import { containsPattern } from "@server/platform/rules/like";
import { countHolders, momentOf, readHolders } from "@server/office/queries/holders";
import { activityFilter, activityRecord } from "@server/office/activity/router";
import { memberView } from "@server/members";
import { recordedExport } from "./export-audit";

type Window = { after: ExportCursor | null; limit: number };

/**
 * Reads a batch of an export and the cursor of the next one. The first batch also counts all rows, and
 * records the export: after the read, so that one of the activity does not contain its own entry.
 */
async function exported<Read extends { at: number }, Row extends { id: string }>(
  ctx: Parameters<typeof recordedExport>[0],
  { table, input, companyId }: Exported,
  from: {
    rows: (window: Window) => Promise<Read[]>;
    count: () => Promise<number>;
    rowOf: (one: Read) => Row;
  },
): Promise<ExportPiece<Row>> {
  const { after, record, next } = recordedExport(ctx, table, input);
  const [read, rowCount] = await Promise.all([
    from.rows({ after, limit: EXPORT_PIECE }),
    after ? 0 : from.count(),
  ]);
  await record({ companyId, rowCount });
  const records = read.map(from.rowOf);
  const at = read.at(-1)?.at;
  const id = records.at(-1)?.id;
  const isLast = read.length < EXPORT_PIECE || at === undefined || id === undefined;
  return { records, next: isLast ? null : next(at, id) };
}

interface Exported {
  table: Parameters<typeof recordedExport>[1];
  input: Parameters<typeof recordedExport>[2];
  /** The company in whose audit log the export is recorded; null for several. */
  companyId: string | null;
}

// Exports are mutations because they write to the audit log.

const orders = adminProcedure.input(ExportOrders).mutation(({ ctx, input }) => {
  const companyId = ctx.company.id;
  const filter = orderFilter(input);
  return exported(
    ctx,
    { table: "orders", input, companyId },
    {
      rows: (window) => readOrdersOfCompany(ctx.db, companyId, filter, window),
      count: () => countOrdersOfCompany(ctx.db, companyId, filter),
      rowOf: ({ order, user, decidedBy }) => ({
        ...adminOrderRecord(order, user),
        lastDecision: lastDecision(order, decidedBy),
      }),
    },
  );
});

const members = adminProcedure.input(ExportMembers).mutation(({ ctx, input }) => {
  const companyId = ctx.company.id;
  const { after: _after, search, ...filter } = input;
  const wanted = { ...filter, pattern: containsPattern(search) ?? undefined };
  return exported(
    ctx,
    { table: "members", input, companyId },
    {
      rows: (window) => readMembers(ctx.db, companyId, wanted, window),
      count: () => countListedMembers(ctx.db, companyId, wanted),
      rowOf: ({ user }) => memberView(user),
    },
  );
});

/** The register as of one moment, however long it is read. */
const holders = adminProcedure.input(ExportHolders).mutation(async ({ ctx, input }) => {
  const companyId = ctx.company.id;
  const exportRecord = recordedExport(ctx, "holders", input);
  const filter = { ...input, pattern: containsPattern(input.search) };
  const { after } = exportRecord;
  const moment = after ? { at: after.at, isNow: false } : await momentOf(ctx.db, input.on);
  const { at } = moment;
  const [{ records, last }, total] = await Promise.all([
    readHolders(ctx.db, companyId, at, filter, { after: after?.id ?? null, limit: EXPORT_PIECE }),
    after ? 0 : countHolders(ctx.db, companyId, moment, filter),
  ]);
  await exportRecord.record({ companyId, rowCount: total });
  return { records, next: last === null ? null : exportRecord.next(at, last) };
});

const rewards = adminProcedure.input(ExportRewards).mutation(({ ctx, input }) => {
  const companyId = ctx.company.id;
  const filter = rewardFilter(input);
  return exported(
    ctx,
    { table: "rewards", input, companyId },
    {
      rows: (window) => readRewards(ctx.db, companyId, filter, window),
      count: () => countRewards(ctx.db, companyId, filter),
      rowOf: (row) => ({ ...rewardRecord(row), id: row.orderId }),
    },
  );
});

const activity = adminProcedure.input(ExportActivity).mutation(({ ctx, input }) => {
  const companyId = ctx.company.id;
  const { page: _page, limit: _limit, ...asked } = input;
  const filter = activityFilter(input, ctx.language);
  return exported(
    ctx,
    { table: "activity", input: asked, companyId },
    {
      rows: (window) => readActivity(ctx.db, companyId, filter, window),
      count: () => countActivity(ctx.db, companyId, filter),
      rowOf: (row) => activityRecord(row),
    },
  );
});

/** A company has few accounts: one piece, in the screen's order. */
const beneficiaries = adminProcedure.mutation(async ({ ctx }) => {
  const companyId = ctx.company.id;
  const accounts = await listBeneficiaries(ctx.db, companyId);
  await recordedExport(ctx, "beneficiaries", {}).record({ companyId, rowCount: accounts.length });
  return { records: accounts.map(beneficiaryView), next: null };
});

/** The company in whose audit log an export is recorded; null if it is unknown or spans all. */
const knownCompany = async (db: Executor, id: string | undefined): Promise<string | null> =>
  id ? ((await findCompany(db, id))?.id ?? null) : null;

const allOrders = superAdminProcedure.input(ExportAllOrders).mutation(async ({ ctx, input }) => {
  const filter = platformFilter(input);
  const companyId = await knownCompany(ctx.db, input.companyId);
  return exported(
    ctx,
    { table: "orders", input, companyId },
    {
      rows: (window) => readOrdersOfPlatform(ctx.db, filter, window),
      count: () => countOrdersOfPlatform(ctx.db, filter),
      rowOf: ({ order, user, company }) => ({ ...orderRecord(order, user), company }),
    },
  );
});

const allBeneficiaries = superAdminProcedure
  .input(ExportAllBeneficiaries)
  .mutation(async ({ ctx, input }) => {
    const filter = { companyId: input.companyId, pattern: containsPattern(input.search) };
    const companyId = await knownCompany(ctx.db, input.companyId);
    return exported(
      ctx,
      { table: "beneficiaries", input, companyId },
      {
        rows: (window) => readBeneficiariesOfPlatform(ctx.db, filter, window),
        count: () => countBeneficiariesOfPlatform(ctx.db, filter),
        rowOf: ({ beneficiary, company }) => ({ ...beneficiaryView(beneficiary), company }),
      },
    );
  });

const companies = superAdminProcedure.input(ExportCompanies).mutation(({ ctx, input }) => {
  const pattern = containsPattern(input.search);
  return exported(
    ctx,
    { table: "companies", input, companyId: null },
    {
      rows: (window) => readCompanies(ctx.db, pattern, window),
      count: () => countCompanies(ctx.db, pattern),
      rowOf: ({ company }) => companyView(company, ctx.deps.secrets),
    },
  );
});

export const exportsRouter = router({
  // Company admins
  orders,
  members,
  holders,
  rewards,
  activity,
  beneficiaries,
  // Super admins
  allOrders,
  allBeneficiaries,
  companies,
});
