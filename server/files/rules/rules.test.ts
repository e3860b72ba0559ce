import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { MAX_FILE_BYTES } from "@server/platform/rules/file-size";
import { ACCEPT_IMAGE, ACCEPT_PROOF } from "./accepted-types";
import { acceptFile, safeFileName } from "./rules";

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
