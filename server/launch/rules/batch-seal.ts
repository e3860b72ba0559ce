import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Every token has 18 decimals (product.md §1): a token is so many of its smallest units. */
const UNITS_PER_TOKEN = 10n ** 18n;

/** Returns tokens in whole as the amount of a claim, in the token's smallest units. */
export const amountOf = (tokens: number): bigint => BigInt(tokens) * UNITS_PER_TOKEN;

/** What a batch takes of an allocation: its sequence, the count of takings from 1, whole tokens. */
export interface BatchPart {
  readonly sequence: number;
  readonly part: number;
  readonly tokens: number;
}

export interface BatchRow {
  /** Counts from 0. */
  readonly index: number;
  readonly address: string;
  readonly tokens: number;
  readonly parts: readonly BatchPart[];
}

/**
 * Returns the text of a batch's row, whose tree the seal covers: a version line, then `name=value` lines
 * in this order, joined by a line feed, none at the end. One line names each part:
 *
 *     prelaunch-batch-row/1
 *     company=0190…
 *     batch=1
 *     index=0
 *     address=0x…
 *     tokens=1050
 *     part=7:1:1000         (the allocation's sequence, the count of its parts, tokens)
 *     part=9:1:50
 */
export const rowText = (
  { companyId, number }: { companyId: string; number: number },
  { index, address, tokens, parts }: BatchRow,
): string =>
  [
    "prelaunch-batch-row/1",
    `company=${companyId.toLowerCase()}`,
    `batch=${number}`,
    `index=${index}`,
    `address=${address}`,
    `tokens=${tokens}`,
    ...parts.map(({ sequence, part, tokens: taken }) => `part=${sequence}:${part}:${taken}`),
  ].join("\n");

const ROW =
  /^prelaunch-batch-row\/1\ncompany=([0-9a-f-]{36})\nbatch=(\d{1,9})\nindex=(\d{1,9})\naddress=(0x[0-9a-fA-F]{40})\ntokens=(\d{1,16})((?:\npart=\d{1,15}:\d{1,9}:\d{1,16})+)$/;

/** Reads the text of a row; null for any other text. */
export function parseRowText(
  text: string,
): (BatchRow & { companyId: string; number: number }) | null {
  const found = ROW.exec(text);
  if (!found) return null;
  const [, companyId = "", number, index, address = "", tokens, lines = ""] = found;
  const parts = [...lines.matchAll(/part=(\d+):(\d+):(\d+)/g)].map(([, sequence, part, taken]) => ({
    sequence: Number(sequence),
    part: Number(part),
    tokens: Number(taken),
  }));
  return {
    companyId,
    number: Number(number),
    index: Number(index),
    address,
    tokens: Number(tokens),
    parts,
  };
}

/** What the seal of a batch states. */
export interface BatchSeal {
  readonly companyId: string;
  readonly number: number;
  /** YYYY-MM-DD in India. */
  readonly day: string;
  /** The ledger's checkpoint that the batch stands on, and the SHA-256 of its text. */
  readonly checkpoint: number;
  readonly checkpointHash: string;
  readonly rows: number;
  readonly tokens: number;
  /** The root of the claims, and that of the rows' texts: `0x` and 64 hex digits. */
  readonly root: string;
  readonly partsRoot: string;
  /** SHA-256 of the seal of the batch before, in hex; zeros for the first. */
  readonly previous: string;
  readonly sealedAt: Date;
  /** SHA-256 of the public key, in hex. */
  readonly keyId: string;
}

export const NO_SEAL = "0".repeat(64);

/** Returns the exact text that is signed, like that of a checkpoint (`checkpointText`). */
export const sealText = (seal: BatchSeal): string =>
  [
    "prelaunch-batch/1",
    `company=${seal.companyId.toLowerCase()}`,
    `number=${seal.number}`,
    `day=${seal.day}`,
    `checkpoint=${seal.checkpoint}`,
    `checkpoint-hash=${seal.checkpointHash}`,
    `rows=${seal.rows}`,
    `tokens=${seal.tokens}`,
    `amount=${amountOf(seal.tokens)}`,
    `root=${seal.root}`,
    `parts-root=${seal.partsRoot}`,
    `previous=${seal.previous}`,
    `time=${seal.sealedAt.toISOString()}`,
    `key=${seal.keyId}`,
  ].join("\n");

const SEAL =
  /^prelaunch-batch\/1\ncompany=([0-9a-f-]{36})\nnumber=(\d{1,9})\nday=(\d{4}-\d\d-\d\d)\ncheckpoint=(\d{1,15})\ncheckpoint-hash=([0-9a-f]{64})\nrows=(\d{1,9})\ntokens=(\d{1,16})\namount=(\d{1,40})\nroot=(0x[0-9a-f]{64})\nparts-root=(0x[0-9a-f]{64})\nprevious=([0-9a-f]{64})\ntime=(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\nkey=([0-9a-f]{64})$/;

/** Reads the text of a seal; null for any other text. */
export function parseSealText(text: string): BatchSeal | null {
  const found = SEAL.exec(text);
  if (!found) return null;
  const [, companyId = "", number, day = "", checkpoint, checkpointHash = "", rows, tokens] = found;
  const [amount, root = "", partsRoot = "", previous = "", time = "", keyId = ""] = found.slice(8);
  if (amount !== String(amountOf(Number(tokens)))) return null;
  return {
    companyId,
    number: Number(number),
    day,
    checkpoint: Number(checkpoint),
    checkpointHash,
    rows: Number(rows),
    tokens: Number(tokens),
    root,
    partsRoot,
    previous,
    sealedAt: new Date(time),
    keyId,
  };
}

/** Returns the SHA-256 of a seal's text, in hex, which the next seal names. */
export const sealHash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
