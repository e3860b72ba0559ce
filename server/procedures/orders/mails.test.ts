import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { domains, messages, users } from "@db/schema";
import type { Mail } from "@server/adapters/mail/mail-end";
import { smsOutboxEnd } from "@server/adapters/sms/sms-end";
import { sendMessage } from "@server/jobs/messages/send-message";
import { createRecordedJobs } from "@server/jobs/recorded-jobs";
import { readConfig } from "@server/config/environment";
import { createSecrets } from "@server/secrets/secrets";
import { type House, type MoneyWorld, type Person, moneyWorld } from "@server/testing/money-world";
import { themeVariables } from "@themes/css";
import { builtInBrand } from "@themes/registry";
import { releaseOverdueHolds } from "./release-overdue-holds";
import { tellExpired } from "./tell-expired";

const secrets = createSecrets("a secret of tests, thirty-two signs or more");
let world: MoneyWorld;
let house: House;
let member: Person;

beforeAll(async () => {
  world = await moneyWorld();
  house = await world.house({ tokenSymbol: "COWL", name: "Owl House" });
  await world.database.db.insert(domains).values({ host: "owls.example", companyId: house.id });
  member = await house.member({ language: "hi" });
});
afterAll(() => world.close());

/** Sends what waits for that person, and returns it. */
async function mailsTo(person: Person): Promise<Mail[]> {
  const waiting = await world.database.db
    .select()
    .from(messages)
    .where(eq(messages.userId, person.id))
    .orderBy(asc(messages.createdAt), asc(messages.id));
  const taken: Mail[] = [];
  const end = {
    send: (mail: Mail) => Promise.resolve(void taken.push(mail)),
    close: () => undefined,
  };
  for (const { id } of waiting)
    await sendMessage(
      { database: world.database, secrets, mail: end, sms: smsOutboxEnd, keepParams: false },
      id,
    );
  return taken;
}

const telling = {
  tell: (
    ...[tx, expired]: [Parameters<typeof tellExpired>[0], Parameters<typeof tellExpired>[2]]
  ) =>
    tellExpired(
      tx,
      { jobs: createRecordedJobs(secrets), config: readConfig({ NODE_ENV: "test" }) },
      expired,
    ),
};

test("a member hears of every change of an order, in their language and the company's brand", async () => {
  const api = await house.as(member);
  const desk = await house.as(house.admin);
  const order = await api.orders.create({ amount: "1000" });
  const payment = {
    purchaseId: order.orderNumber,
    paymentMethod: "MANUAL" as const,
    amount: "1000",
    consent: true,
  };
  // Nobody is written to for an order that they are looking at.
  expect(await mailsTo(member)).toEqual([]);
  const orderId = (await api.orders.submit(payment)).id;
  await desk.orders.reject({ orderId, reason: "Nothing <b>arrived</b>", refundNote: "" });
  await api.orders.submit(payment);
  await desk.orders.approve({ orderId });
  await desk.orders.reverse({ orderId, reason: "Twice" });

  const mails = await mailsTo(member);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(new RegExp(`${order.orderNumber}.*\\p{Script=Devanagari}`, "u")),
    expect.stringContaining("स्वीकार नहीं"),
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
    expect(mail.text).toContain("https://shop.example/user/");
  }
  expect(mails[1]?.html).not.toContain("<b>arrived");
});

test("an order whose time is over is told of once, whoever ends it; a deleted member is left alone", async () => {
  const sleeper = await house.member();
  const order = await (await house.as(sleeper)).orders.create({ amount: "500" });
  await house.lapse(order.orderNumber);
  expect(await releaseOverdueHolds(world.database.db, telling)).toBe(1);
  expect(await releaseOverdueHolds(world.database.db, telling)).toBe(0);
  const [mail, ...rest] = await mailsTo(sleeper);
  expect(rest).toEqual([]);
  expect(mail?.subject).toBe(`The time for ${order.orderNumber} is over`);
  expect(mail?.text).toContain(
    `http://owls.example:3000/user/payment?purchaseId=${order.orderNumber}`,
  );

  const gone = await house.member();
  const last = await (await house.as(gone)).orders.create({ amount: "500" });
  await world.database.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.id));
  await house.lapse(last.orderNumber);
  expect(await releaseOverdueHolds(world.database.db, telling)).toBe(1);
  expect(await mailsTo(gone)).toEqual([]);
});

test("a buy that takes an overdue order's tokens tells its member", async () => {
  const small = await world.house({ privateTokens: 100 });
  const [early, late] = [await small.member({ language: "hi" }), await small.member()];
  const order = await (await small.as(early)).orders.create({ amount: "900" });
  await small.lapse(order.orderNumber);
  await (await small.as(late)).orders.create({ amount: "1000" });
  const mails = await mailsTo(early);
  expect(mails.map(({ subject }) => subject)).toEqual([`${order.orderNumber} का समय समाप्त हो गया`]);
});
