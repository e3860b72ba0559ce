import { describe, expect, test } from "vitest";
import { nameCounter } from "./count-names";

/** The count after a body that comes in pieces of so many bytes. */
function countOf(type: string, body: string, pieces: number): number {
  const count = nameCounter(type);
  const bytes = Buffer.from(body);
  let last = 0;
  for (let at = 0; at < bytes.length; at += pieces) last = count(bytes.subarray(at, at + pieces));
  return last;
}

const MULTIPART = 'multipart/form-data; charset=utf-8; boundary="a line"';
const parts = ["one", "two", "three"]
  .map((name) => `--a line\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`)
  .join("");

describe.each([1, 2, 7, 1000])("in pieces of %i bytes", (pieces) => {
  test.each([
    ["application/x-www-form-urlencoded", "a=1&b=2&c=3", 3],
    ["Application/X-WWW-Form-Urlencoded; charset=utf-8", "a", 1],
    ["application/json", '{"a":1,"b":{"c":[{"d":2}]}}', 4],
    ["application/json", '{"a":"x:\\":y\\\\","b:":"{\\"c\\":1}"}', 2],
    ["", '{"a":1}', 1],
    ["multipart/form-data", '{"a":1}', 1],
    // The line that ends the body counts, too.
    [MULTIPART, `${parts}--a line--\r\n`, 4],
    ["multipart/form-data; boundary=x", "--x\r\n\r\n--y--x\r\n", 2],
  ])(
    `a body of type %j in pieces of ${pieces} bytes, %j, has the right number of names`,
    (type, body, count) => {
      expect(countOf(type, body, pieces)).toBe(count);
    },
  );
});
