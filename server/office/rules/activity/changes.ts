/** The stored form of a field in an audit entry. */
export type FieldKind =
  | "text"
  | "long-text"
  | "count"
  | "paise"
  | "price"
  | "bps"
  | "instant"
  | "flag"
  | "word"
  | "names";

/**
 * The fields shown to an admin in the activity, and their stored form. Fields not listed here are
 * never shown, so a new field cannot leak a secret.
 */
export const SHOWN_FIELDS = {
  status: "word",
  orderNumber: "text",
  amountPaise: "paise",
  totalPaise: "paise",
  paidAmountPaise: "paise",
  nowPaise: "paise",
  receivedPaise: "paise",
  restPaise: "paise",
  missingPaise: "paise",
  quantity: "count",
  allocatedTokens: "count",
  bonusTokens: "count",
  releasedTokens: "count",
  reward: "count",
  method: "word",
  reference: "text",
  partReference: "text",
  reason: "text",
  flagsReason: "text",
  refundNote: "text",
  role: "word",
  adminRole: "word",
  name: "text",
  isApproved: "flag",
  referralCode: "text",
  fields: "names",
  holderName: "text",
  bankName: "text",
  branch: "text",
  accountNumber: "text",
  ifscCode: "text",
  upi: "text",
  isDefault: "flag",
  change: "word",
  isOn: "flag",
  secondAdminAbovePaise: "paise",
  priceMicroRupees: "price",
  quotedPriceMicroRupees: "price",
  presentPriceMicroRupees: "price",
  quotedFeeBps: "bps",
  presentFeeBps: "bps",
  startsAt: "instant",
  companyName: "text",
  email: "text",
  mobile: "text",
  companyAddress: "text",
  companyPincode: "text",
  tokenName: "text",
  tokenSymbol: "text",
  totalSupply: "count",
  feeBps: "bps",
  referralRewardBps: "bps",
  bonusBps: "bps",
  capTotal: "count",
  whoRefers: "word",
  endsAt: "instant",
  launchAt: "instant",
  boughtAtLaunchBps: "bps",
  boughtPauseMonths: "count",
  boughtMonths: "count",
  earnedAtLaunchBps: "bps",
  earnedPauseMonths: "count",
  earnedMonths: "count",
  feeLeastBps: "bps",
  feeMostBps: "bps",
  rewardLeastBps: "bps",
  rewardMostBps: "bps",
  launchLatest: "instant",
  launchMayChange: "flag",
  minimumOrderPaise: "paise",
  unverifiedMayBuy: "flag",
  asksMoneyConfirmation: "flag",
  maxPendingOrders: "count",
  maxHeldTokens: "count",
  unverifiedHoldBps: "bps",
  releaseAfterDays: "count",
  messageDays: "count",
  digestHour: "count",
  referralDays: "count",
  rewardHoldDays: "count",
  rewardVerifiedAbove: "count",
  proofYears: "count",
  messages: "count",
  proofs: "count",
  entries: "count",
  scopes: "text",
  url: "text",
  events: "text",
  why: "word",
  smsCountries: "text",
  rejectReasons: "long-text",
  questions: "long-text",
  documents: "long-text",
  identityAsks: "word",
  identityAbovePaise: "paise",
  asksPanCard: "flag",
  asksSecond: "flag",
  asksSelfie: "flag",
  asksAddress: "flag",
  renewMonths: "count",
  mostUnverified: "count",
  mostVerified: "count",
  identityReasons: "long-text",
  document: "word",
  decision: "word",
  confirmsShared: "flag",
  pictures: "count",
  member: "text",
  people: "count",
  supportEmail: "text",
  supportMobile: "text",
  whatsApp: "text",
  legalName: "text",
  legalAddress: "long-text",
  privacyPolicy: "long-text",
  termsOfSale: "long-text",
  title: "text",
  text: "long-text",
  riskNotice: "long-text",
  advertNotice: "long-text",
  host: "text",
  requiresSecondStep: "flag",
  left: "count",
  replyTo: "text",
  rows: "count",
  search: "text",
  isFlagged: "flag",
  waitsFor: "word",
  isRefused: "flag",
  hasWallet: "flag",
  wallet: "text",
  evidence: "text",
  state: "word",
  least: "text",
  most: "text",
  on: "text",
  actor: "word",
  action: "word",
  from: "text",
  to: "text",
  batch: "count",
  day: "text",
  checkpoint: "count",
  members: "count",
  tokens: "count",
  root: "text",
  network: "text",
  chainId: "count",
  contract: "text",
  claimCall: "word",
  explorer: "text",
  claimUntil: "text",
  transaction: "text",
} as const satisfies Record<string, FieldKind>;
export type ShownField = keyof typeof SHOWN_FIELDS;

export type ActivityValue = string | number | boolean | string[] | null;

/** A field before and after; null where it is absent. */
export interface Change {
  field: ShownField;
  before: ActivityValue;
  after: ActivityValue;
}

/**
 * Lists the changed fields of an entry: those that differ, or all fields if only one side exists.
 */
export function changesIn(before: unknown, after: unknown): Change[] {
  const from = plain(before);
  const to = plain(after);
  const changes: Change[] = [];
  for (const field of Object.keys(SHOWN_FIELDS).filter(isShown)) {
    const change = { field, before: valueOf(from[field]), after: valueOf(to[field]) };
    if (JSON.stringify(change.before) !== JSON.stringify(change.after)) changes.push(change);
  }
  return changes;
}

const isShown = (name: string): name is ShownField => Object.hasOwn(SHOWN_FIELDS, name);

const plain = (side: unknown): Record<string, unknown> =>
  typeof side === "object" && side !== null && !Array.isArray(side) ? { ...side } : {};

function valueOf(value: unknown): ActivityValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string");
  return null;
}
