import { afterAll, beforeAll, expect, test } from "vitest";
import type { ADMIN_ROLES } from "@db/vocabulary";
import type { MessageParams } from "@server/messages";
import { createSecrets } from "@server/platform/config/secrets";
import { paramsOf } from "@server/messages/delivery/store-message";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { messages } from "@db/schema";
import { eq } from "drizzle-orm";
import {
  type CompanyFixture,
  HARNESS_SECRET,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";

let harness: OrderHarness;
beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());

const DAY_MS = 86_400_000;
const inDays = (days: number) => dateInIndia(new Date(Date.now() + days * DAY_MS));

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
    `SELECT (SELECT count(*)::int FROM notes WHERE company_id = '${company.id}') AS notes,
       (SELECT count(*)::int FROM follow_ups WHERE company_id = '${company.id}') AS follow_ups`,
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
    await admin.notes.add({ ...about, text: "x".repeat(2000), kind: "ANSWERED" });
    const other = await paid(company, member);
    await admin.notes.add({ ...of, orderId: other.id, text: "Of the other order" });
    expect(await admin.notes.list(about)).toMatchObject({
      notes: [
        { kind: "ANSWERED", orderNumber: order.orderNumber },
        { kind: "NOTE", text: "Called on Monday.\nCalls back.", orderNumber: null },
      ],
      snoozedUntil: null,
      assignee: null,
      admins: [{ id: company.admin.id }],
    });
    expect((await admin.notes.list(of)).notes).toHaveLength(3);
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
      () => api.notes.follow({ ...of, snoozedUntil: inDays(1) }),
    ];
    const refusals = async (api: Awaited<ReturnType<CompanyFixture["as"]>>) => {
      const found = [];
      for (const call of calls(api)) found.push(await resultCode(call()));
      return found;
    };
    const as = (adminRole: (typeof ADMIN_ROLES)[number]) =>
      company.as({ ...company.admin, actor: { ...company.admin.actor, adminRole } as never });
    const all = (code: string) => [code, code, code, code];
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
    expect(await stored(company)).toEqual({ notes: 0, follow_ups: 0 });
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
    const [note] = (await admin.notes.list(of)).notes;
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

test(
  "a payment that is put off leaves what waits until its day, and each number is its list's",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const [first, second] = [await company.member(), await company.member()];
    const [off, stays] = [await paid(company, first), await paid(company, second)];
    const admin = await company.as(company.admin);
    const of = { memberId: first.id, orderId: off.id };
    const shown = async (work?: "WAITING" | "SNOOZED" | "MINE") =>
      (await admin.orders.sorted({ status: "PENDING", ...(work && { work }) })).records.map(
        ({ id }) => id,
      );
    const counted = async () => [
      (await admin.dashboard.frame()).waiting,
      (await admin.dashboard.work()).waiting.count,
      (await admin.dashboard.work()).waiting.paise,
    ];
    expect(await counted()).toEqual([2, 2, 205_000]);
    await admin.notes.follow({ ...of, snoozedUntil: inDays(3), assigneeId: company.admin.id });
    expect([await shown("WAITING"), await shown("SNOOZED"), await shown("MINE")]).toEqual([
      [stays.id],
      [off.id],
      [off.id],
    ]);
    expect(await counted()).toEqual([1, 1, 102_500]);
    // Whoever asks for all, as clients of the API do, gets it.
    expect((await shown()).toSorted()).toEqual([off.id, stays.id].toSorted());
    expect((await admin.orders.list({ status: "PENDING" })).total).toBe(2);
    // Its day has come.
    await harness.database.sql`
    UPDATE follow_ups SET snoozed_until = ${inDays(0)} WHERE company_id = ${company.id}`;
    expect((await shown("WAITING")).toSorted()).toEqual([off.id, stays.id].toSorted());
    expect((await admin.notes.list(of)).snoozedUntil).toBeNull();
    await admin.notes.follow(of);
    expect(await shown("MINE")).toEqual([]);
    expect(await admin.notes.list(of)).toMatchObject({ assignee: null, snoozedUntil: null });
    for (const snoozedUntil of [inDays(0), inDays(-1), inDays(400), "soon"]) {
      const refused = admin.notes.follow({ ...of, snoozedUntil });
      expect(await resultCode(refused)).toBe("SNOOZE_DAY_INVALID");
    }
    for (const assigneeId of [first.id, (await harness.company()).admin.id]) {
      expect(await resultCode(admin.notes.follow({ ...of, assigneeId }))).toBe(
        "ASSIGNEE_NOT_FOUND",
      );
    }
  },
);

test("notes end with the member's account", { tags: ["full"] }, async () => {
  const company = await harness.company();
  const member = await company.member();
  const admin = await company.as(company.admin);
  await admin.notes.add({ memberId: member.id, text: "A note" });
  await admin.notes.follow({ memberId: member.id, assigneeId: company.admin.id });
  expect(await stored(company)).toEqual({ notes: 1, follow_ups: 1 });
  await admin.members.remove({ id: member.id });
  expect(await stored(company)).toEqual({ notes: 0, follow_ups: 0 });
  expect(await resultCode(admin.notes.list({ memberId: member.id }))).toBe("MEMBER_NOT_FOUND");
});

test(
  "a member who is put off leaves Manage User and what waits until the day, and a search finds them",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const [off, stays] = [
      await company.member({ isApproved: false }),
      await company.member({ isApproved: false }),
    ];
    const admin = await company.as(company.admin);
    const listed = async (input: { isSnoozed?: boolean; isRefused?: boolean }) => {
      const { data, snoozed } = await admin.members.sorted({ role: "USER", ...input });
      return { ids: data.map(({ id }) => id).toSorted(), snoozed };
    };
    await admin.notes.follow({ memberId: off.id, snoozedUntil: inDays(2) });
    // A payment that is put off says nothing about its member.
    const order = await paid(company, stays);
    await admin.notes.follow({ memberId: stays.id, orderId: order.id, snoozedUntil: inDays(2) });
    const waits = { isRefused: false, isSnoozed: false };
    expect(await listed(waits)).toEqual({ ids: [stays.id], snoozed: 1 });
    expect(await listed({ isSnoozed: true })).toEqual({ ids: [off.id], snoozed: 1 });
    expect((await listed({})).ids).toEqual([off.id, stays.id].toSorted());
    expect((await admin.dashboard.work()).snoozedMembers).toBe(1);
    expect((await admin.orders.sorted({ status: "PENDING" })).snoozed).toBe(1);
    const other = await harness.company();
    expect((await (await other.as(other.admin)).members.sorted({})).snoozed).toBe(0);
    await harness.database.sql`
    UPDATE follow_ups SET snoozed_until = ${inDays(0)} WHERE company_id = ${company.id}`;
    expect(await listed(waits)).toEqual({ ids: [off.id, stays.id].toSorted(), snoozed: 0 });
    expect((await admin.dashboard.work()).snoozedMembers).toBe(0);
  },
);
