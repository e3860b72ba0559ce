/**
 * The product's closed lists of values. Pure data: any layer, the browser included, may import it.
 */

export const ROLES = ["USER", "ADMIN", "SUPER_ADMIN"] as const;
export type Role = (typeof ROLES)[number];

/** Roles in `users`; super admins belong to no company. */
export const COMPANY_ROLES = ["USER", "ADMIN"] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

/** Rights of an admin: everything, deciding and seeing, or seeing. */
export const ADMIN_ROLES = ["OWNER", "CASHIER", "VIEWER"] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/**
 * Changes that wait for a second admin (product.md §6): an account that members pay to, an approval
 * above the company's sum, or a rule about second admins that gets weaker.
 */
export const CHANGE_KINDS = [
  "ACCOUNT_ADD",
  "ACCOUNT_CHANGE",
  "ACCOUNT_REMOVE",
  "ORDER_APPROVAL",
  "PAYMENT_ALLOCATION",
  "PAYMENT_ORDER",
  "RULES",
  "TERMS",
  "CAMPAIGN",
  "UNLOCK_PLAN",
  "LOST_WALLET",
  "BATCH_FREEZE",
  "BATCH_CONTRACT",
  "AUTHORITY_FILE",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * States of such a change. PENDING ends once: another admin confirmed it, or its cool-off ended
 * (APPLIED); an admin stopped it, or its requester did; nobody decided in time; its subject changed
 * meanwhile (OVERTAKEN); or its requester may not do it any more (ENDED).
 */
export const CHANGE_STATES = [
  "PENDING",
  "CONFIRMED",
  "APPLIED",
  "REFUSED",
  "WITHDRAWN",
  "EXPIRED",
  "OVERTAKEN",
  "ENDED",
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** How tokens unlock: a part at the launch, and the rest in equal parts, one each month. */
export interface UnlockPlan {
  /** The part of the launch, in basis points. */
  atLaunchBps: number;
  /** Months after the launch without a part. */
  pauseMonths: number;
  /** Number of monthly parts; 0 if all tokens unlock at the launch. */
  months: number;
}

/** The plans of a company: for bought tokens, and for rewards and bonus. */
export interface UnlockPlans {
  bought: UnlockPlan;
  earned: UnlockPlan;
}

/** How a wallet's signature came: from a wallet in the browser, or pasted by the member. */
export const WALLET_PROOFS = ["BROWSER", "PASTED"] as const;
export type WalletProof = (typeof WALLET_PROOFS)[number];

/** Mails about the launch, each once for its day: three before it, to prove a wallet, and what is free. */
export const LAUNCH_MAILS = ["PROVE_30", "PROVE_7", "PROVE_1", "FREE"] as const;
export type LaunchMail = (typeof LAUNCH_MAILS)[number];

/**
 * States of a batch of tokens (`batches`): PREPARED shows what would be in it; FROZEN has its rows;
 * PUBLISHED has a contract that is not funded yet; DELIVERED can be claimed, or was sent.
 */
export const BATCH_STATES = ["PREPARED", "FROZEN", "PUBLISHED", "DELIVERED"] as const;

/** Members claim their tokens from a contract, or the company sends them. */
export const BATCH_WAYS = ["CLAIM", "SEND"] as const;

/** The type of a claim's amount in its contract's function (`server/launch/rules/claim-call.ts`). */
export const CLAIM_CALLS = ["UINT256", "UINT128"] as const;
export type ClaimCall = (typeof CLAIM_CALLS)[number];

/** Rules that put a reward on hold for review (`server/members/rules/risk/risk.ts`). */
export const RISK_RULES = [
  "SHARED_PROOF",
  "SHARED_PAYER",
  "SHARED_IDENTITY",
  "SHARED_EVIDENCE",
  "EMAIL_ALIAS",
  "DISPOSABLE_EMAIL",
  "SHARED_WALLET",
  "SHARED_NETWORK",
  "BURST",
] as const;
export type RiskRule = (typeof RISK_RULES)[number];

/** A rule that holds a reward, and the other members by whom it does. */
export interface RiskReason {
  rule: RiskRule;
  memberIds: string[];
}

/** Signs that two members may share; the rules of risk compare them. */
export const RISK_SIGNS = [
  "PROOF",
  "NUMBER",
  "PAYER",
  "MOBILE",
  "KYC",
  "EVIDENCE",
  "EMAIL",
  "WALLET",
  "NETWORK",
] as const;
export type RiskSign = (typeof RISK_SIGNS)[number];

export const MEMBER_STATUSES = ["ACTIVE", "INACTIVE", "BLOCKED"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** The purchases before which a company asks who a member is. */
export const IDENTITY_ASKS = ["NOTHING", "ABOVE", "ALWAYS"] as const;
export type IdentityAsks = (typeof IDENTITY_ASKS)[number];

/** Evidence that a company may ask for; SECOND is one of SECOND_KINDS, SELFIE a picture taken now. */
export const IDENTITY_EVIDENCE = ["PAN", "SECOND", "SELFIE", "ADDRESS"] as const;
export type IdentityEvidence = (typeof IDENTITY_EVIDENCE)[number];

/** Documents beside the PAN. */
export const SECOND_KINDS = ["PASSPORT", "VOTER_CARD", "DRIVING_LICENCE"] as const;
export type SecondKind = (typeof SECOND_KINDS)[number];

/** Kinds of pictures that a member sends. */
export const DOCUMENT_KINDS = ["PAN", ...SECOND_KINDS, "SELFIE"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_SIDES = ["FRONT", "BACK"] as const;
export type DocumentSide = (typeof DOCUMENT_SIDES)[number];

/** States of a document: chosen and not sent yet, waiting for a decision, decided. */
export const DOCUMENT_STATES = ["DRAFT", "SENT", "ACCEPTED", "REFUSED"] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/**
 * States of a member's identity case: begun, waiting for a decision, some documents asked again,
 * verified, not accepted. Whether the member counts as verified says `verified_at`, which a renewal
 * keeps.
 */
export const IDENTITY_STATES = ["DRAFT", "SENT", "ASKED", "VERIFIED", "REFUSED"] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

/** A company's rules about who its members are. */
export interface IdentityRules {
  asks: IdentityAsks;
  /** The sum of a person's purchases up to which nothing is asked, in paise; null unless ABOVE. */
  abovePaise: number | null;
  evidence: readonly IdentityEvidence[];
  /** Months after which the evidence is asked for again; 0: never. */
  renewMonths: number;
  /** The most tokens of a person without and with verification; null: no limit. */
  mostUnverified: number | null;
  mostVerified: number | null;
  /** Reasons that the desk offers, in the company's words; null, or none: the usual ones. */
  reasons?: readonly string[] | null;
}

export const COMPANY_STATUSES = ["ACTIVE", "SUSPENDED"] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

/** Steps of a company's first day that an owner confirms. */
export const FIRST_DAY_STEPS = ["deciders", "texts", "support"] as const;
export type FirstDayStep = (typeof FIRST_DAY_STEPS)[number];

export const GENDERS = ["male", "female", "other"] as const;
export type Gender = (typeof GENDERS)[number];

/** CRYPTO is read-only (product.md §3): no screen or call submits it. */
export const PAYMENT_METHODS = ["BANK", "UPI", "MANUAL", "CRYPTO"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const SUBMITTABLE_METHODS = ["BANK", "UPI", "MANUAL"] as const;
export type SubmittableMethod = (typeof SUBMITTABLE_METHODS)[number];

export const ORDER_STATUSES = [
  "OPEN",
  "PENDING",
  "APPROVED",
  "REJECTED",
  "REVERSED",
  "EXPIRED",
  "CANCELLED",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Statuses that lists show to the buyer: the submitted orders (api.md). */
export const SUBMITTED_STATUSES = ["PENDING", "APPROVED", "REJECTED", "REVERSED"] as const;
export type SubmittedStatus = (typeof SUBMITTED_STATUSES)[number];

/** Columns by which an admin's list of orders can be sorted. */
export const ORDER_SORTS = [
  "date",
  "order",
  "userId",
  "name",
  "mobile",
  "method",
  "reference",
  "price",
  "quantity",
  "total",
  "entered",
  "flags",
  "decided",
  "decidedBy",
] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** Columns by which Manage User can be sorted; by approval, those who wait longest are first. */
export const MEMBER_SORTS = [
  "date",
  "name",
  "email",
  "mobile",
  "referralCode",
  "approval",
] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

/** Columns by which the holders' register can be sorted. */
export const HOLDER_SORTS = [
  "name",
  "memberId",
  "verified",
  "bought",
  "rewards",
  "tokens",
  "paid",
  "wallet",
  "referrer",
  "first",
  "last",
] as const;
export type HolderSort = (typeof HOLDER_SORTS)[number];

/** Columns by which the referrers of a company can be sorted. */
export const REFERRER_SORTS = [
  "name",
  "memberId",
  "invited",
  "buyers",
  "bought",
  "paid",
  "rewards",
] as const;
export type ReferrerSort = (typeof REFERRER_SORTS)[number];

/** Columns by which the list of unallocated payments can be sorted. */
export const PAYMENT_SORTS = [
  "since",
  "member",
  "memberId",
  "order",
  "tokens",
  "method",
  "reference",
  "open",
  "entered",
  "reason",
] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

/** Columns by which a list of settled entries of bank statements can be sorted. */
export const LINE_SORTS = ["booked", "amount", "order", "settledBy", "settled"] as const;
export type LineSort = (typeof LINE_SORTS)[number];

export const SUPPLY_POOLS = ["PUBLIC", "REFERRAL", "ANGEL", "FOUNDER", "AIRDROP"] as const;
export type SupplyPool = (typeof SUPPLY_POOLS)[number];

/** States of a referrer's reward, which lives on its order (`server/orders/rules/reward-life.ts`). */
export const REWARD_STATES = ["HELD", "PROMISED", "ON_HOLD", "ALLOCATED", "WITHDRAWN"] as const;
export type RewardState = (typeof REWARD_STATES)[number];

/** States that an order's row names; HELD and PROMISED follow from its status and held reward. */
export const STATED_REWARDS = ["ON_HOLD", "ALLOCATED", "WITHDRAWN"] as const;

/** The parts of a member's own stock; a reversal is in the part of what it takes back. */
export const STOCK_PARTS = ["bought", "bonus", "rewards"] as const;
export type StockPart = (typeof STOCK_PARTS)[number];

/** Reasons for which the reward of an approved order waits. */
export const REWARD_HOLDS = ["DAYS", "UNVERIFIED", "RISK"] as const;
export type RewardHold = (typeof REWARD_HOLDS)[number];

/** Reasons for which a reward was withdrawn. */
export const REWARD_REASONS = [
  "ORDER_REJECTED",
  "ORDER_REVERSED",
  "REFUNDED",
  "RISK",
  "REFERRER_ENDED",
  "BY_ADMIN",
] as const;
export type RewardReason = (typeof REWARD_REASONS)[number];

/** Columns by which a list of rewards can be sorted. */
export const REWARD_SORTS = ["date", "tokens", "state", "release", "order", "referrer"] as const;
export type RewardSort = (typeof REWARD_SORTS)[number];

/** Members who may refer under a campaign: all, verified ones, or those with an approved purchase. */
export const CAMPAIGN_REFERRERS = ["ALL", "VERIFIED", "BOUGHT"] as const;
export type CampaignReferrers = (typeof CAMPAIGN_REFERRERS)[number];

/** A BONUS is the buyer's own, with a purchase under a campaign, and has a reversal of its own. */
export const ALLOCATION_KINDS = [
  "PURCHASE",
  "REFERRAL",
  "BONUS",
  "REVERSAL",
  "BONUS_REVERSAL",
] as const;
export type AllocationKind = (typeof ALLOCATION_KINDS)[number];

/**
 * Statuses of a payment (architecture.md §6, "Payments"):
 * - WAITING: an order waits for a decision with it.
 * - UNALLOCATED: no order takes it and no admin decided: a refused submission, or a bank's entry.
 * - CONFIRMED: an admin confirmed that it arrived.
 * - DOUBTED: it names a number that another payment counts with; a person decides.
 * - REFUSED: an admin found no money.
 * - REPLACED: the member submitted another one for the order.
 * - PUT_AWAY: a bank's entry that pays nothing here.
 * - MERGED: it was found to be another payment, which has its keys and evidence.
 */
export const PAYMENT_STATUSES = [
  "WAITING",
  "UNALLOCATED",
  "CONFIRMED",
  "DOUBTED",
  "REFUSED",
  "REPLACED",
  "PUT_AWAY",
  "MERGED",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Statuses in which no other payment can have the keys of a payment. */
export const COUNTING_STATUSES = [
  "WAITING",
  "UNALLOCATED",
  "CONFIRMED",
  "PUT_AWAY",
] as const satisfies readonly PaymentStatus[];

/** Sources of a payment's key: a person typed it, or a bank wrote it. */
export const KEY_SOURCES = ["TYPED", "BANK"] as const;
export type KeySource = (typeof KEY_SOURCES)[number];

/** Sources of the evidence for a payment. */
export const EVIDENCE_SOURCES = ["MEMBER", "BANK", "ADMIN"] as const;

/**
 * Formats of bank statements; "CSV" has any delimiter. A file named .xls may have any of them. "API" is
 * what a machine adds (server/orders/statements/add-entries.ts).
 */
export const STATEMENT_FORMATS = ["CSV", "XLSX", "XLS", "HTML", "API"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** Answers about the doubtful days of a file: day and month are swapped, or right as written. */
export const DAYS_ANSWERS = ["SWAPPED", "WRITTEN"] as const;
export type DaysAnswer = (typeof DAYS_ANSWERS)[number];

/** Money that came in, or went out. */
export const STATEMENT_SIDES = ["CREDIT", "DEBIT"] as const;

/**
 * Statuses of a statement's entry: undecided, a confirmed payment, or money that pays nothing here.
 */
export const LINE_STATUSES = ["OPEN", "MATCHED", "SET_ASIDE"] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

/**
 * Matches of an open entry; WENT_BACK where the bank sent its money back, OTHER_SUM where the bank
 * shows another sum of a payment than is on record.
 */
export const OPEN_OUTCOMES = ["WENT_BACK", "CERTAIN", "OTHER_SUM", "CANDIDATES", "NONE"] as const;
export type OpenOutcome = (typeof OPEN_OUTCOMES)[number];

/** The logs of a company whose heads are signed (architecture.md §5). */
export const SEALED_LOGS = ["ALLOCATIONS", "AUDIT"] as const;
export type SealedLog = (typeof SEALED_LOGS)[number];

/** Reasons for an admin to review an order carefully before approval (architecture.md §6). */
export const ORDER_FLAGS = [
  "REPEATED_PROOF",
  "AMOUNT_DIFFERS",
  "LATE_PAYMENT",
  "UNUSUAL_REFERENCE",
  "REUSED_REFERENCE",
  "RECORDED_REFERENCE",
  "BANK_SUM_DIFFERS",
  "PAID_BY_ANOTHER",
  "QUOTE_ENDED",
  "HOLD_RELEASED",
] as const;
export type OrderFlag = (typeof ORDER_FLAGS)[number];

/**
 * Flags of orders that a bulk approval leaves out: an admin decides about the sum, price or tokens,
 * about money that is recorded twice, or about another person's money.
 */
export const SINGLE_DECISION_FLAGS: readonly OrderFlag[] = [
  "AMOUNT_DIFFERS",
  "REUSED_REFERENCE",
  "RECORDED_REFERENCE",
  "BANK_SUM_DIFFERS",
  "PAID_BY_ANOTHER",
  "QUOTE_ENDED",
  "HOLD_RELEASED",
];

export const CODE_PURPOSES = [
  "REGISTER",
  "RESET_PASSWORD",
  "CHANGE_PASSWORD",
  "SUPER_ADMIN_LOGIN",
  "SET_PASSWORD",
] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** Notices under the bell that a member may have mailed too; those about own orders always are. */
export const MAILED_NOTICES = ["ANNOUNCEMENT", "PRICE", "LAUNCH"] as const;
export type MailedNotice = (typeof MAILED_NOTICES)[number];

/** An admin's note: their own, or a question that was mailed to the member. */
export const NOTE_KINDS = ["NOTE", "ASKED"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** Questions to a member; OTHER is the admin's own text alone. */
export const QUESTIONS = ["NUMBER", "PROOF", "ACCOUNT", "IDENTITY", "OTHER"] as const;
export type Question = (typeof QUESTIONS)[number];

/** Mails that a company may have sent by themselves: about an order, each once, and before a launch. */
export const ORDER_REMINDERS = ["ORDER_OPEN", "PROOF_MISSING", "PAYMENT_NOT_FOUND"] as const;
export type OrderReminder = (typeof ORDER_REMINDERS)[number];
export const REMINDERS = [...ORDER_REMINDERS, "LAUNCH_NEAR"] as const;
export type Reminder = (typeof REMINDERS)[number];

/** Members to whom an announcement goes. */
export const AUDIENCES = [
  "ALL",
  "VERIFIED",
  "UNVERIFIED",
  "OPEN_ORDER",
  "NOT_BOUGHT",
  "HOLDERS",
] as const;
export type Audience = (typeof AUDIENCES)[number];

export const CHANNELS = ["EMAIL", "SMS"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The queue's lanes: messages to people, and events to a company's machines. */
export const LANES = [...CHANNELS, "WEBHOOK"] as const;
export type Lane = (typeof LANES)[number];

/** Rights of an API key; none has both `decide` and `entries`. */
export const KEY_SCOPES = ["read", "decide", "entries"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Events that a company's machines are told of. */
export const WEBHOOK_EVENTS = [
  "member.registered",
  "order.submitted",
  "order.approved",
  "order.rejected",
  "order.reversed",
  "batch.delivered",
  "identity.decided",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Reasons for which an endpoint gets no more events: an owner, days of failures, or its own 410. */
export const WEBHOOK_ENDS = ["OWNER", "FAILING", "GONE"] as const;
export type WebhookEnd = (typeof WEBHOOK_ENDS)[number];

export const MESSAGE_STATUSES = ["QUEUED", "SENT", "FAILED"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/**
 * Reasons of a failed message: its server refused it for good, it waited too long, or its recipient
 * was deleted.
 */
export const MESSAGE_FAILURES = ["refused", "expired", "deleted"] as const;
export type MessageFailure = (typeof MESSAGE_FAILURES)[number];

/** Priorities of messages; the queue sends lower numbers first. */
export const MESSAGE_PRIORITIES = { code: 0, notice: 1 } as const;
export type MessagePriority = (typeof MESSAGE_PRIORITIES)[keyof typeof MESSAGE_PRIORITIES];

export { LANGUAGES, type Language } from "../locales/languages";

export const COLOUR_SCHEMES = ["system", "light", "dark"] as const;
export type ColourScheme = (typeof COLOUR_SCHEMES)[number];

export const TOKEN_SYMBOLS = [
  "MASP",
  "NTCN",
  "PPCN",
  "SHIK",
  "ACW",
  "COWL",
  "RSGN",
  "GLC",
  "NXT",
  "GLXY",
] as const;
export type BuiltInSymbol = (typeof TOKEN_SYMBOLS)[number];

/** The brand of a site that names none (product.md §1). */
export const DEFAULT_SYMBOL: BuiltInSymbol = "RSGN";

/** A host's name leads to this installation, other, private or no addresses, or it is unknown. */
export type HostDns = "HERE" | "ELSEWHERE" | "PRIVATE" | "NOWHERE" | "UNKNOWN";

/** The certificate on a host's TLS port; `UNUSED` if the installation runs without TLS. */
export type HostCertificate = "VALID" | "INTERNAL" | "WRONG" | "NONE" | "UNKNOWN" | "UNUSED";

/** A share that owners may set from `least` to `most`, in basis points; null: not at all. */
export type ShareBounds = { least: number; most: number } | null;

/** Absent: any share, and any launch in the future. `latest` is ISO. */
export interface TermBounds {
  fee?: ShareBounds;
  reward?: ShareBounds;
  launch?: { latest: string | null } | null;
}
