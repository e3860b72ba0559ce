import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_FILE_BYTES } from "@server/platform/rules/file-size";
import { ACCEPT_IMAGE, ACCEPT_PROOF } from "./accepted-types";
import { acceptFile, safeFileName } from "./rules";
import { MOST_PAGES, pdfLayout } from "./pdf-layout";

describe("files", () => {
  test("images, PDF, DOC and DOCX are accepted up to 10 MB", () => {
    expect(acceptFile({ detectedType: "application/pdf", bytes: MAX_FILE_BYTES })).toBe(
      "application/pdf",
    );
    expect(acceptFile({ detectedType: "image/png", bytes: 1, imagesOnly: true })).toBe("image/png");
  });

  test.each([
    [{ detectedType: "image/png", bytes: 0 }, "FILE_EMPTY"],
    [{ detectedType: "image/png", bytes: MAX_FILE_BYTES + 1 }, "FILE_TOO_LARGE"],
    [{ detectedType: "text/html", bytes: 9 }, "FILE_TYPE_UNSUPPORTED"],
    [{ detectedType: "image/svg+xml", bytes: 9 }, "FILE_TYPE_UNSUPPORTED"],
    [{ detectedType: "constructor", bytes: 9 }, "FILE_TYPE_UNSUPPORTED"],
    [{ detectedType: null, bytes: 9 }, "FILE_TYPE_UNSUPPORTED"],
    [{ detectedType: "application/pdf", bytes: 9, imagesOnly: true }, "FILE_NOT_AN_IMAGE"],
    [{ detectedType: null, bytes: 9, imagesOnly: true }, "FILE_NOT_AN_IMAGE"],
  ])("the file %o is refused: %s", (file, code) => {
    expect(() => acceptFile(file)).toThrow(code);
  });

  test("a file field offers the accepted types", () => {
    expect(ACCEPT_PROOF.split(",")).toEqual(
      expect.arrayContaining(["image/jpeg", ".pdf", ".doc", ".docx"]),
    );
    expect(ACCEPT_IMAGE).not.toContain("pdf");
  });
});

describe("file names", () => {
  test.each([
    ["receipt.PNG", "receipt.png"],
    ["../../etc/passwd", "passwd.png"],
    ["C:\\fakepath\\my proof.jpeg", "my proof.png"],
    ['a"b\r\nSet-Cookie: x.png', "a-b-Set-Cookie- x.png"],
    ["रसीद.png", "रसीद.png"],
    [".htaccess", "file.png"],
    ["", "file.png"],
    ["shell.php.png", "shell.php.png"],
  ])("the file name %j is stored as %s", (name, kept) => {
    expect(safeFileName(name, "image/png")).toBe(kept);
  });

  test("a stored name never escapes its folder, breaks a header or hides its type", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
        const kept = safeFileName(name, "application/pdf");
        expect(kept).toMatch(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}._ -]*\.pdf$/u);
        expect(kept).not.toContain("..");
        return [...kept].length <= 84;
      }),
    );
  });
});

const all = (width: number, height: number) => () => ({ width, height });

test("a page of A4 is drawn at 150 dots an inch, upright or turned", () => {
  const { width, height, pages } = pdfLayout(1, all(595, 842), 0);
  expect([width, height]).toEqual([1240, 1755]);
  expect((pages[0]?.scale ?? 0) * 595).toBeCloseTo(1239);
  expect(pdfLayout(1, all(595, 842), 90)).toMatchObject({ width: 1240, height: 876 });
});

test("drawn pages stand below each other, at most ten of them", () => {
  const { height, pages } = pdfLayout(3, all(100, 100), 0);
  expect(pages.map(({ top }) => top)).toEqual([0, 1252, 2504]);
  expect(height).toBe(3744);
  expect(pdfLayout(10_000, all(595, 842), 0).pages).toHaveLength(MOST_PAGES);
});

test.each([
  ["huge", 2e9, 2e9],
  ["long", 1, 2e9],
  ["flat", 2e9, 1],
  ["tiny", 0.001, 0.001],
])("a %s page stays within the pixels of a strip", (_, width, height) => {
  for (const turn of [0, 90]) {
    const strip = pdfLayout(10, all(width, height), turn);
    expect(strip.width * strip.height).toBeLessThan(12_500_000);
    expect(strip.height).toBeLessThanOrEqual(16_383);
    for (const { scale } of strip.pages) {
      const side = turn === 0 ? width : height;
      expect(scale * side).toBeLessThanOrEqual(strip.width);
    }
  }
});
