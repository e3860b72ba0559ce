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
])("%s is a domain as it is bought: %s", (host, expected) => {
  expect(isApex(host)).toBe(expected);
});

test("on a machine of its own nothing is to be set", () => {
  expect(dnsRecordsFor("sale.asha.in", "localhost", ["127.0.0.1"])).toEqual([]);
  expect(dnsRecordsFor("glxy.localhost", "prelaunch.example", ["198.51.100.7"])).toEqual([]);
});

test("a name below a domain follows ours, a domain itself is given our addresses", () => {
  const here = ["198.51.100.7", "2001:db8::7"];
  expect(dnsRecordsFor("sale.asha.in", "prelaunch.example", here)).toEqual([
    { type: "CNAME", name: "sale.asha.in", value: "prelaunch.example" },
  ]);
  const both = [
    { type: "A", name: "asha.in", value: "198.51.100.7" },
    { type: "AAAA", name: "asha.in", value: "2001:db8::7" },
  ];
  expect(dnsRecordsFor("asha.in", "prelaunch.example", here)).toEqual(both);
  // Where we have no name but an address, a CNAME would lead nowhere.
  expect(dnsRecordsFor("sale.asha.in", "198.51.100.7", ["198.51.100.7"])).toEqual([
    { type: "A", name: "sale.asha.in", value: "198.51.100.7" },
  ]);
});
