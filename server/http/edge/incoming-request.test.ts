import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readConfig } from "@server/platform/config/environment";
import { readIncomingRequest } from "./incoming-request";

const PEER = "192.0.2.10";
const proxies = (value: string) =>
  readConfig({ NODE_ENV: "test", TRUST_PROXY: value }).trustedProxies;
const incoming = (headers: Record<string, string>, trust = "0", peer = PEER) =>
  readIncomingRequest(new Headers({ host: "shop.example", ...headers }), peer, proxies(trust));

describe("forwarded headers", () => {
  const FORWARDED = {
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-host": "other.example",
    "x-forwarded-proto": "https",
    "x-request-id": "an-id-of-the-proxy",
  };

  test("forwarded headers are ignored without a trusted proxy", () => {
    const read = incoming(FORWARDED);
    expect(read).toMatchObject({ ip: PEER, host: "shop.example", origin: "http://shop.example" });
    expect(read.requestId).not.toBe(FORWARDED["x-request-id"]);
  });

  test("forwarded headers are used with one trusted proxy", () => {
    expect(incoming(FORWARDED, "1")).toEqual({
      requestId: FORWARDED["x-request-id"],
      ip: "203.0.113.9",
      host: "other.example",
      origin: "https://other.example",
    });
  });

  test.each([
    // Entries of the client come before those of the proxies.
    ["1", PEER, "10.0.0.1, 203.0.113.9", "203.0.113.9"],
    ["2", PEER, "10.0.0.1, 203.0.113.9, 198.51.100.4", "203.0.113.9"],
    ["2", PEER, "203.0.113.9", PEER],
    ["192.0.2.0/24", PEER, "1.1.1.1, 203.0.113.9", "203.0.113.9"],
    ["192.0.2.0/24, 198.51.100.0/24", PEER, "1.1.1.1, 203.0.113.9, 198.51.100.4", "203.0.113.9"],
    ["192.0.2.0/24", "203.0.113.77", "1.1.1.1", "203.0.113.77"],
    ["fd00::/8", "fd00::1", "2001:db8::7", "2001:db8::7"],
    ["192.0.2.10", "::ffff:192.0.2.10", "::ffff:203.0.113.9", "203.0.113.9"],
    ["1", PEER, "not an address", PEER],
    ["1", PEER, "", PEER],
  ])(
    "with TRUST_PROXY=%s a request from %s, forwarded for %j, is of client %s",
    (trust, peer, list, ip) => {
      expect(incoming({ "x-forwarded-for": list }, trust, peer).ip).toBe(ip);
    },
  );

  test("an untrusted client can never choose the address its throttles count", () => {
    fc.assert(
      fc.property(fc.array(fc.ipV4()), fc.ipV4(), (made, own) => {
        // One proxy, which appends the client's address.
        const list = [...made, own].join(", ");
        expect(incoming({ "x-forwarded-for": list }, "1").ip).toBe(own);
        expect(incoming({ "x-forwarded-for": list }).ip).toBe(PEER);
      }),
    );
  });
});

describe("the host", () => {
  test.each([
    ["Shop.Example", "shop.example", "http://shop.example"],
    ["shop.example:8080", "shop.example", "http://shop.example:8080"],
    ["shop.example.", "shop.example", "http://shop.example"],
    ["masp.localhost.:3000", "masp.localhost", "http://masp.localhost:3000"],
    ["shop.example..", "", "http://"],
    ["shop.example:8080:1", "", "http://"],
    ["user@shop.example", "", "http://"],
    ["shop.example/path", "", "http://"],
    ["shop..example", "", "http://"],
    ["[::1]:80", "", "http://"],
    [`${"a".repeat(250)}.example`, "", "http://"],
  ])("the host %s is parsed as %j", (named, host, origin) => {
    expect(incoming({ host: named })).toMatchObject({ host, origin });
  });

  test("the host is the last entry of X-Forwarded-Host", () => {
    const read = incoming({ "x-forwarded-host": "evil.example, shop.example" }, "1");
    expect(read.host).toBe("shop.example");
  });
});

test.each(["short", "has space here", "x".repeat(65), "line\u0085break"])(
  "an invalid request id such as %j is replaced",
  (id) => {
    expect(incoming({ "x-request-id": id }, "1").requestId).toMatch(/^[\da-f-]{36}$/);
  },
);
