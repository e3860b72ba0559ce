import type { Caller } from "@server/procedures/router";
import * as answers from "../answers";
import * as desk from "../desk-answers";
import { MEANING } from "../meanings";
import { type Row, row } from "../row";
import * as as from "../shapes";

const nothing = () => null;
const orderId = { rename: { id: "orderId" } };
const decides = [
  "ORDER_NOT_FOUND",
  "ORDER_ALREADY_DECIDED",
  "ORDER_NOT_SUBMITTED",
  "OWN_ORDER",
] as const;

type Account = Parameters<Caller["beneficiaries"]["update"]>[0];
type NewAccount = Parameters<Caller["beneficiaries"]["add"]>[0];

/** A client of the old calls cannot be asked whether a branch that we do not know is right. */
const confirmed = <A extends object>(input: A): A => ({ isIfscConfirmed: true, ...input });

/** `id` and `isApproved: true`, and nothing else to change, is an approval (spec §7). */
function isApproval(input: Readonly<Record<string, unknown>>): boolean {
  const { isApproved } = input;
  return (isApproved === true || isApproved === "true") && input["name"] === undefined;
}

/** A company admin's calls. */
export const DESKS: readonly Row[] = [
  row("ADMIN", "GET", "/admin/dashboard/get", (api) => () => api.dashboard.admin(), {
    about: "The company in numbers; sums may be up to 20 seconds old.",
    answer: desk.dashboard,
    shape: as.dashboard,
  }),
  row("ADMIN", "GET", "/admin/auth/list", (api) => api.members.list, {
    about: "The company's people.",
    takes: { status: MEANING.statusFilter, role: MEANING.roleFilter },
    answer: desk.people,
    shape: ({ total, data }) => ({ total, data }),
  }),
  row("ADMIN", "POST", "/admin/auth/add", (api) => api.members.add, {
    about: "Adds a person. A member whom an admin adds is verified.",
    takes: { password: MEANING.chosenPassword },
    refuses: ["EMAIL_TAKEN"],
    say: "User added successfully",
    answer: desk.person,
    shape: (person) => person,
  }),
  row(
    "ADMIN",
    "PUT",
    "/admin/auth/update",
    (api, input) => (isApproval(input) ? api.members.approve : api.members.update),
    {
      about: "Changes a person; with `isApproved` and without a name it verifies a member.",
      takes: { id: MEANING.person, isApproved: MEANING.approval },
      either: [["name", "mobile", "email", "role"], ["isApproved"]],
      refuses: [
        "MEMBER_NOT_FOUND",
        "EMAIL_TAKEN",
        "LAST_ADMIN",
        "OWN_ACCOUNT",
        "MEMBER_HAS_ORDERS",
        "MEMBER_ALREADY_APPROVED",
        "ADMIN_HAS_NO_APPROVAL",
      ],
      say: (input) =>
        isApproval(input) ? "User approved successfully" : "User updated successfully",
      answer: desk.person,
      shape: (person) => person,
    },
  ),
  row("ADMIN", "DELETE", "/admin/auth/delete", (api) => api.members.remove, {
    about: "Deletes a person. The books are kept without their name.",
    takes: { id: MEANING.person },
    refuses: [
      "MEMBER_NOT_FOUND",
      "LAST_ADMIN",
      "OWN_ACCOUNT",
      "MEMBER_HAS_PENDING_ORDERS",
      "MEMBER_HAS_OPEN_ORDER",
    ],
    say: "User deleted successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
  row("ADMIN", "GET", "/admin/transaction/list", (api) => api.orders.list, {
    about: "The company's payments.",
    takes: {
      status: MEANING.orderStatus,
      method: MEANING.methodFilter,
      isFlagged: MEANING.flagged,
    },
    answer: answers.companyTransactions,
    shape: ({ records, total, shares }, door) => ({
      records: records.map((record) => as.transaction(record, door)),
      total,
      shares,
    }),
  }),
  row("ADMIN", "POST", "/admin/transaction/approve", (api) => api.orders.approve, {
    ...orderId,
    about: "Approves a payment: its tokens are the member's.",
    isOnce: true,
    takes: { id: MEANING.order },
    refuses: decides,
    say: "Purchase approved successfully",
    answer: answers.transaction,
    shape: as.transaction,
  }),
  row("ADMIN", "POST", "/admin/transaction/reject", (api) => api.orders.reject, {
    ...orderId,
    about: "Rejects a payment and lets its tokens go.",
    isOnce: true,
    takes: { id: MEANING.order },
    refuses: decides,
    say: "Purchase rejected successfully",
    answer: answers.transaction,
    shape: as.transaction,
  }),
  row("ADMIN", "POST", "/admin/transaction/reverse", (api) => api.orders.reverse, {
    ...orderId,
    about: "Takes a mistaken approval back: the tokens return to the pool.",
    isOnce: true,
    takes: { id: MEANING.order, reason: MEANING.neededReason },
    refuses: ["ORDER_NOT_FOUND", "ORDER_NOT_APPROVED", "ORDER_ALREADY_REVERSED", "OWN_ORDER"],
    say: "Purchase reversed successfully",
    answer: answers.transaction,
    shape: as.transaction,
  }),
  row("ADMIN", "GET", "/admin/beneficiary/get", (api) => () => api.beneficiaries.forAdmin(), {
    about: "The default account.",
    answer: desk.account,
    shape: as.account,
  }),
  row(
    "ADMIN",
    "PUT",
    "/admin/beneficiary/update",
    (api) => (input: Account) => api.beneficiaries.update(confirmed(input)),
    {
      about:
        "Changes an account, the default one where no id is given. Open orders keep what they were shown.",
      isOnce: true,
      takes: { id: MEANING.account },
      refuses: [
        "BENEFICIARY_NOT_FOUND",
        "BENEFICIARY_DUPLICATE",
        "IFSC_BANK_UNKNOWN",
        "IFSC_UNKNOWN",
      ],
      say: "Beneficiary updated successfully",
      answer: desk.account,
      shape: as.account,
    },
  ),
  row("ADMIN", "GET", "/admin/beneficiary/list", (api) => api.beneficiaries.list, {
    about: "The company's accounts.",
    answer: desk.accounts,
    shape: ({ records, total }) => ({ records, total }),
  }),
  row(
    "ADMIN",
    "POST",
    "/admin/beneficiary/add",
    (api) => (input: NewAccount) => api.beneficiaries.add(confirmed(input)),
    {
      about: "Adds an account: the five bank fields, or a UPI id, or all six.",
      isOnce: true,
      either: [["holderName", "bankName", "branch", "accountNumber", "ifscCode"], ["upi"]],
      refuses: ["BENEFICIARY_EMPTY", "BENEFICIARY_DUPLICATE", "IFSC_BANK_UNKNOWN", "IFSC_UNKNOWN"],
      say: "Beneficiary added successfully",
      answer: desk.wholeAccountAnswer,
      shape: (account) => account,
    },
  ),
  row("ADMIN", "DELETE", "/admin/beneficiary/delete", (api) => api.beneficiaries.remove, {
    about: "Takes an account away.",
    isOnce: true,
    takes: { id: MEANING.account },
    refuses: ["BENEFICIARY_NOT_FOUND", "BENEFICIARY_LAST"],
    say: "Beneficiary deleted successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
  row("ADMIN", "POST", "/admin/auth/logout", (api) => () => api.sessions.logOut(), {
    about: "Ends the session: its token opens nothing any more.",
    endsSession: true,
    say: "Logged out successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
];
