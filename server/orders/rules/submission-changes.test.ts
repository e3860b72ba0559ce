import { expect, test } from "vitest";
import { submissionChanges, type SubmittedFacts } from "./submission-changes";

const FIRST: SubmittedFacts = {
  method: "BANK",
  reference: "SBIN1",
  paidAmountPaise: 100_00,
  proofSha256: "aa",
  account: "50100",
};

test("equal submissions differ in nothing", () => {
  expect(submissionChanges(FIRST, { ...FIRST })).toEqual([]);
});

test("every differing fact is named with both values", () => {
  const second: SubmittedFacts = {
    method: "MANUAL",
    reference: null,
    paidAmountPaise: null,
    proofSha256: null,
    account: "x@okbank",
  };
  expect(submissionChanges(FIRST, second)).toEqual([
    { field: "method", before: "BANK", after: "MANUAL" },
    { field: "reference", before: "SBIN1", after: null },
    { field: "paidAmount", before: 100_00, after: null },
    { field: "proof", change: "removed" },
    { field: "account", before: "50100", after: "x@okbank" },
  ]);
  expect(submissionChanges(second, FIRST)).toContainEqual({ field: "proof", change: "added" });
});

test("a submission with another file replaces the proof, and an unknown account is not compared", () => {
  expect(
    submissionChanges({ ...FIRST, account: undefined }, { ...FIRST, proofSha256: "bb" }),
  ).toEqual([{ field: "proof", change: "replaced" }]);
});
