import { hash } from "node:crypto";
import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type Executor, transact } from "@db/client";
import { newId, newSalt } from "@db/ids";
import { insertAudit } from "@server/platform/queries/audit";
import { refundPayment } from "@server/payments/queries/payment-refunds";
import {
  allocations,
  auditEntries,
  companies,
  orders,
  paymentKeys,
  payments,
  supplies,
  users,
} from "@db/schema";
import { statedPayment } from "@server/orders/rules/stated-decision";
import { quote } from "@server/platform/rules/money/quote";
import { typedKey } from "@server/payments/rules/keys";
import { rewardFor } from "@server/ledger/rules/reward";
import { type ChainedAllocation, chainAllocation } from "@server/ledger/rules/hash-chain.server";
import { POOL_BPS, splitSupply } from "@server/sites/rules/pools";
import type { SupplyPool } from "@db/vocabulary";
import { decidedEntry } from "@server/orders/records/order-audit";
import { purchaseAllocations, reversalsOf } from "@server/orders/deciding/purchase-allocations";

/** Writes the ledger of a company in bulk, as a million approvals would have left it. */
export interface LedgerFixture {
  companyId: string;
  /** Adds approved orders: two of three with a reward, one of five reversed. */
  approve(count: number): Promise<void>;
  /** Adds orders that hold tokens: the members' OPEN ones, and PENDING ones with a reward. */
  hold(): Promise<void>;
  /** Sends back most of the money of the reversed orders. */
  refund(): Promise<void>;
}

const SUPPLY = 1_000_000_000_000;
const REWARD_BPS = 500;
const AT_ONCE = 2000;
const START = Date.UTC(2026, 0, 1);

export async function ledgerFixture(db: Executor): Promise<LedgerFixture> {
  const companyId = newId();
  const [adminId, buyerId, referrerId] = [newId(), newId(), newId()];
  await db.insert(companies).values({
    id: companyId,
    name: `Ledger ${companyId.slice(-6)}`,
    email: "desk@ledger.example",
    mobile: "+919876500000",
    tokenName: "Test token",
    tokenSymbol: "TEST",
    totalSupply: SUPPLY,
  });
  const pools = splitSupply(SUPPLY);
  await db.insert(supplies).values(
    (Object.keys(POOL_BPS) as SupplyPool[]).map((pool) => ({
      companyId,
      pool,
      total: pools[pool],
    })),
  );
  await db.insert(users).values(
    [adminId, buyerId, referrerId].map((id, at) => ({
      companyId,
      id,
      role: at === 0 ? ("ADMIN" as const) : ("USER" as const),
      name: `Person ${at}`,
      email: `person${at}@ledger.example`,
      mobile: `+91987650000${at}`,
      referralCode: `${companyId.slice(-6).toUpperCase()}${at}`,
    })),
  );
  let head: ChainedAllocation | null = null;
  let made = 0;

  async function addBatch(count: number): Promise<void> {
    const rows = {
      orders: [] as (typeof orders.$inferInsert)[],
      allocations: [] as ChainedAllocation[],
      audit: [] as (typeof auditEntries.$inferInsert)[],
      payments: new Map<string, string>(),
    };
    const append = (fields: Parameters<typeof chainAllocation>[0]): ChainedAllocation => {
      const row: ChainedAllocation = chainAllocation(fields, head);
      rows.allocations.push(row);
      head = row;
      return row;
    };
    for (let n = 0; n < count; n += 1) {
      made += 1;
      const at = new Date(START + made * 1000);
      const terms = { amountPaise: 100_000 + made, priceMicroRupees: 10_000_000, feeBps: 250 };
      const { quantity, feePaise, totalPaise } = quote(terms);
      const isReferred = made % 3 !== 0;
      const isReversed = made % 5 === 0;
      const rewardTokens = isReferred ? rewardFor(quantity, REWARD_BPS) : 0;
      const order = {
        companyId,
        id: newId(),
        memberId: buyerId,
        orderNumber: `PUR-${String(made).padStart(6, "0")}`,
        ...terms,
        quantity,
        feePaise,
        totalPaise,
        status: isReversed ? ("REVERSED" as const) : ("APPROVED" as const),
        referrerId: isReferred ? referrerId : null,
        rewardBps: isReferred ? REWARD_BPS : null,
        bonusBps: null,
        bonusTokens: 0,
        holdEndsAt: at,
        paymentMethod: "MANUAL" as const,
        submittedAt: at,
        submissionVersion: 1,
        decisionCount: 1,
        termsSalt: newSalt(),
        reference: null,
        proofMediaId: null,
        beneficiaryId: null,
        beneficiaryVersion: null,
        decisionReason: null,
        refundNote: null,
        reversedAt: isReversed ? at : null,
        decidedAt: at,
        decidedBy: adminId,
        approvedQuantity: null,
        approvedAmountPaise: null,
        approvedFeePaise: null,
        createdAt: at,
        updatedAt: at,
        ...(isReferred && {
          rewardState: isReversed ? ("WITHDRAWN" as const) : ("ALLOCATED" as const),
          rewardTokens,
          rewardReason: isReversed ? ("ORDER_REVERSED" as const) : null,
          rewardDecidedAt: at,
        }),
      };
      const payment = {
        id: newId(),
        method: order.paymentMethod,
        reference: null,
        proofMediaId: null,
        beneficiaryId: null,
        beneficiaryVersion: null,
        receivedPaise: totalPaise,
        receivedAt: at,
        confirmedBy: adminId,
      };
      rows.orders.push(order);
      rows.payments.set(order.id, payment.id);
      const given = purchaseAllocations(order, {
        quantity,
        reward: { tokens: rewardTokens, allocated: rewardTokens },
      });
      const appended = given.map((one) =>
        append({ ...one, companyId, id: newId(), createdAt: at }),
      );
      for (const one of isReversed ? reversalsOf(appended) : []) {
        append({ ...one, companyId, id: newId(), createdAt: at });
      }
      rows.audit.push({
        companyId,
        id: newId(),
        actorId: adminId,
        actorRole: "ADMIN",
        ...decidedEntry("PENDING", order, { payment: statedPayment(payment) }),
        requestId: hash("sha1", order.id).slice(0, 16),
        createdAt: at,
      });
    }
    const allocated = rows.allocations.reduce((sum, { quantity }) => sum + quantity, 0);
    await transact(db, async (tx) => {
      await insertAll(tx, orders, rows.orders);
      await insertAll(tx, allocations, rows.allocations);
      await insertAll(tx, auditEntries, rows.audit);
      await pay(tx, rows.payments);
      await tx.execute(
        sql`UPDATE supplies SET allocated = allocated + ${allocated}::bigint, chain_sequence = ${head?.sequence}, chain_hash = ${head?.hash} WHERE company_id = ${companyId} AND pool = 'REFERRAL'`,
      );
    });
  }

  async function hold(): Promise<void> {
    const at = new Date(START);
    const held = [
      { memberId: buyerId, status: "OPEN" as const, reward: 0 },
      { memberId: referrerId, status: "OPEN" as const, reward: 0 },
      { memberId: buyerId, status: "PENDING" as const, reward: REWARD_BPS },
      { memberId: buyerId, status: "PENDING" as const, reward: REWARD_BPS },
    ].map(({ memberId, status, reward }, n) => {
      const terms = { amountPaise: 100_000 * (n + 2), priceMicroRupees: 10_000_000, feeBps: 250 };
      const { quantity, feePaise, totalPaise } = quote(terms);
      return {
        companyId,
        id: newId(),
        memberId,
        orderNumber: `PUR-H${n}`,
        ...terms,
        quantity,
        feePaise,
        totalPaise,
        status,
        heldQuantity: quantity,
        heldReward: rewardFor(quantity, reward),
        referrerId: reward > 0 ? referrerId : null,
        rewardBps: reward > 0 ? reward : null,
        holdEndsAt: at,
        ...(status === "PENDING" && {
          paymentMethod: "BANK" as const,
          reference: `HELD-${n}`,
          submittedAt: at,
          submissionVersion: 1,
        }),
      };
    });
    await db.insert(orders).values(held);
    const tokens = held.reduce((sum, one) => sum + one.heldQuantity + one.heldReward, 0);
    await pay(db, new Map(held.map(({ id }) => [id, newId()])));
    await db.execute(
      sql`UPDATE supplies SET held = held + ${tokens}::bigint WHERE company_id = ${companyId} AND pool = 'REFERRAL'`,
    );
  }

  /** Inserts the payments of submitted orders, confirmed or waiting for an admin. */
  async function pay(tx: Executor, paymentOf: ReadonlyMap<string, string>): Promise<void> {
    const ids = [...paymentOf.keys()];
    await tx.execute(sql`
      WITH paid AS (
        SELECT o.*, m.id AS paid_by FROM orders o
          JOIN unnest(${sql.param(ids)}::uuid[], ${sql.param([...paymentOf.values()])}::uuid[]) AS m (of_order, id)
            ON m.of_order = o.id
         WHERE o.company_id = ${companyId} AND o.payment_method IS NOT NULL
      ), made AS (
        INSERT INTO payments (company_id, id, member_id, order_id, status, method, reference, amount_paise,
          received_paise, applied_paise, received_at, confirmed_by)
        SELECT company_id, paid_by, member_id, id,
               CASE status WHEN 'PENDING' THEN 'WAITING' ELSE 'CONFIRMED' END,
               payment_method, reference, total_paise,
               CASE WHEN status <> 'PENDING' THEN total_paise END,
               CASE status WHEN 'APPROVED' THEN total_paise ELSE 0 END,
               CASE WHEN status <> 'PENDING' THEN decided_at END, decided_by FROM paid
      ), entries AS (
        -- A bank's entry shows every fourth of them.
        INSERT INTO statement_lines (company_id, id, account_id, line_key, occurrence, booked_on, side, amount_paise, narration)
        SELECT company_id, gen_random_uuid(), company_id, paid_by::text, 1, '2026-01-01', 'CREDIT', total_paise, 'NEFT'
          FROM paid WHERE status <> 'PENDING' AND amount_paise % 4 = 0
        RETURNING id, line_key, booked_on, amount_paise
      ), shown AS (
        INSERT INTO payment_evidence (company_id, id, payment_id, payment_status, source, line_id, booked_on, amount_paise, decided_at, decided_by)
        SELECT company_id, gen_random_uuid(), paid_by, 'CONFIRMED', 'BANK', e.id, e.booked_on, e.amount_paise, decided_at, decided_by
          FROM entries e JOIN paid ON paid_by::text = e.line_key
      ), told AS (
        INSERT INTO payment_evidence (company_id, id, payment_id, payment_status, source, amount_paise, by, created_at)
        SELECT company_id, gen_random_uuid(), paid_by, 'CONFIRMED', 'ADMIN', total_paise, decided_by, decided_at
          FROM paid WHERE status <> 'PENDING'
      ), applied AS (
        INSERT INTO payment_applications (company_id, id, payment_id, order_id, amount_paise, ended_at)
        SELECT company_id, gen_random_uuid(), paid_by, id, total_paise, reversed_at
          FROM paid WHERE status <> 'PENDING'
      )
      UPDATE orders SET payment_id = paid.paid_by FROM paid
       WHERE orders.company_id = paid.company_id AND orders.id = paid.id`);
    const named = await tx
      .select({ paymentId: payments.id, reference: payments.reference, counts: payments.counts })
      .from(payments)
      .where(and(eq(payments.companyId, companyId), inArray(payments.orderId, ids)));
    const keys = named.flatMap(({ reference, ...of }) => {
      const key = reference === null ? null : typedKey(reference);
      return key === null ? [] : [{ ...of, companyId, key, source: "TYPED" as const }];
    });
    if (keys.length > 0) await tx.insert(paymentKeys).values(keys);
  }

  async function refund(): Promise<void> {
    const isOpen = and(
      eq(payments.companyId, companyId),
      sql`${payments.receivedPaise} > 0 AND ${payments.appliedPaise} + ${payments.refundedPaise} = 0`,
    );
    for (const { id: paymentId, orderId, receivedPaise } of await db
      .select()
      .from(payments)
      .where(isOpen)) {
      const sent = {
        id: newId(),
        amountPaise: (receivedPaise ?? 0) - 7,
        reference: "BACK",
        refundedOn: "2026-01-02",
        recordedBy: adminId,
      };
      await refundPayment(db, { companyId, id: paymentId }, sent);
      await insertAudit(db, {
        companyId,
        actorId: adminId,
        actorRole: "ADMIN",
        action: "payment.refunded",
        subjectType: "order",
        subjectId: orderId ?? "",
        after: { refund: { ...sent, paymentId } },
      });
    }
  }

  return {
    companyId,
    hold,
    refund,
    async approve(count) {
      for (let left = count; left > 0; left -= AT_ONCE) await addBatch(Math.min(left, AT_ONCE));
    },
  };
}

/** Inserts rows as JSON, in one statement. */
async function insertAll(tx: Executor, table: PgTable, rows: readonly object[]): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) =>
    rows.some((row) => key in row),
  );
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const named = rows.map((row) =>
    Object.fromEntries(
      columns.map(([key, { name }]) => [name, (row as Record<string, unknown>)[key]]),
    ),
  );
  await tx.execute(
    sql`INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(named)}::jsonb)`,
  );
}
