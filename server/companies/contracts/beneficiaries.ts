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
  described,
  flag,
  id,
  instant,
  ofCompany,
  orNull,
  text,
  tokens,
} from "@server/platform/contracts/described";
import {
  code,
  booleanField,
  companyFilter,
  idField,
  idOf,
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
    .refine((text) => text === "" || isValid(text), invalid)
    .meta({ refuses: [missing, invalid] });

const fields = {
  holderName: described(
    line("HOLDER_NAME_REQUIRED", 120),
    "The account holder's name.",
    "House Labs Private Limited",
  ),
  bankName: described(line("BANK_NAME_REQUIRED", 120), "The bank's name.", "State Bank of India"),
  branch: described(line("BRANCH_REQUIRED", 120), "Its branch.", "Fort, Mumbai"),
  accountNumber: described(
    normalised(
      "ACCOUNT_NUMBER_REQUIRED",
      "ACCOUNT_NUMBER_INVALID",
      normaliseAccountNumber,
      isAccountNumber,
    ).meta({ pattern: "^[\\d\\s-]{9,}$" }),
    "9 to 18 digits.",
    "123456789012",
  ),
  ifscCode: described(
    normalised("IFSC_REQUIRED", "IFSC_INVALID", normaliseIfsc, isIfsc).meta({
      pattern: "^[A-Za-z0-9\\s-]{11,}$",
    }),
    "Four letters of the bank, a zero, six of the branch.",
    "SBIN0000300",
  ),
  upi: described(
    normalised("UPI_ID_REQUIRED", "UPI_ID_INVALID", normaliseUpiId, isUpiId).meta({ pattern: "@" }),
    "The UPI id.",
    "house@okbank",
  ),
};

const isDefault = described(
  optional(booleanField("FIELD_INVALID")),
  "Whether payers are shown this account first.",
  false,
);
const isIfscConfirmed = described(
  optional(booleanField("FIELD_INVALID")),
  "False requires a code of the list of branches; otherwise a code of a known bank is accepted.",
  true,
);
const accountId = idOf("The account's `id`.");

/** `beneficiaries.update`: all six fields (product.md §5); without an id, the default account. */
export const UpdateBeneficiary = z.object({
  id: optional(accountId),
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
export const BeneficiaryRef = z.object({ id: accountId });
export type BeneficiaryRef = z.output<typeof BeneficiaryRef>;

/** `beneficiaries.list` (admin): the default account first. */
export const ListBeneficiaries = z.object(pageFields);

/** `beneficiaries.listAll` (super admin). */
export const ListAllBeneficiaries = z.object({
  ...pageFields,
  search: searchField,
  companyId: companyFilter,
});

const bankFields = {
  holderName: text("The account holder's name.", "House Labs Private Limited"),
  bankName: text("The bank's name.", "State Bank of India"),
  branch: text("Its branch.", "Fort, Mumbai"),
  accountNumber: text("The account's number.", "123456789012"),
  ifscCode: text("The branch's code.", "SBIN0000300"),
  upi: text("The UPI id.", "house@okbank"),
};
const answeredId = id("The account's id.");

/** An account as documented clients know it: a field that is unset is absent. */
export const AccountAnswer = z.object({ id: answeredId, ...bankFields }).partial();
export const PayToAnswer = z.object({
  ...AccountAnswer.omit({ id: true }).shape,
  banks: z
    .array(AccountAnswer.required({ id: true }))
    .describe("Every account; above is the default one."),
});

/** An account as shown to the company's admin. */
export const Beneficiary = z.object({
  id: answeredId,
  version: tokens("Rises with each change; an order keeps the one its payer was shown.", 1),
  holderName: orNull(bankFields.holderName),
  bankName: orNull(bankFields.bankName),
  branch: orNull(bankFields.branch),
  accountNumber: orNull(bankFields.accountNumber),
  ifscCode: orNull(bankFields.ifscCode),
  upi: orNull(bankFields.upi),
  isDefault: flag("Whether payers are shown it first."),
  createdAt: instant("When this version was made."),
});
export type Beneficiary = z.output<typeof Beneficiary>;

/** A payment destination: five bank fields, a UPI id, or both. */
export type PaymentAccount = Omit<Beneficiary, "isDefault" | "createdAt">;

export const PlatformBeneficiary = Beneficiary.extend({ company: ofCompany });
export type PlatformBeneficiary = z.output<typeof PlatformBeneficiary>;
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
