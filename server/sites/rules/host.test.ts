import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseHost } from "./host";
import { dnsRecordsFor, isApex } from "./dns-record";
import { MAX_TOTAL_SUPPLY, POOL_BPS, remaining, splitSupply } from "./pools";

test.each([
  ["Token.Example.com", "token.example.com"],
  ["https://token.example.com/buy?x=1", "token.example.com"],
  ["token.example.com:8443", "token.example.com"],
  ["token.example.com.", "token.example.com"],
  ["टोकन.example", "xn--11bt2a2k.example"],
  ["localhost", "localhost"],
])("the host %s is normalised to %s", (typed, kept) => {
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

test("normalising a host is idempotent", () => {
  fc.assert(
    fc.property(fc.domain(), (domain) => {
      const kept = normaliseHost(domain);
      if (kept !== null) expect(normaliseHost(kept)).toBe(kept);
    }),
  );
});

test.each([
  ["asha.example", true],
  ["asha.co.in", true],
  ["asha.in", true],
  ["sale.asha.in", false],
  ["sale.asha.co.in", false],
  ["co.in", true],
  ["a.b.c.example", false],
])("%s is an apex domain: %s", (host, expected) => {
  expect(isApex(host)).toBe(expected);
});

test("localhost needs no DNS records", () => {
  expect(dnsRecordsFor("sale.asha.in", "localhost", ["127.0.0.1"])).toEqual([]);
  expect(dnsRecordsFor("glxy.localhost", "prelaunch.example", ["198.51.100.7"])).toEqual([]);
});

test("a subdomain gets a CNAME, an apex domain gets addresses", () => {
  const here = ["198.51.100.7", "2001:db8::7"];
  expect(dnsRecordsFor("sale.asha.in", "prelaunch.example", here)).toEqual([
    { type: "CNAME", name: "sale.asha.in", value: "prelaunch.example" },
  ]);
  const both = [
    { type: "A", name: "asha.in", value: "198.51.100.7" },
    { type: "AAAA", name: "asha.in", value: "2001:db8::7" },
  ];
  expect(dnsRecordsFor("asha.in", "prelaunch.example", here)).toEqual(both);
  // A CNAME cannot point to an address.
  expect(dnsRecordsFor("sale.asha.in", "198.51.100.7", ["198.51.100.7"])).toEqual([
    { type: "A", name: "sale.asha.in", value: "198.51.100.7" },
  ]);
});

test("a supply of a thousand tokens is split 500, 300, 100, 75, 25", () => {
  expect(splitSupply(1_000)).toEqual({
    PUBLIC: 500,
    REFERRAL: 300,
    ANGEL: 100,
    FOUNDER: 75,
    AIRDROP: 25,
  });
});

test("the rounding remainder of a split supply goes to the public cell", () => {
  expect(splitSupply(7)).toEqual({ PUBLIC: 5, REFERRAL: 2, ANGEL: 0, FOUNDER: 0, AIRDROP: 0 });
});

test("the shares of a split supply add up to 100 %", () => {
  expect(Object.values(POOL_BPS).reduce((a, b) => a + b, 0)).toBe(10_000);
});

test("a split preserves the total supply", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_TOTAL_SUPPLY }), (total) => {
      const pools = splitSupply(total);
      const sum = Object.values(pools).reduce((a, b) => a + b, 0);
      return sum === total && Object.values(pools).every((n) => Number.isSafeInteger(n) && n >= 0);
    }),
  );
});

test("a fractional, negative or unbounded supply throws", () => {
  for (const total of [-1, 0.5, Number.NaN, MAX_TOTAL_SUPPLY + 1]) {
    expect(() => splitSupply(total)).toThrow(RangeError);
  }
});

test("the remaining supply excludes held and allocated tokens", () => {
  expect(remaining({ total: 300, held: 20, allocated: 80 })).toBe(200);
});
