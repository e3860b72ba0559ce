import { createPublicKey, verify } from "node:crypto";
import type { ProofVerdict, VerifySignature } from "@server/ledger/rules/verify-proof";

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
};

/** Returns the checkpoints of a kept file, which is a proof or a single checkpoint. */
function checkpointTexts(file: unknown): string[] {
  if (typeof file !== "object" || file === null) return [];
  const fields = file as Record<string, unknown>;
  if (typeof fields["text"] === "string" && typeof fields["signature"] === "string") {
    return [fields["text"]];
  }
  return [fields["checkpoint"], fields["first"], fields["second"]].flatMap(checkpointTexts);
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
  verdict: ProofVerdict,
  { isKeyGiven, fault }: { isKeyGiven: boolean; fault: string | null },
): { text: string; isGood: boolean } {
  if (!verdict.ok) return { text: FAULTS[verdict.fault], isGood: false };
  if (fault !== null) return { text: fault, isGood: false };
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
    ...(isKeyGiven
      ? []
      : ["The key was taken from the file: compare it with one that you know, or give --key."]),
  ];
  return { text: lines.join("\n"), isGood: true };
}
