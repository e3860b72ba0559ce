import { newId } from "@db/ids";
import {
  type BeneficiaryRow,
  clearDefault,
  insertBeneficiaryVersion,
  lockBeneficiaries,
  markDefault,
  markRemoved,
} from "@db/queries/beneficiaries";
import { findPerson, listAdmins } from "@db/queries/recipients";
import type { AdminActor } from "@server/context/actor";
import { idempotent } from "@server/context/idempotent";
import {
  AddBeneficiary,
  type Beneficiary,
  BeneficiaryRef,
  EditBeneficiary,
  UpdateBeneficiary,
} from "@server/contracts/beneficiaries";
import { maskAccountNumber } from "@server/domain/members/masking";
import { refuse } from "@server/domain/refusals/refuse";
import { requireStepUp } from "@server/procedures/step-up";
import { adminProcedure, type CompanyContext, recordAudit } from "@server/procedures/trpc";
import { beneficiaryView, paymentAccount } from "./payment-options";
import { createRequire } from "node:module";

type Branches = Readonly<Record<string, readonly (string | number)[]>>;

let branches: Branches | undefined;

/** The `ifsc` package's list, loaded on first use: bank letters to the part after the zero. */
function list(): Branches {
  branches ??= createRequire(import.meta.url)("ifsc/src/IFSC.json") as Branches;
  return branches;
}

/** What the list of Indian branches contains of a well-formed IFSC code. */
function findIfsc(ifsc: string): "branch" | "bank" | "nothing" {
  const bank = ifsc.slice(0, 4);
  const ofBank = Object.hasOwn(list(), bank) ? list()[bank] : undefined;
  if (!ofBank) return "nothing";
  const branch = ifsc.slice(5);
  // Numeric branch codes are stored as numbers.
  return ofBank.includes(/^\d+$/.test(branch) ? Number(branch) : branch) ? "branch" : "bank";
}

type AdminContext = CompanyContext<AdminActor>;

const FIELDS = ["holderName", "bankName", "branch", "accountNumber", "ifscCode", "upi"] as const;
type Details = Record<(typeof FIELDS)[number], string | null>;

type Given = { [Name in keyof Details]?: string | null | undefined } & {
  isDefault?: boolean | undefined;
  isIfscConfirmed?: boolean | undefined;
};

const detailsOf = (given: Given): Details => ({
  holderName: given.holderName ?? null,
  bankName: given.bankName ?? null,
  branch: given.branch ?? null,
  accountNumber: given.accountNumber ?? null,
  ifscCode: given.ifscCode ?? null,
  upi: given.upi ?? null,
});

/** Adds an account; a company's first account always becomes its default. */
export const addBeneficiary = adminProcedure.input(AddBeneficiary).mutation(
  idempotent(async ({ ctx, input }): Promise<Beneficiary> => {
    const accounts = await lockBeneficiaries(ctx.db, ctx.company.id);
    if (accounts.length > 0) requireStepUp(ctx.actor);
    return addAccount(ctx, accounts, input, input.isDefault ?? false);
  }),
);

/** Sets all six fields of the named or default account; adds one if the company has none. */
export const updateBeneficiary = adminProcedure.input(UpdateBeneficiary).mutation(
  idempotent(async ({ ctx, input }): Promise<Beneficiary> => {
    const accounts = await lockBeneficiaries(ctx.db, ctx.company.id);
    if (accounts.length > 0) requireStepUp(ctx.actor);
    const before = accounts.find(({ id, isDefault }) => (input.id ? id === input.id : isDefault));
    if (before) return changeAccount(ctx, accounts, before, input);
    if (input.id) throw refuse("BENEFICIARY_NOT_FOUND");
    return addAccount(ctx, accounts, input, true);
  }),
);

/** Changes an account, in either form of input. */
export const editBeneficiary = adminProcedure.input(EditBeneficiary).mutation(
  idempotent(async ({ ctx, input }): Promise<Beneficiary> => {
    const accounts = await lockBeneficiaries(ctx.db, ctx.company.id);
    const before = accounts.find(({ id }) => id === input.id);
    if (!before) throw refuse("BENEFICIARY_NOT_FOUND");
    return changeAccount(ctx, accounts, before, input);
  }),
);

export const makeDefaultBeneficiary = adminProcedure.input(BeneficiaryRef).mutation(
  idempotent(async ({ ctx, input }): Promise<Beneficiary> => {
    const accounts = await lockBeneficiaries(ctx.db, ctx.company.id);
    const before = accounts.find(({ id }) => id === input.id);
    if (!before) throw refuse("BENEFICIARY_NOT_FOUND");
    return changeAccount(ctx, accounts, before, { ...detailsOf(before), isDefault: true });
  }),
);

/** Orders keep the version they were shown. The default account cannot be removed. */
export const removeBeneficiary = adminProcedure.input(BeneficiaryRef).mutation(
  idempotent(async ({ ctx, input }): Promise<null> => {
    const accounts = await lockBeneficiaries(ctx.db, ctx.company.id);
    const before = accounts.find(({ id }) => id === input.id);
    if (!before) throw refuse("BENEFICIARY_NOT_FOUND");
    if (before.isDefault) throw refuse("BENEFICIARY_LAST");
    await markRemoved(ctx.db, ctx.company.id, before.id);
    await note(ctx, "removed", before, null);
    return null;
  }),
);

async function addAccount(
  ctx: AdminContext,
  accounts: readonly BeneficiaryRow[],
  given: Given,
  isDefault: boolean,
): Promise<Beneficiary> {
  const details = detailsOf(given);
  assertNew(accounts, details, null);
  assertIfsc(given);
  const companyId = ctx.company.id;
  const id = newId();
  const becomesDefault = isDefault || accounts.length === 0;
  if (becomesDefault) await clearDefault(ctx.db, companyId, id);
  const added = await insertBeneficiaryVersion(ctx.db, {
    ...details,
    companyId,
    id,
    version: 1,
    isDefault: becomesDefault,
    createdBy: ctx.actor.id,
  });
  await note(ctx, "added", null, added);
  return beneficiaryView(added);
}

/** Saving identical values changes nothing and sends no mail. */
async function changeAccount(
  ctx: AdminContext,
  accounts: readonly BeneficiaryRow[],
  before: BeneficiaryRow,
  given: Given,
): Promise<Beneficiary> {
  const companyId = ctx.company.id;
  const details = detailsOf(given);
  if (details.ifscCode !== before.ifscCode) assertIfsc(given);
  const becomesDefault = given.isDefault === true && !before.isDefault;
  let after = before;
  if (becomesDefault) {
    await clearDefault(ctx.db, companyId, before.id);
    after = (await markDefault(ctx.db, companyId, before.id)) ?? before;
  }
  if (FIELDS.some((field) => details[field] !== before[field])) {
    assertNew(accounts, details, before.id);
    after = await insertBeneficiaryVersion(ctx.db, {
      ...details,
      companyId,
      id: before.id,
      version: before.version + 1,
      isDefault: after.isDefault,
      createdBy: ctx.actor.id,
    });
  }
  if (after === before) return beneficiaryView(before);
  await note(ctx, "updated", before, after);
  return beneficiaryView(after);
}

/** Refuses a duplicate account, which would confuse payers. */
function assertNew(
  accounts: readonly BeneficiaryRow[],
  details: Details,
  exceptId: string | null,
): void {
  const isSame = (account: BeneficiaryRow) =>
    details.accountNumber === null
      ? account.accountNumber === null && account.upi === details.upi
      : account.accountNumber === details.accountNumber && account.ifscCode === details.ifscCode;
  if (accounts.some((account) => account.id !== exceptId && isSame(account))) {
    throw refuse("BENEFICIARY_DUPLICATE");
  }
}

/** A well-formed code may belong to no branch; a branch missing from the list needs confirmation. */
function assertIfsc({ ifscCode, isIfscConfirmed }: Given): void {
  const known = ifscCode ? findIfsc(ifscCode) : "branch";
  if (known === "nothing") throw refuse("IFSC_BANK_UNKNOWN");
  if (known === "bank" && isIfscConfirmed !== true) throw refuse("IFSC_UNKNOWN");
}

/** Records the change in the audit log and mails every admin, since it affects where money goes. */
async function note(
  ctx: AdminContext,
  change: "added" | "updated" | "removed",
  before: BeneficiaryRow | null,
  after: BeneficiaryRow | null,
): Promise<void> {
  const subject = after ?? before;
  if (!subject) return;
  const line = (row: BeneficiaryRow | null) =>
    row && { ...paymentAccount(row), isDefault: row.isDefault };
  await recordAudit(ctx, {
    action: `beneficiary.${change}`,
    subjectType: "beneficiary",
    subjectId: subject.id,
    before: line(before),
    after: line(after),
  });
  const by = await findPerson(ctx.db, ctx.company.id, ctx.actor.id);
  for (const admin of await listAdmins(ctx.db, ctx.company.id)) {
    await ctx.deps.jobs.notify(ctx.db, {
      template: "beneficiaryChanged",
      params: { account: labelOf(subject), change, by: by?.name ?? "" },
      channel: "EMAIL",
      address: admin.email,
      language: admin.language,
      companyId: ctx.company.id,
      userId: admin.id,
    });
  }
}

const labelOf = (row: BeneficiaryRow): string =>
  [row.bankName, row.accountNumber && maskAccountNumber(row.accountNumber), row.upi]
    .filter(Boolean)
    .join(" ");
