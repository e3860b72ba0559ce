/** The file about a member's identity that a company gives to an authority (product.md §6). */
import { z } from "zod";
import type { DocumentKind, DocumentSide, DocumentState, IdentityState } from "@db/vocabulary";
import { idField, line } from "@server/platform/contracts/fields";

/** `identityFile.request` (owner): asks a second owner for the file. */
export const RequestIdentityFile = z.object({
  memberId: idField,
  /** Which authority asks, and by which letter. */
  reason: line("REASON_REQUIRED", 300),
});
export type RequestIdentityFile = z.output<typeof RequestIdentityFile>;

/** `identityFile.ofMember` (owner). */
export const IdentityFilesOf = z.object({ memberId: idField });

/** `identityFile.kept` (owner): by a PAN anybody, else former members by name or Member ID. */
export const FindKept = z.object({ search: line("FIELD_INVALID", 200) });

/** Somebody of whom evidence is kept. */
export interface KeptPerson {
  id: string;
  /** The name on the documents. */
  name: string | null;
  memberId: string;
  /** ISO: the end of the account. */
  endedAt: string | null;
}

/** `identityFile.read` (owner): a file that a second owner has confirmed. */
export const IdentityFileRef = z.object({ id: idField });

/** A file that was asked for. */
export interface RequestedFile {
  id: string;
  isReady: boolean;
  reason: string;
  /** Who asked; null once they are gone. */
  by: string | null;
  /** ISO: until when it waits, or can be downloaded. */
  until: string;
}

export interface IdentityFilesOf {
  member: { id: string; name: string; memberId: string };
  /** True if the member has sent evidence that is kept. */
  hasEvidence: boolean;
  files: RequestedFile[];
}

/** A picture in the file, decrypted. */
export interface FiledDocument {
  kind: DocumentKind;
  side: DocumentSide;
  state: DocumentState;
  reason: string | null;
  /** ISO. */
  sentAt: string;
  /** ISO; null while nothing is decided. */
  decidedAt: string | null;
  decidedBy: string | null;
  /** SHA-256 of the bytes as the member sent them. */
  sha256: string;
  contentType: string;
  /** Null where the file is gone. */
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** What a company keeps of who a member is; instants are ISO. */
export interface IdentityFile {
  reason: string;
  person: {
    memberId: string;
    name: string;
    email: string;
    mobile: string;
    emailVerifiedAt: string | null;
    mobileVerifiedAt: string | null;
    dateOfBirth: string | null;
    registeredAt: string;
    typedName: string | null;
    pan: string | null;
    secondKind: string | null;
    secondNumber: string | null;
    address: string | null;
    place: string | null;
    sentAt: string | null;
    sentIp: string | null;
    state: IdentityState;
    verifiedAt: string | null;
    verifiedUntil: string | null;
  };
  documents: FiledDocument[];
  decisions: { at: string; action: string; by: string | null; reason: string | null }[];
}
