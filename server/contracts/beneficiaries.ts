import { z } from "zod";
import {
  isAccountNumber,
  isIfsc,
  isUpiId,
  normaliseAccountNumber,
  normaliseIfsc,
  normaliseUpiId,
} from "@server/domain/payments/bank-details";
import type { RefusalCode } from "@server/domain/refusals/codes";
import { code } from "./code";
import { booleanField, idField, line, optional, pageFields, searchField } from "./fields";

const normalised = (
  missing: RefusalCode,
  invalid: RefusalCode,
  normalise: (text: string) => string,
  isValid: (text: string) => boolean,
) =>
  z
    .string({ error: missing })
    .overwrite(normalise)
    .min(1, missing)
    .refine((text) => text === "" || isValid(text), invalid);

const fields = {
  holderName: line("HOLDER_NAME_REQUIRED", 120),
  bankName: line("BANK_NAME_REQUIRED", 120),
  branch: line("BRANCH_REQUIRED", 120),
  accountNumber: normalised(
    "ACCOUNT_NUMBER_REQUIRED",
    "ACCOUNT_NUMBER_INVALID",
    normaliseAccountNumber,
    isAccountNumber,
  ),
  ifscCode: normalised("IFSC_REQUIRED", "IFSC_INVALID", normaliseIfsc, isIfsc),
  upi: normalised("UPI_ID_REQUIRED", "UPI_ID_INVALID", normaliseUpiId, isUpiId),
};

const isDefault = optional(booleanField("FIELD_INVALID"));
/** That the bank did give out an IFSC code which our list of branches does not have. */
const isIfscConfirmed = optional(booleanField("FIELD_INVALID"));

/** `beneficiaries.update`: all six fields (spec §5); the default account where no id is given. */
export const UpdateBeneficiary = z.object({
  id: optional(idField),
  ...fields,
  isDefault,
  isIfscConfirmed,
});
export type UpdateBeneficiary = z.output<typeof UpdateBeneficiary>;

const BANK_FIELDS = [
  ["holderName", "HOLDER_NAME_REQUIRED"],
  ["bankName", "BANK_NAME_REQUIRED"],
  ["branch", "BRANCH_REQUIRED"],
  ["accountNumber", "ACCOUNT_NUMBER_REQUIRED"],
  ["ifscCode", "IFSC_REQUIRED"],
] as const satisfies readonly (readonly [keyof typeof fields, RefusalCode])[];

const looseFields = {
  holderName: optional(fields.holderName),
  bankName: optional(fields.bankName),
  branch: optional(fields.branch),
  accountNumber: optional(fields.accountNumber),
  ifscCode: optional(fields.ifscCode),
  upi: optional(fields.upi),
  isDefault,
  isIfscConfirmed,
};
type LooseFields = { [Name in keyof typeof fields]?: string | undefined };

/** The five bank fields come together; nothing at all is no account. */
function checkWhole(given: LooseFields, issues: z.core.$RefinementCtx<unknown>): void {
  const missing = BANK_FIELDS.filter(([name]) => given[name] === undefined);
  if (missing.length === BANK_FIELDS.length) {
    if (given.upi === undefined) {
      issues.addIssue({ code: "custom", message: code("BENEFICIARY_EMPTY") });
    }
    return;
  }
  for (const [name, message] of missing) issues.addIssue({ code: "custom", path: [name], message });
}

/** `beneficiaries.add`: the five bank fields, or a UPI id, or all six. */
export const AddBeneficiary = z.object(looseFields).superRefine(checkWhole);
export type AddBeneficiary = z.output<typeof AddBeneficiary>;

/** `beneficiaries.edit`: an account in any of the shapes it can be added in. */
export const EditBeneficiary = z.object({ id: idField, ...looseFields }).superRefine(checkWhole);
export type EditBeneficiary = z.output<typeof EditBeneficiary>;

/** What the page's Add dialog asks: all six (spec §5), so that each is refused beside its field. */
export const AddBeneficiaryForm = UpdateBeneficiary.omit({ id: true });
export type AddBeneficiaryForm = z.output<typeof AddBeneficiaryForm>;

/** `beneficiaries.makeDefault` and `beneficiaries.remove` (which answers null). */
export const BeneficiaryRef = z.object({ id: idField });
export type BeneficiaryRef = z.output<typeof BeneficiaryRef>;

/** `beneficiaries.list` (admin): the default one first. */
export const ListBeneficiaries = z.object(pageFields);
export type ListBeneficiaries = z.output<typeof ListBeneficiaries>;

/** `beneficiaries.listAll` (super admin). */
export const ListAllBeneficiaries = z.object({
  ...pageFields,
  search: searchField,
  companyId: optional(idField),
});
export type ListAllBeneficiaries = z.output<typeof ListAllBeneficiaries>;

/** Where money is sent: five bank fields, or a UPI id, or both. */
export type PaymentAccount = {
  id: string;
  version: number;
  holderName: string | null;
  bankName: string | null;
  branch: string | null;
  accountNumber: string | null;
  ifscCode: string | null;
  upi: string | null;
};

/** An account as its company's admin sees it. */
export type Beneficiary = PaymentAccount & {
  isDefault: boolean;
  /** Of this version; ISO. */
  createdAt: string;
};

export type BeneficiaryList = { records: Beneficiary[]; total: number; lastPage: number };

/** `beneficiaries.forMember`: the default account, and all of them. Null: unset. */
export type MemberBeneficiaries = {
  account: PaymentAccount | null;
  banks: PaymentAccount[];
};

export type PlatformBeneficiary = Beneficiary & { company: { id: string; companyName: string } };
export type PlatformBeneficiaryList = {
  records: PlatformBeneficiary[];
  total: number;
  lastPage: number;
};
