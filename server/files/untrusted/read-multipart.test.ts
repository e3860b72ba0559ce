import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resultCode } from "@server/testing/order-harness";
import { rounds } from "@server/testing/rounds";
import { readMultipart } from "./read-multipart";

const MAX = 1000;
const EDGE = "edge-of-tests";

const part = (headers: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--${EDGE}\r\n${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
const field = (name: string, value: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (fileName: string, content: string | Buffer, type = "image/png") =>
  part(
    `Content-Disposition: form-data; name="medias"; filename="${fileName}"\r\nContent-Type: ${type}`,
    content,
  );
const END = Buffer.from(`--${EDGE}--\r\n`);

const read = (body: Buffer, contentType = `multipart/form-data; boundary=${EDGE}`) =>
  readMultipart(
    new Request("http://shop.example", {
      method: "POST",
      headers: { "content-type": contentType },
      body: new Uint8Array(body),
    }),
    MAX,
  );

describe("a multipart form", () => {
  test("a multipart form yields its fields and its file, by their names", async () => {
    const body = Buffer.concat([field("नाम", "आशा"), file("रसीद.png", "bytes", "text/html"), END]);
    const { fields, files, tooLarge } = await read(body);
    expect(Object.fromEntries(fields)).toEqual({ नाम: "आशा" });
    expect(files).toEqual([
      { fieldName: "medias", fileName: "रसीद.png", bytes: Buffer.from("bytes") },
    ]);
    expect(tooLarge).toBeNull();
  });

  test("a form has no file if its file field is empty", async () => {
    const { files } = await read(Buffer.concat([file("", "", "application/octet-stream"), END]));
    expect(files).toEqual([]);
  });

  test("a form keeps all fields but drops a file above the limit", async () => {
    const large = file("a.png", Buffer.alloc(MAX + 1));
    const body = Buffer.concat([field("before", "1"), large, field("after", "2"), END]);
    const { fields, files, tooLarge } = await read(body);
    expect(Object.fromEntries(fields)).toEqual({ before: "1", after: "2" });
    expect(files).toEqual([]);
    expect(tooLarge?.code).toBe("FILE_TOO_LARGE");
    const whole = await read(Buffer.concat([file("a.png", Buffer.alloc(MAX - 1)), END]));
    expect(whole.files[0]?.bytes).toHaveLength(MAX - 1);
  });

  test("a multipart form that is cut off at any byte is refused", async () => {
    const body = Buffer.concat([field("a", "1"), file("a.png", "x".repeat(200)), END]);
    for (let cut = 0; cut < body.length - END.length + EDGE.length + 2; cut += 7) {
      expect(await resultCode(read(body.subarray(0, cut)))).toMatch(
        /^(UPLOAD_INCOMPLETE|MALFORMED_BODY)$/,
      );
    }
  });

  test.each([
    [
      "three files",
      Buffer.concat([file("a", "1"), file("b", "2"), file("c", "3"), END]),
      "FILE_ONE_ONLY",
    ],
    [
      "a field longer than any",
      Buffer.concat([field("a", "x".repeat(70_000)), END]),
      "MALFORMED_BODY",
    ],
    ["a name longer than any", Buffer.concat([field("n".repeat(200), "x"), END]), "MALFORMED_BODY"],
    [
      "more fields than any",
      Buffer.concat([...Array<Buffer>(60).fill(field("a", "1")), END]),
      "MALFORMED_BODY",
    ],
  ])("a multipart form with %s is refused", async (_what, body, code) => {
    expect(await resultCode(read(body))).toBe(code);
  });

  test.each([
    ["another type", "application/json", "UNSUPPORTED_MEDIA_TYPE"],
    ["no type", "", "UNSUPPORTED_MEDIA_TYPE"],
    ["no boundary", "multipart/form-data; charset=utf-8", "MALFORMED_BODY"],
    ["a boundary that does not come", "multipart/form-data; boundary=other", "UPLOAD_INCOMPLETE"],
  ])("a multipart form of %s is refused", async (_what, contentType, code) => {
    expect(await resultCode(read(Buffer.concat([field("a", "1"), END]), contentType))).toBe(code);
  });

  test(
    "a body of random bytes is parsed or refused, never an internal error",
    { tags: ["full"] },
    async () => {
      const piece = fc.oneof(
        fc.constantFrom(field("a", "1"), file("a.png", "x"), END, Buffer.from(`--${EDGE}\r\n`)),
        fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
          expect(await resultCode(read(Buffer.concat(pieces)))).toMatch(
            /^(ok|UPLOAD_INCOMPLETE|MALFORMED_BODY|FILE_ONE_ONLY)$/,
          );
        }),
        { numRuns: rounds(120, 500) },
      );
    },
  );
});
