import { withdrawn } from "@server/orders/rules/reward-life";
import { createHash } from "node:crypto";
import type { BeneficiaryRow } from "@server/companies/queries/beneficiaries";
import type { Media } from "@server/media/queries/medias";
import type { Order } from "@db/schema";
import type { Company } from "@server/sites/queries/companies";
import { orders } from "@db/schema";
import type { Language } from "@db/vocabulary";
import { quote } from "@server/platform/rules/money/quote";
import { presentTerms } from "@server/orders/rules/standing-quote";
import { flagsOf, normaliseReference } from "@server/orders/rules/submission";
import { assertCan, holdsSupply } from "@server/orders/rules/lifecycle";
import { orderNumber } from "@server/orders/rules/order-number";
import { holdEndsAt } from "@server/platform/rules/hold-times";
import { rewardFor, rewardToHold } from "@server/ledger/rules/reward";
import { type ChainedAllocation, chainAllocation } from "@server/ledger/rules/hash-chain.server";
import {
  createdEntry,
  decidedEntry,
  endedEntry,
  type OrderEntry,
  submittedEntry,
} from "@server/orders/deciding/order-audit";
import { purchaseAllocations, reversalsOf } from "@server/orders/deciding/purchase-allocations";
import type { NewAllocation } from "@server/ledger/stock/append-allocations";
import { emptyRow } from "./empty-row";
import type { PlannedPayment, Step } from "@ops/demo/plan/plan-steps";
import type { PlannedOrder } from "@ops/demo/plan/plan-orders";
import type { Random } from "@ops/demo/random";

/** Versions of the privacy policy and of the terms of sale. */
export type VersionsAgreed = Pick<Order, "consentVersion" | "consentTermsVersion">;

/** The terms of a company's orders. */
export interface Terms {
  company: Pick<Company, "id" | "tokenSymbol" | "feeBps" | "referralRewardBps">;
  adminId: string;
  account: Pick<BeneficiaryRow, "id" | "version">;
  /** Prices in order, the initial one first. */
  prices: readonly { priceMicroRupees: number; startsAt: Date }[];
  /** Tokens of the private pool. */
  privateSupply: number;
  /** Returns the versions to which members agree, in their language. */
  versionsAgreed: (language: Language) => VersionsAgreed;
}

export type OrderAudit = OrderEntry & {
  at: Date;
  actor: { role: "USER" | "ADMIN"; id: string } | { role: "SYSTEM"; id: null };
};

/** A submitted proof: its record, and the data in the picture if the order has its own. */
export interface Proof {
  orderId: string;
  media: Omit<Media, "companyId" | "sizeBytes"> & { companyId: string };
  shown: { reference: string; paidPaise: number } | null;
}

export interface ReplayedOrders {
  orders: Order[];
  allocations: ChainedAllocation[];
  audit: OrderAudit[];
  proofs: Proof[];
  held: number;
  allocated: number;
}

const EMPTY = emptyRow(orders);

/** Share of proofs that repeat the file of an earlier order, in percent. */
const REPEATED_PROOF_PERCENT = 1.25;

/**
 * Replays the planned orders step by step in chronological order, by the rules of the procedures:
 * each order's terms and status, the pool, the chain and the audit entries.
 */
export function replayOrders(
  random: Random,
  terms: Terms,
  planned: readonly PlannedOrder[],
): ReplayedOrders {
  const replay = new Replay(random, terms);
  const events = planned.flatMap((plan) => [
    { at: plan.createdAt, run: () => replay.create(plan) },
    ...plan.steps.map((step) => ({ at: step.at, run: () => replay.take(plan, step) })),
  ]);
  // The sort is stable: the steps of an order stay in order.
  for (const { run } of events.sort((a, b) => a.at.getTime() - b.at.getTime())) run();
  return replay.result();
}

class Replay {
  readonly #random: Random;
  readonly #terms: Terms;
  readonly #orders = new Map<PlannedOrder, Order>();
  readonly #numbers = new Set<string>();
  readonly #allocations: ChainedAllocation[] = [];
  readonly #audit: OrderAudit[] = [];
  readonly #proofs: Proof[] = [];
  /** The ids of the orders of each submitted reference. */
  readonly #references = new Map<string, Set<string>>();
  #held = 0;
  #allocated = 0;

  constructor(random: Random, terms: Terms) {
    this.#random = random;
    this.#terms = terms;
  }

  result(): ReplayedOrders {
    return {
      orders: [...this.#orders.values()],
      allocations: this.#allocations,
      audit: this.#audit,
      proofs: this.#proofs,
      held: this.#held,
      allocated: this.#allocated,
    };
  }

  create(plan: PlannedOrder): void {
    const { company, account } = this.#terms;
    const { createdAt, amountPaise, member } = plan;
    const terms = { amountPaise, ...this.#termsAt(createdAt) };
    const { quantity, feePaise, totalPaise } = quote(terms);
    const order: Order = {
      ...EMPTY,
      companyId: company.id,
      id: plan.id,
      memberId: member.id,
      orderNumber: this.#freeNumber(createdAt),
      ...terms,
      quantity,
      feePaise,
      totalPaise,
      status: "OPEN",
      heldQuantity: 0,
      heldReward: 0,
      riskDue: false,
      rewardHeldBecause: [],
      referrerId: member.referrer?.id ?? null,
      holdEndsAt: holdEndsAt(createdAt),
      expiryNoticeDue: false,
      beneficiaryId: account.id,
      beneficiaryVersion: account.version,
      flags: [],
      submissionVersion: 0,
      decisionCount: 0,
      termsSalt: this.#random.hex(64),
      createdAt,
      updatedAt: createdAt,
    };
    this.#orders.set(plan, order);
    this.#hold(order);
    this.#note(createdAt, { role: "USER", id: member.id }, createdEntry(order));
  }

  take(plan: PlannedOrder, step: Step): void {
    const order = this.#orders.get(plan);
    if (!order) throw new Error("An order of the demo is made before its steps.");
    const before = order.status;
    assertCan(before, step.to);
    Object.assign(order, { status: step.to, updatedAt: step.at });
    const member = { role: "USER" as const, id: order.memberId };
    const admin = { role: "ADMIN" as const, id: this.#terms.adminId };
    switch (step.to) {
      case "PENDING":
        if (step.payment) this.#submit(plan, order, step.payment, step);
        if (!holdsSupply(before)) this.#hold(order);
        return this.#note(step.at, member, submittedEntry(before, order));
      case "EXPIRED":
        this.#release(order);
        return this.#note(
          step.at,
          { role: "SYSTEM", id: null },
          endedEntry("order.expired", before, order),
        );
      case "CANCELLED":
        this.#release(order);
        return this.#note(step.at, member, endedEntry("order.cancelled", before, order));
      case "APPROVED": {
        Object.assign(order, {
          decidedAt: step.at,
          decidedBy: admin.id,
          decisionCount: order.decisionCount + 1,
        });
        const rewardTokens = this.#allocate(order, step.at);
        return this.#note(step.at, admin, decidedEntry(before, order, { rewardTokens }));
      }
      case "REJECTED":
        Object.assign(order, {
          decidedAt: step.at,
          decidedBy: admin.id,
          decisionCount: order.decisionCount + 1,
          decisionReason: step.reason ?? null,
          refundNote: step.refundNote || null,
        });
        this.#release(order);
        return this.#note(step.at, admin, decidedEntry(before, order));
      case "REVERSED":
        Object.assign(order, {
          reversedAt: step.at,
          decidedBy: admin.id,
          decisionReason: step.reason ?? null,
        });
        this.#takeBack(order, step.at);
        return this.#note(step.at, admin, decidedEntry(before, order));
    }
  }

  #freeNumber(at: Date): string {
    for (let attempt = 0; ; attempt += 1) {
      const number = orderNumber(at, attempt);
      if (this.#numbers.has(number)) continue;
      this.#numbers.add(number);
      return number;
    }
  }

  #note(at: Date, actor: OrderAudit["actor"], entry: OrderEntry): void {
    this.#audit.push({ at, actor, ...entry });
  }

  #hold(order: Order): void {
    const { privateSupply, company } = this.#terms;
    const left = privateSupply - this.#held - this.#allocated - order.quantity;
    if (left < 0) throw new Error("A company of the demo has more tokens.");
    order.heldQuantity = order.quantity;
    order.heldReward = order.referrerId
      ? rewardToHold(rewardFor(order.quantity, company.referralRewardBps), left)
      : 0;
    if (order.heldReward > 0) order.rewardBps = company.referralRewardBps;
    this.#held += order.heldQuantity + order.heldReward;
  }

  /** Returns the company's price and fee at an instant. */
  #termsAt(at: Date) {
    const { company, prices } = this.#terms;
    const price = prices.findLast(({ startsAt }) => startsAt <= at) ?? prices[0];
    return { priceMicroRupees: price?.priceMicroRupees ?? 0, feeBps: company.feeBps };
  }

  #release(order: Order): void {
    if (order.status === "REJECTED") {
      const at = order.decidedAt ?? order.updatedAt;
      // It was promised while the order waited.
      const promised = { ...order, status: "PENDING" as const };
      Object.assign(order, withdrawn(promised, { reason: "ORDER_REJECTED", at }));
    }
    this.#held -= order.heldQuantity + order.heldReward;
    Object.assign(order, { heldQuantity: 0, heldReward: 0 });
  }

  /** Tells that an earlier submission of another order has the reference, and records this one. */
  #isKnownElsewhere(reference: string, orderId: string): boolean {
    const known = this.#references.get(reference) ?? new Set<string>();
    this.#references.set(reference, known.add(orderId));
    return known.size > 1;
  }

  #submit(plan: PlannedOrder, order: Order, payment: PlannedPayment, step: Step): void {
    const reference = payment.reference && normaliseReference(payment.reference);
    const paidAmountPaise = reference ? order.totalPaise + payment.paidBeyondTotalPaise : null;
    const isLast = plan.steps.at(-1) === step;
    const present = presentTerms({ ...order, newerOrders: 0 }, this.#termsAt(step.at), step.at);
    const proof =
      reference && paidAmountPaise !== null
        ? this.#file(order, step.at, { reference, paidPaise: paidAmountPaise }, payment, isLast)
        : null;
    Object.assign(order, {
      paymentMethod: payment.method,
      reference,
      proofMediaId: proof?.media.id ?? null,
      paidAmountPaise,
      flags: flagsOf({
        method: payment.method,
        reference,
        totalPaise: order.totalPaise,
        paidAmountPaise,
        holdEndsAt: order.holdEndsAt,
        submittedAt: step.at,
        isProofRepeated: this.#proofs.some(
          (other) => other.orderId !== order.id && other.media.sha256 === proof?.media.sha256,
        ),
        isReferenceReused: reference !== null && this.#isKnownElsewhere(reference, order.id),
        isReferenceRecorded: false,
        isBankSumOther: false,
        isQuoteEnded: present !== null,
      }),
      presentPriceMicroRupees: present?.priceMicroRupees ?? null,
      presentFeeBps: present?.feeBps ?? null,
      submittedAt: step.at,
      submissionVersion: order.submissionVersion + 1,
      consentedAt: step.at,
      ...this.#terms.versionsAgreed(plan.member.language),
      decidedAt: null,
      decidedBy: null,
      decisionReason: null,
      refundNote: null,
    } satisfies Partial<Order>);
  }

  /** Returns the proof of an order: a pending one shows its own payment; others share a picture. */
  #file(
    order: Order,
    at: Date,
    shown: { reference: string; paidPaise: number },
    { method }: PlannedPayment,
    isOwn: boolean,
  ): Proof {
    const folder = `demo/${this.#terms.company.tokenSymbol.toLowerCase()}`;
    const isRepeated = this.#random.percent(REPEATED_PROOF_PERCENT);
    const repeated = isRepeated ? this.#approvedProofOf(order.memberId) : undefined;
    const proof: Proof = {
      orderId: order.id,
      media: {
        id: this.#random.id(at),
        companyId: order.companyId,
        ownerId: order.memberId,
        ownerRole: "USER",
        contentType: "image/png",
        fileName: `${shown.reference}.png`,
        sha256: repeated?.sha256 ?? createHash("sha256").update(shown.reference).digest("hex"),
        storageKey:
          repeated?.storageKey ??
          `${folder}/${isOwn ? shown.reference : `${method.toLowerCase()}-payment`}.png`,
        sweepAfter: null,
        releasedAt: null,
        createdAt: at,
      },
      shown: isOwn && !repeated ? shown : null,
    };
    this.#proofs.push(proof);
    return proof;
  }

  /** Returns the member's latest proof of an approved order, which no later submission replaces. */
  #approvedProofOf(memberId: string): Proof["media"] | undefined {
    const approved = new Set(
      [...this.#orders.values()]
        .filter((order) => order.memberId === memberId && order.status === "APPROVED")
        .map((order) => order.proofMediaId),
    );
    return this.#proofs.findLast(({ media }) => approved.has(media.id))?.media;
  }

  /** Allocates an approved order's tokens; returns the referrer's reward in tokens. */
  #allocate(order: Order, createdAt: Date): number {
    const { quantity, heldReward: reward, referrerId } = order;
    this.#release(order);
    const tokens = referrerId ? reward : 0;
    if (tokens > 0) {
      Object.assign(order, {
        rewardState: "ALLOCATED",
        rewardTokens: tokens,
        rewardDecidedAt: createdAt,
      });
    }
    const given = { tokens, allocated: tokens };
    this.#append(createdAt, purchaseAllocations(order, { quantity, reward: given }));
    return reward;
  }

  #takeBack(order: Order, createdAt: Date): void {
    Object.assign(order, withdrawn(order, { reason: "ORDER_REVERSED", at: createdAt }));
    this.#append(
      createdAt,
      reversalsOf(
        this.#allocations.filter(
          ({ orderId, decision }) => orderId === order.id && decision === order.decisionCount,
        ),
      ),
    );
  }

  #append(createdAt: Date, added: readonly NewAllocation[]) {
    const { id: companyId } = this.#terms.company;
    for (const one of added) {
      const fields = { ...one, companyId, createdAt, id: this.#random.id(createdAt) };
      this.#allocations.push(chainAllocation(fields, this.#allocations.at(-1) ?? null));
      this.#allocated += one.quantity;
    }
  }
}
