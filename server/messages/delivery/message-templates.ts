import {
  type ChangeKind,
  type Channel,
  type DocumentKind,
  type Language,
  MESSAGE_PRIORITIES,
  type Question,
  type Reminder,
  type MessagePriority,
  type RewardReason,
} from "@db/vocabulary";
import { CODE_SECONDS, INVITATION_HOURS } from "@server/platform/rules/people/one-time-codes";

/** The events of a change that needs a second admin. */
export type ChangeEvent =
  | "REQUESTED"
  | "COOL_OFF"
  | "CONFIRMED"
  | "APPLIED"
  | "REFUSED"
  | "WITHDRAWN"
  | "EXPIRED"
  | "FAILED"
  | "OVERTAKEN"
  | "ENDED";

/** The acts for machines that a company is told of: a new key, a new address, an address's new secret. */
export type MachineChange = "KEY" | "ENDPOINT" | "SECRET";

/** The acts on an admin's account. */
export type AdminAlteration =
  | "INVITED"
  | "PROMOTED"
  | "REMOVED"
  | "DEMOTED"
  | "BLOCKED"
  | "ROLE"
  | "EMAIL"
  | "FACTOR"
  /** Logged out; the account is as before. */
  | "SESSIONS";

/** An order in the daily mail. */
export interface DigestedOrder {
  id: string;
  orderNumber: string;
  member: string;
  total: string;
  method: string;
  since: string;
  isFlagged: boolean;
}

/** Every message the product sends, with its parameters. Money and counts are already formatted. */
export interface MessageParams {
  registrationCode: { code: string; minutes: number };
  /** A registration was requested for an address that has an account (architecture.md §7). */
  accountExists: object;
  resetCode: { code: string; minutes: number };
  changeCode: { code: string; minutes: number };
  superAdminCode: { code: string; minutes: number };
  /** `device` and `ip` as far as known from the login; `at` is already formatted. */
  newDevice: { device: string; ip: string; at: string };
  /** `isAdmin` selects the link to the admins' password reset. */
  passwordChanged: { isAdmin?: boolean };
  /** A change to a person's authenticator app; `left`: the recovery codes that still work. */
  securityChanged: {
    change:
      | "ON"
      | "OFF"
      | "RESET"
      | "CODES_RENEWED"
      | "CODE_USED"
      | "PASSKEY_ADDED"
      | "PASSKEY_REMOVED";
    left: number;
  };
  /** So many wrong codes were entered within so many days: mailed ones, or an authenticator app's. */
  wrongCodes: { guessed: "CODE" | "APP"; wrong: number; days: number };
  /** The address was proven for the first time, and what was entered before was removed. */
  addressProven: object;
  /** An admin changed a person's e-mail address: to the old address, and to the new one. */
  emailChanged: { change: "OLD" | "NEW" };
  /**
   * To a new member. `percent` of a friend's tokens are their reward; empty where there is none. `until`:
   * the end of a campaign's rate; empty for the usual one.
   */
  welcome: { memberId: string; percent: string; until?: string; waits: boolean };
  /** To a referrer who chose mails; it names nobody. `percent` and `until` as above. */
  memberJoined: { percent: string; until?: string };
  /**
   * An admin corrected who invited a member: to the member (`memberId` of the referrer, empty for none),
   * and to those who gained or lost the referral.
   */
  referrerChanged: { change: "OWN" | "GAINED" | "LOST"; memberId: string };
  /** `BUY`: after evidence, back to the purchase from which the member came, in rupees. */
  memberVerified: { change?: "BUY"; purchase?: string };
  /** An admin's question; `text` is added to it, `orderNumber` is empty where it is about none. */
  memberAsked: { question: Question; text: string; orderNumber: string };
  /** The company refused to verify the member; they may ask again. */
  memberRefused: { reason: string };
  /** Documents that the member is asked to send again, each with the company's reason. */
  identityAsked: { reasons: Partial<Record<DocumentKind, string>> };
  /** The company did not accept what the member sent; they may answer. */
  identityRefused: { reason: string };
  /** To a member: the verification ends on `day`, as `formatDate` writes it. */
  identityEnds: { day: string };
  /** To the company's admins: a verified member changed these details, and is verified no more. */
  memberUnverified: {
    member: string;
    personId: string;
    fields: readonly ("name" | "dateOfBirth" | "kycDocumentNumber")[];
  };
  /** An admin added the person; the password they were told works for so many hours. */
  memberAdded: { hours: number };
  /** The member asked for the account's end; `until` is already formatted. */
  accountEndAsked: { until: string };
  accountKept: object;
  /** To an address that no account has any more; it is cleared once this is sent. */
  accountEnded: object;
  invitation: { name: string; token: string; hours: number };
  /**
   * `days`: how long the tokens of a payment without a proof stay reserved; null until decided.
   * `usualSeconds` of an approval, null for too few, is read when the message is sent.
   */
  orderSubmitted: {
    orderNumber: string;
    total: string;
    /** The sum that the member told of, if not the total; of a rest always. */
    told?: string;
    /** The part that was received before, of an order whose rest it is; `total` is then what is left. */
    received?: string;
    quantity: string;
    token: string;
    days: number | null;
    usualSeconds?: number | null;
  };
  /**
   * `bonus`: tokens beside the ordered ones; empty for none. `hash` of the order's purchase is known only
   * after the message: it is read when the message is sent.
   */
  orderApproved: {
    orderNumber: string;
    quantity: string;
    token: string;
    bonus?: string;
    orderId?: string;
    hash?: string;
  };
  /** `received`: what arrived of it and is open now; empty for nothing. */
  orderRejected: { orderNumber: string; reason: string; refundNote: string; received?: string };
  /** The hold expired before a payment was submitted. */
  orderExpired: { orderNumber: string };
  /** Nobody decided for this many days; the order waits on, without reserved tokens. */
  orderReleased: { orderNumber: string; days: number };
  orderReversed: { orderNumber: string; reason: string };
  /** A payment is on record, but its order cannot take it yet. */
  paymentKept: { orderNumber: string; total: string; reference: string };
  /** `tokens` were allocated of what was ordered; `rest` of the money stays open. */
  paymentAllocated: {
    orderNumber: string;
    quantity: string;
    token: string;
    bonus?: string;
    /** The unused rest; empty for nothing. */
    rest: string;
    /** The received sum, where it is not the order's total; else empty, or not there. */
    received?: string;
    total?: string;
  };
  paymentPart: { orderNumber: string; received: string; missing: string; total: string };
  /** An admin recorded a payment: its order now waits for the decision. */
  paymentRecorded: { orderNumber: string; received: string; reference: string };
  /** An admin recorded a payment for an order that does not need it. */
  paymentUnneeded: { orderNumber: string; received: string; reference: string };
  /** An admin opened another order for money that served none, and approved it. */
  paymentReused: {
    orderNumber: string;
    source: string;
    quantity: string;
    token: string;
    bonus?: string;
    total: string;
    /** The rest that stays open; empty for nothing. */
    rest: string;
  };
  paymentRefunded: {
    orderNumber: string;
    total: string;
    reference: string;
    at: string;
    /** The rest that stays open, with ₹; empty for none. */
    rest: string;
  };
  paymentNotFound: { orderNumber: string; reason: string };
  /** The told rest of an order did not arrive; `missing` of it is left to pay. */
  restNotFound: {
    orderNumber: string;
    told: string;
    received: string;
    missing: string;
    reason: string;
    refundNote: string;
  };
  rewardEarned: { quantity: string; token: string };
  /** To a referrer who chose mails. */
  rewardPromised: { token: string };
  /** Withdrawn before it was allocated; `note` is the admin's, or empty. */
  rewardWithdrawn: {
    quantity: string;
    token: string;
    why: Exclude<RewardReason, "REFERRER_ENDED">;
    note: string;
  };
  rewardReversed: { quantity: string; token: string };
  /** To the company's admins who chose a mail for each payment. */
  paymentUnapplied: { orderNumber: string; total: string; member: string; reference: string };
  /** To the same. */
  orderWaiting: { orderNumber: string; total: string; member: string; method: string };
  /**
   * To the company's other admins, once a day: what waits, without what does not. `change`: whether
   * payments wait for a decision, or only money for an order. The oldest `orders` are linked; `listed`
   * is their number where there are more.
   */
  orderDigest: {
    change: "DECISIONS" | "MONEY";
    waiting: string;
    total: string;
    since: string;
    flagged: string;
    certain: string;
    certainTotal: string;
    unmatched: string;
    unmatchedTotal: string;
    open: string;
    listed: string;
    orders: readonly DigestedOrder[];
  };
  /**
   * To the company's admins and, where money goes elsewhere, its contacts: a change waits for a second
   * admin (or, COOL_OFF, takes effect by itself at `at`), or what became of it.
   */
  changeWaiting: {
    change: ChangeEvent;
    kind: ChangeKind;
    subject: string;
    by: string;
    at: string;
  };
  /**
   * To the company's admins and contacts: that an admin made another one, who confirms nothing for so
   * many days; or, also to the admin's address of before, what an admin did to their account.
   */
  adminChanged: { changes: readonly AdminAlteration[]; name: string; by: string; days: number };
  /** To the company's admins and contacts: `what` is a key's name or an address of events. */
  machineChanged: { change: MachineChange; what: string; by: string };
  /** To the company's admins and contacts; `price` and `at`, its start, are already formatted. */
  priceChanged: { price: string; at: string; by: string };
  /**
   * To the company's admins and contacts: that proofs or messages are deleted earlier than before. A
   * number is empty where it is not shorter; `proofYearsBefore` where proofs were kept for good.
   */
  retentionShortened: {
    by: string;
    proofYears: string;
    proofYearsBefore: string;
    messageDays: string;
    messageDaysBefore: string;
  };
  /** To a member with tokens who has proven no wallet; `at`, the launch, is already formatted. */
  walletNeeded: { quantity: string; token: string; at: string };
  /** To a member: so many tokens unlocked. */
  tokensFree: { quantity: string; token: string; hasWallet: boolean };
  /** To a member: a wallet was proven, which takes force at `at`, and whether another member has it too. */
  walletChanged: {
    change: "PROVEN" | "SHARED" | "SHARED_BY_OTHER" | "LOST" | "AFTER_LOSS";
    address: string;
    at: string;
  };
  /** To the company's admins: a member lost their wallet, and proves another one that they confirm. */
  walletLost: { member: string; personId: string };
  /** To the company's admins: several members have proven one wallet; the last of them is `personId`. */
  walletShared: { members: string; wallet: string; personId: string };
  /** To the same: that a super admin gave or took away an address at which the company answers. */
  hostChanged: { change: "ADDED" | "REMOVED"; host: string };
  /** To members who chose mails: what the company announces, and a price that is in force. */
  announcement: { title: string; text: string };
  newPrice: { price: string; token: string };
  /** `text`: the company's own; empty for the product's. `at`: the end of the hold, quote or wait. */
  reminder: {
    change: Reminder;
    text: string;
    at: string;
    orderNumber?: string;
    total?: string;
    token?: string;
  };
  beneficiaryChanged: { account: string; change: string; by: string };
  /** `until`: the last day of a claim, formatted; empty for tokens that were sent. */
  tokensDelivered: {
    tokens: string;
    token: string;
    batch: number;
    network: string;
    until: string;
  };
}

export type Template = keyof MessageParams;

/** A notice that could not be delivered for this long is given up, in seconds. */
export const NOTICE_SECONDS = 7 * 24 * 3600;

/** A message that still waits after this many seconds is useless, and not sent any more. */
const USELESS_AFTER_SECONDS: Partial<Record<Template, number>> = {
  registrationCode: CODE_SECONDS.member.lives,
  resetCode: CODE_SECONDS.member.lives,
  changeCode: CODE_SECONDS.member.lives,
  superAdminCode: CODE_SECONDS.superAdmin.lives,
  invitation: INVITATION_HOURS * 3600,
};

/** Somebody waits for these at a form; `accountExists` answers a request for a code. */
const CODES: ReadonlySet<string> = new Set<Template>([
  "registrationCode",
  "accountExists",
  "resetCode",
  "changeCode",
  "superAdminCode",
]);

/** Returns the seconds that a message may wait. */
export const lifetimeSecondsOf = (template: Template): number =>
  USELESS_AFTER_SECONDS[template] ?? NOTICE_SECONDS;

/** Codes are sent before notices. */
export const priorityOf = (template: string): MessagePriority =>
  CODES.has(template) ? MESSAGE_PRIORITIES.code : MESSAGE_PRIORITIES.notice;

/** One message, to one address over one channel. */
export type Message<T extends Template = Template> = {
  [K in T]: {
    template: K;
    params: MessageParams[K];
    channel: Channel;
    /** An e-mail address or an E.164 number. */
    address: string;
    language: Language;
    /** It is null for a super admin. */
    companyId: string | null;
    /** The recipient, where it is a member or an admin. */
    userId: string | null;
    /** Sent so many seconds later; at once by default. */
    delaySeconds?: number;
    /** The decision that it tells: undoing that withdraws the message (platform/rules/undo-time.ts). */
    undoKey?: string;
  };
}[T];
