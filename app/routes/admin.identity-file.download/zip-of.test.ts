import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { translatorOf } from "@server/platform/words/translators.server";
import type { IdentityFile } from "@server/office/contracts/identity-file";
import { zipOf } from "./zip-of.server";

const bytes = new Uint8Array([255, 216, 7]);
const at = "2026-11-30T06:30:00.000Z";

const file: IdentityFile = {
  reason: "Letter 12",
  person: {
    memberId: "RSGN1001",
    name: "=HYPERLINK(1)",
    email: "asha@member.example",
    mobile: "+919876543210",
    emailVerifiedAt: at,
    mobileVerifiedAt: null,
    dateOfBirth: "1990-01-31",
    registeredAt: at,
    typedName: "Asha Sharma",
    pan: "ABCPE1234F",
    secondKind: "PASSPORT",
    secondNumber: "Z1234567",
    address: "12 Lake Road\nPune",
    place: null,
    sentAt: at,
    sentIp: "203.0.113.7",
    state: "VERIFIED",
    verifiedAt: at,
    verifiedUntil: null,
  },
  documents: [
    {
      kind: "PAN",
      side: "FRONT",
      state: "ACCEPTED",
      reason: null,
      sentAt: at,
      decidedAt: at,
      decidedBy: "Owner",
      sha256: "0".repeat(64),
      contentType: "image/jpeg",
      bytes,
    },
    {
      kind: "SELFIE",
      side: "FRONT",
      state: "REFUSED",
      reason: "Too dark",
      sentAt: at,
      decidedAt: at,
      decidedBy: "Owner",
      sha256: "1".repeat(64),
      contentType: "image/jpeg",
      bytes: null,
    },
  ],
  decisions: [{ at, action: "member.approved", by: "Owner", reason: null }],
};

test("the ZIP has what was typed, the documents by kind, and the decisions", () => {
  const files = unzipSync(zipOf(translatorOf("en").t, file));
  expect(Object.keys(files).sort()).toEqual([
    "decisions.csv",
    "documents.csv",
    "documents/01-pan-front.jpg",
    "person.csv",
  ]);
  expect(files["documents/01-pan-front.jpg"]).toEqual(bytes);
  const person = strFromU8(files["person.csv"] ?? new Uint8Array());
  expect(person).toContain("PAN,ABCPE1234F");
  // A name begins no formula.
  expect(person).toContain("Name,'=HYPERLINK(1)");
  expect(strFromU8(files["documents.csv"] ?? new Uint8Array())).toContain(
    "not kept any more,SELFIE,FRONT,REFUSED,Too dark",
  );
});
