import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ZodObject, type ZodType } from "zod";
import { UpdateBeneficiary } from "@server/companies/contracts/beneficiaries";
import { SaveBrand } from "@server/brands/contracts/brands";
import {
  AddCompany,
  AddHost,
  InviteAdmin,
  SetCompanyMail,
} from "@server/companies/contracts/companies";
import { UpdateSettings } from "@server/companies/contracts/company-settings";
import { AddMember, UpdateMember, UpdateProfile } from "@server/members/contracts/members";
import { ApproveOrderForm, RejectOrderForm } from "@server/orders/contracts/decisions";
import { CreateOrder, ProofForm } from "@server/orders/contracts/orders";
import {
  ChangePasswordForm,
  ResetPasswordForm,
  SetPasswordForm,
} from "@server/members/contracts/passwords";
import { SetPrice } from "@server/companies/contracts/prices";
import { RegisterForm, RequestRegistrationCode } from "@server/members/contracts/registration";
import { BeginTwoFactor, TwoFactorCode } from "@server/members/contracts/two-factor";
import { LogIn, LogInAdmin, LogInSuperAdmin } from "@server/members/contracts/sessions";
import { constraintsOf } from "./constraints.server";

const CONTRACTS = {
  AddCompany,
  AddDomain: AddHost,
  AddMember,
  ApproveOrderForm,
  BeginTwoFactor,
  ChangePasswordForm,
  CreateOrder,
  InviteAdmin,
  LogIn,
  LogInAdmin,
  LogInSuperAdmin,
  ProofForm,
  RegisterForm,
  RejectOrderForm,
  RequestRegistrationCode,
  ResetPasswordForm,
  SaveBrand,
  TwoFactorCode,
  SetCompanyMail,
  SetPasswordForm,
  SetPrice,
  UpdateBeneficiary,
  UpdateMember,
  UpdateProfile,
  UpdateSettings,
} satisfies Record<string, ZodType>;

const constraints = constraintsOf(CONTRACTS);

/** Typical input: with blanks, digit groups, Indian digits, and upper or lower case. */
const TYPED = [
  ...["", "on", "Asha Rao", "  आशा   राव  ", " asha@member.example ", "sale.example.com"],
  ...["+91 98765-43210", "098765 43210", "(+91) 98765 43210", "९८७६५४३२१०"],
  ...["1,00,000.50", " 5000 ", "₹ 7,000", "१,००,०००", "10,000,000", "0.000001", ".5"],
  ...["123 456", "123-456", "१२३४५६", "560 001", "५६०००१", "1990-04-12", "2026-11-22T10:30"],
  ...["1234 5678 9012", "hdfc0001234", "house @ okbank", "abcde 1234 f", "ABCD-EFGH", "a b c d-e"],
  ...["Prelaunch-demo-1", "पासवर्ड बहुत लंबा", "x".repeat(128), "abcde-fghij-klmno", "MALE", "USER"],
  ...["#00695f", "178", "UTR 1234 5678", "https://t.me/resurgence", "50% Public Cell\n50% Team"],
];

/**
 * Returns true if HTML rejects a value under the attributes that a page takes from the constraints.
 */
function isRefused(
  value: string,
  name: string,
  of: (typeof constraints)[keyof typeof constraints],
) {
  const { required, minLength = 0, maxLength = Infinity, min, max } = of[name] ?? {};
  if (value === "") return required === true;
  return (
    value.length < minLength ||
    value.length > maxLength ||
    (min !== undefined && Number(value) < Number(min)) ||
    (max !== undefined && Number(value) > Number(max))
  );
}

const fieldsOf = (contract: ZodType): [string, ZodType][] =>
  contract instanceof ZodObject ? Object.entries<ZodType>(contract.shape) : [];

describe.each(Object.entries(CONTRACTS))("%s", (contractName, contract) => {
  const own = constraints[contractName as keyof typeof CONTRACTS];

  test("the browser accepts every value that the server accepts", () => {
    for (const [name, field] of fieldsOf(contract)) {
      for (const value of TYPED) {
        // conform omits an empty field before the contract parses it.
        const isAccepted = field.safeParse(value === "" ? undefined : value).success;
        if (isAccepted) expect(isRefused(value, name, own), `${name}: "${value}"`).toBe(false);
      }
    }
  });

  test("the browser requires a field only if the server requires it", () => {
    for (const [name, field] of fieldsOf(contract)) {
      const isNeeded = own[name]?.required === true;
      expect(!field.safeParse(undefined).success, name).toBe(isNeeded);
    }
  });
});

test("passwords have no maximum length, and normalized fields have no pattern", () => {
  for (const all of Object.values(constraints)) {
    for (const [name, { maxLength, pattern }] of Object.entries(all)) {
      if (/password/i.test(name)) expect(maxLength, name).toBeUndefined();
      expect(pattern, name).toBeUndefined();
    }
  }
});

test("every form with fields names constraints that a loader has", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(`app/${name}`, "utf8"));
  const named = files.flatMap((text) =>
    [...text.matchAll(/\bcontract=(?:"(\w+)"|\{([^}]*)\})/g)].flatMap(([, one, expression = ""]) =>
      one ? [one] : [...expression.matchAll(/[?:] "(\w+)"/g)].map(([, name = ""]) => name),
    ),
  );
  const loaded = files.flatMap((text) =>
    [...text.matchAll(/^const constraints = constraintsOf\(\{([^}]*)\}\)/gm)].flatMap(
      ([, all = ""]) => [...all.matchAll(/(\w+):/g)].map(([, name = ""]) => name),
    ),
  );
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((name) => !loaded.includes(name))).toEqual([]);
});
