/** What a member shows of who they are (product.md §5, Identity). */
import { z } from "zod";
import {
  DOCUMENT_KINDS,
  DOCUMENT_SIDES,
  DOCUMENT_STATES,
  type DocumentState,
  IDENTITY_ASKS,
  type IdentityRules,
  SECOND_KINDS,
  type SecondKind,
} from "@db/vocabulary";
import { IDENTITY_STANDINGS, type IdentityStanding } from "@server/members/rules/identity/standing";
import {
  IDENTITY_STEPS,
  type IdentityStep,
  PURCHASE,
  type Picture,
} from "@server/members/rules/identity/steps";
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
import {
  described,
  flag,
  instant,
  masked,
  orNull,
  rupees,
  textOrNull,
} from "@server/platform/contracts/described";
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
  "IDENTITY_PAN_INVALID",
);

const secondKindField = described(
  oneOf(SECOND_KINDS, "IDENTITY_KIND_REQUIRED"),
  "The second document.",
  "PASSPORT",
  "IDENTITY_KIND_REQUIRED",
);

/** The number of a passport, voter card or driving licence; normalised. */
const secondNumberField = described(
  z
    .string({ error: code("IDENTITY_NUMBER_INVALID") })
    .max(100, code("IDENTITY_NUMBER_INVALID"))
    .overwrite((typed) => normaliseKycNumber(typed).replaceAll("/", ""))
    .regex(/^[A-Z0-9]{6,20}$/, code("IDENTITY_NUMBER_INVALID")),
  "The number of the second document.",
  "Z1234567",
  "IDENTITY_NUMBER_INVALID",
);

const addressField = described(
  z
    .string({ error: code("IDENTITY_ADDRESS_INVALID") })
    .overwrite((text) => storable(text).replace(/\r\n?/g, "\n").trim())
    .min(10, code("IDENTITY_ADDRESS_INVALID"))
    .max(300, code("IDENTITY_ADDRESS_INVALID")),
  "Where the person lives.",
  "12 Lake Road, Pune 411001",
  "IDENTITY_ADDRESS_INVALID",
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

const placeField = optional(
  described(
    line("FIELD_INVALID", 100),
    "Where the person is, if they agree to tell it.",
    "Pune",
    "FIELD_INVALID",
  ),
);

const fileField = z.object(
  { fileName: z.string(), bytes: z.instanceof(Uint8Array) },
  { error: code("FILE_REQUIRED") },
);

const pictureFields = { kind: oneOf(DOCUMENT_KINDS), side: oneOf(DOCUMENT_SIDES) };

/** The picture that an address names. */
export const PictureRef = z.object(pictureFields);

/** `identity.addDocument` (member): a picture, which replaces an earlier one that was not sent. */
export const AddIdentityDocument = z.object({ ...pictureFields, file: fileField });

export type AddIdentityDocument = z.output<typeof AddIdentityDocument>;

/** `identity.send` (member): what was typed and chosen, for the company to check. */
export const SendIdentity = z.object({
  place: placeField,
  /** The amount of the purchase from which the person came, in rupees. */
  purchase: optional(z.string().regex(PURCHASE, code("FIELD_INVALID"))),
  isTrue: booleanField("IDENTITY_NOT_CONFIRMED").refine((is) => is, code("IDENTITY_NOT_CONFIRMED")),
});

/**
 * `identity.submit` (member): what REST sends in one call. Typed fields are kept, a picture is added, and
 * with `isTrue` all of it is sent to the company.
 */
export const SubmitIdentity = SaveIdentity.extend({
  kind: optional(
    described(oneOf(DOCUMENT_KINDS), "What the picture shows.", "PAN", "FIELD_INVALID"),
  ),
  side: optional(
    described(oneOf(DOCUMENT_SIDES), "Its side, by default the front.", "FRONT", "FIELD_INVALID"),
  ),
  files: optional(z.array(fileField).max(1, code("FILE_ONE_ONLY"))),
  place: placeField,
  isTrue: optional(
    described(
      booleanField("IDENTITY_NOT_CONFIRMED"),
      "True: the person confirms it, and it is sent.",
      true,
      "IDENTITY_NOT_CONFIRMED",
    ),
  ),
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
  /** The amount of the purchase for which it was sent, in rupees; null once it is accepted. */
  purchase: string | null;
  verifiedUntil: string | null;
  /** The reason for which it was not accepted as a whole. */
  reason: string | null;
  /** The usual time of a decision, in seconds; null where nothing tells it. */
  usualSeconds: number | null;
}

const StepAnswer = z.object({
  step: described(z.enum(IDENTITY_STEPS), "What the company asks.", "pan"),
  isDone: flag("True once it is typed, or its picture is there and was not refused."),
  state: described(z.enum(DOCUMENT_STATES).nullable(), "The state of its picture.", "SENT"),
  reason: textOrNull("Why its picture was refused.", "Too dark"),
});

/** REST: who a member is, as they see it. */
export const IdentityAnswer = z.object({
  standing: described(z.enum(IDENTITY_STANDINGS), "Where the member stands.", "SENT"),
  asks: described(z.enum(IDENTITY_ASKS), "When the company asks.", "ABOVE"),
  aboveAmount: orNull(
    rupees("The sum of a person's purchases up to which nothing is asked.", 50000),
  ),
  steps: z.array(StepAnswer).describe("What is asked, in its order."),
  mayChange: flag("False while it is checked, and while it is verified."),
  typedName: textOrNull("The name on the documents.", "Asha Rao"),
  pan: masked("The PAN.", "XXXXXX234F"),
  secondKind: described(z.enum(SECOND_KINDS).nullable(), "The second document.", "PASSPORT"),
  secondNumber: masked("Its number.", "XXXX4567"),
  address: textOrNull("Where the person lives.", "12 Lake Road, Pune 411001"),
  sentAt: orNull(instant("When it was sent last.")),
  verifiedUntil: orNull(instant("The end of the verification.")),
  reason: textOrNull("Why it was not accepted as a whole.", "The name differs"),
});
