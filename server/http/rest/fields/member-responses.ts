import { z } from "zod";
import { LANGUAGES, ORDER_STATUSES, PAYMENT_METHODS, SUBMITTED_STATUSES } from "@db/vocabulary";
import {
  SAMPLE_ID,
  address,
  orNull,
  flag,
  id,
  instant,
  is,
  percent,
  rupees,
  text,
  textOrNull,
  tokens,
  total,
} from "./response-fields";

/** The `data` schemas of visitors' and members' answers, with a description of every field. */

export const nothing = z.null();

export const token = z.object({
  token: text("The session's token; send it in Authorization.", "q7Yw…"),
});

export const site = z.object({
  companyId: is(
    z.uuid().nullable(),
    "Null on the platform's host unless it is also a company's.",
    SAMPLE_ID,
  ),
  companyName: textOrNull("The company's name.", "House Labs"),
  token: z
    .object({
      address: text(
        "The token's address on its chain; empty until the company sets it.",
        "0x52908400098527886E0F7030069857D2E4169EE7",
      ),
      symbol: text("Its symbol.", "RSGN"),
      name: text("Its name.", "Resign"),
      decimals: tokens("Decimals of a token.", 18),
      icon_url: text("Its icon.", "/brands/RSGN/icon.svg"),
      defaultLogo: text("The logo for light grounds.", "/brands/RSGN/logo.svg"),
      headerLogo: text("The logo for the header.", "/brands/RSGN/header.svg"),
      title: text("The title of pages.", "Resign"),
      tokenDistribution: is(z.array(z.string()), "Who gets which part, in words.", [
        "50 % public cell",
      ]),
      socialLinks: is(
        z.array(
          z.object({
            mediaName: text("The medium.", "X"),
            link: text("Its address.", "https://x.com/resign"),
          }),
        ),
        "The company's links to social media.",
        [{ mediaName: "X", link: "https://x.com/resign" }],
      ),
      chartImg: text("A picture of the distribution.", "/brands/RSGN/chart.svg"),
      footerNote: text("The footer of pages.", "© House Labs"),
      metaData: z
        .object({
          title: text("For search engines: the title.", "Resign"),
          description: text("The description.", "A token before its launch."),
          keywords: text("Keywords, separated by commas.", "token, sale"),
        })
        .meta({ description: "For search engines." }),
    })
    .meta({ description: "The token that this site sells." }),
  languages: is(z.array(z.enum(LANGUAGES)), "The languages that pages are there in.", [
    ...LANGUAGES,
  ]),
});

export const profile = z.object({
  id: id("The member's id."),
  name: text("The name.", "Asha Rao"),
  email: text("The e-mail address.", "asha@example.com"),
  mobile: text("The mobile number, E.164.", "+919876543210"),
  referralCode: text("The Member ID, the referral code at registration.", "M2222222"),
  dateOfBirth: is(z.iso.date().nullable(), "YYYY-MM-DD.", "1990-01-31"),
  profileImageId: is(z.uuid().nullable(), "The picture's id.", SAMPLE_ID),
  profileImage: z
    .object({ url: address("The picture.") })
    .nullable()
    .meta({ description: "The picture, or null." }),
  kycDocumentNumber: textOrNull("Masked: the last four signs can be read.", "XXXXXX234F"),
  walletAddress: textOrNull(
    "The wallet that receives tokens.",
    "0x52908400098527886E0F7030069857D2E4169EE7",
  ),
  isApproved: flag("Whether the company has verified this member."),
  globalStake: tokens("Tokens allocated to all of the company's members.", 250_000),
  stockBalance: tokens("Tokens allocated to this member."),
});

export const settings = z.object({ platformChargePercent: percent("The platform's fee.") });
export const price = z.object({
  price: rupees("For one token; 0 while nothing is sold.", 12.5),
  platformChargePercent: percent("The platform's fee."),
  remainingPrivateSupply: tokens("Tokens neither held nor allocated.", 90_000),
});

export const order = z.object({
  purchaseId: text("The order's number.", "PUR-482913"),
  status: is(
    z.enum(ORDER_STATUSES),
    "Only in the answer of a repeated call: what has become of the order, if it is not open.",
    "CANCELLED",
  ).optional(),
  amount: rupees("What tokens are bought for.", 1000),
  price: rupees("For one token.", 12.5),
  totalQuantity: tokens("Tokens: the amount by the price, rounded down.", 80),
  platformChargePercent: percent("The platform's fee."),
  feeAmount: rupees("The fee.", 25),
  totalAmount: rupees("What is to be paid: amount and fee.", 1025),
  expiresAt: instant("How long the tokens are held for a payment."),
});

const transactionFields = {
  id: id("What admins name the transaction by."),
  transactionId: text("The order's number.", "PUR-482913"),
  orderNumber: text("The order's number.", "PUR-482913"),
  createdAt: instant("When the order was made."),
  paymentMethod: is(z.enum(PAYMENT_METHODS).nullable(), "How it was paid.", "BANK"),
  referenceNumber: textOrNull("The bank's reference, in its one spelling.", "SBIN12345678"),
  price: rupees("For one token.", 12.5),
  totalQuantity: tokens("Tokens.", 80),
  amount: rupees("What tokens are bought for.", 1000),
  finalAmount: rupees("Amount and fee.", 1025),
  status: is(z.enum(SUBMITTED_STATUSES), "What has become of it.", "PENDING"),
  receipt: orNull(address("The uploaded proof.")),
  user: z
    .object({
      referralCode: text("The Member ID.", "M2222222"),
      name: text("The name.", "Asha Rao"),
      mobile: text("The mobile number.", "+919876543210"),
    })
    .meta({ description: "The buyer." }),
  rejectionReason: text(
    "The reason of a rejection or reversal; otherwise absent.",
    "No such payment arrived",
  ).optional(),
};
export const transaction = z.object(transactionFields);

export const ownTransactions = z.object({
  records: z.array(transaction).meta({ description: "The newest first." }),
  lastPage: tokens("The number of the last page.", 5),
  total,
});
export const companyTransactions = z.object({
  records: z
    .array(
      z.object({
        ...transactionFields,
        version: tokens("The number of the submission; send it with the decision.", 1),
      }),
    )
    .meta({ description: "The newest first." }),
  total,
  shares: z
    .object({
      BANK: percent("Bank transfers.", 40),
      UPI: percent("UPI.", 35),
      MANUAL: percent("By hand.", 25),
      CRYPTO: percent("Crypto.", 0),
    })
    .meta({ description: "Each method's share of the approved rupees, in percent." }),
});

const ofCompany = z
  .object({ id: id("The company's id."), companyName: text("Its name.", "House Labs") })
  .meta({ description: "The company it belongs to." });

export const allTransactions = z.object({
  records: z
    .array(z.object({ ...transactionFields, company: ofCompany }))
    .meta({ description: "Of all companies, newest first." }),
  total,
});
