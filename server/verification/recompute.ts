import type { Executor } from "@db/client";
import {
  listBudgets,
  listOddPaymentSums,
  listOddRewards,
  listOrderFigures,
  type OddReward,
  supplyFigures,
} from "@server/verification/queries/ledger";
import { listOddHoldings, type OddHolding } from "@server/verification/queries/holding-checks";
import {
  listNumbered,
  listOddPayments,
  type NumberedPayment,
  type OddPayment,
} from "@server/verification/queries/payment-faults";
import type { SupplyPool } from "@db/vocabulary";
import { tokensOf } from "@server/platform/rules/money/partial-payment";
import { tryQuote } from "@server/platform/rules/money/quote";
import { WHOLE_BPS } from "@server/platform/rules/money/units";
import { typedKey } from "@server/payments/rules/keys";
import { rewardFor, takenOf } from "@server/ledger/rules/reward";
import { POOL_BPS, isWholeSplit, splitSupply } from "@server/sites/rules/pools";

/** A stored figure that differs from what its rule gives. */
export type FigureFault =
  | {
      kind: "order-figure";
      orderNumber: string;
      figure:
        | "quantity"
        | "fee"
        | "total"
        | "held"
        | "reward"
        | "bonus"
        | "approved-quantity"
        | "approved-amount"
        | "approved-fee";
      stored: number;
      due: number;
    }
  /** Orders, payments, entries and refunds that contradict one another. */
  | ({ kind: "payment" } & OddPayment)
  /** A stored total of the company, or of a member's holdings. */
  | ({ kind: "figure" } & OddHolding)
  /** A reward that differs from the ledger. */
  | ({ kind: "reward" } & OddReward)
  | {
      kind: "pool";
      pool: SupplyPool;
      figure: "total" | "held" | "allocated";
      stored: number;
      due: number;
    }
  /** The tokens of a campaign's budget that its orders have. */
  | { kind: "budget"; campaign: string; stored: number; due: number }
  | {
      kind: "payment-sum";
      paymentId: string;
      figure: "applied" | "refunded";
      stored: number;
      due: number;
    };

const AT_ONCE = 5000;
const MOST = 20;

/**
 * Recomputes a company's stored figures by their rules: each order's tokens, fee, total and hold, its
 * approved part, each pool's share of the supply, each payment's sums, keys and status, and the stored
 * totals. `verifyLedger` compares the sums of holds and allocations. Reports the first twenty
 * differences.
 */
export async function recomputeFigures(tx: Executor, companyId: string): Promise<FigureFault[]> {
  const faults: FigureFault[] = [
    ...(await poolFaults(tx, companyId)),
    ...(await sumFaults(tx, companyId)),
    ...(await listOddPayments(tx, companyId, MOST)).map(
      (odd) => ({ kind: "payment", ...odd }) as const,
    ),
    ...(await listOddHoldings(tx, companyId, MOST)).map(
      (odd) => ({ kind: "figure", ...odd }) as const,
    ),
  ];
  const rewards = await listOddRewards(tx, companyId, MOST);
  faults.push(...rewards.map((odd) => ({ kind: "reward", ...odd }) as const));
  faults.push(...(await budgetFaults(tx, companyId)));
  faults.push(...(await keyFaults(tx, companyId)));
  for (let after: string | null = null; faults.length < MOST;) {
    const rows = await listOrderFigures(tx, companyId, { after, limit: AT_ONCE });
    for (const row of rows) faults.push(...orderFaults(row));
    after = rows.at(-1)?.id ?? null;
    if (rows.length < AT_ONCE) break;
  }
  return faults.slice(0, MOST);
}

type OrderFigures = Awaited<ReturnType<typeof listOrderFigures>>[number];

function orderFaults(row: OrderFigures): FigureFault[] {
  const isPossible = row.feeBps >= 0 && row.feeBps <= WHOLE_BPS;
  const priced = isPossible ? tryQuote(row) : null;
  const due = priced?.ok ? priced.quote : { quantity: 0, feePaise: 0, totalPaise: 0 };
  const rate = Math.max(0, Math.min(row.rewardBps ?? 0, WHOLE_BPS));
  const isReferred = row.referrerId !== null && Number.isSafeInteger(row.quantity);
  const most = isReferred ? rewardFor(Math.max(0, row.quantity), rate) : 0;
  const bonusRate = Math.max(0, Math.min(row.bonusBps ?? 0, WHOLE_BPS));
  const mostBonus = Number.isSafeInteger(row.quantity)
    ? rewardFor(Math.max(0, row.quantity), bonusRate)
    : 0;
  const isHeld = row.status === "OPEN" || (row.status === "PENDING" && row.holdReleasedAt === null);
  const mayHold = isHeld || (row.status === "APPROVED" && row.rewardState === "ON_HOLD");
  const figures = [
    ["quantity", row.quantity, due.quantity],
    ["fee", row.feePaise, due.feePaise],
    ["total", row.totalPaise, due.totalPaise],
    ["held", row.heldQuantity, isHeld ? row.quantity + row.bonusTokens : 0],
    ["reward", row.heldReward, mayHold ? Math.max(0, Math.min(row.heldReward, most)) : 0],
    ["bonus", row.bonusTokens, Math.min(row.bonusTokens, mostBonus)],
    ...approvedFigures(row),
  ] as const;
  return figures.flatMap(([figure, stored, right]) =>
    stored === right
      ? []
      : [{ kind: "order-figure", orderNumber: row.orderNumber, figure, stored, due: right }],
  );
}

/** Returns the approved figures if they are less than the order: all three are stored, or none. */
function approvedFigures(row: OrderFigures) {
  const { approvedQuantity, approvedAmountPaise, approvedFeePaise } = row;
  const stored = [approvedQuantity, approvedAmountPaise, approvedFeePaise];
  if (stored.every((figure) => figure === null)) return [];
  const isDecided = row.status === "APPROVED" || row.status === "REVERSED";
  const quantity = approvedQuantity ?? 0;
  const isPart = isDecided && quantity >= 1 && quantity <= row.quantity;
  const cost = isPart ? tryPart(row, quantity) : null;
  // All tokens are a partial approval if the remainder of the amount was not paid.
  const isWhole = quantity === row.quantity && cost?.amountPaise === row.amountPaise;
  const due = isWhole ? null : cost;
  return [
    ["approved-quantity", approvedQuantity ?? 0, due?.quantity ?? Number.NaN],
    ["approved-amount", approvedAmountPaise ?? 0, due?.amountPaise ?? Number.NaN],
    ["approved-fee", approvedFeePaise ?? 0, due?.feePaise ?? Number.NaN],
  ] as const;
}

/** Returns null for terms that no order has. */
function tryPart(row: OrderFigures, quantity: number) {
  try {
    return tokensOf(row, quantity);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Compares what each campaign states to be taken of its budget with its orders. */
export async function budgetFaults(tx: Executor, companyId: string): Promise<FigureFault[]> {
  const due = new Map<string | null, number>();
  const campaigns = await listBudgets(tx, companyId);
  for (let after: string | null = null; campaigns.length > 0;) {
    const page = { after, limit: AT_ONCE, underCampaign: true };
    const rows: OrderFigures[] = await listOrderFigures(tx, companyId, page);
    for (const row of rows) {
      due.set(row.campaignId, (due.get(row.campaignId) ?? 0) + takenOf(row));
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < AT_ONCE) break;
  }
  return campaigns
    .map(({ id, name, taken }) => ({ campaign: name, stored: taken, due: due.get(id) ?? 0 }))
    .filter(({ stored, due: right }) => stored !== right)
    .map((odd) => ({ kind: "budget", ...odd }));
}

async function poolFaults(tx: Executor, companyId: string): Promise<FigureFault[]> {
  const found = await supplyFigures(tx, companyId);
  // The platform has no supply.
  if (!found) return [];
  const { totalSupply, splitBps, pools } = found;
  const split = splitBps ?? POOL_BPS;
  if (!isWholeSplit(split)) return [];
  const due = splitSupply(totalSupply, split);
  return (Object.keys(due) as SupplyPool[]).flatMap((pool) => {
    const stored = pools.find((one) => one.pool === pool);
    const total = stored?.total ?? 0;
    const faults: FigureFault[] = [];
    if (total !== due[pool] || !stored) {
      faults.push({ kind: "pool", pool, figure: "total", stored: total, due: due[pool] });
    }
    // Only the pool of the referral programme has held and allocated tokens.
    for (const figure of ["held", "allocated"] as const) {
      if (pool !== "REFERRAL" && stored && stored[figure] !== 0) {
        faults.push({ kind: "pool", pool, figure, stored: stored[figure], due: 0 });
      }
    }
    return faults;
  });
}

async function sumFaults(tx: Executor, companyId: string): Promise<FigureFault[]> {
  const odd = await listOddPaymentSums(tx, companyId, MOST);
  return odd.flatMap(({ id: paymentId, applied, appliedDue, refunded, refundedDue }) => {
    const of = { kind: "payment-sum", paymentId } as const;
    const faults: FigureFault[] = [];
    if (applied !== appliedDue) {
      faults.push({ ...of, figure: "applied", stored: applied, due: appliedDue });
    }
    if (refunded !== refundedDue) {
      faults.push({ ...of, figure: "refunded", stored: refunded, due: refundedDue });
    }
    return faults;
  });
}

/** Lists payments without the key of their number, and keys whose TYPED mark is wrong. */
async function keyFaults(tx: Executor, companyId: string): Promise<FigureFault[]> {
  const faults: FigureFault[] = [];
  for (let after: string | null = null; faults.length < MOST;) {
    const rows: NumberedPayment[] = await listNumbered(tx, companyId, { after, limit: AT_ONCE });
    for (const { id, reference, isNamed, keys, typed } of rows) {
      const shown = reference === null || !isNamed ? null : typedKey(reference);
      const isMissing = shown !== null && !keys.some(({ key }) => key === shown);
      const known = new Set([shown, ...typed.map(typedKey)]);
      const isOdd = keys.some(({ key, source }) => source !== (known.has(key) ? "TYPED" : "BANK"));
      if (isMissing || isOdd) {
        faults.push({ kind: "payment", record: "payment", id, fault: "number" });
      }
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < AT_ONCE) break;
  }
  return faults;
}
