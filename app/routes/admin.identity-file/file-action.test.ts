import { beforeAll, expect, test } from "vitest";
import { askedFiles, saveIdentity } from "@server/testing/identity-fixtures";
import { type CompanyFixture, orderHarness } from "@server/testing/order-harness";
import { sendForm } from "@server/testing/page-actions";
import { action } from "./route";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let company: CompanyFixture;
beforeAll(async () => {
  company = await harness.company();
});

test("the form asks for the file about the member of its address; a refusal asks for nothing", async () => {
  const [member, silent] = [await company.member(), await company.member()];
  const owner = await company.anotherAdmin();
  const cashier = await company.member({ role: "ADMIN", adminRole: "CASHIER" });
  const sent = { state: "SENT", sentCount: 1, sentAt: new Date() } as const;
  await saveIdentity(harness.database.db, company.id, member.id, sent);
  const send = (body: Record<string, string>, who = owner, memberId = member.id) =>
    sendForm(action, {
      as: ({ idempotencyKey }) =>
        company.as(who, idempotencyKey ? { key: idempotencyKey } : undefined),
      path: `/admin/identity/file/${memberId}`,
      body: { idempotencyKey: crypto.randomUUID(), ...body },
      params: { memberId },
    });
  const asked = () => askedFiles(harness.database.db);
  const reason = "Income Tax Office, letter 12";
  expect(await send({ reason: " " })).toEqual({ code: "INVALID_INPUT" });
  expect(await send({ reason: "x".repeat(301) })).toEqual({ code: "INVALID_INPUT" });
  expect(await send({ reason }, cashier)).toEqual({ code: "ADMIN_ROLE_TOO_LOW" });
  expect(await send({ reason }, owner, silent.id)).toEqual({ code: "IDENTITY_NOTHING_SENT" });
  expect(await send({ reason }, owner, company.id)).toEqual({ code: "MEMBER_NOT_FOUND" });
  expect(await asked()).toEqual([]);
  // The field of another member changes nothing.
  expect((await send({ reason, memberId: silent.id })).to).toContain("/admin/changes");
  expect(await asked()).toEqual([{ id: member.id }]);
});
