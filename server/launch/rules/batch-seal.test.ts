import { expect, test } from "vitest";
import { newId } from "@db/ids";
import {
  type BatchSeal,
  NO_SEAL,
  parseRowText,
  parseSealText,
  rowText,
  sealText,
} from "./batch-seal";

const companyId = newId();
const seal: BatchSeal = {
  companyId,
  number: 2,
  day: "2027-08-23",
  checkpoint: 12,
  checkpointHash: "ab".repeat(32),
  rows: 3,
  tokens: 1050,
  root: `0x${"12".repeat(32)}`,
  partsRoot: `0x${"34".repeat(32)}`,
  previous: NO_SEAL,
  sealedAt: new Date("2027-08-23T04:05:06.789Z"),
  keyId: "cd".repeat(32),
};

test("the text of a seal is read as it was written", () => {
  expect(parseSealText(sealText(seal))).toEqual(seal);
});

test("a seal whose amount is not that of its tokens is not read", () => {
  const text = sealText(seal);
  expect(parseSealText(text.replace("tokens=1050", "tokens=1051"))).toBeNull();
  expect(parseSealText(`${text}\n`)).toBeNull();
  expect(parseSealText(text.replace("number=2", "number=2\nnumber=3"))).toBeNull();
});

test("the text of a row is read as it was written, and a row without a part is none", () => {
  const row = {
    index: 4,
    address: `0x${"aB".repeat(20)}`,
    tokens: 1050,
    parts: [
      { sequence: 7, part: 1, tokens: 1000 },
      { sequence: 9, part: 2, tokens: 50 },
    ],
  };
  const text = rowText({ companyId, number: 2 }, row);
  expect(parseRowText(text)).toEqual({ companyId, number: 2, ...row });
  expect(parseRowText(rowText({ companyId, number: 2 }, { ...row, parts: [] }))).toBeNull();
});
