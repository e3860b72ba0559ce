import { rowOf } from "@db/row-of";
import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { orders, passkeys, users } from "@db/schema";

export const recipient = {
  id: users.id,
  name: users.name,
  email: users.email,
  language: users.language,
  referralCode: users.referralCode,
  role: users.role,
  status: users.status,
  deletedAt: users.deletedAt,
  isApproved: users.isApproved,
  mailsNotices: users.mailsNotices,
};
export type Recipient = Awaited<ReturnType<typeof listAdmins>>[number];

/** Lists a company's admins, as recipients of a notification. */
export const listAdmins = (db: Executor, companyId: string) => adminsOf(db, companyId, undefined);

/**
 * Lists the admins who chose a mail for each payment, or those who get the company's daily mail.
 */
export const listAdminsToNotify = (db: Executor, companyId: string, mails: "EACH" | "DAILY") =>
  adminsOf(db, companyId, eq(users.mailsEachOrder, mails === "EACH"));

/**
 * Lists the admins to notify of a submitted order: those who chose a mail for each, and every one if no
 * other order of the company was submitted. A reversed one does not count: a company tests its sale
 * before the first buyer comes. Two first orders at once notify each admin of both.
 */
export const listAdminsToNotifyOfOrder = (
  db: Executor,
  { companyId, id }: { companyId: string; id: string },
) =>
  adminsOf(
    db,
    companyId,
    or(
      users.mailsEachOrder,
      sql`NOT EXISTS (SELECT 1 FROM ${orders} WHERE ${and(
        eq(orders.companyId, companyId),
        inArray(orders.status, ["PENDING", "APPROVED", "REJECTED"]),
        isNotNull(orders.submittedAt),
        ne(orders.id, id),
      )})`,
    ),
  );

/** Lists the admins who have a password or a passkey. */
export const listAdminsWhoLogIn = (db: Executor, companyId: string) =>
  adminsOf(
    db,
    companyId,
    or(
      isNotNull(users.passwordHash),
      sql`EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeys.companyId} = ${companyId} AND ${passkeys.personId} = ${users.id})`,
    ),
  );

const adminsOf = async (db: Executor, companyId: string, which: SQL | undefined) =>
  db
    .select(recipient)
    .from(users)
    .where(
      and(
        eq(users.companyId, companyId),
        eq(users.role, "ADMIN"),
        eq(users.status, "ACTIVE"),
        isNull(users.deletedAt),
        which,
      ),
    );

/** Finds a person of a company, deleted or not. */
export async function findPerson(
  db: Executor,
  companyId: string,
  id: string,
): Promise<Recipient | undefined> {
  const [row] = await db
    .select(recipient)
    .from(users)
    .where(rowOf(users, companyId, id));
  return row;
}
