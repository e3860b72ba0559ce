import {
  type BeneficiaryRow,
  listBeneficiaries,
  lockBeneficiaries,
} from "@server/companies/queries/beneficiaries";
import {
  type AdminActor,
  oncePerKey,
  requireStepUp,
  adminProcedure,
  type CompanyContext,
} from "@server/access";
import {
  AddBeneficiary,
  type Beneficiary,
  BeneficiaryRef,
  EditBeneficiary,
  UpdateBeneficiary,
} from "@server/companies/contracts/beneficiaries";
import { refuse } from "@server/platform/rules/refusals/refuse";
import {
  isWaiting,
  answerRepeatedWithNull,
  answerRepeated,
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
import { beneficiaryView } from "./payment-options";

type AdminContext = CompanyContext<AdminActor>;

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

export const addBeneficiary = adminProcedure
  .input(AddBeneficiary)
  .mutation(oncePerKey(add, { replay: replayAnswer }));

export const updateBeneficiary = adminProcedure
  .input(UpdateBeneficiary)
  .mutation(oncePerKey(update, { replay: replayAnswer }));

export const editBeneficiary = adminProcedure
  .input(EditBeneficiary)
  .mutation(oncePerKey(edit, { replay: replayAnswer }));

export const makeDefaultBeneficiary = adminProcedure
  .input(BeneficiaryRef)
  .mutation(oncePerKey(makeDefault, { replay: replayAnswer }));

export const removeBeneficiary = adminProcedure
  .input(BeneficiaryRef)
  .mutation(oncePerKey(remove, { replay: answerRepeatedWithNull }));
