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
import { countUsers, readUsers } from "@db/queries/users";
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
import { adminProcedure, router, superAdminProcedure } from "@server/trpc";
import { activityFilter, activityRecord } from "../activity/activity-view";
import { beneficiaryView } from "../beneficiaries/payment-options";
import { companyView } from "../companies/found-company";
import { memberView } from "../members/views";
import { adminTransactionRecord, transactionRecord } from "../orders/order-view";
import { noteTaken } from "./note-taken";

/** The rows of a piece, and where the next one begins. */
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

// They write who took what: so they are mutations, though the rows stay as they are.

const orders = adminProcedure
  .input(ExportOrders)
  .mutation(async ({ ctx, input }): Promise<OrdersPiece> => {
    const { db } = ctx;
    const companyId = ctx.company.id;
    const filter = {
      status: input.status,
      method: input.method,
      isFlagged: input.isFlagged,
      pattern: containsPattern(input.search),
    };
    const total = () => countOrdersOfCompany(db, companyId, filter);
    await noteTaken(ctx, "orders", input, { companyId, count: total });
    const read = await readOrdersOfCompany(db, companyId, filter, window(input.after));
    return piece(read, ({ order, user }) => adminTransactionRecord(order, user));
  });

const members = adminProcedure
  .input(ExportMembers)
  .mutation(async ({ ctx, input }): Promise<MembersPiece> => {
    const { db } = ctx;
    const companyId = ctx.company.id;
    const { after, search, ...filter } = input;
    const wanted = { ...filter, pattern: containsPattern(search) ?? undefined };
    const total = () => countUsers(db, companyId, wanted);
    await noteTaken(ctx, "members", input, { companyId, count: total });
    const read = await readUsers(db, companyId, wanted, window(after));
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
    // After the reading: a list does not hold the line of its own download.
    const total = () => countActivity(db, companyId, filter);
    await noteTaken(ctx, "activity", asked, { companyId, count: total });
    return piece(read, activityRecord);
  });

/** A company has few accounts: they are one piece, in the screen's order. */
const beneficiaries = adminProcedure.mutation(async ({ ctx }): Promise<BeneficiariesPiece> => {
  const companyId = ctx.company.id;
  const accounts = await listBeneficiaries(ctx.db, companyId);
  const total = () => Promise.resolve(accounts.length);
  await noteTaken(ctx, "beneficiaries", {}, { companyId, count: total });
  return { records: accounts.map(beneficiaryView), next: null };
});

/** One company's table is that company's to know of; no company has the rest. */
const knownCompany = async (db: Executor, id: string | undefined): Promise<string | null> =>
  id ? ((await findCompany(db, id))?.id ?? null) : null;

const allOrders = superAdminProcedure
  .input(ExportAllOrders)
  .mutation(async ({ ctx, input }): Promise<AllOrdersPiece> => {
    const filter = {
      companyId: input.companyId,
      status: input.status,
      pattern: containsPattern(input.search),
    };
    const total = () => countOrdersOfPlatform(ctx.db, filter);
    const companyId = await knownCompany(ctx.db, input.companyId);
    await noteTaken(ctx, "orders", input, { companyId, count: total });
    const read = await readOrdersOfPlatform(ctx.db, filter, window(input.after));
    return piece(read, ({ order, user, company }) => ({
      ...transactionRecord(order, user),
      company,
    }));
  });

const allBeneficiaries = superAdminProcedure
  .input(ExportAllBeneficiaries)
  .mutation(async ({ ctx, input }): Promise<AllBeneficiariesPiece> => {
    const filter = { companyId: input.companyId, pattern: containsPattern(input.search) };
    const total = () => countBeneficiariesOfPlatform(ctx.db, filter);
    const companyId = await knownCompany(ctx.db, input.companyId);
    await noteTaken(ctx, "beneficiaries", input, { companyId, count: total });
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
    await noteTaken(ctx, "companies", input, { companyId: null, count: total });
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
