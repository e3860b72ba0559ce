import type { BeneficiaryRow } from "@server/companies/queries/beneficiaries";
import type { Company } from "@server/sites/queries/companies";
import type { AgreedPolicy } from "@server/companies/queries/policies";
import { takenOf } from "@server/ledger/rules/reward";
import type { Campaign } from "@server/companies/queries/campaigns";
import type { Price } from "@server/companies/queries/prices";
import { erasedColumns } from "@db/member-columns";
import type { MemberRow } from "@server/access/queries/members";
import { type referralClicks, users } from "@db/schema";
import { type Language, LANGUAGES } from "@db/vocabulary";
import { parsePriceToMicroRupees } from "@server/platform/rules/money/units";
import {
  DEFAULT_MAX_PENDING_ORDERS,
  DEFAULT_RELEASE_DAYS,
  DEFAULT_UNVERIFIED_HOLD_BPS,
} from "@server/companies/rules/allowance";
import { DEFAULT_REWARD_BPS } from "@server/ledger/rules/reward";
import { splitSupply } from "@server/sites/rules/pools";
import { POLICIES } from "@server/companies/contracts/policies";
import { policyOf, policyText } from "@server/companies/policies/policy-text";
import type { Secrets } from "@server/platform/config/secrets";
import { builtInBrand } from "@themes/registry";
import { type AuditRow, historyAudit } from "./audit-history";
import { DAY_MS, HOUR_MS, historyStart, later } from "@ops/demo/calendar";
import { DEMO_IDENTITY } from "@ops/demo/identity-history";
import { type DemoCompany, demoCompanyId, placeOf } from "@ops/demo/companies";
import { emptyRow } from "./empty-row";
import { type PlannedMember, planMembers } from "@ops/demo/plan/plan-members";
import { planOrders } from "@ops/demo/plan/plan-orders";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { type PaymentRecords, paymentRecords } from "./payment-records";
import { type DemoStatements, NO_STATEMENTS, planStatements } from "@ops/demo/plan/plan-statements";
import { type Random, createRandom } from "@db/random";
import { type ReplayedOrders, replayOrders, type VersionsAgreed } from "./replay-orders";

export const DEMO_ADMIN = "admin@company.example";
/** The admin who confirms the changes of the other one (product.md §6). */
export const DEMO_SECOND_ADMIN = "second@company.example";

/** The rows of a company and its three months of history. */
export interface CompanyHistory {
  company: Company;
  pools: ReturnType<typeof splitSupply>;
  hosts: string[];
  /** Users in the order of insertion: the admins first, each member after the inviter. */
  users: MemberRow[];
  /** Openings of the members' links. */
  clicks: (typeof referralClicks.$inferInsert)[];
  /** Members whom the rules of risk find. */
  suspects: PlannedMember[];
  account: BeneficiaryRow;
  /** Prices after the initial one. */
  prices: Price[];
  campaigns: Campaign[];
  policies: AgreedPolicy[];
  orders: ReplayedOrders;
  statements: DemoStatements;
  payments: PaymentRecords;
  audit: AuditRow[];
}

export interface HistoryContext {
  now: Date;
  secrets: Pick<Secrets, "encrypt" | "decrypt">;
  /** The hash of the password that all people of the demo share. */
  passwordHash: string;
  superAdminId: string;
}

/**
 * Generates a company's history. Deterministic by company and `now`, except for encrypted values.
 */
export function companyHistory(demo: DemoCompany, ctx: HistoryContext): CompanyHistory {
  const random = createRandom(20_260 + placeOf(demo));
  const company = companyOf(random, demo, ctx);
  const pools = splitSupply(company.totalSupply);
  const admin = adminOf(random, company, ctx);
  const account = accountOf(random, company, admin);
  const prices = pricesOf(random, demo, company, admin, ctx.now);
  const campaigns = demo.isFull ? campaignsOf(random, company, ctx.now) : [];
  const policies = policiesOf(company);
  const versions = versionsOf(company);
  const members = planMembers(random, demo, ctx.now);
  const planned = planOrders(random, demo, members, ctx.now);
  const links = demo.isFull ? linksOf(company, members) : null;
  const founding = {
    priceMicroRupees: company.priceMicroRupees ?? 0,
    startsAt: company.createdAt,
  };
  const orders = replayOrders(
    random,
    {
      company,
      now: ctx.now,
      adminId: admin.id,
      account,
      prices: [
        founding,
        ...prices.map((one) => ({ ...one, priceMicroRupees: one.priceMicroRupees ?? 0 })),
      ],
      campaigns,
      privateSupply: pools.REFERRAL,
      versionsAgreed: (language) => versions[language],
    },
    planned,
  );
  for (const campaign of campaigns) {
    const own = orders.orders.filter(({ campaignId }) => campaignId === campaign.id);
    campaign.taken = own.reduce((sum, order) => sum + takenOf(order), 0);
  }
  const symbol = demo.symbol.toLowerCase();
  const statements = demo.isFull
    ? planStatements(random, {
        account,
        adminId: admin.id,
        members,
        payments: orders.payments,
        now: ctx.now,
      })
    : NO_STATEMENTS;
  const payments = paymentRecords(random, orders, statements);
  const audited = { company, admin, account, prices, campaigns, members, orders, statements };
  const audit = historyAudit(random, ctx, audited);
  return {
    company,
    pools,
    // The demo's own address is first, so that links point to it.
    hosts: [...(demo.symbol === "RSGN" ? ["localhost"] : []), `${symbol}.localhost`],
    users: [
      admin,
      secondAdminOf(random, admin),
      ...members.map((member) => ({
        ...userOf(company, member, versions[member.language], ctx),
        referralTag: links?.tags.get(member) ?? null,
      })),
    ],
    clicks: links?.clicks ?? [],
    suspects: members.filter(({ suspicion }) => suspicion !== null),
    account,
    prices,
    campaigns,
    policies,
    orders,
    statements,
    payments,
    audit,
  };
}

/** Tags that members give to their links, in turn; the empty one is the link without a tag. */
const TAGS = ["", "whatsapp", "", "telegram", "whatsapp", "flyer", "office"] as const;

/**
 * Returns by which link each invited member came, and how often the links were opened: each by the
 * member on the day of the registration, and by some others.
 */
function linksOf({ id: companyId }: Company, members: readonly PlannedMember[]) {
  const tags = new Map<PlannedMember, string>();
  const clicks = new Map<string, CompanyHistory["clicks"][number]>();
  for (const [index, member] of members.entries()) {
    const { referrer, joinedAt } = member;
    if (!referrer) continue;
    const tag = TAGS[index % TAGS.length] ?? "";
    if (tag !== "") tags.set(member, tag);
    const day = dateInIndia(joinedAt);
    const key = `${referrer.id} ${tag} ${day}`;
    const { clicks: before } = clicks.get(key) ?? { clicks: 0 };
    const opened = before + 1 + (index % 5);
    clicks.set(key, { companyId, memberId: referrer.id, tag, day, clicks: opened });
  }
  return { tags, clicks: [...clicks.values()] };
}

function companyOf(random: Random, demo: DemoCompany, { now, secrets }: HistoryContext): Company {
  const symbol = demo.symbol.toLowerCase();
  const name = builtInBrand(demo.symbol)?.name ?? demo.symbol;
  const createdAt = later(historyStart(now), -(3 * DAY_MS + placeOf(demo) * HOUR_MS));
  return {
    id: demoCompanyId(demo),
    name: `${name} Labs`,
    email: `hello@${symbol}.example`,
    mobile: "+919000000001",
    aadhaarLastFour: String(1000 + random.below(9000)),
    panEncrypted: secrets.encrypt("pan", "AAACP1234C"),
    address: `${random.below(90) + 10} Market Road, Mumbai`,
    pincode: "400001",
    tokenName: name,
    tokenSymbol: demo.symbol,
    priceMicroRupees: parsePriceToMicroRupees(demo.prices[0]),
    feeBps: demo.feeBps,
    referralRewardBps: DEFAULT_REWARD_BPS,
    totalSupply: demo.totalSupply,
    splitBps: null,
    unlockPlans: demo.unlockPlans ?? null,
    launchAt: later(
      now,
      (demo.launchedDaysAgo === undefined ? 60 + random.below(90) : -demo.launchedDaysAgo) * DAY_MS,
    ),
    unverifiedMayBuy: true,
    maxPendingOrders: DEFAULT_MAX_PENDING_ORDERS,
    maxHeldTokens: null,
    unverifiedHoldBps: DEFAULT_UNVERIFIED_HOLD_BPS,
    releaseAfterDays: DEFAULT_RELEASE_DAYS,
    requiresSecondStep: false,
    settings: {
      ...(demo.isFull && {
        rewardHoldDays: 7,
        rewardVerifiedAbove: 100,
        identity: DEMO_IDENTITY,
      }),
      whatsApp: "+919000000001",
      legalName: `${name} Labs`,
      legalAddress: "14 Market Road\nMumbai 400001",
    },
    status: "ACTIVE",
    createdAt,
    updatedAt: createdAt,
  };
}

const EMPTY = emptyRow(users);

function adminOf(random: Random, company: Company, { passwordHash }: HistoryContext): MemberRow {
  return {
    ...EMPTY,
    companyId: company.id,
    id: random.id(company.createdAt),
    role: "ADMIN",
    name: `${company.tokenName} Admin`,
    email: DEMO_ADMIN,
    mobile: "+919000000002",
    passwordHash,
    referralCode: `${company.tokenSymbol}1000`,
    status: "ACTIVE",
    isApproved: true,
    language: "en",
    colourScheme: "system",
    emailVerifiedAt: company.createdAt,
    noticesReadAt: company.createdAt,
    mailsNotices: false,
    showsName: false,
    hidesWallet: false,
    mailsEachOrder: false,
    createdAt: company.createdAt,
    updatedAt: company.createdAt,
  };
}

const secondAdminOf = (random: Random, admin: MemberRow): MemberRow => ({
  ...admin,
  id: random.id(admin.createdAt),
  name: `Second ${admin.name}`,
  email: DEMO_SECOND_ADMIN,
  mobile: "+919000000003",
  referralCode: admin.referralCode.replace(/1000$/, "0999"),
});

function accountOf(random: Random, company: Company, admin: MemberRow): BeneficiaryRow {
  const createdAt = later(company.createdAt, 2 * HOUR_MS);
  return {
    companyId: company.id,
    id: random.id(createdAt),
    version: 1,
    holderName: company.name,
    accountNumber: String(50_100_000_000 + random.below(900_000_000)),
    bankName: "HDFC Bank",
    ifscCode: "HDFC0000060",
    branch: "Fort, Mumbai",
    upi: `${company.tokenSymbol.toLowerCase()}@okbank`,
    isDefault: true,
    isCurrent: true,
    removedAt: null,
    createdBy: admin.id,
    createdAt,
  };
}

/** Returns the prices, which start at equal intervals. */
function pricesOf(
  random: Random,
  { prices: [, ...following] }: DemoCompany,
  company: Company,
  admin: MemberRow,
  now: Date,
): Price[] {
  const span = now.getTime() - company.createdAt.getTime();
  return following.map((rupees, index): Price => {
    const startsAt = later(
      company.createdAt,
      Math.round((span * (index + 1)) / (following.length + 1)),
    );
    return {
      companyId: company.id,
      id: random.id(startsAt),
      priceMicroRupees: parsePriceToMicroRupees(rupees) ?? 0,
      feeBps: null,
      referralRewardBps: null,
      startsAt,
      setBy: admin.id,
      createdAt: startsAt,
      cancelledAt: null,
      cancelledBy: null,
    };
  });
}

/** Returns a campaign that has ended and one that runs. */
function campaignsOf(random: Random, company: Company, now: Date): Campaign[] {
  const campaign = (name: string, from: number, until: number, terms: Partial<Campaign>) => {
    const startsAt = later(now, from * DAY_MS);
    return {
      companyId: company.id,
      id: random.id(startsAt),
      name,
      startsAt,
      createdAt: startsAt,
      // Six in the evening, Indian time.
      endsAt: new Date((Math.floor(now.getTime() / DAY_MS) + until) * DAY_MS + 12.5 * HOUR_MS),
      capTotal: 1_000_000,
      taken: 0,
      rewardBps: 1000,
      bonusBps: 500,
      whoRefers: "ALL" as const,
      ...terms,
    };
  };
  return [
    campaign("Monsoon week", -45, -38, { rewardBps: 800, bonusBps: 300, whoRefers: "VERIFIED" }),
    campaign("Festival of friends", -6, 30, {}),
  ];
}

/** Returns the versions to which a company's member agreed, by language. */
const versionsOf = (company: Company) =>
  Object.fromEntries(
    LANGUAGES.map((language): [Language, VersionsAgreed] => [
      language,
      {
        consentVersion: policyOf("privacyPolicy", company, language).version,
        consentTermsVersion: policyOf("termsOfSale", company, language).version,
      },
    ]),
  ) as Record<Language, VersionsAgreed>;

const policiesOf = (company: Company): AgreedPolicy[] =>
  POLICIES.flatMap((name) =>
    LANGUAGES.map((language) => ({ language, policy: policyOf(name, company, language) })),
  ).map(({ language, policy }) => {
    return {
      companyId: company.id,
      version: policy.version,
      language,
      text: policyText(policy),
      createdAt: company.createdAt,
    };
  });

function userOf(
  company: Company,
  member: PlannedMember,
  agreed: VersionsAgreed,
  { now, passwordHash, secrets }: HistoryContext,
): MemberRow {
  const { id, name, email, mobile, language, joinedAt, approvedAt, ended } = member;
  const { dateOfBirth, pincode, gender, walletAddress } = member;
  const place = Number(member.referralCode.replace(/\D/g, ""));
  const row: MemberRow = {
    ...EMPTY,
    companyId: company.id,
    id,
    role: "USER",
    colourScheme: "system",
    name,
    email,
    mobile,
    dateOfBirth,
    pincode,
    gender,
    walletAddress,
    language,
    passwordHash,
    referralCode: member.referralCode,
    referrerId: member.referrer?.id ?? null,
    status: "ACTIVE",
    isApproved: approvedAt !== null,
    kycEncrypted: approvedAt && secrets.encrypt("kyc", `ABCPS${String(place).padStart(4, "0")}F`),
    emailVerifiedAt: joinedAt,
    // Decisions of the last days are shown as new.
    noticesReadAt: later(now, -3 * DAY_MS),
    mailsNotices: false,
    // The documented member and every third agree to be named to their friends.
    showsName: ended === null && place % 3 === 2,
    // Every seventh hides the wallet.
    hidesWallet: place % 7 === 3,
    consentedAt: joinedAt,
    ...agreed,
    mailsEachOrder: false,
    createdAt: joinedAt,
    updatedAt: ended?.at ?? approvedAt ?? joinedAt,
  };
  if (ended === null) return row;
  if (ended.status !== "DELETED") return { ...row, status: ended.status };
  return {
    ...row,
    ...erasedColumns(id),
    status: "INACTIVE",
    deletedAt: ended.at,
  };
}
