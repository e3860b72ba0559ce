import type { Executor } from "@db/client";
import type { CompanySite } from "@server/sites";
import { lastCheckpoint, type StoredCheckpoint } from "@server/ledger";
import { listOpenAllocations } from "@server/launch/queries/batch-rows";
import { listWalletsInForce } from "@server/launch/queries/wallets";
import type { BatchPart } from "@server/launch/rules/batch-seal";
import { giveWay, SOME_ROWS } from "./give-way";
import { freeBy, planOf, plansOf } from "@server/launch/rules/unlock-plan";
import { dateInIndia } from "@server/platform/rules/dates/dates";

/** What a batch would give a member. */
export interface CollectedRow {
  memberId: string;
  address: string;
  tokens: number;
  parts: BatchPart[];
}

/** A member with free tokens who is in no batch yet, and why. */
export interface LeftOut {
  memberId: string;
  tokens: number;
  because: "NO_WALLET" | "BLOCKED";
}

export interface Collected {
  /** By the members' ids. */
  rows: CollectedRow[];
  tokens: number;
  leftOut: LeftOut[];
  /** Tokens that unlock after the day. */
  later: number;
}

type Terms = Pick<CompanySite, "id" | "launchAt" | "unlockPlans">;

/**
 * Collects what is free on a day and was in no batch before, from the ledger up to the checkpoint: of each
 * allocation that stands, what its plan frees by then less what batches took. Members without a proven
 * wallet, and those who are blocked, are left out.
 */
export async function collectBatch(
  db: Executor,
  company: Terms,
  { day, size }: { day: string; size: number },
): Promise<Collected> {
  /** The wallet of each member who was met; undefined for one without. */
  const wallets = new Map<string, string | undefined>();
  const plans = plansOf(company);
  const launchDay = company.launchAt && dateInIndia(company.launchAt);
  const rows = new Map<string, CollectedRow>();
  const leftOut = new Map<string, LeftOut>();
  let later = 0;
  for (let after = 0; after < size; after += SOME_ROWS) {
    const page = await listOpenAllocations(db, company.id, { after, size, limit: SOME_ROWS });
    await addWallets(db, company.id, wallets, page);
    for (const { sequence, memberId, kind, quantity, taken, parts, isActive } of page) {
      const free = Number(freeBy(BigInt(quantity), planOf(kind, plans), launchDay, day));
      const due = Math.max(0, free - taken);
      later += quantity - taken - due;
      if (due === 0) continue;
      const address = wallets.get(memberId);
      if (!isActive || address === undefined) {
        const because = isActive ? "NO_WALLET" : "BLOCKED";
        const known = leftOut.get(memberId) ?? { memberId, tokens: 0, because };
        known.tokens += due;
        leftOut.set(memberId, known);
        continue;
      }
      const row = rows.get(memberId) ?? { memberId, address, tokens: 0, parts: [] };
      row.tokens += due;
      row.parts.push({ sequence, part: parts + 1, tokens: due });
      rows.set(memberId, row);
    }
    await giveWay();
  }
  const sorted = [...rows.values()].sort((a, b) => (a.memberId < b.memberId ? -1 : 1));
  return {
    rows: sorted,
    tokens: sorted.reduce((sum, { tokens }) => sum + tokens, 0),
    leftOut: [...leftOut.values()].sort((a, b) => b.tokens - a.tokens),
    later,
  };
}

/** Looks up the wallets of members who were not met yet: a member's wallet stays the one that was seen. */
async function addWallets(
  db: Executor,
  companyId: string,
  wallets: Map<string, string | undefined>,
  page: readonly { memberId: string }[],
): Promise<void> {
  const met = [...new Set(page.map(({ memberId }) => memberId))].filter((id) => !wallets.has(id));
  if (met.length === 0) return;
  for (const id of met) wallets.set(id, undefined);
  for (const { memberId, address } of await listWalletsInForce(db, companyId, met)) {
    wallets.set(memberId, address);
  }
}

/** Returns the ledger's last checkpoint on which a batch can stand; null before the first one. */
export const standingCheckpoint = (
  db: Executor,
  companyId: string,
): Promise<StoredCheckpoint | null> => lastCheckpoint(db, companyId, "ALLOCATIONS");
