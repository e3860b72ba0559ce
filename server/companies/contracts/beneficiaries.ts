import { z } from "zod";
import type { SUBMITTABLE_METHODS } from "@db/vocabulary";
import {
  isAccountNumber,
  isIfsc,
  isUpiId,
  normaliseAccountNumber,
  normaliseIfsc,
  normaliseUpiId,
} from "@server/companies/rules/bank-details";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import {
  code,
  booleanField,
  idField,
  line,
  optional,
  pageFields,
  searchField,
} from "@server/platform/contracts/fields";

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
/** Confirms that the bank issued an IFSC code that is not in our list of branches. */
const isIfscConfirmed = optional(booleanField("FIELD_INVALID"));

/** `beneficiaries.update`: all six fields (product.md §5); without an id, the default account. */
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

/** The five bank fields are required together, or none of them. */
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

/** `beneficiaries.add`: the five bank fields, a UPI id, or all six. */
export const AddBeneficiary = z.object(looseFields).superRefine(checkWhole);
export type AddBeneficiary = z.output<typeof AddBeneficiary>;

/** `beneficiaries.edit`: an account in any shape that `beneficiaries.add` accepts. */
export const EditBeneficiary = z.object({ id: idField, ...looseFields }).superRefine(checkWhole);
export type EditBeneficiary = z.output<typeof EditBeneficiary>;

/** Input of the page's dialogs: whoever types the account number a second time types the same. */
const accountNumberAgain = optional(z.string().overwrite(normaliseAccountNumber));
const isSameNumber = (typed: { accountNumber: string; accountNumberAgain?: string | undefined }) =>
  [undefined, typed.accountNumber].includes(typed.accountNumberAgain);
const NUMBERS_DIFFER = {
  path: ["accountNumberAgain"],
  error: code("ACCOUNT_NUMBERS_DIFFER"),
};
/** The five bank fields, each refused beside its field; a company may have no UPI id. */
const beneficiaryForm = UpdateBeneficiary.extend({ upi: looseFields.upi, accountNumberAgain });
export const UpdateBeneficiaryForm = beneficiaryForm.refine(isSameNumber, NUMBERS_DIFFER);
export const AddBeneficiaryForm = beneficiaryForm
  .omit({ id: true })
  .refine(isSameNumber, NUMBERS_DIFFER);

/** `beneficiaries.makeDefault` and `beneficiaries.remove` (which returns null). */
export const BeneficiaryRef = z.object({ id: idField });
export type BeneficiaryRef = z.output<typeof BeneficiaryRef>;

/** `beneficiaries.list` (admin): the default account first. */
export const ListBeneficiaries = z.object(pageFields);

/** `beneficiaries.listAll` (super admin). */
export const ListAllBeneficiaries = z.object({
  ...pageFields,
  search: searchField,
  companyId: optional(idField),
});

/** A payment destination: five bank fields, a UPI id, or both. */
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

/** An account as shown to the company's admin. */
export type Beneficiary = PaymentAccount & {
  isDefault: boolean;
  /** The creation of this version; ISO. */
  createdAt: string;
};

export type BeneficiaryList = { records: Beneficiary[]; total: number; lastPage: number };

/** `beneficiaries.forMember`: the default account, and all accounts. Null: unset. */
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

/** The company's payment methods (product.md §2: which tabs there are, and which opens first). */
export type PaymentOptions = {
  /** Accounts with bank details, the default one first; no Banking tab if empty. */
  banks: PaymentAccount[];
  /** Null: no UPI tab. */
  upi: {
    beneficiaryId: string;
    beneficiaryVersion: number;
    upiId: string;
    payeeName: string;
  } | null;
  /** Offered methods, in tab order. */
  methods: (typeof SUBMITTABLE_METHODS)[number][];
  defaultMethod: (typeof SUBMITTABLE_METHODS)[number];
};
