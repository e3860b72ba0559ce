import { z } from "zod";
import { PayToAnswer } from "@server/companies/contracts/beneficiaries";
import { PriceAnswer, SettingsAnswer } from "@server/companies/contracts/prices";
import { LaunchAnswer } from "@server/launch/contracts/wallets";
import { GlobalStockAnswer, MyStockAnswer } from "@server/ledger/contracts/stock";
import { UploadAnswer, UploadedPart } from "@server/media/contracts/media";
import { IdentityAnswer } from "@server/members/contracts/identity";
import { ProfileAnswer, ReferralAnswer } from "@server/members/contracts/members";
import { OwnTransactionsAnswer } from "@server/orders/contracts/order-lists";
import { OrderAnswer, TransactionAnswer } from "@server/orders/contracts/orders";
import { listOf } from "@server/platform/contracts/described";
import { microRupeesToNumber, percentFromBps } from "@server/platform/rules/money/units";
import { type Row, row } from "./row";
import * as as from "./shapes";

const buys = [
  "NO_TOKEN_SELECTED",
  "SUPPLY_TOO_LOW",
  "SUPPLY_GONE",
  "UNVERIFIED_MAY_NOT_BUY",
  "TOO_MANY_PENDING_ORDERS",
  "TOKEN_CAP_REACHED",
  "UNVERIFIED_CAP_REACHED",
  "IDENTITY_REQUIRED",
  "IDENTITY_REQUIRED_ABOVE",
  "PERSON_CAP_UNVERIFIED",
  "PERSON_CAP_REACHED",
  "ORDER_NUMBER_UNAVAILABLE",
  "SESSION_ENDED",
] as const;

/** Calls for members, and the upload for any signed-in caller. */
export const MEMBER_ROWS: readonly Row[] = [
  row("USER", "GET", "/user/auth/profile/get", (api) => () => api.members.profile(), {
    about: "The member's own profile.",
    answer: ProfileAnswer,
    shape: as.profile,
  }),
  row("USER", "PUT", "/user/auth/profile/update", (api) => api.members.updateProfile, {
    about:
      "Changes the profile. Empty fields are unchanged; requires the current password. A verified member with another name, date of birth or document number waits for verification again.",
    rename: { password: "currentPassword" },
    refuses: ["LOGIN_THROTTLED"],
    message: "Profile updated successfully",
    answer: ProfileAnswer,
    shape: as.profile,
  }),
  row("USER", "POST", "/user/auth/password/otp", (api) => () => api.passwords.requestChangeCode(), {
    about: "Sends the member a code for a change of the password.",
    refuses: ["CODE_RESEND_TOO_SOON", "CODE_THROTTLED"],
    // The spec's exact words.
    message: "OTP successfully send",
  }),
  row("USER", "PUT", "/user/auth/password/update", (api) => api.passwords.change, {
    about: "Changes the password, and ends the member's other sessions.",
    rename: { password: "currentPassword" },
    refuses: ["LOGIN_THROTTLED"],
    message: "Password updated successfully",
  }),
  row("USER", "POST", "/user/auth/logout", (api) => () => api.sessions.logOut(), {
    about: "Ends the session; its token is no longer valid.",
    endsSession: true,
    message: "Logged out successfully",
  }),
  row("USER", "GET", "/user/package/price/get", (api) => () => api.prices.current(), {
    about: "The token's current price and its supply.",
    answer: PriceAnswer,
    shape: ({ priceMicroRupees, feeBps, remainingPrivateSupply }) => ({
      price: microRupeesToNumber(priceMicroRupees ?? 0),
      platformChargePercent: percentFromBps(feeBps),
      remainingPrivateSupply,
    }),
  }),
  row("USER", "GET", "/user/settings/get", (api) => () => api.prices.settings(), {
    about: "The platform's fee on an amount.",
    answer: SettingsAnswer,
    shape: ({ feeBps }) => ({ platformChargePercent: percentFromBps(feeBps) }),
  }),
  row("USER", "POST", "/user/package/order", (api) => api.orders.create, {
    about:
      "Creates an order and holds its tokens for 15 minutes. Another amount replaces an open order.",
    isIdempotent: true,
    refuses: buys,
    message: "Order created successfully",
    answer: OrderAnswer,
    shape: as.order,
  }),
  row("USER", "POST", "/user/package/cancel", (api) => api.orders.cancel, {
    about: "Cancels an open order and releases its tokens.",
    kind: "finish",
    isIdempotent: true,
    refuses: [
      "ORDER_NOT_FOUND",
      "ORDER_NOT_OPEN",
      "ORDER_ALREADY_SUBMITTED",
      "ORDER_ALREADY_DECIDED",
      "ORDER_ALREADY_CANCELLED",
      "ORDER_ALREADY_REVERSED",
    ],
    message: "Order cancelled successfully",
  }),
  row("USER", "POST", "/user/package/purchase", (api) => api.orders.submit, {
    about:
      "Submits the proof of a payment for the member's order or, without `purchaseId`, for a new one.",
    kind: "finish",
    isIdempotent: true,
    refuses: [
      ...buys,
      "ORDER_NOT_FOUND",
      "ORDER_ALREADY_SUBMITTED",
      "ORDER_ALREADY_DECIDED",
      "ORDER_ALREADY_REVERSED",
      "AMOUNT_DIFFERS_FROM_ORDER",
      "SUPPLY_GONE_AFTER_PAYMENT",
      "TOO_MANY_UNAPPLIED_PAYMENTS",
    ],
    message: "Token purchase submitted successfully",
    answer: TransactionAnswer,
    shape: as.transaction,
  }),
  row(
    "USER",
    "GET",
    "/user/package/beneficiary/get",
    (api) => () => api.beneficiaries.forMember(),
    {
      about: "The account to pay to.",
      answer: PayToAnswer,
      shape: ({ account, banks }) => ({
        ...as.account(account),
        banks: banks.map(as.listedAccount),
      }),
    },
  ),
  row("USER", "GET", "/user/transaction/list", (api) => api.orders.listMine, {
    about: "The member's payments.",
    answer: OwnTransactionsAnswer,
    shape: (list, shaping) => as.each(list, (record) => as.transaction(record, shaping)),
  }),
  row("USER", "GET", "/user/stock/global", (api) => api.stock.global, {
    about: "The company's members by their holdings, without names.",
    answer: listOf(GlobalStockAnswer, "The company's members by their holdings."),
  }),
  row("USER", "GET", "/user/referral/get", (api) => () => api.referrals.summary(), {
    about: "The member's referral link, who joined by it, and the rewards.",
    answer: ReferralAnswer,
    shape: as.referral,
  }),
  row("USER", "GET", "/user/stock/mine", (api) => api.stock.mine, {
    about: "The member's allocations: purchases and rewards.",
    answer: listOf(MyStockAnswer, "The member's allocations, newest first."),
  }),
  row("USER", "GET", "/user/launch", (api) => () => api.launch.mine(), {
    about: "When the member's tokens unlock, and the wallet to which they go.",
    answer: LaunchAnswer,
  }),
  row("USER", "GET", "/user/identity", (api) => () => api.identity.mine(), {
    about: "What the company asks of the member to show who they are, and what became of it.",
    answer: IdentityAnswer,
    shape: as.identity,
  }),
  row("USER", "POST", "/user/identity", (api) => api.identity.submit, {
    about:
      "Keeps what is typed, adds one picture (`medias`, with `kind` and `side`), and with `isTrue` sends all of it.",
    mayTakeFile: true,
    takes: { medias: UploadedPart },
    refuses: [
      "IDENTITY_NOT_ASKED",
      "IDENTITY_BEING_CHECKED",
      "IDENTITY_VERIFIED",
      "IDENTITY_INCOMPLETE",
      "IDENTITY_DOCUMENT_ACCEPTED",
      "IDENTITY_PAN_TAKEN",
      "STORAGE_AWAY",
      "SCANNER_AWAY",
      "FILE_INFECTED",
      "FILE_HEIC",
      "FILE_NOT_A_DOCUMENT",
      "UPLOAD_QUOTA_REACHED",
    ],
    message: "Identity saved successfully",
    answer: IdentityAnswer,
    shape: as.identity,
  }),
  row("signed in", "POST", "/superadmin/media/add", (api) => api.media.add, {
    about: "Uploads one file.",
    takesFile: true,
    takes: { medias: UploadedPart },
    refuses: ["STORAGE_AWAY", "SCANNER_AWAY", "FILE_INFECTED", "UPLOAD_QUOTA_REACHED"],
    message: "Uploaded successfully",
    answer: z.array(UploadAnswer),
    shape: (files, shaping) => files.map(({ id }) => ({ id, url: as.fileUrl(shaping, id) })),
  }),
];
