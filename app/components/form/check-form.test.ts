import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ZodType } from "zod";
import { RegisterForm, RequestRegistrationCode } from "@server/contracts/registration";
import { RequestPasswordReset, ResetPasswordForm } from "@server/contracts/passwords";
import { translateRefusal } from "@server/words/refusals.server";
import { constraintsOf, notAfter, constraintsIn } from "~/lib/constraints.server";
import { readFields } from "~/lib/form-fields";
import { leftAfter, problemsOf } from "./check-form";

const CONTRACTS = {
  register: RegisterForm,
  requestCode: RequestRegistrationCode,
  requestReset: RequestPasswordReset,
  reset: ResetPasswordForm,
};

const constraints = constraintsOf(CONTRACTS);
const english = constraintsIn(constraints, "en");

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return form;
}

/** What the server says of a form, by field. */
function refusedBy(contract: keyof typeof CONTRACTS, form: FormData, language: "en" | "hi" = "en") {
  const schema: ZodType = CONTRACTS[contract];
  const submission = readFields(form, schema);
  if (submission?.status !== "error") return {};
  const errors = Object.entries<string[] | null>(submission.error ?? {});
  return Object.fromEntries(
    errors.map(([name, codes]) => [
      name,
      (codes ?? []).map((one) => translateRefusal(language, one)).slice(0, 1),
    ]),
  );
}

const EMPTY = {
  ...{ name: "", mobile: "", email: "", otp: "", dateOfBirth: "", pincode: "", gender: "" },
  ...{ referralCode: "", password: "", confirmPassword: "" },
};

describe("a registration", () => {
  test.each(["en", "hi"] as const)("tells all that is missing at once, in %s", (language) => {
    const form = formOf(EMPTY);
    const found = problemsOf(form, constraintsIn(constraints, language).register);
    expect(Object.keys(found ?? {}).sort()).toEqual(
      Object.keys(EMPTY)
        .filter((name) => name !== "referralCode")
        .concat("consent")
        .sort(),
    );
    expect(found).toEqual(refusedBy("register", form, language));
  });

  test("tells of two passwords that differ beside all else, as the server does", () => {
    const form = formOf({ ...EMPTY, password: "Prelaunch-1", confirmPassword: "Prelaunch-2" });
    expect(problemsOf(form, english.register)).toMatchObject({
      name: ["Please enter a name."],
      confirmPassword: ["Passwords do not match!"],
    });
    expect(problemsOf(form, english.register)).toEqual(refusedBy("register", form));
  });
});

test("a birthday is told to be too late by its pattern, as comparing the dates tells it", () => {
  const latest = "2008-11-23";
  const register = notAfter(english.register, "dateOfBirth", { latest, text: "Too young." });
  expect(register["dateOfBirth"]?.texts?.required).toBe(
    english.register["dateOfBirth"]?.texts?.required,
  );
  const day = fc.date({
    min: new Date("1900-01-01"),
    max: new Date("2100-01-01"),
    noInvalidDate: true,
  });
  const near = fc
    .integer({ min: -400, max: 400 })
    .map((days) => new Date(Date.UTC(2008, 10, days)));
  fc.assert(
    fc.property(fc.oneof(day, near), (date) => {
      const typed = date.toISOString().slice(0, 10);
      const found = problemsOf(formOf({ dateOfBirth: typed }), register)?.["dateOfBirth"];
      expect(found).toEqual(typed <= latest ? undefined : ["Too young."]);
    }),
    { examples: [[new Date(latest)], [new Date("2008-11-24")]] },
  );
});

test("a code that is asked for by nobody is told in the words of the rule", () => {
  const missing = ["Please fill in Name, Email, and Mobile to request OTP."];
  expect(problemsOf(formOf({ name: "", email: "", mobile: "" }), english.requestCode)).toEqual({
    ...{ name: missing, email: missing, mobile: missing },
  });
});

const TYPED = fc.constantFrom(
  ...["", "on", "Asha Rao", "asha@member.example", "asha", "asha@", "a b@c.example"],
  ...["98765 43210", "(+91) 98765-43210", "123", "+4915112345678", "12 34", "123 456", "123-456"],
  ...["123456123456", "1234567", "400 001", "012345", "1990-04-12", "female", "short"],
  ...["Prelaunch-demo-1", "Prelaunch-demo-2", "पासवर्ड बहुत लंबा"],
);

describe.each(Object.keys(CONTRACTS) as (keyof typeof CONTRACTS)[])("the form %s", (name) => {
  test("is refused by the browser in the server's words, and only where the server does", () => {
    const fields = Object.keys(english[name]).filter((field) => field !== "companyId");
    const values = fc.record(Object.fromEntries(fields.map((field) => [field, TYPED])));
    fc.assert(
      fc.property(values, (typed) => {
        const form = formOf(typed);
        const found = problemsOf(form, english[name]) ?? {};
        expect(refusedBy(name, form)).toMatchObject(found);
      }),
    );
  });
});

describe("a message", () => {
  const errors = {
    "": ["Not now."],
    otp: ["The OTP is six digits."],
    name: ["Please enter a name."],
    password: ["This password is too easy to guess."],
    confirmPassword: ["Passwords do not match!"],
  };

  test("goes when its field is corrected, and no other with it", () => {
    const { otp: _otp, ...others } = errors;
    expect(leftAfter(errors, "otp", formOf({ otp: "123456" }), english.register)).toEqual(others);
    const { password: _password, ...rest } = errors;
    const changed = formOf({ password: "Another-1", confirmPassword: "Else" });
    expect(leftAfter(errors, "password", changed, english.register)).toEqual(rest);
  });

  test("stays while it says what is still wrong", () => {
    expect(leftAfter(errors, "otp", formOf({ otp: "12345" }), english.register)).toBe(errors);
    expect(leftAfter(errors, "name", formOf({ name: "" }), english.register)).toBe(errors);
  });

  test("about a repetition goes when either of the two is made equal", () => {
    const equal = formOf({ password: "Another-1", confirmPassword: "Another-1" });
    for (const changed of ["password", "confirmPassword"]) {
      expect(leftAfter(errors, changed, equal, english.register)).not.toHaveProperty(
        "confirmPassword",
      );
    }
  });

  test("goes with the first letter where the page has no texts", () => {
    expect(
      leftAfter({ amount: ["Please enter a valid amount."] }, "amount", formOf({ amount: "7" })),
    ).toEqual({});
  });
});
