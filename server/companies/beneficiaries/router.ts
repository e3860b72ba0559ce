import {
  adminProcedure,
  memberProcedure,
  oncePerKey,
  requireStepUp,
  router,
  superAdminProcedure,
  type AdminContext,
} from "@server/access";
import {
  type BeneficiaryRow,
  findDefaultBeneficiary,
  listBeneficiaries,
  listBeneficiariesOfPlatform,
  lockBeneficiaries,
} from "@server/companies/queries/beneficiaries";
import {
  AddBeneficiary,
  type Beneficiary,
  BeneficiaryRef,
  EditBeneficiary,
  ListAllBeneficiaries,
  ListBeneficiaries,
  UpdateBeneficiary,
} from "@server/companies/contracts/beneficiaries";
import { lastPageOf, offsetOf, sliceOf } from "@server/platform/rules/paging";
import { containsPattern } from "@server/platform/rules/like";
import { beneficiaryView, paymentAccount } from "./payment-options";
import { refuse } from "@server/platform/rules/refusals/refuse";
import {
  answerRepeated,
  onceOrAsked,
  isWaiting,
  storeChange,
  type StoredForSecondAdmin,
} from "@server/companies/second-admin/store-change";
import {
  accountOf,
  type AccountPlan,
  applyAccountPlan,
  mailAdmins,
  detailsOf,
  isAccountOfChange,
  planAddition,
  planChange,
  planRemoval,
  storedPlan,
} from "./account-plan";

type Changed = Promise<Beneficiary | StoredForSecondAdmin>;

/** Adds an account; a company's first account always becomes its default, and needs no second admin. */
async function add(ctx: AdminContext, input: AddBeneficiary): Changed {
  const accounts = await lockBeneficiaries(ctx.db, ctx.company.id);
  if (accounts.length > 0) requireStepUp(ctx.actor);
  return changeOrWait(ctx, accounts, planAddition(accounts, input, input.isDefault ?? false));
}

/** Sets all six fields of the named or default account; adds one if the company has none. */
async function update(ctx: AdminContext, input: UpdateBeneficiary): Changed {
  const accounts = await lockBeneficiaries(ctx.db, ctx.company.id);
  if (accounts.length > 0) requireStepUp(ctx.actor);
  const before = accounts.find(({ id, isDefault }) => (input.id ? id === input.id : isDefault));
  if (!before && input.id) throw refuse("BENEFICIARY_NOT_FOUND");
  const plan = before ? planChange(accounts, before, input) : planAddition(accounts, input, true);
  return changeOrWait(ctx, accounts, plan);
}

/** Changes an account, in either form of input. */
async function edit(ctx: AdminContext, input: EditBeneficiary): Changed {
  const accounts = await lockBeneficiaries(ctx.db, ctx.company.id);
  const before = accountOf(accounts, input.id);
  return changeOrWait(ctx, accounts, planChange(accounts, before, input));
}

async function makeDefault(ctx: AdminContext, input: BeneficiaryRef): Changed {
  const accounts = await lockBeneficiaries(ctx.db, ctx.company.id);
  const before = accountOf(accounts, input.id);
  const asDefault = { ...detailsOf(before), isDefault: true };
  return changeOrWait(ctx, accounts, planChange(accounts, before, asDefault));
}

/**
 * Removes an account. Orders keep the version they were shown. The default account cannot be
 * removed.
 */
async function remove(
  ctx: AdminContext,
  input: BeneficiaryRef,
): Promise<null | StoredForSecondAdmin> {
  const accounts = await lockBeneficiaries(ctx.db, ctx.company.id);
  const done = await changeOrWait(ctx, accounts, planRemoval(accounts, input.id));
  return isWaiting(done) ? done : null;
}

/**
 * Finds the account of a call that was repeated with its key, after a second admin's confirmation
 * too.
 */
async function replayAnswer(
  ctx: AdminContext,
  stored: Beneficiary | StoredForSecondAdmin,
): Promise<Beneficiary | StoredForSecondAdmin> {
  if (!isWaiting(stored)) return stored;
  return answerRepeated(ctx, stored, async (change) => {
    const accounts = await listBeneficiaries(ctx.db, ctx.company.id);
    const account = accounts.find((one) => isAccountOfChange(one, change));
    if (!account) throw refuse("BENEFICIARY_NOT_FOUND");
    return beneficiaryView(account);
  });
}

/** Stores a change of bank details for a second admin, except a company's first account. */
async function changeOrWait(
  ctx: AdminContext,
  accounts: readonly BeneficiaryRow[],
  plan: AccountPlan,
): Promise<Beneficiary | StoredForSecondAdmin> {
  const isFree = accounts.length === 0 || ctx.transport === "operator";
  if (plan.kind === null) return beneficiaryView(plan.account);
  if (!isFree) return storeChange(ctx, storedPlan(plan));
  const done = await applyAccountPlan(ctx, plan);
  await mailAdmins(ctx, plan);
  return done;
}

const addBeneficiary = adminProcedure
  .input(AddBeneficiary)
  .mutation(oncePerKey(add, { replay: replayAnswer }));

const updateBeneficiary = adminProcedure
  .input(UpdateBeneficiary)
  .mutation(oncePerKey(update, { replay: replayAnswer }));

const editBeneficiary = adminProcedure
  .input(EditBeneficiary)
  .mutation(oncePerKey(edit, { replay: replayAnswer }));

const makeDefaultBeneficiary = adminProcedure
  .input(BeneficiaryRef)
  .mutation(oncePerKey(makeDefault, { replay: replayAnswer }));

const removeBeneficiary = adminProcedure.input(BeneficiaryRef).mutation(onceOrAsked(remove));

/** Lists the accounts a member can pay to. */
const beneficiariesForMember = memberProcedure.query(async ({ ctx }) => {
  const accounts = await listBeneficiaries(ctx.db, ctx.company.id);
  const main = accounts.find(({ isDefault }) => isDefault);
  return {
    account: main ? paymentAccount(main) : null,
    banks: accounts.map(paymentAccount),
  };
});

/** Finds the default account, or null if the company has none yet. */
const beneficiaryForAdmin = adminProcedure.query(async ({ ctx }): Promise<Beneficiary | null> => {
  const account = await findDefaultBeneficiary(ctx.db, ctx.company.id);
  return account ? beneficiaryView(account) : null;
});

/** Lists the company's current accounts, the default one first. */
const listCompanyBeneficiaries = adminProcedure
  .input(ListBeneficiaries)
  .query(async ({ ctx, input }) => {
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
  .query(async ({ ctx, input }) => {
    const { records, total } = await listBeneficiariesOfPlatform(ctx.db, {
      companyId: input.companyId,
      pattern: containsPattern(input.search),
      ...sliceOf(input),
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
