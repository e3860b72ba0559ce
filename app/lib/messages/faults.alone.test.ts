import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { DEFAULT_BRAND } from "@themes/registry";
import { expect, test, vi } from "vitest";
import { action as reset } from "~/routes/fogot-password/route";
import { action as logIn } from "~/routes/login/route";
import { action as register } from "~/routes/register/route";
import { action as buy } from "~/routes/user.buy-token/route";
import { actOnPayment as pay } from "~/routes/user.payment/act-on-payment.server";
import { action as profile } from "~/routes/user.profile/route";
import { action as upload } from "~/routes/user.uploads/route";

const boom = new Error("a fault of ours");

// Every call of the service layer fails with a fault.
vi.mock("~/lib/callers", async (original) => {
  const fail = () => Promise.reject(boom);
  const broken = new Proxy({}, { get: () => new Proxy({}, { get: () => fail }) });
  const callers = { publicApi: () => broken, investorApi: () => Promise.resolve(broken) };
  return { ...(await original<object>()), ...callers };
});

const unasked = (): never => {
  throw new Error("nothing here asks for this");
};

/** The context of one request, with the faults that were logged. */
function contextOf(fields: Fields) {
  const reported: unknown[] = [];
  const receive = (): ReturnType<AppLoadContext["caller"]["files"]["receive"]> =>
    fields["medias"] === undefined
      ? Promise.resolve({ mediaId: null, fields: formOf(fields), refused: null })
      : Promise.reject(boom);
  const context: AppLoadContext = {
    site: {
      kind: "platform",
      brand: DEFAULT_BRAND,
      origin: "http://rsgn.localhost",
      appOrigin: "http://localhost",
      isDemo: false,
    },
    caller: {
      language: "en",
      colourScheme: "system",
      isMenuFolded: false,
      public: unasked,
      member: unasked,
      admin: unasked,
      superAdmin: unasked,
      sessions: { set: unasked, clear: unasked, had: unasked },
      preferences: { language: unasked, colourScheme: unasked, menu: unasked },
      referral: { first: null, forget: unasked },
      request: {
        id: "request-1",
        nonce: "n",
        wordFiles: [],
        refused: null,
        asked: { path: null, isFromPage: false, typed: null },
        report: (thrown) => reported.push(thrown),
      },
      files: {
        receive,
        read: unasked,
        open: unasked,
        openPages: unasked,
        openReceipt: unasked,
        drawCard: unasked,
        printStatement: unasked,
        drawQr: unasked,
        packRows: unasked,
      },
    },
  };
  return { context, reported };
}

type Fields = Readonly<Record<string, string>>;

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function argsOf(fields: Fields, isMultipart: boolean) {
  const body = isMultipart ? formOf(fields) : new URLSearchParams(fields);
  const request = new Request("http://rsgn.localhost/", { method: "POST", body });
  return { ...contextOf(fields), request };
}

const person = { name: "Tara Fault", email: "tara@member.example", mobile: "98765 43210" };
const passwords = { newPassword: "Another-secret-9", confirmNewPassword: "Another-secret-9" };
const ID = "01930000-0000-7000-8000-000000000001";
const payment = {
  purchaseId: "PUR-123456",
  policyVersion: "f".repeat(64),
  consent: "on",
  amount: "70",
};
const proof = {
  ...payment,
  intent: "proof",
  paymentMethod: "UPI",
  referenceNumber: "412345678901",
  paidAmount: "70",
  receiptId: ID,
  beneficiaryId: ID,
  beneficiaryVersion: "1",
};

type Action = (args: ActionFunctionArgs) => Promise<unknown>;
const forms: [words: string, action: Action, fields: Fields, isMultipart?: true][] = [
  ["Failed to login a user", logIn, { email: person.email, password: "secret-1" }],
  ["Failed to send OTP", register, { ...person, intent: "request" }],
  [
    "Failed to register a user",
    register,
    {
      ...person,
      intent: "register",
      otp: "123456",
      dateOfBirth: "1990-04-12",
      pincode: "400001",
      gender: "other",
      password: "Another-secret-9",
      confirmPassword: "Another-secret-9",
      consent: "on",
    },
  ],
  // The answer also names what the rules find in an incomplete form.
  ["Failed to register a user", register, { ...person, intent: "register" }],
  ["Failed to send otp", reset, { intent: "request", email: person.email }],
  [
    "Failed to update the password",
    reset,
    { intent: "reset", email: person.email, otp: "123456", ...passwords },
  ],
  ["Failed to create purchase order.", buy, { amount: "70" }],
  [
    "Failed to submit manual payment.",
    pay,
    { ...payment, intent: "manual", paymentMethod: "MANUAL" },
  ],
  ["Failed to submit token purchase", pay, proof, true],
  ["Failed to update profile", profile, { intent: "profile", currentPassword: "secret-1" }, true],
  ["Failed to send otp", profile, { intent: "code" }],
  [
    "Failed to update the password",
    profile,
    { intent: "password", otp: "123456", currentPassword: "secret-1", ...passwords },
  ],
];

test.each(forms)(
  "a fault shows '%s' in the form, keeps the page and the input, and is logged",
  async (words, action, fields, isMultipart) => {
    const { request, context, reported } = argsOf(fields, isMultipart ?? false);
    const answer = await action({ request, context, params: {} });
    const { intent = null, ...typed } = fields;
    const values = Object.entries(typed).filter(([name]) => !/password/i.test(name));
    expect(answer).toMatchObject({
      init: { status: 500 },
      data: {
        status: "error",
        form: intent,
        requestId: "request-1",
        toasts: [words],
        error: { "": [words] },
        initialValue: Object.fromEntries(values),
      },
    });
    expect(reported).toEqual([boom]);
  },
);

const files: [words: string, action: Action, field: string, fields: Fields][] = [
  ["File upload failed for proof.", pay, "receiptId", { ...proof, medias: "slip" }],
  ["Profile picture upload failed.", profile, "profileImageId", { medias: "face" }],
];

test.each(files)(
  "a fault shows '%s' beside the file that was sent with the form",
  async (words, action, field, fields) => {
    const { request, context, reported } = argsOf(fields, true);
    expect(await action({ request, context, params: {} })).toMatchObject({
      init: { status: 500 },
      data: { requestId: "request-1", error: { [field]: [words] }, toasts: [words] },
    });
    expect(reported).toEqual([boom]);
  },
);

test("a fault of an upload is answered in JSON and logged", async () => {
  const { request, context, reported } = argsOf({ medias: "slip" }, true);
  const answer = await upload({ request, context, params: {} });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ message: "Failed to upload file" });
  expect(reported).toEqual([boom]);
});
