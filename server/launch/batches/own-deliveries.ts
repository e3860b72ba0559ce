import type { Executor } from "@db/client";
import { lastingMemberProcedure } from "@server/access";
import type { OwnDelivery } from "@server/launch/contracts/batches";
import { listParts, listRowsOf, proofOf } from "@server/launch/queries/batch-rows";
import { findSeal } from "@server/launch/queries/batches";
import { amountOf, type BatchRow } from "@server/launch/rules/batch-seal";
import { addressLink, transactionLink } from "@server/launch/rules/transactions";

type OwnRow = Awaited<ReturnType<typeof listRowsOf>>[number];

/**
 * Lists what was delivered to the member, newest first: rows of batches that can be claimed, and rows that
 * were sent. What is frozen only, or published without funds, is not shown.
 */
export const ownDeliveries = lastingMemberProcedure.query(
  async ({ ctx: { db, company, actor } }): Promise<OwnDelivery[]> => {
    const rows = await listRowsOf(db, company.id, actor.id);
    const shown: OwnDelivery[] = [];
    for (const row of rows) {
      const { batch, hash } = row;
      const isSent = batch.way === "SEND" && hash !== null;
      const isClaimed = batch.way === "CLAIM" && batch.state === "DELIVERED";
      if (!isSent && !isClaimed) continue;
      const told = isSent ? hash : batch.fundedHash;
      shown.push({
        number: batch.number,
        tokens: row.tokens,
        address: row.address,
        network: batch.network ?? "",
        hash: told,
        link: batch.explorer && told && transactionLink(batch.explorer, told),
        claim: isClaimed ? await claimOf(db, row) : null,
      });
    }
    return shown;
  },
);

async function claimOf(
  db: Executor,
  { batch, index, address, tokens }: OwnRow,
): Promise<OwnDelivery["claim"]> {
  const { contract, chainId, claimCall, claimUntil, explorer } = batch;
  const [seal, proof] = [await findSeal(db, batch), await proofOf(db, batch, index, "claims")];
  if (!contract || !chainId || !claimCall || !claimUntil || !explorer || !seal || !proof)
    return null;
  const amount = amountOf(tokens);
  // It loads viem, of hundreds of modules.
  const { claimData } = await import("@server/launch/rules/claim-call");
  return {
    index,
    amount: String(amount),
    chainId,
    contract,
    contractLink: addressLink(explorer, contract),
    until: claimUntil,
    root: seal.root,
    proof,
    data: claimData(claimCall, { index, address, amount, proof }),
  };
}

/** Returns a member's row of a frozen batch with its parts; null if the member is not in it. */
export async function findOwnRow(
  db: Executor,
  companyId: string,
  { memberId, number }: { memberId: string; number: number },
): Promise<{ batch: OwnRow["batch"]; row: BatchRow } | null> {
  const found = (await listRowsOf(db, companyId, memberId)).find(
    ({ batch }) => batch.number === number,
  );
  if (!found) return null;
  const { batch, index, address, tokens } = found;
  const parts = await listParts(db, batch, { after: index - 1, until: index });
  return {
    batch,
    row: {
      index,
      address,
      tokens,
      parts: parts.map(({ sequence, part, tokens: taken }) => ({ sequence, part, tokens: taken })),
    },
  };
}
