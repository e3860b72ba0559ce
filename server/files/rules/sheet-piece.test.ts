import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { sheetPiece } from "./sheet-piece";

test("a cell's text stays text, also with the signs of XML and of formulas", () => {
  const rows = [["Rao & Sons <ltd>", "=1+1", "a\u0000b", null]];
  const piece = sheetPiece({ rows, isFirst: true, isLast: true, after: { crc: 0, size: 0 } });
  const xml = inflateRawSync(piece.bytes).toString();
  expect(xml).toContain("Rao &amp; Sons &lt;ltd&gt;");
  expect(xml).toContain(">=1+1<");
  expect(xml).toContain(">ab<");
});
