import { rowOf, firstRow } from "@db/row-of";
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { notes, orders, users } from "@db/schema";
import type { NoteKind } from "@db/vocabulary";
import { newId } from "@db/ids";

/** A member, or one order of theirs. */
export interface Subject {
  memberId: string;
  orderId?: string | undefined;
}

/** The page shows so many of the newest notes. */
const MOST_NOTES = 100;

/** Finds a member who is not deleted and, where one is named, an order of theirs. */
export const findSubject = (db: Executor, companyId: string, { memberId, orderId }: Subject) =>
  firstRow(
    db
      .select({
        id: users.id,
        email: users.email,
        language: users.language,
        referralCode: users.referralCode,
        status: users.status,
        orderId: orders.id,
        orderNumber: orders.orderNumber,
      })
      .from(users)
      .leftJoin(
        orders,
        and(
          eq(orders.companyId, users.companyId),
          eq(orders.memberId, users.id),
          orderId === undefined ? sql`false` : eq(orders.id, orderId),
        ),
      )
      .where(
        and(rowOf(users, companyId, memberId), eq(users.role, "USER"), isNull(users.deletedAt)),
      ),
  );

export async function insertNote(
  tx: Executor,
  note: Subject & { companyId: string; kind: NoteKind; text: string; createdBy: string },
): Promise<string> {
  const id = newId();
  await tx.insert(notes).values({ ...note, id });
  return id;
}

/** Lists the notes of a member, or those of an order with those of its member. */
export const listNotes = (db: Executor, companyId: string, { memberId, orderId }: Subject) =>
  db
    .select({
      id: notes.id,
      kind: notes.kind,
      text: notes.text,
      at: notes.createdAt,
      by: users.name,
      orderNumber: orders.orderNumber,
    })
    .from(notes)
    .innerJoin(users, rowOf(users, notes.companyId, notes.createdBy))
    .leftJoin(orders, rowOf(orders, notes.companyId, notes.orderId))
    .where(
      and(
        eq(notes.companyId, companyId),
        eq(notes.memberId, memberId),
        orderId === undefined ? undefined : or(eq(notes.orderId, orderId), isNull(notes.orderId)),
      ),
    )
    .orderBy(desc(notes.createdAt), desc(notes.id))
    .limit(MOST_NOTES);

/** Deletes what admins wrote about a member and their orders. */
export async function deleteNotesOf(
  tx: Executor,
  companyId: string,
  memberId: string,
): Promise<void> {
  await tx.delete(notes).where(and(eq(notes.companyId, companyId), eq(notes.memberId, memberId)));
}
