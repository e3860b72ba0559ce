import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runText } from "@db/client";
import { insertAudit } from "@db/queries/audit";
import { auditEntries } from "@db/schema";
import { changesIn, SHOWN_FIELDS } from "@server/domain/activity/changes";
import {
  type House,
  type MoneyWorld,
  moneyWorld,
  outcome,
  submittedPayment,
} from "@server/testing/money-world";

let world: MoneyWorld;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());

const desk = async (house: House) => house.as(house.admin);

describe("the activity", () => {
  test("says who did what to what and when, with before and after, newest first", async () => {
    const house = await world.house();
    const member = await house.member({ name: "Asha Rao" });
    const { order, transaction } = await submittedPayment(house, member, {
      reference: "UTR778899",
    });
    const api = await desk(house);
    await api.orders.reject({ orderId: transaction.id, reason: "No such transfer" });
    const { records, total } = await api.activity.list({});
    expect(total).toBe(3);
    expect(records.map(({ action }) => action)).toEqual([
      "order.rejected",
      "order.submitted",
      "order.created",
    ]);
    expect(records[0]).toMatchObject({
      actor: { kind: "ADMIN", referralCode: null },
      subject: { type: "order", label: order.orderNumber },
    });
    expect(records[0]?.changes).toContainEqual({
      field: "status",
      before: "PENDING",
      after: "REJECTED",
    });
    expect(records[1]).toMatchObject({
      actor: { kind: "USER", name: "Asha Rao", referralCode: member.referralCode },
    });
  });

  test("is searched by people and orders, and narrowed by actor, action and day in India", async () => {
    const house = await world.house();
    const member = await house.member({ name: "Searchable Iyer", email: "findme@people.example" });
    const { order } = await submittedPayment(house, member);
    const api = await desk(house);
    await api.prices.set({ price: "77" });
    const found = async (input: Parameters<typeof api.activity.list>[0]) =>
      (await api.activity.list(input)).records.map(({ action }) => action);
    const ordered = ["order.submitted", "order.created"];
    expect(await found({ search: "searchable" })).toEqual(ordered);
    expect(await found({ search: "FINDME@people" })).toEqual(ordered);
    expect(await found({ search: member.referralCode.toLowerCase() })).toEqual(ordered);
    expect(await found({ search: order.orderNumber })).toEqual(ordered);
    expect(await found({ search: "%" })).toEqual([]);
    expect(await found({ actor: "ADMIN" })).toEqual(["price.set"]);
    expect(await found({ action: "order" })).toEqual(ordered);
    expect(await found({ action: "price.set" })).toEqual(["price.set"]);
    await insertAudit(world.database.db, {
      companyId: house.id,
      actorRole: "SUPER_ADMIN",
      action: "company.updated",
      subjectType: "company",
      subjectId: house.id,
      before: { status: "ACTIVE" },
      after: { status: "SUSPENDED" },
    });
    // Only what is added can be dated: an old line is a line added with an old date.
    await world.database.sql`
      INSERT INTO audit_entries (id, company_id, actor_role, action, subject_type, subject_id, created_at)
      VALUES (gen_random_uuid(), ${house.id}, 'SYSTEM', 'order.expired', 'order', gen_random_uuid(),
              '2024-03-09T18:30:00Z')`;
    expect(await found({ from: "2024-03-10", to: "2024-03-10" })).toEqual(["order.expired"]);
    expect(await found({ from: "2024-03-09", to: "2024-03-09" })).toEqual([]);
    expect(await found({ actor: "PLATFORM" })).toEqual(["company.updated"]);
    expect(await outcome(api.activity.list({ from: "2026-02-02", to: "2026-02-01" }))).toBe(
      "DATES_REVERSED",
    );
    expect(await outcome(api.activity.list({ from: "0000-01-01" }))).toBe("FIELD_INVALID");
    expect(await outcome(api.activity.list({ action: "order.invented" }))).toBe("FIELD_INVALID");
  });

  test("shows no field that it was not told to show", async () => {
    const house = await world.house();
    await insertAudit(world.database.db, {
      companyId: house.id,
      actorId: house.admin.id,
      actorRole: "ADMIN",
      action: "member.updated",
      subjectType: "member",
      subjectId: house.admin.id,
      before: { passwordHash: "$argon2id$old", status: "ACTIVE" },
      after: {
        passwordHash: "$argon2id$new",
        totpSecret: "JBSWY3DP",
        recoveryCodes: ["one-two"],
        companyPan: "XXXXXX234C",
        kycDocumentNumber: "999941057058",
        status: { nested: "JBSWY3DP" },
      },
    });
    const answer = JSON.stringify(await (await desk(house)).activity.list({}));
    for (const secret of ["argon2id", "JBSWY3DP", "one-two", "234C", "999941057058"]) {
      expect(answer).not.toContain(secret);
    }
    expect(answer).toContain('"field":"status"');
  });

  test("holds the company's own lines alone", async () => {
    const house = await world.house();
    const other = await world.house();
    await (await desk(other)).prices.set({ price: "5" });
    expect((await (await desk(house)).activity.list({})).total).toBe(0);
    expect((await (await desk(house)).activity.list({ search: "person" })).total).toBe(0);
  });

  test("cannot be changed, deleted or emptied by the product's own role", async () => {
    const house = await world.house();
    await (await desk(house)).prices.set({ price: "5" });
    const lines = () =>
      world.database.db.select().from(auditEntries).where(eq(auditEntries.companyId, house.id));
    const before = await lines();
    const attacks = [
      "UPDATE audit_entries SET action = 'order.approved'",
      "UPDATE audit_entries SET actor_id = NULL WHERE false",
      "DELETE FROM audit_entries",
      "TRUNCATE audit_entries",
      "TRUNCATE companies CASCADE",
      "INSERT INTO audit_entries SELECT * FROM audit_entries ON CONFLICT (id) DO UPDATE SET action = 'x'",
      `MERGE INTO audit_entries a USING companies c ON a.company_id = c.id
         WHEN MATCHED THEN DELETE`,
    ];
    for (const attack of attacks) {
      expect(await complaint(runText(world.database.db, attack, []))).toContain("append-only");
      const asReplica = world.database.db.transaction(async (tx) => {
        await tx.execute(sql`SET LOCAL session_replication_role = replica`);
        await runText(tx, attack, []);
      });
      expect(await complaint(asReplica)).toContain("append-only");
    }
    expect(await lines()).toEqual(before);
  });
});

/** What the database said, through whatever it is wrapped in. */
async function complaint(attack: Promise<unknown>): Promise<string> {
  const said: string[] = [];
  try {
    await attack;
  } catch (error) {
    for (let one: unknown = error; one instanceof Error; one = one.cause) said.push(one.message);
  }
  return said.join("\n");
}

test("a change is what differs; a field kept in another form than a plain one is nothing", () => {
  expect(changesIn({ status: "A", quantity: 1 }, { status: "B", quantity: 1 })).toEqual([
    { field: "status", before: "A", after: "B" },
  ]);
  expect(changesIn(null, { unverifiedMayBuy: false })).toEqual([
    { field: "unverifiedMayBuy", before: null, after: false },
  ]);
  expect(changesIn(["status"], "status")).toEqual([]);
  expect(Object.keys(SHOWN_FIELDS).join(" ")).not.toMatch(
    /password|secret|hash|pan\b|aadhaar|kyc/i,
  );
});
