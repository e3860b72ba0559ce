import { getZodConstraint } from "@conform-to/zod/v4";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { AddBeneficiary } from "@server/companies/contracts/beneficiaries";
import { AddCompany, UpdateCompany } from "@server/companies/contracts/companies";
import { AddHost } from "@server/companies/contracts/hosts";
import {
  AddMember,
  ListMembers,
  UpdateMember,
  UpdateProfile,
} from "@server/members/contracts/members";
import { OrderNumberRef } from "@server/orders/contracts/orders";
import {
  ChangePassword,
  ResetPassword,
  ResetPasswordForm,
  SetPassword,
} from "@server/members/contracts/passwords";
import {
  Register,
  RegisterForm,
  RequestRegistrationCode,
} from "@server/members/contracts/registration";
import { LogIn, LogInAdmin, LogInSuperAdmin } from "@server/members/contracts/sessions";

const ID = "0192f0c1-2222-7333-8444-555566667777";
const person = { name: "  Asha \u00a0 Rao ", email: " Asha@Example.IN ", mobile: "098765 43210" };
const joining = {
  ...person,
  otp: "123 456",
  dateOfBirth: "1990-02-28",
  pincode: "560 001",
  gender: "female",
  referralCode: "ab cd-2345",
  password: "a long pass phrase",
};
const company = {
  companyName: "Asha Tokens",
  email: "desk@asha.example",
  mobile: "+91 98765 43210",
  companyAadhaarCard: "2345 6789 0123",
  companyPan: "abcde1234f",
  tokenSymbol: "asha",
  totalSupply: "1000000",
  price: "012.500",
  platformChargePercent: 2.5,
  launchAt: "2027-01-01T10:00",
  maxHeldTokens: "",
  unverifiedHoldPercent: "012.50",
  releaseAfterDays: "7",
};
const firstAdmin = { adminName: "Asha", adminEmail: "asha@asha.example", adminPassword: "" };

const messagesOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue) => issue.message) ?? [];

describe("parsing is idempotent", () => {
  const cases: [string, z.ZodType, unknown][] = [
    ["RequestRegistrationCode", RequestRegistrationCode, person],
    ["Register", Register, joining],
    ["LogIn", LogIn, { companyId: "", email: "a@b.co", password: " x " }],
    ["LogInSuperAdmin", LogInSuperAdmin, { email: "a@b.co", otp: 12345 }],
    [
      "ResetPassword",
      ResetPassword,
      { email: "a@b.co", otp: "000000", newPassword: "long enough" },
    ],
    ["SetPassword", SetPassword, { token: "a".repeat(43), newPassword: "long enough" }],
    [
      "UpdateProfile",
      UpdateProfile,
      { currentPassword: "x", ...person, kycDocumentNumber: "ab 12-cd" },
    ],
    ["ListMembers", ListMembers, { page: "2", limit: "25", isApproved: "false", search: " x " }],
    ["AddMember", AddMember, { ...person, role: "USER", password: "long enough" }],
    ["AddCompany", AddCompany, { ...company, ...firstAdmin }],
    ["UpdateCompany", UpdateCompany, { id: ID.toUpperCase(), ...company }],
    ["AddDomain", AddHost, { host: " tokens.example.com ", companyId: ID }],
  ];
  test.each(cases)("parsing by the contract %s is idempotent", (_name, schema, input) => {
    const once = schema.parse(input);
    expect(schema.parse(once)).toEqual(once);
  });

  test("parsing any text typed into a text field is idempotent", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (name, email, mobile) => {
        const once = RequestRegistrationCode.safeParse({ name, email, mobile });
        if (once.success) expect(RequestRegistrationCode.parse(once.data)).toEqual(once.data);
        else for (const { message } of once.error.issues) expect(message).toMatch(/^[A-Z_]+$/);
      }),
    );
  });
});

test("typed values are normalised", () => {
  expect(Register.parse(joining)).toEqual({
    companyId: undefined,
    name: "Asha Rao",
    email: "Asha@Example.IN",
    mobile: "+919876543210",
    otp: "123456",
    dateOfBirth: "1990-02-28",
    pincode: "560001",
    gender: "female",
    referralCode: "ABCD2345",
    password: "a long pass phrase",
  });
  expect(AddCompany.parse({ ...company, ...firstAdmin })).toMatchObject({
    companyPan: "ABCDE1234F",
    price: "12.500",
    platformChargePercent: "2.5",
    // A local time without a zone is India's.
    launchAt: "2027-01-01T04:30:00.000Z",
    totalSupply: 1_000_000,
  });
});

describe("digits of Indian scripts and what is not seen", () => {
  const unseen = (text: string) => `\u202a${[...text].join("\u200b")}\u202c`;

  test("digits of Indian scripts are read in every field that has numbers, codes or an address", () => {
    const typed = {
      ...joining,
      email: unseen("asha@example.in"),
      mobile: "+९१ ९८७६५ ४३२१०",
      otp: unseen("१२३४५६"),
      dateOfBirth: "१९९०-०२-२८",
      pincode: "੫੬੦੦੦੧",
      referralCode: unseen("ABCD२३४५"),
    };
    expect(Register.parse(typed)).toMatchObject({
      email: "asha@example.in",
      mobile: "+919876543210",
      otp: "123456",
      dateOfBirth: "1990-02-28",
      pincode: "560001",
      referralCode: "ABCD2345",
    });
    const whole = {
      ...company,
      ...firstAdmin,
      totalSupply: "१०,००,०००",
      price: "₹१२.५०",
      platformChargePercent: "२.५",
      companyAadhaarCard: "२३४५ ६७८९ ०१२३",
      companyPan: unseen("abcde1234f"),
      releaseAfterDays: "७",
    };
    expect(AddCompany.parse(whole)).toMatchObject({
      totalSupply: 1_000_000,
      price: "12.50",
      platformChargePercent: "2.5",
      companyAadhaarCard: "234567890123",
      companyPan: "ABCDE1234F",
      releaseAfterDays: 7,
    });
    expect(LogInAdmin.parse({ email: "a@b.co", password: "x", code: unseen("१२३ ४५६") }).code).toBe(
      "123456",
    );
    const bank = {
      accountNumber: "१२३४५६७८९०१२",
      ifscCode: unseen("SBIN०००१२३४"),
      upi: unseen("asha९@okaxis"),
    };
    const named = { holderName: "Asha", bankName: "SBI", branch: "Fort" };
    expect(AddBeneficiary.parse({ ...named, ...bank })).toMatchObject({
      accountNumber: "123456789012",
      ifscCode: "SBIN0001234",
      upi: "asha9@okaxis",
    });
    expect(OrderNumberRef.parse({ purchaseId: unseen("PUR-१२३४५६") }).purchaseId).toBe(
      "PUR-123456",
    );
  });

  test.each(["\u200b", "\u200d\u200c", "\u3164", "\u2800 \u2800", " \ufeff ", "\u202e\u202c"])(
    "a name of %j, which is not seen, is empty",
    (name) => {
      expect(messagesOf(Register, { ...joining, name })).toEqual(["NAME_REQUIRED"]);
      expect(UpdateProfile.parse({ currentPassword: "x", name })).toEqual({ currentPassword: "x" });
      expect(messagesOf(AddCompany, { ...company, ...firstAdmin, companyName: name })).toEqual([
        "COMPANY_NAME_REQUIRED",
      ]);
    },
  );

  test("digits of Indian scripts stay in a name, whose joiners form its letters", () => {
    const name = "क्\u200dष श्\u200cरी ५";
    expect(Register.parse({ ...joining, name }).name).toBe(name);
  });
});

test("a code sent as a number gets its leading zeros back", () => {
  expect(LogInSuperAdmin.parse({ email: "a@b.co", otp: 42 }).otp).toBe("000042");
});

test("a password is not trimmed", () => {
  expect(LogIn.parse({ email: "a@b.co", password: "  x " }).password).toBe("  x ");
});

test("requesting a code reports a missing field once", () => {
  expect(new Set(messagesOf(RequestRegistrationCode, { name: " ", email: "" }))).toEqual(
    new Set(["OTP_FIELDS_REQUIRED"]),
  );
});

test.each([
  ["email", "asha", "EMAIL_INVALID"],
  ["email", "asha@localhost", "EMAIL_INVALID"],
  ["email", "asha@exa mple.in", "EMAIL_INVALID"],
  ["email", "a@b.co\nBcc: c@d.co", "EMAIL_INVALID"],
  ["mobile", "12345", "MOBILE_INVALID"],
  ["mobile", "+1", "MOBILE_INVALID"],
  ["name", "<b>Asha</b>", "NAME_INVALID"],
  ["name", "www.evil.example", "NAME_INVALID"],
  ["name", "Win at evil.example now", "NAME_INVALID"],
  ["name", "WWW.EVIL.COM", "NAME_INVALID"],
  ["name", "Bonus evil.co.in", "NAME_INVALID"],
  ["name", "T.ME Asha bit.ly", "NAME_INVALID"],
  ["name", "EVIL.ONLINE", "NAME_INVALID"],
  ["name", "evil。com", "NAME_INVALID"],
  ["name", "win at http://evil.example", "NAME_INVALID"],
  ["name", "x".repeat(101), "NAME_TOO_LONG"],
  ["otp", "12345", "CODE_MALFORMED"],
  ["otp", "", "CODE_REQUIRED"],
  ["dateOfBirth", "1990-02-30", "BIRTH_DATE_INVALID"],
  ["dateOfBirth", "", "BIRTH_DATE_REQUIRED"],
  ["pincode", "012345", "PINCODE_INVALID"],
  ["gender", "none", "GENDER_INVALID"],
  ["password", "short", "PASSWORD_TOO_SHORT"],
  ["password", "x".repeat(129), "PASSWORD_TOO_LONG"],
])("a registration with %s %j is refused by %s", (field, value, refusal) => {
  expect(messagesOf(Register, { ...joining, [field]: value })).toEqual([refusal]);
});

test.each([
  "K.P. Rao",
  "A.R.Rahman",
  "Md.khan",
  "Dr.Asha Rao",
  "St. John",
  "मीना कु. राव",
  "Asha Rao.",
])("a registration keeps the name %j, whose full stops are of initials and titles", (name) => {
  expect(messagesOf(Register, { ...joining, name })).toEqual([]);
});

test("the page asks for five fields and the proven address, and says all that lacks at once", () => {
  expect(messagesOf(RegisterForm, { email: joining.email, otp: joining.otp })).toEqual([
    "NAME_REQUIRED",
    "MOBILE_REQUIRED",
    "BIRTH_DATE_REQUIRED",
    "PASSWORD_REQUIRED",
    "TERMS_REQUIRED",
  ]);
  // Gender and PIN are asked for in the profile.
  const read = RegisterForm.parse({ ...joining, gender: "none", pincode: "1", consent: "on" });
  expect(read).not.toHaveProperty("gender");
  expect(
    messagesOf(ResetPasswordForm, {
      email: "a@b.co",
      otp: "123456",
      newPassword: "long enough",
      confirmNewPassword: "not the same",
    }),
  ).toEqual(["NEW_PASSWORDS_DIFFER"]);
});

test("saving a profile requires only the current password", () => {
  expect(messagesOf(UpdateProfile, {})).toEqual(["CURRENT_PASSWORD_REQUIRED"]);
  expect(
    UpdateProfile.parse({ currentPassword: "x", name: "", mobile: null, profileImageId: "" }),
  ).toEqual({ currentPassword: "x" });
  expect(messagesOf(ChangePassword, { otp: "", currentPassword: "", newPassword: "" })).toEqual(
    expect.arrayContaining(["CODE_REQUIRED", "CURRENT_PASSWORD_REQUIRED", "NEW_PASSWORD_REQUIRED"]),
  );
});

test("a list's page, limit and filters are parsed strictly", () => {
  expect(ListMembers.parse({})).toMatchObject({ page: 1, limit: 10 });
  for (const bad of ["0", "-1", "1.5", "x", 101, 1e9, "1e1"]) {
    expect(messagesOf(ListMembers, { limit: bad }), String(bad)).toContain("BAD_LIMIT");
  }
  expect(messagesOf(ListMembers, { page: "0" })).toEqual(["BAD_PAGE"]);
  expect(messagesOf(ListMembers, { isApproved: "yes" })).toEqual(["BAD_FILTER"]);
});

test("SUPER_ADMIN is not a role in a company", () => {
  const change = { id: ID, ...person };
  expect(messagesOf(UpdateMember, change)).toEqual(["ROLE_REQUIRED"]);
  expect(messagesOf(UpdateMember, { ...change, role: "SUPER_ADMIN" })).toEqual(["ROLE_INVALID"]);
});

test.each([
  ["totalSupply", "0", "TOTAL_SUPPLY_INVALID"],
  ["totalSupply", "1.5", "TOTAL_SUPPLY_INVALID"],
  ["totalSupply", "9000000000000001", "TOTAL_SUPPLY_INVALID"],
  ["price", "0", "PRICE_INVALID"],
  ["price", "-1", "PRICE_INVALID"],
  ["price", "1e3", "PRICE_INVALID"],
  ["price", "0.0000001", "PRICE_INVALID"],
  ["platformChargePercent", "100.01", "FEE_PERCENT_INVALID"],
  ["platformChargePercent", "1.001", "FEE_PERCENT_INVALID"],
  ["launchAt", "tomorrow", "LAUNCH_INVALID"],
  ["companyPan", "12345", "PAN_INVALID"],
  ["unverifiedHoldPercent", "0", "UNVERIFIED_HOLD_INVALID"],
  ["unverifiedHoldPercent", "100.5", "UNVERIFIED_HOLD_INVALID"],
  ["releaseAfterDays", "366", "RELEASE_DAYS_INVALID"],
  ["companyAadhaarCard", "1234", "AADHAAR_INVALID"],
  ["tokenSymbol", "a b", "TOKEN_SYMBOL_INVALID"],
])("a company with %s %j is refused by %s", (field, value, refusal) => {
  expect(messagesOf(UpdateCompany, { id: ID, ...company, [field]: value })).toContain(refusal);
});

test("the browser gets the required fields, and no rule stricter than the contract's", () => {
  const constraint = getZodConstraint(RegisterForm);
  expect(constraint.name).toMatchObject({ required: true, maxLength: 100 });
  expect(constraint.referralCode).toMatchObject({ required: false });
  expect(constraint.mobile).not.toHaveProperty("pattern");
  const optional = getZodConstraint(AddCompany);
  expect(optional.price).toMatchObject({ required: false });
  expect(optional.maxPendingOrders).toMatchObject({ required: false });
});
