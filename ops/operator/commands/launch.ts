import { readTexts } from "@server/launch/batches/read-rows";
import { findTrees, listBatches } from "@server/launch/queries/batches";
import { sumDelivered } from "@server/launch/queries/batch-rows";
import { batchTrees } from "@server/launch/rules/batch-trees";
import { nodeSha256 } from "@server/ledger/sealing/merkle-store";
import { listLedgerCompanies } from "@server/verification/queries/ledger";
import { listSealingKeys } from "@server/ledger/queries/sealing";
import { verifyBatches } from "@server/verification/verify-batches";
import { inSnapshot } from "@server/verification/verify-ledger";
import type { Executor } from "@db/client";
import { type Command, countFaults } from "@ops/operator/command";
import { OperatorError } from "@ops/operator/operator";

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** Lists a company's batches whose trees are not those of their rows, by number. */
async function listOddTrees(tx: Executor, companyId: string): Promise<number[]> {
  const odd: number[] = [];
  for (const { batch } of await listBatches(tx, companyId)) {
    const stored = await findTrees(tx, batch);
    if (!stored) continue;
    const texts = await readTexts(tx, batch);
    const built = texts.length > 0 && batchTrees(texts, nodeSha256);
    const isBuilt =
      built &&
      isSame(built.claims.nodes, stored.tree) &&
      isSame(built.claims.places, stored.places) &&
      isSame(built.parts.nodes, stored.partsTree) &&
      isSame(built.parts.places, stored.partsPlaces);
    if (!isBuilt) odd.push(batch.number);
  }
  return odd;
}

export const launchCommands: readonly Command[] = [
  {
    name: "launch verify",
    words: [],
    does: "rebuilds the trees of every batch, and compares batches with the ledger, their seals and their keys; fails with the differences",
    needsNoSecret: true,
    async run({ deps }) {
      const { db } = deps.database;
      const keys = new Map((await listSealingKeys(db)).map((key) => [key.id, key.publicKey]));
      const lines: string[] = [];
      const odd: string[] = [];
      for (const { id, name } of await listLedgerCompanies(db)) {
        await inSnapshot(db, async (tx) => {
          const faults = [
            ...(await verifyBatches(tx, id, { keys })),
            ...(await listOddTrees(tx, id)).map((batch) => ({
              kind: "batch",
              batch,
              fault: "tree",
            })),
          ];
          odd.push(...faults.map((fault) => JSON.stringify({ company: name, ...fault })));
          lines.push(JSON.stringify({ company: name, ...(await sumDelivered(tx, id)) }));
        });
      }
      if (odd.length > 0) throw new OperatorError([...odd, countFaults(odd.length)].join("\n"));
      return [...lines, "Every batch agrees with the ledger, its seal and its trees."].join("\n");
    },
  },
];
