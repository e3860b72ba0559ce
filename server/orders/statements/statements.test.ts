import { readFileSync } from "node:fs";
import { and, asc, eq, like, sql } from "drizzle-orm";
import { zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { insertLines, insertStatement } from "@server/payments/queries/statements";
import { lockOrder } from "@server/orders/queries/orders";
import { lockPaymentOfLine, movePayment } from "@server/payments/queries/payments";
import {
  auditEntries,
  heldStatements,
  paymentEvidence,
  payments,
  statementLines,
  statements,
} from "@db/schema";
import { applyDueChanges } from "@server/office/second-admin/apply-due-changes";
import { dropOldFiles } from "./hold-statement";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { dateInIndia } from "@server/platform/rules/dates/dates";

const ACCOUNT = "50100123456789";
let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;
let accountId: string;

beforeAll(async () => {
  harness = await orderHarness({ connections: 12 });
  // Opens all connections before the first race begins.
  await Promise.all(Array.from({ length: 12 }, () => harness.database.sql`SELECT pg_sleep(0.1)`));
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  member = await company.member({ name: "Rahul Sharma" });
  accountId = await accountOf(company);
});

async function accountOf(of: CompanyFixture): Promise<string> {
  const api = await of.as(of.admin);
  await api.beneficiaries.add({
    holderName: "Sample Private Limited",
    bankName: "HDFC Bank",
    branch: "Fort",
    accountNumber: ACCOUNT,
    ifscCode: "HDFC0000001",
  });
  const { records } = await api.beneficiaries.list({ page: 1, limit: 10 });
  return records[0]?.id ?? "";
}

const admin = () => company.as(company.admin);
const sample = (name: string) => readFileSync(`server/payments/statements/samples/${name}`);
const today = dateInIndia(new Date()).split("-").toReversed().join("/");

/** A statement in HDFC Bank's layout: rows of a narration, a sum in rupees, and perhaps a day. */
const csv = (...rows: [narration: string, rupees: string, day?: string][]) =>
  Buffer.from(
    [
      "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance",
      ...rows.map(([narration, rupees, day = today]) => `${day},${narration},,,,${rupees},`),
    ].join("\n"),
  );

async function importing(bytes: Buffer<ArrayBuffer>, at = accountId) {
  const api = await admin();
  return api.statements.import({ accountId: at, file: { fileName: "november.csv", bytes } });
}

const lines = () =>
  harness.database.db
    .select()
    .from(statementLines)
    .where(eq(statementLines.companyId, company.id))
    .orderBy(asc(statementLines.bookedOn), asc(statementLines.amountPaise), asc(statementLines.id));

/** Entries with the status and the order of their payments. */
const paymentsOfLines = () =>
  harness.database.db
    .select({ lineId: statementLines.id, status: payments.status, orderId: payments.orderId })
    .from(statementLines)
    .innerJoin(paymentEvidence, eq(paymentEvidence.lineId, statementLines.id))
    .innerJoin(payments, eq(payments.id, paymentEvidence.paymentId))
    .where(eq(statementLines.companyId, company.id))
    .orderBy(asc(statementLines.bookedOn), asc(statementLines.amountPaise), asc(statementLines.id));

const open = async () => (await (await admin()).statements.lines({})).lines;

/** A submitted payment of ₹1,025.00 with this reference. */
async function pays(person: Person, referenceNumber: string) {
  const api = await company.as(person);
  const { orderNumber: purchaseId } = await api.orders.create({ amount: "1000" });
  return api.orders.submit({
    purchaseId,
    paymentMethod: "BANK",
    amount: "1000",
    referenceNumber,
    consent: true,
    receiptId: await company.proof(person),
  });
}

const UTR = "630512345678";
const paid = (utr = UTR, rest = "") => `IMPS/P2A/${utr}/RAHUL SHARMA/${rest}`;

/** An order, and the line that pays it. */
async function matched(utr = UTR) {
  const order = await pays(member, utr);
  await importing(csv([paid(utr), "1025.00"]));
  const [line] = await open();
  const version = line?.candidates[0]?.version ?? -1;
  return { orderId: order.id, orderNumber: order.orderNumber, lineId: line?.id ?? "", version };
}

const tally = (outcomes: readonly string[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].map((one) => [one, outcomes.filter((o) => o === one).length]),
  );

test(
  "a review of an order has its member, the same proofs, and the entries that may pay it",
  { tags: ["full"] },
  async () => {
    const api = await admin();
    const proof = await company.proof(member);
    const submit = async (referenceNumber: string) => {
      const { orderNumber: purchaseId } = await (
        await company.as(member)
      ).orders.create({
        amount: "1000",
      });
      return (await company.as(member)).orders.submit({
        purchaseId,
        paymentMethod: "BANK",
        amount: "1000",
        referenceNumber,
        consent: true,
        receiptId: proof,
      });
    };
    const [order, other] = [await submit(UTR), await submit("630599999999")];
    expect(await api.orders.review({ orderId: order.id })).toMatchObject({
      hasStatements: false,
      lines: [],
      member: { id: member.id, name: "Rahul Sharma", isApproved: true, status: "ACTIVE" },
      others: { counts: [{ status: "PENDING", total: 1, totalPaise: 102_500 }] },
      sameProof: [{ id: other.id, memberName: "Rahul Sharma" }],
    });
    await importing(
      csv([paid(), "1025.00"], ["UPI/RAHUL SHARMA/x", "1025.00"], ["CASH", "1025.00"]),
    );
    const { lines: found } = await api.orders.review({ orderId: order.id });
    expect(found.map(({ evidence, canApprove }) => ({ evidence, canApprove }))).toEqual([
      { evidence: ["REFERENCE", "AMOUNT", "PAYER", "TIME"], canApprove: true },
      { evidence: ["AMOUNT", "PAYER", "TIME"], canApprove: true },
    ]);
    await api.statements.approve({ lineId: found[0]?.id ?? "", orderId: order.id, version: 1 });
    expect((await api.orders.review({ orderId: order.id })).lines).toMatchObject([
      { id: found[0]?.id, status: "MATCHED", canApprove: false, evidence: [] },
    ]);
  },
);

describe("a file between its choice and its import", () => {
  const file = (name: string, bytes = sample(name)) => ({ fileName: name, bytes });

  test(
    "a held file is shown with its new rows, and imported once, however often it is pressed",
    { tags: ["full"] },
    async () => {
      const api = await admin();
      const { fileId } = await api.statements.hold({ accountId, file: file("hdfc.csv") });
      expect(await api.statements.file({ fileId })).toMatchObject({
        state: "READ",
        file: { id: fileId, fileName: "hdfc.csv", accountId, mapping: null },
        preview: {
          format: "CSV",
          bank: "HDFC Bank",
          rowCount: 6,
          knownCount: 0,
          unread: [],
          rows: { length: 6 },
        },
      });
      expect(await lines()).toEqual([]);
      expect(await api.statements.list()).toMatchObject({
        waiting: { id: fileId },
        statements: [],
      });
      const pressed = await Promise.all(
        Array.from({ length: 4 }, () => api.statements.importFile({ fileId })),
      );
      for (const one of pressed)
        expect(one).toMatchObject({ id: fileId, rowCount: 6, addedCount: 6 });
      expect(await lines()).toHaveLength(6);
      expect(await api.statements.importFile({ fileId })).toMatchObject({ addedCount: 6 });
      expect(await api.statements.file({ fileId })).toMatchObject({
        state: "IMPORTED",
        statement: { fileName: "hdfc.csv", rowCount: 6, addedCount: 6 },
      });
      expect(await api.statements.list()).toMatchObject({
        waiting: null,
        statements: [{ id: fileId }],
      });
      const again = await api.statements.hold({ accountId, file: file("hdfc.csv") });
      expect(await api.statements.file(again)).toMatchObject({ preview: { knownCount: 6 } });
    },
  );

  test(
    "a held file with unknown columns asks for them; the account remembers them",
    { tags: ["full"] },
    async () => {
      const api = await admin();
      const own = (day: string) =>
        file("own.csv", Buffer.from(`Wann,Was,Ein\n${day}/11/26,x,5.00\n`));
      const { fileId } = await api.statements.hold({ accountId, file: own("01") });
      expect(await api.statements.file({ fileId })).toMatchObject({
        state: "UNKNOWN",
        columns: [{ name: "Wann", sample: "01/11/26" }, { name: "Was" }, { name: "Ein" }],
      });
      const wrong = { fileId, bookedOn: "Was", narration: "Was", amount: "Wanne" };
      expect(await resultCode(api.statements.map(wrong))).toBe("STATEMENT_LAYOUT_UNKNOWN");
      expect(await resultCode(api.statements.importFile({ fileId }))).toBe(
        "STATEMENT_LAYOUT_UNKNOWN",
      );
      await api.statements.map({ fileId, bookedOn: "Wann", narration: "Was", amount: "Ein" });
      expect(await api.statements.file({ fileId })).toMatchObject({
        state: "READ",
        file: { mapping: { bookedOn: "Wann", narration: "Was", amount: "Ein" } },
        preview: { rows: [{ bookedOn: "2026-11-01", narration: "x", amountPaise: 500 }] },
      });
      await api.statements.importFile({ fileId });
      const next = await api.statements.hold({ accountId, file: own("02") });
      expect(await api.statements.file(next)).toMatchObject({
        state: "READ",
        file: { mapping: { bookedOn: "Wann" } },
        preview: { rowCount: 1, knownCount: 0 },
      });
    },
  );

  test(
    "a held file is its admin's own, is replaced by the next one, and is dropped",
    { tags: ["full"] },
    async () => {
      const api = await admin();
      const colleague = await company.as(await boss());
      const first = await api.statements.hold({ accountId, file: file("hdfc.csv") });
      const theirs = await colleague.statements.hold({ accountId, file: file("hdfc.csv") });
      expect(await colleague.statements.file(first)).toEqual({ state: "GONE" });
      expect(await resultCode(colleague.statements.importFile(first))).toBe("STATEMENT_FILE_GONE");
      await colleague.statements.drop(first);
      const second = await api.statements.hold({ accountId, file: file("hdfc.csv") });
      expect(await api.statements.file(first)).toEqual({ state: "GONE" });
      expect(
        await resultCode(
          api.statements.map({ ...first, bookedOn: "a", narration: "b", amount: "c" }),
        ),
      ).toBe("STATEMENT_FILE_GONE");
      await api.statements.drop(second);
      expect(await api.statements.file(second)).toEqual({ state: "GONE" });
      expect(await colleague.statements.file(theirs)).toMatchObject({ state: "READ" });
      const { db } = harness.database;
      expect(await dropOldFiles(db)).toBe(0);
      await db
        .update(heldStatements)
        .set({ createdAt: sql`now() - interval '61 minutes'` })
        .where(eq(heldStatements.companyId, company.id));
      expect(await dropOldFiles(db)).toBe(1);
      expect(await colleague.statements.file(theirs)).toEqual({ state: "GONE" });
    },
  );

  test(
    "a file that cannot be a statement of the account is refused, and neither kept nor imported",
    { tags: ["full"] },
    async () => {
      const api = await admin();
      const { bytes } = file("hdfc.csv");
      const own = bytes.toString();
      const refused = async (content: string | Uint8Array<ArrayBuffer>) =>
        resultCode(
          api.statements.hold({
            accountId,
            file: { fileName: "a.csv", bytes: Buffer.from(content as string) },
          }),
        );
      expect(await refused(",".repeat(10 * 1024 * 1024))).toMatch(/^STATEMENT_/);
      expect(await refused(",".repeat(1_000_000) + "\n1,2")).toBe("STATEMENT_TOO_WIDE");
      expect(await refused(zipSync({ "a.txt": new Uint8Array(9) }))).toMatch(/^STATEMENT_|^FILE_/);
      expect(await refused(own.replaceAll(ACCOUNT, "50100999999999"))).toBe(
        "STATEMENT_OTHER_ACCOUNT",
      );
      expect(await refused(Buffer.from("ab\0\0c\x81\0,\0\n"))).toMatch(/^STATEMENT_/);
      expect(await api.statements.list()).toEqual({ waiting: null, statements: [] });
      expect(await lines()).toEqual([]);
    },
  );

  test(
    "a file of another account is refused before its unknown columns are asked for",
    { tags: ["full"] },
    async () => {
      const api = await admin();
      const held = (number: string) => {
        const text = `Account No: ${number}\nWann,Was,Ein\n01/11/26,x,5.00\n`;
        return resultCode(
          api.statements.hold({
            accountId,
            file: { fileName: "own.csv", bytes: Buffer.from(text) },
          }),
        );
      };
      expect(await held("50100999999999")).toBe("STATEMENT_OTHER_ACCOUNT");
      expect(await api.statements.list()).toMatchObject({ waiting: null });
      expect(await held(`XXXXXXXXXX${ACCOUNT.slice(-4)}`)).toBe("ok");
      expect(await api.statements.list()).toMatchObject({ waiting: { fileName: "own.csv" } });
    },
  );

  test(
    "a held file of another account or company, or one that does not exist, is refused",
    { tags: ["full"] },
    async () => {
      const bytes = Buffer.from(sample("hdfc.csv").toString().replace(ACCOUNT, "50100999999999"));
      expect(await resultCode(importing(bytes))).toBe("STATEMENT_OTHER_ACCOUNT");
      const hidden = Buffer.from(sample("hdfc.csv").toString().replace(ACCOUNT, "XXXXXXXXXX6789"));
      expect(await resultCode(importing(hidden))).toBe("ok");
      const other = await harness.company();
      expect(await resultCode(importing(csv(["x", "1"]), await accountOf(other)))).toBe(
        "BENEFICIARY_NOT_FOUND",
      );
      expect(await resultCode(importing(Buffer.from("%PDF-1.7")))).toBe("STATEMENT_UNSUPPORTED");
      expect(await lines()).toHaveLength(6);
    },
  );
});

describe("an import", () => {
  test(
    "an import stores each entry once: again, overlapping, and in another format",
    { tags: ["full"] },
    async () => {
      expect(await importing(sample("hdfc.csv"))).toMatchObject({ rowCount: 6, addedCount: 6 });
      const before = await lines();
      expect(await importing(sample("hdfc.csv"))).toMatchObject({ rowCount: 6, addedCount: 0 });
      const overlapping = sample("hdfc.csv").toString().split("\r\n");
      const more = overlapping.toSpliced(-6, 0, '"14/11/26","NEW","","14/11/26","","7.00",""');
      expect(await importing(Buffer.from(more.join("\r\n")))).toMatchObject({ addedCount: 1 });
      const kept = new Map((await lines()).map((line) => [line.id, line]));
      for (const line of before) expect(kept.get(line.id)).toEqual(line);
    },
  );

  test("an import keeps two equal payments of one day, also when the day continues in the next file", async () => {
    expect((await importing(csv(["CASH", "5.00"]))).addedCount).toBe(1);
    expect((await importing(csv(["CASH", "5.00"], ["CASH", "5.00"]))).addedCount).toBe(1);
    expect((await importing(csv(["CASH", "5.00"], ["CASH", "5.00"]))).addedCount).toBe(0);
    expect((await lines()).map(({ occurrence }) => occurrence).toSorted()).toEqual([1, 2]);
  });

  test("an import keeps unread rows, and says so in the list and the activity", async () => {
    const api = await admin();
    const read = await importing(csv(["a", "5.00"], ["b", "five"]));
    expect(read).toMatchObject({ addedCount: 1, unread: [{ row: 2, fault: "AMOUNT_UNREADABLE" }] });
    expect((await api.statements.list()).statements).toMatchObject([
      { fileName: "november.csv", rowCount: 2, addedCount: 1, unreadCount: 1 },
    ]);
    const audited = await harness.database.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.companyId, company.id), like(auditEntries.action, "statement.%")));
    expect(audited).toMatchObject([{ action: "statement.imported", after: { rows: 1 } }]);
  });

  test(
    "an import remembers the mapping of its account, and reads known layouts all the same",
    { tags: ["full"] },
    async () => {
      const api = await admin();
      const file = { fileName: "own.csv", bytes: Buffer.from("Wann,Was,Ein\n01/11/26,x,5.00\n") };
      expect(await resultCode(api.statements.import({ accountId, file }))).toBe(
        "STATEMENT_LAYOUT_UNKNOWN",
      );
      const mapping = { bookedOn: "Wann", narration: "Was", amount: "Ein" };
      expect(await api.statements.import({ accountId, file, mapping })).toMatchObject({
        addedCount: 1,
      });
      const next = { fileName: "own.csv", bytes: Buffer.from("Wann,Was,Ein\n02/11/26,y,6.00\n") };
      expect(await api.statements.import({ accountId, file: next })).toMatchObject({
        addedCount: 1,
      });
      expect(await importing(sample("hdfc.csv"))).toMatchObject({ addedCount: 6 });
    },
  );

  test(
    "two concurrent imports add each entry once; control: without the index, twice",
    { tags: ["full"] },
    async () => {
      const race = async (count: number) => {
        const bytes = csv(
          ...Array.from({ length: 50 }, (_, n): [string, string] => [`${count} ${n}`, "5.00"]),
        );
        const results = await Promise.all(Array.from({ length: 4 }, () => importing(bytes)));
        return results.reduce((sum, { addedCount }) => sum + addedCount, 0);
      };
      expect(await race(1)).toBe(50);
      expect(await lines()).toHaveLength(50);
      // This is the statement of insertLines, which asks first and inserts then.
      const { db } = harness.database;
      await db.execute(`ALTER INDEX statement_lines_once RENAME TO statement_lines_off`);
      await db.execute(`DROP INDEX statement_lines_off`);
      const naive = () =>
        db.transaction(async (tx) => {
          const { rows } = await tx.execute(
            `SELECT 1 FROM statement_lines WHERE company_id = '${company.id}' AND line_key = 'same'`,
          );
          await tx.execute("SELECT pg_sleep(0.2)");
          if (rows.length > 0) return;
          await tx.execute(`INSERT INTO statement_lines (company_id, id, account_id, statement_id, line_key, occurrence, booked_on, amount_paise, side, narration)
          SELECT company_id, gen_random_uuid(), account_id, id, 'same', 1, '2026-11-01', 1, 'CREDIT', '' FROM statements WHERE company_id = '${company.id}' LIMIT 1`);
        });
      await Promise.all(Array.from({ length: 4 }, naive));
      expect((await lines()).filter(({ lineKey }) => lineKey === "same").length).toBeGreaterThan(1);
      await db.delete(statementLines).where(eq(statementLines.lineKey, "same"));
      await db.execute(
        `CREATE UNIQUE INDEX statement_lines_once ON statement_lines (company_id, account_id, line_key, occurrence)`,
      );
    },
  );

  test("an import that fails on the way stores nothing", async () => {
    const { db } = harness.database;
    const line = {
      lineKey: "k",
      occurrence: 1,
      bookedOn: "2026-11-01",
      valueOn: null,
      amountPaise: 1,
      side: "CREDIT" as const,
      narration: "",
      reference: null,
      balancePaise: null,
    };
    const statement = {
      companyId: company.id,
      accountId,
      fileName: "f",
      format: "CSV" as const,
      rowCount: 2,
      id: newId(),
      unreadCount: 0,
      unread: [],
      importedBy: company.admin.id,
    };
    await expect(
      db.transaction(async (tx) => {
        await insertStatement(tx, statement);
        await insertLines(tx, statement, [
          { ...line, id: newId() },
          { ...line, id: newId(), occurrence: 2, amountPaise: 0 },
        ]);
      }),
    ).rejects.toThrow();
    expect(await lines()).toEqual([]);
    const stored = await db.select().from(statements).where(eq(statements.companyId, company.id));
    expect(stored).toEqual([]);
  });
});

describe("lines", () => {
  test(
    "lines are listed with the orders that they may pay, and the evidence",
    { tags: ["full"] },
    async () => {
      const order = await pays(member, UTR);
      await importing(csv([paid(), "1025.00"], ["INTEREST", "3.00"]));
      expect(await open()).toMatchObject([
        {
          outcome: "CERTAIN",
          candidates: [
            {
              orderId: order.id,
              evidence: ["REFERENCE", "AMOUNT", "PAYER", "TIME"],
              doubts: [],
              version: 1,
              memberName: "Rahul Sharma",
              totalPaise: 102_500,
            },
          ],
        },
        { outcome: "NONE", candidates: [] },
      ]);
    },
  );

  test("lines of another company are neither listed nor settled", { tags: ["full"] }, async () => {
    const { lineId, orderId, orderNumber, version } = await matched();
    const before = await lines();
    const other = await harness.company();
    const stranger = await other.as(other.admin);
    expect((await stranger.statements.lines({})).lines).toEqual([]);
    expect((await stranger.statements.list()).statements).toEqual([]);
    const about = { lineId, orderId, version };
    expect(await resultCode(stranger.statements.approve(about))).toBe("ORDER_NOT_FOUND");
    expect(await resultCode(stranger.statements.link({ lineId, purchaseId: orderNumber }))).toBe(
      "ORDER_NOT_FOUND",
    );
    expect(await resultCode(stranger.statements.setAside({ lineId, reason: "x" }))).toBe(
      "STATEMENT_LINE_NOT_FOUND",
    );
    expect(await lines()).toEqual(before);
    expect(await paymentsOfLines()).toMatchObject([{ status: "WAITING", orderId }]);
  });

  test("lines are set aside with a note, and wait again", { tags: ["full"] }, async () => {
    await importing(csv(["INTEREST", "3.00"]));
    const api = await admin();
    const [line] = await open();
    const lineId = line?.id ?? "";
    await api.statements.setAside({ lineId, reason: "The bank's interest" });
    expect(await open()).toEqual([]);
    expect(await api.statements.lines({ status: "SET_ASIDE" })).toMatchObject({
      total: 1,
      lastPage: 1,
      lines: [{ id: lineId, note: "The bank's interest", outcome: null }],
    });
    expect(await resultCode(api.statements.setAside({ lineId, reason: "again" }))).toBe(
      "STATEMENT_LINE_SETTLED",
    );
    await api.statements.reopen({ lineId });
    expect(await open()).toMatchObject([{ id: lineId, note: null }]);
    expect(await resultCode(api.statements.reopen({ lineId }))).toBe("STATEMENT_LINE_SETTLED");
  });
});

describe("an approval by a line", () => {
  test(
    "an approval by a line approves the order and settles the line; repeated with its key, it is the same",
    { tags: ["full"] },
    async () => {
      const about = await matched();
      const api = await company.as(company.admin, { key: "once" });
      expect(await api.statements.approve(about)).toMatchObject({ status: "APPROVED" });
      expect(await api.statements.approve(about)).toMatchObject({ status: "APPROVED" });
      expect(await paymentsOfLines()).toMatchObject([
        { status: "CONFIRMED", orderId: about.orderId },
      ]);
      expect(await company.received()).toMatchObject([
        { receivedPaise: 102_500, appliedPaise: 102_500 },
      ]);
      expect(await (await admin()).statements.lines({ status: "MATCHED" })).toMatchObject({
        total: 1,
        lines: [{ orderNumber: about.orderNumber, outcome: null, otherSum: null }],
      });
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "an approval by a line of another sum is refused, and changes nothing",
    { tags: ["full"] },
    async () => {
      const order = await pays(member, UTR);
      await importing(csv([paid(), "1000.00"]));
      const [line] = await open();
      const api = await admin();
      const about = { lineId: line?.id ?? "", orderId: order.id, version: 1 };
      expect(await resultCode(api.statements.approve(about))).toBe("STATEMENT_SUM_DIFFERS");
      expect(await company.order(order.orderNumber)).toMatchObject({ status: "PENDING" });
      expect(await paymentsOfLines()).toMatchObject([{ status: "WAITING", orderId: order.id }]);
    },
  );

  test("an approval of several lines leaves out uncertain ones", { tags: ["full"] }, async () => {
    const orders = [await pays(member, UTR), await pays(member, "630500000002")];
    await importing(csv([paid(), "1025.00"], ["NEFT/RAHUL SHARMA", "1025.00"]));
    const [certain, unclear] = (await open()).toSorted((a) => (a.outcome === "CERTAIN" ? -1 : 1));
    const api = await admin();
    const outcomes = await api.statements.decideMany({
      lines: [
        { lineId: certain?.id ?? "", orderId: orders[0]?.id ?? "", version: 1 },
        { lineId: unclear?.id ?? "", orderId: orders[1]?.id ?? "", version: 1 },
      ],
    });
    expect(outcomes).toMatchObject([{ refusal: null }, { refusal: { code: "DECIDE_SINGLY" } }]);
    expect(await company.order(orders[1]?.orderNumber ?? "")).toMatchObject({ status: "PENDING" });
  });

  describe("above the company's sum", () => {
    const asked = async () => {
      const about = await named();
      await company.setCompany({ settings: { secondAdminAbovePaise: 100_000 } });
      const second = await company.as(await boss());
      const api = await admin();
      expect(await resultCode(api.statements.approve(about))).toBe("NEEDS_SECOND_ADMIN");
      expect(await paymentsOfLines()).toMatchObject([{ status: "UNALLOCATED", orderId: null }]);
      const [change] = await second.changes.list();
      expect(change).toMatchObject({ kind: "ORDER_APPROVAL", mayConfirm: true, fields: [] });
      return { ...about, id: change?.id ?? "", second };
    };

    test(
      "an approval by a line above the company's sum waits, and its confirmation settles the entry",
      { tags: ["full"] },
      async () => {
        const { id, orderId, second } = await asked();
        await second.changes.confirm({ id });
        expect(await paymentsOfLines()).toMatchObject([{ status: "CONFIRMED", orderId }]);
        expect(await company.received()).toMatchObject([{ receivedPaise: 102_500 }]);
      },
    );

    test(
      "an approval by a line waits, and the second admin's own approval settles the entry",
      { tags: ["full"] },
      async () => {
        const { orderId, version, second } = await asked();
        await second.orders.approve({ orderId, version });
        expect(await paymentsOfLines()).toMatchObject([{ status: "CONFIRMED", orderId }]);
      },
    );

    test(
      "an approval by a line waits, and takes effect with its entry at the end of a cool-off",
      { tags: ["full"] },
      async () => {
        const about = await named();
        await company.setCompany({ settings: { secondAdminAbovePaise: 100_000 } });
        expect(await resultCode((await admin()).statements.approve(about))).toBe(
          "NEEDS_SECOND_ADMIN",
        );
        await harness.database
          .sql`UPDATE pending_changes SET ends_at = now() - interval '1 second' WHERE company_id = ${company.id}`;
        await applyDueChanges(harness.deps);
        expect(await paymentsOfLines()).toMatchObject([
          { status: "CONFIRMED", orderId: about.orderId },
        ]);
      },
    );

    test(
      "a waiting approval by a line comes to nothing once the entry is settled otherwise",
      { tags: ["full"] },
      async () => {
        const { id, orderId, lineId, version, second } = await asked();
        await second.statements.setAside({ lineId, reason: "Sent back" });
        expect(await resultCode(second.orders.approve({ orderId, version }))).toBe(
          "STATEMENT_LINE_SETTLED",
        );
        expect(await resultCode(second.changes.confirm({ id }))).toBe("CHANGE_OVERTAKEN");
        expect(await second.changes.list()).toEqual([]);
        expect(await second.orders.findForAdmin({ orderId })).toMatchObject({ status: "PENDING" });
      },
    );

    test(
      "the sweep ends a waiting approval by a line once the entry is settled otherwise",
      { tags: ["full"] },
      async () => {
        const { lineId, second } = await asked();
        await second.statements.setAside({ lineId, reason: "Sent back" });
        await applyDueChanges(harness.deps);
        const { rows } = await harness.database.db.execute(
          `SELECT state FROM pending_changes WHERE company_id = '${company.id}'`,
        );
        expect(rows).toEqual([{ state: "OVERTAKEN" }]);
      },
    );

    test(
      "a waiting approval by a line is confirmed, or its entry is set aside, never both",
      { tags: ["full"] },
      async () => {
        const { id, lineId, orderId, second } = await asked();
        const api = await admin();
        const [confirmed, setAside] = await Promise.all([
          resultCode(second.changes.confirm({ id })),
          resultCode(api.statements.setAside({ lineId, reason: "Sent back" })),
        ]);
        const [line] = await paymentsOfLines();
        const approved = await approvedOf(orderId);
        if (setAside === "ok") {
          expect([confirmed, line?.status, approved.length]).toEqual([
            "CHANGE_OVERTAKEN",
            "PUT_AWAY",
            0,
          ]);
        } else {
          expect([confirmed, setAside]).toEqual(["ok", "STATEMENT_LINE_SETTLED"]);
          expect([line?.status, approved.length]).toEqual(["CONFIRMED", 1]);
        }
      },
    );
  });

  test(
    "a waiting approval that came before its statement is joined by the entry's number",
    { tags: ["full"] },
    async () => {
      const order = await pays(member, `0000${UTR}`);
      const api = await admin();
      await api.orders.approve({ orderId: order.id });
      await importing(csv([paid(), "1025.00"]));
      expect(await open()).toEqual([]);
      expect(await api.statements.lines({ status: "MATCHED" })).toMatchObject({
        lines: [{ orderNumber: order.orderNumber, outcome: null, otherSum: null }],
      });
      expect(await company.received()).toMatchObject([{ receivedPaise: 102_500 }]);
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "a waiting approval that came before its statement is linked under another number, by one line",
    { tags: ["full"] },
    async () => {
      const order = await pays(member, "630500000009");
      const api = await admin();
      const [other, again] = ["630511111111", "630522222222"];
      await importing(csv([paid(other), "1025.00"], [paid(again), "1025.00"]));
      const [first, second] = await open();
      const named = { lineId: first?.id ?? "", purchaseId: order.orderNumber };
      const about = { ...named, reason: "Compared" };
      expect(await resultCode(api.statements.link(about))).toBe("STATEMENT_ORDER_OPEN");
      await api.orders.approve({ orderId: order.id });
      await api.statements.link(about);
      expect(await resultCode(api.statements.link(about))).toBe("STATEMENT_ORDER_PAID");
      expect(await resultCode(api.statements.link({ ...about, lineId: second?.id ?? "" }))).toBe(
        "STATEMENT_ORDER_PAID",
      );
      expect((await paymentsOfLines()).map(({ status }) => status).toSorted()).toEqual([
        "CONFIRMED",
        "UNALLOCATED",
      ]);
      expect(await company.faults()).toEqual([]);
    },
  );
});

describe("races", () => {
  test(
    "of two admins who give one line to two orders, one approves",
    { tags: ["full"] },
    async () => {
      const { lineId, ...first } = await named();
      const second = await pays(await company.member({ name: "Rahul Sharma" }), "630599999999");
      const [one, two] = [await company.as(company.admin), await company.as(await boss())];
      const outcomes = await Promise.all([
        resultCode(one.statements.approve({ ...first, lineId })),
        resultCode(two.statements.approve({ orderId: second.id, version: 1, lineId })),
      ]);
      expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
      expect(outcomes.find((one) => one !== "ok")).toMatch(
        /^(STATEMENT_LINE_SETTLED|REFERENCE_USED)$/,
      );
      const states = [
        await company.order(second.orderNumber),
        ...(await approvedOf(first.orderId)),
      ];
      expect(states.filter(({ status }) => status === "APPROVED")).toHaveLength(1);
    },
  );

  test(
    "control: without the lock of its payment, one line approves two orders",
    { tags: ["full"] },
    async () => {
      const { lineId } = await named();
      const { db } = harness.database;
      // Two decisions that read the payment before either settles it.
      const naive = () =>
        db.transaction(async (tx) => {
          const [found] = await tx
            .select({ status: payments.status })
            .from(payments)
            .innerJoin(paymentEvidence, eq(paymentEvidence.paymentId, payments.id))
            .where(eq(paymentEvidence.lineId, lineId));
          await tx.execute("SELECT pg_sleep(0.2)");
          return found?.status === "UNALLOCATED";
        });
      expect(await Promise.all([naive(), naive()])).toEqual([true, true]);
      const locked = () =>
        db.transaction(async (tx) => {
          const payment = await lockPaymentOfLine(tx, company.id, lineId);
          await tx.execute("SELECT pg_sleep(0.2)");
          if (payment?.status !== "UNALLOCATED") return false;
          const away = { settledNote: "x", settledBy: company.admin.id };
          await movePayment(tx, payment, { status: "PUT_AWAY", ...away });
          return true;
        });
      expect((await Promise.all([locked(), locked()])).toSorted()).toEqual([false, true]);
    },
  );

  test(
    "of an admin who sets a line aside and another who approves by it, one succeeds",
    { tags: ["full"] },
    async () => {
      const { lineId, ...about } = await named();
      const [one, two] = [await company.as(company.admin), await company.as(await boss())];
      const outcomes = await Promise.all([
        resultCode(one.statements.approve({ ...about, lineId })),
        resultCode(two.statements.setAside({ lineId, reason: "Not ours" })),
      ]);
      expect(tally(outcomes)).toEqual({ ok: 1, STATEMENT_LINE_SETTLED: 1 });
      const [line] = await paymentsOfLines();
      const [order] = await approvedOf(about.orderId);
      expect(line?.status).toBe(order ? "CONFIRMED" : "PUT_AWAY");
    },
  );

  test(
    "a payment that its member submits again while it is matched is not approved unseen",
    { tags: ["full"] },
    async () => {
      const { orderId, lineId, version } = await matched();
      const api = await company.as(member);
      const [order] = await open();
      const again = async () =>
        api.orders.submit({
          purchaseId: order?.candidates[0]?.orderNumber ?? "",
          paymentMethod: "BANK",
          amount: "1000",
          referenceNumber: "OTHER-630512300000",
          consent: true,
          receiptId: await company.proof(member),
        });
      const desk = await admin();
      const [submitted, approved] = await Promise.all([
        resultCode(again()),
        resultCode(desk.statements.approve({ orderId, lineId, version })),
      ]);
      // Whichever came first, the decision is about what the admin saw.
      const [line] = await paymentsOfLines();
      if (approved === "ok") {
        expect(submitted).not.toBe("ok");
        expect(line?.status).toBe("CONFIRMED");
      } else {
        expect([submitted, approved]).toEqual(["ok", "SUBMISSION_CHANGED"]);
        expect(line?.status).not.toBe("CONFIRMED");
      }
      // A version that was not shown is refused, whenever it is sent.
      expect(await resultCode(desk.statements.approve({ orderId, lineId, version: 77 }))).toMatch(
        /SUBMISSION_CHANGED|ORDER_ALREADY_DECIDED/,
      );
    },
  );

  test(
    "a payment submitted again after a rejection is not matched by its earlier submission",
    { tags: ["full"] },
    async () => {
      for (const round of [1, 2, 3]) {
        const { orderId, orderNumber, lineId, version } = await pending(`63051230000${round}`);
        await (await admin()).orders.reject({ orderId, version, reason: "Not in our account" });
        const own = await company.as(member);
        const again = {
          purchaseId: orderNumber,
          paymentMethod: "BANK" as const,
          amount: "1000",
          referenceNumber: `OTHER-${round}`,
          consent: true,
          receiptId: await company.proof(member),
        };
        const desk = await company.as(await boss());
        const [submitted, approved] = await Promise.all([
          resultCode(own.orders.submit(again)),
          resultCode(desk.statements.approve({ orderId, lineId, version })),
        ]);
        expect(submitted).toBe("ok");
        expect(approved).toMatch(/^(SUBMISSION_CHANGED|ORDER_ALREADY_DECIDED)$/);
        const line = (await paymentsOfLines()).find((one) => one.lineId === lineId);
        expect(line?.status).not.toBe("CONFIRMED");
        expect(await company.order(orderNumber)).toMatchObject({ status: "PENDING" });
        // The control: an approval that names no submission takes the one that nobody has looked at.
        expect(await resultCode(desk.orders.approve({ orderId }))).toBe("ok");
      }
    },
  );
});

/** An order whose number a payment names that has another number than its member typed. */
async function named() {
  const { id: orderId, orderNumber } = await pays(member, UTR);
  await importing(csv([paid("630500007777", orderNumber), "1025.00"]));
  const [line] = await open();
  expect(line?.outcome).toBe("CERTAIN");
  return { orderId, orderNumber, lineId: line?.id ?? "", version: 1 };
}

/** A payment of the member with this number, and the entry that is certain for it. */
async function pending(utr: string) {
  const { id: orderId, orderNumber } = await pays(member, utr);
  await importing(csv([paid(utr), "1025.00"]));
  const line = (await open()).find(({ candidates }) => candidates[0]?.orderId === orderId);
  if (!line) throw new Error("No entry names the order.");
  return { orderId, orderNumber, lineId: line.id, version: 1 };
}

const boss = () => company.anotherAdmin();

async function approvedOf(orderId: string) {
  const order = await harness.database.db.transaction((tx) => lockOrder(tx, company.id, orderId));
  return order?.status === "APPROVED" ? [order] : [];
}
