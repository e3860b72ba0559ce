import { LANGUAGES } from "@locales/languages";
import { z } from "zod";

/**
 * These schemas state the documented fields of each answer independently of the code, so that the
 * handler is checked against the list and not against itself.
 */

const instant = z.iso.datetime();
const text = z.string().min(1);
const whole = z.int().min(0);
const url = z.url();
const percent = z.number().min(0).max(100);

export const nothing = z.null();
export const token = z.strictObject({ token: text });

export const site = z.strictObject({
  companyId: text.nullable(),
  companyName: text.nullable(),
  // These are the token's fields from the spec's list of types.
  token: z.strictObject({
    address: z.string(),
    symbol: text,
    name: text,
    decimals: z.literal(18),
    icon_url: text,
    defaultLogo: text,
    headerLogo: text,
    title: text,
    tokenDistribution: z.array(z.string()),
    socialLinks: z.array(z.strictObject({ mediaName: text, link: text })),
    chartImg: z.string(),
    footerNote: z.string(),
    metaData: z.strictObject({ title: text, description: text, keywords: z.string() }),
  }),
  languages: z.array(z.enum(LANGUAGES)).min(1),
});

export const profile = z.strictObject({
  id: text,
  name: text,
  email: text,
  mobile: text,
  referralCode: text,
  dateOfBirth: z.iso.date().nullable(),
  profileImageId: text.nullable(),
  profileImage: z.strictObject({ url }).nullable(),
  // The number is mostly masked.
  kycDocumentNumber: z.string().regex(/[X•*]/).nullable(),
  walletAddress: text.nullable(),
  isApproved: z.boolean(),
  globalStake: whole,
  stockBalance: whole,
});

export const price = z.strictObject({
  price: z.number(),
  platformChargePercent: percent,
  remainingPrivateSupply: whole,
});
export const settings = z.strictObject({ platformChargePercent: percent });

export const order = z.strictObject({
  purchaseId: z.string().regex(/^PUR-\d{6,}$/),
  status: z
    .enum(["PENDING", "APPROVED", "REJECTED", "REVERSED", "EXPIRED", "CANCELLED"])
    .optional(),
  amount: z.number(),
  price: z.number(),
  totalQuantity: whole,
  platformChargePercent: percent,
  feeAmount: z.number(),
  totalAmount: z.number(),
  expiresAt: instant,
});

export const transaction = z.strictObject({
  id: text,
  transactionId: z.string().regex(/^PUR-\d{6,}$/),
  orderNumber: z.string().regex(/^PUR-\d{6,}$/),
  createdAt: instant,
  paymentMethod: z.enum(["BANK", "UPI", "MANUAL", "CRYPTO"]),
  referenceNumber: text.nullable(),
  price: z.number(),
  totalQuantity: whole,
  amount: z.number(),
  finalAmount: z.number(),
  status: z.enum(["PENDING", "APPROVED", "REJECTED", "REVERSED"]),
  receipt: url.nullable(),
  user: z.strictObject({ referralCode: text, name: text, mobile: text }),
});
/** Schema of a rejected or reversed transaction. */
export const rejected = transaction.extend({ rejectionReason: text });
const anyTransaction = z.union([transaction, rejected]);

export const ownTransactions = z.strictObject({
  records: z.array(anyTransaction).min(1),
  lastPage: whole,
  total: whole,
});
/** Schema of transactions of any status, possibly an empty list. */
export const anyOwnTransactions = ownTransactions.extend({ records: z.array(anyTransaction) });
export const companyTransactions = z.strictObject({
  records: z
    .array(z.union([transaction, rejected].map((one) => one.extend({ version: whole }))))
    .min(1),
  total: whole,
  shares: z.strictObject({ BANK: percent, UPI: percent, MANUAL: percent, CRYPTO: percent }),
});

const bankFields = {
  bankName: text.optional(),
  holderName: text.optional(),
  branch: text.optional(),
  accountNumber: text.optional(),
  ifscCode: text.optional(),
  upi: text.optional(),
};
export const payTo = z.strictObject({
  ...bankFields,
  banks: z.array(z.strictObject({ id: text, ...bankFields })).min(1),
});
export const account = z.strictObject({ id: text, ...bankFields });
/** Additional fields are allowed where the list says only "the account". */
const wholeAccount = z.looseObject({
  id: text,
  bankName: text.nullable(),
  holderName: text.nullable(),
  branch: text.nullable(),
  accountNumber: text.nullable(),
  ifscCode: text.nullable(),
  upi: text.nullable(),
});
export const addedEntry = z.strictObject({ isAdded: z.boolean() });
export const addedAccount = wholeAccount;
export const accounts = z.strictObject({ records: z.array(wholeAccount).min(1), total: whole });

export const globalStock = z.strictObject({
  records: z
    .array(
      z.strictObject({
        rank: z.int().min(1),
        walletAddress: text.nullable(),
        quantity: whole,
        transactionHash: text,
        createdAt: instant,
        unlocksAt: instant.nullable(),
      }),
    )
    .min(1),
  total: whole,
});
export const referral = z.strictObject({
  referralCode: text,
  link: url,
  referralRewardPercent: percent,
  invited: whole,
  verified: whole,
  buyers: whole,
  rewardEarned: whole,
  rewardWaiting: whole,
});
const state = z.enum(["HELD", "PROMISED", "ON_HOLD", "ALLOCATED", "WITHDRAWN"]);
export const decidedReward = z.strictObject({
  orderNumber: text,
  state,
  tokens: whole,
});
const somebody = z.strictObject({ referralCode: text, name: text });
export const rewards = z.strictObject({
  records: z
    .array(
      z.strictObject({
        id: text,
        ...decidedReward.shape,
        referrer: somebody,
        buyer: somebody,
        releaseAt: instant.nullable(),
        heldBecause: z.array(z.enum(["DAYS", "UNVERIFIED", "RISK"])),
        withdrawnBecause: text.nullable(),
        note: text.nullable(),
        createdAt: instant,
        decidedAt: instant.nullable(),
        allocatedAt: instant.nullable(),
      }),
    )
    .min(1),
  total: whole,
});

const caseMember = z.strictObject({
  ...somebody.shape,
  email: text,
  mobile: text,
  walletAddress: text.nullable(),
  invitedBy: text.nullable(),
  inCommon: z.array(
    z.enum(["PROOF", "NUMBER", "PAYER", "MOBILE", "KYC", "EMAIL", "WALLET", "NETWORK"]),
  ),
  payments: z.array(
    z.strictObject({
      id: text,
      orderNumber: text,
      reference: text.nullable(),
      paidFrom: z.array(text),
    }),
  ),
  createdAt: instant,
});
export const cases = z.strictObject({
  records: z
    .array(
      z.strictObject({
        id: text,
        orderNumber: text,
        tokens: whole,
        reasons: z.array(z.strictObject({ rule: text, members: z.array(text) })).min(1),
        answer: text.nullable(),
        answeredAt: instant.nullable(),
        buyer: caseMember,
        referrer: caseMember,
        others: z.array(caseMember),
        createdAt: instant,
      }),
    )
    .min(1),
  total: whole,
});

export const myStock = z.strictObject({
  records: z
    .array(
      z.strictObject({
        memberId: text,
        quantity: z.int().nullable(),
        reward: z.int().nullable(),
        transactionHash: text,
        createdAt: instant,
        unlocksAt: instant.nullable(),
      }),
    )
    .min(1),
  total: whole,
});

export const uploaded = z.tuple([z.strictObject({ id: text, url })]);

export const dashboard = z.strictObject({
  userActive: whole,
  userInactive: whole,
  userBlock: whole,
  totalMember: whole,
  verificationCompleted: whole,
  verificationPending: whole,
  totalSupply: whole,
  privateSupply: whole,
  remainingPrivateSupply: whole,
  publicCellSupply: whole,
  angelInvestorSupply: whole,
  founderTeamSupply: whole,
  airdropSupply: whole,
  privateSupplyData: z.strictObject({ total: whole, remaining: whole, stockBalance: whole }),
  collection: z.strictObject({
    bank: z.number(),
    upi: z.number(),
    manual: z.number(),
    crypto: z.number(),
  }),
});

export const person = z.strictObject({
  id: text,
  name: text,
  mobile: text,
  email: text,
  role: z.enum(["USER", "ADMIN"]),
  referralCode: text,
  createdAt: instant,
  isApproved: z.boolean(),
  status: z.enum(["ACTIVE", "INACTIVE", "BLOCKED"]),
});
export const people = z.strictObject({ total: whole, data: z.array(person).min(1) });

const listedCompany = {
  id: text,
  companyName: text,
  email: text,
  mobile: text,
  companyAadhaarCard: z.string().regex(/X/).nullable(),
  companyPan: z.string().regex(/X/).nullable(),
  companyAddress: text.nullable(),
  companyPincode: text.nullable(),
  tokenName: text,
  tokenSymbol: text,
  createdAt: instant,
};
export const company = z.looseObject(listedCompany);
export const companies = z.strictObject({ records: z.array(company).min(1), total: whole });

export const domain = z.strictObject({
  id: text,
  host: text,
  companyId: text,
  companyName: text,
  createdAt: instant,
});
export const domains = z.strictObject({ records: z.array(domain).min(1), total: whole });

const ofCompany = z.strictObject({ id: text, companyName: text });
export const allTransactions = z.strictObject({
  records: z
    .array(z.union([transaction, rejected].map((one) => one.extend({ company: ofCompany }))))
    .min(1),
  total: whole,
});
export const allAccounts = z.strictObject({
  records: z.array(wholeAccount.extend({ company: ofCompany })).min(1),
  total: whole,
});
