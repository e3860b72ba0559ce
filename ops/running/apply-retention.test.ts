/** @module-tag full */
import { and, eq, sql } from "drizzle-orm";
import { pino } from "pino";
import sharp from "sharp";
import { expect, test } from "vitest";
import { addRetention, readRetentionFigures } from "@server/companies/queries/retention";
import {
  auditEntries,
  companies,
  medias,
  messages,
  orders,
  paymentApplications,
  payments,
  retentionRuns,
} from "@db/schema";
import { sweepUnattached } from "@server/media/sweep-unattached";
import type { Caller } from "@server/http/router";
import { sealAll } from "@server/ledger/sealing/seal-timer";
import { signingKey } from "@server/ledger/sealing/signing-key";
import { resultCode } from "@server/testing/order-harness";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { applyRetention } from "./apply-retention";
import { verifyDatabase } from "@server/verification/verify-database";
import { duringTests } from "@server/testing/during-tests";

const logger = pino({ level: "silent" });

const harness = duringTests(memberHarness);

const run = (on = harness, batch = { limit: 2, most: 100 }) =>
  applyRetention(on.database.db, logger, batch);
const sweep = () => sweepUnattached(harness.database.db, harness.deps.storage);
/** Makes a company that keeps proofs for a year, with its admin. */
async function shop(proofYears: string | null = "1") {
  const companyId = await harness.company({ totalSupply: 100_000 });
  const admin = await harness.as(await harness.person(companyId, "ADMIN"));
  if (proofYears) await admin.companies.updateSettings({ proofYears });
  return { companyId, admin };
}

let references = 612_345_678_900;
/** Makes a payment with a picture of its own as its proof. */
async function pay(person: UserRow, known?: string) {
  const api = await harness.as(person);
  const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
  references += 1;
  const bytes = await sharp({
    create: { width: 3, height: 3, channels: 3, background: `#${String(references).slice(-6)}` },
  })
    .png()
    .toBuffer();
  const [added] = known ? [] : await api.media.add({ files: [{ fileName: "p.png", bytes }] });
  const receiptId = known ?? added?.id ?? "";
  const { id: orderId } = await api.orders.submit({
    purchaseId,
    paymentMethod: "UPI",
    amount: "100",
    consent: true,
    receiptId,
    referenceNumber: String(references),
  });
  return { orderId, receiptId };
}

/** Moves all events of a company into the past. */
async function age(companyId: string, days: number): Promise<void> {
  const span = sql`make_interval(days => ${days})`;
  const { db } = harness.database;
  await db
    .update(medias)
    .set({ createdAt: sql`${medias.createdAt} - ${span}`, sweepAfter: null })
    .where(eq(medias.companyId, companyId));
  await db
    .update(orders)
    .set({
      createdAt: sql`${orders.createdAt} - ${span}`,
      submittedAt: sql`${orders.submittedAt} - ${span}`,
      decidedAt: sql`${orders.decidedAt} - ${span}`,
      reversedAt: sql`${orders.reversedAt} - ${span}`,
    })
    .where(eq(orders.companyId, companyId));
  await db
    .update(payments)
    .set({
      updatedAt: sql`${payments.updatedAt} - ${span}`,
      receivedAt: sql`${payments.receivedAt} - ${span}`,
    })
    .where(eq(payments.companyId, companyId));
  await db
    .update(paymentApplications)
    .set({ endedAt: sql`${paymentApplications.endedAt} - ${span}` })
    .where(eq(paymentApplications.companyId, companyId));
  // The log has the times too; none of it is sealed yet.
  await db.transaction(async (tx) => {
    await tx.execute(sql`ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_append_only`);
    for (const { id, after } of await tx
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.companyId, companyId))) {
      const aged = JSON.stringify(after).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) =>
        new Date(Date.parse(at) - days * 86_400_000).toISOString(),
      );
      await tx
        .update(auditEntries)
        .set({ after: sql`${aged}::jsonb` })
        .where(and(eq(auditEntries.companyId, companyId), eq(auditEntries.id, id)));
    }
    await tx.execute(
      sql`ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only`,
    );
  });
}

const kept = async (companyId: string): Promise<string[]> =>
  (
    await harness.database.db
      .select({ id: medias.id })
      .from(medias)
      .where(eq(medias.companyId, companyId))
  ).map(({ id }) => id);
const proofOf = async (orderId: string) => {
  const [row] = await harness.database.db
    .select({ id: orders.proofMediaId })
    .from(orders)
    .where(eq(orders.id, orderId));
  return row?.id ?? null;
};
const retentionsOf = async (companyId: string) =>
  (await harness.audited(companyId)).filter(({ action }) => action === "company.retention-applied");
const settle = async (admin: Caller, orderId: string) => {
  await admin.orders.approve({ orderId });
};

test("messages are deleted once after the company's days, in batches, and the settings page shows it", async () => {
  const { companyId, admin } = await shop(null);
  const another = await shop(null);
  await admin.companies.updateSettings({ messageDays: "30" });
  // This test is not about the messages that tell the company.
  await harness.database.db.delete(messages);
  expect((await admin.companies.settings()).lastRetention).toBeNull();
  const days = [0, 29, 31, 40, 90, 179, 400];
  for (const of of [companyId, another.companyId]) {
    await harness.database.db.insert(messages).values(
      days.map((ago, at) => ({
        companyId: of,
        channel: "EMAIL" as const,
        address: `a${ago}@people.example`,
        template: "orderExpired",
        language: "en" as const,
        status: at === 6 ? ("FAILED" as const) : ("SENT" as const),
        createdAt: sql`now() - make_interval(days => ${ago})`,
      })),
    );
  }
  // A message that still waits is sent, however old it is.
  await harness.database.db.insert(messages).values({
    companyId,
    channel: "EMAIL",
    address: "waits@people.example",
    template: "orderExpired",
    language: "en",
    createdAt: sql`now() - interval '60 days'`,
  });
  const [first, second] = await Promise.all([run(), run(harness.elsewhere())]);
  expect(first.messages + second.messages).toBe(5 + 1);
  expect(await run()).toMatchObject({ messages: 0, proofs: 0 });
  const left = await harness.database.db
    .select({ companyId: messages.companyId, address: messages.address })
    .from(messages);
  const addresses = (of: string) =>
    left.flatMap((row) => (row.companyId === of ? [row.address] : [])).sort();
  expect(addresses(companyId)).toEqual(
    ["a0@people.example", "a29@people.example", "waits@people.example"].sort(),
  );
  // The default without a setting is half a year.
  expect(addresses(another.companyId)).toHaveLength(6);
  const told = await retentionsOf(companyId);
  const sum = told.reduce(
    (all, { after }) => all + Number(Reflect.get(Object(after), "messages")),
    0,
  );
  expect(sum).toBe(5);
  expect(told.every(({ actorRole }) => actorRole === "SYSTEM")).toBe(true);
  expect(await admin.companies.settings()).toMatchObject({
    messageDays: 30,
    // The count is that of the whole night, although the last of its three runs found nothing.
    lastRetention: { messages: 5, proofs: 0 },
  });
  for (const messageDays of ["29", "3651", "x"]) {
    expect(await resultCode(admin.companies.updateSettings({ messageDays }))).not.toBe("ok");
  }
});

test("proofs are deleted with their files after the company's years, except those of open orders", async () => {
  const { companyId, admin } = await shop();
  const [person, other] = [
    await harness.person(companyId, "USER"),
    await harness.person(companyId, "USER"),
  ];
  const approved = await pay(person);
  await settle(admin, approved.orderId);
  const rejected = await pay(person);
  await admin.orders.reject({ orderId: rejected.orderId, reason: "No money came" });
  const pending = await pay(person);
  const reversed = await pay(person);
  await settle(admin, reversed.orderId);
  await admin.orders.reverse({ orderId: reversed.orderId, reason: "Sent back" });
  // A proof that was shown for two orders stays for the later one.
  const shared = await pay(other);
  await settle(admin, shared.orderId);
  await age(companyId, 366);
  const again = await pay(other, shared.receiptId);
  await settle(admin, again.orderId);
  const fresh = await pay(other);
  await settle(admin, fresh.orderId);
  // The sweep of uploads leaves these files.
  await harness.database.db.update(medias).set({ sweepAfter: null });

  expect(await run(harness, { limit: 1, most: 100 })).toMatchObject({ proofs: 2 });
  expect(await proofOf(approved.orderId)).toBeNull();
  // The files still exist between the two jobs, but no record that people see names them.
  expect(await kept(companyId)).toHaveLength(6);
  await sweep();
  const stays = [pending, reversed, shared, fresh].map(({ receiptId }) => receiptId);
  expect((await kept(companyId)).sort()).toEqual(stays.sort());
  for (const { receiptId } of [approved, rejected]) {
    expect(await harness.deps.storage.get(`${companyId}/${receiptId}.png`)).toBeNull();
  }
  for (const one of [pending, reversed, shared, again, fresh]) {
    expect(await proofOf(one.orderId)).toBe(one.receiptId);
  }
  expect(await run()).toMatchObject({ proofs: 0 });
  expect((await retentionsOf(companyId)).map(({ after }) => after)).toEqual([
    { messages: 0, proofs: 2 },
  ]);

  // The records still agree, and the seals hold.
  const { db } = harness.database;
  await sealAll({
    database: harness.database,
    key: signingKey(Buffer.alloc(32, 1).toString("base64")),
  });
  const report = await verifyDatabase(db);
  const faults = report.companies.find(({ company }) => company.id === companyId)?.faults;
  expect(faults).toEqual([]);
  expect(report.misplaced).toEqual([]);
});

test("the years of a proof count from a refund, or from the note that the money had not come", async () => {
  const { companyId, admin } = await shop();
  const person = await harness.person(companyId, "USER");
  const reversed = async () => {
    const paid = await pay(person);
    await settle(admin, paid.orderId);
    await admin.orders.reverse({ orderId: paid.orderId, reason: "Sent back" });
    return paid;
  };
  const [refunded, voided, parted] = [await reversed(), await reversed(), await reversed()];
  await age(companyId, 400);
  const { payments } = await admin.payments.listUnallocated();
  expect(payments).toHaveLength(3);
  const [first, second, third] = payments.map(({ id: paymentId }) => ({
    kind: "CREDIT" as const,
    paymentId,
  }));
  if (!first || !second || !third) throw new Error("The money is not open.");
  const refund = { reference: "BACK1", refundedOn: "2026-01-02" };
  const whole = String((payments[0]?.openPaise ?? 0) / 100);
  await admin.payments.refund({ ...first, ...refund, amount: whole });
  await admin.payments.dismiss({ ...second, reason: "It never came" });
  await admin.payments.refund({ ...third, ...refund, amount: "1" });
  expect(await run()).toMatchObject({ proofs: 0 });
  for (const one of [refunded, voided, parted]) {
    expect(await proofOf(one.orderId)).toBe(one.receiptId);
  }
  await age(companyId, 366);
  // The rest of the third order's payment is still undecided.
  expect(await run()).toMatchObject({ proofs: 2 });
  expect(await proofOf(parted.orderId)).toBe(parted.receiptId);
});

test("a file that the storage does not delete stays hidden and is tried again", async () => {
  const { companyId, admin } = await shop();
  const person = await harness.person(companyId, "USER");
  const { orderId, receiptId } = await pay(person);
  await settle(admin, orderId);
  await age(companyId, 400);
  expect(await run()).toMatchObject({ proofs: 1 });
  const { storage } = harness.deps;
  const failing = { ...storage, delete: () => Promise.reject(new Error("away")) };
  await expect(sweepUnattached(harness.database.db, failing)).rejects.toThrow("not deleted");
  expect(await kept(companyId)).toEqual([receiptId]);
  expect(await proofOf(orderId)).toBeNull();
  await harness.database.db
    .update(medias)
    .set({ sweepAfter: sql`now() - interval '1 second'` })
    .where(eq(medias.id, receiptId));
  await sweep();
  expect(await kept(companyId)).toEqual([]);
});

test("a run that fails keeps its counts; its repetition adds to them, and so does the next night", async () => {
  const { companyId, admin } = await shop();
  const { database } = harness;
  const begun = await readRetentionFigures(database.db);
  const add = (count: number) =>
    database.db.insert(messages).values(
      Array.from({ length: count }, () => ({
        companyId,
        channel: "EMAIL" as const,
        address: "old@people.example",
        template: "orderExpired",
        language: "en" as const,
        status: "SENT" as const,
        createdAt: sql`now() - interval '300 days'`,
      })),
    );
  const told = async () => (await retentionsOf(companyId)).map(({ after }) => after);
  const row = async () => {
    const [found] = await database.db
      .select()
      .from(retentionRuns)
      .where(eq(retentionRuns.companyId, companyId));
    return found;
  };
  const last = async () => (await admin.companies.settings()).lastRetention;
  const paid = await pay(await harness.person(companyId, "USER"));
  await settle(admin, paid.orderId);
  await age(companyId, 400);
  await database.sql`DELETE FROM messages WHERE company_id = ${companyId}`;
  await add(5);
  // The deletion of proofs fails, after that of messages.
  await database.sql`ALTER TABLE payments RENAME TO payments_away`;
  await expect(run()).rejects.toThrow("The retention failed.");
  await database.sql`ALTER TABLE payments_away RENAME TO payments`;
  expect(await told()).toEqual([{ messages: 5, proofs: 0 }]);
  expect(await last()).toMatchObject({ messages: 5, proofs: 0 });
  expect((await row())?.succeededAt).toBeNull();

  await add(2);
  await run();
  expect(await told()).toContainEqual({ messages: 2, proofs: 1 });
  expect(await last()).toMatchObject({ messages: 7, proofs: 1 });
  expect(await row()).toMatchObject({ messagesTotal: 7, proofsTotal: 1 });
  expect((await row())?.succeededAt).not.toBeNull();

  // A killed process leaves this state between the deletion and the end of its run.
  await database.sql`UPDATE retention_runs SET ran_at = now() - interval '1 day'`;
  await addRetention(database.db, companyId, { messages: 4, proofs: 0 });
  await run();
  expect(await told()).toContainEqual({ messages: 4, proofs: 0 });
  expect(await told()).toHaveLength(3);
  expect(await last()).toMatchObject({ messages: 4, proofs: 0 });
  const { deleted, lastSuccess } = await readRetentionFigures(database.db);
  expect(deleted).toEqual({
    messages: begun.deleted.messages + 11,
    proofs: begun.deleted.proofs + 1,
  });
  const [oldest] = await database.sql`
    SELECT extract(epoch FROM min(coalesce(succeeded_at, created_at)))::float8 AS at
      FROM companies LEFT JOIN retention_runs ON company_id = id`;
  expect(lastSuccess).toBe(oldest?.["at"]);
});

test("banks' texts are deleted after the same years, except those of open or later moved payments", async () => {
  const { companyId, admin } = await shop();
  const person = await harness.person(companyId, "USER");
  const old = await pay(person);
  await settle(admin, old.orderId);
  await age(companyId, 366);
  const moved = await pay(person);
  await settle(admin, moved.orderId);
  const [statement] = await harness.database.sql`
    INSERT INTO statements (company_id, id, account_id, file_name, format, row_count, added_count, unread, imported_by, created_at)
    VALUES (${companyId}, gen_random_uuid(), gen_random_uuid(), 'a.csv', 'CSV', 7, 7, '[{"row":1,"fault":"AMOUNT_MISSING","text":"ASHA"}]', gen_random_uuid(), now() - interval '370 days')
    RETURNING *`;
  const [paidFor, movedFor] = await Promise.all(
    [old, moved].map(async ({ orderId }) => {
      const [row] = await harness.database.db
        .select({ id: payments.id })
        .from(payments)
        .where(eq(payments.orderId, orderId));
      return row?.id ?? null;
    }),
  );
  const entries = [
    ["paid", "CREDIT", paidFor, null, 370],
    ["moved since", "CREDIT", movedFor, null, 370],
    ["aside", "CREDIT", null, "PUT_AWAY", 370],
    ["aside lately", "CREDIT", null, "PUT_AWAY", 3],
    ["open", "CREDIT", null, "UNALLOCATED", 370],
    ["charge", "DEBIT", null, null, 370],
    ["charge lately", "DEBIT", null, null, 3],
  ] as const;
  for (const [text, side, known, status, days] of entries) {
    const [line] = await harness.database.sql`
      INSERT INTO statement_lines (company_id, id, account_id, statement_id, line_key, occurrence, booked_on, amount_paise, side, narration, reference)
      VALUES (${companyId}, gen_random_uuid(), ${statement?.["account_id"]}, ${statement?.["id"]}, ${text}, 1,
        (now() - interval '380 days')::date - ${side === "DEBIT" && days < 9 ? -380 : 0}::int, 100, ${side}, ${text}, ${text})
      RETURNING id, booked_on`;
    if (side === "DEBIT") continue;
    // Either a person named the payment, or this entry is its only evidence.
    const [own] = known
      ? [{ id: known }]
      : await harness.database.sql`
          INSERT INTO payments (company_id, id, status, method, reference, amount_paise, settled_note, settled_at, created_at, updated_at)
          VALUES (${companyId}, gen_random_uuid(), ${status}, 'UPI', ${text}, 100, ${status === "PUT_AWAY" ? "Asha" : null},
            CASE WHEN ${status === "PUT_AWAY"}::boolean THEN now() - make_interval(days => ${days}) END,
            now() - interval '370 days', now() - make_interval(days => ${days}))
          RETURNING id`;
    await harness.database.sql`
      INSERT INTO payment_evidence (company_id, id, payment_id, payment_status, source, line_id, booked_on, amount_paise, reference, created_at)
      SELECT company_id, gen_random_uuid(), id, status, 'BANK', ${line?.["id"]}, ${line?.["booked_on"]}::date, 100, ${text}, now() - interval '370 days'
        FROM payments WHERE company_id = ${companyId} AND id = ${own?.["id"]}`;
  }
  expect(await run()).toMatchObject({ entries: 4 });
  const left = await harness.database.sql`
    SELECT l.narration, l.reference, l.line_key, e.reference AS seen, p.reference AS shown, p.settled_note AS note
      FROM statement_lines l
      LEFT JOIN payment_evidence e ON e.company_id = l.company_id AND e.line_id = l.id
      LEFT JOIN payments p ON p.company_id = l.company_id AND p.id = e.payment_id
     WHERE l.company_id = ${companyId} ORDER BY l.narration, l.line_key`;
  expect(left.map(({ narration }) => narration)).toEqual([
    "",
    "",
    "",
    "aside lately",
    "charge lately",
    "moved since",
    "open",
  ]);
  expect(left.slice(0, 3).map(({ line_key }) => line_key)).toEqual(["aside", "charge", "paid"]);
  expect(
    left.slice(0, 3).every(({ reference, seen, note }) => reference === null && !seen && !note),
  ).toBe(true);
  // The number of the entry that was put away is deleted with its note; numbers that others have
  // stay.
  expect(left.find(({ line_key }) => line_key === "aside")).toMatchObject({ shown: null });
  expect(left.slice(3)).toMatchObject([
    { reference: "aside lately", seen: "aside lately", shown: "aside lately", note: "Asha" },
    { reference: "charge lately" },
    { reference: "moved since", seen: "moved since" },
    { reference: "open", seen: "open", shown: "open" },
  ]);
  const [emptied] = await harness.database
    .sql`SELECT unread FROM statements WHERE company_id = ${companyId}`;
  expect(emptied).toEqual({ unread: [] });
  expect(await run()).toMatchObject({ entries: 0 });
  const told = (await retentionsOf(companyId)).map(({ after }) => after);
  expect(told).toContainEqual({ entries: 1 });
});

test("no proof is deleted without the setting, and one company's failure does not stop the others", async () => {
  const { companyId, admin } = await shop(null);
  const person = await harness.person(companyId, "USER");
  const { orderId } = await pay(person);
  await settle(admin, orderId);
  await age(companyId, 20 * 365);
  expect(await run()).toMatchObject({ proofs: 0 });
  await admin.companies.updateSettings({ proofYears: "19" });
  await harness.database.db
    .update(companies)
    .set({ settings: { messageDays: Number.MAX_SAFE_INTEGER } })
    .where(eq(companies.id, (await shop(null)).companyId));
  await expect(run()).rejects.toThrow("The retention failed.");
  expect(await proofOf(orderId)).toBeNull();
});
