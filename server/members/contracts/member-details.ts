/** The parts of an admin's page about one person of the company. */
import { z } from "zod";
import type {
  AllocationKind,
  Channel,
  Gender,
  MessageFailure,
  MessageStatus,
  OrderStatus,
  PaymentMethod,
  Role,
} from "@db/vocabulary";
import {
  idField,
  line,
  optional,
  pageFields,
  referralCodeField,
} from "@server/platform/contracts/fields";
import type { ReturnedPayment } from "@server/payments/rules/returns";
import type { Member } from "./members";
import { EndSession } from "./sessions";

/** `members.find` (admin). */
export interface MemberCard extends Member {
  /** The account's end, as the member asked; ISO. */
  endsAt: string | null;
  /** The reason of a refusal to verify the member, who has not asked again; null without one. */
  verificationRefusal: string | null;
  isRefused: boolean;
  isEmailVerified: boolean;
  isMobileVerified: boolean;
  /** YYYY-MM-DD. */
  dateOfBirth: string | null;
  pincode: string | null;
  gender: Gender | null;
  /** Masked except for the last four characters. */
  kycDocumentNumber: string | null;
  /** A fingerprint of the details that `members.approve` verifies. */
  identity: string;
  /** True if evidence of who they are was sent, in any state. */
  hasSentIdentity: boolean;
  walletAddress: string | null;
  profileImage: { url: string } | null;
  /** The inviter by Member ID; a deleted inviter has no id. */
  referrer: { id: string | null; name: string; referralCode: string } | null;
  /** Until when an admin may correct the referrer; ISO. Null once it is over or something was bought. */
  referrerUntil: string | null;
  /** Invited, without a password yet. */
  isInvited: boolean;
  /** An admin with an authenticator app. */
  hasAuthenticator: boolean;
  /** The caller. */
  isSelf: boolean;
  /** Payments that the bank sent back; `isOpen` ones wait for an admin. */
  returns: ReturnedPayment[];
  /** Tokens allocated to them. */
  stockBalance: number;
  /** All orders, in any status. */
  orderCount: number;
  referralCount: number;
}

/**
 * `members.setReferrer` (admin): corrects a wrong referrer. An empty code sets none; `shown` is the
 * code that the page showed.
 */
export const SetReferrer = z.object({
  id: idField,
  referralCode: optional(referralCodeField),
  shown: optional(referralCodeField),
  reason: line("REASON_REQUIRED", 300),
});

export const ListOfMember = z.object({ id: idField, ...pageFields });
export type ListOfMember = z.output<typeof ListOfMember>;

/** `members.orders`: all orders, including those never submitted. */
export interface MemberOrder {
  id: string;
  orderNumber: string;
  /** ISO. */
  createdAt: string;
  status: OrderStatus;
  paymentMethod: PaymentMethod | null;
  totalQuantity: number;
  /** Tokens of the bonus, beside these. */
  bonusTokens: number;
  finalAmountPaise: number;
  /** Paise that it lacks after a received part; null if it does not wait for a rest. */
  missingPaise: number | null;
  referenceNumber: string | null;
}
/** `members.allocations`, newest first; reversals are negative. */
export interface MemberAllocation {
  kind: AllocationKind;
  /** The buyer. */
  buyerCode: string;
  quantity: number;
  transactionHash: string;
  /** ISO. */
  createdAt: string;
}
/** `members.referrals`: invited members, newest first. */
export interface MemberReferral {
  id: string;
  name: string;
  referralCode: string;
  /** ISO. */
  createdAt: string;
  isApproved: boolean;
  /** Reward tokens from this member's purchases. */
  rewarded: number;
}
/** `members.sessions`; `id` is a hash and grants no access. */
export interface MemberSession {
  id: string;
  /** ISO. */
  createdAt: string;
  ip: string | null;
  userAgent: string | null;
  /** The session of the request. */
  isCurrent: boolean;
}

/** `members.endSession` (admin); returns null. */
export const EndMemberSession = z.object({ id: idField, sessionId: EndSession.shape.id });

/** `members.messages`: metadata only, since the text may hold a code. */
export interface MemberMessage {
  id: string;
  channel: Channel;
  template: string;
  status: MessageStatus;
  /** The recipient's address; "" after the person's deletion. */
  address: string;
  failure: MessageFailure | null;
  /** The last answer of the mail server or SMS provider that did not accept it. */
  reply: string | null;
  /** It failed, and can be sent to the person's present address. */
  canSendAgain: boolean;
  /** ISO. */
  createdAt: string;
  /** ISO. */
  sentAt: string | null;
}
/** `members.resendMessage` (admin): sends a person's failed notice again; returns null. */
export const ResendMessage = z.object({ id: idField, messageId: idField });

/** `members.activity`: audit entries about this person. */
export interface MemberAuditEntry {
  id: string;
  action: string;
  actorRole: Role | "KEY" | "SYSTEM" | "NOBODY";
  /** It is null where the actor is not of the company. */
  actorName: string | null;
  isOwn: boolean;
  before: unknown;
  after: unknown;
  /** ISO. */
  createdAt: string;
}
