import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { LogIn } from "@server/contracts/sessions";
import { ApproveOrdersForm } from "@server/contracts/orders";
import { submit } from "./submit";

const context = { language: "en" } as AppLoadContext;
const never = { call: () => Promise.reject(new Error("It was called.")), done: () => null };

async function statusOf(form: FormData, schema: typeof LogIn | typeof ApproveOrdersForm) {
  const reply = await submit(context, form, { schema, ...never });
  return reply?.init?.status;
}

test("a form with more fields than any of ours is refused before it is read", async () => {
  for (const nameOf of [() => "email", (at: number) => `field${at}`, (at: number) => `a[${at}]`]) {
    const form = new FormData();
    for (let at = 0; at < 30_000; at += 1) form.append(nameOf(at), "");
    expect(await statusOf(form, LogIn)).toBe(400);
  }
});

test("a list with an item far away is refused without looking for those before it", async () => {
  for (const name of ["orderIds[4294967294]", "orderIds[1000000]", "email[4294967294]"]) {
    const form = new FormData();
    form.append(name, "x");
    expect(await statusOf(form, ApproveOrdersForm)).toBe(400);
    expect(await statusOf(form, LogIn)).toBe(400);
  }
});
