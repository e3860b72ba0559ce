import type { AllocationKind } from "@db/vocabulary";

/** An allocation as it is hashed. People appear by id only, without names (architecture.md §5). */
export interface AllocationFields {
  readonly companyId: string;
  /** From 1, without gaps within the company. */
  readonly sequence: number;
  readonly id: string;
  readonly memberId: string;
  /** Whole tokens; negative for a REVERSAL. */
  readonly quantity: number;
  readonly kind: AllocationKind;
  readonly orderId: string;
  readonly createdAt: Date;
}

/** First line of the text; a new layout gets a new number, and old rows keep theirs. */
const ALLOCATION_TEXT_VERSION = "prelaunch-allocation/1";

/**
 * The exact text that is hashed: a version line, then `name=value` lines in this order, joined by a
 * line feed, none at the end, UTF-8. Ids in lower case, the time in UTC with milliseconds.
 *
 *     prelaunch-allocation/1
 *     company=0190…
 *     sequence=7
 *     id=0190…
 *     member=0190…
 *     kind=PURCHASE
 *     quantity=80
 *     order=0190…
 *     created=2026-11-21T12:00:00.123Z
 */
export function allocationText(row: AllocationFields): string {
  for (const id of [row.companyId, row.id, row.memberId, row.orderId]) {
    // An id with a line feed could inject a line.
    if (!/^[0-9A-Za-z-]+$/.test(id)) throw new RangeError("An id is letters, digits and hyphens");
  }
  if (
    !Number.isSafeInteger(row.sequence) ||
    row.sequence < 1 ||
    !Number.isSafeInteger(row.quantity)
  ) {
    throw new RangeError("Sequences and tokens are counted whole");
  }
  return [
    ALLOCATION_TEXT_VERSION,
    `company=${row.companyId.toLowerCase()}`,
    `sequence=${row.sequence}`,
    `id=${row.id.toLowerCase()}`,
    `member=${row.memberId.toLowerCase()}`,
    `kind=${row.kind}`,
    `quantity=${row.quantity}`,
    `order=${row.orderId.toLowerCase()}`,
    `created=${row.createdAt.toISOString()}`,
  ].join("\n");
}
