import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messages, orders } from "@db/schema";
import type { Reminder } from "@db/vocabulary";
import { createRecordedJobs, paramsOf } from "@server/messages/delivery/store-message";
import { createSecrets } from "@server/platform/config/secrets";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  HARNESS_SECRET,
  type Person,
  resultCode,
} from "@server/testing/order-harness";
import { type CostHarness, costHarness } from "@server/testing/round-trips";
import { mailNotices } from "./mail-notices";
import { sendReminders } from "./send-reminders";

const secrets = createSecrets(HARNESS_SECRET);
const jobs = createRecordedJobs(secrets);
let harness: CostHarness;

beforeAll(async () => {
  harness = await costHarness();
});
afterAll(() => harness.close());

const turnOn = async (company: CompanyFixture, kind: Reminder, more: object = {}) =>
  (await company.as(company.admin)).announcements.setReminder({ kind, isOn: true, ...more });

const sweep = () => sendReminders(harness.database.db, { jobs });

/** The reminders that a company's members were sent, as `kind of whom`. */
async function sent(company: CompanyFixture) {
  const rows = await harness.database.db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, company.id), eq(messages.template, "reminder")));
  return rows.map((row) => {
    const params = paramsOf(secrets, row)?.params as { change: string; text: string };
    return { kind: params.change, text: params.text, userId: row.userId };
  });
}

const toward = (company: CompanyFixture, orderNumber: string, holdEndsAt: string) =>
  harness.database.db
    .update(orders)
    .set({
      holdEndsAt: sql`now() + ${holdEndsAt}::interval`,
      createdAt: sql`now() - interval '1 day'`,
    })
    .where(and(eq(orders.companyId, company.id), eq(orders.orderNumber, orderNumber)));

const order = async (company: CompanyFixture, person: Person) =>
  (await (await company.as(person)).orders.create({ amount: "1000" })).orderNumber;

async function paid(company: CompanyFixture, person: Person) {
  const purchaseId = await order(company, person);
  const api = await company.as(person);
  await api.orders.submit({
    purchaseId,
    paymentMethod: "MANUAL",
    amount: "1000",
    consent: true,
  });
  return purchaseId;
}

test(
  "reminders are off until an owner turns them on, after a step-up",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const member = await company.member();
    await toward(company, await order(company, member), "4 minutes");
    await sweep();
    expect(await sent(company)).toEqual([]);
    const as = (change: object) =>
      company.as({ ...company.admin, actor: { ...company.admin.actor, ...change } as never });
    const input = { kind: "ORDER_OPEN", isOn: true } as const;
    const refused = async (change: object) =>
      resultCode((await as(change)).announcements.setReminder(input));
    expect(await refused({ isSteppedUp: false })).toBe("STEP_UP_REQUIRED");
    expect(await refused({ adminRole: "CASHIER" })).toBe("ADMIN_ROLE_TOO_LOW");
    expect(await resultCode((await company.as(member)).announcements.reminders())).toBe(
      "WRONG_ROLE",
    );
    const admin = await company.as(company.admin);
    expect(
      await resultCode(admin.announcements.setReminder({ ...input, text_en: "x".repeat(1001) })),
    ).toBe("TEXT_TOO_LONG");
    const shown = await (await as({ adminRole: "VIEWER" })).announcements.reminders();
    expect(shown.map(({ isOn }) => isOn)).toEqual([false, false, false, false]);
    await admin.announcements.setReminder({ ...input, text_hi: "जल्दी करें।" });
    expect((await (await as({})).announcements.reminders())[0]).toMatchObject({
      kind: "ORDER_OPEN",
      isOn: true,
      texts: { hi: "जल्दी करें।" },
    });
    await sweep();
    // The member reads English, for which the company has no text of its own.
    expect(await sent(company)).toEqual([{ kind: "ORDER_OPEN", text: "", userId: member.id }]);
  },
);

test(
  "an open order's member is reminded once, shortly before its time ends",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    await turnOn(company, "ORDER_OPEN", { text_en: "Be quick." });
    const [member, early] = [await company.member(), await company.member()];
    await toward(company, await order(company, member), "4 minutes");
    await toward(company, await order(company, early), "9 minutes");
    // Several instances sweep at once.
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    expect(await sent(company)).toEqual([
      { kind: "ORDER_OPEN", text: "Be quick.", userId: member.id },
    ]);
  },
);

test(
  "a member whose order ran out is reminded of the proof once, unless they paid or ordered anew",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    await turnOn(company, "PROOF_MISSING");
    const member = await company.member();
    const again = await company.member();
    const recent = await company.member();
    for (const [person, since] of [
      [member, "-7 hours"],
      [again, "-7 hours"],
      [recent, "-1 hour"],
    ] as const) {
      const number = await order(company, person);
      await toward(company, number, since);
      await harness.database.db
        .update(orders)
        .set({ status: "EXPIRED", heldQuantity: 0, heldReward: 0 })
        .where(and(eq(orders.companyId, company.id), eq(orders.orderNumber, number)));
    }
    await order(company, again);
    await sweep();
    await sweep();
    expect((await sent(company)).map(({ userId }) => userId)).toEqual([member.id]);
  },
);

test(
  "a payment that a later statement does not show is asked about once, after two days",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    await turnOn(company, "PAYMENT_NOT_FOUND");
    const [missing, fresh] = [await company.member(), await company.member()];
    await company.backdateSubmission(await paid(company, missing), 3 * 86_400);
    await paid(company, fresh);
    await sweep();
    // The bank's list may be older than the payment.
    expect(await sent(company)).toEqual([]);
    await company.entry({ amountPaise: 500, bookedOn: dateInIndia(new Date()) });
    await sweep();
    await sweep();
    expect((await sent(company)).map(({ userId }) => userId)).toEqual([missing.id]);
  },
);

test(
  "nobody is reminded who is blocked, asked for the account's end, or whose company is suspended",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    await turnOn(company, "ORDER_OPEN");
    const blocked = await company.member();
    const ending = await company.member();
    const open = await company.member();
    for (const one of [blocked, ending, open]) {
      await toward(company, await order(company, one), "4 minutes");
    }
    await company.setStatus(blocked, "BLOCKED");
    await harness.database.sql`UPDATE users SET end_asked_at = now() WHERE id = ${ending.id}`;
    await company.setCompany({ status: "SUSPENDED" });
    await sweep();
    expect(await sent(company)).toEqual([]);
    await company.setCompany({ status: "ACTIVE" });
    await sweep();
    expect((await sent(company)).map(({ userId }) => userId)).toEqual([open.id]);
  },
);

test(
  "holders who chose mails are told once that the launch is near",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const mails = { mailsNotices: true, emailVerifiedAt: new Date() };
    const [holder, quiet] = [await company.member(mails), await company.member()];
    await company.member(mails);
    const admin = await company.as(company.admin);
    for (const person of [holder, quiet]) {
      await admin.orders.approve({
        orderId: (await company.order(await paid(company, person))).id,
      });
    }
    const launch = (days: number) => new Date(Date.now() + days * 86_400_000);
    await company.setCompany({ launchAt: launch(2) });
    const tell = () => mailNotices(harness.database.db, { jobs });
    await tell();
    expect(await sent(company)).toEqual([]);
    await turnOn(company, "LAUNCH_NEAR");
    await company.setCompany({ launchAt: launch(5) });
    await tell();
    expect(await sent(company)).toEqual([]);
    await company.setCompany({ launchAt: launch(2) });
    await Promise.all([tell(), tell()]);
    await tell();
    expect(await sent(company)).toEqual([{ kind: "LAUNCH_NEAR", text: "", userId: holder.id }]);
  },
);

test(
  "an announcement to many members is mailed by pages of constant cost",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const add = (many: number) =>
      harness.database.db.execute(sql`
      INSERT INTO users (company_id, id, role, name, email, mobile, referral_code, mails_notices, email_verified_at)
      SELECT ${company.id}, gen_random_uuid(), 'USER', 'Many', gen_random_uuid() || '@many.example', '+919876500000',
             'X' || gen_random_uuid(), true, now() FROM generate_series(1, ${many})`);
    await add(300);
    const admin = await company.as(company.admin);
    const text = { title: "News", text: "We moved." };
    const tell = () =>
      mailNotices(harness.database.db, { jobs }, { together: 100, most: 10_000, mailings: 20 });
    const shown = await harness.costOf(() => admin.announcements.preview(text));
    const published = await harness.costOf(() => admin.announcements.publish(text));
    const mailed = await harness.costOf(tell);
    await add(600);
    expect(await admin.announcements.preview(text)).toMatchObject({ members: 900, mailed: 900 });
    const again = {
      shown: await harness.costOf(() => admin.announcements.preview(text)),
      published: await harness.costOf(() => admin.announcements.publish(text)),
      mailed: await harness.costOf(tell),
    };
    // Three times the members cost the same to count and to publish, and three times the pages to mail.
    expect(again.shown.roundTrips).toBe(shown.roundTrips);
    expect(again.published.roundTrips).toBe(published.roundTrips);
    expect(again.mailed.roundTrips).toBeLessThanOrEqual(3 * mailed.roundTrips);
    const rows = await harness.database.db
      .select({ userId: messages.userId })
      .from(messages)
      .where(eq(messages.companyId, company.id));
    expect([rows.length, new Set(rows.map(({ userId }) => userId)).size]).toEqual([1200, 900]);
  },
);
