import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { runText } from "@db/client";
import { insertAudit } from "@server/platform/queries/audit";
import { auditEntries } from "@db/schema";
import { changesIn, SHOWN_FIELDS } from "@server/office/rules/activity/changes";
import {
  type CompanyFixture,
  orderHarness,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);

const adminApi = async (company: CompanyFixture) => company.as(company.admin);

describe("the activity", () => {
  test(
    "the activity shows actor, action, subject and time, with before and after, newest first",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const member = await company.member({ name: "Asha Rao" });
      const { order, transaction } = await submittedPayment(company, member, {
        reference: "UTR778899",
      });
      const api = await adminApi(company);
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
    },
  );

  test("the activity states the money of a part and of a surplus", { tags: ["full"] }, async () => {
    const company = await harness.company();
    const member = await company.member();
    const pay = async () => (await submittedPayment(company, member)).transaction.id;
    const api = await adminApi(company);
    const newest = async () => {
      const [entry] = (await api.activity.list({})).records;
      return Object.fromEntries(entry?.changes.map(({ field, after }) => [field, after]) ?? []);
    };
    await api.payments.waitForRest({ orderId: await pay(), version: 1, received: "500" });
    expect(await newest()).toMatchObject({
      nowPaise: 50_000,
      receivedPaise: 50_000,
      missingPaise: 53_013,
    });
    await api.payments.approveReceived({ orderId: await pay(), version: 1, received: "1130.13" });
    expect(await newest()).toMatchObject({ receivedPaise: 113_013, restPaise: 10_000 });
  });

  test("the activity is searched by people and orders, and filtered by actor, action and day in India", async () => {
    const company = await harness.company();
    const member = await company.member({
      name: "Searchable Iyer",
      email: "findme@people.example",
    });
    const { order } = await submittedPayment(company, member);
    const api = await adminApi(company);
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
    expect(await found({ action: "company" })).toEqual(["price.set"]);
    expect(await found({ search: "set the price" })).toEqual(["price.set"]);
    await insertAudit(harness.database.db, {
      companyId: company.id,
      actorId: company.admin.id,
      actorRole: "ADMIN",
      action: "identity.document-opened",
      subjectType: "member",
      subjectId: company.admin.id,
    });
    expect(await found({ action: "identity.document-opened" })).toHaveLength(1);
    const withoutLooks = await found({ action: "WITHOUT_LOOKS" });
    expect(withoutLooks).toContain("price.set");
    expect(withoutLooks).not.toContain("identity.document-opened");
    await insertAudit(harness.database.db, {
      companyId: company.id,
      actorRole: "SUPER_ADMIN",
      action: "company.updated",
      subjectType: "company",
      subjectId: company.id,
      before: { status: "ACTIVE" },
      after: { status: "SUSPENDED" },
    });
    // Entries cannot be changed, so an old entry is inserted with an old date.
    await harness.database.sql`
      INSERT INTO audit_entries (id, company_id, actor_role, action, subject_type, subject_id, created_at)
      VALUES (gen_random_uuid(), ${company.id}, 'SYSTEM', 'order.expired', 'order', gen_random_uuid(),
              '2024-03-09T18:30:00Z')`;
    expect(await found({ from: "2024-03-10", to: "2024-03-10" })).toEqual(["order.expired"]);
    expect(await found({ from: "2024-03-09", to: "2024-03-09" })).toEqual([]);
    expect(await found({ actor: "SYSTEM" })).toEqual(["order.expired"]);
    expect(await found({ actor: "PEOPLE" })).not.toContain("order.expired");
    expect(await found({ actor: "PLATFORM" })).toEqual(["company.updated"]);
    expect(await resultCode(api.activity.list({ from: "2026-02-02", to: "2026-02-01" }))).toBe(
      "DATES_REVERSED",
    );
    expect(await resultCode(api.activity.list({ from: "0000-01-01" }))).toBe("FIELD_INVALID");
    expect(await resultCode(api.activity.list({ action: "order.invented" }))).toBe("FIELD_INVALID");
  });

  test("the activity shows only allowed fields", { tags: ["full"] }, async () => {
    const company = await harness.company();
    await insertAudit(harness.database.db, {
      companyId: company.id,
      actorId: company.admin.id,
      actorRole: "ADMIN",
      action: "member.updated",
      subjectType: "member",
      subjectId: company.admin.id,
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
    const answer = JSON.stringify(await (await adminApi(company)).activity.list({}));
    for (const secret of ["argon2id", "JBSWY3DP", "one-two", "234C", "999941057058"]) {
      expect(answer).not.toContain(secret);
    }
    expect(answer).toContain('"field":"status"');
  });

  test("the activity contains the company's own entries only", { tags: ["full"] }, async () => {
    const company = await harness.company();
    const other = await harness.company();
    await (await adminApi(other)).prices.set({ price: "5" });
    expect((await (await adminApi(company)).activity.list({})).total).toBe(0);
    expect((await (await adminApi(company)).activity.list({ search: "person" })).total).toBe(0);
  });

  test("the audit log cannot be changed, deleted or truncated by the application's database role", async () => {
    const company = await harness.company();
    await (await adminApi(company)).prices.set({ price: "5" });
    const lines = () =>
      harness.database.db.select().from(auditEntries).where(eq(auditEntries.companyId, company.id));
    const before = await lines();
    const attacks = [
      "UPDATE audit_entries SET action = 'order.approved'",
      "UPDATE audit_entries SET actor_id = NULL WHERE false",
      "DELETE FROM audit_entries",
      "TRUNCATE audit_entries",
      "TRUNCATE companies CASCADE",
      "INSERT INTO audit_entries (company_id, id, actor_role, action, subject_type, subject_id) SELECT company_id, id, actor_role, action, subject_type, subject_id FROM audit_entries ON CONFLICT (company_id, id) DO UPDATE SET action = 'x'",
      `MERGE INTO audit_entries a USING companies c ON a.company_id = c.id
         WHEN MATCHED THEN DELETE`,
    ];
    for (const attack of attacks) {
      expect(await complaint(runText(harness.database.db, attack, []))).toContain("append-only");
      const asReplica = harness.database.db.transaction(async (tx) => {
        await tx.execute(sql`SET LOCAL session_replication_role = replica`);
        await runText(tx, attack, []);
      });
      expect(await complaint(asReplica)).toContain("append-only");
    }
    expect(await lines()).toEqual(before);
  });
});

/** The messages of a database error and all its causes. */
async function complaint(attack: Promise<unknown>): Promise<string> {
  const said: string[] = [];
  try {
    await attack;
  } catch (error) {
    for (let one: unknown = error; one instanceof Error; one = one.cause) said.push(one.message);
  }
  return said.join("\n");
}

test("a change in the activity lists differing fields and ignores values that are not plain", () => {
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
