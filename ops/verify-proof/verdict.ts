import { createPublicKey, verify } from "node:crypto";
import type { BatchRow, BatchSeal } from "@server/launch/rules/batch-seal";
import type { TraceVerdict } from "@server/launch/rules/verify-trace";
import type { VerifySignature } from "@server/ledger/rules/verify-proof";

/** Verifies an Ed25519 signature by Node. */
export const isSignedHere: VerifySignature = (publicKey, text, signature) => {
  try {
    const x = Buffer.from(publicKey, "base64").toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return Promise.resolve(verify(null, Buffer.from(text), key, Buffer.from(signature, "base64")));
  } catch {
    return Promise.resolve(false);
  }
};

const FAULTS = {
  FORMAT: "This is no proof, or it is damaged.",
  SIGNATURE: "The signature is wrong: the checkpoint was changed.",
  KEY: "The checkpoint is signed by another key.",
  INCLUSION: "The allocation is not in the ledger of this checkpoint.",
  CONSISTENCY: "The later ledger does not begin with the earlier one: the history was rewritten.",
  CHECKPOINT: "The batch's seal names another checkpoint than the allocations' one.",
  ROW: "The row is not in the batch's seal.",
  PARTS: "The row's tokens are not those of its allocations.",
  CLAIM: "The claim differs from the row: its index, address or amount.",
  LEAF: "The claim does not lead to the root of the batch's seal.",
  ROOT: "The root that you gave is not that of the batch's seal.",
};

const KEY_OF_FILE =
  "The key was taken from the file: compare it with one that you know, or give --key.";

/** Returns the checkpoints of a kept file, which is a proof or a single checkpoint. */
function checkpointTexts(file: unknown): string[] {
  if (typeof file !== "object" || file === null) return [];
  const fields = file as Record<string, unknown>;
  if (typeof fields["text"] === "string" && typeof fields["signature"] === "string") {
    return [fields["text"]];
  }
  const allocations: unknown[] = Array.isArray(fields["allocations"]) ? fields["allocations"] : [];
  return [fields["checkpoint"], fields["first"], fields["second"], ...allocations].flatMap(
    checkpointTexts,
  );
}

/**
 * Compares a proof with a file that was kept: a consistency proof must start at one of its
 * checkpoints. Returns the fault; null if there is none.
 */
export function keptFault(kept: unknown, proof: unknown): string | null {
  const texts = checkpointTexts(kept);
  if (texts.length === 0) return "The kept file has no checkpoint.";
  return checkpointTexts(proof).some((text) => texts.includes(text))
    ? null
    : "The proof does not start at the kept checkpoint: its history is another one.";
}

export function formatVerdict(
  verdict: TraceVerdict,
  { isKeyGiven, fault }: { isKeyGiven: boolean; fault: string | null },
): { text: string; isGood: boolean } {
  if (!verdict.ok) return { text: FAULTS[verdict.fault], isGood: false };
  if (fault !== null) return { text: fault, isGood: false };
  if (verdict.kind === "batch") return { text: deliveryText(verdict, isKeyGiven), isGood: true };
  const last = verdict.kind === "inclusion" ? verdict.checkpoint : verdict.second;
  const lines = [
    ...(verdict.kind === "inclusion"
      ? [
          `The proof holds: entry ${verdict.leafIndex + 1} is among the ${last.size} of checkpoint ${last.number}.`,
          ...(verdict.text === null ? [] : ["", verdict.text, ""]),
        ]
      : [
          `The proof holds: the ${verdict.first.size} entries of checkpoint ${verdict.first.number} are the start of the ${last.size} of checkpoint ${last.number}.`,
        ]),
    `Signed at ${last.signedAt.toISOString()} by key ${last.keyId}.`,
    ...(isKeyGiven ? [] : [KEY_OF_FILE]),
  ];
  return { text: lines.join("\n"), isGood: true };
}

function deliveryText({ seal, row }: { seal: BatchSeal; row: BatchRow }, isKeyGiven: boolean) {
  const parts = row.parts.map(({ sequence, tokens }) => `${tokens} of entry ${sequence}`);
  return [
    `The trace holds: ${row.tokens} tokens for ${row.address}, at index ${row.index} of batch ${seal.number}.`,
    `They are ${parts.join(", ")} of the ledger at checkpoint ${seal.checkpoint}.`,
    `The root is ${seal.root}: compare it with the one that the contract holds, or give --root.`,
    `Signed at ${seal.sealedAt.toISOString()} by key ${seal.keyId}.`,
    ...(isKeyGiven ? [] : [KEY_OF_FILE]),
  ].join("\n");
}
