import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { newId } from "../ids";
import { beneficiaries, paymentNotices, paymentWebhooks, statementLines, users } from "../schema";
import { NOTICE_DAYS } from "../vocabulary";
import type { NewLine } from "./statements";

export type PaymentWebhook = typeof paymentWebhooks.$inferSelect;
type PaymentNotice = typeof paymentNotices.$inferSelect;

interface AccountRef {
  companyId: string;
  accountId: string;
}

const ofAccount = ({ companyId, accountId }: AccountRef) =>
  and(eq(paymentWebhooks.companyId, companyId), eq(paymentWebhooks.accountId, accountId));

export async function findWebhook(
  db: Executor,
  account: AccountRef,
): Promise<PaymentWebhook | undefined> {
  const [row] = await db.select().from(paymentWebhooks).where(ofAccount(account));
  return row;
}

/** The same, locked: by who changes it, adds a notice, or imports a statement of its account. */
export async function lockWebhook(
  tx: Executor,
  account: AccountRef,
): Promise<PaymentWebhook | undefined> {
  const [row] = await tx
    .select()
    .from(paymentWebhooks)
    .where(ofAccount(account))
    .for("no key update");
  return row;
}

/** The company's accounts, each with its webhook, who made the secret, and the time of the last notice. */
export async function listWebhooks(db: Executor, companyId: string) {
  const lastNoticeAt = sql<string | null>`(SELECT max(n.created_at) FROM payment_notices n
    WHERE n.company_id = ${companyId} AND n.account_id = ${beneficiaries.id})`;
  const rows = await db
    .select({ account: beneficiaries, webhook: paymentWebhooks, setBy: users.name, lastNoticeAt })
    .from(beneficiaries)
    .leftJoin(
      paymentWebhooks,
      and(
        eq(paymentWebhooks.companyId, companyId),
        eq(paymentWebhooks.accountId, beneficiaries.id),
      ),
    )
    .leftJoin(users, and(eq(users.companyId, companyId), eq(users.id, paymentWebhooks.setBy)))
    .where(
      and(
        eq(beneficiaries.companyId, companyId),
        eq(beneficiaries.isCurrent, true),
        isNull(beneficiaries.removedAt),
      ),
    )
    .orderBy(desc(beneficiaries.isDefault), asc(beneficiaries.id))
    .limit(100);
  return rows.map((row) => ({
    ...row,
    lastNoticeAt: row.lastNoticeAt === null ? null : new Date(row.lastNoticeAt),
  }));
}

/** Stores the first secret of an account. False if it has one. */
export async function insertWebhook(
  tx: Executor,
  webhook: AccountRef & Pick<PaymentWebhook, "secretEncrypted" | "setBy">,
): Promise<boolean> {
  const added = await tx
    .insert(paymentWebhooks)
    .values(webhook)
    .onConflictDoNothing()
    .returning({ accountId: paymentWebhooks.accountId });
  return added.length === 1;
}

/** Replaces the secret of a locked webhook; the one before stays valid for so many hours. */
export async function renewWebhook(
  tx: Executor,
  { companyId, accountId, secretEncrypted }: PaymentWebhook,
  next: { secretEncrypted: string; setBy: string; overlapHours: number },
): Promise<void> {
  await tx
    .update(paymentWebhooks)
    .set({
      secretEncrypted: next.secretEncrypted,
      setBy: next.setBy,
      previousEncrypted: secretEncrypted,
      previousUntil: sql`now() + make_interval(hours => ${next.overlapHours})`,
    })
    .where(ofAccount({ companyId, accountId }));
}

/** False if the account had none. */
export async function deleteWebhook(tx: Executor, account: AccountRef): Promise<boolean> {
  const gone = await tx
    .delete(paymentWebhooks)
    .where(ofAccount(account))
    .returning({ accountId: paymentWebhooks.accountId });
  return gone.length === 1;
}

/** An accepted event of an account, by the sender's id. */
export async function findNotice(
  db: Executor,
  { companyId, accountId, eventId }: AccountRef & Pick<PaymentNotice, "eventId">,
): Promise<PaymentNotice | undefined> {
  const [row] = await db
    .select()
    .from(paymentNotices)
    .where(
      and(
        eq(paymentNotices.companyId, companyId),
        eq(paymentNotices.accountId, accountId),
        eq(paymentNotices.eventId, eventId),
      ),
    );
  return row;
}

/**
 * Stores a notice, and its entry unless the account has an entry with one of these keys: a bank's
 * statement may have it under another day. The webhook is locked. Returns whether the entry is new.
 */
export async function insertNotice(
  tx: Executor,
  notice: Omit<PaymentNotice, "lineId" | "createdAt">,
  line: NewLine,
  keys: readonly string[],
): Promise<boolean> {
  const { companyId, accountId } = notice;
  const [known] = await tx
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.companyId, companyId),
        eq(statementLines.accountId, accountId),
        inArray(statementLines.lineKey, [...keys]),
        eq(statementLines.occurrence, line.occurrence),
      ),
    )
    .limit(1);
  const lineId = known?.id ?? newId();
  if (!known) {
    const { paymentNumber: _, ...stored } = line;
    await tx.insert(statementLines).values({ ...stored, companyId, accountId, id: lineId });
  }
  await tx.insert(paymentNotices).values({ ...notice, lineId });
  return !known;
}

/**
 * Gives the entries that only notices told of to the statement that has them: the payment's number and the
 * sum agree, and the days but for a few. They take the bank's day, and with it the key by which the
 * statement then adds nothing. A row takes over one entry, the nearest; another one stays. Locks the account's webhook, so that no notice comes in between.
 */
export async function takeOverNotices(
  tx: Executor,
  { companyId, accountId, id }: AccountRef & { id: string },
  lines: readonly NewLine[],
): Promise<void> {
  await lockWebhook(tx, { companyId, accountId });
  const isWaiting = and(
    eq(paymentNotices.companyId, companyId),
    eq(paymentNotices.accountId, accountId),
    isNull(statementLines.statementId),
  );
  const waiting = await tx
    .selectDistinct({ number: paymentNotices.paymentNumber })
    .from(paymentNotices)
    .innerJoin(
      statementLines,
      and(
        eq(statementLines.companyId, paymentNotices.companyId),
        eq(statementLines.id, paymentNotices.lineId),
      ),
    )
    .where(isWaiting)
    .orderBy(desc(paymentNotices.paymentNumber));
  if (waiting.length === 0) return;
  const numbers = new Set(waiting.map(({ number }) => number));
  const stated = lines
    .filter((line) => numbers.has(line.paymentNumber ?? "") && line.occurrence === 1)
    .map((line) => ({
      payment_number: line.paymentNumber,
      line_key: line.lineKey,
      booked_on: line.bookedOn,
      value_on: line.valueOn,
      amount_paise: line.amountPaise,
      side: line.side,
      balance_paise: line.balancePaise,
    }));
  if (stated.length === 0) return;
  await tx.execute(sql`
    WITH near AS (
      SELECT DISTINCT ON (l.id) l.id, abs(l.booked_on - s.booked_on) AS days, s.*
        FROM payment_notices n
        JOIN jsonb_to_recordset(${JSON.stringify(stated)}::jsonb) AS s (payment_number text,
             line_key text, booked_on date, value_on date, amount_paise bigint, side text,
             balance_paise bigint) ON s.payment_number = n.payment_number
        JOIN statement_lines l ON l.company_id = n.company_id AND l.id = n.line_id
       WHERE n.company_id = ${companyId} AND n.account_id = ${accountId}
         AND l.statement_id IS NULL AND l.side = s.side AND l.amount_paise = s.amount_paise
         AND abs(l.booked_on - s.booked_on) <= ${NOTICE_DAYS}
         AND NOT EXISTS (SELECT 1 FROM statement_lines o
              WHERE o.company_id = l.company_id AND o.account_id = l.account_id
                AND o.line_key = s.line_key AND o.occurrence = 1 AND o.id <> l.id)
       ORDER BY l.id, days, s.line_key
    ), taken AS (
      SELECT DISTINCT ON (line_key) * FROM near ORDER BY line_key, days, id
    )
    UPDATE statement_lines l SET statement_id = ${id}, line_key = s.line_key,
           booked_on = s.booked_on, value_on = s.value_on, balance_paise = s.balance_paise
      FROM taken s WHERE l.company_id = ${companyId} AND l.id = s.id`);
}
