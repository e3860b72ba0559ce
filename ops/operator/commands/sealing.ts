import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { PLATFORM_ID } from "@db/platform";
import {
  lastCheckpoint,
  listSealedCompanies,
  listSealingKeys,
} from "@server/ledger/queries/sealing";
import { SEALED_LOGS } from "@db/vocabulary";
import { checkpointHash } from "@server/ledger/rules/checkpoint";
import { newSealingKey, signingKey } from "@server/ledger/sealing/signing-key";
import {
  type DatabaseReport,
  type Trusted,
  faultsIn,
  verifyDatabase,
} from "@server/verification/verify-database";
import { listLedgerCompanies, listOddRewards } from "@server/verification/queries/ledger";
import { budgetFaults } from "@server/verification/recompute";
import { inSnapshot } from "@server/verification/verify-ledger";
import { type Command, countFaults, formatRows } from "@ops/operator/command";
import { type Operator, OperatorError } from "@ops/operator/operator";

/** A file to keep outside the database: its public keys, and the last checkpoint of each log. */
const AnchorFile = z.object({
  format: z.literal("prelaunch-anchors-1"),
  publicKeys: z.array(z.base64().length(44)).min(1),
  anchors: z.array(
    z.object({
      companyId: z.uuid(),
      log: z.enum(SEALED_LOGS),
      number: z.int().positive(),
      hash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

async function readAnchors(file: string): Promise<Trusted> {
  try {
    return AnchorFile.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    throw new OperatorError(`${file} is no file that ledger anchor wrote.`);
  }
}

async function anchorsOf({ deps }: Operator): Promise<z.output<typeof AnchorFile>> {
  const { db } = deps.database;
  const anchors: z.output<typeof AnchorFile>["anchors"] = [];
  for (const companyId of await listSealedCompanies(db)) {
    for (const log of SEALED_LOGS) {
      const last = await lastCheckpoint(db, companyId, log);
      if (last) anchors.push({ companyId, log, number: last.number, hash: checkpointHash(last) });
    }
  }
  const publicKeys = (await listSealingKeys(db)).map(({ publicKey }) => publicKey);
  if (publicKeys.length === 0) throw new OperatorError("Nothing is sealed yet.");
  return { format: "prelaunch-anchors-1", publicKeys, anchors };
}

/** Prints one line per company, one per faulty key, and the sum; throws when there are faults. */
function reportWords(report: DatabaseReport): string {
  const { companies, keyFaults, misplaced, areKeysGiven } = report;
  const each = [...companies, ...keyFaults, ...misplaced].map((one) => JSON.stringify(one));
  const faults = faultsIn(report);
  if (faults > 0) throw new OperatorError([...each, countFaults(faults)].join("\n"));
  const unsealed = companies.flatMap(({ sealedAllocations, sealedAudit }) => [
    sealedAllocations,
    sealedAudit,
  ]);
  const tail = unsealed.reduce((sum, one) => sum + one.unsealed, 0);
  const oldest = Math.max(0, ...unsealed.map(({ unsealedSeconds }) => unsealedSeconds));
  // The platform has an audit log, but no ledger.
  const ledgers = companies.filter(({ company }) => company.id !== PLATFORM_ID).length;
  return [
    ...each,
    tail === 0
      ? "Everything is sealed."
      : `${tail} entries are not sealed, the oldest of ${oldest} s ago.`,
    areKeysGiven
      ? "Signed by the given keys."
      : "The public keys are those of this database: give a file of ledger anchor to check against keys that are kept elsewhere.",
    ledgers === 1 ? "1 ledger holds." : `${ledgers} ledgers hold.`,
  ].join("\n");
}

const newKeyWords = (): string => {
  const sealingKey = newSealingKey();
  const { id, publicKey } = signingKey(sealingKey);
  return [`SEALING_KEY=${sealingKey}`, `public key\t${publicKey}`, `id\t${id}`].join("\n");
};

export const sealingCommands: readonly Command[] = [
  {
    name: "sealing-key new",
    words: [],
    does: "prints a new value for SEALING_KEY, and its public key; stores nothing",
    runsAlone: newKeyWords,
    run: () => Promise.resolve(newKeyWords()),
  },
  {
    name: "sealing-key list",
    words: [],
    does: "the public keys that signed checkpoints, by their first use",
    needsNoSecret: true,
    run: async ({ deps }) =>
      formatRows(
        (await listSealingKeys(deps.database.db)).map((key) => [
          key.firstUsedAt.toISOString(),
          key.publicKey,
          key.id,
        ]),
      ),
  },
  {
    name: "ledger verify",
    words: ["[anchor-file]"],
    does: "recomputes every chain, seal, checkpoint and stored figure; with a file of ledger anchor, against the keys and checkpoints in it",
    needsNoSecret: true,
    run: async ({ deps }, [file]) =>
      reportWords(await verifyDatabase(deps.database.db, file ? await readAnchors(file) : {})),
  },
  {
    name: "ledger anchor",
    words: ["<file>"],
    does: "writes the public keys and the last checkpoints to a file, to be kept elsewhere",
    needsNoSecret: true,
    async run(operator, [file = ""]) {
      const anchors = await anchorsOf(operator);
      await writeFile(file, `${JSON.stringify(anchors, null, 2)}\n`);
      return `Written to ${file}.`;
    },
  },
  {
    name: "referral recompute",
    words: [],
    does: "compares each reward with what its order holds and the ledger gave, and each campaign's budget with its orders; fails with the differences",
    needsNoSecret: true,
    async run({ deps }) {
      const { db } = deps.database;
      const odd: string[] = [];
      for (const { id, name } of await listLedgerCompanies(db)) {
        const faults = await inSnapshot(db, async (tx) => [
          ...(await listOddRewards(tx, id, 1000)),
          ...(await budgetFaults(tx, id)),
        ]);
        odd.push(...faults.map((fault) => JSON.stringify({ company: name, ...fault })));
      }
      if (odd.length > 0) throw new OperatorError([...odd, countFaults(odd.length)].join("\n"));
      return "Every reward agrees with its order and the ledger, every budget with its orders.";
    },
  },
];
