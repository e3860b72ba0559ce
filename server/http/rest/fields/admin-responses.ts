import { z } from "zod";
import {
  COMPANY_ROLES,
  COMPANY_STATUSES,
  MEMBER_STATUSES,
  REWARD_HOLDS,
  REWARD_REASONS,
  REWARD_STATES,
  RISK_RULES,
  RISK_SIGNS,
} from "@db/vocabulary";
import {
  SAMPLE_HASH,
  address,
  flag,
  id,
  instant,
  is,
  orNull,
  percent,
  rupees,
  text,
  textOrNull,
  tokens,
  total,
} from "./response-fields";

/** The `data` schemas of answers about accounts, stock, files, people and companies. */

const bankFields = {
  holderName: text("The account holder's name.", "House Labs Private Limited"),
  bankName: text("The bank's name.", "State Bank of India"),
  branch: text("Its branch.", "Fort, Mumbai"),
  accountNumber: text("The account's number.", "123456789012"),
  ifscCode: text("The branch's code.", "SBIN0000300"),
  upi: text("The UPI id.", "house@okbank"),
};
/** Each absent if unset. */
const details = z.object(bankFields).partial().shape;
const accountId = id("The account's id.");

export const payTo = z.object({
  ...details,
  banks: z
    .array(z.object({ id: accountId, ...details }))
    .meta({ description: "Every account; above is the default one." }),
});
/** All absent if the company has no account. */
export const addedEntry = z.object({
  isAdded: flag("Whether the account did not have the entry yet."),
});
export const account = z.object({ id: accountId.optional(), ...details });

const wholeAccount = {
  id: accountId,
  version: tokens("Rises with each change; an order keeps the one its payer was shown.", 1),
  holderName: orNull(bankFields.holderName),
  bankName: orNull(bankFields.bankName),
  branch: orNull(bankFields.branch),
  accountNumber: orNull(bankFields.accountNumber),
  ifscCode: orNull(bankFields.ifscCode),
  upi: orNull(bankFields.upi),
  isDefault: flag("Whether payers are shown it first."),
  createdAt: instant("When this version was made."),
};
export const wholeAccountAnswer = z.object(wholeAccount);
export const accounts = z.object({
  records: z.array(wholeAccountAnswer).meta({ description: "The default one first." }),
  total,
});
const ofCompany = z
  .object({ id: id("The company's id."), companyName: text("Its name.", "House Labs") })
  .meta({ description: "The company it belongs to." });
export const allAccounts = z.object({
  records: z
    .array(z.object({ ...wholeAccount, company: ofCompany }))
    .meta({ description: "Of all companies." }),
  total,
});

const hash = text("The allocation's hash; it covers the one before it.", SAMPLE_HASH);
const unlocksAt = is(
  z.iso.datetime().nullable(),
  "The company's launch, when tokens unlock; null: no date yet.",
  "2030-01-01T00:00:00.000Z",
);
export const globalStock = z.object({
  records: z
    .array(
      z.object({
        rank: tokens("From 1; equal holdings share one.", 1),
        walletAddress: textOrNull("Shortened; null if none was given.", "0x5290…9EE7"),
        quantity: tokens("Tokens."),
        transactionHash: hash,
        createdAt: instant("Of the latest allocation."),
        unlocksAt,
      }),
    )
    .meta({ description: "The company's members by their holdings." }),
  total,
});
export const myStock = z.object({
  records: z
    .array(
      z.object({
        memberId: text(
          "The Member ID of the buyer: the member's own, or of a member they invited.",
          "M2222222",
        ),
        quantity: is(
          z.int().nullable(),
          "Tokens bought; null on a reward; negative when reversed.",
          80,
        ),
        reward: is(z.int().nullable(), "Tokens for inviting; null on a purchase.", 4),
        transactionHash: hash,
        createdAt: instant("When they were allocated."),
        unlocksAt,
      }),
    )
    .meta({ description: "The member's allocations, newest first." }),
  total,
});

export const referral = z.object({
  referralCode: text("The member's code.", "M2222222"),
  link: is(z.url(), "The link to share.", "https://sale.example.com/r/M2222222"),
  referralRewardPercent: percent("The reward of a purchase, of its tokens.", 5),
  invited: tokens("Members who joined with the code.", 4),
  verified: tokens("Verified ones among them.", 3),
  buyers: tokens("Those with an approved purchase.", 2),
  rewardEarned: tokens("Reward tokens in the ledger.", 120),
  rewardWaiting: tokens("Tokens of rewards that are promised or on hold.", 30),
});

const rewardState = is(
  z.enum(REWARD_STATES),
  "HELD with an open order, PROMISED with a payment that waits, ON_HOLD after its approval, ALLOCATED in the ledger, or WITHDRAWN.",
  "ON_HOLD",
);
const invitee = (means: string) =>
  z
    .object({
      referralCode: text("The Member ID.", "M2222222"),
      name: text("The name.", "Asha Rao"),
    })
    .meta({ description: means });
const rewardId = id("The id of the reward's order.");
const orderNumber = text("The order's number.", "PUR-123456");
const rewardTokens = tokens("The reward, in tokens.", 40);
export const decidedReward = z.object({
  orderNumber,
  state: rewardState,
  tokens: rewardTokens,
});
export const rewards = z.object({
  records: z
    .array(
      z.object({
        id: rewardId,
        orderNumber,
        referrer: invitee("Who gets the reward."),
        buyer: invitee("Whose purchase it is for."),
        tokens: rewardTokens,
        state: rewardState,
        releaseAt: orNull(instant("When the days on hold end.")),
        heldBecause: is(z.array(z.enum(REWARD_HOLDS)), "What holds it.", ["DAYS"]),
        withdrawnBecause: orNull(
          is(z.enum(REWARD_REASONS), "Why it was withdrawn.", "ORDER_REVERSED"),
        ),
        note: textOrNull("The admin's words; null: none.", "Checked by phone"),
        createdAt: instant("When the order was made."),
        decidedAt: orNull(instant("When it was released or withdrawn.")),
        allocatedAt: orNull(instant("When it entered the ledger.")),
      }),
    )
    .meta({ description: "The company's rewards, newest first unless sorted otherwise." }),
  total,
});

const casePerson = (means: string) =>
  z
    .object({
      ...invitee("").shape,
      email: text("The e-mail address.", "asha@example.com"),
      mobile: text("The mobile.", "+919876543210"),
      walletAddress: textOrNull("The wallet; null: none.", `0x${"a1".repeat(20)}`),
      invitedBy: textOrNull("The Member ID of who invited them; null: nobody.", "M2222223"),
      inCommon: is(z.array(z.enum(RISK_SIGNS)), "What they share with the buyer.", ["PAYER"]),
      payments: z
        .array(
          z.object({
            id: id("The order's id."),
            orderNumber,
            reference: textOrNull("The number as the member typed it; null: none.", "435678901234"),
            paidFrom: is(
              z.array(z.string()),
              "UPI ids, mobiles and accounts that the bank's entries name.",
              ["ravi@okaxis"],
            ),
          }),
        )
        .meta({ description: "The latest three." }),
      createdAt: instant("When they registered."),
    })
    .meta({ description: means });
export const cases = z.object({
  records: z
    .array(
      z.object({
        id: rewardId,
        orderNumber,
        tokens: tokens("Tokens that wait; 0 once it is decided.", 40),
        reasons: z
          .array(
            z.object({
              rule: is(z.enum(RISK_RULES), "The rule that holds it.", "SHARED_PAYER"),
              members: is(z.array(z.string()), "The Member IDs by whom it does.", ["M2222222"]),
            }),
          )
          .meta({ description: "Why it waits." }),
        answer: textOrNull("The referrer's words; null: none yet.", "We share one account"),
        answeredAt: orNull(instant("When they answered.")),
        buyer: casePerson("Whose purchase it is for."),
        referrer: casePerson("Who gets the reward."),
        others: z.array(casePerson("")).meta({ description: "The other members of the reasons." }),
        createdAt: instant("Since when it waits."),
      }),
    )
    .meta({ description: "The company's cases, newest first." }),
  total,
});

export const uploaded = z.array(
  z.object({ id: id("What other calls name the file by."), url: address("The file.") }),
);

export const dashboard = z.object({
  userActive: tokens("Members who may log in.", 120),
  userInactive: tokens("Members who are inactive.", 3),
  userBlock: tokens("Members who are blocked.", 1),
  totalMember: tokens("Members.", 124),
  verificationCompleted: tokens("Members who are verified.", 100),
  verificationPending: tokens("Members who are not.", 24),
  totalSupply: tokens("All tokens.", 1_000_000),
  privateSupply: tokens("The referral programme's pool, on which purchases draw.", 300_000),
  remainingPrivateSupply: tokens("Of it, neither held nor allocated.", 250_000),
  publicCellSupply: tokens("The public cell's.", 500_000),
  angelInvestorSupply: tokens("Angel investors'.", 100_000),
  founderTeamSupply: tokens("The founders'.", 75_000),
  airdropSupply: tokens("For the airdrop.", 25_000),
  privateSupplyData: z
    .object({
      total: tokens("The private supply.", 300_000),
      remaining: tokens("Of it, neither held nor allocated.", 250_000),
      stockBalance: tokens("Tokens allocated so far.", 50_000),
    })
    .meta({ description: "The private supply." }),
  collection: z
    .object({
      bank: rupees("By bank transfer."),
      upi: rupees("By UPI."),
      manual: rupees("By hand."),
      crypto: rupees("In crypto.", 0),
    })
    .meta({ description: "Rupees of approved payments, fees included." }),
});

export const person = z.object({
  id: id("The person's id."),
  name: text("The name.", "Asha Rao"),
  mobile: text("The mobile number, E.164.", "+919876543210"),
  email: text("The e-mail address.", "asha@example.com"),
  role: is(z.enum(COMPANY_ROLES), "What they may do.", "USER"),
  referralCode: text("The Member ID.", "M2222222"),
  createdAt: instant("Since when they are here."),
  isApproved: flag("Whether they are verified."),
  status: is(z.enum(MEMBER_STATUSES), "ACTIVE may log in.", "ACTIVE"),
});
export const people = z.object({
  total,
  data: z.array(person).meta({ description: "Members and admins, the newest first." }),
});

export const company = z.object({
  id: id("The company's id."),
  companyName: text("Its name.", "House Labs"),
  email: text("Its e-mail address.", "office@example.com"),
  mobile: text("Its mobile number.", "+919876500001"),
  companyAadhaarCard: textOrNull("Masked.", "XXXX XXXX 2346"),
  companyPan: textOrNull("Masked.", "XXXXXX234F"),
  companyAddress: textOrNull("Where it is.", "1 Fort Road, Mumbai"),
  companyPincode: textOrNull("The PIN code of that address.", "400001"),
  tokenName: text("The token's name.", "Galaxy"),
  tokenSymbol: text("Its symbol.", "GLXY"),
  totalSupply: tokens("The total supply of tokens.", 1_000_000),
  price: is(z.number().nullable(), "Rupees for one token; null: nothing is sold.", 12.5),
  platformChargePercent: percent("The platform's fee."),
  referralRewardPercent: percent("What an inviter gets.", 5),
  publicCellPercent: percent("The public cell's share of all tokens.", 50),
  referralPercent: percent("The referral programme's share.", 30),
  angelInvestorPercent: percent("Angel investors' share.", 10),
  founderTeamPercent: percent("The founders' share.", 7.5),
  airdropPercent: percent("The share for the airdrop.", 2.5),
  launchAt: is(z.iso.datetime().nullable(), "When tokens unlock.", "2030-01-01T00:00:00.000Z"),
  unverifiedMayBuy: flag("Whether members may buy before they are verified."),
  maxPendingOrders: tokens("How many payments of one member may wait.", 5),
  maxHeldTokens: is(z.int().nullable(), "How many tokens one member may hold undecided.", 10_000),
  unverifiedHoldPercent: percent("What an unverified member may hold without a proof.", 10),
  releaseAfterDays: tokens("The days until a payment without a proof gives its tokens back.", 7),
  apiOrigins: is(z.array(z.string()), "Other sites whose scripts may call the API.", [
    "https://shop.example.com",
  ]),
  status: is(z.enum(COMPANY_STATUSES), "SUSPENDED: its site and calls are closed.", "ACTIVE"),
  createdAt: instant("Since when it is here."),
});
export const companies = z.object({
  records: z.array(company).meta({ description: "The newest first." }),
  total,
});

export const domain = z.object({
  id: id("The host's id."),
  host: text("The host.", "sale.example.com"),
  companyId: id("Whose site it shows."),
  companyName: text("Its name.", "House Labs"),
  createdAt: instant("Since when."),
});
export const domains = z.object({
  records: z.array(domain).meta({ description: "By host." }),
  total,
});
