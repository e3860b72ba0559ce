import { and, eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { lockActiveAdmins } from "@db/queries/users";
import { orders, users } from "@db/schema";
import type { Caller } from "@server/procedures/router";
import { outcome } from "@server/testing/money-world";
import {
  PASSWORD,
  type PeopleWorld,
  peopleWorld,
  type UserRow,
} from "@server/testing/people-world";
import { withReferralCode } from "./with-referral-code";

let world: PeopleWorld;
let companyId: string;
let admin: UserRow;
let desk: Caller;
let counter = 0;
beforeAll(async () => {
  world = await peopleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  companyId = await world.company();
  admin = await world.person(companyId, "ADMIN");
  desk = await world.as(admin);
});
afterEach(() => world.database.sql`DELETE FROM login_throttles`);

const asha = () => ({
  name: "Asha Rao",
  email: `asha${(counter += 1)}@people.example`,
  mobile: "+919876543210",
});
const asTyped = ({ id, name, mobile, email, role }: UserRow) => ({ id, name, mobile, email, role });
const startSession = async ({ role, id, companyId: at }: UserRow) =>
  (await world.deps.sessions.start({ role, id, companyId: at }, { ip: "", userAgent: null })).token;
const adminsLeft = () =>
  world.database.db
    .select()
    .from(users)
    .where(
      and(
        eq(users.companyId, companyId),
        eq(users.role, "ADMIN"),
        eq(users.status, "ACTIVE"),
        isNull(users.deletedAt),
      ),
    );
const buy = async (person: UserRow) => (await world.as(person)).orders.create({ amount: "1000" });

describe("an admin adds people", () => {
  test("who are approved, can log in at once, and are in the books without what is theirs", async () => {
    const person = asha();
    const added = await desk.members.add({ ...person, role: "USER", password: PASSWORD });
    expect(added).toMatchObject({ ...person, role: "USER", isApproved: true, status: "ACTIVE" });
    const site = await world.caller({ at: companyId });
    const logIn = site.sessions.logIn({ email: person.email, password: PASSWORD });
    expect(await outcome(logIn)).toBe("ok");
    const books = await world.audited(added.id);
    expect(books).toMatchObject([{ action: "member.added", actorId: admin.id, companyId }]);
    expect(JSON.stringify(books)).not.toMatch(/asha|9876543210|pass phrase/i);
  });

  test("once an address, in whatever case, however many add it at once", async () => {
    const person = asha();
    const add = (email: string) =>
      outcome(desk.members.add({ ...person, email, role: "USER", password: PASSWORD }));
    const outcomes = await Promise.all([
      add(person.email),
      add(person.email.toUpperCase()),
      add(person.email),
    ]);
    expect(outcomes.toSorted()).toEqual(["EMAIL_TAKEN", "EMAIL_TAKEN", "ok"]);
    const other = await world.person(companyId, "USER");
    const taken = desk.members.update({ ...asTyped(other), email: person.email.toUpperCase() });
    expect(await outcome(taken)).toBe("EMAIL_TAKEN");
    expect(await world.row(other)).toEqual(other);
  });

  test("not with a poor password", async () => {
    const call = desk.members.add({ ...asha(), role: "ADMIN", password: "password123" });
    expect(await outcome(call)).toBe("PASSWORD_TOO_COMMON");
  });

  test("a referral code in use is drawn again, and nothing else is tried twice", async () => {
    const taken = admin.referralCode;
    const codes = [taken, taken, "NEWC2345"];
    const insert = (referralCode: string) =>
      world.person(companyId, "USER", { referralCode }).then((person) => person.referralCode);
    expect(await withReferralCode(insert, () => codes.shift() ?? "")).toBe("NEWC2345");
    let tries = 0;
    await expect(
      withReferralCode(() => {
        tries += 1;
        return Promise.reject(new Error("another reason"));
      }),
    ).rejects.toThrow("another reason");
    expect(tries).toBe(1);
  });
});

describe("an admin looks people up", () => {
  test("by page, search, approval, role and status; deleted ones are gone", async () => {
    const waiting = await world.person(companyId, "USER", {
      isApproved: false,
      name: "100% Asha_",
    });
    const blocked = await world.person(companyId, "USER", { status: "BLOCKED" });
    const deleted = await world.person(companyId, "USER", { deletedAt: new Date() });
    await world.person(await world.company(), "USER", { name: "100% Asha_" });
    const idsOf = async (input: Parameters<Caller["members"]["list"]>[0]) => {
      const { data, total } = await desk.members.list(input);
      expect(total).toBe(data.length);
      return data.map((member) => member.id);
    };
    expect(await idsOf({ search: "% asha_" })).toEqual([waiting.id]);
    expect(await idsOf({ search: "%" })).toEqual([waiting.id]);
    expect(await idsOf({ search: blocked.email.toUpperCase() })).toEqual([blocked.id]);
    expect(await idsOf({ search: blocked.referralCode })).toEqual([blocked.id]);
    expect(await idsOf({ isApproved: "false" })).toEqual([waiting.id]);
    expect(await idsOf({ status: "BLOCKED" })).toEqual([blocked.id]);
    expect(await idsOf({ role: "ADMIN" })).toEqual([admin.id]);
    expect(await idsOf({})).not.toContain(deleted.id);
    const second = await desk.members.list({ page: 2, limit: 2 });
    expect(second).toMatchObject({ total: 3, lastPage: 2 });
    expect(second.data).toHaveLength(1);
    expect(second.data[0]).not.toHaveProperty("passwordHash");
  });

  test("and counts members, not admins", async () => {
    await world.person(companyId, "USER", { isApproved: false });
    await world.person(companyId, "USER", { status: "INACTIVE" });
    await world.person(companyId, "USER", { status: "BLOCKED", isApproved: false });
    await world.person(companyId, "USER", { deletedAt: new Date() });
    expect(await desk.members.counts()).toEqual({
      userActive: 1,
      userInactive: 1,
      userBlock: 1,
      totalMember: 3,
      verificationCompleted: 1,
      verificationPending: 2,
    });
  });
});

describe("approval", () => {
  test("is given once, and told", async () => {
    const person = await world.person(companyId, "USER", { isApproved: false });
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => outcome(desk.members.approve({ id: person.id }))),
    );
    expect(outcomes.toSorted()).toEqual([
      "MEMBER_ALREADY_APPROVED",
      "MEMBER_ALREADY_APPROVED",
      "ok",
    ]);
    expect((await world.row(person)).isApproved).toBe(true);
    expect(await world.sentTo(person.email, "memberVerified")).toHaveLength(1);
  });

  test("is for members", async () => {
    expect(await outcome(desk.members.approve({ id: admin.id }))).toBe("ADMIN_HAS_NO_APPROVAL");
    expect(await outcome(desk.members.approve({ id: newId() }))).toBe("MEMBER_NOT_FOUND");
  });
});

describe("an admin changes people", () => {
  test.each(["INACTIVE", "BLOCKED"] as const)("%s ends their sessions at once", async (status) => {
    const person = await world.person(companyId, "USER");
    const token = await startSession(person);
    await desk.members.update({ ...asTyped(person), status });
    expect(await world.deps.sessions.read(token)).toBeNull();
    await desk.members.update({ ...asTyped(person), status: "ACTIVE" });
    // A session that ended does not come back with its person.
    expect(await world.deps.sessions.read(token)).toBeNull();
  });

  test("a new name leaves sessions alone; a new address or number is unproven", async () => {
    const verified = { emailVerifiedAt: new Date(), mobileVerifiedAt: new Date() };
    const person = await world.person(companyId, "USER", verified);
    const token = await startSession(person);
    await desk.members.update({ ...asTyped(person), name: "Asha" });
    expect(await world.deps.sessions.read(token)).not.toBeNull();
    expect(await world.row(person)).toMatchObject(verified);
    await desk.members.update({ ...asTyped(person), ...asha() });
    expect(await world.row(person)).toMatchObject({
      emailVerifiedAt: null,
      mobileVerifiedAt: null,
    });
    const fields = (await world.audited(person.id)).map(
      (line) => Reflect.get(Object(line.after), "fields") as unknown,
    );
    expect(fields).toContainEqual(["name"]);
  });

  test("a member with orders cannot become an admin, one without can, and holds no session", async () => {
    const buyer = await world.person(companyId, "USER");
    await buy(buyer);
    const call = desk.members.update({ ...asTyped(buyer), role: "ADMIN" });
    expect(await outcome(call)).toBe("MEMBER_HAS_ORDERS");
    expect(await world.row(buyer)).toEqual(buyer);

    const person = await world.person(companyId, "USER");
    const token = await startSession(person);
    expect(await desk.members.update({ ...asTyped(person), role: "ADMIN" })).toMatchObject({
      role: "ADMIN",
    });
    expect(await world.deps.sessions.read(token)).toBeNull();
  });

  test("buying and becoming an admin at once: one of the two", async () => {
    for (let round = 0; round < 8; round += 1) {
      const person = await world.person(companyId, "USER");
      await Promise.all([
        outcome(buy(person)),
        outcome(desk.members.update({ ...asTyped(person), role: "ADMIN" })),
      ]);
      const now = await world.row(person);
      const bought = await world.database.db
        .select()
        .from(orders)
        .where(eq(orders.memberId, person.id));
      expect(now.role === "ADMIN" && bought.length > 0).toBe(false);
    }
  });

  test.each([
    ["blocked", (id: UserRow) => desk.members.update({ ...asTyped(id), status: "BLOCKED" })],
    ["deleted", (id: UserRow) => desk.members.remove({ id: id.id })],
    ["made an admin", (id: UserRow) => desk.members.update({ ...asTyped(id), role: "ADMIN" })],
  ] as const)(
    "the reward held for a referrer who is %s goes back to the pool",
    async (_what, act) => {
      const referrer = await world.person(companyId, "USER");
      const buyer = await world.person(companyId, "USER", { referrerId: referrer.id });
      await buy(buyer);
      const held = async () => {
        const [order] = await world.database.db
          .select()
          .from(orders)
          .where(eq(orders.memberId, buyer.id));
        const [pool] = await world.database.sql`
        SELECT held::int FROM supplies WHERE company_id = ${companyId} AND pool = 'REFERRAL'`;
        return {
          reward: order?.heldReward,
          pool: Number(pool?.["held"]),
          tokens: order?.heldQuantity,
        };
      };
      const before = await held();
      expect(before.reward).toBeGreaterThan(0);
      await act(referrer);
      const after = await held();
      expect(after.reward).toBe(0);
      expect(after.pool).toBe(before.pool - (before.reward ?? 0));
      expect(after.tokens).toBe(before.tokens);
    },
  );
});

describe("deleting", () => {
  test("keeps the row without the person; the address is free again, sessions end", async () => {
    const person = await world.person(companyId, "USER", {
      kycEncrypted: world.deps.secrets.encrypt("kyc", "ABCDE1234F"),
      walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
      dateOfBirth: "1990-01-01",
    });
    const token = await startSession(person);
    await desk.members.remove({ id: person.id });
    const row = await world.row(person);
    expect(row).toMatchObject({
      kycEncrypted: null,
      walletAddress: null,
      dateOfBirth: null,
      passwordHash: null,
    });
    expect(JSON.stringify(row)).not.toContain(person.email);
    expect(JSON.stringify(row)).not.toContain(person.mobile);
    expect(JSON.stringify(row)).not.toContain(person.name);
    expect(row.referralCode).toBe(person.referralCode);
    expect(await world.deps.sessions.read(token)).toBeNull();
    expect(await outcome(desk.members.remove({ id: person.id }))).toBe("MEMBER_NOT_FOUND");
    await world.person(companyId, "USER", { email: person.email });
  });

  test("forgets where their messages went; the neighbours' stay", async () => {
    const [person, neighbour] = [
      await world.person(companyId, "USER", { isApproved: false }),
      await world.person(companyId, "USER", { isApproved: false }),
    ];
    const site = await world.caller({ at: companyId });
    for (const one of [person, neighbour]) {
      await desk.members.approve({ id: one.id });
      await site.passwords.requestReset({ email: one.email });
    }
    await desk.members.remove({ id: person.id });
    const left = JSON.stringify([
      await world.database.sql`SELECT row_to_json(m)::text AS row FROM messages m`,
      await world.database.sql`SELECT row_to_json(c)::text AS row FROM one_time_codes c`,
    ]);
    expect(left).not.toContain(person.email);
    expect(await world.sentTo(neighbour.email, "memberVerified")).toHaveLength(1);
    expect(await world.sentTo(neighbour.email, "resetCode")).toHaveLength(1);
  });

  test("waits for orders that are undecided", async () => {
    const buyer = await world.person(companyId, "USER");
    const { orderNumber: purchaseId } = await buy(buyer);
    const payment = { purchaseId, paymentMethod: "MANUAL", amount: "1000", consent: true } as const;
    await (await world.as(buyer)).orders.submit(payment);
    expect(await outcome(desk.members.remove({ id: buyer.id }))).toBe("MEMBER_HAS_PENDING_ORDERS");
    expect(await world.row(buyer)).toEqual(buyer);
  });
});

describe("a company keeps an admin", () => {
  const acts: [string, (who: UserRow) => Promise<unknown>][] = [
    ["remove", (who) => desk.members.remove({ id: who.id })],
    ["demote", (who) => desk.members.update({ ...asTyped(who), role: "USER" })],
    ["block", (who) => desk.members.update({ ...asTyped(who), status: "BLOCKED" })],
    ["put to sleep", (who) => desk.members.update({ ...asTyped(who), status: "INACTIVE" })],
  ];

  test.each(acts)("the last one cannot %s themself", async (_what, act) => {
    await world.person(companyId, "ADMIN", { status: "BLOCKED" });
    await world.person(companyId, "ADMIN", { deletedAt: new Date() });
    // Invited, and never came.
    await world.person(companyId, "ADMIN", { passwordHash: null });
    await world.person(await world.company(), "ADMIN");
    expect(await outcome(act(admin))).toBe("LAST_ADMIN");
    expect(await world.row(admin)).toEqual(admin);
  });

  test.each(acts)("one of two can %s themself", async (_what, act) => {
    await world.person(companyId, "ADMIN");
    expect(await outcome(act(admin))).toBe("ok");
  });

  test("two who remove each other at once, from two instances: one stays", async () => {
    const there = world.elsewhere();
    for (let round = 0; round < 10; round += 1) {
      for (const row of await adminsLeft()) {
        await world.database.db
          .update(users)
          .set({ status: "BLOCKED" })
          .where(eq(users.id, row.id));
      }
      const [one, two] = [
        await world.person(companyId, "ADMIN"),
        await world.person(companyId, "ADMIN"),
      ];
      const outcomes = await Promise.all([
        outcome((await world.as(one)).members.remove({ id: two.id })),
        outcome((await there.as(two)).members.update({ ...asTyped(one), role: "USER" })),
      ]);
      expect(outcomes.toSorted()).toEqual(["LAST_ADMIN", "ok"]);
      expect(await adminsLeft()).toHaveLength(1);
    }
  });

  /** The twin: counting the others without locking them lets both go. */
  test("without the lock both would be gone", async () => {
    const two = await world.person(companyId, "ADMIN");
    const { db } = world.database;
    let waiting = 2;
    let bothCounted: () => void = () => undefined;
    const counted = new Promise<void>((resolve) => (bothCounted = resolve));
    const removeUnlocked = (who: UserRow) =>
      db.transaction(async (tx) => {
        const others = await tx
          .select()
          .from(users)
          .where(and(eq(users.companyId, companyId), eq(users.status, "ACTIVE")));
        if ((waiting -= 1) === 0) bothCounted();
        await counted;
        if (others.length > 1) {
          await tx.update(users).set({ status: "BLOCKED" }).where(eq(users.id, who.id));
        }
      });
    await Promise.all([removeUnlocked(admin), removeUnlocked(two)]);
    expect(await adminsLeft()).toHaveLength(0);
    expect(await db.transaction((tx) => lockActiveAdmins(tx, companyId))).toHaveLength(0);
  });
});

describe("walls: whoever may not is refused, and the row is as it was", () => {
  const calls: [string, (api: Caller, who: UserRow) => Promise<unknown>][] = [
    ["list", (api) => api.members.list({})],
    ["counts", (api) => api.members.counts()],
    ["add", (api) => api.members.add({ ...asha(), role: "ADMIN", password: PASSWORD })],
    ["update", (api, who) => api.members.update({ ...asTyped(who), status: "BLOCKED" })],
    ["approve", (api, who) => api.members.approve({ id: who.id })],
    ["remove", (api, who) => api.members.remove({ id: who.id })],
  ];

  test.each(calls)("%s", async (_name, call) => {
    const target = await world.person(companyId, "USER", { isApproved: false });
    const member = await world.person(companyId, "USER");
    const stranger = await world.person(await world.company(), "ADMIN");
    // A stranger's token on this company's host.
    const smuggled = await world.caller(
      { at: companyId },
      { role: "ADMIN", id: stranger.id, companyId: stranger.companyId, sessionId: "test" },
    );
    const head = await adminsLeft();
    expect(await outcome(call(await world.caller({ at: companyId }), target))).toBe(
      "NOT_SIGNED_IN",
    );
    expect(await outcome(call(await world.as(member), target))).toBe("WRONG_ROLE");
    expect(await outcome(call(await world.as(target), target))).toBe("WRONG_ROLE");
    expect(await outcome(call(await world.asSuperAdmin(), target))).toBe("WRONG_ROLE");
    expect(await outcome(call(smuggled, target))).toBe("NOT_SIGNED_IN");
    expect(await world.row(target)).toEqual(target);
    expect(await adminsLeft()).toEqual(head);
  });

  test.each(calls.slice(3))("%s of another company's member finds nobody", async (_name, call) => {
    const target = await world.person(await world.company(), "USER", { isApproved: false });
    expect(await outcome(call(desk, target))).toBe("MEMBER_NOT_FOUND");
    expect(await world.row(target)).toEqual(target);
    expect(await world.audited(target.id)).toHaveLength(0);
  });

  test("an admin's desk shuts with the company", async () => {
    const suspended = await world.company({ status: "SUSPENDED" });
    const theirs = await world.as(await world.person(suspended, "ADMIN"));
    expect(await outcome(theirs.members.list({}))).toBe("COMPANY_SUSPENDED");
  });
});
