import { beforeEach, expect, test, vi } from "vitest";
import { transact } from "@db/client";
import { claimDigest } from "@server/office/queries/digests";
import { deliverMessages } from "@server/testing/deliver-messages";
import { type CompanyFixture, orderHarness, type Person } from "@server/testing/order-harness";
import { sendDigests } from "./send-digests";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let company: CompanyFixture;
/** Each test has a day of its own, since the sweep visits the companies of all. */
let year = 2030;

beforeEach(async () => {
  year += 1;
  company = await harness.company();
});

/** An instant of the test's days, by the clock of India. */
const at = (time: string, day = "01"): Date => new Date(`${year}-01-${day}T${time}:00+05:30`);
const send = (time: string, day?: string) =>
  sendDigests(harness.database.db, harness.deps, { at: at(time, day) });

/** A payment that waits. */
async function pays(of = company) {
  const member = await of.member();
  const api = await of.as(member, { transport: "rest" });
  return api.orders.submit({
    paymentMethod: "UPI",
    amount: "1000",
    referenceNumber: `R${member.referralCode}`,
    receiptId: await of.proof(member),
  });
}

const digestOf = (mails: Awaited<ReturnType<typeof deliverMessages>>) =>
  mails.find(({ template }) => template === "orderDigest");

const mailsOf = async (person: Person, template = "orderDigest") =>
  (await harness.messages(template)).filter(({ userId }) => userId === person.id).length;

test(
  "the daily mail is sent once a day from the hour on, where something waits",
  { tags: ["full"] },
  async () => {
    await pays();
    await send("08:59");
    expect(await mailsOf(company.admin)).toBe(0);
    await send("09:00");
    expect(await mailsOf(company.admin)).toBe(1);
    await send("09:01");
    await send("23:59");
    expect(await mailsOf(company.admin)).toBe(1);
    await send("00:00", "02");
    expect(await mailsOf(company.admin)).toBe(1);
    // After an hour's outage too.
    await send("10:07", "02");
    expect(await mailsOf(company.admin)).toBe(2);

    await (await company.as(company.admin)).companies.updateSettings({ digestHour: 18 });
    await send("17:59", "03");
    expect(await mailsOf(company.admin)).toBe(2);
    await send("18:00", "03");
    expect(await mailsOf(company.admin)).toBe(3);
  },
);

test("the daily mail is not sent where nothing waits, nor later that day, nor by a suspended company", async () => {
  await send("09:00");
  await pays();
  await send("15:00");
  expect(await mailsOf(company.admin)).toBe(0);
  await company.setCompany({ status: "SUSPENDED" });
  await send("09:00", "02");
  expect(await mailsOf(company.admin)).toBe(0);
  await company.setCompany({ status: "ACTIVE" });
  await send("09:10", "02");
  expect(await mailsOf(company.admin)).toBe(1);
});

test(
  "the daily mail replaces the mail of each payment, but for admins who choose that; both are of money alone",
  { tags: ["full"] },
  async () => {
    const each = await company.member({ role: "ADMIN", passwordHash: "set" });
    const blocked = await company.member({ role: "ADMIN", status: "BLOCKED" });
    const choice = await (await company.as(each)).dashboard.chooseMails({ mails: "EACH" });
    expect(choice).toEqual({ mails: "EACH" });
    expect((await (await company.as(each)).dashboard.frame()).mailsEachOrder).toBe(true);
    await pays();
    await pays();
    // These are mailed at once, whatever the admins chose.
    await (await company.as(company.admin)).prices.set({ price: "11" });
    const counts = (person: Person) =>
      Promise.all(
        ["orderWaiting", "priceChanged", "orderDigest"].map((one) => mailsOf(person, one)),
      );
    // Every admin is told at once of the first payment of all.
    expect(await counts(company.admin)).toEqual([1, 1, 0]);
    expect(await counts(each)).toEqual([2, 1, 0]);
    await send("09:00");
    expect(await counts(company.admin)).toEqual([1, 1, 1]);
    expect(await counts(each)).toEqual([2, 1, 0]);
    expect(await counts(blocked)).toEqual([0, 0, 0]);
    await (await company.as(each)).dashboard.chooseMails({ mails: "DAILY" });
    await pays();
    await send("09:00", "02");
    expect(await counts(each)).toEqual([2, 1, 1]);
  },
);

test(
  "the daily mail links to the very orders, the oldest first and at most twenty, in the reader's language",
  { tags: ["full"] },
  async () => {
    const hindi = await company.member({ role: "ADMIN", language: "hi" });
    const first = await pays();
    const second = await pays();
    const { database } = harness;
    await database.sql`
    UPDATE orders SET submitted_at = '2026-11-21T06:30:00Z', flags = '["AMOUNT_DIFFERS"]'
     WHERE company_id = ${company.id} AND id = ${second.id}`;
    await database.sql`
    UPDATE orders SET flags = '[]' WHERE company_id = ${company.id} AND id = ${first.id}`;
    await send("09:00");
    const parts = {
      database,
      secrets: harness.deps.secrets,
      appOrigin: "https://platform.example",
    };
    const mail = digestOf(await deliverMessages(parts, { userId: company.admin.id }));
    expect(mail?.subject).toMatch(/^Payments to decide at House \d+: 2$/);
    expect(mail?.text).toContain(
      "Payments to decide: 2, together ₹2,050.00. The oldest waits since 21/11/2026, 12:00 PM.",
    );
    expect(mail?.text).toContain("Of these, flagged: 1.");
    expect(mail?.text).not.toContain("Bank entries");
    const linkTo = (id: string) => `https://platform.example/admin/payments?view=${id}`;
    const linked = [...(mail?.text ?? "").matchAll(/https:\S+view=\S+/g)].map(([link]) => link);
    expect(linked).toEqual([linkTo(second.id), linkTo(first.id)]);
    expect(mail?.text).toMatch(new RegExp(`^${second.orderNumber}: .*\\(flagged\\)$`, "m"));
    expect(mail?.html).toContain(`href="${linkTo(first.id)}"`);
    const inHindi = digestOf(await deliverMessages(parts, { userId: hindi.id }));
    expect(inHindi?.subject).toMatch(/पर निर्णय के लिए भुगतान: 2$/);
    expect(inHindi?.text).toContain(linkTo(first.id));
    expect(inHindi?.text).not.toContain("{{");

    // The second order waits for its member, who is asked for the rest.
    const part = await (
      await company.as(company.admin)
    ).payments.waitForRest({
      orderId: second.id,
      version: 1,
      received: "500",
    });
    expect(part.version).toBe(2);
    await send("09:00", "03");
    const rest = (await deliverMessages(parts, { userId: company.admin.id })).at(-1);
    expect(rest?.text).toContain("Payments to decide: 1, together ₹1,025.00.");
    expect(rest?.text).not.toContain(second.orderNumber);

    const other = await harness.company({ maxPendingOrders: 30 });
    for (let n = 0; n < 21; n += 1) await pays(other);
    await send("09:00", "02");
    const long = digestOf(await deliverMessages(parts, { userId: other.admin.id }));
    expect([...(long?.text ?? "").matchAll(/view=/g)]).toHaveLength(20);
    expect(long?.text).toContain("The 20 that wait longest:");
  },
);

test(
  "the daily mail tells of unallocated payments where no payment waits",
  { tags: ["full"] },
  async () => {
    const paid = await pays();
    const api = await company.as(company.admin);
    await api.orders.approve({ orderId: paid.id });
    await api.orders.reverse({ orderId: paid.id, reason: "Charged back" });
    await send("09:00");
    const { database, deps } = harness;
    const parts = { database, secrets: deps.secrets, appOrigin: "https://platform.example" };
    const mail = digestOf(await deliverMessages(parts, { userId: company.admin.id }));
    expect(mail?.subject).toMatch(/^Unallocated payments at House/);
    expect(mail?.text).toContain("Unallocated payments: 1.");
    expect(mail?.text).toContain("https://platform.example/admin/dashboard");
  },
);

test(
  "a company whose mail fails leaves the others theirs, and gets its own at the next sweep",
  { tags: ["full"] },
  async () => {
    const other = await harness.company();
    await Promise.all([pays(), pays(other)]);
    const { jobs } = harness.deps;
    const failing = {
      jobs: {
        ...jobs,
        notify: vi.fn<typeof jobs.notify>(async (tx, ...messages) => {
          await jobs.notify(tx, ...messages);
          if (messages.some((one) => "userId" in one && one.userId === company.admin.id))
            throw new Error("No room");
        }),
      },
    };
    const sending = sendDigests(harness.database.db, failing, { at: at("09:00") });
    await expect(sending).rejects.toThrow("Some daily mails were not stored.");
    expect([await mailsOf(company.admin), await mailsOf(other.admin)]).toEqual([0, 1]);
    await send("09:01");
    expect([await mailsOf(company.admin), await mailsOf(other.admin)]).toEqual([1, 1]);
  },
);

async function isWaiting(): Promise<boolean> {
  const rows = await harness.database.sql`
    SELECT 1 AS one FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%order_digests%'`;
  return rows.length > 0;
}

/** Two instances send: the second asks for the day while the first one's transaction is open. */
async function sentByTwo(claim: typeof claimDigest): Promise<number> {
  await pays();
  const elsewhere = harness.another(2);
  let isAsked = false;
  const second = await transact(harness.database.db, async (tx) => {
    expect(await claim(tx, company.id, at("09:00"))).toBe(true);
    await harness.deps.jobs.notify(tx, {
      template: "announcement",
      params: { title: "", text: "" },
      channel: "EMAIL",
      address: "a@b.example",
      language: "en",
      companyId: company.id,
      userId: company.admin.id,
    });
    const asked = sendDigests(elsewhere.db, harness.deps, {
      at: at("09:00"),
      claim: (...call) => {
        isAsked = true;
        return claim(...call);
      },
    });
    // It has found the company due; with the claim it waits for this transaction.
    const isThere = async () => isAsked && (claim !== claimDigest || (await isWaiting()));
    await vi.waitFor(async () => expect(await isThere()).toBe(true), 60_000);
    return { asked };
  });
  await second.asked;
  return (await mailsOf(company.admin, "announcement")) + (await mailsOf(company.admin));
}

test("only one of two concurrent instances sends the daily mail", { tags: ["full"] }, async () => {
  expect(await sentByTwo(claimDigest)).toBe(1);
});

test(
  "control: without the claim of the day both instances send the daily mail",
  { tags: ["full"] },
  async () => {
    expect(await sentByTwo(() => Promise.resolve(true))).toBe(2);
  },
);
