import { beforeEach, expect, test } from "vitest";
import { newId } from "@db/ids";
import { wallets } from "@db/schema";
import {
  type CompanyFixture,
  orderHarness,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { mailLaunch } from "./mail-launch";
import { duringTests } from "@server/testing/during-tests";

const DAY_MS = 24 * 60 * 60 * 1000;

const harness = duringTests(orderHarness);
let company: CompanyFixture;
let holder: Person;

beforeEach(async () => {
  await harness.database.sql`DELETE FROM messages`;
  company = await harness.company();
  holder = await company.member();
  // Who holds nothing gets no mail.
  await company.member();
  const { order } = await submittedPayment(company, holder);
  await (await company.as(company.admin)).orders.approve({ orderId: order.id });
});

const run = () => mailLaunch(harness.database.db, harness.deps);
const launchIn = (days: number) =>
  company.setCompany({ launchAt: new Date(Date.now() + days * DAY_MS) });
const recipients = async (template: string) =>
  (await harness.messages(template)).map(({ userId }) => userId);

const prove = (member: Person) =>
  harness.database.db.insert(wallets).values({
    companyId: company.id,
    memberId: member.id,
    sessionId: "a session",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    nonce: newId(),
    message: "a message",
    expiresAt: new Date(),
    signature: "0x",
    proof: "PASTED",
    provedAt: new Date(),
    validFrom: new Date(),
  });

test("holders without a wallet are asked once for each of the three times", async () => {
  await launchIn(31);
  expect(await run()).toBe(0);
  const launchAt = new Date(Date.now() + 30 * DAY_MS);
  await company.setCompany({ launchAt });
  const at = (daysBefore: number) =>
    mailLaunch(
      harness.database.db,
      harness.deps,
      new Date(launchAt.getTime() - daysBefore * DAY_MS),
    );
  for (const [daysBefore, sent] of [
    [30, 1],
    [29, 0],
    [7, 1],
    [6, 0],
    [1, 1],
    [0.5, 0],
  ] as const) {
    expect([daysBefore, await at(daysBefore)]).toEqual([daysBefore, sent]);
  }
  expect(await recipients("walletNeeded")).toEqual([holder.id, holder.id, holder.id]);
});

test("who has proven a wallet is not asked, and is told once what is free", async () => {
  await prove(holder);
  await launchIn(1);
  expect(await run()).toBe(0);
  await launchIn(-0.01);
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  expect(await recipients("tokensFree")).toEqual([holder.id]);
});

test("two processes at once send each mail once", async () => {
  await launchIn(-0.01);
  const other = harness.another(2);
  const sent = await Promise.all([run(), mailLaunch(other.db, harness.deps), run()]);
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
  await other.close();
});

test("a plan without a part at the launch is told on the day of its first part", async () => {
  const later = { atLaunchBps: 0, pauseMonths: 0, months: 2 };
  await company.setCompany({ unlockPlans: { bought: later, earned: later } });
  await launchIn(-0.01);
  expect(await run()).toBe(0);
  expect(await recipients("tokensFree")).toEqual([]);
});

test("a suspended company mails nobody", async () => {
  await company.setCompany({ status: "SUSPENDED" });
  await launchIn(1);
  expect(await run()).toBe(0);
});
