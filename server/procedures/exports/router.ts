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
  ExportMembers,
  ExportOrders,
  type ExportPiece,
  type MembersPiece,
  type OrdersPiece,
} from "@server/contracts/exports";
import type { Dated } from "@server/contracts/dated";
import { containsPattern } from "@server/domain/search/like";
import { adminProcedure, router, superAdminProcedure } from "@server/procedures/trpc";
import { activityFilter, activityRecord } from "@server/procedures/activity/router";
import { beneficiaryView } from "../beneficiaries/payment-options";
import { companyView } from "../companies/create-company";
import { memberView } from "../members/views";
import { platformFilter } from "../orders/list-orders";
import { orderFilter } from "../orders/order-filter";
import { adminOrderRecord, lastDecision, orderRecord } from "../orders/order-view";
import { type RecordedExport, recordedExport } from "./recorded-export";
import { readOlder, type StandbyCall } from "@server/context/standby-reads";

/** The rows of a batch, and before the first batch their number. Later batches are not older. */
async function readPiece<Read>(
  ctx: Parameters<typeof readOlder>[0],
  call: StandbyCall,
  { after }: RecordedExport,
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
  { after, next }: RecordedExport,
  rowOf: (one: Read) => Row,
): ExportPiece<Row> {
  const records = read.map(rowOf);
  const at = read.at(-1)?.at;
  const id = records.at(-1)?.id;
  const isLast = read.length < EXPORT_PIECE || at === undefined || id === undefined;
  // The file states the time of its first batch.
  const asOf = after ? after.asOf : dated.asOf?.at;
  return { records, next: isLast ? null : { ...next(at, id), ...(asOf && { asOf }) }, ...dated };
}

const window = ({ after }: RecordedExport) => ({ after, limit: EXPORT_PIECE });

// Exports are mutations because they write to the audit log.

const orders = adminProcedure
  .input(ExportOrders)
  .mutation(async ({ ctx, input }): Promise<OrdersPiece> => {
    const companyId = ctx.company.id;
    const taken = recordedExport(ctx, "orders", input);
    const filter = orderFilter(input);
    const found = await readPiece(ctx, "exports.orders", taken, {
      rows: (db) => readOrdersOfCompany(db, companyId, filter, window(taken)),
      count: (db) => countOrdersOfCompany(db, companyId, filter),
    });
    await taken.record({ companyId, rows: found.rows });
    return piece(found, taken, ({ order, user, decidedBy }) => ({
      ...adminOrderRecord(order, user),
      lastDecision: lastDecision(order, decidedBy),
    }));
  });

const members = adminProcedure
  .input(ExportMembers)
  .mutation(async ({ ctx, input }): Promise<MembersPiece> => {
    const companyId = ctx.company.id;
    const taken = recordedExport(ctx, "members", input);
    const { after: _after, search, ...filter } = input;
    const wanted = { ...filter, pattern: containsPattern(search) ?? undefined };
    const found = await readPiece(ctx, "exports.members", taken, {
      rows: (db) => readMembers(db, companyId, wanted, window(taken)),
      count: (db) => countListedMembers(db, companyId, wanted),
    });
    await taken.record({ companyId, rows: found.rows });
    return piece(found, taken, ({ user }) => memberView(user));
  });

const activity = adminProcedure
  .input(ExportActivity)
  .mutation(async ({ ctx, input }): Promise<ActivityPiece> => {
    const companyId = ctx.company.id;
    const { page: _page, limit: _limit, ...asked } = input;
    const taken = recordedExport(ctx, "activity", asked);
    const filter = activityFilter(input);
    const found = await readPiece(ctx, "exports.activity", taken, {
      rows: (db) => readActivity(db, companyId, filter, window(taken)),
      count: (db) => countActivity(db, companyId, filter),
    });
    // After the read, so that the export does not contain its own entry.
    await taken.record({ companyId, rows: found.rows });
    return piece(found, taken, activityRecord);
  });

/** A company has few accounts: one piece, in the screen's order. */
const beneficiaries = adminProcedure.mutation(async ({ ctx }): Promise<BeneficiariesPiece> => {
  const companyId = ctx.company.id;
  const accounts = await listBeneficiaries(ctx.db, companyId);
  await recordedExport(ctx, "beneficiaries", {}).record({ companyId, rows: accounts.length });
  return { records: accounts.map(beneficiaryView), next: null };
});

/** The company in whose audit log an export is recorded; null if it is unknown or spans all. */
const knownCompany = async (db: Executor, id: string | undefined): Promise<string | null> =>
  id ? ((await findCompany(db, id))?.id ?? null) : null;

const allOrders = superAdminProcedure
  .input(ExportAllOrders)
  .mutation(async ({ ctx, input }): Promise<AllOrdersPiece> => {
    const taken = recordedExport(ctx, "orders", input);
    const filter = platformFilter(input);
    const found = await readPiece(ctx, "exports.allOrders", taken, {
      rows: (db) => readOrdersOfPlatform(db, filter, window(taken)),
      count: (db) => countOrdersOfPlatform(db, filter),
    });
    const companyId = await knownCompany(ctx.db, input.companyId);
    await taken.record({ companyId, rows: found.rows });
    return piece(found, taken, ({ order, user, company }) => ({
      ...orderRecord(order, user),
      company,
    }));
  });

/** Bank accounts are read where they are changed: they say where money goes. */
const allBeneficiaries = superAdminProcedure
  .input(ExportAllBeneficiaries)
  .mutation(async ({ ctx, input }): Promise<AllBeneficiariesPiece> => {
    const taken = recordedExport(ctx, "beneficiaries", input);
    const filter = { companyId: input.companyId, pattern: containsPattern(input.search) };
    const companyId = await knownCompany(ctx.db, input.companyId);
    const [read, rows] = await Promise.all([
      readBeneficiariesOfPlatform(ctx.db, filter, window(taken)),
      countBeneficiariesOfPlatform(ctx.db, filter),
    ]);
    await taken.record({ companyId, rows });
    return piece({ read, dated: {} }, taken, ({ beneficiary, company }) => ({
      ...beneficiaryView(beneficiary),
      company,
    }));
  });

const companies = superAdminProcedure
  .input(ExportCompanies)
  .mutation(async ({ ctx, input }): Promise<CompaniesPiece> => {
    const taken = recordedExport(ctx, "companies", input);
    const pattern = containsPattern(input.search);
    const found = await readPiece(ctx, "exports.companies", taken, {
      rows: (db) => readCompanies(db, pattern, window(taken)),
      count: (db) => countCompanies(db, pattern),
    });
    await taken.record({ companyId: null, rows: found.rows });
    return piece(found, taken, ({ company }) => companyView(company, ctx.deps.secrets));
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
