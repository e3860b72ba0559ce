/** What a member shows of who they are (product.md §5, Identity). */
import { z } from "zod";
import {
  DOCUMENT_KINDS,
  DOCUMENT_SIDES,
  type DocumentState,
  type IdentityRules,
  SECOND_KINDS,
  type SecondKind,
} from "@db/vocabulary";
import type { IdentityStanding } from "@server/members/rules/identity/standing";
import type { IdentityStep, Picture } from "@server/members/rules/identity/steps";
import {
  booleanField,
  code,
  idField,
  line,
  nameField,
  oneOf,
  optional,
  storable,
} from "@server/platform/contracts/fields";
import { described } from "@server/platform/contracts/described";
import { isPersonPan, normaliseKycNumber } from "@server/platform/rules/people/kyc-number";

/** A person's PAN, typed in any case and with blanks; normalised. */
const panField = described(
  z
    .string({ error: code("IDENTITY_PAN_INVALID") })
    .max(100, code("IDENTITY_PAN_INVALID"))
    .overwrite(normaliseKycNumber)
    .refine(isPersonPan, code("IDENTITY_PAN_INVALID")),
  "The PAN of a person.",
  "ABCPE1234F",
);

const secondKindField = oneOf(SECOND_KINDS, "IDENTITY_KIND_REQUIRED");

/** The number of a passport, voter card or driving licence; normalised. */
const secondNumberField = described(
  z
    .string({ error: code("IDENTITY_NUMBER_INVALID") })
    .max(100, code("IDENTITY_NUMBER_INVALID"))
    .overwrite((typed) => normaliseKycNumber(typed).replaceAll("/", ""))
    .regex(/^[A-Z0-9]{6,20}$/, code("IDENTITY_NUMBER_INVALID")),
  "The number of the second document.",
  "Z1234567",
);

const addressField = described(
  z
    .string({ error: code("IDENTITY_ADDRESS_INVALID") })
    .overwrite((text) => storable(text).replace(/\r\n?/g, "\n").trim())
    .min(10, code("IDENTITY_ADDRESS_INVALID"))
    .max(300, code("IDENTITY_ADDRESS_INVALID")),
  "Where the person lives.",
  "12 Lake Road, Pune 411001",
);

/** `identity.save` (member): what is typed so far; absent fields stay as they are. */
export const SaveIdentity = z.object({
  typedName: optional(nameField()),
  pan: optional(panField),
  secondKind: optional(secondKindField),
  secondNumber: optional(secondNumberField),
  address: optional(addressField),
});
export type SaveIdentity = z.output<typeof SaveIdentity>;

/** The forms of the steps that are typed. */
export const SavePan = z.object({ typedName: nameField(), pan: panField });
export const SaveSecond = z.object({
  typedName: optional(nameField()),
  secondKind: secondKindField,
  secondNumber: secondNumberField,
});
export const SaveAddress = z.object({ address: addressField });

const pictureFields = { kind: oneOf(DOCUMENT_KINDS), side: oneOf(DOCUMENT_SIDES) };

/** The picture that an address names. */
export const PictureRef = z.object(pictureFields);

/** `identity.addDocument` (member): a picture, which replaces an earlier one that was not sent. */
export const AddIdentityDocument = z.object({
  ...pictureFields,
  file: z.object(
    { fileName: z.string(), bytes: z.instanceof(Uint8Array) },
    { error: code("FILE_REQUIRED") },
  ),
});

/** `identity.send` (member): what was typed and chosen, for the company to check. */
export const SendIdentity = z.object({
  /** Where the person is, if they agreed to tell it. */
  place: optional(line("FIELD_INVALID", 100)),
  isTrue: booleanField("IDENTITY_NOT_CONFIRMED").refine((is) => is, code("IDENTITY_NOT_CONFIRMED")),
});

/** `identity.ownDocument` (member) and `identity.document` (cashier). */
export const IdentityDocumentRef = z.object({ id: idField });
export type IdentityDocumentRef = z.output<typeof IdentityDocumentRef>;

/** A picture of a document, decrypted. */
export interface OpenedDocument {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
}

export interface OwnDocument extends Picture {
  id: string;
  state: DocumentState;
  /** The reason of a refusal. */
  reason: string | null;
  /** ISO. */
  addedAt: string;
}

export interface OwnStep {
  step: IdentityStep;
  isDone: boolean;
  /** The step also asks for the name on the documents. */
  asksName: boolean;
  /** The step's picture; null before the first, or where something is typed. */
  document: OwnDocument | null;
}

/** A member's identity as they see it; numbers are masked, times are ISO. */
export interface OwnIdentity {
  standing: IdentityStanding;
  rules: IdentityRules;
  steps: OwnStep[];
  /** False while it is checked, and while it is verified. */
  mayChange: boolean;
  /** True once something was typed or chosen. */
  isBegun: boolean;
  typed: {
    name: string | null;
    pan: string | null;
    /** True for a verified PAN, which stays. */
    isPanFixed: boolean;
    secondKind: SecondKind | null;
    secondNumber: string | null;
    address: string | null;
  };
  sentAt: string | null;
  verifiedUntil: string | null;
  /** The reason for which it was not accepted as a whole. */
  reason: string | null;
  /** The usual time of a decision, in seconds; null where nothing tells it. */
  usualSeconds: number | null;
}
