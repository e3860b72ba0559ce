import { and, eq, isNull } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { lockActiveAdmins } from "@server/access/queries/members";
import { orders, users } from "@db/schema";
import type { Caller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import { PASSWORD, memberHarness, type UserRow } from "@server/testing/member-harness";
import { withReferralCode } from "@server/members/profile/views";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let admin: UserRow;
let adminApi: Caller;
let counter = 0;
beforeEach(async () => {
  companyId = await harness.company();
  admin = await harness.person(companyId, "ADMIN");
  adminApi = await harness.as(admin);
});
afterEach(() => harness.database.sql`DELETE FROM login_throttles`);

const asha = () => ({
  name: "Asha Rao",
  email: `asha${(counter += 1)}@people.example`,
  mobile: "+919876543210",
});
const asTyped = ({ id, name, mobile, email, role }: UserRow) => ({ id, name, mobile, email, role });
const startSession = async ({ role, id, companyId: at }: UserRow) =>
  (await harness.deps.sessions.start({ role, id, companyId: at }, { ip: "", userAgent: null }))
    .token;
const adminsLeft = () =>
  harness.database.db
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
const buy = async (person: UserRow) => (await harness.as(person)).orders.create({ amount: "1000" });

describe("an admin adds people", () => {
  test(
    "an added member is approved, can log in at once, and is logged without personal data",
    { tags: ["full"] },
    async () => {
      const person = asha();
      const added = await adminApi.members.add({ ...person, role: "USER", password: PASSWORD });
      expect(added).toMatchObject({ ...person, role: "USER", isApproved: true, status: "ACTIVE" });
      const site = await harness.caller({ at: companyId });
      const logIn = site.sessions.logIn({ email: person.email, password: PASSWORD });
      expect(await resultCode(logIn)).toBe("ok");
      const balances = await harness.audited(added.id);
      expect(balances).toMatchObject([{ action: "member.added", actorId: admin.id, companyId }]);
      expect(JSON.stringify(balances)).not.toMatch(/asha|9876543210|pass phrase/i);
    },
  );

  test("a member is added once per address, ignoring case, even concurrently", async () => {
    const person = asha();
    const add = (email: string) =>
      resultCode(adminApi.members.add({ ...person, email, role: "USER", password: PASSWORD }));
    const outcomes = await Promise.all([
      add(person.email),
      add(person.email.toUpperCase()),
      add(person.email),
    ]);
    expect(outcomes.toSorted()).toEqual(["EMAIL_TAKEN", "EMAIL_TAKEN", "ok"]);
    const other = await harness.person(companyId, "USER");
    const taken = adminApi.members.update({ ...asTyped(other), email: person.email.toUpperCase() });
    expect(await resultCode(taken)).toBe("EMAIL_TAKEN");
    expect(await harness.row(other)).toEqual(other);
  });

  test("a member is not added with a weak password", async () => {
    const add = (password?: string) =>
      resultCode(adminApi.members.add({ ...asha(), role: "USER", password }));
    expect(await add("password123")).toBe("PASSWORD_TOO_COMMON");
    expect(await add()).toBe("PASSWORD_REQUIRED");
  });

  test("adding a member retries with another referral code if one is taken, and on no other error", async () => {
    const taken = admin.referralCode;
    const codes = [taken, taken, "NEWC2345"];
    const insert = (referralCode: string) =>
      harness.person(companyId, "USER", { referralCode }).then((person) => person.referralCode);
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

describe("an admin lists people", () => {
  test("members are listed by page, search, approval, role and status, without deleted ones", async () => {
    const waiting = await harness.person(companyId, "USER", {
      isApproved: false,
      name: "100% Asha_",
    });
    const blocked = await harness.person(companyId, "USER", { status: "BLOCKED" });
    const deleted = await harness.person(companyId, "USER", { deletedAt: new Date() });
    await harness.person(await harness.company(), "USER", { name: "100% Asha_" });
    const idsOf = async (input: Parameters<Caller["members"]["list"]>[0]) => {
      const { data, total } = await adminApi.members.list(input);
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
    const second = await adminApi.members.list({ page: 2, limit: 2 });
    expect(second).toMatchObject({ total: 3, lastPage: 2 });
    expect(second.data).toHaveLength(1);
    expect(second.data[0]).not.toHaveProperty("passwordHash");
  });

  test("the counts of members leave admins out", async () => {
    await harness.person(companyId, "USER", { isApproved: false });
    await harness.person(companyId, "USER", { status: "INACTIVE" });
    await harness.person(companyId, "USER", { status: "BLOCKED", isApproved: false });
    await harness.person(companyId, "USER", { deletedAt: new Date() });
    expect(await adminApi.members.counts()).toEqual({
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
  test("a member's approval is given once, with a mail", async () => {
    const person = await harness.person(companyId, "USER", { isApproved: false });
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => resultCode(adminApi.members.approve({ id: person.id }))),
    );
    expect(outcomes.toSorted()).toEqual([
      "MEMBER_ALREADY_APPROVED",
      "MEMBER_ALREADY_APPROVED",
      "ok",
    ]);
    expect((await harness.row(person)).isApproved).toBe(true);
    expect(await harness.sentTo(person.email, "memberVerified")).toHaveLength(1);
  });

  test("approval applies to members only", async () => {
    expect(await resultCode(adminApi.members.approve({ id: admin.id }))).toBe(
      "ADMIN_HAS_NO_APPROVAL",
    );
    expect(await resultCode(adminApi.members.approve({ id: newId() }))).toBe("MEMBER_NOT_FOUND");
  });
});

describe("an admin changes people", () => {
  test.each(["INACTIVE", "BLOCKED"] as const)(
    "the status %s ends a person's sessions at once",
    async (status) => {
      const person = await harness.person(companyId, "USER");
      const token = await startSession(person);
      await adminApi.members.update({ ...asTyped(person), status });
      expect(await harness.deps.sessions.read(token)).toBeNull();
      await adminApi.members.update({ ...asTyped(person), status: "ACTIVE" });
      // Reactivating a person does not restore ended sessions.
      expect(await harness.deps.sessions.read(token)).toBeNull();
    },
  );

  test("a new name keeps a person's sessions; a new address or number is unverified", async () => {
    const verified = { emailVerifiedAt: new Date(), mobileVerifiedAt: new Date() };
    const person = await harness.person(companyId, "USER", verified);
    const token = await startSession(person);
    await adminApi.members.update({ ...asTyped(person), name: "Asha" });
    expect(await harness.deps.sessions.read(token)).not.toBeNull();
    expect(await harness.row(person)).toMatchObject(verified);
    await adminApi.members.update({ ...asTyped(person), ...asha() });
    expect(await harness.row(person)).toMatchObject({
      emailVerifiedAt: null,
      mobileVerifiedAt: null,
    });
    const fields = (await harness.audited(person.id)).map(
      (line) => Reflect.get(Object(line.after), "fields") as unknown,
    );
    expect(fields).toContainEqual(["name"]);
  });

  test("a member with orders cannot become an admin; one without can, and their sessions end", async () => {
    const buyer = await harness.person(companyId, "USER");
    await buy(buyer);
    const call = adminApi.members.update({ ...asTyped(buyer), role: "ADMIN" });
    expect(await resultCode(call)).toBe("MEMBER_HAS_ORDERS");
    expect(await harness.row(buyer)).toEqual(buyer);

    const person = await harness.person(companyId, "USER");
    const token = await startSession(person);
    expect(await adminApi.members.update({ ...asTyped(person), role: "ADMIN" })).toMatchObject({
      role: "ADMIN",
    });
    expect(await harness.deps.sessions.read(token)).toBeNull();
  });

  test(
    "at most one of a concurrent purchase and promotion to admin succeeds",
    { tags: ["full"] },
    async () => {
      for (let round = 0; round < 8; round += 1) {
        const person = await harness.person(companyId, "USER");
        await Promise.all([
          resultCode(buy(person)),
          resultCode(adminApi.members.update({ ...asTyped(person), role: "ADMIN" })),
        ]);
        const now = await harness.row(person);
        const bought = await harness.database.db
          .select()
          .from(orders)
          .where(eq(orders.memberId, person.id));
        expect(now.role === "ADMIN" && bought.length > 0).toBe(false);
      }
    },
  );

  test.each([
    ["blocked", (id: UserRow) => adminApi.members.update({ ...asTyped(id), status: "BLOCKED" })],
    ["deleted", (id: UserRow) => adminApi.members.remove({ id: id.id })],
    ["made an admin", (id: UserRow) => adminApi.members.update({ ...asTyped(id), role: "ADMIN" })],
  ] as const)(
    "the reward held for a referrer who is %s goes back to the pool",
    async (_what, act) => {
      const referrer = await harness.person(companyId, "USER");
      const buyer = await harness.person(companyId, "USER", { referrerId: referrer.id });
      await buy(buyer);
      const held = async () => {
        const [order] = await harness.database.db
          .select()
          .from(orders)
          .where(eq(orders.memberId, buyer.id));
        const [pool] = await harness.database.sql`
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

describe("deletion", () => {
  test("deletion erases the person but keeps the row, frees the address and ends sessions", async () => {
    const person = await harness.person(companyId, "USER", {
      kycEncrypted: harness.deps.secrets.encrypt("kyc", "ABCDE1234F"),
      walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
      dateOfBirth: "1990-01-01",
    });
    const token = await startSession(person);
    await adminApi.members.remove({ id: person.id });
    const row = await harness.row(person);
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
    expect(await harness.deps.sessions.read(token)).toBeNull();
    expect(await resultCode(adminApi.members.remove({ id: person.id }))).toBe("MEMBER_NOT_FOUND");
    await harness.person(companyId, "USER", { email: person.email });
  });

  test(
    "deletion erases the addresses of the person's messages only",
    { tags: ["full"] },
    async () => {
      const [person, neighbour] = [
        await harness.person(companyId, "USER", { isApproved: false }),
        await harness.person(companyId, "USER", { isApproved: false }),
      ];
      const site = await harness.caller({ at: companyId });
      for (const one of [person, neighbour]) {
        await adminApi.members.approve({ id: one.id });
        await site.passwords.requestReset({ email: one.email });
      }
      await adminApi.members.remove({ id: person.id });
      const left = JSON.stringify([
        await harness.database.sql`SELECT row_to_json(m)::text AS row FROM messages m`,
        await harness.database.sql`SELECT row_to_json(c)::text AS row FROM one_time_codes c`,
      ]);
      expect(left).not.toContain(person.email);
      expect(await harness.sentTo(neighbour.email, "memberVerified")).toHaveLength(1);
      expect(await harness.sentTo(neighbour.email, "resetCode")).toHaveLength(1);
    },
  );

  test("deletion is refused while orders are pending", async () => {
    const buyer = await harness.person(companyId, "USER");
    const { orderNumber: purchaseId } = await buy(buyer);
    const payment = { purchaseId, paymentMethod: "MANUAL", amount: "1000", consent: true } as const;
    await (await harness.as(buyer)).orders.submit(payment);
    expect(await resultCode(adminApi.members.remove({ id: buyer.id }))).toBe(
      "MEMBER_HAS_PENDING_ORDERS",
    );
    expect(await harness.row(buyer)).toEqual(buyer);
  });
});

describe("a company keeps an admin", () => {
  const acts: [string, (who: UserRow) => Promise<unknown>][] = [
    ["remove", (who) => adminApi.members.remove({ id: who.id })],
    ["demote", (who) => adminApi.members.update({ ...asTyped(who), role: "USER" })],
    ["block", (who) => adminApi.members.update({ ...asTyped(who), status: "BLOCKED" })],
    ["put to sleep", (who) => adminApi.members.update({ ...asTyped(who), status: "INACTIVE" })],
  ];

  test.each(acts)("a company's last admin cannot %s themself", async (_what, act) => {
    await harness.person(companyId, "ADMIN", { status: "BLOCKED" });
    await harness.person(companyId, "ADMIN", { deletedAt: new Date() });
    // Invited, without a password yet.
    await harness.person(companyId, "ADMIN", { passwordHash: null });
    await harness.person(await harness.company(), "ADMIN");
    expect(await resultCode(act(admin))).toBe("LAST_ADMIN");
    expect(await harness.row(admin)).toEqual(admin);
  });

  test.each(acts)("one of a company's two admins can %s themself", async (_what, act) => {
    await harness.person(companyId, "ADMIN");
    expect(await resultCode(act(admin))).toBe("ok");
  });

  test(
    "two admins who remove each other concurrently from two instances leave one",
    { tags: ["full"] },
    async () => {
      const there = harness.elsewhere();
      for (let round = 0; round < 10; round += 1) {
        for (const row of await adminsLeft()) {
          await harness.database.db
            .update(users)
            .set({ status: "BLOCKED" })
            .where(eq(users.id, row.id));
        }
        const [one, two] = [
          await harness.person(companyId, "ADMIN"),
          await harness.person(companyId, "ADMIN"),
        ];
        const outcomes = await Promise.all([
          resultCode((await harness.as(one)).members.remove({ id: two.id })),
          resultCode((await there.as(two)).members.update({ ...asTyped(one), role: "USER" })),
        ]);
        expect(outcomes.toSorted()).toEqual(["LAST_ADMIN", "ok"]);
        expect(await adminsLeft()).toHaveLength(1);
      }
    },
  );

  /** Counting the others without locking them removes both. */
  test(
    "control: without the lock two admins would both be removed",
    { tags: ["full"] },
    async () => {
      const two = await harness.person(companyId, "ADMIN");
      const { db } = harness.database;
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
    },
  );
});

describe("members of another company, and of a suspended one", () => {
  const calls: [string, (api: Caller, who: UserRow) => Promise<unknown>][] = [
    ["update", (api, who) => api.members.update({ ...asTyped(who), status: "BLOCKED" })],
    ["approve", (api, who) => api.members.approve({ id: who.id })],
    ["remove", (api, who) => api.members.remove({ id: who.id })],
  ];

  test.each(calls)("members.%s finds no member of another company", async (_name, call) => {
    const target = await harness.person(await harness.company(), "USER", { isApproved: false });
    expect(await resultCode(call(adminApi, target))).toBe("MEMBER_NOT_FOUND");
    expect(await harness.row(target)).toEqual(target);
    expect(await harness.audited(target.id)).toHaveLength(0);
  });

  test("suspending the company ends an admin's access", async () => {
    const suspended = await harness.company({ status: "SUSPENDED" });
    const theirs = await harness.as(await harness.person(suspended, "ADMIN"));
    expect(await resultCode(theirs.members.list({}))).toBe("COMPANY_SUSPENDED");
  });
});
