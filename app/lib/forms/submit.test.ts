import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { LogIn } from "@server/members/contracts/sessions";
import { ApproveOrdersForm } from "@server/orders/contracts/decisions";
import { replyWithRefusal, submit } from "./submit";

const context = { caller: { language: "en" } } as AppLoadContext;
const never = { call: () => Promise.reject(new Error("It was called.")), done: () => null };

async function statusOf(form: FormData, schema: typeof LogIn | typeof ApproveOrdersForm) {
  const reply = await submit(context, form, { schema, ...never });
  return reply?.init?.status;
}

test("a form with too many fields is refused before it is parsed", async () => {
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
