import type { LineStatus, MemberStatus, OrderStatus } from "@db/vocabulary";
import type { ShownReturn } from "./statements";
import type { Candidate } from "@server/payments/rules/match-statement";

/** Another order of the same member. */
export type OtherOrder = {
  id: string;
  orderNumber: string;
  status: OrderStatus;
  totalPaise: number;
  missingPaise: number | null;
  /** Reason of a rejection or a reversal. */
  reason: string | null;
  /** Time of its last decision, else of its submission; ISO 8601. */
  at: string;
};

/** An entry of a bank's statement that may concern an order. */
export type ReviewedLine = {
  id: string;
  /** Day of the booking, YYYY-MM-DD. */
  bookedOn: string;
  amountPaise: number;
  narration: string;
  reference: string | null;
  status: LineStatus;
  /** True if it shows the money of the order itself. */
  isOwn: boolean;
  /** Evidence for the order, and against it; empty once the entry is settled. */
  evidence: Candidate["evidence"];
  doubts: Candidate["doubts"];
  /** The part of it that the bank sent back. */
  returns: ShownReturn[];
  /** True if no order explains it, though its text names the member or nearly the number of this one. */
  isPerhaps: boolean;
  /** The payer's name in its text, as the bank wrote it. */
  payer: string | null;
  /** True if the order can be approved by it: it waits, and its total is the entry's sum. */
  canApprove: boolean;
};

/** Output of `orders.undoable`: the caller's decisions that can be undone, newest first. */
export type UndoableDecision = {
  orderId: string;
  orderNumber: string;
  status: OrderStatus;
  /** True if a part was received, and the order waits for its rest. */
  isPart: boolean;
  /** ISO 8601; identifies the decision. */
  decidedAt: string;
  /** Seconds until its messages are sent, from 1. */
  secondsLeft: number;
  /** True if several were decided together. */
  isOneOfMany: boolean;
  /** The order's total in paise; of a part, what is missing. */
  paise: number;
  /** Paise of its payment that no order took. */
  leftPaise: number;
};

/** A member above the company's sum without evidence: the paise of their orders, and that sum. */
export type Unproven = { orderedPaise: number; limitPaise: number };

/** Output of `orders.review`: the evidence for an admin's decision on an order. */
export type OrderReview = {
  member: {
    id: string;
    name: string;
    email: string;
    mobile: string;
    referralCode: string;
    isApproved: boolean;
    status: MemberStatus;
    /** ISO 8601 time. */
    joinedAt: string;
  };
  /** It is null for a member below the sum, or with evidence. */
  unproven: Unproven | null;
  /** The member's other submitted orders: sums by status, and the newest five. */
  others: {
    counts: { status: OrderStatus; total: number; totalPaise: number }[];
    newest: OtherOrder[];
  };
  /** Orders of any member with a file of the same bytes. */
  sameProof: {
    id: string;
    orderNumber: string;
    status: OrderStatus;
    totalPaise: number;
    missingPaise: number | null;
    memberName: string;
  }[];
  lines: ReviewedLine[];
  /** True if a statement was imported: without one there is no entry to compare with. */
  hasStatements: boolean;
};
