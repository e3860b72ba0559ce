import { and, asc, eq, like, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteEndedChanges } from "@server/companies/queries/due-changes";
import {
  auditEntries,
  beneficiaries,
  companies,
  messages,
  orders,
  pendingChanges,
  twoFactors,
  users,
} from "@db/schema";
import { newId } from "@db/ids";
import type { Caller } from "@server/http/router";
import { freshActor } from "@server/testing/actors";
import {
  type CompanyFixture,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { costHarness } from "@server/testing/round-trips";
import { applyDueChanges } from "@server/office/second-admin/apply-due-changes";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(() => orderHarness({ connections: 24 }));
let company: CompanyFixture;
let first: Caller;
let colleague: Person;
let second: Caller;

const withPassword = { role: "ADMIN" as const, passwordHash: "set" };
const all = {
  holderName: "Asha Tokens LLP",
  bankName: "State Bank of India",
  branch: "Fort, Mumbai",
  accountNumber: "123456789012",
  ifscCode: "SBIN0001234",
  upi: "asha@oksbi",
};
const evil = { ...all, holderName: "Evil", accountNumber: "666666666666" };

beforeEach(async () => {
  company = await harness.company();
  first = await company.as(company.admin);
  colleague = await company.member(withPassword);
  second = await company.as(colleague);
  await first.beneficiaries.add(all);
});

const accounts = async () => (await first.beneficiaries.list({})).records;
const waiting = async (api: Caller = first) => api.changes.list();
const theChange = async () => {
  const [change, ...others] = await waiting();
  if (!change || others.length > 0) throw new Error("Not exactly one change waits.");
  return change;
};
const stateOf = async (id: string) => {
  const [row] = await harness.database.db
    .select()
    .from(pendingChanges)
    .where(eq(pendingChanges.id, id));
  return row?.state;
};
const activity = async () =>
  (
    await harness.database.db
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(and(eq(auditEntries.companyId, company.id), like(auditEntries.action, "change.%")))
      .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id))
  ).map(({ action }) => action.slice("change.".length));
const mailed = async (address: string) =>
  (
    await harness.database.db
      .select()
      .from(messages)
      .where(and(eq(messages.address, address), eq(messages.template, "changeWaiting")))
  ).length;
const addressOf = async ({ id }: Person) => {
  const [row] = await harness.database.db.select().from(users).where(eq(users.id, id));
  return row?.email ?? "";
};
/** Ends the time of all waiting changes. */
const letTimePass = () =>
  harness.database.db
    .update(pendingChanges)
    .set({ endsAt: sql`now() - interval '1 second'` })
    .where(eq(pendingChanges.companyId, company.id));
/**
 * Lets an admin log in: otherwise the company's only admin who can could not be demoted or blocked.
 */
const letAdminLogIn = () =>
  harness.database.db
    .update(users)
    .set({ passwordHash: "set" })
    .where(eq(users.id, company.admin.id));
/** The colleague in a session whose proof is older than ten minutes. */
const withOldProof = (): Person => {
  const { id } = colleague;
  const person = { role: "ADMIN" as const, id, companyId: company.id };
  return { ...colleague, actor: freshActor(person, { isSteppedUp: false }) };
};
const alone = () => company.setStatus(colleague, "INACTIVE");
/** An audit entry about an admin's account, so many hours ago. */
const note = (person: Person, action: string, hours: number, by = company.admin.id) =>
  harness.database.db.insert(auditEntries).values({
    companyId: company.id,
    id: newId(),
    actorId: by,
    actorRole: "ADMIN",
    action,
    subjectType: "member",
    subjectId: person.id,
    createdAt: sql`now() - make_interval(hours => ${hours})`,
  });

describe("a change of bank details", () => {
  test(
    "a change of bank details is stored, and takes place exactly as stored once another owner confirms it",
    { tags: ["full"] },
    async () => {
      const [account] = await accounts();
      expect(await resultCode(first.beneficiaries.update({ ...all, branch: "Andheri" }))).toBe(
        "NEEDS_SECOND_ADMIN",
      );
      expect(await accounts()).toEqual([account]);
      const change = await theChange();
      expect(change).toMatchObject({
        kind: "ACCOUNT_CHANGE",
        isOwn: true,
        mayConfirm: false,
        isCoolOff: false,
        fields: [{ name: "branch", before: "Fort, Mumbai", after: "Andheri" }],
      });
      expect(await resultCode(first.changes.confirm({ id: change.id }))).toBe("OWN_CHANGE");
      expect(await accounts()).toEqual([account]);
      expect(await waiting(second)).toMatchObject([{ mayConfirm: true, isOwn: false }]);
      expect(await second.changes.confirm({ id: change.id })).toBeNull();
      expect(await accounts()).toMatchObject([{ id: account?.id, version: 2, branch: "Andheri" }]);
      expect(await waiting()).toEqual([]);
      expect(await activity()).toEqual(["requested", "confirmed"]);
      expect(await resultCode(second.changes.confirm({ id: change.id }))).toBe(
        "CHANGE_ALREADY_DECIDED",
      );
    },
  );

  test(
    "every change of bank details waits: an addition, a UPI id, another default, a removal",
    { tags: ["full"] },
    async () => {
      const agree = async (call: () => Promise<unknown>) => {
        const before = await accounts();
        expect(await resultCode(call())).toBe("NEEDS_SECOND_ADMIN");
        expect(await accounts()).toEqual(before);
        await second.changes.confirm({ id: (await theChange()).id });
      };
      await agree(() => first.beneficiaries.add({ upi: "pay@bank" }));
      const other = (await accounts()).find(({ isDefault }) => !isDefault)?.id ?? "";
      await agree(() => first.beneficiaries.edit({ id: other, upi: "paid@bank" }));
      await agree(() => first.beneficiaries.makeDefault({ id: other }));
      const [main, old] = await accounts();
      expect([main?.id, main?.upi, main?.version]).toEqual([other, "paid@bank", 2]);
      await agree(() => first.beneficiaries.remove({ id: old?.id ?? "" }));
      expect((await accounts()).map(({ id }) => id)).toEqual([other]);
    },
  );

  test(
    "the same change of bank details asked for again is one change; another one of the account is refused",
    { tags: ["full"] },
    async () => {
      for (const _ of [1, 2]) {
        expect(await resultCode(first.beneficiaries.add(evil))).toBe("NEEDS_SECOND_ADMIN");
        expect(await resultCode(second.beneficiaries.update(evil))).toBe("NEEDS_SECOND_ADMIN");
      }
      expect(await waiting()).toHaveLength(2);
      const other = { ...all, branch: "Andheri" };
      expect(await resultCode(first.beneficiaries.update(other))).toBe("CHANGE_ALREADY_WAITING");
      expect(await activity()).toEqual(["requested", "requested"]);
      // Saving what is there changes nothing.
      expect(await resultCode(first.beneficiaries.update(all))).toBe("ok");
    },
  );

  test(
    "a confirmation of a change that is repeated with its key gets its answer again",
    { tags: ["full"] },
    async () => {
      const keyed = await company.as(colleague, { key: "confirm" });
      await resultCode(first.beneficiaries.update(evil));
      const { id } = await theChange();
      const confirm = (api: Caller) => resultCode(api.changes.confirm({ id }));
      expect(await Promise.all([1, 2, 3].map(() => confirm(keyed)))).toEqual(["ok", "ok", "ok"]);
      expect(await confirm(keyed)).toBe("ok");
      expect(await accounts()).toMatchObject([{ version: 2 }]);
      expect(await activity()).toEqual(["requested", "confirmed"]);
      const third = await company.as(await company.member(withPassword), { key: "confirm" });
      expect(await confirm(third)).toBe("CHANGE_ALREADY_DECIDED");
    },
  );

  test(
    "a call with a key keeps its answer, and at most twenty changes wait",
    { tags: ["full"] },
    async () => {
      const keyed = async () =>
        resultCode((await company.as(company.admin, { key: "one" })).beneficiaries.add(evil));
      expect([await keyed(), await keyed()]).toEqual(["NEEDS_SECOND_ADMIN", "NEEDS_SECOND_ADMIN"]);
      for (let n = 1; n < 20; n += 1) {
        await resultCode(first.beneficiaries.add({ upi: `upi${n}@bank` }));
      }
      expect(await resultCode(first.beneficiaries.add({ upi: "more@bank" }))).toBe("CHANGES_FULL");
      expect(await waiting()).toHaveLength(20);
    },
  );

  test("nobody but another owner with a recent proof confirms a change of bank details", async () => {
    await resultCode(first.beneficiaries.update(evil));
    const { id } = await theChange();
    const confirm = async (person: Person, change = {}) => {
      const actor = freshActor({ role: "ADMIN", id: person.id, companyId: company.id, ...change });
      return resultCode((await company.as({ ...person, actor })).changes.confirm({ id }));
    };
    const cashier = await company.member({ ...withPassword, adminRole: "CASHIER" });
    expect(await confirm(cashier, { adminRole: "CASHIER" })).toBe("ADMIN_ROLE_TOO_LOW");
    const viewer = await company.member({ ...withPassword, adminRole: "VIEWER" });
    expect(await confirm(viewer, { adminRole: "VIEWER" })).toBe("ADMIN_ROLE_TOO_LOW");
    const old = withOldProof();
    expect(await resultCode((await company.as(old)).changes.confirm({ id }))).toBe(
      "STEP_UP_REQUIRED",
    );
    const other = await harness.company();
    const elsewhere = await other.as(other.admin);
    for (const call of [elsewhere.changes.confirm, elsewhere.changes.refuse]) {
      expect(await resultCode(call({ id }))).toBe("CHANGE_NOT_FOUND");
    }
    expect(await accounts()).toMatchObject([{ holderName: all.holderName }]);
    expect(await stateOf(id)).toBe("PENDING");
  });

  test.each(["admin.invited", "member.promoted", "admin.role-changed", "member.email-changed"])(
    "an admin whose account a colleague touched (%s) within a week confirms nothing",
    async (action) => {
      const puppet = await company.member(withPassword);
      await note(puppet, action, 167);
      await resultCode(first.beneficiaries.update(evil));
      const { id } = await theChange();
      const api = await company.as(puppet);
      expect((await waiting(api)).map(({ mayConfirm }) => mayConfirm)).toEqual([false]);
      expect(await resultCode(api.changes.confirm({ id }))).toBe("CONFIRMER_TOO_NEW");
      // Nor one who came after the request, by whomever.
      const later = await company.member(withPassword);
      await note(later, action, -1, puppet.id);
      expect(await resultCode((await company.as(later)).changes.confirm({ id }))).toBe(
        "CONFIRMER_TOO_NEW",
      );
      expect(await stateOf(id)).toBe("PENDING");
      // One of more than a week ago does.
      const settled = await company.member(withPassword);
      await note(settled, action, 169);
      expect(await resultCode((await company.as(settled)).changes.confirm({ id }))).toBe("ok");
    },
  );

  test("any admin stops a change, its requester alone withdraws it, and both leave the account", async () => {
    const viewer = await company.member({ ...withPassword, adminRole: "VIEWER" });
    const actor = freshActor({
      role: "ADMIN",
      adminRole: "VIEWER",
      id: viewer.id,
      companyId: company.id,
    });
    await resultCode(first.beneficiaries.update(evil));
    const { id } = await theChange();
    expect(await resultCode(second.changes.withdraw({ id }))).toBe("CHANGE_NOT_YOURS");
    await (await company.as({ ...viewer, actor })).changes.refuse({ id });
    expect(await resultCode(second.changes.confirm({ id }))).toBe("CHANGE_ALREADY_DECIDED");
    await resultCode(first.beneficiaries.update(evil));
    await first.changes.withdraw({ id: (await theChange()).id });
    expect(await accounts()).toMatchObject([{ version: 1, holderName: all.holderName }]);
    expect(await activity()).toEqual(["requested", "refused", "requested", "withdrawn"]);
  });

  test("a change comes to nothing if the account has changed meanwhile, and says so", async () => {
    await resultCode(first.beneficiaries.add({ upi: "pay@bank" }));
    await second.changes.confirm({ id: (await theChange()).id });
    const other = (await accounts()).find(({ isDefault }) => !isDefault)?.id ?? "";
    await resultCode(first.beneficiaries.remove({ id: other }));
    const { id } = await theChange();
    // The version before did not know a second admin.
    await harness.database.db
      .update(beneficiaries)
      .set({ removedAt: sql`now()` })
      .where(eq(beneficiaries.id, other));
    expect(await resultCode(second.changes.confirm({ id }))).toBe("CHANGE_OVERTAKEN");
    expect(await stateOf(id)).toBe("OVERTAKEN");
    expect(await resultCode(second.changes.confirm({ id }))).toBe("CHANGE_ALREADY_DECIDED");
  });

  test("a confirmed change waits on if a row stays locked while it takes effect", async () => {
    await resultCode(first.beneficiaries.add(evil));
    const { id } = await theChange();
    await harness.database.sql`CREATE FUNCTION keep_locked() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'A row is locked.' USING ERRCODE = '55P03'; END $$`;
    await harness.database.sql`CREATE TRIGGER keep_locked BEFORE INSERT ON beneficiaries
      FOR EACH ROW EXECUTE FUNCTION keep_locked()`;
    const code = await resultCode(second.changes.confirm({ id }));
    await harness.database.sql`DROP FUNCTION keep_locked() CASCADE`;
    expect([code, await stateOf(id)]).toEqual(["DATA_BUSY", "PENDING"]);
    expect(await resultCode(second.changes.confirm({ id }))).toBe("ok");
  });

  test("a waiting change ends with its requester's rights", { tags: ["full"] }, async () => {
    await letAdminLogIn();
    const { name, email, mobile } = await first.members.find({ id: colleague.id });
    const edit = { id: colleague.id, name, email, mobile, role: "ADMIN" as const };
    for (const change of [{ adminRole: "CASHIER" as const }, { status: "BLOCKED" as const }]) {
      await first.members.update({ ...edit, adminRole: "OWNER", status: "ACTIVE" });
      expect(await resultCode(second.beneficiaries.update(evil))).toBe("NEEDS_SECOND_ADMIN");
      const { id } = await theChange();
      await first.members.update({ ...edit, ...change });
      expect(await stateOf(id)).toBe("ENDED");
      expect(await resultCode(first.changes.confirm({ id }))).toBe("CHANGE_ALREADY_DECIDED");
    }
    expect(await accounts()).toMatchObject([{ version: 1 }]);
  });

  test("a change expires after a week without a second admin", async () => {
    await resultCode(first.beneficiaries.update(evil));
    const { id, endsAt, since } = await theChange();
    expect(Date.parse(endsAt) - Date.parse(since)).toBe(7 * 24 * 3600_000);
    await letTimePass();
    expect(await resultCode(second.changes.confirm({ id }))).toBe("CHANGE_ALREADY_DECIDED");
    await applyDueChanges(harness.deps);
    expect(await stateOf(id)).toBe("EXPIRED");
    expect(await accounts()).toMatchObject([{ version: 1 }]);
    expect(await activity()).toEqual(["requested", "expired"]);
  });
});

describe("without another admin who could confirm", () => {
  beforeEach(alone);

  test(
    "a change without a second admin takes effect after the cool-off, with mails before and after",
    { tags: ["full"] },
    async () => {
      await company.setCompany({ settings: { supportEmail: `help${company.id}@house.example` } });
      first = await company.as(company.admin);
      await resultCode(first.beneficiaries.update(evil));
      const { id, isCoolOff, endsAt, since } = await theChange();
      expect([isCoolOff, Date.parse(endsAt) - Date.parse(since)]).toEqual([true, 24 * 3600_000]);
      const support = `help${company.id}@house.example`;
      expect([await mailed(await addressOf(company.admin)), await mailed(support)]).toEqual([1, 1]);
      await applyDueChanges(harness.deps);
      expect(await accounts()).toMatchObject([{ version: 1 }]);
      await letTimePass();
      await applyDueChanges(harness.deps);
      expect(await accounts()).toMatchObject([{ version: 2, holderName: "Evil" }]);
      expect(await stateOf(id)).toBe("APPLIED");
      expect([await mailed(await addressOf(company.admin)), await mailed(support)]).toEqual([2, 2]);
      expect(await activity()).toEqual(["requested", "applied"]);
      await applyDueChanges(harness.deps);
      expect(await accounts()).toMatchObject([{ version: 2 }]);
    },
  );

  test(
    "a change whose time ends while its company is suspended comes to nothing, with a mail",
    { tags: ["full"] },
    async () => {
      await resultCode(first.beneficiaries.update(evil));
      const { id } = await theChange();
      const root = await harness.superAdmin();
      await root.companies.setStatus({ id: company.id, status: "SUSPENDED" });
      await letTimePass();
      const before = await mailed(await addressOf(company.admin));
      await applyDueChanges(harness.deps);
      await root.companies.setStatus({ id: company.id, status: "ACTIVE" });
      await applyDueChanges(harness.deps);
      expect(await stateOf(id)).toBe("EXPIRED");
      expect(await mailed(await addressOf(company.admin))).toBe(before + 1);
      expect(await accounts()).toMatchObject([{ version: 1 }]);
    },
  );

  test("a change can be stopped until the cool-off is over, and a fresh admin cannot shorten it", async () => {
    await resultCode(first.beneficiaries.update(evil));
    const { id } = await theChange();
    const puppet = await company.member(withPassword);
    await note(puppet, "admin.invited", -1);
    expect(await resultCode((await company.as(puppet)).changes.confirm({ id }))).toBe(
      "CONFIRMER_TOO_NEW",
    );
    await (await company.as(puppet)).changes.refuse({ id });
    await letTimePass();
    await applyDueChanges(harness.deps);
    expect(await accounts()).toMatchObject([{ version: 1 }]);
  });
});

describe("an admin whose account a colleague altered", () => {
  beforeEach(letAdminLogIn);
  const details = async () => {
    const { name, email, mobile } = await first.members.find({ id: colleague.id });
    return { id: colleague.id, name, email, mobile, role: "ADMIN" as const };
  };
  const told = async (template: string) =>
    (await harness.messages(template)).map(({ address }) => address);
  const companyAddress = async () => {
    const { db } = harness.database;
    const [row] = await db.select().from(companies).where(eq(companies.id, company.id));
    return row?.email ?? "";
  };

  const ALTERATIONS: [string, () => Promise<unknown>][] = [
    ["removed", () => first.members.remove({ id: colleague.id })],
    ["blocked", async () => first.members.update({ ...(await details()), status: "BLOCKED" })],
    ["demoted", async () => first.members.update({ ...(await details()), role: "USER" })],
    [
      "of another role",
      async () => first.members.update({ ...(await details()), adminRole: "VIEWER" }),
    ],
    [
      "of another address",
      async () =>
        first.members.update({ ...(await details()), email: `evil${company.id}@evil.example` }),
    ],
    ["without authenticator", () => first.secondStep.reset({ id: colleague.id })],
  ];

  test.each(ALTERATIONS)(
    "an admin whom a colleague altered (%s) hears of it at the earlier address, as do the others and the company",
    { tags: ["full"] },
    async (_how, alter) => {
      const old = await addressOf(colleague);
      await harness.database.db.insert(twoFactors).values({
        personId: colleague.id,
        companyId: company.id,
        secretEncrypted: "secret",
        confirmedAt: new Date(),
      });
      await alter();
      expect(await told("adminChanged")).toEqual(
        expect.arrayContaining([old, await companyAddress(), await addressOf(company.admin)]),
      );
      // Nobody is left to confirm a change.
      await resultCode(first.beneficiaries.update(evil));
      expect(await theChange()).toMatchObject({ isCoolOff: true });
    },
  );

  test(
    "a colleague who makes an admin, by invitation or promotion, is mailed to everybody",
    { tags: ["full"] },
    async () => {
      const everybody = [
        await addressOf(company.admin),
        await addressOf(colleague),
        await companyAddress(),
      ].sort();
      const news = async (make: () => Promise<unknown>) => {
        await harness.database.sql`DELETE FROM messages WHERE template = 'adminChanged'`;
        await make();
        return (await told("adminChanged")).sort();
      };
      const puppet = { name: "Second Mailbox", mobile: "9876501234", role: "ADMIN" as const };
      const email = `puppet${company.id}@evil.example`;
      expect(await news(() => first.members.add({ ...puppet, email }))).toEqual(everybody);
      const member = await company.member();
      const { name, email: own, mobile } = await first.members.find({ id: member.id });
      const promotion = { id: member.id, name, email: own, mobile, role: "ADMIN" as const };
      expect(await news(() => first.members.update(promotion))).toEqual(
        [...everybody, email].sort(),
      );
      await alone();
      await resultCode(first.beneficiaries.update(evil));
      const { isCoolOff, endsAt, since } = await theChange();
      expect([isCoolOff, Date.parse(endsAt) - Date.parse(since)]).toEqual([true, 24 * 3600_000]);
    },
  );
});

describe("approvals above the company's sum", () => {
  beforeEach(async () => {
    await first.companies.setSecondAdmin({ secondAdminAbove: "1000" });
    first = await company.as(company.admin);
    second = await company.as(colleague);
  });
  const payment = async () => {
    const { transaction } = await submittedPayment(company, await company.member(), {
      reference: newId(),
    });
    return transaction.id;
  };
  const statusOf = async (id: string) => (await first.orders.findForAdmin({ orderId: id })).status;

  test(
    "an approval above the company's sum waits, and the second admin's approves",
    { tags: ["full"] },
    async () => {
      const id = await payment();
      for (const _ of [1, 2]) {
        expect(await resultCode(first.orders.approve({ orderId: id }))).toBe("NEEDS_SECOND_ADMIN");
      }
      const seen = await second.orders.findForAdmin({ orderId: id });
      expect(seen).toMatchObject({ status: "PENDING", waitingApproval: { isOwn: false } });
      const { records } = await first.orders.list({});
      expect(records.find((one) => one.id === id)?.waitingApproval).toMatchObject({ isOwn: true });
      const late = await company.as(withOldProof());
      expect(await resultCode(late.orders.approve({ orderId: id }))).toBe("STEP_UP_REQUIRED");
      expect(await statusOf(id)).toBe("PENDING");
      await second.orders.approve({ orderId: id });
      expect(await statusOf(id)).toBe("APPROVED");
      expect(await waiting()).toEqual([]);
      expect(await activity()).toEqual(["requested", "confirmed"]);
      // Each admin is told when it is stored, and when it ends.
      expect(await mailed(await addressOf(colleague))).toBe(2);
    },
  );

  test(
    "a price that was lowered first does not get an order round the sum",
    { tags: ["full"] },
    async () => {
      const old = `support${company.id}@house.example`;
      await company.setCompany({ settings: { secondAdminAbovePaise: 100_000, supportEmail: old } });
      await first.prices.set({ price: "0.01" });
      // The other admin and the company's contacts hear of the price.
      const told = (await harness.messages("priceChanged")).map(({ address }) => address);
      expect(told).toEqual(expect.arrayContaining([await addressOf(colleague), old]));
      const buyer = await company.as(await company.member(), { transport: "rest" });
      const { id } = await buyer.orders.submit({ paymentMethod: "MANUAL", amount: "5" });
      const [again, fine] = await Promise.all(
        ["1.01", "0.90"].map((amount) => buyer.orders.submit({ paymentMethod: "MANUAL", amount })),
      );
      await first.prices.set({ price: "10" });
      first = await company.as(company.admin);
      expect(await resultCode(first.orders.approve({ orderId: id }))).toBe("NEEDS_SECOND_ADMIN");
      expect(await resultCode(first.orders.approve({ orderId: again?.id ?? "" }))).toBe(
        "NEEDS_SECOND_ADMIN",
      );
      expect(await resultCode(first.orders.approve({ orderId: fine?.id ?? "" }))).toBe("ok");
      // A price of a fortnight before the order counts no more.
      await harness.database.sql`UPDATE prices SET starts_at = starts_at - interval '14 days'
      WHERE company_id = ${company.id} AND price_micro_rupees = 10000`;
      await harness.database.sql`DELETE FROM prices
      WHERE company_id = ${company.id} AND price_micro_rupees <> 10000`;
      await first.changes.withdraw({ id: (await waiting())[1]?.id ?? "" });
      expect(await resultCode(first.orders.approve({ orderId: again?.id ?? "" }))).toBe("ok");
    },
  );

  test(
    "one of several concurrent second admins approves an order",
    { tags: ["full"] },
    async () => {
      const third = await company.as(await company.member(withPassword));
      const id = await payment();
      await resultCode(first.orders.approve({ orderId: id }));
      const { id: change } = await theChange();
      const calls = [
        second.orders.approve({ orderId: id }),
        third.orders.approve({ orderId: id }),
        third.changes.confirm({ id: change }),
      ];
      const codes = await Promise.all(calls.map(resultCode));
      expect(codes.filter((code) => code === "ok")).toHaveLength(1);
      expect(await statusOf(id)).toBe("APPROVED");
      expect((await company.balances()).allocated).toBe(100);
    },
  );

  test(
    "an unallocated payment above the sum is allocated by two admins",
    { tags: ["full"] },
    async () => {
      const buyer = await company.member();
      const api = await company.as(buyer, { transport: "rest" });
      await harness.database
        .sql`UPDATE supplies SET total = held + allocated WHERE company_id = ${company.id} AND pool = 'REFERRAL'`;
      const refused = api.orders.submit({ paymentMethod: "MANUAL", amount: "1000" });
      expect(await resultCode(refused)).toBe("SUPPLY_GONE");
      await harness.database
        .sql`UPDATE supplies SET total = held + allocated + 500 WHERE company_id = ${company.id} AND pool = 'REFERRAL'`;
      const [open] = (await first.payments.listUnallocated()).payments;
      const paymentId = open?.id ?? "";
      const keyed = await company.as(company.admin, { key: newId() });
      const allocate = () => keyed.payments.allocate({ paymentId, quantity: 100 });
      for (const _ of [1, 2]) expect(await resultCode(allocate())).toBe("NEEDS_SECOND_ADMIN");
      expect((await company.balances()).allocated).toBe(0);
      const { id, kind } = await theChange();
      expect(kind).toBe("PAYMENT_ALLOCATION");
      await second.changes.confirm({ id });
      expect((await company.balances()).allocated).toBe(100);
      // Repeated with its key, the first admin's call says what came of it.
      expect(await allocate()).toMatchObject({ allocated: 100, restPaise: 0 });
      expect(await waiting()).toEqual([]);
    },
  );

  /** A payment of 100 tokens above the sum that no order took. */
  const unallocated = async () => {
    const buyer = await company.as(await company.member(), { transport: "rest" });
    const setFree = (tokens: number) =>
      harness.database
        .sql`UPDATE supplies SET total = held + allocated + ${tokens} WHERE company_id = ${company.id} AND pool = 'REFERRAL'`;
    const send = async (paidAmount: string) => {
      await setFree(0);
      const payment = { paymentMethod: "MANUAL", amount: "1000", paidAmount } as const;
      expect(await resultCode(buyer.orders.submit(payment))).toMatch(/^SUPPLY_GONE/);
      await setFree(500);
    };
    await send("1000");
    const [open] = (await first.payments.listUnallocated()).payments;
    const paymentId = open?.id ?? "";
    const allocate = (api: Caller, quantity?: number) =>
      resultCode(api.payments.allocate({ paymentId, quantity, received: "1025" }));
    return { paymentId, send, setFree, allocate };
  };

  test(
    "a waiting approval of a payment that its member sends again allocates nothing",
    { tags: ["full"] },
    async () => {
      const { paymentId, send, allocate } = await unallocated();
      const ask = async () => {
        expect(await allocate(first, 100)).toBe("NEEDS_SECOND_ADMIN");
        return (await theChange()).id;
      };
      const confirmed = await ask();
      await send("1");
      const { payments } = await first.payments.listUnallocated();
      expect(payments).toMatchObject([{ id: paymentId, paidAmountPaise: 100 }]);
      expect(await resultCode(second.changes.confirm({ id: confirmed }))).toBe("CHANGE_OVERTAKEN");
      expect(await stateOf(confirmed)).toBe("OVERTAKEN");
      // The other admin's allocation is a request of its own.
      const allocated = await ask();
      await send("2");
      expect(await allocate(second, 100)).toBe("NEEDS_SECOND_ADMIN");
      expect(await stateOf(allocated)).toBe("OVERTAKEN");
      const { id: swept } = await theChange();
      await applyDueChanges(harness.deps);
      expect(await stateOf(swept)).toBe("PENDING");
      await send("3");
      await applyDueChanges(harness.deps);
      expect(await stateOf(swept)).toBe("OVERTAKEN");
      expect((await company.balances()).allocated).toBe(0);
    },
  );

  test(
    "an allocation by the other admin confirms no fewer tokens than were stored",
    { tags: ["full"] },
    async () => {
      await letAdminLogIn();
      const { setFree, allocate } = await unallocated();
      expect(await allocate(first, 100)).toBe("NEEDS_SECOND_ADMIN");
      const { id } = await theChange();
      await setFree(60);
      expect(await allocate(second)).toBe("PAYMENT_SETTLED");
      expect(await stateOf(id)).toBe("PENDING");
      // One of fewer tokens is a request of its own.
      expect(await allocate(second, 60)).toBe("NEEDS_SECOND_ADMIN");
      expect(await stateOf(id)).toBe("OVERTAKEN");
      expect(await theChange()).toMatchObject({ isOwn: false });
      expect(await allocate(first)).toBe("ok");
      expect((await company.balances()).allocated).toBe(60);
    },
  );

  test(
    "a cashier confirms an approval on the page of changes too; a sum at the limit needs nobody",
    { tags: ["full"] },
    async () => {
      const cashier = await company.member({ ...withPassword, adminRole: "CASHIER" });
      const actor = freshActor({
        role: "ADMIN",
        adminRole: "CASHIER",
        id: cashier.id,
        companyId: company.id,
      });
      const id = await payment();
      await resultCode(first.orders.approve({ orderId: id }));
      await (
        await company.as({ ...cashier, actor })
      ).changes.confirm({ id: (await theChange()).id });
      expect(await statusOf(id)).toBe("APPROVED");
      const api = await company.as(await company.member(), { transport: "rest" });
      const small = await api.orders.submit({ paymentMethod: "MANUAL", amount: "970" });
      expect(await resultCode(first.orders.approve({ orderId: small.id }))).toBe("ok");
    },
  );

  test(
    "approvals in bulk are stored one by one and reported, and a second admin decides singly",
    { tags: ["full"] },
    async () => {
      const ids = [await payment(), await payment()];
      const codes = async (api: Caller) =>
        (await api.orders.approveMany({ orderIds: ids })).map(({ refusal }) => refusal?.code);
      expect(await codes(first)).toEqual(["NEEDS_SECOND_ADMIN", "NEEDS_SECOND_ADMIN"]);
      expect(await codes(second)).toEqual(["DECIDE_SINGLY", "DECIDE_SINGLY"]);
      expect(await waiting()).toHaveLength(2);
      expect(await Promise.all(ids.map(statusOf))).toEqual(["PENDING", "PENDING"]);
    },
  );

  test(
    "a waiting approval of an order that was decided or submitted again has ended",
    { tags: ["full"] },
    async () => {
      const id = await payment();
      await resultCode(first.orders.approve({ orderId: id }));
      const { id: change } = await theChange();
      await second.orders.reject({ orderId: id, reason: "No money" });
      expect(await waiting()).toEqual([]);
      expect(await resultCode(second.changes.confirm({ id: change }))).toBe("CHANGE_OVERTAKEN");
      expect(await stateOf(change)).toBe("OVERTAKEN");
      const again = await payment();
      await resultCode(first.orders.approve({ orderId: again }));
      const stale = await theChange();
      await second.orders.reject({ orderId: again, reason: "No money" });
      await applyDueChanges(harness.deps);
      expect(await stateOf(stale.id)).toBe("OVERTAKEN");
    },
  );

  test(
    "an approval without a second admin takes effect after the cool-off",
    { tags: ["full"] },
    async () => {
      await alone();
      const id = await payment();
      await resultCode(first.orders.approve({ orderId: id }));
      expect(await theChange()).toMatchObject({ isCoolOff: true, kind: "ORDER_APPROVAL" });
      await letTimePass();
      await applyDueChanges(harness.deps);
      expect(await statusOf(id)).toBe("APPROVED");
    },
  );

  test(
    "an approval that is withdrawn while it is being confirmed is neither confirmed nor asked anew",
    { tags: ["full"] },
    async () => {
      const id = await payment();
      await resultCode(first.orders.approve({ orderId: id }));
      const change = await theChange();
      let confirming: Promise<string> | undefined;
      await harness.database.db.transaction(async (tx) => {
        await tx.select().from(orders).where(eq(orders.id, id)).for("no key update");
        confirming = resultCode(second.changes.confirm({ id: change.id }));
        const isWaiting = async () => {
          const [row] = await harness.database.sql`SELECT count(*)::int AS waiting
          FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
          return row?.["waiting"] as number;
        };
        await expect.poll(isWaiting, { timeout: 40_000 }).toBe(1);
        await first.changes.withdraw({ id: change.id });
      });
      expect(await confirming).toBe("CHANGE_ALREADY_DECIDED");
      expect([await statusOf(id), await stateOf(change.id)]).toEqual(["PENDING", "WITHDRAWN"]);
      expect(await waiting()).toEqual([]);
    },
  );

  test(
    "once a raised limit leaves an order below, one admin decides on it, whatever waits",
    { tags: ["full"] },
    async () => {
      const small = await payment();
      await resultCode(first.orders.approve({ orderId: small }));
      // The tokens of this one are worth more at an earlier price.
      await first.prices.set({ price: "1" });
      const buyer = await company.as(await company.member(), { transport: "rest" });
      const { id: dear } = await buyer.orders.submit({ paymentMethod: "MANUAL", amount: "600" });
      await resultCode(first.orders.approve({ orderId: dear }));
      const rules = { secondAdminAbove: "5000" };
      await resultCode(first.companies.setSecondAdmin(rules));
      const found = (await waiting()).find(({ kind }) => kind === "RULES");
      await second.changes.confirm({ id: found?.id ?? "" });
      first = await company.as(company.admin);
      expect(await resultCode(first.orders.approve({ orderId: small }))).toBe("ok");
      expect(await waiting()).toMatchObject([{ order: { id: dear } }]);
      expect(await resultCode(first.orders.approve({ orderId: dear }))).toBe("NEEDS_SECOND_ADMIN");
    },
  );

  test(
    "weaker rules of a second admin need a second admin, stronger ones do not",
    { tags: ["full"] },
    async () => {
      const set = async (secondAdminAbove: string) =>
        resultCode(
          (await company.as(company.admin)).companies.setSecondAdmin({ secondAdminAbove }),
        );
      expect(await set("500")).toBe("ok");
      for (const sum of ["", "501"]) {
        expect(await set(sum)).toBe("NEEDS_SECOND_ADMIN");
        const { id } = await theChange();
        expect(await first.companies.settings()).toMatchObject({ secondAdminAbovePaise: 50_000 });
        await first.changes.withdraw({ id });
      }
      const keyed = await company.as(company.admin, { key: newId() });
      const repeat = () => resultCode(keyed.companies.setSecondAdmin({ secondAdminAbove: "" }));
      expect([await repeat(), await repeat()]).toEqual([
        "NEEDS_SECOND_ADMIN",
        "NEEDS_SECOND_ADMIN",
      ]);
      await second.changes.confirm({ id: (await theChange()).id });
      expect(await repeat()).toBe("ok");
      expect(await first.companies.settings()).toMatchObject({ secondAdminAbovePaise: null });
      expect(await set("none")).toBe("APPROVAL_LIMIT_INVALID");
    },
  );
});

describe("the list of what waits", () => {
  test(
    "the list of waiting changes takes as many statements for twenty changes as for one",
    { tags: ["full"] },
    async () => {
      const costs = await costHarness();
      try {
        const shop = await costs.company();
        const asker = await shop.as(await shop.member(withPassword));
        const reader = await shop.as(shop.admin);
        await asker.beneficiaries.add(all);
        const statements = async () =>
          (await costs.costOf(() => reader.changes.list())).statements.length;
        await resultCode(asker.beneficiaries.add({ upi: "upi0@bank" }));
        const one = await statements();
        for (let n = 1; n < 20; n += 1) {
          await resultCode(asker.beneficiaries.add({ upi: `upi${n}@bank` }));
        }
        expect([await statements(), await reader.changes.count()]).toEqual([one, 20]);
      } finally {
        await costs.close();
      }
    },
  );

  test(
    "blocking an admin ends six approvals that they asked for in as many statements as one",
    { tags: ["full"] },
    async () => {
      const costs = await costHarness();
      try {
        const shop = await costs.company();
        await shop.setCompany({ settings: { secondAdminAbovePaise: 100 } });
        const owner = await shop.as(await shop.member(withPassword));
        const statements = async (count: number) => {
          const asking = await shop.member(withPassword);
          const asker = await shop.as(asking);
          for (let n = 0; n < count; n += 1) {
            const paid = { reference: newId() };
            const { transaction } = await submittedPayment(shop, await shop.member(), paid);
            await resultCode(asker.orders.approve({ orderId: transaction.id }));
          }
          expect(await owner.changes.count()).toBe(count);
          const { id, name, email, mobile } = await owner.members.find({ id: asking.id });
          const edit = { id, name, email, mobile, role: "ADMIN" as const };
          const cost = await costs.costOf(() =>
            owner.members.update({ ...edit, status: "BLOCKED" }),
          );
          expect(await owner.changes.count()).toBe(0);
          return cost.statements.length;
        };
        const one = await statements(1);
        expect(await statements(6)).toBe(one);
        const ended = await costs.database.db
          .select({ id: auditEntries.id })
          .from(auditEntries)
          .where(eq(auditEntries.action, "change.ended"));
        expect(ended).toHaveLength(7);
      } finally {
        await costs.close();
      }
    },
  );

  test(
    "the list of waiting changes shows bank details before approvals, however many and new",
    { tags: ["full"] },
    async () => {
      await resultCode(first.beneficiaries.update(evil));
      const { id } = await theChange();
      await resultCode(first.beneficiaries.add(evil));
      await harness.database.db.insert(pendingChanges).values(
        Array.from({ length: 600 }, () => ({
          companyId: company.id,
          id: newId(),
          kind: "PAYMENT_ALLOCATION" as const,
          subjectId: newId(),
          change: { before: null, after: null },
          requestedBy: company.admin.id,
          isCoolOff: false,
          endsAt: sql`now() + interval '7 days'`,
        })),
      );
      const found = await waiting(second);
      expect(found.map(({ kind }) => kind).slice(0, 3)).toEqual([
        "ACCOUNT_ADD",
        "ACCOUNT_CHANGE",
        "PAYMENT_ALLOCATION",
      ]);
      expect(found[1]).toMatchObject({ id, mayConfirm: true, isOver: false });
      expect([found.length, await second.changes.count()]).toEqual([200, 602]);
    },
  );

  test("the list of waiting changes says that a change's time is over, and offers no confirmation of one that expired", async () => {
    await resultCode(first.beneficiaries.update(evil));
    expect(await waiting(second)).toMatchObject([{ isOver: false, mayConfirm: true }]);
    await letTimePass();
    expect(await waiting(second)).toMatchObject([{ isOver: true, mayConfirm: false }]);
  });
});

describe("the sweep", () => {
  const OTHERS = 200;
  /** So many changes of another company whose time has come long before. */
  const stuck = async (change: Partial<typeof companies.$inferInsert> = {}) => {
    const other = await harness.company(change);
    await harness.database.db.insert(pendingChanges).values(
      Array.from({ length: OTHERS }, () => ({
        companyId: other.id,
        id: newId(),
        kind: "ACCOUNT_REMOVE" as const,
        subjectId: newId(),
        subjectVersion: 1,
        change: { before: null, after: null },
        requestedBy: other.admin.id,
        isCoolOff: true,
        endsAt: sql`now() - interval '1 day'`,
      })),
    );
    return other;
  };
  const of = ({ id }: { id: string }) =>
    harness.database.db.select().from(pendingChanges).where(eq(pendingChanges.companyId, id));
  /** Makes every end of a company's changes fail, except those named. */
  const breakEnds = async ({ id }: { id: string }, except: string) => {
    await harness.database
      .sql`CREATE OR REPLACE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'This row cannot end.'; END $$`;
    await harness.database.db.execute(
      sql.raw(`CREATE TRIGGER refuse_end BEFORE UPDATE ON pending_changes FOR EACH ROW
        WHEN (NEW.company_id = '${id}' AND NEW.state NOT IN ('PENDING', '${except}'))
        EXECUTE FUNCTION refuse_end()`),
    );
  };
  const mend = () => harness.database.sql`DROP TRIGGER IF EXISTS refuse_end ON pending_changes`;
  const due = async () => {
    await alone();
    await resultCode(first.beneficiaries.update(evil));
    const { id } = await theChange();
    await letTimePass();
    return id;
  };
  afterEach(mend);

  test("the nightly job deletes changes that ended more than 400 days ago", async () => {
    const ids: string[] = [];
    for (const days of [399, 401]) {
      await resultCode(first.beneficiaries.update(evil));
      const { id } = await theChange();
      await first.changes.withdraw({ id });
      await harness.database.db
        .update(pendingChanges)
        .set({ decidedAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(pendingChanges.id, id));
      ids.push(id);
    }
    await resultCode(first.beneficiaries.update(evil));
    const { id } = await theChange();
    await harness.database.db
      .update(pendingChanges)
      .set({ createdAt: sql`now() - interval '500 days'` })
      .where(eq(pendingChanges.id, id));
    await deleteEndedChanges(harness.database.db, { days: 400, limit: 10 });
    expect(await Promise.all([...ids, id].map(stateOf))).toEqual([
      "WITHDRAWN",
      undefined,
      "PENDING",
    ]);
  });

  test(
    "the sweep passes a company's changes that fail, tries these again later, and ends them after a week",
    { tags: ["full"] },
    async () => {
      const other = await stuck();
      await breakEnds(other, "EXPIRED");
      const id = await due();
      await expect(applyDueChanges(harness.deps)).rejects.toThrow("did not take effect");
      expect(await stateOf(id)).toBe("APPLIED");
      const [failed, ...more] = (await of(other)).filter(({ failures }) => failures > 0);
      expect([failed?.state, failed?.failures, more]).toEqual(["PENDING", 1, []]);
      expect(failed?.retryAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
      const { db } = harness.database;
      // Only the one that failed is left: it waits for its next try.
      await db
        .delete(pendingChanges)
        .where(and(eq(pendingChanges.companyId, other.id), eq(pendingChanges.failures, 0)));
      await applyDueChanges(harness.deps);
      expect(await of(other)).toMatchObject([{ state: "PENDING", failures: 1 }]);
      await db
        .update(pendingChanges)
        .set({ retryAt: null, endsAt: sql`now() - interval '8 days'` })
        .where(eq(pendingChanges.companyId, other.id));
      await applyDueChanges(harness.deps);
      expect(await of(other)).toMatchObject([{ state: "EXPIRED" }]);
    },
  );

  test(
    "the sweep ends overtaken approvals one by one, and one that fails holds up nobody",
    { tags: ["full"] },
    async () => {
      const other = await stuck();
      await harness.database.db
        .update(pendingChanges)
        .set({ kind: "ORDER_APPROVAL", endsAt: sql`now() + interval '1 day'` })
        .where(eq(pendingChanges.companyId, other.id));
      await breakEnds(other, "none");
      const id = await due();
      // One of this company, behind more of the other's than one sweep takes.
      const approval = newId();
      await harness.database.db.insert(pendingChanges).values({
        companyId: company.id,
        id: approval,
        kind: "ORDER_APPROVAL",
        subjectId: newId(),
        subjectVersion: 1,
        change: { before: null, after: null },
        requestedBy: company.admin.id,
        isCoolOff: false,
        endsAt: sql`now() + interval '1 day'`,
      });
      await expect(applyDueChanges(harness.deps)).rejects.toThrow("did not take effect");
      expect([await stateOf(id), await stateOf(approval)]).toEqual(["APPLIED", "OVERTAKEN"]);
      await mend();
      await applyDueChanges(harness.deps);
      const ended = (await of(other)).filter(({ state }) => state === "OVERTAKEN");
      // All but the one that failed, which is tried again later.
      expect(ended).toHaveLength(OTHERS - 1);
    },
  );
});

describe("at the same time", () => {
  const times = <T>(n: number, make: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: n }, (_, index) => make(index)));
  const sorted = async (calls: readonly Promise<unknown>[]) =>
    (await Promise.all(calls.map(resultCode))).sort();

  test(
    "several concurrent confirmations of a change add one account",
    { tags: ["full"] },
    async () => {
      const third = await company.as(await company.member(withPassword));
      await resultCode(first.beneficiaries.add(evil));
      const { id } = await theChange();
      const codes = await sorted(
        [second, third, second, third].map((api) => api.changes.confirm({ id })),
      );
      expect(codes).toEqual([
        "CHANGE_ALREADY_DECIDED",
        "CHANGE_ALREADY_DECIDED",
        "CHANGE_ALREADY_DECIDED",
        "ok",
      ]);
      expect(await accounts()).toHaveLength(2);
      expect(await activity()).toEqual(["requested", "confirmed"]);
    },
  );

  test(
    "of a concurrent confirmation and withdrawal one succeeds, and the account agrees",
    { tags: ["full"] },
    async () => {
      for (let round = 0; round < 5; round += 1) {
        const upi = `round${round}@bank`;
        await resultCode(first.beneficiaries.add({ upi }));
        const { id } = await theChange();
        const [confirmed, withdrawn] = await Promise.all([
          resultCode(second.changes.confirm({ id })),
          resultCode(first.changes.withdraw({ id })),
        ]);
        expect([confirmed, withdrawn].sort()).toEqual(["CHANGE_ALREADY_DECIDED", "ok"]);
        expect((await accounts()).some((one) => one.upi === upi)).toBe(confirmed === "ok");
        expect(await stateOf(id)).toBe(confirmed === "ok" ? "CONFIRMED" : "WITHDRAWN");
      }
    },
  );

  test(
    "control: without the condition on the state, a confirmation and a withdrawal would both succeed",
    { tags: ["full"] },
    async () => {
      await resultCode(first.beneficiaries.add(evil));
      const { id } = await theChange();
      let read = 0;
      let allRead = () => {};
      const bothRead = new Promise<void>((resolve) => (allRead = resolve));
      // A copy of endChange that reads the state before it writes.
      const naive = (state: "CONFIRMED" | "WITHDRAWN") =>
        harness.database.db.transaction(async (tx) => {
          const [row] = await tx.select().from(pendingChanges).where(eq(pendingChanges.id, id));
          if ((read += 1) === 2) allRead();
          await bothRead;
          if (row?.state !== "PENDING") return false;
          await tx.update(pendingChanges).set({ state }).where(eq(pendingChanges.id, id));
          return true;
        });
      expect(await Promise.all([naive("CONFIRMED"), naive("WITHDRAWN")])).toEqual([true, true]);
    },
  );

  test("two concurrent instances end one cool-off once", { tags: ["full"] }, async () => {
    await alone();
    await resultCode(first.beneficiaries.add(evil));
    await letTimePass();
    await times(4, () => applyDueChanges(harness.deps));
    expect(await accounts()).toHaveLength(2);
    expect(await activity()).toEqual(["requested", "applied"]);
  });
});
