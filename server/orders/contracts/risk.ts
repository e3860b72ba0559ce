/** Rewards that wait for a review. */
import { z } from "zod";
import {
  type OrderStatus,
  RISK_RULES,
  RISK_SIGNS,
  type RiskRule,
  type RiskSign,
} from "@db/vocabulary";
import {
  described,
  id,
  instant,
  orNull,
  text,
  textOrNull,
  tokens,
} from "@server/platform/contracts/described";
import { booleanField, code, idField, line, pageFields } from "@server/platform/contracts/fields";

/** `orders.cases` (admin). */
export const ListCases = z.object({
  ...pageFields,
  isWaiting: described(
    booleanField("FIELD_INVALID").default(true),
    "False: those that are decided, too.",
    true,
  ),
});
export type ListCases = z.output<typeof ListCases>;

/** A member who is part of a case, as REST answers it. */
const personAnswer = z.object({
  referralCode: text("The Member ID.", "M2222222"),
  name: text("The name.", "Asha Rao"),
  email: text("The e-mail address.", "asha@example.com"),
  mobile: text("The mobile.", "+919876543210"),
  walletAddress: textOrNull("The wallet; null: none.", `0x${"a1".repeat(20)}`),
  invitedBy: textOrNull("The Member ID of who invited them; null: nobody.", "M2222223"),
  inCommon: described(z.array(z.enum(RISK_SIGNS)), "What they share with the buyer.", ["PAYER"]),
  payments: z
    .array(
      z.object({
        id: id("The order's id."),
        orderNumber: text("The order's number.", "PUR-123456"),
        reference: textOrNull("The number as the member typed it; null: none.", "435678901234"),
        paidFrom: described(
          z.array(z.string()),
          "UPI ids, mobiles and accounts that the bank's entries name.",
          ["ravi@okaxis"],
        ),
      }),
    )
    .describe("The latest three."),
  createdAt: instant("When they registered."),
});

/** A case as REST answers it. */
export const CaseAnswer = z.object({
  id: id("The id of the reward's order."),
  orderNumber: text("The order's number.", "PUR-123456"),
  tokens: tokens("Tokens that wait; 0 once it is decided.", 40),
  reasons: z
    .array(
      z.object({
        rule: described(z.enum(RISK_RULES), "The rule that holds it.", "SHARED_PAYER"),
        members: described(z.array(z.string()), "The Member IDs by whom it does.", ["M2222222"]),
      }),
    )
    .describe("Why it waits."),
  answer: textOrNull("The referrer's words; null: none yet.", "We share one account"),
  answeredAt: orNull(instant("When they answered.")),
  buyer: personAnswer.describe("Whose purchase it is for."),
  referrer: personAnswer.describe("Who gets the reward."),
  others: z.array(personAnswer).describe("The other members of the reasons."),
  createdAt: instant("Since when it waits."),
});

/** A member who is part of a case, as the company's admins may see them. */
export interface CasePerson extends Pick<
  z.output<typeof personAnswer>,
  "name" | "email" | "mobile" | "walletAddress" | "invitedBy"
> {
  id: string;
  /** False for an account that has ended. */
  isThere: boolean;
  memberId: string;
  /** ISO. */
  joinedAt: string;
  /** Signs that they share with the buyer; none of the buyer. */
  inCommon: readonly RiskSign[];
  /**
   * Their latest payments: the number as the member typed it, and the UPI ids, mobiles and accounts from
   * which the bank's entries say that they came.
   */
  payments: readonly {
    orderId: string;
    orderNumber: string;
    reference: string | null;
    paidFrom: readonly string[];
  }[];
}

/** A reward that the rules of risk hold, with whom it concerns. */
export interface RewardCase extends Pick<
  z.output<typeof CaseAnswer>,
  "orderNumber" | "answer" | "answeredAt"
> {
  orderId: string;
  status: OrderStatus;
  /** Tokens that wait; 0 once it is decided. */
  waitingTokens: number;
  /** Each rule that holds it, with the others by whom it does. */
  reasons: readonly { rule: RiskRule; people: readonly CasePerson[] }[];
  since: string;
  buyer: CasePerson;
  referrer: CasePerson;
  /** The members of all reasons but these two. */
  others: readonly CasePerson[];
}

/** A reward of the member that is being checked; it says neither of whom nor why. */
export interface CheckedReward {
  /** Names the case. */
  orderId: string;
  tokens: number;
  since: string;
  hasAnswered: boolean;
}

/** `orders.answerCase` (member). */
export const AnswerCase = z.object({
  orderId: idField,
  answer: line("ANSWER_REQUIRED", 500).refine((text) => text.length >= 3, code("ANSWER_REQUIRED")),
});
