import { and, eq, isNull } from "drizzle-orm";
import type { Executor } from "../client";
import { users } from "../schema";

export const recipient = {
  id: users.id,
  name: users.name,
  email: users.email,
  language: users.language,
  referralCode: users.referralCode,
  role: users.role,
  status: users.status,
  deletedAt: users.deletedAt,
};
export type Recipient = Awaited<ReturnType<typeof listAdmins>>[number];

/** A company's admins, as recipients of a notification. */
export async function listAdmins(db: Executor, companyId: string) {
  return db
    .select(recipient)
    .from(users)
    .where(
      and(
        eq(users.companyId, companyId),
        eq(users.role, "ADMIN"),
        eq(users.status, "ACTIVE"),
        isNull(users.deletedAt),
      ),
    );
}

/** A person of a company, deleted or not. */
export async function findPerson(
  db: Executor,
  companyId: string,
  id: string,
): Promise<Recipient | undefined> {
  const [row] = await db
    .select(recipient)
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, id)));
  return row;
}
