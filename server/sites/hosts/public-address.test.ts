import { expect, test } from "vitest";
import { isPublicAddress } from "./check-host";

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.31.255.255",
  "192.168.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "::ffff:10.0.0.1",
  "::ffff:7f00:1",
  "fd00::1",
  "fe80::1",
  "2002:7f00:1::",
  "64:ff9b:1::1",
  "ff02::1",
  "fec0::1",
  "feff::1",
  "3fff::1",
  "3fff:fff::1",
  "5f00::1",
  "4000::1",
  "3ffe::1",
  "2001:db8::1",
  "2001:20::1",
  "64:ff9b::a00:1",
  "100:0:0:1::1",
  "1000::1",
  "sale.example",
  "",
])("%j is not a public address", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  "8.8.8.8",
  "93.184.216.34",
  "172.32.0.1",
  "2606:4700::1111",
  "2400:cb00::1",
  "3fff:1000::1",
])("%s is a public address", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
