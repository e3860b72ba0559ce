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
  type ExportPiece,
} from "@server/office/contracts/exports";
import { containsPattern } from "@server/platform/rules/like";
import { countHolders, momentOf, readHolders } from "@server/office/queries/holders";
import { activityFilter, activityRecord } from "@server/office/activity/router";
import { memberView } from "@server/members";
import { type RecordedExport, recordedExport } from "./export-audit";

/** Reads a batch; the first batch also counts all rows. */
async function readPiece<Read>(
  { after }: RecordedExport,
  from: { rows: () => Promise<Read[]>; count: () => Promise<number> },
): Promise<{ read: Read[]; rowCount: number }> {
  const [read, rowCount] = await Promise.all([from.rows(), after ? 0 : from.count()]);
  return { read, rowCount };
}

/** The rows of a piece and the cursor of the next one. */
function piece<Read extends { at: number }, Row extends { id: string }>(
  { read }: { read: readonly Read[] },
  { next }: RecordedExport,
  rowOf: (one: Read) => Row,
): ExportPiece<Row> {
  const records = read.map(rowOf);
  const at = read.at(-1)?.at;
  const id = records.at(-1)?.id;
  const isLast = read.length < EXPORT_PIECE || at === undefined || id === undefined;
  return { records, next: isLast ? null : next(at, id) };
}

const window = ({ after }: RecordedExport) => ({ after, limit: EXPORT_PIECE });

// Exports are mutations because they write to the audit log.

const orders = adminProcedure.input(ExportOrders).mutation(async ({ ctx, input }) => {
  const companyId = ctx.company.id;
  const exportRecord = recordedExport(ctx, "orders", input);
  const filter = orderFilter(input);
  const found = await readPiece(exportRecord, {
    rows: () => readOrdersOfCompany(ctx.db, companyId, filter, window(exportRecord)),
    count: () => countOrdersOfCompany(ctx.db, companyId, filter),
  });
  await exportRecord.record({ companyId, rowCount: found.rowCount });
  return piece(found, exportRecord, ({ order, user, decidedBy }) => ({
    ...adminOrderRecord(order, user),
    lastDecision: lastDecision(order, decidedBy),
  }));
});

const members = adminProcedure.input(ExportMembers).mutation(async ({ ctx, input }) => {
  const companyId = ctx.company.id;
  const exportRecord = recordedExport(ctx, "members", input);
  const { after: _after, search, ...filter } = input;
  const wanted = { ...filter, pattern: containsPattern(search) ?? undefined };
  const found = await readPiece(exportRecord, {
    rows: () => readMembers(ctx.db, companyId, wanted, window(exportRecord)),
    count: () => countListedMembers(ctx.db, companyId, wanted),
  });
  await exportRecord.record({ companyId, rowCount: found.rowCount });
  return piece(found, exportRecord, ({ user }) => memberView(user));
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

const rewards = adminProcedure.input(ExportRewards).mutation(async ({ ctx, input }) => {
  const companyId = ctx.company.id;
  const exportRecord = recordedExport(ctx, "rewards", input);
  const filter = rewardFilter(input);
  const found = await readPiece(exportRecord, {
    rows: () => readRewards(ctx.db, companyId, filter, window(exportRecord)),
    count: () => countRewards(ctx.db, companyId, filter),
  });
  await exportRecord.record({ companyId, rowCount: found.rowCount });
  return piece(found, exportRecord, (row) => ({ ...rewardRecord(row), id: row.orderId }));
});

const activity = adminProcedure.input(ExportActivity).mutation(async ({ ctx, input }) => {
  const companyId = ctx.company.id;
  const { page: _page, limit: _limit, ...asked } = input;
  const exportRecord = recordedExport(ctx, "activity", asked);
  const filter = activityFilter(input, ctx.language);
  const found = await readPiece(exportRecord, {
    rows: () => readActivity(ctx.db, companyId, filter, window(exportRecord)),
    count: () => countActivity(ctx.db, companyId, filter),
  });
  // After the read, so that the export does not contain its own entry.
  await exportRecord.record({ companyId, rowCount: found.rowCount });
  return piece(found, exportRecord, activityRecord);
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
  const exportRecord = recordedExport(ctx, "orders", input);
  const filter = platformFilter(input);
  const found = await readPiece(exportRecord, {
    rows: () => readOrdersOfPlatform(ctx.db, filter, window(exportRecord)),
    count: () => countOrdersOfPlatform(ctx.db, filter),
  });
  const companyId = await knownCompany(ctx.db, input.companyId);
  await exportRecord.record({ companyId, rowCount: found.rowCount });
  return piece(found, exportRecord, ({ order, user, company }) => ({
    ...orderRecord(order, user),
    company,
  }));
});

const allBeneficiaries = superAdminProcedure
  .input(ExportAllBeneficiaries)
  .mutation(async ({ ctx, input }) => {
    const exportRecord = recordedExport(ctx, "beneficiaries", input);
    const filter = { companyId: input.companyId, pattern: containsPattern(input.search) };
    const companyId = await knownCompany(ctx.db, input.companyId);
    const [read, rowCount] = await Promise.all([
      readBeneficiariesOfPlatform(ctx.db, filter, window(exportRecord)),
      countBeneficiariesOfPlatform(ctx.db, filter),
    ]);
    await exportRecord.record({ companyId, rowCount });
    return piece({ read }, exportRecord, ({ beneficiary, company }) => ({
      ...beneficiaryView(beneficiary),
      company,
    }));
  });

const companies = superAdminProcedure.input(ExportCompanies).mutation(async ({ ctx, input }) => {
  const exportRecord = recordedExport(ctx, "companies", input);
  const pattern = containsPattern(input.search);
  const found = await readPiece(exportRecord, {
    rows: () => readCompanies(ctx.db, pattern, window(exportRecord)),
    count: () => countCompanies(ctx.db, pattern),
  });
  await exportRecord.record({ companyId: null, rowCount: found.rowCount });
  return piece(found, exportRecord, ({ company }) => companyView(company, ctx.deps.secrets));
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
