import { eq } from "drizzle-orm";
import { transact } from "@db/client";
import { users } from "@db/schema";
import type { MemberHarness, UserRow } from "./member-harness";
import { resultCode } from "./order-harness";

/**
 * Runs a call of an earlier session that proved the old password before the owner's password reset is
 * committed, and writes after. Returns its result code. The call must wait for the person's row:
 * without that it ends before the reset, and succeeds.
 */
export async function duringReset(
  { database, deps }: MemberHarness,
  person: UserRow,
  call: () => Promise<unknown>,
): Promise<string> {
  const passwordHash = await deps.passwords.hash("the password of the reset");
  let writing = Promise.resolve("");
  await transact(database.db, async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, person.id));
    let isOver = false;
    writing = resultCode(call()).finally(() => (isOver = true));
    writing.catch(() => undefined);
    const isWaiting = async () => {
      const [row] = await database.sql`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      return row?.["waiting"] === 1;
    };
    while (!isOver && !(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  return writing;
}
