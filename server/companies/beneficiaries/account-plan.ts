import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { newId } from "@db/ids";
import {
  type BeneficiaryRow,
  clearDefault,
  insertBeneficiaryVersion,
  markDefault,
  markRemoved,
} from "@server/companies/queries/beneficiaries";
import { findPerson } from "@server/messages";
import { notifyCompany } from "@server/companies/second-admin/notify-company";
import type { StoredChange } from "@db/schema";
import { recordAudit, type AdminContext } from "@server/access";
import type { Beneficiary } from "@server/companies/contracts/beneficiaries";
import { maskAccountNumber } from "@server/platform/rules/people/masking";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { beneficiaryView, paymentAccount } from "./payment-options";

type Branches = Readonly<Record<string, readonly (string | number)[]>>;

let branches: Branches | undefined;

/** The `ifsc` package's list, loaded on first use: bank letters to the part after the zero. */
function list(): Branches {
  branches ??= createRequire(import.meta.url)("ifsc/src/IFSC.json") as Branches;
  return branches;
}

/**
 * Looks up a well-formed IFSC code in the list of Indian branches: the branch is known, only its
 * bank, or nothing.
 */
function findIfsc(ifsc: string): "branch" | "bank" | "nothing" {
  const bank = ifsc.slice(0, 4);
  const ofBank = Object.hasOwn(list(), bank) ? list()[bank] : undefined;
  if (!ofBank) return "nothing";
  const branch = ifsc.slice(5);
  // Numeric branch codes are stored as numbers.
  return ofBank.includes(/^\d+$/.test(branch) ? Number(branch) : branch) ? "branch" : "bank";
}

const FIELDS = ["holderName", "bankName", "branch", "accountNumber", "ifscCode", "upi"] as const;
type Details = Record<(typeof FIELDS)[number], string | null>;

export type Given = { [Name in keyof Details]?: string | null | undefined } & {
  isDefault?: boolean | undefined;
  isIfscConfirmed?: boolean | undefined;
};

export const detailsOf = (given: Given): Details => ({
  holderName: given.holderName ?? null,
  bankName: given.bankName ?? null,
  branch: given.branch ?? null,
  accountNumber: given.accountNumber ?? null,
  ifscCode: given.ifscCode ?? null,
  upi: given.upi ?? null,
});

/** A change of bank details that was checked against the company's accounts and is not made yet. */
export type AccountPlan =
  | { kind: null; account: BeneficiaryRow }
  | { kind: "ACCOUNT_ADD"; details: Details; isDefault: boolean }
  | {
      kind: "ACCOUNT_CHANGE";
      before: BeneficiaryRow;
      details: Details;
      /** True if the account becomes the default by this change. */
      becomesDefault: boolean;
    }
  | { kind: "ACCOUNT_REMOVE"; before: BeneficiaryRow };

type Change = Exclude<AccountPlan, { kind: null }>;

export function accountOf(accounts: readonly BeneficiaryRow[], id: string): BeneficiaryRow {
  const account = accounts.find((one) => one.id === id);
  if (!account) throw refuse("BENEFICIARY_NOT_FOUND");
  return account;
}

export function planAddition(
  accounts: readonly BeneficiaryRow[],
  given: Given,
  isDefault: boolean,
): AccountPlan {
  const details = detailsOf(given);
  assertNew(accounts, details, null);
  assertIfsc(given);
  return { kind: "ACCOUNT_ADD", details, isDefault: isDefault || accounts.length === 0 };
}

/** Plans the edit of an account. Saving identical values changes nothing. */
export function planChange(
  accounts: readonly BeneficiaryRow[],
  before: BeneficiaryRow,
  given: Given,
): AccountPlan {
  const details = detailsOf(given);
  if (details.ifscCode !== before.ifscCode) assertIfsc(given);
  const becomesDefault = given.isDefault === true && !before.isDefault;
  if (differs(before, details)) assertNew(accounts, details, before.id);
  else if (!becomesDefault) return { kind: null, account: before };
  return { kind: "ACCOUNT_CHANGE", before, details, becomesDefault };
}

export function planRemoval(accounts: readonly BeneficiaryRow[], id: string): AccountPlan {
  const before = accountOf(accounts, id);
  if (before.isDefault) throw refuse("BENEFICIARY_LAST");
  return { kind: "ACCOUNT_REMOVE", before };
}

const differs = (before: BeneficiaryRow, details: Details): boolean =>
  FIELDS.some((field) => details[field] !== before[field]);

/** Makes the change, in the caller's transaction and under the lock of the accounts. */
export async function applyAccountPlan(ctx: AdminContext, plan: Change): Promise<Beneficiary> {
  const { db } = ctx;
  const companyId = ctx.company.id;
  const created = { companyId, createdBy: ctx.actor.id };
  if (plan.kind === "ACCOUNT_REMOVE") {
    await markRemoved(db, companyId, plan.before.id);
    await note(ctx, "removed", plan.before, null);
    return beneficiaryView(plan.before);
  }
  if (plan.kind === "ACCOUNT_ADD") {
    const { details, isDefault } = plan;
    const id = newId();
    if (isDefault) await clearDefault(db, companyId, id);
    const added = await insertBeneficiaryVersion(db, {
      ...details,
      ...created,
      id,
      version: 1,
      isDefault,
    });
    await note(ctx, "added", null, added);
    return beneficiaryView(added);
  }
  const { before, details } = plan;
  let after = before;
  if (plan.becomesDefault) {
    await clearDefault(db, companyId, before.id);
    after = (await markDefault(db, companyId, before.id)) ?? before;
  }
  if (differs(before, details)) {
    const { id, version } = before;
    const next = { id, version: version + 1, isDefault: after.isDefault };
    after = await insertBeneficiaryVersion(db, { ...details, ...created, ...next });
  }
  await note(ctx, "updated", before, after);
  return beneficiaryView(after);
}

const lineOf = (details: Details, isDefault: boolean) => ({ ...detailsOf(details), isDefault });

/** Returns an id for an account that does not exist yet: equal for one destination of money. */
function addressOf({ accountNumber, ifscCode, upi }: Details): string {
  const address = accountNumber === null ? ["upi", upi] : ["bank", accountNumber, ifscCode];
  const hex = createHash("sha256").update(JSON.stringify(address)).digest("hex");
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** True if a stored change is about the account. */
export const isAccountOfChange = (
  account: BeneficiaryRow,
  { kind, subjectId }: { kind: string; subjectId: string },
): boolean => (kind === "ACCOUNT_ADD" ? addressOf(account) : account.id) === subjectId;

/** Returns a plan in the form that is stored until a second admin confirms it. */
export function storedPlan(plan: Change) {
  if (plan.kind === "ACCOUNT_ADD") {
    const change: StoredChange = { before: null, after: lineOf(plan.details, plan.isDefault) };
    const subjectId = addressOf(plan.details);
    return { kind: plan.kind, subjectId, subjectVersion: null, change };
  }
  const { before, kind } = plan;
  const isDefault = before.isDefault || (kind === "ACCOUNT_CHANGE" && plan.becomesDefault);
  const change: StoredChange = {
    before: lineOf(before, before.isDefault),
    after: kind === "ACCOUNT_CHANGE" ? lineOf(plan.details, isDefault) : null,
  };
  return { kind, subjectId: before.id, subjectVersion: before.version, change };
}

/**
 * Plans a stored change again, checked against the accounts as they are now. Refuses as the change
 * itself would, and with BENEFICIARY_NOT_FOUND if the account is gone or is another one by now.
 */
export function planStored(
  accounts: readonly BeneficiaryRow[],
  {
    kind,
    subjectId,
    subjectVersion,
    change: { before: stored, after },
  }: {
    kind: Change["kind"];
    subjectId: string;
    subjectVersion: number | null;
    change: StoredChange;
  },
): AccountPlan {
  const text = (name: (typeof FIELDS)[number]) => {
    const value = after?.[name];
    return typeof value === "string" ? value : null;
  };
  const given: Given = {
    ...Object.fromEntries(FIELDS.map((name) => [name, text(name)])),
    isDefault: after?.["isDefault"] === true,
    // The code was confirmed when the change was requested.
    isIfscConfirmed: true,
  };
  if (kind === "ACCOUNT_ADD") return planAddition(accounts, given, given.isDefault === true);
  const before = accountOf(accounts, subjectId);
  const isAsStored =
    before.version === subjectVersion && before.isDefault === stored?.["isDefault"];
  if (!isAsStored) throw refuse("BENEFICIARY_NOT_FOUND");
  return kind === "ACCOUNT_REMOVE"
    ? planRemoval(accounts, subjectId)
    : planChange(accounts, before, given);
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

/** Records the change in the audit log. */
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
}

const CHANGES = {
  ACCOUNT_ADD: "added",
  ACCOUNT_CHANGE: "updated",
  ACCOUNT_REMOVE: "removed",
} as const;

/**
 * Mails a change that needs no second admin to every admin who can log in, since it affects where money
 * goes. Any other is told by the mails about the change that waited.
 */
export async function mailAdmins(ctx: AdminContext, plan: Change): Promise<void> {
  const by = await findPerson(ctx.db, ctx.company.id, ctx.actor.id);
  const account = labelOf(plan.kind === "ACCOUNT_REMOVE" ? plan.before : plan.details);
  const params = { account, change: CHANGES[plan.kind], by: by?.name ?? "" };
  await notifyCompany(ctx, { template: "beneficiaryChanged", params }, { contacts: false });
}

const labelOf = (row: Pick<BeneficiaryRow, "bankName" | "accountNumber" | "upi">): string =>
  [row.bankName, row.accountNumber && maskAccountNumber(row.accountNumber), row.upi]
    .filter(Boolean)
    .join(" ");
