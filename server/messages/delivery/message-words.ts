import type { TFunction } from "i18next";
import { PAYMENT_METHODS } from "@db/vocabulary";
import type { Language } from "@locales/languages";
import { methodIn, translatorOf } from "@server/platform";
import { usualTime } from "@server/platform/rules/dates/dates";
import type { AdminAlteration, MessageParams, Template } from "./message-templates";

/** The contents of a message, before the brand's styling. */
export interface MessageWords {
  subject: string;
  paragraphs: readonly string[];
  /** Displayed large and easy to copy. */
  code?: string;
  /** `path` is relative to the site that sends the message. */
  button?: { label: string; path: string };
  /** Links of their own, above the button. */
  links?: readonly { label: string; path: string }[];
  /** The text of an SMS; a template without one is sent by mail only. */
  sms?: string;
}

/** The page of a member's own order. */
const ownOrder = ({ orderNumber }: { orderNumber: string }): string =>
  `/user/orders/${orderNumber}`;

/** The target of a template's button; a template without one has no button. */
const BUTTON_PATHS: { [K in Template]?: (params: MessageParams[K]) => string | undefined } = {
  accountExists: () => "/",
  newDevice: () => "/superadmin/login",
  passwordChanged: ({ isAdmin }) => (isAdmin ? "/admin/forgot-password" : "/fogot-password"),
  addressProven: () => "/user/profile",
  welcome: () => "/user/dashboard",
  memberJoined: () => "/user/referral?part=members",
  referrerChanged: ({ change }) => (change === "OWN" ? "/user/profile" : "/user/referral"),
  memberVerified: ({ change, purchase }) =>
    change === "BUY"
      ? `/user/buy-token${purchase ? `?amount=${purchase}` : ""}`
      : "/user/dashboard",
  memberAsked: ({ orderNumber }) => (orderNumber ? ownOrder({ orderNumber }) : "/user/dashboard"),
  memberRefused: () => "/user/profile?part=identity",
  identityAsked: () => "/user/identity",
  identityRefused: () => "/user/identity",
  identityEnds: () => "/user/identity",
  memberUnverified: ({ personId }) => `/admin/usermanage/${personId}`,
  memberAdded: () => "/fogot-password",
  accountEndAsked: () => "/",
  invitation: ({ token }) => `/admin/set-password?token=${token}`,
  orderSubmitted: ownOrder,
  orderApproved: ownOrder,
  orderRejected: ownOrder,
  orderExpired: ownOrder,
  orderReleased: ownOrder,
  orderReversed: ownOrder,
  paymentKept: ownOrder,
  paymentAllocated: ownOrder,
  paymentPart: ownOrder,
  paymentRecorded: ownOrder,
  paymentUnneeded: ownOrder,
  paymentRefunded: ownOrder,
  paymentReused: ownOrder,
  paymentNotFound: ownOrder,
  restNotFound: ownOrder,
  paymentUnapplied: () => "/admin/payments?tab=unallocated",
  rewardEarned: () => "/user/dashboard?stock=myStock",
  rewardPromised: () => "/user/referral",
  rewardWithdrawn: () => "/user/referral",
  rewardReversed: () => "/user/dashboard?stock=myStock",
  orderWaiting: () => "/admin/payments",
  orderDigest: ({ change }) => (change === "DECISIONS" ? "/admin/payments" : "/admin/dashboard"),
  changeWaiting: () => "/admin/changes",
  adminChanged: () => "/admin/changes",
  machineChanged: () => "/admin/machines",
  priceChanged: () => "/admin/settings",
  retentionShortened: () => "/admin/settings",
  walletNeeded: () => "/user/launch",
  tokensFree: () => "/user/launch",
  walletChanged: () => "/user/launch",
  walletLost: ({ personId }) => `/admin/usermanage/${personId}`,
  walletShared: ({ personId }) => `/admin/usermanage/${personId}`,
  announcement: () => "/user/notices",
  newPrice: () => "/user/buy-token",
  reminder: ({ orderNumber }) => (orderNumber ? ownOrder({ orderNumber }) : "/user/dashboard"),
  beneficiaryChanged: () => "/admin/beneficiary",
  tokensDelivered: () => "/user/launch",
};

/** After these an admin has nothing to confirm, or confirms as before. */
const ENDS_RIGHTS: ReadonlySet<AdminAlteration> = new Set([
  "REMOVED",
  "DEMOTED",
  "BLOCKED",
  "SESSIONS",
]);

/** The paragraphs, by key, of templates whose paragraphs vary. */
/** The paragraph of what a friend's purchase brings, with the end of a campaign's rate. */
const rewardAt = (percent: string, until = ""): string[] =>
  percent === "" ? [] : [until === "" ? "reward" : "rewardUntil"];

const PARAGRAPHS: { [K in Template]?: (params: MessageParams[K]) => readonly string[] } = {
  changeWaiting: ({ change, kind }) => [
    `what_${kind}`,
    `now_${change}`,
    ...(change === "REQUESTED" || change === "COOL_OFF" ? ["stop"] : []),
  ],
  adminChanged: ({ changes }) => [
    ...changes.map((change) => `what_${change}`),
    ...(changes.every((change) => ENDS_RIGHTS.has(change)) ? [] : ["untrusted"]),
    "unlessYou",
  ],
  machineChanged: ({ change }) => [`what_${change}`, `means_${change}`, "unlessYou"],
  memberUnverified: ({ fields }) => [...fields.map((field) => `what_${field}`), "again"],
  identityAsked: ({ reasons }) => [
    "looked",
    ...Object.keys(reasons).map((kind) => `what_${kind}`),
    "then",
  ],
  wrongCodes: ({ guessed }) => [`what_${guessed}`, `then_${guessed}`],
  securityChanged: ({ change }) => [`what_${change}`, "unlessYou"],
  welcome: ({ percent, until, waits }) => [
    "ready",
    ...(waits ? ["waits"] : []),
    ...rewardAt(percent, until),
  ],
  rewardPromised: () => ["bought", "then", "chosen"],
  rewardWithdrawn: ({ why, note }) => [
    why === "RISK" ? "why_RISK" : "why",
    ...(note ? ["note"] : []),
  ],
  memberJoined: ({ percent, until }) => ["joined", ...rewardAt(percent, until), "chosen"],
  referrerChanged: ({ change, memberId }) => [
    change !== "OWN" ? `what_${change}` : memberId ? "what_OWN" : "what_NONE",
    "mistake",
  ],
  tokensFree: ({ hasWallet }) => ["free", hasWallet ? "goes" : "prove"],
  walletChanged: ({ change }) => [
    `what_${change}`,
    ...(change === "SHARED_BY_OTHER" ? [] : [change === "LOST" ? "unlessYou" : "stop"]),
  ],
  emailChanged: ({ change }) => [`what_${change}`, "unlessYou"],
  orderSubmitted: ({ total, told, received, days, usualSeconds }) => [
    ...(received
      ? ["arrivedRest", ...(told === total ? [] : ["otherSum"]), "checked"]
      : [
          ...(told ? ["arrivedOther", "otherSum"] : ["arrived"]),
          days ? "reservedFor" : "reserved",
        ]),
    ...(usualSeconds ? ["usual"] : []),
  ],
  memberAsked: ({ question, text, orderNumber }) => [
    ...(orderNumber ? ["about"] : []),
    ...(question === "OTHER" ? [] : [`what_${question}`]),
    ...(text ? ["own"] : []),
    "answer",
  ],
  reminder: ({ change, text }) => [text ? "own" : `what_${change}`, `foot_${change}`],
  orderApproved: ({ bonus }) => ["arrived", ...(bonus ? ["bonus"] : []), "hash"],
  rewardEarned: () => ["bought"],
  orderReleased: () => ["waited", "still", "notTwice"],
  orderRejected: ({ reason, refundNote, received }) => [
    ...(reason ? ["reason"] : received ? [] : ["noReason"]),
    ...(refundNote ? ["refundNote"] : []),
    received ? "received" : "again",
  ],
  restNotFound: ({ reason, refundNote }) => [
    "missing",
    ...(reason ? ["reason"] : []),
    ...(refundNote ? ["refundNote"] : []),
    "notTwice",
  ],
  orderDigest: ({ waiting, flagged, certain, unmatched, open, listed }) => [
    ...(waiting ? ["waiting"] : []),
    ...(flagged ? ["flagged"] : []),
    ...(certain ? ["certain"] : []),
    ...(unmatched ? ["unmatched"] : []),
    ...(open ? ["open"] : []),
    "why",
    ...(listed ? ["listed"] : []),
  ],
  hostChanged: ({ change }) => [`what_${change}`, `unlessYou_${change}`],
  retentionShortened: ({ proofYears, proofYearsBefore, messageDays }) => [
    "who",
    ...(proofYears ? [proofYearsBefore ? "proofs" : "proofsFromNow"] : []),
    ...(messageDays ? ["messages"] : []),
    "unlessYou",
  ],
  paymentKept: ({ reference }) => ["arrived", ...(reference ? ["reference"] : []), "next"],
  paymentAllocated: ({ bonus, received, rest }) => [
    "allocated",
    ...(bonus ? ["bonus"] : []),
    ...(received ? ["received"] : []),
    ...(rest ? ["rest"] : []),
  ],
  paymentReused: ({ bonus, rest }) => [
    "bought",
    ...(bonus ? ["bonus"] : []),
    "unneeded",
    ...(rest ? ["rest"] : []),
  ],
  paymentRefunded: ({ rest }) => ["sent", "reference", ...(rest ? ["rest"] : [])],
  paymentUnapplied: ({ reference }) => ["arrived", ...(reference ? ["reference"] : []), "next"],
  tokensDelivered: ({ until }) => (until ? ["claim", "howToClaim"] : ["sent", "look"]),
};

/** A payment method in the message's language; nothing for one that is not known. */
function methodOf(t: TFunction, given: { readonly method?: unknown }): { method?: string } {
  const method = PAYMENT_METHODS.find((one) => one === given.method);
  return method ? { method: methodIn(t, method) } : {};
}

/** A message in one language. Values are inserted unescaped: escaping is the renderer's task. */
export function messageWords<T extends Template>(
  template: T,
  params: MessageParams[T],
  language: Language,
  siteName: string,
): MessageWords {
  const { t, exists } = translatorOf(language);
  const given: Readonly<Record<string, unknown>> = { ...params };
  const { usualSeconds } = given;
  const replace = {
    ...given,
    count: given["days"],
    // Every text has `name`, the site's name, and `person`, a person's.
    person: given["name"],
    device: given["device"] || t("mail:newDevice.unknownDevice"),
    name: siteName,
    ...methodOf(t, given),
    ...(typeof usualSeconds === "number" && { time: usualTime(language, usualSeconds) }),
  };
  // A number of days or of tokens selects the singular or the plural.
  const { days, quantity } = given;
  const tokens = typeof quantity === "string" ? Number(quantity.replaceAll(",", "")) : undefined;
  const count = typeof days === "number" ? days : tokens;
  const plural = count === undefined ? {} : { count };
  const say = (key: string): string => t(`mail:${template}.${key}`, { replace, ...plural });
  const has = (key: string): boolean => exists(`mail:${template}.${key}`);
  const change = given["change"];
  const subject =
    typeof change === "string" && has(`subject_${change}`) ? `subject_${change}` : "subject";
  const button =
    given["received"] && has("button_received")
      ? "button_received"
      : has(`button_${String(change)}`)
        ? `button_${String(change)}`
        : "button";
  const keys = PARAGRAPHS[template]?.(params);
  const path = BUTTON_PATHS[template]?.(params);
  const code = given["code"];
  const links =
    template === "orderDigest"
      ? (params as MessageParams["orderDigest"]).orders.map(({ id, isFlagged, ...order }) => ({
          label: t(`mail:orderDigest.${isFlagged ? "flaggedOrder" : "order"}`, {
            replace: { ...order, ...methodOf(t, order) },
          }),
          path: `/admin/payments?view=${id}`,
        }))
      : [];
  return {
    subject: say(subject),
    paragraphs: keys
      ? keys.map(say)
      : (t(`mail:${template}.paragraphs`, { replace, returnObjects: true }) as string[]),
    ...(typeof code === "string" && { code }),
    ...(links.length > 0 && { links }),
    ...(path !== undefined && { button: { label: say(button), path } }),
    ...(has("sms") && { sms: say("sms") }),
  };
}
