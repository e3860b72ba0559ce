import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import type { Caller } from "@server/http/router";
import { type CompanyFixture, orderHarness, resultCode } from "@server/testing/order-harness";
import { memberHarness, type UserRow, PASSWORD } from "@server/testing/member-harness";
import { freshActor } from "@server/testing/actors";
import { medias, users } from "@db/schema";
import { refusalFrom } from "@server/access/call/refusal-from";
import { eq } from "drizzle-orm";
import { MEMBER_COLUMNS } from "@db/member-columns";
import { duringTests } from "@server/testing/during-tests";

describe("member details", () => {
  const harness = duringTests(memberHarness);
  let companyId: string;
  let admin: UserRow;
  let person: UserRow;
  let companyAdmin: Caller;
  beforeEach(async () => {
    companyId = await harness.company();
    admin = await harness.person(companyId, "ADMIN");
    person = await harness.person(companyId, "USER", {
      kycEncrypted: harness.deps.secrets.encrypt("kyc", "234567890123"),
    });
    companyAdmin = await harness.as(admin);
  });

  const startSession = ({ role, id, companyId: at }: UserRow) =>
    harness.deps.sessions.start(
      { role, id, companyId: at },
      { ip: "203.0.113.9", userAgent: null },
    );
  const sessionsOf = ({ role, id, companyId: at }: UserRow) =>
    harness.deps.sessions.list({ role, id, companyId: at, sessionId: "" });

  describe("an admin views a person", () => {
    test(
      "an admin sees a member with masked documents, their referrer and the number of people they invited",
      { tags: ["full"] },
      async () => {
        const guest = await harness.person(companyId, "USER", { referrerId: person.id });
        await harness.person(companyId, "USER", { referrerId: person.id, deletedAt: new Date() });
        const card = await companyAdmin.members.find({ id: person.id });
        expect(card).toMatchObject({
          id: person.id,
          kycDocumentNumber: "XXXXXXXX0123",
          referralCount: 1,
          orderCount: 0,
          stockBalance: 0,
          isInvited: false,
          referrer: null,
        });
        expect(card).not.toHaveProperty("passwordHash");
        const { name, referralCode } = person;
        expect((await companyAdmin.members.find({ id: guest.id })).referrer).toEqual({
          id: person.id,
          name,
          referralCode,
        });
        const { records } = await companyAdmin.members.referrals({ id: person.id });
        expect(records).toMatchObject([{ id: guest.id, rewarded: 0 }]);
      },
    );

    test("an admin sees the messages sent to a member, without contents", async () => {
      await harness.deps.jobs.notify(harness.database.db, {
        template: "resetCode",
        params: { code: "135790", minutes: 10 },
        channel: "EMAIL",
        address: person.email,
        language: "en",
        companyId,
        userId: person.id,
      });
      const { records, total } = await companyAdmin.members.messages({ id: person.id });
      expect(total).toBe(1);
      expect(records).toMatchObject([{ template: "resetCode", channel: "EMAIL" }]);
      expect(Object.keys(records[0] ?? {}).toSorted()).toEqual([
        "address",
        "canSendAgain",
        "channel",
        "createdAt",
        "failure",
        "id",
        "reply",
        "sentAt",
        "status",
        "template",
      ]);
    });

    test("an admin sees the changes made to a member and their authors", async () => {
      const { id, name, mobile, email } = person;
      await companyAdmin.members.update({
        id,
        name,
        mobile,
        email,
        role: "USER",
        status: "BLOCKED",
      });
      const { records } = await companyAdmin.members.activity({ id });
      expect(records).toMatchObject([
        {
          action: "member.updated",
          actorName: admin.name,
          isOwn: false,
          before: { status: "ACTIVE" },
          after: { status: "BLOCKED" },
        },
      ]);
    });
  });

  describe("an admin ends sessions", () => {
    test("an admin ends one session of a person or all, with audit entries", async () => {
      const { token } = await startSession(person);
      await startSession(person);
      await startSession(person);
      const [first] = await companyAdmin.members.sessions({ id: person.id });
      await companyAdmin.members.endSession({ id: person.id, sessionId: first?.id ?? "" });
      expect(await sessionsOf(person)).toHaveLength(2);
      await companyAdmin.members.endSessions({ id: person.id });
      expect(await sessionsOf(person)).toEqual([]);
      expect(await harness.deps.sessions.read(token)).toBeNull();
      expect(await harness.audited(person.id)).toMatchObject([
        { action: "member.sessions-ended", actorId: admin.id, after: { sessions: 1 } },
        { action: "member.sessions-ended", actorId: admin.id, after: { sessions: 2 } },
      ]);
    });

    test("an admin ends a colleague's sessions with a recent proof, with mails", async () => {
      const colleague = await harness.person(companyId, "ADMIN");
      await startSession(colleague);
      const [{ id: sessionId } = { id: "" }] = await sessionsOf(colleague);
      const { id } = colleague;
      const unproven = freshActor(admin, { isSteppedUp: false });
      const old = await harness.caller({ at: companyId }, unproven);
      expect([
        await resultCode(old.members.endSession({ id, sessionId })),
        await resultCode(old.members.endSessions({ id })),
      ]).toEqual(["STEP_UP_REQUIRED", "STEP_UP_REQUIRED"]);
      expect(await sessionsOf(colleague)).toHaveLength(1);
      const other = await harness.as(await harness.person(companyId, "ADMIN"));
      expect(await resultCode(companyAdmin.members.endSession({ id, sessionId }))).toBe("ok");
      for (const api of [other, companyAdmin]) {
        await startSession(colleague);
        expect(await resultCode(api.members.endSessions({ id }))).toBe("ok");
      }
      expect(await harness.sentTo(colleague.email, "adminChanged")).toMatchObject(
        [1, 2, 3].map(() => ({ changes: ["SESSIONS"] })),
      );
      // A member, and oneself, as ever.
      await startSession(person);
      expect(await resultCode(old.members.endSessions({ id: person.id }))).toBe("ok");
      await startSession(admin);
      expect(await resultCode(old.members.endSessions({ id: admin.id }))).toBe("ok");
      expect(await harness.sentTo(admin.email, "adminChanged")).toHaveLength(3);
    });

    test("an admin ends a session only at the person to whom it belongs", async () => {
      await startSession(person);
      const other = await harness.person(companyId, "USER");
      const [theirs] = await companyAdmin.members.sessions({ id: person.id });
      const call = companyAdmin.members.endSession({ id: other.id, sessionId: theirs?.id ?? "" });
      expect(await resultCode(call)).toBe("SESSION_NOT_FOUND");
      expect(await sessionsOf(person)).toHaveLength(1);
    });
  });

  describe("only an admin of the company", () => {
    const CALLS: [string, (api: Caller, id: string, sessionId: string) => Promise<unknown>][] = [
      ["find", (api, id) => api.members.find({ id })],
      ["orders", (api, id) => api.members.orders({ id })],
      ["allocations", (api, id) => api.members.allocations({ id })],
      ["referrals", (api, id) => api.members.referrals({ id })],
      ["messages", (api, id) => api.members.messages({ id })],
      ["activity", (api, id) => api.members.activity({ id })],
      ["sessions", (api, id) => api.members.sessions({ id })],
      ["endSession", (api, id, sessionId) => api.members.endSession({ id, sessionId })],
      ["endSessions", (api, id) => api.members.endSessions({ id })],
      ["resendMessage", (api, id) => api.members.resendMessage({ id, messageId: newId() })],
    ];

    test.each(CALLS)("only an admin of the company may call members.%s", async (_name, call) => {
      await startSession(person);
      const before = [await harness.row(person), await sessionsOf(person)];
      const sessionId = (await sessionsOf(person))[0]?.id ?? "";
      const elsewhere = await harness.company();
      const stranger = await harness.person(elsewhere, "ADMIN");
      const attempt = async (api: Caller) => resultCode(call(api, person.id, sessionId));
      expect(await attempt(await harness.as(person))).toBe("WRONG_ROLE");
      expect(await attempt(await harness.asSuperAdmin())).toBe("WRONG_ROLE");
      expect(await attempt(await harness.caller({ at: companyId }))).toBe("NOT_SIGNED_IN");
      expect(await attempt(await harness.as(stranger))).toBe("MEMBER_NOT_FOUND");
      const here = await harness.caller({ at: companyId }, freshActor(stranger));
      expect(await attempt(here)).toBe("NOT_SIGNED_IN");
      expect([await harness.row(person), await sessionsOf(person)]).toEqual(before);
      expect(await harness.audited(person.id)).toEqual([]);
      expect(await resultCode(call(companyAdmin, newId(), sessionId))).toBe("MEMBER_NOT_FOUND");
    });
  });

  describe("with orders", () => {
    const money = duringTests(orderHarness);
    let company: CompanyFixture;
    beforeAll(async () => {
      company = await money.company();
    });

    test(
      "an admin sees a member's orders of every status, allocations, and rewards by invited member",
      { tags: ["full"] },
      async () => {
        const inviter = await company.member();
        const buyer = await company.member({ referrerId: inviter.id });
        const buying = await company.as(buyer, { transport: "rest" });
        const { id } = await buying.orders.submit({ paymentMethod: "MANUAL", amount: "1000" });
        const adminApi = await company.as(company.admin);
        await adminApi.orders.approve({ orderId: id });
        await buying.orders.create({ amount: "200" });
        const orders = await adminApi.members.orders({ id: buyer.id });
        expect(orders.records.map(({ status }) => status)).toEqual(["OPEN", "APPROVED"]);
        const [reward] = (await adminApi.members.allocations({ id: inviter.id })).records;
        // An order that was approved in part is listed with that part, as Manage Purchase shows it.
        const part = await company.member();
        const { id: orderId } = await (
          await company.as(part, { transport: "rest" })
        ).orders.submit({ paymentMethod: "MANUAL", amount: "1000" });
        await adminApi.payments.approveReceived({ orderId, version: 1, received: "512.50" });
        const [approved] = (await adminApi.members.orders({ id: part.id })).records;
        expect(approved).toMatchObject({ totalQuantity: 50, finalAmountPaise: 51_250 });
        expect(reward).toMatchObject({ kind: "REFERRAL", quantity: 5 });
        const { records } = await adminApi.members.referrals({ id: inviter.id });
        expect(records).toMatchObject([{ id: buyer.id, rewarded: 5 }]);
        expect(await adminApi.members.find({ id: buyer.id })).toMatchObject({
          stockBalance: 100,
          orderCount: 2,
        });
      },
    );
  });
});

describe("removing", () => {
  const harness = duringTests(memberHarness);
  let companyId: string;
  let adminApi: Caller;
  beforeAll(async () => {
    companyId = await harness.company();
    adminApi = await harness.as(await harness.person(companyId, "ADMIN"));
  });

  async function upload(person: UserRow, background: string): Promise<string> {
    const bytes = await sharp({ create: { width: 3, height: 3, channels: 3, background } })
      .png()
      .toBuffer();
    const files = [{ fileName: "picture.png", bytes }];
    const [added] = await (await harness.as(person)).media.add({ files });
    return added?.id ?? "";
  }

  test("deletion reports how long an order can still be paid, and works after it is cancelled", async () => {
    const buyer = await harness.person(companyId, "USER");
    const api = await harness.as(buyer);
    const { orderNumber } = await api.orders.create({ amount: "100" });
    const refused = await adminApi.members.remove({ id: buyer.id }).catch(refusalFrom);
    expect(refused).toMatchObject({ code: "MEMBER_HAS_OPEN_ORDER" });
    const seconds = Number(Reflect.get(refused ?? {}, "retryAfterSeconds"));
    expect(seconds).toBeGreaterThan(600);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(await harness.row(buyer)).toEqual(buyer);
    await api.orders.cancel({ purchaseId: orderNumber });
    expect(await resultCode(adminApi.members.remove({ id: buyer.id }))).toBe("ok");
  });

  test(
    "deletion removes a person's pictures and keeps the proofs of orders",
    { tags: ["full"] },
    async () => {
      const person = await harness.person(companyId, "USER");
      const neighbour = await harness.person(companyId, "USER");
      const api = await harness.as(person);
      const face = await upload(person, "teal");
      const unused = await upload(person, "navy");
      const earlier = await upload(person, "gold");
      const slip = await upload(person, "plum");
      const theirs = await upload(neighbour, "teal");
      await api.members.updateProfile({ currentPassword: PASSWORD, profileImageId: face });
      expect((await harness.row(person)).avatarMediaId).toBe(face);

      const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
      const payment = { purchaseId, paymentMethod: "UPI", amount: "100", consent: true } as const;
      const submit = (receiptId: string | undefined, referenceNumber: string) =>
        api.orders.submit({ ...payment, receiptId, referenceNumber });
      const { id: orderId } = await submit(earlier, "412345678901");
      await adminApi.orders.reject({ orderId, reason: "No money came" });
      await submit(slip, "412345678902");
      await adminApi.orders.reject({ orderId, reason: "Again none" });

      await adminApi.members.remove({ id: person.id });
      const left = await harness.database.db.select().from(medias);
      expect(left.map(({ id }) => id).sort()).toEqual([earlier, slip, theirs].sort());
      expect(await harness.deps.storage.get(`${companyId}/${face}.png`)).toBeNull();
      expect(await harness.deps.storage.get(`${companyId}/${unused}.png`)).toBeNull();
      expect(await harness.deps.storage.get(`${companyId}/${slip}.png`)).not.toBeNull();
    },
  );

  const MARK = "zqmark";
  const KYC = "ZQKYC12345678";

  /** A member with personal data in every column that may hold it. */
  async function marked() {
    const person = await harness.person(companyId, "USER");
    await harness.database.db
      .update(users)
      .set({
        name: `${MARK} name`,
        dateOfBirth: "1990-01-02",
        pincode: "400001",
        gender: "other",
        kycEncrypted: harness.deps.secrets.encrypt("kyc", KYC),
        walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        emailVerifiedAt: new Date(),
        mobileVerifiedAt: new Date(),
        mailsNotices: true,
        mailsEachOrder: true,
        showsName: true,
      })
      .where(eq(users.id, person.id));
    return harness.row(person);
  }

  test("deletion erases every column listed as personal", async () => {
    const person = await marked();
    await adminApi.members.remove({ id: person.id });
    const row = await harness.row(person);
    for (const [name, { erased }] of Object.entries(MEMBER_COLUMNS)) {
      if (!erased) continue;
      expect(Reflect.get(row, name), name).toEqual(erased(person.id));
      expect(Reflect.get(row, name), name).not.toEqual(Reflect.get(person, name) ?? "nothing");
    }
  });

  test(
    "a masked column is never shown in full, and a hidden one never at all",
    { tags: ["full"] },
    async () => {
      const person = await marked();
      const member = await harness.as(person);
      const shown = JSON.stringify([
        await member.members.profile(),
        await adminApi.members.find({ id: person.id }),
        await adminApi.members.list({}),
        await adminApi.exports.members({}),
      ]);
      expect(shown).toContain(MARK);
      expect(shown).not.toContain(KYC);
      for (const [name, { shown: how }] of Object.entries(MEMBER_COLUMNS)) {
        const stored: unknown = Reflect.get(person, name);
        if (how !== "plain" && typeof stored === "string")
          expect(shown, name).not.toContain(stored);
      }
    },
  );

  test("the company's export has exactly the columns listed for it", async () => {
    await marked();
    const { records } = await adminApi.exports.members({});
    const columns = Object.entries(MEMBER_COLUMNS).flatMap(([name, { isExported }]) =>
      isExported ? [name] : [],
    );
    expect(Object.keys(records[0] ?? {}).sort()).toEqual([...columns, "id"].sort());
  });
});
