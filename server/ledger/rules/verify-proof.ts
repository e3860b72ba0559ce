import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Checkpoint, keyIdOf, parseCheckpointText } from "./checkpoint";
import { type Hash, isConsistent, isEqual, leafHash, rootOfInclusion } from "./merkle";

/** A checkpoint as it is published: the signed text, its Ed25519 signature and key, in base64. */
export interface PublishedCheckpoint {
  text: string;
  signature: string;
  publicKey: string;
}

/** Proves that a text is an entry of the ledger that a checkpoint covers. */
export interface InclusionProof {
  format: "prelaunch-inclusion-1";
  /** Hashed text of the allocation; null for a proof about the leaf's hash alone. */
  text: string | null;
  /** Leaf index from 0: the allocation's sequence less one. */
  leafIndex: number;
  /** Hashes in hex. */
  leafHash: string;
  path: string[];
  checkpoint: PublishedCheckpoint;
}

/** Proves that the ledger of one checkpoint is the start of that of a later one. */
export interface ConsistencyProof {
  format: "prelaunch-consistency-1";
  first: PublishedCheckpoint;
  second: PublishedCheckpoint;
  path: string[];
}

/** The reason for which a proof does not hold. */
export type ProofFault =
  /** The file is no proof, or one of its texts has another format. */
  | "FORMAT"
  | "SIGNATURE"
  /** The signature is right, but by a key that the reader does not trust. */
  | "KEY"
  /** The allocation is not in the ledger of the checkpoint. */
  | "INCLUSION"
  /** The later ledger does not begin with the earlier one. */
  | "CONSISTENCY";

export type ProofVerdict =
  | { ok: true; kind: "inclusion"; checkpoint: Checkpoint; text: string | null; leafIndex: number }
  | { ok: true; kind: "consistency"; first: Checkpoint; second: Checkpoint }
  | { ok: false; fault: ProofFault };

/** Verifies Ed25519 over the UTF-8 bytes of a text; key and signature in base64. */
export type VerifySignature = (
  publicKey: string,
  text: string,
  signature: string,
) => Promise<boolean>;

interface Options {
  isSigned: VerifySignature;
  /** Public keys in base64; without them any key is accepted, and the reader compares it. */
  trustedKeys?: readonly string[];
}

class Wrong extends Error {
  readonly fault: ProofFault;
  constructor(fault: ProofFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Verifies a proof, read from a file as JSON, without a server. */
export async function verifyProof(proof: unknown, options: Options): Promise<ProofVerdict> {
  try {
    if (!isRecord(proof)) throw new Wrong("FORMAT");
    if (proof["format"] === "prelaunch-inclusion-1") return await verifyInclusion(proof, options);
    if (proof["format"] === "prelaunch-consistency-1") {
      return await verifyConsistency(proof, options);
    }
    throw new Wrong("FORMAT");
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, fault: error.fault };
    throw error;
  }
}

async function verifyInclusion(proof: Fields, options: Options): Promise<ProofVerdict> {
  const checkpoint = await readCheckpoint(proof["checkpoint"], options);
  const { text, leafIndex } = proof;
  if (typeof leafIndex !== "number" || !(text === null || typeof text === "string")) {
    throw new Wrong("FORMAT");
  }
  const [leaf] = hashes([proof["leafHash"]]);
  if (!leaf) throw new Wrong("FORMAT");
  if (text !== null && !isEqual(leaf, leafHash(utf8ToBytes(text)))) throw new Wrong("INCLUSION");
  const path = hashes(proof["path"]);
  const root = rootOfInclusion(leaf, { index: leafIndex, size: checkpoint.size, path });
  if (!root || bytesToHex(root) !== checkpoint.root) throw new Wrong("INCLUSION");
  // The text itself states its place and its owner.
  if (text !== null) {
    const lines = text.split("\n");
    const stands = lines.includes(`sequence=${leafIndex + 1}`);
    if (!stands || !lines.includes(`company=${checkpoint.companyId}`)) throw new Wrong("INCLUSION");
  }
  return { ok: true, kind: "inclusion", checkpoint, text, leafIndex };
}

async function verifyConsistency(proof: Fields, options: Options): Promise<ProofVerdict> {
  const first = await readCheckpoint(proof["first"], options);
  const second = await readCheckpoint(proof["second"], options);
  const isLater =
    first.companyId === second.companyId &&
    (first.number < second.number ||
      (first.number === second.number && first.root === second.root));
  const path = hashes(proof["path"]);
  if (!isLater || !isConsistent(headOf(first), headOf(second), path)) {
    throw new Wrong("CONSISTENCY");
  }
  return { ok: true, kind: "consistency", first, second };
}

const headOf = ({ size, root }: { size: number; root: string }) => ({
  size,
  root: hexToBytes(root),
});

async function readCheckpoint(published: unknown, { isSigned, trustedKeys }: Options) {
  if (!isPublished(published)) throw new Wrong("FORMAT");
  const { text, signature, publicKey } = published;
  const checkpoint = parseCheckpointText(text);
  if (!checkpoint) throw new Wrong("FORMAT");
  if (trustedKeys && !trustedKeys.includes(publicKey)) throw new Wrong("KEY");
  if (keyIdOf(bytesOf(publicKey)) !== checkpoint.keyId) throw new Wrong("KEY");
  if (!(await isSigned(publicKey, text, signature))) throw new Wrong("SIGNATURE");
  return checkpoint;
}

/** Decodes base64; returns no bytes for any other text. */
export function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const isPublished = (value: unknown): value is PublishedCheckpoint =>
  isRecord(value) &&
  ["text", "signature", "publicKey"].every((name) => typeof value[name] === "string");

function hashes(value: unknown): Hash[] {
  if (!Array.isArray(value)) throw new Wrong("FORMAT");
  return value.map((one) => {
    if (typeof one !== "string" || !/^[0-9a-f]{64}$/.test(one)) throw new Wrong("FORMAT");
    return hexToBytes(one);
  });
}
