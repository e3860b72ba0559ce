import { createHash } from "node:crypto";

import {
  type AllocationFields,
  type AllocationTerms,
  allocationText,
  isTextOf,
  type OrderTerms,
  termsText,
} from "./allocation-text";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

/** Returns the previous hash of a company's first allocation, 64 hex digits. */
export function genesisHash(companyId: string): string {
  return sha256(`prelaunch-genesis/1\n${companyId.toLowerCase()}`);
}

/**
 * Returns an allocation's hash (the spec's Transaction Hash), 64 hex digits: SHA-256 over the previous
 * hash, a line feed and the hashed text. In a shell: `printf '%s\n%s' "$previous" "$text" | sha256sum`.
 */
export function chainHash(previousHash: string, text: string): string {
  return sha256(`${previousHash}\n${text}`);
}

/**
 * Returns the hash by which a reward covers the terms of its order, 64 hex digits: SHA-256 over the
 * order's salt, a line feed and the lines of the terms. The buyer has both on the receipt and can
 * recompute it.
 */
export const saltedTerms = (salt: string, terms: OrderTerms): string =>
  sha256(`${salt}\n${termsText(terms)}`);

export interface ChainedAllocation extends AllocationFields {
  readonly previousHash: string;
  readonly hashedBytes: string;
  readonly hash: string;
}

/** The last row of a chain, or of a verified part of it. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/** Returns the next row of a company's chain, ready to insert; `head` is null for the first. */
export function chainAllocation(
  fields: Omit<AllocationFields, "sequence"> & AllocationTerms,
  head: { readonly sequence: number; readonly hash: string } | null,
): ChainedAllocation {
  const { terms, reverses, ...row } = { ...fields, sequence: (head?.sequence ?? 0) + 1 };
  const previousHash = head?.hash ?? genesisHash(fields.companyId);
  const hashedBytes = allocationText({ ...row, terms, reverses });
  return { ...row, previousHash, hashedBytes, hash: chainHash(previousHash, hashedBytes) };
}

/** The reason for which a row breaks the chain. */
export type ChainFault = "sequence" | "previous-hash" | "fields" | "hash";

export type ChainVerdict =
  | { readonly ok: true; readonly head: ChainHead | null }
  | { readonly ok: false; readonly sequence: number; readonly fault: ChainFault };

/**
 * Verifies a company's rows in order of sequence, and returns the first that is missing, moved or
 * changed. A long chain can be verified in parts: pass the head of one as `after` of the next. Rows
 * cut off at the end are found only by comparison with a recorded head.
 */
export function verifyChain(
  companyId: string,
  rows: Iterable<ChainedAllocation>,
  after: ChainHead | null = null,
): ChainVerdict {
  let head = after;
  for (const row of rows) {
    const sequence = (head?.sequence ?? 0) + 1;
    const fault = faultOf(row, companyId, sequence, head?.hash ?? genesisHash(companyId));
    if (fault) return { ok: false, sequence, fault };
    head = { sequence, hash: row.hash };
  }
  return { ok: true, head };
}

function faultOf(
  row: ChainedAllocation,
  companyId: string,
  sequence: number,
  previousHash: string,
): ChainFault | null {
  if (row.sequence !== sequence) return "sequence";
  if (row.previousHash !== previousHash) return "previous-hash";
  // Numbers beyond the safe integers have no exact text to compare with.
  if (!Number.isSafeInteger(row.quantity)) return "fields";
  if (row.companyId !== companyId || !isTextOf(row, row.hashedBytes)) return "fields";
  return row.hash === chainHash(previousHash, row.hashedBytes) ? null : "hash";
}
