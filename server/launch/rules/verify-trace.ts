import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { checkpointHash, keyIdOf } from "@server/ledger/rules/checkpoint";
import {
  bytesOf,
  type InclusionProof,
  type ProofFault,
  type ProofVerdict,
  verifyProof,
} from "@server/ledger/rules/verify-proof";
import { amountOf, type BatchRow, type BatchSeal, parseRowText, parseSealText } from "./batch-seal";
import { claimLeaf, type HashOf, hashOf, hexOf, leafOfBytes, rootOfProof } from "./claim-tree";

/** Traces a member's row of a batch: its allocations, the ledger's checkpoint, the seal, the leaf, the root. */
export interface BatchTrace {
  format: "prelaunch-batch-1";
  /** The proof of each allocation of which the row has a part, in the checkpoint that the seal names. */
  allocations: InclusionProof[];
  /** The batch's signed seal; signature and key in base64. */
  seal: { text: string; signature: string; publicKey: string };
  /** The row's text, and the nodes that lead from it to the seal's `parts-root`. */
  row: { text: string; proof: string[] };
  /** The values of the claim, and the nodes that lead from its leaf to the seal's root. */
  claim: { index: number; address: string; amount: string; proof: string[] };
}

/** The reason for which a trace does not hold: what differs. */
export type TraceFault =
  | ProofFault
  /** The seal names another checkpoint than the allocations' one, or another company. */
  | "CHECKPOINT"
  /** The row is not the seal's. */
  | "ROW"
  /** The row's tokens are not those of its allocations. */
  | "PARTS"
  /** The claim is not the row's. */
  | "CLAIM"
  /** The claim does not lead to the seal's root. */
  | "LEAF"
  /** The seal's root is not the one that the reader found published. */
  | "ROOT";

export type TraceVerdict =
  | Exclude<ProofVerdict, { ok: false }>
  | { ok: true; kind: "batch"; seal: BatchSeal; row: BatchRow }
  | { ok: false; fault: TraceFault };

type Options = Parameters<typeof verifyProof>[1] & {
  /** The root that the contract holds, as the reader found it. */
  publishedRoot?: string | undefined;
};

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const wrong = (fault: TraceFault) => ({ ok: false, fault }) as const;

/** Verifies a proof of the ledger, or a trace of a batch, read from a file as JSON, without a server. */
export async function verifyTrace(file: unknown, options: Options): Promise<TraceVerdict> {
  if (!isRecord(file) || file["format"] !== "prelaunch-batch-1") return verifyProof(file, options);
  const seal = await readSeal(file["seal"], options);
  if (typeof seal === "string") return wrong(seal);
  const stated = file["row"];
  const claim = file["claim"];
  if (!isRecord(stated) || !isRecord(claim) || typeof stated["text"] !== "string") {
    return wrong("FORMAT");
  }
  const row = parseRowText(stated["text"]);
  if (!row) return wrong("FORMAT");
  const leaf = leafOfBytes(utf8ToBytes(stated["text"]), sha256);
  const isOfSeal = row.companyId === seal.companyId && row.number === seal.number;
  if (!isOfSeal || ledTo(leaf, stated["proof"], sha256) !== seal.partsRoot) return wrong("ROW");
  const fault = await faultOfParts(row, seal, file["allocations"], options);
  if (fault) return wrong(fault);
  const amount = amountOf(row.tokens);
  const isRows =
    claim["index"] === row.index &&
    claim["address"] === row.address &&
    claim["amount"] === String(amount);
  if (!isRows) return wrong("CLAIM");
  const claimed = claimLeaf([row.index, row.address, amount]);
  if (ledTo(claimed, claim["proof"]) !== seal.root) return wrong("LEAF");
  const { publishedRoot } = options;
  if (publishedRoot !== undefined && publishedRoot.trim().toLowerCase() !== seal.root) {
    return wrong("ROOT");
  }
  return { ok: true, kind: "batch", seal, row };
}

async function readSeal(
  published: unknown,
  { isSigned, trustedKeys }: Options,
): Promise<BatchSeal | TraceFault> {
  if (!isRecord(published)) return "FORMAT";
  const { text, signature, publicKey } = published;
  if (typeof text !== "string" || typeof signature !== "string" || typeof publicKey !== "string") {
    return "FORMAT";
  }
  const seal = parseSealText(text);
  if (!seal) return "FORMAT";
  if (trustedKeys && !trustedKeys.includes(publicKey)) return "KEY";
  if (keyIdOf(bytesOf(publicKey)) !== seal.keyId) return "KEY";
  return (await isSigned(publicKey, text, signature)) ? seal : "SIGNATURE";
}

/** Returns what a row's parts contradict: the ledger, its checkpoint or the row itself. */
async function faultOfParts(
  row: BatchRow,
  seal: BatchSeal,
  allocations: unknown,
  options: Options,
): Promise<TraceFault | null> {
  if (!Array.isArray(allocations)) return "FORMAT";
  const quantities = new Map<number, number>();
  for (const proof of allocations) {
    const verdict = await verifyProof(proof, options);
    if (!verdict.ok) return verdict.fault;
    if (verdict.kind !== "inclusion" || verdict.text === null) return "FORMAT";
    const { checkpoint, text, leafIndex } = verdict;
    const isItsCheckpoint =
      checkpoint.companyId === seal.companyId &&
      checkpoint.number === seal.checkpoint &&
      checkpointHash(checkpoint) === seal.checkpointHash;
    if (!isItsCheckpoint) return "CHECKPOINT";
    const [, quantity] = /^quantity=(\d+)$/m.exec(text) ?? [];
    quantities.set(leafIndex + 1, Number(quantity));
  }
  const sum = row.parts.reduce((tokens, part) => tokens + part.tokens, 0);
  const isCovered = row.parts.every(
    ({ sequence, tokens }) => tokens <= (quantities.get(sequence) ?? 0),
  );
  return sum === row.tokens && isCovered ? null : "PARTS";
}

/** Returns the root that a proof leads to; null for a proof of another form. */
function ledTo(leaf: Uint8Array, proof: unknown, hash?: HashOf): string | null {
  if (!Array.isArray(proof)) return null;
  const nodes = proof.map(hashOf);
  return nodes.every((node) => node !== null) ? hexOf(rootOfProof(leaf, nodes, hash)) : null;
}
