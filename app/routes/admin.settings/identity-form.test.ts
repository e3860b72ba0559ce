import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
} from "@server/testing/order-harness";
import { sendForm } from "@server/testing/page-actions";
import { action } from "./route";

let harness: OrderHarness;
let company: CompanyFixture;
beforeAll(async () => {
  harness = await orderHarness();
  company = await harness.company();
});
afterAll(() => harness.close());

test("the form of Identity saves an owner's rules; a refused one changes nothing", async () => {
  const rules = async () => (await (await company.as(company.admin)).companies.settings()).identity;
  const send = (change: Record<string, string>, person: Person = company.admin) =>
    sendForm(action, {
      as: () => company.as(person),
      path: "/admin/settings?tab=identity",
      body: { intent: "identity", asks: "ALWAYS", renewMonths: "24", asksPanCard: "on", ...change },
    });
  const before = await rules();
  const cashier = await company.member({ role: "ADMIN", adminRole: "CASHIER" });
  expect(await send({}, cashier)).toEqual({ code: "ADMIN_ROLE_TOO_LOW" });
  const mistakes: Record<string, string>[] = [
    { asks: "SOMETIMES" },
    { asks: "ABOVE" },
    { asksPanCard: "" },
    { renewMonths: "" },
    { reasons: Array.from({ length: 13 }, (_, at) => String(at)).join("\n") },
  ];
  for (const wrong of mistakes) {
    expect([wrong, await send(wrong)]).toEqual([wrong, { code: "INVALID_INPUT" }]);
  }
  expect(await rules()).toEqual(before);
  expect((await send({ reasons: "Too dark\r\n\r\nCut off" })).to).toBe(
    "/admin/settings?tab=identity",
  );
  expect(await rules()).toMatchObject({ asks: "ALWAYS", reasons: ["Too dark", "Cut off"] });
  await send({ reasons: "" });
  expect((await rules()).reasons).toBeNull();
});
