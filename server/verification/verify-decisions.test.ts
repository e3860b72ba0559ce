import { beforeAll, expect, test, describe } from "vitest";
import { newId } from "@db/ids";
import { beneficiaries } from "@db/schema";
import { type CompanyFixture, orderHarness } from "@server/testing/order-harness";
import { type DecisionFault, verifyDecisions } from "./verify-decisions";
import { readAhead } from "./read-ahead";
import { duringTests } from "@server/testing/during-tests";

describe("verify decisions", () => {
  const harness = duringTests(orderHarness);
  let company: CompanyFixture;
  beforeAll(async () => {
    company = await harness.company();
  });

  const look = () => verifyDecisions(harness.database.db, company.id);

  /** Finds what a statement changed, whatever the constraints; it is rolled back. */
  async function forged(statement: string): Promise<DecisionFault[]> {
    let found: DecisionFault[] = [];
    const rolledBack = new Error("Rolled back");
    const attempt = harness.database.db.transaction(async (tx) => {
      await tx.execute("SET LOCAL session_replication_role = replica");
      await tx.execute(statement);
      found = await verifyDecisions(tx, company.id);
      throw rolledBack;
    });
    await attempt.catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
    return found;
  }

  let references = 630_554_043_104;
  /** An order that was paid by bank with a proof, and approved. */
  async function approved() {
    const member = await company.member();
    const api = await company.as(member, { transport: "rest" });
    references += 1;
    const { id, orderNumber } = await api.orders.submit({
      paymentMethod: "BANK",
      amount: "100",
      referenceNumber: `SBIN${references}`,
      receiptId: await company.proof(member),
    });
    await (await company.as(company.admin)).orders.approve({ orderId: id });
    return { id, orderNumber };
  }

  test(
    "a rewritten reference, proof, account, time or decider of an approved order is found",
    { tags: ["full"] },
    async () => {
      await harness.database.db.insert(beneficiaries).values({
        companyId: company.id,
        id: newId(),
        version: 1,
        upi: "pay@bank",
        isDefault: true,
      });
      const { id, orderNumber } = await approved();
      const other = await approved();
      const reversed = await approved();
      const admin = await company.as(company.admin);
      await admin.orders.reverse({ orderId: reversed.id, reason: "A test" });
      expect(await look()).toEqual([]);
      const { sql } = harness.database;
      const forgeries: [fields: string[], forge: () => Promise<unknown>][] = [
        [["reference"], () => sql`UPDATE orders SET reference = 'FORGED' WHERE id = ${id}`],
        [
          ["proofMediaId"],
          () =>
            sql`UPDATE orders SET proof_media_id = (SELECT proof_media_id FROM orders WHERE id = ${other.id}) WHERE id = ${id}`,
        ],
        [["proofMediaId"], () => sql`UPDATE orders SET proof_media_id = NULL WHERE id = ${id}`],
        [
          ["beneficiaryId", "beneficiaryVersion"],
          () =>
            sql`UPDATE orders SET beneficiary_id = NULL, beneficiary_version = NULL WHERE id = ${id}`,
        ],
        [
          ["submittedAt"],
          () =>
            sql`UPDATE orders SET submitted_at = submitted_at - interval '1 second' WHERE id = ${id}`,
        ],
        [
          ["decidedAt"],
          () => sql`UPDATE orders SET decided_at = decided_at + interval '1 day' WHERE id = ${id}`,
        ],
        [
          ["times"],
          () =>
            sql`UPDATE orders SET decided_at = decided_at + interval '1 microsecond' WHERE id = ${id}`,
        ],
        [["decidedBy"], () => sql`UPDATE orders SET decided_by = ${newId()} WHERE id = ${id}`],
        [["method"], () => sql`UPDATE orders SET payment_method = 'UPI' WHERE id = ${id}`],
        [["entry"], () => sql`UPDATE orders SET decision_count = 2 WHERE id = ${id}`],
      ];
      for (const [fields, forge] of forgeries) {
        const [before] = await sql`SELECT to_jsonb(o) AS row FROM orders o WHERE id = ${id}`;
        await forge();
        expect(await look()).toEqual([{ kind: "decision", orderNumber, fields }]);
        const row = JSON.stringify(before?.["row"]);
        await sql`UPDATE orders o SET (reference, proof_media_id, beneficiary_id, beneficiary_version, submitted_at, decided_at, decided_by, payment_method, decision_count) =
        (SELECT reference, proof_media_id, beneficiary_id, beneficiary_version, submitted_at, decided_at, decided_by, payment_method, decision_count
           FROM jsonb_populate_record(NULL::orders, ${row}::jsonb)) WHERE o.id = ${id}`;
        expect(await look()).toEqual([]);
      }
      await sql`UPDATE orders SET decision_reason = 'Another' WHERE id = ${reversed.id}`;
      expect(await look()).toEqual([
        { kind: "decision", orderNumber: reversed.orderNumber, fields: ["reason"] },
      ]);
    },
  );

  test(
    "a rewritten sum, time, person or reference of an order's payment, of its refund and of its bank's entry is found",
    { tags: ["full"] },
    async () => {
      company = await harness.company();
      const { id } = await approved();
      const other = await approved();
      const admin = await company.as(company.admin);
      const { sql } = harness.database;
      const numberOf = async (orderId: string) =>
        (await sql`SELECT reference FROM orders WHERE id = ${orderId}`)[0]?.["reference"] as string;
      await company.entry({ reference: await numberOf(id), amountPaise: 5000 });
      const [line] = (await admin.statements.lines({})).lines;
      await admin.statements.acceptSum({ lineId: line?.id ?? "", reason: "A test" });
      await admin.orders.reverse({ orderId: other.id, reason: "A test" });
      const [open] = (await admin.payments.listUnallocated()).payments;
      await admin.payments.refund({
        kind: "CREDIT",
        paymentId: open?.id ?? "",
        amount: "1",
        reference: "BACK1",
        refundedOn: "2026-01-02",
      });
      expect(await look()).toEqual([]);

      const at = (column: string) => `${column} = ${column} + interval '1 microsecond'`;
      const who = (column: string) => `${column} = '${newId()}'`;
      const forgeries: [table: string, where: string, sets: string[]][] = [
        [
          "payments",
          `order_id = '${id}'`,
          [
            at("received_at"),
            who("confirmed_by"),
            "reference = 'FORGED'",
            "received_paise = 99999",
          ],
        ],
        ["payments", `order_id = '${id}'`, ["proof_media_id = NULL", "method = 'UPI'"]],
        ["payment_evidence", "source = 'BANK'", [at("decided_at"), who("decided_by")]],
        ["payment_evidence", "source = 'ADMIN'", [who("by")]],
        ["payment_applications", `order_id = '${other.id}'`, [at("ended_at")]],
        [
          "payment_refunds",
          "true",
          [
            who("recorded_by"),
            "refunded_on = '2026-01-03'",
            "reference = 'BACK2'",
            "amount_paise = 99",
          ],
        ],
      ];
      for (const [table, where, sets] of forgeries) {
        for (const set of sets) {
          const found = await forged(
            `UPDATE ${table} SET ${set} WHERE company_id = '${company.id}' AND ${where}`,
          );
          expect(found, set).not.toEqual([]);
        }
      }
      expect(await look()).toEqual([]);
    },
  );

  test(
    "a second entry of a decision does not stand for the one that was sealed first",
    { tags: ["full"] },
    async () => {
      company = await harness.company();
      const { id, orderNumber } = await approved();
      const { sql } = harness.database;
      await sql`INSERT INTO audit_seals (company_id, sequence, entry_id, hash)
      SELECT company_id, 1, id, 'a' FROM audit_entries WHERE subject_id = ${id} AND action = 'order.approved'`;
      await sql`UPDATE orders SET reference = 'FORGED' WHERE id = ${id}`;
      await sql`INSERT INTO audit_entries (company_id, id, actor_role, action, subject_type, subject_id, after, created_at)
      SELECT company_id, gen_random_uuid(), actor_role, action, subject_type, subject_id,
             after || '{"reference": "FORGED"}', created_at - interval '1 day'
        FROM audit_entries WHERE subject_id = ${id} AND action = 'order.approved'`;
      expect(await look()).toEqual([{ kind: "decision", orderNumber, fields: ["reference"] }]);
    },
  );
});

const rows = [1, 2, 3, 4, 5].map((sequence) => ({ sequence }));
const pageOf = ({ after, limit }: { after: number; limit: number }) =>
  rows.filter(({ sequence }) => sequence > after).slice(0, limit);

test.each([1, 2, 4, 5, 6])("read-ahead reads every row once, in pages of %i", async (limit) => {
  const read: number[] = [];
  for await (const page of readAhead((range) => Promise.resolve(pageOf(range)), limit)) {
    read.push(...page.map(({ sequence }) => sequence));
  }
  expect(read).toEqual([1, 2, 3, 4, 5]);
});

test("read-ahead requests the next page before the caller is done with one", async () => {
  let asked = 0;
  const pages = readAhead((range) => {
    asked += 1;
    return Promise.resolve(pageOf(range));
  }, 2);
  await pages.next();
  expect(asked).toBe(2);
  await pages.return(undefined);
});

test("a caller that stops early learns that the page after it failed", async () => {
  const pages = readAhead(
    (range) =>
      range.after > 0 ? Promise.reject(new Error("impossible")) : Promise.resolve(pageOf(range)),
    2,
  );
  await pages.next();
  await expect(pages.return(undefined)).rejects.toThrow("impossible");
});
