import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { announcements, messages, users } from "@db/schema";
import { applyRetention } from "@ops/running/apply-retention";
import { createRecordedJobs } from "@server/messages/delivery/store-message";
import { createSecrets } from "@server/platform/config/secrets";
import { ANNOUNCEMENTS_A_DAY } from "@server/members/contracts/notices";
import { mailNotices } from "@server/office/announcements/mail-notices";
import {
  type CompanyFixture,
  HARNESS_SECRET,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const jobs = createRecordedJobs(createSecrets(HARNESS_SECRET));
const FAR = "2099-01-01T00:00:00.000Z";
/** Members of an announcement; 100,000 has been tried. */
const MANY = Number(process.env["MEMBERS"] ?? 1500);

const harness = duringTests(orderHarness);

async function pay(company: CompanyFixture, person: Person) {
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

const unreadOf = async (company: CompanyFixture, person: Person) =>
  (await (await company.as(person)).members.frame()).unread;

const kindsOf = async (company: CompanyFixture, person: Person) =>
  (await (await company.as(person)).notices.mine()).map(({ kind }) => kind);

const announce = async (company: CompanyFixture, title = "News", text = "We moved.") =>
  (await company.as(company.admin)).announcements.publish({ title, text });

describe("a member's notices", () => {
  test(
    "notices tell of decisions, expiries, prices and announcements, and are unread until they are read",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const member = await company.member();
      const [api, admin] = [await company.as(member), await company.as(company.admin)];
      expect(await unreadOf(company, member)).toBe(0);
      await admin.orders.approve({ orderId: (await pay(company, member)).id });
      const rejected = await pay(company, member);
      await admin.orders.reject({
        orderId: rejected.id,
        reason: "Nothing arrived",
        refundNote: "",
      });
      await admin.prices.set({ price: "12" });
      await announce(company, " Two\nlines ", " One.\r\nTwo. ");
      expect(await unreadOf(company, member)).toBe(4);
      const notices = await api.notices.mine();
      expect(notices.map(({ kind }) => kind)).toEqual([
        "ANNOUNCEMENT",
        "PRICE",
        "REJECTED",
        "APPROVED",
      ]);
      expect(notices[0]).toMatchObject({ title: "Two lines", text: "One.\nTwo.", isUnread: true });
      expect(notices[1]).toMatchObject({ priceMicroRupees: 12_000_000 });
      expect(notices[2]).toMatchObject({
        orderNumber: rejected.orderNumber,
        reason: "Nothing arrived",
      });
      // Notices that were not shown stay unread.
      await api.notices.markRead({ until: notices[1]?.at ?? "" });
      expect(await unreadOf(company, member)).toBe(1);
      await api.notices.markRead({ until: notices[0]?.at ?? "" });
      expect(await unreadOf(company, member)).toBe(0);
      expect((await api.notices.mine()).every(({ isUnread }) => !isUnread)).toBe(true);
      // An earlier page that is sent late takes nothing back.
      await api.notices.markRead({ until: notices[3]?.at ?? "" });
      expect(await unreadOf(company, member)).toBe(0);
      // An order whose time is over, before and after its sweep.
      const { orderNumber } = await api.orders.create({ amount: "1000" });
      await company.expireHold(orderNumber);
      await harness.database.sql`UPDATE orders SET hold_ends_at = clock_timestamp()
      WHERE order_number = ${orderNumber} AND company_id = ${company.id}`;
      expect(await unreadOf(company, member)).toBe(1);
      expect((await api.notices.mine())[0]).toMatchObject({ kind: "EXPIRED", orderNumber });
    },
  );

  test("notices before one that was shown follow it, without a gap", async () => {
    const company = await harness.company();
    const member = await company.member();
    for (const title of ["One", "Two", "Three"]) await announce(company, title);
    const api = await company.as(member);
    const [newest, ...older] = await api.notices.mine();
    expect(older).toHaveLength(2);
    expect(await api.notices.mine({ before: newest?.at ?? "" })).toEqual(older);
    expect(await api.notices.mine({ before: older[1]?.at ?? "" })).toEqual([]);
    expect(await resultCode(api.notices.mine({ before: "yesterday" }))).toBe("FIELD_INVALID");
  });

  test(
    "notices tell of payments kept, not received and sent back, and of rewards",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const member = await company.member();
      const friend = await company.member({ referrerId: member.id });
      const admin = await company.as(company.admin);
      // The friend's purchase earns the member a reward; its reversal takes it back.
      const bought = await pay(company, friend);
      await admin.orders.approve({ orderId: bought.id });
      const [reward] = await (await company.as(member)).notices.mine();
      expect(reward).toMatchObject({ kind: "REWARD", tokens: 5, isUnread: true });
      // Nothing by which the friend, or the order, is known.
      expect(Object.keys(reward ?? {}).toSorted()).toEqual(["at", "isUnread", "kind", "tokens"]);
      await admin.orders.reverse({ orderId: bought.id, reason: "Not their money" });
      expect(await kindsOf(company, member)).toEqual(["REWARD_REVERSED", "REWARD", "JOINED"]);
      expect(await unreadOf(company, member)).toBe(3);
      expect(await kindsOf(company, friend)).toEqual(["REVERSED"]);
      // Its money is open: sent back in part, and the rest had never arrived.
      const open = async (kind: "CREDIT" | "CLAIM") =>
        (await admin.payments.listUnallocated()).payments.find((one) => one.kind === kind)?.id ??
        "";
      await admin.payments.refund({
        kind: "CREDIT",
        paymentId: await open("CREDIT"),
        amount: "10",
        reference: "neft 77",
        refundedOn: "2026-01-31",
      });
      const told = await (await company.as(friend)).notices.mine();
      expect(told[0]).toMatchObject({
        kind: "REFUNDED",
        orderNumber: bought.orderNumber,
        amountPaise: 1000,
        reference: "NEFT77",
        refundedOn: "2026-01-31",
        isUnread: true,
      });
      // A payment that its order could not take, and that turns out not to have arrived.
      await company.setCompany({ maxPendingOrders: 1 });
      const api = await company.as(friend);
      const late = await api.orders.create({ amount: "900" });
      await pay(company, friend);
      const kept = api.orders.submit({
        purchaseId: late.orderNumber,
        paymentMethod: "MANUAL",
        amount: "900",
        consent: true,
      });
      expect(await resultCode(kept)).toBe("TOO_MANY_PENDING_ORDERS");
      expect((await api.notices.mine())[0]).toMatchObject({
        kind: "KEPT",
        orderNumber: late.orderNumber,
      });
      const paymentId = await open("CLAIM");
      await admin.payments.dismiss({ kind: "CLAIM", paymentId, reason: "No such sum" });
      expect((await api.notices.mine())[0]).toMatchObject({
        kind: "NOT_RECEIVED",
        orderNumber: late.orderNumber,
        reason: "No such sum",
      });
      expect(await kindsOf(company, member)).toEqual([
        "REWARD_PROMISED",
        "REWARD_REVERSED",
        "REWARD",
        "JOINED",
      ]);
    },
  );

  test(
    "notices cannot be marked beyond now: later ones are unread",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const member = await company.member();
      await (await company.as(member)).notices.markRead({ until: FAR });
      await announce(company);
      expect(await unreadOf(company, member)).toBe(1);
      const api = await company.as(member);
      for (const until of ["soon", "2026-99-99T00:00:00.000Z", ""]) {
        expect(await resultCode(api.notices.markRead({ until }))).toBe("FIELD_INVALID");
      }
    },
  );

  test(
    "a member's notices are of their own company, their own orders, and of their time as a member",
    { tags: ["full"] },
    async () => {
      const [company, other] = [await harness.company(), await harness.company()];
      const [member, neighbour] = [await company.member(), await company.member()];
      const stranger = await other.member();
      await announce(other, "Elsewhere");
      await (await other.as(other.admin)).prices.set({ price: "13" });
      await (
        await company.as(company.admin)
      ).orders.approve({
        orderId: (await pay(company, neighbour)).id,
      });
      expect([await kindsOf(company, member), await unreadOf(company, member)]).toEqual([[], 0]);
      expect(await kindsOf(company, neighbour)).toEqual(["APPROVED"]);
      expect(await kindsOf(other, stranger)).toEqual(["PRICE", "ANNOUNCEMENT"]);
      // Reading is one's own too.
      await (await company.as(member)).notices.markRead({ until: FAR });
      expect(await unreadOf(company, neighbour)).toBe(1);
      const late = await other.member({ createdAt: new Date(Date.now() + 1000) });
      expect(await kindsOf(other, late)).toEqual([]);
    },
  );
});

describe("announcements", () => {
  test("announcements are published by owners after a step-up, and by nobody else", async () => {
    const company = await harness.company();
    const other = await harness.company();
    const member = await company.member();
    const text = { title: "News", text: "We moved." };
    const as = (change: object) =>
      company.as({ ...company.admin, actor: { ...company.admin.actor, ...change } as never });
    expect(await resultCode((await as({ isSteppedUp: false })).announcements.publish(text))).toBe(
      "STEP_UP_REQUIRED",
    );
    expect(await resultCode((await as({ adminRole: "CASHIER" })).announcements.publish(text))).toBe(
      "ADMIN_ROLE_TOO_LOW",
    );
    expect(await resultCode((await company.as(member)).announcements.publish(text))).toBe(
      "WRONG_ROLE",
    );
    const admin = await company.as(company.admin);
    expect(await resultCode(admin.announcements.publish({ ...text, title: " " }))).toBe(
      "TITLE_REQUIRED",
    );
    expect(await resultCode(admin.announcements.publish({ ...text, text: "\n" }))).toBe(
      "TEXT_REQUIRED",
    );
    expect(await resultCode(admin.announcements.publish({ ...text, text: "x".repeat(2001) }))).toBe(
      "TEXT_TOO_LONG",
    );
    // A refusal takes none of the day's announcements.
    for (let tries = 0; tries <= ANNOUNCEMENTS_A_DAY; tries += 1) {
      const past = { ...text, startsAt: "2020-01-01T00:00:00.000Z" };
      expect(await resultCode(admin.announcements.publish(past))).toBe("ANNOUNCEMENT_START_PAST");
    }
    expect(await admin.announcements.list()).toEqual([]);
    await admin.announcements.publish(text);
    const [one] = await admin.announcements.list();
    expect(one).toMatchObject({ ...text, withdrawnAt: null });
    const id = one?.id ?? "";
    // Another company's admin finds none.
    const theirs = await other.as(other.admin);
    expect(await resultCode(theirs.announcements.withdraw({ id }))).toBe("ANNOUNCEMENT_NOT_FOUND");
    expect(await unreadOf(company, member)).toBe(1);
    await admin.announcements.withdraw({ id });
    expect(await resultCode(admin.announcements.withdraw({ id }))).toBe("ANNOUNCEMENT_NOT_FOUND");
    expect([await kindsOf(company, member), await unreadOf(company, member)]).toEqual([[], 0]);
    const [last, before] = (await admin.activity.list({})).records;
    expect([last?.action, before?.action]).toEqual([
      "company.announcement-withdrawn",
      "company.announced",
    ]);
  });

  test(
    "an announcement reaches the members of its audience, and is mailed to those who chose mails",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const verified = await company.member({ emailVerifiedAt: new Date(), mailsNotices: true });
      const unverified = await company.member({ isApproved: false });
      const buyer = await company.member({ emailVerifiedAt: new Date(), mailsNotices: true });
      const invited = await company.member({ referrerId: buyer.id });
      const admin = await company.as(company.admin);
      await admin.orders.approve({ orderId: (await pay(company, buyer)).id });
      await admin.orders.approve({ orderId: (await pay(company, invited)).id });
      await pay(company, unverified);
      const people = { verified, unverified, buyer, invited };
      const reached = async () => {
        const told = await Promise.all(
          Object.entries(people).map(async ([name, person]) =>
            (await kindsOf(company, person)).includes("ANNOUNCEMENT") ? name : "",
          ),
        );
        return told.filter((name) => name !== "").join(" ");
      };
      const text = { title: "News", text: "We moved." };
      const seen: Record<string, unknown> = {};
      for (const audience of ["VERIFIED", "UNVERIFIED", "OPEN_ORDER", "NOT_BOUGHT"] as const) {
        const { members, mailed, mail } = await admin.announcements.preview({ ...text, audience });
        expect([mail.subject, mail.replyTo.includes("@")]).toEqual(["News", true]);
        await admin.announcements.publish({ ...text, audience });
        await mailNotices(harness.database.db, { jobs });
        const sent = await harness.database.db
          .select({ userId: messages.userId })
          .from(messages)
          .where(and(eq(messages.companyId, company.id), eq(messages.template, "announcement")));
        seen[audience] = [await reached(), members, mailed, sent.length];
        const [one] = await admin.announcements.list();
        await admin.announcements.withdraw({ id: one?.id ?? "" });
        await harness.database.db.delete(messages).where(eq(messages.companyId, company.id));
      }
      expect(seen).toEqual({
        VERIFIED: ["verified buyer invited", 3, 2, 2],
        UNVERIFIED: ["unverified", 1, 0, 0],
        OPEN_ORDER: ["unverified", 1, 0, 0],
        NOT_BOUGHT: ["verified unverified", 2, 1, 1],
      });
      await admin.announcements.publish({ ...text, audience: "HOLDERS" });
      expect(await reached()).toBe("buyer invited");
    },
  );

  test("an announcement to nobody is refused, and reaches no other company's members", async () => {
    const [company, other] = [await harness.company(), await harness.company()];
    await other.member();
    const admin = await company.as(company.admin);
    const text = { title: "News", text: "We moved." };
    for (const call of [admin.announcements.publish, admin.announcements.preview]) {
      expect(await resultCode(call(text))).toBe("AUDIENCE_EMPTY");
      await company.member({ status: "BLOCKED" });
      expect(await resultCode(call({ ...text, audience: "HOLDERS" }))).toBe("AUDIENCE_EMPTY");
      expect(await resultCode(call({ ...text, audience: "ROBOTS" }))).toBe("FIELD_INVALID");
    }
    expect(await admin.announcements.list()).toEqual([]);
  });

  test("a planned announcement is seen and mailed from its time on, within a year", async () => {
    const company = await harness.company();
    const member = await company.member({ emailVerifiedAt: new Date(), mailsNotices: true });
    const admin = await company.as(company.admin);
    const text = { title: "News", text: "We moved." };
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const at = (startsAt: string) => admin.announcements.publish({ ...text, startsAt });
    expect(await resultCode(at(inDays(-1)))).toBe("ANNOUNCEMENT_START_PAST");
    expect(await resultCode(at(inDays(400)))).toBe("ANNOUNCEMENT_START_FAR");
    expect(await resultCode(at("soon"))).toBe("FIELD_INVALID");
    await at(inDays(1));
    const sweep = () => mailNotices(harness.database.db, { jobs });
    const sent = async () =>
      (await harness.messages("announcement")).filter(({ userId }) => userId === member.id).length;
    await sweep();
    expect([await unreadOf(company, member), await sent()]).toEqual([0, 0]);
    expect(await admin.announcements.list()).toMatchObject([{ isUpcoming: true }]);
    await harness.database.db
      .update(announcements)
      .set({ startsAt: sql`statement_timestamp()` })
      .where(eq(announcements.companyId, company.id));
    await sweep();
    await sweep();
    expect([await unreadOf(company, member), await sent()]).toEqual([1, 1]);
  });

  test("a test of an announcement is mailed to its author alone, at most twenty times a day", async () => {
    const company = await harness.company();
    const member = await company.member({ emailVerifiedAt: new Date(), mailsNotices: true });
    const admin = await company.as(company.admin);
    const send = () => admin.announcements.test({ title: "News", text: "We moved." });
    await send();
    const told = (await harness.messages("announcement")).map(({ userId }) => userId);
    expect([told.includes(company.admin.id), told.includes(member.id)]).toEqual([true, false]);
    expect(await kindsOf(company, member)).toEqual([]);
    for (let sent = 1; sent < 20; sent += 1) await send();
    expect(await resultCode(send())).toBe("THROTTLED");
    const cashier = { ...company.admin.actor, adminRole: "CASHIER" } as never;
    const lower = await company.as({ ...company.admin, actor: cashier });
    expect(await resultCode(lower.announcements.test({ title: "a", text: "b" }))).toBe(
      "ADMIN_ROLE_TOO_LOW",
    );
  });

  test(
    "a company publishes at most five announcements in a day, also at once",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      await company.member();
      const results = await Promise.all(
        Array.from({ length: 8 }, async (_, n) => resultCode(announce(company, `News ${n}`))),
      );
      expect(results.filter((one) => one === "ok")).toHaveLength(5);
      expect(results.filter((one) => one === "THROTTLED")).toHaveLength(3);
      expect(await (await company.as(company.admin)).announcements.list()).toHaveLength(5);
      const other = await harness.company();
      await other.member();
      expect(await resultCode(announce(other))).toBe("ok");
    },
  );

  test("announcements are deleted with the company's messages", async () => {
    const company = await harness.company();
    await company.member();
    await announce(company, "Old");
    await announce(company, "New");
    const { db } = harness.database;
    const old = and(eq(announcements.companyId, company.id), eq(announcements.title, "Old"));
    await db
      .update(announcements)
      .set({ startsAt: sql`now() - interval '181 days'` })
      .where(old);
    await applyRetention(db, harness.deps.logger);
    const left = await (await company.as(company.admin)).announcements.list();
    expect(left.map(({ title }) => title)).toEqual(["New"]);
  });
});

describe("mails of notices", () => {
  const sweep = (batch?: Parameters<typeof mailNotices>[2]) =>
    mailNotices(harness.database.db, { jobs }, batch);
  const mailed = async (company: CompanyFixture) =>
    (
      await harness.database.db
        .select({ userId: messages.userId, template: messages.template })
        .from(messages)
        .where(
          and(
            eq(messages.companyId, company.id),
            sql`${messages.template} IN ('announcement', 'newPrice')`,
          ),
        )
    ).map(({ userId, template }) => `${template} ${userId}`);

  test("mails of announcements go once to each member of the company who chose them", async () => {
    const [company, other] = [await harness.company(), await harness.company()];
    const verified = { emailVerifiedAt: new Date() };
    const chosen = await Promise.all([1, 2, 3].map(() => company.member(verified)));
    for (const one of chosen) await (await company.as(one)).notices.chooseMails({ mails: true });
    const mails = { mailsNotices: true };
    await company.member(verified);
    await company.member({ ...mails, emailVerifiedAt: null });
    await company.member({ ...mails, ...verified, status: "BLOCKED" });
    await company.member({ ...mails, ...verified, endAskedAt: new Date() });
    await company.member({ ...mails, ...verified, deletedAt: new Date() });
    await other.member({ ...mails, ...verified });
    await announce(company);
    // Several processes sweep at once, in parts of one mail.
    const small = { together: 1, most: 100, mailings: 100 };
    await Promise.all([sweep(small), sweep(small), sweep(small)]);
    await sweep();
    expect((await mailed(company)).sort()).toEqual(
      chosen.map(({ id }) => `announcement ${id}`).sort(),
    );
    expect(await mailed(other)).toEqual([]);
    // A choice counts from the next announcement on.
    const [first, second] = chosen;
    if (!first || !second) throw new Error("There are three.");
    await (await company.as(first)).notices.chooseMails({ mails: false });
    await (await company.as(company.admin)).prices.set({ price: "14" });
    await sweep();
    expect((await mailed(company)).filter((one) => one.startsWith("newPrice"))).toHaveLength(2);
    expect(await mailed(company)).not.toContain(`newPrice ${first.id}`);
    expect((await (await company.as(second)).notices.choice()).mails).toBe(true);
  });

  test(
    `an announcement to ${MANY} members says so before it is sent, and is stored for each once, by bounded sweeps`,
    { tags: ["full"], timeout: 900_000 },
    async () => {
      const company = await harness.company();
      for (let left = MANY; left > 0; left -= 5000) {
        await harness.database.db.execute(sql`
        INSERT INTO users (company_id, id, role, name, email, mobile, referral_code, mails_notices, email_verified_at)
        SELECT ${company.id}, gen_random_uuid(), 'USER', 'Many', gen_random_uuid() || '@many.example', '+919876500000',
               'X' || gen_random_uuid(), true, now() FROM generate_series(1, ${Math.min(left, 5000)})`);
      }
      const admin = await company.as(company.admin);
      const text = { title: "News", text: "We moved." };
      expect(await admin.announcements.preview(text)).toMatchObject({
        members: MANY,
        mailed: MANY,
      });
      await admin.announcements.publish(text);
      // Publishing itself stores no mail.
      expect(await mailed(company)).toEqual([]);
      const bounded = { together: 500, most: Math.min(5000, MANY / 2), mailings: 20 };
      const sweeps: number[] = [];
      for (let stored = 1; stored > 0; sweeps.push(stored)) stored = await sweep(bounded);
      expect(Math.max(...sweeps)).toBeLessThan(bounded.most + bounded.together);
      const told = await mailed(company);
      expect([told.length, new Set(told).size]).toEqual([MANY, MANY]);
    },
  );

  test("mails are not sent of withdrawn announcements, of a suspended company, or of last week", async () => {
    const company = await harness.company();
    const member = await company.member({ mailsNotices: true, emailVerifiedAt: new Date() });
    const admin = await company.as(company.admin);
    await announce(company, "Withdrawn");
    const [one] = await admin.announcements.list();
    await admin.announcements.withdraw({ id: one?.id ?? "" });
    await sweep();
    await announce(company, "Old");
    const { db } = harness.database;
    const old = and(eq(announcements.companyId, company.id), eq(announcements.title, "Old"));
    await db
      .update(announcements)
      .set({ startsAt: sql`now() - interval '7 days'` })
      .where(old);
    await sweep();
    await announce(company, "Suspended");
    await company.setCompany({ status: "SUSPENDED" });
    await sweep();
    expect(await mailed(company)).toEqual([]);
    await company.setCompany({ status: "ACTIVE" });
    await db
      .update(users)
      .set({ createdAt: sql`now() - interval '1 hour'` })
      .where(eq(users.id, member.id));
    await sweep();
    expect(await mailed(company)).toEqual([`announcement ${member.id}`]);
  });
});

test("a deleted member's choice and reading are forgotten", async () => {
  const company = await harness.company();
  const member = await company.member({ mailsNotices: true });
  await (await company.as(company.admin)).members.remove({ id: member.id });
  const [row] = await harness.database.db.select().from(users).where(eq(users.id, member.id));
  expect([row?.mailsNotices, row?.noticesReadAt.getTime()]).toEqual([false, 0]);
});
