import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import type { Caller } from "@server/procedures/router";
import { type House, type MoneyWorld, moneyWorld, outcome } from "@server/testing/money-world";
import { type PeopleWorld, peopleWorld, type UserRow } from "@server/testing/people-world";

let world: PeopleWorld;
let companyId: string;
let admin: UserRow;
let person: UserRow;
let desk: Caller;
beforeAll(async () => {
  world = await peopleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  companyId = await world.company();
  admin = await world.person(companyId, "ADMIN");
  person = await world.person(companyId, "USER", {
    kycEncrypted: world.deps.secrets.encrypt("kyc", "234567890123"),
  });
  desk = await world.as(admin);
});

const startSession = ({ role, id, companyId: at }: UserRow) =>
  world.deps.sessions.start({ role, id, companyId: at }, { ip: "203.0.113.9", userAgent: null });
const sessionsOf = ({ role, id, companyId: at }: UserRow) =>
  world.deps.sessions.list({ role, id, companyId: at, sessionId: "" });

describe("an admin reads a person", () => {
  test("with documents masked, whoever invited them, and how many they invited", async () => {
    const guest = await world.person(companyId, "USER", { referrerId: person.id });
    await world.person(companyId, "USER", { referrerId: person.id, deletedAt: new Date() });
    const card = await desk.members.find({ id: person.id });
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
    expect((await desk.members.find({ id: guest.id })).referrer).toEqual({
      id: person.id,
      name,
      referralCode,
    });
    const { records } = await desk.members.referrals({ id: person.id });
    expect(records).toMatchObject([{ id: guest.id, rewarded: 0 }]);
  });

  test("with what was sent to them, and nothing of what it said", async () => {
    await world.deps.jobs.tell(world.database.db, {
      template: "resetCode",
      params: { code: "135790", minutes: 10 },
      channel: "EMAIL",
      address: person.email,
      language: "en",
      companyId,
      userId: person.id,
      origin: "https://shop.example",
    });
    const { records, total } = await desk.members.messages({ id: person.id });
    expect(total).toBe(1);
    expect(records).toMatchObject([{ template: "resetCode", channel: "EMAIL" }]);
    expect(Object.keys(records[0] ?? {}).toSorted()).toEqual([
      "channel",
      "createdAt",
      "id",
      "sentAt",
      "status",
      "template",
    ]);
  });

  test("with what was done to them and by whom", async () => {
    const { id, name, mobile, email } = person;
    await desk.members.update({ id, name, mobile, email, role: "USER", status: "BLOCKED" });
    const { records } = await desk.members.activity({ id });
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
  test("one, or all, and it is in the books", async () => {
    const { token } = await startSession(person);
    await startSession(person);
    await startSession(person);
    const [first] = await desk.members.sessions({ id: person.id });
    await desk.members.endSession({ id: person.id, sessionId: first?.id ?? "" });
    expect(await sessionsOf(person)).toHaveLength(2);
    await desk.members.endSessions({ id: person.id });
    expect(await sessionsOf(person)).toEqual([]);
    expect(await world.deps.sessions.read(token)).toBeNull();
    expect(await world.audited(person.id)).toMatchObject([
      { action: "member.sessions-ended", actorId: admin.id, after: { sessions: 1 } },
      { action: "member.sessions-ended", actorId: admin.id, after: { sessions: 2 } },
    ]);
  });

  test("not one that is another person's", async () => {
    await startSession(person);
    const other = await world.person(companyId, "USER");
    const [theirs] = await desk.members.sessions({ id: person.id });
    const call = desk.members.endSession({ id: other.id, sessionId: theirs?.id ?? "" });
    expect(await outcome(call)).toBe("SESSION_NOT_FOUND");
    expect(await sessionsOf(person)).toHaveLength(1);
  });
});

describe("nobody but an admin of the company", () => {
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
  ];

  test.each(CALLS)("may call members.%s", async (_name, call) => {
    await startSession(person);
    const before = [await world.row(person), await sessionsOf(person)];
    const sessionId = (await sessionsOf(person))[0]?.id ?? "";
    const elsewhere = await world.company();
    const stranger = await world.person(elsewhere, "ADMIN");
    const attempt = async (api: Caller) => outcome(call(api, person.id, sessionId));
    expect(await attempt(await world.as(person))).toBe("WRONG_ROLE");
    expect(await attempt(await world.asSuperAdmin())).toBe("WRONG_ROLE");
    expect(await attempt(await world.caller({ at: companyId }))).toBe("NOT_SIGNED_IN");
    expect(await attempt(await world.as(stranger))).toBe("MEMBER_NOT_FOUND");
    const here = await world.caller(
      { at: companyId },
      { role: "ADMIN", id: stranger.id, companyId: elsewhere, sessionId: "test" },
    );
    expect(await attempt(here)).toBe("NOT_SIGNED_IN");
    expect([await world.row(person), await sessionsOf(person)]).toEqual(before);
    expect(await world.audited(person.id)).toEqual([]);
    expect(await outcome(call(desk, newId(), sessionId))).toBe("MEMBER_NOT_FOUND");
  });
});

describe("with money", () => {
  let money: MoneyWorld;
  let house: House;
  beforeAll(async () => {
    money = await moneyWorld();
    house = await money.house();
  });
  afterAll(() => money.close());

  test("orders in every state, allocations, and what the invited brought", async () => {
    const inviter = await house.member();
    const buyer = await house.member({ referrerId: inviter.id });
    const buying = await house.as(buyer, { door: "rest" });
    const { id } = await buying.orders.submit({ paymentMethod: "MANUAL", amount: "1000" });
    const adminApi = await house.as(house.admin);
    await adminApi.orders.approve({ orderId: id });
    await buying.orders.create({ amount: "200" });
    const orders = await adminApi.members.orders({ id: buyer.id });
    expect(orders.records.map(({ status }) => status)).toEqual(["OPEN", "APPROVED"]);
    const [reward] = (await adminApi.members.allocations({ id: inviter.id })).records;
    expect(reward).toMatchObject({ kind: "REFERRAL", quantity: 5 });
    const { records } = await adminApi.members.referrals({ id: inviter.id });
    expect(records).toMatchObject([{ id: buyer.id, rewarded: 5 }]);
    expect(await adminApi.members.find({ id: buyer.id })).toMatchObject({
      stockBalance: 100,
      orderCount: 2,
    });
  });
});
