import { adminProcedure, memberProcedure, router, superAdminProcedure } from "@server/access";
import {
  addBeneficiary,
  editBeneficiary,
  makeDefaultBeneficiary,
  removeBeneficiary,
  updateBeneficiary,
} from "./change-account";
import {
  findDefaultBeneficiary,
  listBeneficiaries,
  listBeneficiariesOfPlatform,
} from "@server/companies/queries/beneficiaries";
import {
  type Beneficiary,
  type BeneficiaryList,
  ListAllBeneficiaries,
  ListBeneficiaries,
  type MemberBeneficiaries,
  type PlatformBeneficiaryList,
} from "@server/companies/contracts/beneficiaries";
import { lastPageOf, offsetOf } from "@server/platform/rules/paging";
import { containsPattern } from "@server/platform/rules/like";
import { beneficiaryView, paymentAccount } from "./payment-options";

/** Lists the accounts a member can pay to. */
const beneficiariesForMember = memberProcedure.query(
  async ({ ctx }): Promise<MemberBeneficiaries> => {
    const accounts = await listBeneficiaries(ctx.db, ctx.company.id);
    const main = accounts.find(({ isDefault }) => isDefault);
    return {
      account: main ? paymentAccount(main) : null,
      banks: accounts.map(paymentAccount),
    };
  },
);

/** Finds the default account, or null if the company has none yet. */
const beneficiaryForAdmin = adminProcedure.query(async ({ ctx }): Promise<Beneficiary | null> => {
  const account = await findDefaultBeneficiary(ctx.db, ctx.company.id);
  return account ? beneficiaryView(account) : null;
});

/** Lists the company's current accounts, the default one first. */
const listCompanyBeneficiaries = adminProcedure
  .input(ListBeneficiaries)
  .query(async ({ ctx, input }): Promise<BeneficiaryList> => {
    const accounts = await listBeneficiaries(ctx.db, ctx.company.id);
    const from = offsetOf(input);
    return {
      records: accounts.slice(from, from + input.limit).map(beneficiaryView),
      total: accounts.length,
      lastPage: lastPageOf(accounts.length, input.limit),
    };
  });

/** Lists the accounts of every company. */
const listAllBeneficiaries = superAdminProcedure
  .input(ListAllBeneficiaries)
  .query(async ({ ctx, input }): Promise<PlatformBeneficiaryList> => {
    const { records, total } = await listBeneficiariesOfPlatform(ctx.db, {
      companyId: input.companyId,
      pattern: containsPattern(input.search),
      limit: input.limit,
      offset: offsetOf(input),
    });
    return {
      records: records.map(({ beneficiary, company }) => ({
        ...beneficiaryView(beneficiary),
        company,
      })),
      total,
      lastPage: lastPageOf(total, input.limit),
    };
  });

export const beneficiariesRouter = router({
  forMember: beneficiariesForMember,
  forAdmin: beneficiaryForAdmin,
  list: listCompanyBeneficiaries,
  add: addBeneficiary,
  update: updateBeneficiary,
  edit: editBeneficiary,
  makeDefault: makeDefaultBeneficiary,
  remove: removeBeneficiary,
  listAll: listAllBeneficiaries,
});
