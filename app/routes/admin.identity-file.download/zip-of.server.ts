import { zipSync, type Zippable } from "fflate";
import type { TFunction } from "i18next";
import type { FiledDocument, IdentityFile } from "@server/office/contracts/identity-file";
import { digitsCell, mobileCell, momentCell } from "@server/platform/rules/cells";
import { csvText } from "~/lib/lists/csv-download.server";

const ENDINGS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

/** Names a document's file by its place, kind and side: nobody's words. */
const nameOf = ({ kind, side, contentType }: FiledDocument, at: number): string =>
  `documents/${String(at + 1).padStart(2, "0")}-${kind}-${side}.${ENDINGS[contentType] ?? "bin"}`.toLowerCase();

/** Packs person.csv, documents.csv, decisions.csv and the pictures; pictures are packed already. */
export function zipOf(t: TFunction, { reason, person, documents, decisions }: IdentityFile) {
  const of = (name: string) => t(`identity-file:columns.${name}`);
  const moment = (name: string) => t("files:moment", { label: of(name) });
  const personRows: [string, string | null][] = [
    [of("reason"), reason],
    [of("memberId"), person.memberId],
    [of("name"), person.name],
    [of("typedName"), person.typedName],
    [of("email"), person.email],
    [moment("emailVerifiedAt"), momentCell(person.emailVerifiedAt)],
    [of("mobile"), mobileCell(person.mobile)],
    [moment("mobileVerifiedAt"), momentCell(person.mobileVerifiedAt)],
    [of("dateOfBirth"), person.dateOfBirth],
    [moment("registeredAt"), momentCell(person.registeredAt)],
    [of("pan"), person.pan],
    [of("secondKind"), person.secondKind],
    [of("secondNumber"), digitsCell(person.secondNumber)],
    [of("address"), person.address],
    [of("place"), person.place],
    [moment("sentAt"), momentCell(person.sentAt)],
    [of("sentIp"), person.sentIp],
    [of("state"), person.state],
    [moment("verifiedAt"), momentCell(person.verifiedAt)],
    [moment("verifiedUntil"), momentCell(person.verifiedUntil)],
  ];
  const documentRows = documents.map((document, at) => [
    document.bytes ? nameOf(document, at) : of("gone"),
    document.kind,
    document.side,
    document.state,
    document.reason,
    momentCell(document.sentAt),
    momentCell(document.decidedAt),
    document.decidedBy,
    document.sha256,
  ]);
  const decisionRows = decisions.map(({ at, action, by, reason: why }) => [
    momentCell(at),
    action,
    by,
    why,
  ]);
  const csv = (heads: string[], rows: readonly (string | null)[][]) =>
    new TextEncoder().encode(csvText([heads, ...rows]));
  const files: Zippable = {
    "person.csv": csv([of("field"), of("value")], personRows),
    "documents.csv": csv(
      [
        of("file"),
        of("kind"),
        of("side"),
        of("state"),
        of("reason"),
        moment("sentAt"),
        moment("decidedAt"),
        of("by"),
        "SHA-256",
      ],
      documentRows,
    ),
    "decisions.csv": csv([moment("at"), of("action"), of("by"), of("reason")], decisionRows),
  };
  for (const [at, document] of documents.entries()) {
    if (document.bytes) files[nameOf(document, at)] = [document.bytes, { level: 0 }];
  }
  return zipSync(files);
}
