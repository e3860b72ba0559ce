import type {
  DocumentKind,
  DocumentSide,
  DocumentState,
  IdentityRules,
  SecondKind,
} from "@db/vocabulary";
import type { CaseFacts } from "./standing";

/** A picture that a member sends. */
export interface Picture {
  kind: DocumentKind;
  side: DocumentSide;
}

/** A stored picture, as it is judged. */
export interface DocumentFacts extends Picture {
  state: DocumentState;
  createdAt: Date;
}

/** The questions of the member's page, one a step. */
export const IDENTITY_STEPS = [
  "pan",
  "pan-picture",
  "second",
  "second-front",
  "second-back",
  "selfie",
  "address",
] as const;
export type IdentityStep = (typeof IDENTITY_STEPS)[number];

/** What a member has typed, in the sense of whether it is there. */
export interface Typed {
  name: string | null;
  pan: string | null;
  secondKind: SecondKind | null;
  secondNumber: string | null;
  address: string | null;
}

/** Days before the end of a verification from which it can be renewed. */
const RENEW_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** True while the member may change and send what is asked. */
export function mayChange(of: CaseFacts | null | undefined, now: Date): boolean {
  if (!of) return true;
  if (of.state === "SENT") return false;
  if (of.state !== "VERIFIED") return true;
  return of.verifiedUntil !== null && of.verifiedUntil.getTime() - RENEW_DAYS * DAY_MS <= +now;
}

/** The steps of what a company asks, in their order. */
export const stepsOf = ({ evidence }: Pick<IdentityRules, "evidence">): IdentityStep[] =>
  IDENTITY_STEPS.filter((step) => {
    if (step.startsWith("pan")) return evidence.includes("PAN");
    if (step.startsWith("second")) return evidence.includes("SECOND");
    return evidence.includes(step === "selfie" ? "SELFIE" : "ADDRESS");
  });

/** The picture of a step; null where something is typed, or before the second document is chosen. */
export function pictureOf(step: IdentityStep, secondKind: SecondKind | null): Picture | null {
  switch (step) {
    case "pan-picture":
      return { kind: "PAN", side: "FRONT" };
    case "second-front":
      return secondKind && { kind: secondKind, side: "FRONT" };
    case "second-back":
      return secondKind && { kind: secondKind, side: "BACK" };
    case "selfie":
      return { kind: "SELFIE", side: "FRONT" };
    default:
      return null;
  }
}

/** The amount of a purchase, in rupees, as an address has it. */
export const PURCHASE = /^\d{1,15}(\.\d{1,2})?$/;

/** The first of these steps asks for the name as it stands on the documents. */
const NAME_STEPS: readonly IdentityStep[] = ["pan", "second"];

export const asksName = (step: IdentityStep, steps: readonly IdentityStep[]): boolean =>
  step === steps.find((one) => NAME_STEPS.includes(one));

/**
 * The newest document of a picture that counts now, of documents that are listed oldest first: a
 * renewal asks for new ones.
 */
export const presentDocument = <D extends DocumentFacts>(
  documents: readonly D[],
  { kind, side }: Picture,
  of: Pick<CaseFacts, "verifiedAt"> | null | undefined,
): D | undefined =>
  documents.findLast(
    (one) =>
      one.kind === kind && one.side === side && (!of?.verifiedAt || one.createdAt > of.verifiedAt),
  );

/**
 * Tells whether another document took the place of one, of documents that are listed oldest first: a
 * later one of its picture, or one of another kind.
 */
export const isReplaced = <D extends DocumentFacts>(
  documents: readonly D[],
  one: D,
  secondKind: SecondKind | null,
): boolean =>
  documents.findLast(({ kind, side }) => kind === one.kind && side === one.side) !== one ||
  ![secondKind, "PAN", "SELFIE"].includes(one.kind);

/** Tells whether a step is done: typed, or a picture that was not refused is there. */
export function isDone(
  step: IdentityStep,
  {
    typed,
    documents,
    of,
  }: {
    typed: Typed;
    documents: readonly DocumentFacts[];
    of: Pick<CaseFacts, "verifiedAt"> | null | undefined;
  },
): boolean {
  switch (step) {
    case "pan":
      return typed.pan !== null && typed.name !== null;
    case "second":
      return typed.secondKind !== null && typed.secondNumber !== null && typed.name !== null;
    case "address":
      return typed.address !== null;
    default: {
      const picture = pictureOf(step, typed.secondKind);
      const document = picture && presentDocument(documents, picture, of);
      return document ? document.state !== "REFUSED" : false;
    }
  }
}
