import { inspect } from "node:util";
import sharp from "sharp";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runText } from "@db/client";
import { findCompany } from "@db/queries/companies";
import type { Mail } from "@server/adapters/mail/mail-end";
import { createPageContext } from "@server/context/page-context";
import { sendMessage } from "@server/jobs/messages/send-message";
import { storeFile } from "@server/media/store-file";
import { foundMany, wordOf, wordsIn } from "@server/testing/many-companies";
import {
  PASSWORD,
  type PeopleWorld,
  type UserRow,
  peopleWorld,
} from "@server/testing/people-world";
import { appRouter } from "./router";

const COMPANIES = 1000;
const SAMPLED = [1, 2, 10, 499, 999, 1000];

/** One of the sampled companies, with what is anybody's there. */
interface Shop {
  word: string;
  id: string;
  member: UserRow;
  friend: UserRow;
  admin: UserRow;
  /** Of the member's: approved, with a proof, and rejected. */
  approved: { id: string; orderNumber: string; mediaId: string };
  rejected: { id: string; orderNumber: string };
}

let world: PeopleWorld;
const shops: Shop[] = [];

/** Words of other companies in anything that can be said; bytes are looked through as they are. */
const foreign = (own: string, said: unknown): string[] =>
  wordsIn(typeof said === "string" ? said : JSON.stringify(said ?? null)).filter(
    (word) => word !== own,
  );

beforeAll(async () => {
  world = await peopleWorld();
  const passwordHash = await world.deps.passwords.hash(PASSWORD);
  await foundMany(world.database.db, { companies: COMPANIES, passwordHash });
  // All at once, so that whatever is kept between calls is kept while others call.
  shops.push(...(await Promise.all(SAMPLED.map(openShop))));
}, 60_000);
afterAll(() => world.close());

async function userOf(companyId: string, role: "USER" | "ADMIN"): Promise<UserRow> {
  const [found] = await runText(
    world.database.db,
    "SELECT id FROM users WHERE company_id = $1 AND role = $2",
    [companyId, role],
  );
  return world.row({ id: String(found?.["id"]) });
}

/** Lives through a shop's day: everything that mails, files or books something. */
async function openShop(n: number): Promise<Shop> {
  const word = wordOf(n);
  const [row] = await runText(world.database.db, "SELECT id FROM seeds WHERE n = $1", [n]);
  const id = String(row?.["id"]);
  const [member, admin] = [await userOf(id, "USER"), await userOf(id, "ADMIN")];
  const friend = await world.person(id, "USER", {
    name: `Friend of ${word}`,
    email: "friend@people.example",
    referrerId: member.id,
  });
  const [desk, buyer] = [await world.as(admin), await world.as(friend)];
  const background = { r: n % 256, g: 90, b: 160 };
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  const actor = { role: "USER" as const, id: friend.id, companyId: id, sessionId: "test" };
  const file = { fieldName: "medias", fileName: `${word} proof.png`, bytes };
  const media = await storeFile(world.deps, actor, file);
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
  await desk.orders.approve({ orderId: approved.id });
  const rejected = await buy("100");
  await desk.orders.reject({ orderId: rejected.id, reason: `No money at ${word}` });
  await buy("50");
  await (await world.caller({ at: id })).passwords.requestReset({ email: member.email });
  await (
    await world.caller({ at: id })
  ).registration.requestCode({
    name: `New at ${word}`,
    email: `new@people.example`,
    mobile: "+919876512345",
  });
  await desk.beneficiaries.update({
    holderName: `${word} Holder`,
    bankName: `${word} Bank`,
    branch: word,
    accountNumber: "50100000002",
    ifscCode: "HDFC0000001",
    upi: `${word.toLowerCase()}@okicici`,
  });
  const platform = await world.asSuperAdmin();
  await platform.companies.inviteAdmin({
    id,
    adminName: `Second of ${word}`,
    adminEmail: "second@people.example",
    mobile: "+919876512346",
  });
  return { word, id, member, friend, admin, approved, rejected };
}

/** Every read there is, by its path; a download is one that is written into the books. */
const READS = Object.entries<unknown>(appRouter._def.procedures)
  .filter(
    ([name, procedure]) =>
      name.startsWith("exports.") ||
      Reflect.get(Object(Reflect.get(Object(procedure), "_def")), "type") === "query",
  )
  .map(([name]) => name);

/** What each of them answers or refuses; what of the input is not its own is left out by its contract. */
async function askEverything(person: UserRow, input: object) {
  const caller = await world.as(person);
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
  test("no call of one, and no refusal, says a word of another, whatever it is asked for", async () => {
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
    // They are there to be found: refusals alone would prove nothing.
    expect([...answered]).toEqual(
      expect.arrayContaining([
        ...["orders.listMine", "orders.list", "orders.receipt", "orders.findForAdmin"],
        ...["members.list", "members.find", "members.profile", "beneficiaries.forMember"],
        ...["exports.orders", "exports.members", "exports.activity", "activity.list"],
        ...["policies.current", "site.config", "beneficiaries.list"],
      ]),
    );
  });

  test("no mail of one says a word of another, in any of its parts", async () => {
    const waiting = await runText(
      world.database.db,
      "SELECT m.id, m.template, s.w FROM messages m JOIN seeds s ON s.id = m.company_id",
      [],
    );
    const templates = new Set<unknown>();
    await Promise.all(
      waiting.map(async ({ id, template, w }) => {
        const said: unknown[] = [];
        const take = (one: Mail | object) => Promise.resolve(void said.push(one));
        const parts = { database: world.database, secrets: world.deps.secrets };
        const ends = {
          mail: { send: take, close: () => undefined },
          sms: { send: take },
        };
        await sendMessage({ ...parts, ...ends, keepParams: true }, String(id));
        for (const one of said) {
          expect(wordsIn(JSON.stringify(one)), String(template)).toEqual([w]);
          templates.add(template);
        }
      }),
    );
    expect([...templates].sort()).toEqual([
      "beneficiaryChanged",
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

  test("no receipt and no file of one opens for another, nor holds a word of one", async () => {
    for (const [index, shop] of shops.entries()) {
      const other = shops[(index + 1) % shops.length] ?? shop;
      const own = await contextOf(shop.friend);
      const pdf = await (await own.openReceipt(shop.approved.orderNumber)).arrayBuffer();
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
        mergePages: true,
      });
      expect(wordsIn(text)).toEqual([shop.word]);
      expect(
        (await own.openMedia(shop.approved.mediaId)).headers.get("content-disposition"),
      ).toContain(shop.word);
      for (const person of [other.friend, other.admin]) {
        const theirs = await contextOf(person);
        const tried = theirs.openMedia(shop.approved.mediaId).then(
          () => "opened",
          (error: unknown) => String((error as Error).message),
        );
        expect(await tried).toBe("MEDIA_NOT_FOUND");
      }
      const [file] = await runText(
        world.database.db,
        "SELECT storage_key, company_id FROM medias WHERE id = $1",
        [shop.approved.mediaId],
      );
      expect(String(file?.["storage_key"])).toMatch(new RegExp(`^${shop.id}/`));
    }
  });
});

/** What a page of that person's company's host can do for them. */
async function contextOf(person: UserRow) {
  const company = await findCompany(world.database.db, person.companyId);
  if (!company) throw new Error("There is no such company.");
  const { id, role, companyId } = person;
  const { token } = await world.deps.sessions.start(
    { role, id, companyId },
    { ip: "", userAgent: null },
  );
  const area = role === "USER" ? "user" : "admin";
  const { context } = await createPageContext(world.deps, {
    nonce: "test",
    requestId: "test",
    ip: "203.0.113.7",
    userAgent: null,
    origin: "http://shop.example",
    site: { kind: "company", company, isPlatform: false },
    pathname: `/${area}/dashboard`,
    cookieHeader: `prelaunch_${area}=${token}`,
    acceptLanguage: "en",
  });
  return context;
}
