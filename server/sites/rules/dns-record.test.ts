import { expect, test } from "vitest";
import { dnsRecordsFor, isApex } from "./dns-record";

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

test("localhost needs no records", () => {
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
