import { expect, test } from "vitest";
import type { ADMIN_ROLES } from "@db/vocabulary";
import type { MessageParams } from "@server/messages";
import { createSecrets } from "@server/platform/config/secrets";
import { paramsOf } from "@server/messages/delivery/store-message";
import { messages } from "@db/schema";
import { eq } from "drizzle-orm";
import {
  type CompanyFixture,
  HARNESS_SECRET,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);

async function paid(company: CompanyFixture, person: Person) {
  const api = await company.as(person);
  const { orderNumber } = await api.orders.create({ amount: "1000" });
  const { id } = await api.orders.submit({
    purchaseId: orderNumber,
    paymentMethod: "MANUAL",
    amount: "1000",
    consent: true,
  });
  return { id, orderNumber };
}

const stored = async (company: CompanyFixture) => {
  const { rows } = await harness.database.db.execute(
    `SELECT count(*)::int AS notes FROM notes WHERE company_id = '${company.id}'`,
  );
  return rows[0];
};

test(
  "admins note about a member and an order, newest first, and read both beside the order",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const member = await company.member();
    const order = await paid(company, member);
    const admin = await company.as(company.admin);
    const [of, about] = [{ memberId: member.id }, { memberId: member.id, orderId: order.id }];
    await admin.notes.add({ ...of, text: " Called on Monday.\r\nCalls back. " });
    await admin.notes.add({ ...about, text: "x".repeat(2000) });
    const other = await paid(company, member);
    await admin.notes.add({ ...of, orderId: other.id, text: "Of the other order" });
    expect(await admin.notes.list(about)).toMatchObject([
      { kind: "NOTE", orderNumber: order.orderNumber },
      { kind: "NOTE", text: "Called on Monday.\nCalls back.", orderNumber: null },
    ]);
    expect(await admin.notes.list(of)).toHaveLength(3);
    for (const text of ["", " \n ", "x".repeat(2001), "x".repeat(10_000)]) {
      expect(await resultCode(admin.notes.add({ ...of, text }))).toMatch(/^TEXT_/);
    }
    const log = (await admin.activity.list({})).records.filter(
      ({ action }) => action === "note.added",
    );
    expect(JSON.stringify(log)).not.toContain("Monday");
    expect(log).toHaveLength(3);
  },
);

test(
  "notes are the company's: no member, no other company and no viewer writes or reads them",
  { tags: ["full"] },
  async () => {
    const [company, other] = [await harness.company(), await harness.company()];
    const [member, neighbour] = [await company.member(), await company.member()];
    const order = await paid(company, member);
    const theirs = await paid(company, neighbour);
    const of = { memberId: member.id, orderId: order.id };
    const calls = (api: Awaited<ReturnType<CompanyFixture["as"]>>) => [
      () => api.notes.list(of),
      () => api.notes.add({ ...of, text: "Mine" }),
      () => api.notes.ask({ ...of, question: "NUMBER" }),
    ];
    const refusals = async (api: Awaited<ReturnType<CompanyFixture["as"]>>) => {
      const found = [];
      for (const call of calls(api)) found.push(await resultCode(call()));
      return found;
    };
    const as = (adminRole: (typeof ADMIN_ROLES)[number]) =>
      company.as({ ...company.admin, actor: { ...company.admin.actor, adminRole } as never });
    const all = (code: string) => [code, code, code];
    expect(await refusals(await company.as(member))).toEqual(all("WRONG_ROLE"));
    expect(await refusals(await company.as(null))).toEqual(all("NOT_SIGNED_IN"));
    expect(await refusals(await other.as(other.admin))).toEqual(all("MEMBER_NOT_FOUND"));
    expect(await refusals(await as("VIEWER"))).toEqual([
      "ok",
      ...all("ADMIN_ROLE_TOO_LOW").slice(1),
    ]);
    // An order of another member of the company.
    const admin = await company.as(company.admin);
    const mixed = { memberId: member.id, orderId: theirs.id, text: "Whose?" };
    expect(await resultCode(admin.notes.add(mixed))).toBe("ORDER_NOT_FOUND");
    expect(await stored(company)).toEqual({ notes: 0 });
    expect(await refusals(await as("CASHIER"))).toEqual(all("ok"));
    // The member's own file has neither the text nor that somebody wrote.
    await admin.notes.add({ ...of, text: "A secret of the company" });
    const file = JSON.stringify(
      await (await company.as(member)).members.downloadData({ currentPassword: "any" }),
    );
    expect(file).not.toMatch(/A secret|note\./);
  },
);

test(
  "a question is mailed in the member's language and noted, and a blocked member is asked nothing",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const member = await company.member({ language: "hi" });
    const order = await paid(company, member);
    const admin = await company.as(company.admin);
    const of = { memberId: member.id, orderId: order.id };
    await admin.notes.ask({ ...of, question: "NUMBER", text: "We look for ₹1,025." });
    const asked: MessageParams["memberAsked"] = {
      question: "NUMBER",
      text: "We look for ₹1,025.",
      orderNumber: order.orderNumber,
    };
    const own = await harness.database.db
      .select()
      .from(messages)
      .where(eq(messages.userId, member.id));
    const sent = own.find(({ template }) => template === "memberAsked");
    expect(sent?.language).toBe("hi");
    expect(paramsOf(createSecrets(HARNESS_SECRET), sent ?? own[0]!)?.params).toEqual(asked);
    const [note] = await admin.notes.list(of);
    expect(note?.kind).toBe("ASKED");
    expect(note?.text).toMatch(/your bank[^]*₹1,025/);
    expect(await resultCode(admin.notes.ask({ ...of, question: "OTHER" }))).toBe("TEXT_REQUIRED");
    for (let more = 1; more < 10; more += 1) await admin.notes.ask({ ...of, question: "PROOF" });
    expect(await resultCode(admin.notes.ask({ ...of, question: "PROOF" }))).toBe("THROTTLED");
    const blocked = await company.member({ status: "BLOCKED" });
    const unasked = admin.notes.ask({ memberId: blocked.id, question: "IDENTITY" });
    expect(await resultCode(unasked)).toBe("MEMBER_NOT_ACTIVE");
  },
);

test("notes end with the member's account", { tags: ["full"] }, async () => {
  const company = await harness.company();
  const member = await company.member();
  const admin = await company.as(company.admin);
  await admin.notes.add({ memberId: member.id, text: "A note" });
  expect(await stored(company)).toEqual({ notes: 1 });
  await admin.members.remove({ id: member.id });
  expect(await stored(company)).toEqual({ notes: 0 });
  expect(await resultCode(admin.notes.list({ memberId: member.id }))).toBe("MEMBER_NOT_FOUND");
});
