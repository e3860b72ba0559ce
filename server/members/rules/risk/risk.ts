import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import type { RiskReason, RiskRule, RiskSign } from "@db/vocabulary";
import { isKeptInPart } from "@server/platform/rules/people/kyc-number";
import {
  BURST_MEMBERS,
  BURST_MEMBERS_OF_NETWORK,
  PAYER_MEMBERS,
  type RiskFacts,
} from "./risk-facts";

/** A sign of a member: compared signs are equal texts, whatever their kind. */
export interface Sign {
  sign: RiskSign;
  value: string;
  /** True for a value that nobody has proven. */
  isTyped?: boolean;
}

/** Marks signs as typed unless a proof of them exists. */
export const typedUnless = (isProven: boolean, ...signs: Sign[]): Sign[] =>
  signs.map((sign) => ({ ...sign, isTyped: !isProven }));

/** Mail services that ignore dots in the local part, by the domain that they stand for. */
const IGNORES_DOTS: Record<string, string> = {
  "gmail.com": "gmail.com",
  "googlemail.com": "gmail.com",
};

/** Returns the mailbox of an address: in lower case, without a tag and without ignored dots. */
export function mailboxOf(email: string): string {
  const folded = email.trim().toLowerCase();
  const at = folded.lastIndexOf("@");
  const domain = folded.slice(at + 1);
  const local = folded.slice(0, at).replace(/(?<=.)\+.*$/, "");
  const main = IGNORES_DOTS[domain];
  return main ? `${local.replaceAll(".", "")}@${main}` : `${local}@${domain}`;
}

/** Returns the signs of a member's address. */
export const signOfEmail = (email: string): Sign => ({
  sign: "EMAIL",
  value: `email:${mailboxOf(email)}`,
});

/** Returns the sign of a member's own mobile (E.164), or of the one from which a payer paid. */
export const signOfMobile = (mobile: string, sign: "MOBILE" | "PAYER" = "MOBILE"): Sign => ({
  sign,
  value: `mobile:${mobile}`,
});

export const signOfWallet = (address: string): Sign => ({
  sign: "WALLET",
  value: `wallet:${address.toLowerCase()}`,
});

/** Returns the sign of a document's number in stored form; none of an Aadhaar number's last digits. */
export const signsOfKyc = (number: string): Sign[] =>
  isKeptInPart(number) ? [] : [{ sign: "KYC", value: `kyc:${number}` }];

/** Returns the signs of what a member sends of who they are: a PAN, a document's number, a picture. */
export const signsOfEvidence = (...values: (string | null | undefined)[]): Sign[] =>
  values.flatMap((value) => (value ? [{ sign: "EVIDENCE", value: `evidence:${value}` }] : []));

const UPI_ID = /(?<![\p{L}\p{N}.@_])([a-z0-9][a-z0-9._]{1,60})@([a-z]{2,20})(?![\p{L}\p{N}.@])/giu;
const ACCOUNT = /\b(?:FROM|A\/?C(?: NO)?|ACCOUNT)[ :.-]*(\d{9,18})\b/gi;

/**
 * Returns the signs of who paid, by the text of a bank's entry: the UPI id, the mobile of which it is
 * made, and the account that the bank names.
 */
export function payersIn(narration: string): Sign[] {
  const byUpi = [...narration.matchAll(UPI_ID)].flatMap(([, name = "", handle = ""]): Sign[] => {
    const mobile = /^(?:91)?([6-9]\d{9})$/.exec(name)?.[1];
    return [
      { sign: "PAYER", value: `upi:${name}@${handle}`.toLowerCase() },
      ...(mobile ? [signOfMobile(`+91${mobile}`, "PAYER")] : []),
    ];
  });
  const byAccount = [...narration.matchAll(ACCOUNT)].map(([, number = ""]): Sign => ({
    sign: "PAYER",
    value: `account:${number.replace(/^0+/, "")}`,
  }));
  return [...byUpi, ...byAccount];
}

let throwaway: ReadonlySet<string> | undefined;

/**
 * Tells whether an address belongs to a service of addresses that are thrown away, or to a name below
 * one. The list is the package's of 21 September 2026.
 */
export function isDisposable(email: string): boolean {
  throwaway ??= disposableEmailBlocklistSet();
  const labels = mailboxOf(email).split("@").at(-1)?.split(".") ?? [];
  return labels.some((_, at) => throwaway?.has(labels.slice(at).join(".")));
}

/** Returns the kind of what two members have in common: a payer's mobile may be the other's own. */
export const signInCommon = (own: RiskSign, other: RiskSign): RiskSign =>
  own === "PAYER" || other === "PAYER" ? "PAYER" : own;

type Rule = (facts: RiskFacts) => { memberIds: readonly string[] } | null;

const sharing =
  (...signs: RiskSign[]): Rule =>
  ({ shared }) => {
    const found = shared.filter(({ sign }) => signs.includes(sign));
    return found.length > 0 ? { memberIds: found.map(({ memberId }) => memberId) } : null;
  };

/** A network decides nothing alone: carriers and homes have one for many. */
const onSameNetwork = ({ shared, joinedNear }: RiskFacts): string[] =>
  shared
    .filter(({ sign, memberId }) => sign === "NETWORK" && joinedNear.includes(memberId))
    .map(({ memberId }) => memberId);

/** The rules; each is enough to hold a reward for review. */
const RULES: Record<RiskRule, Rule> = {
  SHARED_PROOF: sharing("PROOF", "NUMBER"),
  SHARED_PAYER: ({ shared }) => {
    const found = shared.filter(({ sign }) => sign === "PAYER");
    const memberIds = [...new Set(found.map(({ memberId }) => memberId))];
    return found.some(({ isDirect }) => isDirect) || memberIds.length + 1 >= PAYER_MEMBERS
      ? { memberIds }
      : null;
  },
  SHARED_IDENTITY: sharing("MOBILE", "KYC"),
  // Whoever sends another's papers holds no reward but that of the own line.
  SHARED_EVIDENCE: (facts) =>
    sharing("EVIDENCE")({ ...facts, shared: facts.shared.filter(({ isDirect }) => isDirect) }),
  EMAIL_ALIAS: sharing("EMAIL"),
  DISPOSABLE_EMAIL: (facts) => (facts.isDisposable ? { memberIds: [] } : null),
  SHARED_WALLET: sharing("WALLET"),
  SHARED_NETWORK: (facts) => {
    const memberIds = [...new Set(onSameNetwork(facts))];
    return memberIds.length + 1 >= BURST_MEMBERS_OF_NETWORK ? { memberIds } : null;
  },
  BURST: ({ joinedNear }) =>
    joinedNear.length + 1 >= BURST_MEMBERS ? { memberIds: joinedNear } : null,
};

/** The most members that a reason names; more tell an admin nothing new. */
const MOST_NAMED = 10;

/** Returns the reasons to hold a reward for review; none where the facts show nothing. */
export function reasonsToHold(facts: RiskFacts): RiskReason[] {
  return Object.entries(RULES).flatMap(([rule, judge]) => {
    const found = judge(facts);
    if (!found) return [];
    const memberIds = [...new Set(found.memberIds)].slice(0, MOST_NAMED);
    return [{ rule: rule as RiskRule, memberIds }];
  });
}
