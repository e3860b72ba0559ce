import { expect, test } from "vitest";
import { ACCEPT_IMAGE, ACCEPT_PROOF } from "@server/files/rules/accepted-types";
import { payment as englishPayment } from "@locales/en/payment";
import { profile as english } from "@locales/en/profile";
import { refusals as englishRefusals } from "@locales/en/server/refusals";
import { payment as hindiPayment } from "@locales/hi/payment";
import { profile as hindi } from "@locales/hi/profile";
import { refusals as hindiRefusals } from "@locales/hi/server/refusals";

/** Returns the types that a text names, by their extensions. */
const named = (text: string): string[] =>
  (text.match(/\b(?:JPEG|PNG|WebP|AVIF|PDF|DOCX?)\b/g) ?? []).map((name) => name.toLowerCase());

/** Returns the names of an `accept`: "image/webp" and ".docx" give "webp" and "docx". */
const accepted = (accept: string): Set<string> =>
  new Set(accept.split(",").map((one) => one.replace(/^image\/|^\./, "")));

test.each([
  ["en", english.pictureHint, englishRefusals.FILE_NOT_AN_IMAGE],
  ["hi", hindi.pictureHint, hindiRefusals.FILE_NOT_AN_IMAGE],
])("the hint and the refusal of a picture name the accepted types (%s)", (_, hint, refusal) => {
  const types = ["jpeg", "png", "webp", "avif"];
  expect(named(hint)).toEqual(types);
  expect(named(refusal)).toEqual(types);
  expect([...accepted(ACCEPT_IMAGE)].toSorted()).toEqual([...types, "jpg"].toSorted());
});

test.each([
  ["en", englishPayment.proof.fileHint],
  ["hi", hindiPayment.proof.fileHint],
])("the hint of a proof names the documents that are accepted (%s)", (_, hint) => {
  const documents = ["pdf", "doc", "docx"];
  expect(named(hint)).toEqual(documents);
  for (const type of documents) expect(accepted(ACCEPT_PROOF)).toContain(type);
});
