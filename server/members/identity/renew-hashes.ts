import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { identityCases } from "@db/schema";
import { isOf } from "@server/members/queries/identity";
import { canDecrypt, type Secrets } from "@server/platform";
import { openDetails, panHash, secondHash } from "./details";

const BATCH = 500;

/**
 * Hashes the numbers of all identity cases again by one secret, which encrypted them, as after an
 * exchange of APP_SECRET. A case that changes meanwhile, or that the secret cannot read, is left.
 */
export async function renewIdentityHashes(db: Executor, secrets: Secrets): Promise<void> {
  let after: { companyId: string; memberId: string } | undefined;
  for (;;) {
    const rows = await db
      .select()
      .from(identityCases)
      .where(
        and(
          isNotNull(identityCases.detailsEncrypted),
          after &&
            sql`(${identityCases.companyId}, ${identityCases.memberId}) > (${after.companyId}, ${after.memberId})`,
        ),
      )
      .orderBy(asc(identityCases.companyId), asc(identityCases.memberId))
      .limit(BATCH);
    for (const row of rows) {
      const { companyId, memberId, secondKind: kind, detailsEncrypted: sealed } = row;
      if (sealed === null || !canDecrypt(secrets, "identity", sealed)) continue;
      const { pan, secondNumber } = openDetails(secrets, sealed);
      const hashes = {
        panHash: pan && panHash(secrets, companyId, pan),
        secondHash:
          kind && secondNumber && secondHash(secrets, companyId, { kind, number: secondNumber }),
      };
      if (hashes.panHash === row.panHash && hashes.secondHash === row.secondHash) continue;
      await db
        .update(identityCases)
        .set(hashes)
        .where(
          and(isOf(identityCases, companyId, memberId), eq(identityCases.detailsEncrypted, sealed)),
        );
    }
    after = rows.at(-1);
    if (rows.length < BATCH) return;
  }
}
