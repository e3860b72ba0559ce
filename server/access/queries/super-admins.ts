import { asc, eq, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { superAdmins } from "@db/schema";
import { firstRow } from "@db/row-of";

export const findSuperAdminByEmail = (db: Executor, email: string) =>
  firstRow(
    db
      .select()
      .from(superAdmins)
      .where(sql`lower(${superAdmins.email}) = lower(${email})`),
  );

export const findSuperAdmin = (db: Executor, id: string) =>
  firstRow(db.select().from(superAdmins).where(eq(superAdmins.id, id)));

/** Locks a super admin; false if there is none. */
export async function lockSuperAdmin(tx: Executor, id: string): Promise<boolean> {
  const own = eq(superAdmins.id, id);
  return (
    (await tx.select({ id: superAdmins.id }).from(superAdmins).where(own).for("update")).length ===
    1
  );
}

/** Creates a super admin with this address unless one exists. True if created. */
export async function ensureSuperAdmin(db: Executor, email: string): Promise<boolean> {
  const made = await db
    .insert(superAdmins)
    .values({ email })
    .onConflictDoNothing()
    .returning({ id: superAdmins.id });
  return made.length === 1;
}

export async function listSuperAdmins(db: Executor) {
  return db.select().from(superAdmins).orderBy(asc(superAdmins.email));
}

/** Deletes a super admin; false for the last one. Concurrent deletions wait for each other. */
export async function deleteSuperAdmin(tx: Executor, id: string): Promise<boolean> {
  const all = await tx.select({ id: superAdmins.id }).from(superAdmins).for("update");
  if (all.length < 2) return false;
  await tx.delete(superAdmins).where(eq(superAdmins.id, id));
  return true;
}
