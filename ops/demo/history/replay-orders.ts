import { createHash } from "node:crypto";
import type { BeneficiaryRow } from "@server/companies/queries/beneficiaries";
import type { Media } from "@server/media/queries/medias";
import type { Order } from "@db/schema";
import type { Company } from "@server/sites/queries/companies";
import { orders, type paymentApplications, payments } from "@db/schema";
import type { Language } from "@db/vocabulary";
import type { Payment as PaymentRow } from "@server/payments/queries/payments";
import { statedPayment } from "@server/orders/rules/stated-decision";
import { quoteWhole } from "@server/platform/rules/money/quote";
import { presentTerms } from "@server/orders/rules/standing-quote";
import { asSubmitted, flagsOf, normaliseReference } from "@server/orders/rules/submission";
import { assertCan, holdsSupply } from "@server/orders/rules/lifecycle";
import {
  type ApprovedReward,
  NO_REWARD,
  released,
  rewardAtApproval,
  rewardWaitingAgain,
  withdrawn,
} from "@server/orders/rules/reward-life";
import { rewardHoldOf } from "@server/companies/rules/retention";
import { orderNumber } from "@server/orders/rules/order-number";
import { holdEndsAt } from "@server/platform/rules/hold-times";
import { extrasToHold, rewardFor } from "@server/ledger/rules/reward";
import { type ChainedAllocation, chainAllocation } from "@server/ledger/rules/hash-chain.server";
import {
  createdEntry,
  decidedEntry,
  endedEntry,
  type OrderEntry,
  rewardEntry,
  statedReward,
  submittedEntry,
} from "@server/orders/records/order-audit";
import {
  purchaseAllocations,
  reversalsOf,
  rewardAllocation,
} from "@server/orders/deciding/purchase-allocations";
import { asApproved } from "@server/orders/deciding/decision";
import type { NewAllocation } from "@server/ledger/stock/append-allocations";
import { termsOf } from "@server/ledger/stock/order-terms";
import type { Campaign } from "@server/companies/queries/campaigns";
import { DAY_MS, later } from "@ops/demo/calendar";
import { DEMO_MEMBER, type PlannedMember } from "@ops/demo/plan/plan-members";
import { emptyRow } from "./empty-row";
import type { PlannedOrder, PlannedPayment, Step } from "@ops/demo/plan/plan-orders";
import type { Random } from "@db/random";

/** Versions of the privacy policy and of the terms of sale. */
export type VersionsAgreed = Pick<Order, "consentVersion" | "consentTermsVersion">;

/** The terms of a company's orders. */
export interface Terms {
  company: Pick<Company, "id" | "tokenSymbol" | "feeBps" | "referralRewardBps" | "settings">;
  now: Date;
  adminId: string;
  account: Pick<BeneficiaryRow, "id" | "version">;
  /** Prices in order, the initial one first. */
  prices: readonly { priceMicroRupees: number; startsAt: Date }[];
  campaigns: readonly Campaign[];
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

/** A payment of a submission. */
export type Payment = Omit<PaymentRow, "counts">;

export interface ReplayedOrders {
  orders: Order[];
  payments: Payment[];
  applications: (typeof paymentApplications.$inferSelect)[];
  allocations: ChainedAllocation[];
  audit: OrderAudit[];
  proofs: Proof[];
  held: number;
  allocated: number;
}

const EMPTY = emptyRow(orders);
export const EMPTY_PAYMENT = emptyRow(payments);

/** The reward of the documented member that an admin withdraws, and the reason. */
const WITHDRAWN_OF_FIRST = 3;
const WITHDRAWAL = "The buyer and the referrer paid from one account.";

const isVerified = ({ approvedAt }: PlannedMember, at: Date): boolean =>
  approvedAt !== null && approvedAt <= at;

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
    ...replay.releasesOf(plan).map((at) => ({ at, run: () => replay.release(plan, at) })),
  ]);
  // The sort is stable: the steps of an order stay in order.
  for (const { run } of events.sort((a, b) => a.at.getTime() - b.at.getTime())) run();
  return replay.result();
}

class Replay {
  readonly #random: Random;
  readonly #terms: Terms;
  readonly #orders = new Map<PlannedOrder, Order>();
  /** The latest payment of each order is the one that counts. */
  readonly #payments: Payment[] = [];
  readonly #applications: ReplayedOrders["applications"] = [];
  readonly #numbers = new Set<string>();
  readonly #allocations: ChainedAllocation[] = [];
  readonly #audit: OrderAudit[] = [];
  readonly #proofs: Proof[] = [];
  /** Rewards of the documented member whose days were over. */
  #ofFirst = 0;
  #held = 0;
  #allocated = 0;

  constructor(random: Random, terms: Terms) {
    this.#random = random;
    this.#terms = terms;
  }

  result(): ReplayedOrders {
    return {
      orders: [...this.#orders.values()],
      payments: this.#payments,
      applications: this.#applications,
      allocations: this.#allocations,
      audit: this.#audit,
      proofs: this.#proofs,
      held: this.#held,
      allocated: this.#allocated,
    };
  }

  create(plan: PlannedOrder): void {
    const { company, account } = this.#terms;
    const { createdAt, member } = plan;
    const campaign = this.#campaignOf(member, createdAt);
    const asked = { amountPaise: plan.amountPaise, ...this.#termsAt(createdAt) };
    const { amountPaise, quote } = quoteWhole(asked);
    const { quantity, feePaise, totalPaise } = quote;
    const order: Order = {
      ...EMPTY,
      companyId: company.id,
      id: plan.id,
      memberId: member.id,
      orderNumber: this.#freeNumber(createdAt),
      ...asked,
      amountPaise,
      quantity,
      feePaise,
      totalPaise,
      status: "OPEN",
      heldQuantity: 0,
      heldReward: 0,
      bonusTokens: 0,
      campaignId: campaign?.id ?? null,
      bonusBps: campaign?.bonusBps ?? null,
      rewardBps: campaign?.rewardBps ?? null,
      riskDue: false,
      ...NO_REWARD,
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
        const payment = this.#confirm(order, step.at);
        const reward = this.#rewardOf(plan, order, step.at);
        this.#release(order);
        this.#held += reward.held;
        Object.assign(order, asApproved(order, reward, { at: step.at, by: admin.id }));
        const { quantity } = order;
        this.#append(step.at, purchaseAllocations(order, { quantity, reward }));
        const details = { ...statedReward(reward), payment: statedPayment(payment) };
        return this.#note(step.at, admin, decidedEntry(before, order, details));
      }
      case "REJECTED":
        Object.assign(order, {
          decidedAt: step.at,
          decidedBy: admin.id,
          decisionCount: order.decisionCount + 1,
          decisionReason: step.reason ?? null,
          refundNote: step.refundNote || null,
          ...withdrawn(order, { reason: "ORDER_REJECTED", at: step.at, by: admin.id }),
        });
        this.#release(order);
        Object.assign(this.#paymentOf(order), { status: "REFUSED", updatedAt: step.at });
        return this.#note(step.at, admin, decidedEntry(before, order));
      case "REVERSED":
        Object.assign(order, {
          reversedAt: step.at,
          decidedBy: admin.id,
          decisionReason: step.reason ?? null,
          ...withdrawn(order, { reason: "ORDER_REVERSED", at: step.at, by: admin.id }),
        });
        this.#release(order);
        this.#takeBack(order, step.at);
        Object.assign(this.#paymentOf(order), { appliedPaise: 0, updatedAt: step.at });
        for (const one of this.#applications) {
          if (one.orderId === order.id) one.endedAt = step.at;
        }
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
    const rewardBps = order.rewardBps ?? company.referralRewardBps;
    const { bonus, reward } = extrasToHold(
      {
        bonus: rewardFor(order.quantity, order.bonusBps ?? 0),
        reward: order.referrerId ? rewardFor(order.quantity, rewardBps) : 0,
      },
      left,
    );
    Object.assign(order, {
      heldQuantity: order.quantity + bonus,
      bonusTokens: bonus,
      heldReward: reward,
    });
    if (reward > 0) order.rewardBps = rewardBps;
    this.#held += order.heldQuantity + order.heldReward;
  }

  /** Returns the company's price and fee at an instant. */
  #termsAt(at: Date) {
    const { company, prices } = this.#terms;
    const price = prices.findLast(({ startsAt }) => startsAt <= at) ?? prices[0];
    return { priceMicroRupees: price?.priceMicroRupees ?? 0, feeBps: company.feeBps };
  }

  /** Returns the campaign that ran at an instant, if the member's referrer may refer under it. */
  #campaignOf({ referrer }: PlannedMember, at: Date): Campaign | undefined {
    return this.#terms.campaigns.find(
      ({ startsAt, endsAt, whoRefers }) =>
        referrer &&
        startsAt <= at &&
        at < endsAt &&
        (whoRefers === "ALL" || isVerified(referrer, at)),
    );
  }

  #release(order: Order): void {
    this.#held -= order.heldQuantity + order.heldReward;
    Object.assign(order, { heldQuantity: 0, heldReward: 0 });
  }

  #submit(plan: PlannedOrder, order: Order, payment: PlannedPayment, step: Step): void {
    const reference = payment.reference && normaliseReference(payment.reference);
    const paidAmountPaise = reference ? order.totalPaise + payment.paidBeyondTotalPaise : null;
    const isLast = plan.steps.at(-1) === step;
    const present = presentTerms({ ...order, newerOrders: 0 }, this.#termsAt(step.at), step.at);
    const proof =
      reference && paidAmountPaise !== null
        ? this.#file(order, { reference, paidPaise: paidAmountPaise, at: step.at }, payment, isLast)
        : null;
    Object.assign(order, {
      ...asSubmitted(order, present, step.at),
      ...rewardWaitingAgain(order),
      paymentMethod: payment.method,
      reference,
      proofMediaId: proof?.media.id ?? null,
      paidAmountPaise,
      flags: flagsOf({
        method: payment.method,
        reference,
        duePaise: order.totalPaise,
        paidAmountPaise,
        holdEndsAt: order.holdEndsAt,
        submittedAt: step.at,
        isProofRepeated: this.#proofs.some(
          (other) => other.orderId !== order.id && other.media.sha256 === proof?.media.sha256,
        ),
        isReferenceReused: false,
        isReferenceRecorded: false,
        isBankSumOther: false,
        isPaidByAnother: false,
        isQuoteEnded: present !== null,
      }),
      consentedAt: step.at,
      ...this.#terms.versionsAgreed(plan.member.language),
    } satisfies Partial<Order>);
    const replaced = this.#payments.findLast(({ orderId }) => orderId === order.id);
    if (replaced) Object.assign(replaced, { status: "REPLACED", updatedAt: step.at });
    this.#payments.push({
      ...EMPTY_PAYMENT,
      companyId: order.companyId,
      id: this.#random.id(step.at),
      status: "WAITING",
      memberId: order.memberId,
      orderId: order.id,
      method: payment.method,
      reference,
      amountPaise: order.totalPaise,
      reportedPaise: paidAmountPaise,
      proofMediaId: order.proofMediaId,
      beneficiaryId: order.beneficiaryId,
      beneficiaryVersion: order.beneficiaryVersion,
      appliedPaise: 0,
      refundedPaise: 0,
      createdAt: step.at,
      updatedAt: step.at,
    });
  }

  #paymentOf({ id }: Order): Payment {
    const payment = this.#payments.findLast(({ orderId }) => orderId === id);
    if (!payment) throw new Error("An order of the demo is paid before its decision.");
    return payment;
  }

  /** Confirms the payment of an approved order, and applies it. */
  #confirm(order: Order, at: Date): Payment {
    const { companyId, id: orderId, totalPaise: amountPaise } = order;
    const payment = this.#paymentOf(order);
    this.#applications.push({
      companyId,
      id: this.#random.id(at),
      paymentId: payment.id,
      orderId,
      amountPaise,
      createdAt: at,
      endedAt: null,
    });
    return Object.assign(payment, {
      status: "CONFIRMED",
      receivedPaise: amountPaise,
      appliedPaise: amountPaise,
      receivedAt: at,
      confirmedBy: this.#terms.adminId,
      updatedAt: at,
    } as const);
  }

  /**
   * Returns the proof of an order: a pending one shows its own payment, or repeats the file of the
   * member's order before; others share a picture.
   */
  #file(
    order: Order,
    { reference, paidPaise, at }: { reference: string; paidPaise: number; at: Date },
    { repeatsProof }: PlannedPayment,
    isOwn: boolean,
  ): Proof {
    const repeated = repeatsProof ? this.#approvedProofOf(order.memberId) : undefined;
    const folder = `demo/${this.#terms.company.tokenSymbol.toLowerCase()}`;
    const proof: Proof = {
      orderId: order.id,
      media: {
        id: this.#random.id(at),
        companyId: order.companyId,
        ownerId: order.memberId,
        ownerRole: "USER",
        contentType: "image/png",
        fileName: `${reference}.png`,
        sha256: repeated?.sha256 ?? createHash("sha256").update(reference).digest("hex"),
        storageKey: repeated?.storageKey ?? `${folder}/${isOwn ? reference : "payment"}.png`,
        sweepAfter: null,
        releasedAt: null,
        createdAt: at,
      },
      shown: isOwn && !repeated ? { reference, paidPaise } : null,
    };
    this.#proofs.push(proof);
    return proof;
  }

  /** Returns the member's latest proof of an approved order, which no later submission replaces. */
  #approvedProofOf(memberId: string): Proof["media"] | undefined {
    const order = [...this.#orders.values()].findLast(
      (one) => one.memberId === memberId && one.status === "APPROVED" && one.proofMediaId,
    );
    return this.#proofs.find(({ media }) => media.id === order?.proofMediaId)?.media;
  }

  #rewardOf({ member: { referrer } }: PlannedOrder, order: Order, at: Date): ApprovedReward {
    return rewardAtApproval(order, {
      tokens: order.heldReward,
      at,
      rules: rewardHoldOf(this.#terms.company.settings),
      referrer: referrer && { isApproved: isVerified(referrer, at) },
    });
  }

  /** Returns the times at which an order's reward may be released: after its days, or verified later. */
  releasesOf({ member: { referrer }, steps }: PlannedOrder): Date[] {
    const { rewardHoldDays } = rewardHoldOf(this.#terms.company.settings);
    const approvedAt = steps.find(({ to }) => to === "APPROVED")?.at;
    if (!approvedAt || !referrer) return [];
    const dueAt = later(approvedAt, rewardHoldDays * DAY_MS);
    return [dueAt, referrer.approvedAt ?? dueAt].filter(
      (at) => at > approvedAt && at < this.#terms.now,
    );
  }

  /** Releases a reward that nothing holds any more. An admin withdraws one of the documented member's. */
  release(plan: PlannedOrder, at: Date): void {
    const order = this.#orders.get(plan);
    const { referrer } = plan.member;
    if (order?.rewardState !== "ON_HOLD" || !order.rewardReleaseAt || !referrer) return;
    if (isVerified(referrer, at)) {
      order.rewardHeldBecause = order.rewardHeldBecause.filter((why) => why !== "UNVERIFIED");
    }
    if (at < order.rewardReleaseAt || order.rewardHeldBecause.includes("UNVERIFIED")) return;
    const tokens = order.heldReward;
    this.#release(order);
    order.updatedAt = at;
    const isWithdrawn =
      referrer.email === DEMO_MEMBER && (this.#ofFirst += 1) === WITHDRAWN_OF_FIRST;
    if (isWithdrawn) {
      const { adminId: by } = this.#terms;
      Object.assign(order, withdrawn(order, { reason: "BY_ADMIN", at, by, note: WITHDRAWAL }));
      return this.#note(at, { role: "ADMIN", id: by }, rewardEntry(order));
    }
    Object.assign(order, released({ at }));
    this.#append(at, [rewardAllocation(order, termsOf(order, tokens))]);
    this.#note(at, { role: "SYSTEM", id: null }, rewardEntry(order));
  }

  #takeBack(order: Order, createdAt: Date): void {
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
