import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { SealedLog } from "@db/vocabulary";

/** A signed statement about the first `size` entries of a company's log. */
export interface Checkpoint {
  readonly companyId: string;
  readonly log: SealedLog;
  /** Starts at 1, without gaps within the company's log. */
  readonly number: number;
  readonly size: number;
  /** Merkle root over the allocations, in hex; null for the audit log. */
  readonly root: string | null;
  /** Hash of the chain's last entry, in hex; the chain's start if it has none. */
  readonly head: string;
  /** On the audit log: the number of the last checkpoint of the allocations, 0 for none. */
  readonly beside: number | null;
  /** SHA-256 of the previous checkpoint's text, in hex; zeros for the first. */
  readonly previous: string;
  readonly signedAt: Date;
  /** SHA-256 of the public key, in hex. */
  readonly keyId: string;
}

export const NO_CHECKPOINT = "0".repeat(64);

/**
 * Returns the exact text that is signed: a version line, then `name=value` lines in this order, joined
 * by a line feed, none at the end, UTF-8. A value that a log does not have is `-`:
 *
 *     prelaunch-checkpoint/1
 *     company=0190…
 *     log=allocations
 *     number=12
 *     size=345
 *     root=(64 hex digits)
 *     head=(64 hex digits)
 *     beside=-
 *     previous=(64 hex digits)
 *     time=2026-11-21T12:00:00.123Z
 *     key=(64 hex digits)
 */
export function checkpointText(one: Checkpoint): string {
  return [
    "prelaunch-checkpoint/1",
    `company=${one.companyId.toLowerCase()}`,
    `log=${one.log.toLowerCase()}`,
    `number=${one.number}`,
    `size=${one.size}`,
    `root=${one.root ?? "-"}`,
    `head=${one.head}`,
    `beside=${one.beside ?? "-"}`,
    `previous=${one.previous}`,
    `time=${one.signedAt.toISOString()}`,
    `key=${one.keyId}`,
  ].join("\n");
}

/** Returns the SHA-256 of a checkpoint's text, in hex. */
export const checkpointHash = (one: Checkpoint): string =>
  bytesToHex(sha256(utf8ToBytes(checkpointText(one))));

/** Returns a key's id: the SHA-256 of its 32 bytes, in hex. */
export const keyIdOf = (publicKey: Uint8Array): string => bytesToHex(sha256(publicKey));

const TEXT =
  /^prelaunch-checkpoint\/1\ncompany=([0-9a-f-]{36})\nlog=(allocations)\nnumber=(\d{1,15})\nsize=(\d{1,15})\nroot=([0-9a-f]{64})\nhead=([0-9a-f]{64})\nbeside=-\nprevious=([0-9a-f]{64})\ntime=(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\nkey=([0-9a-f]{64})$/;

/** Reads the text of a checkpoint of the allocations; null for any other text. */
export function parseCheckpointText(text: string): (Checkpoint & { root: string }) | null {
  const found = TEXT.exec(text);
  if (!found) return null;
  const [, companyId = "", , number, size, root = "", head = "", previous = "", time = "", key] =
    found;
  return {
    companyId,
    log: "ALLOCATIONS",
    number: Number(number),
    size: Number(size),
    root,
    head,
    beside: null,
    previous,
    signedAt: new Date(time),
    keyId: key ?? "",
  };
}
