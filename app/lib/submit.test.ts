import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { refuse } from "@server/domain/refusals/refuse";
import { LogIn } from "@server/contracts/sessions";
import { ApproveOrdersForm } from "@server/contracts/decisions";
import { replyWithRefusal, submit } from "./submit";

const context = { language: "en" } as AppLoadContext;
const never = { call: () => Promise.reject(new Error("It was called.")), done: () => null };

async function statusOf(form: FormData, schema: typeof LogIn | typeof ApproveOrdersForm) {
  const reply = await submit(context, form, { schema, ...never });
  return reply?.init?.status;
}

test("refuses a form with too many fields before parsing it", async () => {
  for (const nameOf of [() => "email", (at: number) => `field${at}`, (at: number) => `a[${at}]`]) {
    const form = new FormData();
    for (let at = 0; at < 30_000; at += 1) form.append(nameOf(at), "");
    expect(await statusOf(form, LogIn)).toBe(400);
    expect(replyWithRefusal(context, form, refuse("WRONG_LOGIN")).init?.status).toBe(401);
  }
});

test("refuses a high list index without iterating over the lower ones", async () => {
  for (const name of ["orderIds[4294967294]", "orderIds[1000000]", "email[4294967294]"]) {
    const form = new FormData();
    form.append(name, "x");
    expect(await statusOf(form, ApproveOrdersForm)).toBe(400);
    expect(await statusOf(form, LogIn)).toBe(400);
    expect(replyWithRefusal(context, form, refuse("WRONG_LOGIN")).init?.status).toBe(401);
  }
});

test("refuses names that no form has instead of throwing", async () => {
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
