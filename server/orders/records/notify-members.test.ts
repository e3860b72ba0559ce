import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { purchaseHash } from "@server/messages/queries/purchase-hash";
import { hosts, users } from "@db/schema";
import { createRecordedJobs } from "@server/messages/delivery/store-message";
import { readConfig } from "@server/platform/config/environment";
import { createSecrets } from "@server/platform/config/secrets";
import { deliverMessages } from "@server/testing/deliver-messages";
import {
  type CompanyFixture,
  type OrderHarness,
  type Person,
  orderHarness,
} from "@server/testing/order-harness";
import { themeVariables } from "@themes/css";
import { builtInBrand } from "@themes/registry";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { notifyExpired } from "@server/orders/holds/notify-expired";

const secrets = createSecrets("a secret of tests, thirty-two signs or more");
const { appOrigin } = readConfig({ NODE_ENV: "test" });
let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness();
  company = await harness.company({ tokenSymbol: "COWL", name: "Owl House" });
  await harness.database.db.insert(hosts).values({ host: "owls.example", companyId: company.id });
  member = await company.member({ language: "hi" });
});
afterAll(() => harness.close());

/** Sends the person's waiting messages, and returns them. */
const mailsTo = (person: Person) =>
  deliverMessages({ database: harness.database, secrets, appOrigin }, { userId: person.id });

/** Sweeps as `ops/running/start.ts` does. Returns the numbers of ended holds and of told members. */
async function sweep(): Promise<[ended: number, told: number]> {
  const { db } = harness.database;
  return [
    await releaseOverdueHolds(db),
    await notifyExpired(db, { jobs: createRecordedJobs(secrets) }),
  ];
}

test(
  "a member is notified of every change of an order, in their language and the company's brand",
  { tags: ["full"] },
  async () => {
    const api = await company.as(member);
    const adminApi = await company.as(company.admin);
    const order = await api.orders.create({ amount: "1000" });
    const payment = {
      purchaseId: order.orderNumber,
      paymentMethod: "MANUAL" as const,
      amount: "1000",
      consent: true,
    };
    // Creating an order sends no message.
    expect(await mailsTo(member)).toEqual([]);
    const orderId = (await api.orders.submit(payment)).id;
    await adminApi.orders.reject({ orderId, reason: "Nothing <b>arrived</b>", refundNote: "" });
    await api.orders.submit(payment);
    await adminApi.orders.approve({ orderId });
    await adminApi.orders.reverse({ orderId, reason: "Twice" });

    const mails = await mailsTo(member);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(new RegExp(`${order.orderNumber}.*\\p{Script=Devanagari}`, "u")),
      expect.stringContaining("मंज़ूर नहीं"),
      expect.stringContaining(order.orderNumber),
      expect.stringContaining("100 COWL"),
      expect.stringContaining("वापस"),
    ]);
    const accent = themeVariables(builtInBrand("COWL") ?? expect.fail("no COWL"), "light")[
      "--accent"
    ];
    for (const mail of mails) {
      expect(mail.fromName).toBe("Owl House");
      expect(mail.html).toContain('lang="hi"');
      expect(mail.html).toContain(String(accent));
      expect(mail.text).toContain("http://owls.example:3000/user/");
    }
    expect(mails[1]?.html).not.toContain("<b>arrived");
    const hash = await purchaseHash(harness.database.db, company.id, orderId);
    expect(mails[3]?.text).toContain(hash ?? "no hash");
  },
);

test(
  "an expired order is notified once; a deleted member is not notified",
  { tags: ["full"] },
  async () => {
    const sleeper = await company.member();
    const order = await (await company.as(sleeper)).orders.create({ amount: "500" });
    await company.expireHold(order.orderNumber);
    expect(await sweep()).toEqual([1, 1]);
    expect(await sweep()).toEqual([0, 0]);
    const [mail, ...rest] = await mailsTo(sleeper);
    expect(rest).toEqual([]);
    expect(mail?.subject).toBe(`${order.orderNumber} has expired`);
    expect(mail?.text).toContain(`http://owls.example:3000/user/orders/${order.orderNumber}`);

    const gone = await company.member();
    const last = await (await company.as(gone)).orders.create({ amount: "500" });
    await harness.database.db
      .update(users)
      .set({ deletedAt: new Date() })
      .where(eq(users.id, gone.id));
    await company.expireHold(last.orderNumber);
    expect(await sweep()).toEqual([1, 1]);
    expect(await mailsTo(gone)).toEqual([]);
  },
);

test("a purchase that takes an overdue order's tokens has that order's member told by the next sweep", async () => {
  const small = await harness.company({ privateTokens: 100 });
  const [early, late] = [await small.member({ language: "hi" }), await small.member()];
  const order = await (await small.as(early)).orders.create({ amount: "900" });
  await small.expireHold(order.orderNumber);
  await (await small.as(late)).orders.create({ amount: "1000" });
  expect(await mailsTo(early)).toEqual([]);
  expect(await sweep()).toEqual([0, 1]);
  const mails = await mailsTo(early);
  expect(mails.map(({ subject }) => subject)).toEqual([`${order.orderNumber} का समय समाप्त हो गया`]);
});

test(
  "a sweep that ends halfway loses no notice, and a member who paid late needs none",
  { tags: ["full"] },
  async () => {
    const seller = await harness.company();
    const sleepers = await Promise.all(Array.from({ length: 4 }, () => seller.member()));
    for (const sleeper of sleepers) {
      const { orderNumber } = await (await seller.as(sleeper)).orders.create({ amount: "100" });
      await seller.expireHold(orderNumber);
    }
    expect(await releaseOverdueHolds(harness.database.db)).toBe(4);
    const jobs = createRecordedJobs(secrets);
    let left = 2;
    const failing = {
      ...jobs,
      notify: (...call: Parameters<typeof jobs.notify>) =>
        (left -= 1) < 0 ? Promise.reject(new Error("stopped")) : jobs.notify(...call),
    };
    await expect(notifyExpired(harness.database.db, { jobs: failing })).rejects.toThrow("stopped");
    const payer = sleepers[0]!;
    const api = await seller.as(payer, { transport: "rest" });
    const [own] = await harness.database
      .sql`SELECT order_number FROM orders WHERE member_id = ${payer.id}`;
    await api.orders.submit({
      purchaseId: String(own?.["order_number"]),
      paymentMethod: "MANUAL",
      amount: "100",
    });
    expect(await sweep()).toEqual([0, 3]);
    expect(await sweep()).toEqual([0, 0]);
    const counts = await Promise.all(
      sleepers.map(async (one) =>
        (await mailsTo(one)).filter((m) => m.subject.endsWith("expired")),
      ),
    );
    expect(counts.map(({ length }) => length)).toEqual([0, 1, 1, 1]);
  },
);
