import type { AppLoadContext } from "@remix-run/node";
import { expect, test, describe } from "vitest";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { LogIn, LogInAdmin, LogInSuperAdmin } from "@server/members/contracts/sessions";
import {
  ApproveOrdersForm,
  ApproveOrderForm,
  RejectOrderForm,
} from "@server/orders/contracts/decisions";
import { replyWithRefusal, submit } from "./submit";
import { readdirSync, readFileSync } from "node:fs";
import { ZodObject, type ZodType } from "zod";
import { UpdateBeneficiary } from "@server/companies/contracts/beneficiaries";
import { SaveBrand } from "@server/brands/contracts/brands";
import { AddCompany, InviteAdmin, SetCompanyMail } from "@server/companies/contracts/companies";
import { AddHost } from "@server/companies/contracts/hosts";
import { UpdateSettings } from "@server/companies/contracts/company-settings";
import { AddMember, UpdateMember, UpdateProfile } from "@server/members/contracts/members";
import { CreateOrder, ProofForm } from "@server/orders/contracts/orders";
import {
  ChangePasswordForm,
  ResetPasswordForm,
  SetPasswordForm,
} from "@server/members/contracts/passwords";
import { SetPrice } from "@server/companies/contracts/prices";
import { RegisterForm, RequestRegistrationCode } from "@server/members/contracts/registration";
import { BeginTwoFactor, TwoFactorCode } from "@server/members/contracts/two-factor";
import { constraintsOf } from "./constraints.server";
import { withFirstFocus } from "./first-focus.server";

const context = { caller: { language: "en", request: { asked: {} } } } as AppLoadContext;
const never = { call: () => Promise.reject(new Error("It was called.")), done: () => null };

async function statusOf(form: FormData, schema: ZodType) {
  const reply = await submit(context, form, { schema, ...never });
  return reply?.init?.status;
}

test("a form with too many fields is refused before it is parsed", { tags: ["full"] }, async () => {
  for (const nameOf of [() => "email", (at: number) => `field${at}`, (at: number) => `a[${at}]`]) {
    const form = new FormData();
    for (let at = 0; at < 30_000; at += 1) form.append(nameOf(at), "");
    expect(await statusOf(form, LogIn)).toBe(400);
    expect(replyWithRefusal(context, form, refuse("WRONG_LOGIN")).init?.status).toBe(401);
  }
});

test("a form that the contract refuses says what the rules find in its other fields, too", async () => {
  const form = new FormData();
  form.append("email", "asha");
  form.append("password", "x");
  const reply = await submit(context, form, {
    schema: LogIn,
    faults: ({ password }) => ({
      email: "EMAIL_TAKEN",
      password: password === "x" ? "PASSWORD_TOO_COMMON" : null,
      other: null,
    }),
    ...never,
  });
  expect(reply).toMatchObject({
    data: {
      code: "INVALID_INPUT",
      error: {
        email: ["Please enter a valid email address."],
        password: ["This password is too easy to guess. Please choose another."],
      },
    },
  });
});

test("a form that asks for the money is refused without its tick, and says what else it lacks", async () => {
  const form = new FormData();
  const sent = { schema: ApproveOrderForm, call: () => Promise.resolve("done"), done: String };
  const refused = await submit(context, form, { ...sent, asksMoney: true });
  expect(refused).toMatchObject({
    data: { error: { orderId: [expect.any(String)], moneyConfirmed: [expect.any(String)] } },
  });
  form.append("orderId", "018f4a3e-7c1a-7b3e-9d2a-0a1b2c3d4e5f");
  form.append("version", "1");
  expect(await submit(context, form, sent)).toBe("done");
  form.append("moneyConfirmed", "on");
  expect(await submit(context, form, { ...sent, asksMoney: true })).toBe("done");
  // The next attempt is about what is there then.
  expect(form.has("moneyConfirmed")).toBe(false);
});

test("a form that waits for a proof of identity is kept as it was typed, without secrets", async () => {
  const form = new FormData();
  for (const [name, value] of [
    ["email", "asha@member.example"],
    ["password", "a secret of hers"],
  ] as const) {
    form.append(name, value);
  }
  const refused = submit(context, form, {
    schema: LogIn,
    call: () => Promise.reject(refuse("STEP_UP_REQUIRED")),
    done: () => null,
  });
  await expect(refused).rejects.toMatchObject({
    data: { code: "STEP_UP_REQUIRED", kept: [["email", "asha@member.example"]] },
  });
});

test("a high list index in a form is refused without iterating over the lower ones", async () => {
  for (const name of ["orderIds[4294967294]", "orderIds[1000000]", "email[4294967294]"]) {
    const form = new FormData();
    form.append(name, "x");
    expect(await statusOf(form, ApproveOrdersForm)).toBe(400);
    expect(await statusOf(form, LogIn)).toBe(400);
    expect(replyWithRefusal(context, form, refuse("WRONG_LOGIN")).init?.status).toBe(401);
  }
});

test("names that no form has are refused instead of throwing", async () => {
  const controls = ["__intent__", "__state__"].flatMap((name) => [
    [name, "x"],
    [name, '{"type":"insert","payload":{"name":"email"}}'],
  ]);
  const paths = [
    "__proto__.email",
    "constructor.prototype.email",
    "email[",
    "email]",
    "[0]",
    "a..b",
  ];
  const deep = ["a.".repeat(100_000) + "a", "a[0]".repeat(100_000)];
  for (const [name = "", value = ""] of [
    ...controls,
    ...[...paths, ...deep].map((one) => [one, "x"]),
  ]) {
    const form = new FormData();
    form.append(name, value);
    expect(await statusOf(form, LogIn), name.slice(0, 40) + value).toBe(400);
    expect(replyWithRefusal(context, form, refuse("WRONG_LOGIN")).init?.status).toBe(401);
  }
  expect(Object.getOwnPropertyDescriptor(Object.prototype, "email")).toBeUndefined();
});

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
  "",
  "on",
  "Asha Rao",
  "  आशा   राव  ",
  " asha@member.example ",
  "sale.example.com",
  "+91 98765-43210",
  "098765 43210",
  "(+91) 98765 43210",
  "९८७६५४३२१०",
  "1,00,000.50",
  " 5000 ",
  "₹ 7,000",
  "१,००,०००",
  "10,000,000",
  "0.000001",
  ".5",
  "123 456",
  "123-456",
  "१२३४५६",
  "560 001",
  "५६०००१",
  "1990-04-12",
  "2026-11-22T10:30",
  "1234 5678 9012",
  "hdfc0001234",
  "house @ okbank",
  "abcde 1234 f",
  "ABCD-EFGH",
  "a b c d-e",
  "Prelaunch-demo-1",
  "पासवर्ड बहुत लंबा",
  "x".repeat(128),
  "abcde-fghij-klmno",
  "MALE",
  "USER",
  "#00695f",
  "178",
  "UTR 1234 5678",
  "https://t.me/resurgence",
  "50% Public Cell\n50% Team",
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
    [...text.matchAll(/^(?! \*).*\bconstraintsOf\(\{([^}]*)\}\)/gm)].flatMap(([, all = ""]) =>
      [...all.matchAll(/(\w+):/g)].map(([, name = ""]) => name),
    ),
  );
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((name) => !loaded.includes(name))).toEqual([]);
});

const HEADING = '<h1 tabindex="-1" data-focus-first="">Step 2</h1>';
const FOCUSED = HEADING.replace('first=""', 'first="" autofocus=""');
const FIELDS = '<input name="a"/><input name="b" aria-invalid="true"/><input aria-invalid="true"/>';
const ALERT = '<div class="note" role="alert" tabindex="-1">Wrong.</div>';
const dialog = (inside: string) =>
  `<input aria-invalid="true"/><div role="dialog" id="d" tabindex="-1">${inside}</div>`;

test.each([
  ["the step that a form has come to", false, HEADING + FIELDS, FOCUSED + FIELDS],
  ["a step that an answer shows", true, HEADING, FOCUSED],
  [
    "the first wrong field of a sent form instead of its heading",
    true,
    HEADING + FIELDS,
    HEADING + FIELDS.replace('"true"', '"true" autofocus=""'),
  ],
  [
    "the message above the fields, which comes first",
    true,
    ALERT + FIELDS,
    ALERT.replace('"-1"', '"-1" autofocus=""') + FIELDS,
  ],
  ["a dialog", false, dialog(""), dialog("").replace('"dialog"', '"dialog" autofocus=""')],
  [
    "the field that a dialog names",
    false,
    dialog('<input data-focus-first="true"/>'),
    dialog('<input data-focus-first="true" autofocus=""/>'),
  ],
  [
    "nothing on a page that was just opened",
    true,
    "<main><input/></main>",
    "<main><input/></main>",
  ],
])("a document focuses %s", (_what, isPosted, markup, expected) => {
  expect(withFirstFocus(markup, isPosted)).toBe(expected);
});
