import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseHost } from "./host";

test.each([
  ["Token.Example.com", "token.example.com"],
  ["https://token.example.com/buy?x=1", "token.example.com"],
  ["token.example.com:8443", "token.example.com"],
  ["token.example.com.", "token.example.com"],
  ["टोकन.example", "xn--11bt2a2k.example"],
  ["localhost", "localhost"],
])("%s is normalised to %s", (typed, kept) => {
  expect(normaliseHost(typed)).toBe(kept);
});

test.each([
  "",
  "  ",
  "a b",
  "-a.example",
  "192.168.0.1",
  "[::1]",
  "user@evil.example",
  "a..b",
  "http://",
  "1.2",
])("%s is not a host name", (typed) => {
  expect(normaliseHost(typed)).toBeNull();
});

test("normalising is idempotent", () => {
  fc.assert(
    fc.property(fc.domain(), (domain) => {
      const kept = normaliseHost(domain);
      if (kept !== null) expect(normaliseHost(kept)).toBe(kept);
    }),
  );
});
