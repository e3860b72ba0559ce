/** What an admin sees of one person of the company: the member page's parts. */
import { z } from "zod";
import type {
  AllocationKind,
  Channel,
  Gender,
  OrderStatus,
  PaymentMethod,
  Role,
} from "@db/vocabulary";
import { idField, pageFields } from "./fields";
import type { Member } from "./members";
import { EndSession } from "./sessions";

/** `members.find` (admin). */
export interface MemberCard extends Member {
  isEmailVerified: boolean;
  isMobileVerified: boolean;
  /** YYYY-MM-DD. */
  dateOfBirth: string | null;
  pincode: string | null;
  gender: Gender | null;
  /** Masked: only its last four characters can be read. */
  kycDocumentNumber: string | null;
  walletAddress: string | null;
  profileImage: { url: string } | null;
  /** Who invited them, by their Member ID; a deleted one has no id. */
  referrer: { id: string | null; name: string; referralCode: string } | null;
  /** Invited, and no password set yet. */
  isInvited: boolean;
  /** Tokens allocated to them. */
  stockBalance: number;
  /** Every order of theirs, in whatever state. */
  orderCount: number;
  referralCount: number;
}

/** One of the lists of a member page. */
export const ListOfMember = z.object({ id: idField, ...pageFields });
export type ListOfMember = z.output<typeof ListOfMember>;

interface Page<Row> {
  records: Row[];
  total: number;
  lastPage: number;
}

/** `members.orders`: all of them, those that were never submitted too. */
export interface MemberOrder {
  id: string;
  orderNumber: string;
  /** ISO. */
  createdAt: string;
  status: OrderStatus;
  paymentMethod: PaymentMethod | null;
  totalQuantity: number;
  finalAmountPaise: number;
  referenceNumber: string | null;
}
export type MemberOrders = Page<MemberOrder>;

/** `members.allocations`, newest first; what a reversal took is negative. */
export interface MemberAllocation {
  kind: AllocationKind;
  /** Whose purchase it came from. */
  buyerCode: string;
  quantity: number;
  transactionHash: string;
  /** ISO. */
  createdAt: string;
}
export type MemberAllocations = Page<MemberAllocation>;

/** `members.referrals`: whom they invited, newest first. */
export interface MemberReferral {
  id: string;
  name: string;
  referralCode: string;
  /** ISO. */
  createdAt: string;
  isApproved: boolean;
  /** Tokens that came to the inviter from this member's purchases. */
  rewarded: number;
}
export type MemberReferrals = Page<MemberReferral>;

/** `members.sessions`; `id` is a hash and opens nothing. */
export interface MemberSession {
  id: string;
  /** ISO. */
  createdAt: string;
  ip: string | null;
  userAgent: string | null;
  /** The one that asks. */
  isCurrent: boolean;
}

/** `members.endSession` (admin); answers null. */
export const EndMemberSession = z.object({ id: idField, sessionId: EndSession.shape.id });
export type EndMemberSession = z.output<typeof EndMemberSession>;

/** `members.messages`: what was sent, never what it said: that may hold a code. */
export interface MemberMessage {
  id: string;
  channel: Channel;
  template: string;
  status: "QUEUED" | "SENT" | "FAILED";
  /** ISO. */
  createdAt: string;
  /** ISO. */
  sentAt: string | null;
}
export type MemberMessages = Page<MemberMessage>;

/** `members.activity`: what was done to this person, and by whom. */
export interface MemberDeed {
  id: string;
  action: string;
  actorRole: Role | "SYSTEM" | "NOBODY";
  /** Null where it was nobody of the company. */
  actorName: string | null;
  isOwn: boolean;
  before: unknown;
  after: unknown;
  /** ISO. */
  createdAt: string;
}
export type MemberActivity = Page<MemberDeed>;
