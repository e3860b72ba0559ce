import type { LineStatus, MemberStatus, OrderStatus } from "@db/vocabulary";
import type { Candidate } from "@server/payments/rules/match-statement";

/** Another order of the same member. */
export type OtherOrder = {
  id: string;
  orderNumber: string;
  status: OrderStatus;
  totalPaise: number;
  /** Of a rejection or a reversal. */
  reason: string | null;
  /** Its last decision, else its submission; ISO. */
  at: string;
};

/** An entry of a bank's statement beside an order. */
export type ReviewedLine = {
  id: string;
  /** YYYY-MM-DD. */
  bookedOn: string;
  amountPaise: number;
  narration: string;
  reference: string | null;
  status: LineStatus;
  /** What speaks for the order, and against it; nothing once the entry is settled. */
  evidence: Candidate["evidence"];
  doubts: Candidate["doubts"];
  /** Whether the order can be approved by it: it waits, and its sum is the order's total. */
  canApprove: boolean;
};

/** `orders.undoable`: decisions of one's own that can be undone, newest first. */
export type UndoableDecision = {
  orderId: string;
  orderNumber: string;
  status: OrderStatus;
  /** ISO; names the decision. */
  decidedAt: string;
  /** Until it is told, from 1. */
  secondsLeft: number;
};

/** `orders.review`: what stands beside an order while an admin decides on it. */
export type OrderReview = {
  member: {
    id: string;
    name: string;
    email: string;
    mobile: string;
    referralCode: string;
    isApproved: boolean;
    status: MemberStatus;
    /** ISO. */
    joinedAt: string;
  };
  /** The member's other submitted orders: by status, and the newest five. */
  others: {
    counts: { status: OrderStatus; total: number; totalPaise: number }[];
    newest: OtherOrder[];
  };
  /** Other orders with a file of the same bytes, whoever's. */
  sameProof: {
    id: string;
    orderNumber: string;
    status: OrderStatus;
    totalPaise: number;
    memberName: string;
  }[];
  lines: ReviewedLine[];
  /** Whether any statement was imported: without one there is nothing to compare with. */
  hasStatements: boolean;
};
