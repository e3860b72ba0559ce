import { resultCode } from "@server/testing/order-harness";
import { inspect } from "node:util";
import { pino } from "pino";
import sharp from "sharp";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runText } from "@db/client";
import { findCompany } from "@server/sites/queries/companies";
import type { Mail } from "@server/messages/delivery/mail-transport";
import { createPageContext } from "@server/http/pages/page-context";
import { mailingReader } from "@server/companies/settings/company-mailing";
import { createMessageSender } from "@server/messages/delivery/wire-lanes";
import { outboxSmsTransport } from "@server/messages/delivery/sms-transport";
import { storeFile } from "@server/media/store-file";
import { createCompanies, wordOf, wordsIn } from "@server/testing/company-fixtures";
import {
  PASSWORD,
  type MemberHarness,
  type UserRow,
  memberHarness,
} from "@server/testing/member-harness";
import { moreInFull, rounds } from "@server/testing/rounds";
import { appRouter } from "./router";

const COMPANIES = 1000;
const SAMPLED = [1, 500, 1000, 2, 10, 999].slice(0, rounds(2, 6));

/** One of the sampled companies, with its people and orders. */
interface Shop {
  word: string;
  id: string;
  member: UserRow;
  friend: UserRow;
  admin: UserRow;
  /** The friend's orders: one approved, with a proof, and one rejected. */
  approved: { id: string; orderNumber: string; mediaId: string };
  rejected: { id: string; orderNumber: string };
}

let harness: MemberHarness;
const shops: Shop[] = [];

/** Marker words of other companies in any output. */
const foreign = (own: string, said: unknown): string[] =>
  wordsIn(typeof said === "string" ? said : JSON.stringify(said ?? null)).filter(
    (word) => word !== own,
  );

beforeAll(async () => {
  harness = await memberHarness();
  const passwordHash = await harness.deps.passwords.hash(PASSWORD);
  await createCompanies(harness.database.db, { companies: COMPANIES, passwordHash });
  // Concurrently, so that values cached between calls are shared between companies.
  shops.push(...(await Promise.all(SAMPLED.map(openShop))));
}, 60_000);
afterAll(() => harness.close());

async function userOf(companyId: string, role: "USER" | "ADMIN"): Promise<UserRow> {
  const [found] = await runText(
    harness.database.db,
    "SELECT id FROM users WHERE company_id = $1 AND role = $2",
    [companyId, role],
  );
  return harness.row({ id: String(found?.["id"]) });
}

/** Performs every action that mails, stores or records something. */
async function openShop(n: number): Promise<Shop> {
  const word = wordOf(n);
  const [row] = await runText(harness.database.db, "SELECT id FROM seeds WHERE n = $1", [n]);
  const id = String(row?.["id"]);
  const [member, admin] = [await userOf(id, "USER"), await userOf(id, "ADMIN")];
  const friend = await harness.person(id, "USER", {
    name: `Friend of ${word}`,
    email: "friend@people.example",
    referrerId: member.id,
  });
  const [adminApi, buyer] = [await harness.as(admin), await harness.as(friend)];
  await adminApi.dashboard.chooseMails({ mails: "EACH" });
  const background = { r: n % 256, g: 90, b: 160 };
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  const actor = { role: "USER" as const, id: friend.id, companyId: id, sessionId: "test" };
  const file = { fieldName: "medias", fileName: `${word} proof.png`, bytes };
  const media = await storeFile(harness.deps, actor, file);
  const buy = async (amount: string, receiptId?: string) => {
    const { orderNumber } = await buyer.orders.create({ amount });
    const paid = await buyer.orders.submit({
      purchaseId: orderNumber,
      paymentMethod: receiptId ? "BANK" : "MANUAL",
      amount,
      consent: true,
      ...(receiptId && { receiptId, referenceNumber: `${word} 1234567` }),
    });
    return { id: paid.id, orderNumber };
  };
  const approved = { ...(await buy("200", media.id)), mediaId: media.id };
  await adminApi.orders.approve({ orderId: approved.id });
  const rejected = await buy("100");
  await adminApi.orders.reject({ orderId: rejected.id, reason: `No money at ${word}` });
  await buy("50");
  await (await harness.caller({ at: id })).passwords.requestReset({ email: member.email });
  await (
    await harness.caller({ at: id })
  ).registration.requestCode({
    name: `New at ${word}`,
    email: `new@people.example`,
    mobile: "+919876512345",
  });
  const account = adminApi.beneficiaries.update({
    holderName: `${word} Holder`,
    bankName: `${word} Bank`,
    branch: word,
    accountNumber: "50100000002",
    ifscCode: "HDFC0000001",
    upi: `${word.toLowerCase()}@okicici`,
  });
  // The company has accounts already, so another admin confirms.
  expect(await resultCode(account)).toBe("NEEDS_SECOND_ADMIN");
  const colleague = await harness.person(id, "ADMIN", { name: `Colleague of ${word}` });
  const { changes } = await harness.as(colleague);
  for (const change of await changes.list()) await changes.confirm({ id: change.id });
  const platform = await harness.asSuperAdmin();
  await platform.companies.inviteAdmin({
    id,
    adminName: `Second of ${word}`,
    adminEmail: "second@people.example",
    mobile: "+919876512346",
  });
  return { word, id, member, friend, admin, approved, rejected };
}

/** Every read procedure; exports are mutations that read. */
const READS = Object.entries<unknown>(appRouter._def.procedures)
  .filter(
    ([name, procedure]) =>
      name.startsWith("exports.") ||
      Reflect.get(Object(Reflect.get(Object(procedure), "_def")), "type") === "query",
  )
  .map(([name]) => name);

/** The answer or refusal of each. Contracts ignore input fields they do not define. */
async function askEverything(person: UserRow, input: object) {
  const caller = await harness.as(person);
  return Promise.all(
    READS.map(async (name) => {
      const call: unknown = name
        .split(".")
        .reduce<unknown>((at, part) => Reflect.get(Object(at), part), caller);
      if (typeof call !== "function") throw new Error(`There is no ${name}.`);
      try {
        const answer: unknown = await Reflect.apply(call, undefined, [input]);
        return { name, ok: true, said: JSON.stringify(answer) };
      } catch (error) {
        return { name, ok: false, said: inspect(error, { depth: 6 }) };
      }
    }),
  );
}

describe("with a thousand companies", () => {
  // Takes seconds: every procedure, by two people of each company.
  test(
    "no call's answer or refusal contains data of another company, whatever its input",
    moreInFull,
    async () => {
      const answered = new Set<string>();
      await Promise.all(
        shops.map(async (shop, index) => {
          const other = shops[(index + 1) % shops.length] ?? shop;
          for (const whose of [shop, other]) {
            const wanted = {
              page: 1,
              limit: 100,
              search: whose === shop ? "" : "zq",
              companyId: whose.id,
              id: whose.friend.id,
              orderId: whose.approved.id,
              orderIds: [whose.approved.id, whose.rejected.id],
              purchaseId: whose.approved.orderNumber,
              purchaseIds: [whose.approved.orderNumber],
              email: whose.admin.email,
            };
            for (const person of [shop.friend, shop.admin]) {
              for (const { name, ok, said } of await askEverything(person, wanted)) {
                expect(foreign(shop.word, said), `${name} of ${shop.word}`).toEqual([]);
                if (ok && wordsIn(said).length > 0) answered.add(name);
              }
            }
          }
        }),
      );
      // Refusals alone would prove nothing.
      expect([...answered]).toEqual(
        expect.arrayContaining([
          "orders.listMine",
          "orders.history",
          "orders.list",
          "orders.receipt",
          "orders.findForAdmin",
          "members.list",
          "members.find",
          "members.profile",
          "beneficiaries.forMember",
          "exports.orders",
          "exports.members",
          "exports.activity",
          "activity.list",
          "policies.current",
          "site.config",
          "beneficiaries.list",
        ]),
      );
    },
  );

  test("no mail of a company contains data of another", { tags: ["full"] }, async () => {
    const waiting = await runText(
      harness.database.db,
      "SELECT m.id, m.template, s.w FROM messages m JOIN seeds s ON s.id = m.company_id WHERE m.channel = 'EMAIL'",
      [],
    );
    const sent = new Map<string, Mail>();
    const { config, secrets } = harness.deps;
    const sender = createMessageSender({
      database: harness.database,
      secrets,
      readMailing: mailingReader(harness.database.db, config.appOrigin),
      logger: pino({ level: "silent" }),
      mail: {
        send: (mail) => Promise.resolve(void sent.set(mail.id, mail)),
        close: () => undefined,
      },
      sms: outboxSmsTransport,
      keepParams: true,
      connections: { EMAIL: 5, SMS: 1 },
    });
    sender.start();
    const left = () => waiting.filter(({ id }) => !sent.has(String(id)));
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
    await sender.stop();
    const templates = new Set<unknown>();
    for (const { id, template, w } of waiting) {
      expect(wordsIn(JSON.stringify(sent.get(String(id)))), String(template)).toEqual([w]);
      templates.add(template);
    }
    expect([...templates].sort()).toEqual([
      "changeWaiting",
      "invitation",
      "orderApproved",
      "orderRejected",
      "orderSubmitted",
      "orderWaiting",
      "registrationCode",
      "resetCode",
      "rewardEarned",
    ]);
  });

  test(
    "receipts and files of a company do not open for another, and contain only its own data",
    { tags: ["full"] },
    async () => {
      for (const [index, shop] of shops.entries()) {
        const other = shops[(index + 1) % shops.length] ?? shop;
        const own = await contextOf(shop.friend);
        const pdf = await (
          await own.caller.files.openReceipt(shop.approved.orderNumber)
        ).arrayBuffer();
        const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
          mergePages: true,
        });
        expect(wordsIn(text)).toEqual([shop.word]);
        expect(
          (await own.caller.files.open(shop.approved.mediaId)).headers.get("content-disposition"),
        ).toContain(shop.word);
        for (const person of [other.friend, other.admin]) {
          const theirs = await contextOf(person);
          const tried = theirs.caller.files.open(shop.approved.mediaId).then(
            () => "opened",
            (error: unknown) => String((error as Error).message),
          );
          expect(await tried).toBe("MEDIA_NOT_FOUND");
        }
        const [file] = await runText(
          harness.database.db,
          "SELECT storage_key, company_id FROM medias WHERE id = $1",
          [shop.approved.mediaId],
        );
        expect(String(file?.["storage_key"])).toMatch(new RegExp(`^${shop.id}/`));
      }
    },
  );
});

/** The page context of a person at their company's host. */
async function contextOf(person: UserRow) {
  const company = await findCompany(harness.database.db, person.companyId);
  if (!company) throw new Error("There is no such company.");
  const { id, role, companyId } = person;
  const { token } = await harness.deps.sessions.start(
    { role, id, companyId },
    { ip: "", userAgent: null },
  );
  const area = role === "USER" ? "user" : "admin";
  const { context } = await createPageContext(harness.deps, {
    nonce: "test",
    requestId: "test",
    ip: "203.0.113.7",
    userAgent: null,
    origin: "http://shop.example",
    site: { kind: "company", company, isPlatform: false },
    pathname: `/${area}/dashboard`,
    cookieHeader: `prelaunch_${area}=${token}`,
    language: "en",
  });
  return context;
}
