/** The desk at which a company decides about what members sent (product.md §2, Identity). */
import { z } from "zod";
import type { DocumentKind, DocumentSide, DocumentState, SecondKind } from "@db/vocabulary";
import type { SharedEvidence } from "@server/members/queries/identity-desk";
import type { IdentityStep } from "@server/members/rules/identity/steps";
import {
  code,
  idField,
  line,
  oneOf,
  optional,
  pageFields,
} from "@server/platform/contracts/fields";
import type { NameLikeness } from "@server/platform/rules/people/same-name";

/** Ways to decide: all is accepted, some documents are asked for again, or nothing is accepted. */
export const IDENTITY_DECISIONS = ["ACCEPT", "ASK", "REFUSE"] as const;
export type IdentityDecision = (typeof IDENTITY_DECISIONS)[number];

const reason = line("REASON_REQUIRED", 300, "REASON_TOO_LONG");

/** `identity.queue` (cashier): the cases that wait, the oldest first. */
export const ListCases = z.object(pageFields);
export interface WaitingCase {
  /** The member's id. */
  id: string;
  name: string;
  referralCode: string;
  /** ISO. */
  sentAt: string;
  isRenewal: boolean;
}

/** `identity.find` (cashier): one member's case, in any state but begun. */
export const FindCase = z.object({ id: idField });

/**
 * `identity.decide` (cashier). `version` is that of the shown case; without one the present case is
 * decided. ASK needs the reason of at least one document, REFUSE a reason.
 */
export const DecideIdentity = z.object({
  id: idField,
  version: optional(
    z.coerce
      .number({ error: code("FIELD_INVALID") })
      .int()
      .min(1),
  ),
  decision: oneOf(IDENTITY_DECISIONS),
  documents: z
    .array(z.object({ id: idField, reason: optional(reason) }), { error: code("FIELD_INVALID") })
    .max(20, code("FIELD_INVALID"))
    .default([]),
  reason: optional(reason),
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
}

/** What a member sent, as the desk compares it. */
export interface DeskCase {
  /** The member's id. */
  id: string;
  version: number;
  isWaiting: boolean;
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
  documents: DeskDocument[];
  /** What the company asks and the case lacks. */
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
