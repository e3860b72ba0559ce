/** A member's own data as a file, and the end of their account (product.md §6). */
import { z } from "zod";
import type {
  AllocationKind,
  Channel,
  DocumentKind,
  DocumentSide,
  DocumentState,
  IdentityState,
  MessageStatus,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
  RiskSign,
  SecondKind,
} from "@db/vocabulary";
import { currentPasswordField } from "@server/platform/contracts/fields";

/** `members.downloadData` (member). Returns `OwnData`, at most OWN_DATA_A_DAY times a day. */
export const DownloadData = z.object({
  currentPassword: currentPasswordField("CURRENT_PASSWORD_REQUIRED"),
});

export const OWN_DATA_A_DAY = 5;

/** `members.askForEnd` (member). Ends all sessions; returns when the account ends, ISO. */
export const AskForEnd = z.object({
  currentPassword: currentPasswordField("CURRENT_PASSWORD_REQUIRED"),
});

/** Raised when a field is renamed or removed, or means something else. */
export const OWN_DATA_VERSION = 2;

/** Times are ISO, money is in paise, prices in micro-rupees, shares in basis points. */
export interface OwnData {
  format: "prelaunch-member-data";
  version: typeof OWN_DATA_VERSION;
  madeAt: string;
  company: { name: string; tokenName: string; tokenSymbol: string };
  /** Columns by `MEMBER_COLUMNS`, which leaves out or masks what pages do. */
  person: Record<string, string | number | boolean | null>;
  /** The inviter of the member; the name is masked. */
  referredBy: { name: string; memberId: string } | null;
  orders: OwnOrder[];
  /** Stated payments, and the received part of each. */
  payments: OwnPayment[];
  /** The entries of the bank's statements that pay the member's orders, as the bank wrote them. */
  statementEntries: OwnEntry[];
  /** Refunds that the company sent. */
  refunds: OwnRefund[];
  allocations: {
    kind: AllocationKind;
    tokens: number;
    hash: string;
    /** The own Member ID; null for a reward, whose buyer is not told. */
    buyer: string | null;
    at: string;
  }[];
  /** Those whom the member invited; the names are masked. */
  referrals: { name: string; memberId: string; joinedAt: string; isVerified: boolean }[];
  /** The kinds of hashes that are kept to compare members, each with its time. */
  signs: { kind: RiskSign; since: string }[];
  sessions: {
    since: string;
    address: string | null;
    device: string | null;
    isCurrent: boolean;
  }[];
  /** Proven wallets; ISO times, null where it did not come to that. */
  wallets: {
    address: string;
    provedAt: string | null;
    validFrom: string | null;
    stoppedAt: string | null;
    lostAt: string | null;
  }[];
  passkeys: { name: string; host: string; addedAt: string; lastUsedAt: string | null }[];
  /** Messages without their texts, which may hold a code. */
  messages: {
    at: string;
    sentAt: string | null;
    channel: Channel;
    address: string;
    about: string;
    status: MessageStatus;
  }[];
  /**
   * Agreements to privacy policy and terms of sale before a payment; their texts are kept by their
   * versions (SHA-256). What was agreed to at the registration is in `person`.
   */
  consents: {
    order: string;
    at: string;
    policyVersion: string | null;
    termsVersion: string | null;
  }[];
  /** What the member said and showed of who they are; numbers are masked, pictures are `data:` addresses. */
  identity: OwnIdentityData | null;
  files: { name: string; type: string; bytes: number; at: string }[];
  activity: { at: string; action: string; byYou: boolean }[];
}

export interface OwnIdentityData {
  state: IdentityState;
  name: string | null;
  pan: string | null;
  secondDocument: SecondKind | null;
  secondNumber: string | null;
  address: string | null;
  sentAt: string | null;
  /** The network address from which it was sent. */
  sentFrom: string | null;
  place: string | null;
  verifiedAt: string | null;
  verifiedUntil: string | null;
  reason: string | null;
  documents: {
    kind: DocumentKind;
    side: DocumentSide;
    state: DocumentState;
    reason: string | null;
    at: string;
    /** Null for a missing file. */
    picture: string | null;
  }[];
}

export interface OwnOrder {
  /** Also the receipt's number, once `submittedAt` is set. */
  number: string;
  createdAt: string;
  status: OrderStatus;
  tokens: number;
  priceMicroRupees: number;
  amountPaise: number;
  feePaise: number;
  totalPaise: number;
  method: PaymentMethod | null;
  reference: string | null;
  paidAmountPaise: number | null;
  submittedAt: string | null;
  decidedAt: string | null;
  reason: string | null;
  refundNote: string | null;
  /** The approved tokens, where they are less than the order's. */
  approvedTokens: number | null;
  reversedAt: string | null;
}

export interface OwnPayment {
  /** The order that it was paid for. */
  order: string;
  at: string;
  status: PaymentStatus;
  method: PaymentMethod;
  reference: string | null;
  amountPaise: number;
  paidAmountPaise: number | null;
  /** The time at which the company confirmed the payment; null before. */
  receivedAt: string | null;
  receivedPaise: number | null;
  /** The part that serves an order, and what was sent back. */
  appliedPaise: number;
  refundedPaise: number;
  /** The reason for which the company found that it had not arrived after all. */
  notReceivedReason: string | null;
}

export interface OwnEntry {
  order: string;
  /** YYYY-MM-DD. */
  bookedOn: string;
  amountPaise: number;
  /** Empty once it is kept no longer. */
  text: string;
  reference: string | null;
}

export interface OwnRefund {
  order: string;
  /** The day on which it was sent: YYYY-MM-DD. */
  refundedOn: string;
  recordedAt: string;
  /** The bank's reference. */
  reference: string;
  amountPaise: number;
}
