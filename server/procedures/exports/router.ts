import { readActivity } from "@db/queries/activity";
import { readBeneficiariesOfPlatform } from "@db/queries/beneficiaries";
import { readCompanies } from "@db/queries/companies";
import { readOrdersOfCompany, readOrdersOfPlatform } from "@db/queries/order-lists";
import { readUsers } from "@db/queries/users";
import {
  type ActivityPiece,
  type AllBeneficiariesPiece,
  type AllOrdersPiece,
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

const orders = adminProcedure
  .input(ExportOrders)
  .query(async ({ ctx, input }): Promise<OrdersPiece> => {
    const filter = {
      status: input.status,
      method: input.method,
      isFlagged: input.isFlagged,
      pattern: containsPattern(input.search),
    };
    const read = await readOrdersOfCompany(ctx.db, ctx.company.id, filter, window(input.after));
    return piece(read, ({ order, user }) => adminTransactionRecord(order, user));
  });

const members = adminProcedure
  .input(ExportMembers)
  .query(async ({ ctx, input: { after, search, ...filter } }): Promise<MembersPiece> => {
    const pattern = containsPattern(search) ?? undefined;
    const wanted = { ...filter, pattern };
    const read = await readUsers(ctx.db, ctx.company.id, wanted, window(after));
    return piece(read, ({ user }) => memberView(user));
  });

const activity = adminProcedure
  .input(ExportActivity)
  .query(async ({ ctx, input }): Promise<ActivityPiece> => {
    const filter = activityFilter(input);
    const read = await readActivity(ctx.db, ctx.company.id, filter, window(input.after));
    return piece(read, activityRecord);
  });

const allOrders = superAdminProcedure
  .input(ExportAllOrders)
  .query(async ({ ctx, input }): Promise<AllOrdersPiece> => {
    const filter = {
      companyId: input.companyId,
      status: input.status,
      pattern: containsPattern(input.search),
    };
    const read = await readOrdersOfPlatform(ctx.db, filter, window(input.after));
    return piece(read, ({ order, user, company }) => ({
      ...transactionRecord(order, user),
      company,
    }));
  });

const allBeneficiaries = superAdminProcedure
  .input(ExportAllBeneficiaries)
  .query(async ({ ctx, input }): Promise<AllBeneficiariesPiece> => {
    const filter = { companyId: input.companyId, pattern: containsPattern(input.search) };
    const read = await readBeneficiariesOfPlatform(ctx.db, filter, window(input.after));
    return piece(read, ({ beneficiary, company }) => ({
      ...beneficiaryView(beneficiary),
      company,
    }));
  });

const companies = superAdminProcedure
  .input(ExportCompanies)
  .query(async ({ ctx, input }): Promise<CompaniesPiece> => {
    const read = await readCompanies(ctx.db, containsPattern(input.search), window(input.after));
    return piece(read, ({ company }) => companyView(company, ctx.deps.secrets));
  });

export const exportsRouter = router({
  // Company admins
  orders,
  members,
  activity,
  // Super admins
  allOrders,
  allBeneficiaries,
  companies,
});
