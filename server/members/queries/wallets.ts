import { and, eq } from "drizzle-orm";
import { wallets } from "@db/schema";
import type { Executor } from "@db/client";

/** Deletes the wallets that a member proved; what was delivered keeps its address. */
export async function deleteWalletsOf(
  tx: Executor,
  companyId: string,
  memberId: string,
): Promise<void> {
  await tx
    .delete(wallets)
    .where(and(eq(wallets.companyId, companyId), eq(wallets.memberId, memberId)));
}
