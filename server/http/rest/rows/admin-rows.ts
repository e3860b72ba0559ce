import { DecidedAnswer, WaitingCaseAnswer } from "@server/members/contracts/identity-desk";
import { AccountAnswer, Beneficiary } from "@server/companies/contracts/beneficiaries";
import { BatchAnswer, BatchesAnswer } from "@server/launch/contracts/batches";
import { PeopleAnswer, PersonAnswer } from "@server/members/contracts/members";
import { DashboardAnswer } from "@server/office/contracts/dashboard";
import { CompanyTransactionsAnswer } from "@server/orders/contracts/order-lists";
import { TransactionAnswer } from "@server/orders/contracts/orders";
import { DecidedRewardAnswer, RewardAnswer } from "@server/orders/contracts/rewards";
import { CaseAnswer } from "@server/orders/contracts/risk";
import { AddedEntryAnswer } from "@server/orders/contracts/statements";
import { described, listOf, SAMPLE_ID } from "@server/platform/contracts/described";
import { booleanField, idField } from "@server/platform/contracts/fields";
import type { Caller } from "@server/http/router";
import { type Row, row } from "./row";
import * as as from "./shapes";

const orderId = { rename: { id: "orderId" } };
const decides = [
  "ORDER_NOT_FOUND",
  "ORDER_ALREADY_DECIDED",
  "ORDER_NOT_SUBMITTED",
  "OWN_ORDER",
  "SUBMISSION_CHANGED",
] as const;

/** The answer to a change that is stored until a second admin confirms it. */
const waits = ["NEEDS_SECOND_ADMIN", "CHANGE_ALREADY_DECIDED"] as const;
const changesAccounts = [...waits, "CHANGE_ALREADY_WAITING", "CHANGES_FULL"] as const;

type Account = Parameters<Caller["beneficiaries"]["update"]>[0];
type NewAccount = Parameters<Caller["beneficiaries"]["add"]>[0];

type DecideReward = Parameters<Caller["orders"]["rewards"]["release"]>[0];
const decidesReward = ["REWARD_NOT_FOUND", "REWARD_DECIDED", "OWN_ORDER"] as const;

/** Old clients cannot be asked to confirm an unknown branch. */
const confirmed = <A extends object>(input: A): A => ({ isIfscConfirmed: true, ...input });

/** `id` and `isApproved: true`, without other changes, is an approval (product.md §7). */
function isApproval(input: Readonly<Record<string, unknown>>): boolean {
  const { isApproved } = input;
  return (isApproved === true || isApproved === "true") && input["name"] === undefined;
}

const APPROVAL = described(
  booleanField("BAD_FILTER"),
  "True, alone with the id, approves the member.",
  true,
);
const REWARD_ID = described(
  idField,
  "The `id` of the reward's order.",
  SAMPLE_ID,
  "NOTHING_SELECTED",
  "TOO_MANY_SELECTED",
);

/** Calls for a company's admins. */
export const ADMIN_ROWS: readonly Row[] = [
  row("ADMIN", "GET", "/admin/dashboard/get", (api) => () => api.dashboard.admin(), {
    about: "The company's figures; sums may be up to 20 seconds old.",
    answer: DashboardAnswer,
    shape: as.dashboard,
  }),
  row("ADMIN", "GET", "/admin/auth/list", (api) => api.members.list, {
    about: "The company's members and admins.",
    answer: PeopleAnswer,
  }),
  row("ADMIN", "POST", "/admin/auth/add", (api) => api.members.add, {
    about:
      "Adds a member, who is verified, or an admin, who is mailed an invitation to choose a password.",
    refuses: ["EMAIL_TAKEN"],
    changeIsAnswer: true,
    message: "User added successfully",
    answer: PersonAnswer,
  }),
  row(
    "ADMIN",
    "PUT",
    "/admin/auth/update",
    (api, input) => (fields: Parameters<typeof api.members.update>[0]) =>
      isApproval(input) ? api.members.approve(fields) : api.members.update(fields),
    {
      about:
        "Changes a member or admin; with `isApproved` and without a name it verifies a member.",
      takes: { isApproved: APPROVAL },
      either: [["name", "mobile", "email", "role"], ["isApproved"]],
      refuses: [
        "MEMBER_NOT_FOUND",
        "EMAIL_TAKEN",
        "LAST_ADMIN",
        "LAST_OWNER",
        "OWN_ACCOUNT",
        "MEMBER_HAS_ORDERS",
        "MEMBER_END_ASKED",
        "MEMBER_ALREADY_APPROVED",
        "ADMIN_HAS_NO_APPROVAL",
        "IDENTITY_EVIDENCE_MISSING",
        "IDENTITY_PAN_TAKEN",
        "IDENTITY_SHARED",
      ],
      changeIsAnswer: true,
      message: (input) =>
        isApproval(input) ? "User approved successfully" : "User updated successfully",
      answer: PersonAnswer,
    },
  ),
  row("ADMIN", "DELETE", "/admin/auth/delete", (api) => api.members.remove, {
    about: "Deletes a member or admin. Orders and allocations are kept without the name.",
    refuses: [
      "MEMBER_NOT_FOUND",
      "LAST_ADMIN",
      "LAST_OWNER",
      "OWN_ACCOUNT",
      "MEMBER_HAS_PENDING_ORDERS",
      "MEMBER_HAS_OPEN_PAYMENTS",
      "MEMBER_HAS_OPEN_ORDER",
    ],
    message: "User deleted successfully",
  }),
  row("ADMIN", "GET", "/admin/launch/batches", (api) => () => api.batches.list(), {
    about: "The batches in which the company delivers its tokens, with the sums of its ledger.",
    answer: BatchesAnswer,
  }),
  row("ADMIN", "GET", "/admin/launch/batch", (api) => api.batches.find, {
    about: "A batch by its number.",
    refuses: ["BATCH_NOT_FOUND"],
    answer: BatchAnswer,
  }),
  row("ADMIN", "GET", "/admin/identity/list", (api) => api.identity.queue, {
    about: "Members who wait for a decision about who they are, the oldest first.",
    answer: listOf(WaitingCaseAnswer, "The waiting cases."),
  }),
  row("ADMIN", "POST", "/admin/identity/decide", (api) => api.identity.decide, {
    about:
      "Decides about what a member sent. ASK needs the reason of at least one document, REFUSE a reason.",
    refuses: [
      "MEMBER_NOT_FOUND",
      "IDENTITY_NOT_FOUND",
      "IDENTITY_SENT_AGAIN",
      "IDENTITY_ALREADY_DECIDED",
      "IDENTITY_EVIDENCE_MISSING",
      "IDENTITY_PAN_TAKEN",
      "IDENTITY_SHARED",
      "REASON_REQUIRED",
    ],
    message: "Identity decided successfully",
    answer: DecidedAnswer,
  }),
  row("ADMIN", "GET", "/admin/transaction/list", (api) => api.orders.list, {
    about: "The company's payments.",
    answer: CompanyTransactionsAnswer,
    shape: (list, shaping) => as.each(list, (record) => as.transaction(record, shaping)),
  }),
  row("ADMIN", "POST", "/admin/transaction/approve", (api) => api.orders.approve, {
    rename: { ...orderId.rename, referenceNumber: "reference" },
    about:
      "Approves a payment and allocates its tokens to the member. Where the bank's statement shows another sum than the order's total, it is refused with BANK_SHOWS_ANOTHER_SUM and nothing changes, unless `receivedAmount` says what was received. Where a part was received before, `referenceNumber` is the number of the further one. Above the company's sum the first approval is stored, and another admin's confirms it.",
    isIdempotent: true,
    refuses: [
      ...decides,
      "BANK_SHOWS_ANOTHER_SUM",
      "RECEIVED_BELOW_ONE_TOKEN",
      "REFERENCE_RECORDED",
      "REFERENCE_USED",
      "REFERENCE_REQUIRED",
      "HOLD_NOT_AVAILABLE",
      ...waits,
      "CONFIRMER_TOO_NEW",
    ],
    message: "Purchase approved successfully",
    answer: TransactionAnswer,
    shape: as.transaction,
  }),
  row("ADMIN", "POST", "/admin/transaction/reject", (api) => api.orders.reject, {
    ...orderId,
    about: "Rejects a payment and releases its tokens.",
    isIdempotent: true,
    refuses: decides,
    message: "Purchase rejected successfully",
    answer: TransactionAnswer,
    shape: as.transaction,
  }),
  row("ADMIN", "POST", "/admin/transaction/reverse", (api) => api.orders.reverse, {
    ...orderId,
    about: "Reverses a mistaken approval: the tokens return to the pool.",
    isIdempotent: true,
    refuses: [
      "ORDER_NOT_FOUND",
      "ORDER_NOT_APPROVED",
      "ORDER_ALREADY_REVERSED",
      "OWN_ORDER",
      "SUBMISSION_CHANGED",
    ],
    message: "Purchase reversed successfully",
    answer: TransactionAnswer,
    shape: as.transaction,
  }),
  row("ADMIN", "POST", "/admin/statement/entry", (api) => api.statements.addEntry, {
    rename: { referenceNumber: "reference" },
    about:
      "Adds an entry of a bank account, as a statement would: an entry that is known already adds nothing.",
    refuses: ["BENEFICIARY_NOT_FOUND", "DAY_IN_FUTURE"],
    changeIsAnswer: true,
    message: "Entry added successfully",
    answer: AddedEntryAnswer,
  }),
  row("ADMIN", "GET", "/admin/referral/list", (api) => api.orders.rewards.list, {
    about: "The rewards of the referral programme, with their states.",
    answer: listOf(RewardAnswer, "The company's rewards, newest first unless sorted otherwise."),
    shape: (list) => as.each(list, as.reward),
  }),
  row("ADMIN", "GET", "/admin/referral/cases", (api) => api.orders.cases, {
    about: "The rewards that wait for a review, with the reasons and what their members share.",
    answer: listOf(CaseAnswer, "The company's cases, newest first."),
    shape: (list) => as.each(list, as.rewardCase),
  }),
  row(
    "ADMIN",
    "POST",
    "/admin/referral/release",
    (api) => (input: DecideReward) => api.orders.rewards.release(input).then(as.decidedReward),
    {
      rename: { id: "orderIds" },
      about: "Gives a reward that is on hold to its referrer now.",
      takes: { id: REWARD_ID },
      refuses: [...decidesReward, "REWARD_PROMISED"],
      changeIsAnswer: true,
      message: "Reward released successfully",
      answer: DecidedRewardAnswer,
    },
  ),
  row(
    "ADMIN",
    "POST",
    "/admin/referral/withdraw",
    (api) => (input: DecideReward) => api.orders.rewards.withdraw(input).then(as.decidedReward),
    {
      rename: { id: "orderIds" },
      about: "Withdraws a reward that is promised or on hold; its tokens return to the pool.",
      takes: { id: REWARD_ID },
      refuses: decidesReward,
      changeIsAnswer: true,
      message: "Reward withdrawn successfully",
      answer: DecidedRewardAnswer,
    },
  ),
  row("ADMIN", "PUT", "/admin/referral/terms", (api) => api.campaigns.setTerms, {
    about:
      "Changes the referral reward or, with a name, adds a campaign, once a second admin has confirmed it. Orders keep their terms.",
    isIdempotent: true,
    refuses: changesAccounts,
    message: "Terms updated successfully",
  }),
  row("ADMIN", "GET", "/admin/beneficiary/get", (api) => () => api.beneficiaries.forAdmin(), {
    about: "The default account.",
    answer: AccountAnswer,
    shape: as.account,
  }),
  row(
    "ADMIN",
    "PUT",
    "/admin/beneficiary/update",
    (api) => (input: Account) => api.beneficiaries.update(confirmed(input)),
    {
      about:
        "Changes an account, once a second admin has confirmed it; without an id, the default one. Open orders keep the version they were shown.",
      isIdempotent: true,
      refuses: [
        "BENEFICIARY_NOT_FOUND",
        "BENEFICIARY_DUPLICATE",
        "IFSC_BANK_UNKNOWN",
        "IFSC_UNKNOWN",
        ...changesAccounts,
      ],
      message: "Beneficiary updated successfully",
      answer: AccountAnswer,
      shape: as.account,
    },
  ),
  row("ADMIN", "GET", "/admin/beneficiary/list", (api) => api.beneficiaries.list, {
    about: "The company's accounts.",
    answer: listOf(Beneficiary, "The default one first."),
  }),
  row(
    "ADMIN",
    "POST",
    "/admin/beneficiary/add",
    (api) => (input: NewAccount) => api.beneficiaries.add(confirmed(input)),
    {
      about:
        "Adds an account: the five bank fields, a UPI id, or all six. All but a company's first wait for a second admin.",
      isIdempotent: true,
      either: [["holderName", "bankName", "branch", "accountNumber", "ifscCode"], ["upi"]],
      refuses: [
        "BENEFICIARY_EMPTY",
        "BENEFICIARY_DUPLICATE",
        "BENEFICIARY_NOT_FOUND",
        "IFSC_BANK_UNKNOWN",
        "IFSC_UNKNOWN",
        ...changesAccounts,
      ],
      message: "Beneficiary added successfully",
      answer: Beneficiary,
    },
  ),
  row("ADMIN", "DELETE", "/admin/beneficiary/delete", (api) => api.beneficiaries.remove, {
    about: "Removes an account, once a second admin has confirmed it.",
    isIdempotent: true,
    refuses: ["BENEFICIARY_NOT_FOUND", "BENEFICIARY_LAST", ...changesAccounts],
    message: "Beneficiary deleted successfully",
  }),
  row("ADMIN", "POST", "/admin/auth/logout", (api) => () => api.sessions.logOut(), {
    about: "Ends the session; its token is no longer valid.",
    endsSession: true,
    message: "Logged out successfully",
  }),
];
