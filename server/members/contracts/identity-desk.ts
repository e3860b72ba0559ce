/** The desk at which a company decides about what members sent (product.md §2, Identity). */
import { z } from "zod";
import {
  DOCUMENT_KINDS,
  DOCUMENT_SIDES,
  type DocumentKind,
  type DocumentSide,
  type DocumentState,
  type IdentityState,
  type SecondKind,
} from "@db/vocabulary";
import type { SharedEvidence } from "@server/members/rules/identity/shared-evidence";
import type { IdentityStep } from "@server/members/rules/identity/steps";
import {
  booleanField,
  code,
  idField,
  idOf,
  line,
  oneOf,
  optional,
  pageFields,
  wholeNumberField,
} from "@server/platform/contracts/fields";
import {
  described,
  flag,
  id,
  instant,
  SAMPLE_ID,
  text,
} from "@server/platform/contracts/described";
import type { NameLikeness } from "@server/platform/rules/people/same-name";

/** Ways to decide: all is accepted, some documents are asked for again, or nothing is accepted. */
export const IDENTITY_DECISIONS = ["ACCEPT", "ASK", "REFUSE"] as const;
export type IdentityDecision = (typeof IDENTITY_DECISIONS)[number];

const reason = line("REASON_REQUIRED", 300, "REASON_TOO_LONG");

/** `identity.queue` (cashier): the cases that wait, the oldest first. */
export const ListCases = z.object(pageFields);
export const WaitingCaseAnswer = z.object({
  id: id("The member's id."),
  name: text("The name of the account.", "Asha Rao"),
  referralCode: text("The Member ID.", "RSGN1001"),
  version: described(z.int().min(1), "How often it was sent; a decision may name it.", 1),
  sentAt: instant("When it was sent last."),
  isRenewal: flag("True if the member is verified, and shows it anew.", false),
  documents: z
    .array(
      z.object({
        id: id("The document's id."),
        kind: described(z.enum(DOCUMENT_KINDS), "What it shows.", "PAN"),
        side: described(z.enum(DOCUMENT_SIDES), "Its side.", "FRONT"),
      }),
    )
    .describe("The documents that wait for the decision."),
});
export type WaitingCase = z.output<typeof WaitingCaseAnswer>;

/** REST: when a case was decided. */
export const DecidedAnswer = z.object({ decidedAt: instant("When it was decided.") });

/** `identity.find` (cashier): one member's case, in any state but begun. */
export const FindCase = z.object({ id: idField });

/**
 * `identity.decide` (cashier). `version` is that of the shown case; without one the present case is
 * decided. ASK needs the reason of at least one document, REFUSE a reason.
 */
export const DecideIdentity = z.object({
  id: idOf("The member's id."),
  version: optional(
    described(
      wholeNumberField(1, 1_000_000, "FIELD_INVALID"),
      "The version that was shown; another one is refused.",
      1,
    ),
  ),
  decision: described(
    oneOf(IDENTITY_DECISIONS),
    "All is accepted, documents are asked for again, or nothing is accepted.",
    "ACCEPT",
    "FIELD_INVALID",
  ),
  documents: described(
    z
      .array(
        z.object(
          {
            id: idOf("The document's id."),
            reason: optional(described(reason, "Why it is asked for again.", "Too dark")),
          },
          { error: code("FIELD_INVALID") },
        ),
        { error: code("FIELD_INVALID") },
      )
      .max(20, code("FIELD_INVALID"))
      .default([]),
    "With ASK: the documents that are asked for again, each with its reason.",
    [{ id: SAMPLE_ID, reason: "Too dark" }],
    "FIELD_INVALID",
    "REASON_TOO_LONG",
  ),
  confirmsShared: optional(
    described(
      booleanField("FIELD_INVALID"),
      "With ACCEPT, where another account has the same PAN, document number or picture, or one picture was sent twice: true, it was looked at.",
      true,
      "FIELD_INVALID",
    ),
  ),
  reason: optional(
    described(reason, "With REFUSE: the reason, which the member reads.", "The name differs"),
  ),
});
export type DecideIdentity = z.output<typeof DecideIdentity>;

/** `identity.undo` (cashier): the own decision of this moment, before the member is told. */
export const UndoIdentity = z.object({ id: idField, decidedAt: z.iso.datetime() });

/** `identity.undoable` (cashier): the caller's latest decision that can still be undone. */
export interface UndoableCase {
  id: string;
  name: string;
  decision: IdentityDecision;
  /** ISO. */
  decidedAt: string;
  secondsLeft: number;
}

export interface DeskDocument {
  id: string;
  kind: DocumentKind;
  side: DocumentSide;
  state: DocumentState;
  reason: string | null;
  /** Why the one before it was refused; null for one that answers none. */
  answers: string | null;
  /** True for one that another one replaced. */
  isReplaced: boolean;
  /** True for the same file as another one of the case. */
  isTwice: boolean;
}

/** What a member sent, as the desk compares it. */
export interface DeskCase {
  /** The member's id. */
  id: string;
  version: number;
  state: IdentityState;
  /** ISO; null where it is not verified, or does not end. */
  verifiedUntil: string | null;
  /** The reason for which nothing was accepted. */
  reason: string | null;
  /** ISO. */
  sentAt: string;
  isRenewal: boolean;
  typed: {
    name: string | null;
    pan: string | null;
    secondKind: SecondKind | null;
    secondNumber: string | null;
    address: string | null;
    place: string | null;
  };
  /** The account: its name compared with the typed one, and what a code has proven. */
  account: {
    name: string;
    likeness: NameLikeness | null;
    referralCode: string;
    dateOfBirth: string | null;
    email: string;
    isEmailProven: boolean;
    mobile: string;
    isMobileProven: boolean;
    /** The network address from which it was sent. */
    ip: string | null;
  };
  /** Those that wait first, the replaced ones last. */
  documents: DeskDocument[];
  /** An acceptance has to confirm what is shared. */
  mustConfirm: boolean;
  /** Reasons to choose from, in the company's words; null: the usual ones. */
  reasons: readonly string[] | null;
  /** The questions of the company that a waiting case does not answer. */
  missing: IdentityStep[];
  /** Payers by the bank's entries of the member's payments, compared with the typed name. */
  payers: { name: string; likeness: NameLikeness }[];
  /** Other accounts with something in common. */
  others: {
    id: string;
    name: string;
    referralCode: string;
    isVerified: boolean;
    shares: SharedEvidence[];
  }[];
}
