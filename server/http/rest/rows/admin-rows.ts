import type { Caller } from "@server/http/router";
import * as answers from "@server/http/rest/fields/member-responses";
import * as adminResponses from "@server/http/rest/fields/admin-responses";
import { REFERRAL_TERMS } from "@server/http/rest/fields/campaign-request-fields";
import { FIELD_OVERRIDES } from "@server/http/rest/openapi/field-overrides";
import { type Row, row } from "./row";
import * as as from "@server/http/rest/openapi/response-shapes";

const nothing = () => null;
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

/** Calls for a company's admins. */
export const ADMIN_ROWS: readonly Row[] = [
  row("ADMIN", "GET", "/admin/dashboard/get", (api) => () => api.dashboard.admin(), {
    about: "The company's figures; sums may be up to 20 seconds old.",
    answer: adminResponses.dashboard,
    shape: as.dashboard,
  }),
  row("ADMIN", "GET", "/admin/auth/list", (api) => api.members.list, {
    about: "The company's members and admins.",
    takes: { status: FIELD_OVERRIDES.statusFilter, role: FIELD_OVERRIDES.roleFilter },
    answer: adminResponses.people,
    shape: ({ total, data }) => ({ total, data: data.map(as.person) }),
  }),
  row("ADMIN", "POST", "/admin/auth/add", (api) => api.members.add, {
    about:
      "Adds a member, who is verified, or an admin, who is mailed an invitation to choose a password.",
    takes: { password: FIELD_OVERRIDES.memberPassword },
    refuses: ["EMAIL_TAKEN"],
    changeIsAnswer: true,
    message: "User added successfully",
    answer: adminResponses.person,
    shape: as.person,
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
      takes: { id: FIELD_OVERRIDES.person, isApproved: FIELD_OVERRIDES.approval },
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
      ],
      changeIsAnswer: true,
      message: (input) =>
        isApproval(input) ? "User approved successfully" : "User updated successfully",
      answer: adminResponses.person,
      shape: as.person,
    },
  ),
  row("ADMIN", "DELETE", "/admin/auth/delete", (api) => api.members.remove, {
    about: "Deletes a member or admin. Orders and allocations are kept without the name.",
    takes: { id: FIELD_OVERRIDES.person },
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
    answer: answers.nothing,
    shape: nothing,
  }),
  row("ADMIN", "GET", "/admin/transaction/list", (api) => api.orders.list, {
    about: "The company's payments.",
    takes: {
      status: FIELD_OVERRIDES.orderStatus,
      method: FIELD_OVERRIDES.methodFilter,
      isFlagged: FIELD_OVERRIDES.flagged,
    },
    answer: answers.companyTransactions,
    shape: ({ records, total, shares }, shaping) => ({
      records: records.map((record) => as.companyTransaction(record, shaping)),
      total,
      shares,
    }),
  }),
  row("ADMIN", "POST", "/admin/transaction/approve", (api) => api.orders.approve, {
    rename: { ...orderId.rename, referenceNumber: "reference" },
    about:
      "Approves a payment and allocates its tokens to the member. Where the bank's statement shows another sum than the order's total, it is refused with BANK_SHOWS_ANOTHER_SUM and nothing changes, unless `receivedAmount` says what was received. Where a part was received before, `referenceNumber` is the number of the further one. Above the company's sum the first approval is stored, and another admin's confirms it.",
    isIdempotent: true,
    takes: {
      id: FIELD_OVERRIDES.order,
      receivedAmount: FIELD_OVERRIDES.receivedAmount,
      referenceNumber: FIELD_OVERRIDES.partReference,
    },
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
    answer: answers.transaction,
    shape: as.transaction,
  }),
  row("ADMIN", "POST", "/admin/transaction/reject", (api) => api.orders.reject, {
    ...orderId,
    about: "Rejects a payment and releases its tokens.",
    isIdempotent: true,
    takes: { id: FIELD_OVERRIDES.order },
    refuses: decides,
    message: "Purchase rejected successfully",
    answer: answers.transaction,
    shape: as.transaction,
  }),
  row("ADMIN", "POST", "/admin/transaction/reverse", (api) => api.orders.reverse, {
    ...orderId,
    about: "Reverses a mistaken approval: the tokens return to the pool.",
    isIdempotent: true,
    takes: { id: FIELD_OVERRIDES.order, reason: FIELD_OVERRIDES.neededReason },
    refuses: [
      "ORDER_NOT_FOUND",
      "ORDER_NOT_APPROVED",
      "ORDER_ALREADY_REVERSED",
      "OWN_ORDER",
      "SUBMISSION_CHANGED",
    ],
    message: "Purchase reversed successfully",
    answer: answers.transaction,
    shape: as.transaction,
  }),
  row("ADMIN", "POST", "/admin/statement/entry", (api) => api.statements.addEntry, {
    rename: { referenceNumber: "reference" },
    about:
      "Adds an entry of a bank account, as a statement would: an entry that is known already adds nothing.",
    takes: {
      accountId: FIELD_OVERRIDES.entryAccount,
      amount: FIELD_OVERRIDES.entryAmount,
      referenceNumber: FIELD_OVERRIDES.entryReference,
    },
    refuses: ["BENEFICIARY_NOT_FOUND", "DAY_IN_FUTURE"],
    changeIsAnswer: true,
    message: "Entry added successfully",
    answer: adminResponses.addedEntry,
    shape: ({ isAdded }) => ({ isAdded }),
  }),
  row("ADMIN", "GET", "/admin/referral/list", (api) => api.orders.rewards.list, {
    about: "The rewards of the referral programme, with their states.",
    takes: {
      state: FIELD_OVERRIDES.rewardState,
      from: FIELD_OVERRIDES.rewardsFrom,
      to: FIELD_OVERRIDES.rewardsTo,
      referrerId: FIELD_OVERRIDES.referrer,
      sort: FIELD_OVERRIDES.rewardSort,
      isDescending: FIELD_OVERRIDES.isDescending,
    },
    answer: adminResponses.rewards,
    shape: ({ records, total }) => ({ records: records.map(as.reward), total }),
  }),
  row("ADMIN", "GET", "/admin/referral/cases", (api) => api.orders.cases, {
    about: "The rewards that wait for a review, with the reasons and what their members share.",
    takes: { isWaiting: FIELD_OVERRIDES.isWaiting },
    answer: adminResponses.cases,
    shape: ({ records, total }) => ({ records: records.map(as.rewardCase), total }),
  }),
  row(
    "ADMIN",
    "POST",
    "/admin/referral/release",
    (api) => (input: DecideReward) => api.orders.rewards.release(input).then(as.decidedReward),
    {
      rename: { id: "orderIds" },
      about: "Gives a reward that is on hold to its referrer now.",
      takes: { id: FIELD_OVERRIDES.rewardOrder, reason: FIELD_OVERRIDES.rewardReason },
      refuses: [...decidesReward, "REWARD_PROMISED"],
      changeIsAnswer: true,
      message: "Reward released successfully",
      answer: adminResponses.decidedReward,
      shape: (decided) => decided,
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
      takes: { id: FIELD_OVERRIDES.rewardOrder, reason: FIELD_OVERRIDES.rewardReason },
      refuses: decidesReward,
      changeIsAnswer: true,
      message: "Reward withdrawn successfully",
      answer: adminResponses.decidedReward,
      shape: (decided) => decided,
    },
  ),
  row("ADMIN", "PUT", "/admin/referral/terms", (api) => api.campaigns.setTerms, {
    about:
      "Changes the referral reward or, with a name, adds a campaign, once a second admin has confirmed it. Orders keep their terms.",
    isIdempotent: true,
    takes: REFERRAL_TERMS,
    refuses: changesAccounts,
    message: "Terms updated successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
  row("ADMIN", "GET", "/admin/beneficiary/get", (api) => () => api.beneficiaries.forAdmin(), {
    about: "The default account.",
    answer: adminResponses.account,
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
      takes: { id: FIELD_OVERRIDES.account },
      refuses: [
        "BENEFICIARY_NOT_FOUND",
        "BENEFICIARY_DUPLICATE",
        "IFSC_BANK_UNKNOWN",
        "IFSC_UNKNOWN",
        ...changesAccounts,
      ],
      message: "Beneficiary updated successfully",
      answer: adminResponses.account,
      shape: as.account,
    },
  ),
  row("ADMIN", "GET", "/admin/beneficiary/list", (api) => api.beneficiaries.list, {
    about: "The company's accounts.",
    answer: adminResponses.accounts,
    shape: ({ records, total }) => ({ records, total }),
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
      answer: adminResponses.wholeAccountAnswer,
      shape: (account) => account,
    },
  ),
  row("ADMIN", "DELETE", "/admin/beneficiary/delete", (api) => api.beneficiaries.remove, {
    about: "Removes an account, once a second admin has confirmed it.",
    isIdempotent: true,
    takes: { id: FIELD_OVERRIDES.account },
    refuses: ["BENEFICIARY_NOT_FOUND", "BENEFICIARY_LAST", ...changesAccounts],
    message: "Beneficiary deleted successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
  row("ADMIN", "POST", "/admin/auth/logout", (api) => () => api.sessions.logOut(), {
    about: "Ends the session; its token is no longer valid.",
    endsSession: true,
    message: "Logged out successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
];
