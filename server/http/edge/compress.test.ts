import fc from "fast-check";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { accepts, compress } from "./compress";
import { readConfig } from "@server/platform/config/environment";
import { readIncomingRequest } from "./incoming-request";

const page = `<p>${"नमस्ते ".repeat(500)}</p>`;

const asked = (encodings: string | null, method = "GET") =>
  new Request("http://host.example/", {
    method,
    headers: encodings === null ? {} : { "accept-encoding": encodings },
  });

const said = (body: string, type: string, headers: Record<string, string> = {}) =>
  new Response(body, { status: 422, headers: { "content-type": type, ...headers } });

describe("compression", () => {
  test("a page is sent as brotli if accepted, else as gzip, else uncompressed", async () => {
    const html = "text/html; charset=utf-8";
    const br = await compress(asked("gzip, deflate, br;q=0.9"), said(page, html));
    expect(br.headers.get("content-encoding")).toBe("br");
    const bytes = Buffer.from(await br.arrayBuffer());
    expect(bytes.length).toBeLessThan(Buffer.byteLength(page) / 10);
    expect(br.headers.get("content-length")).toBe(String(bytes.length));
    expect(brotliDecompressSync(bytes).toString()).toBe(page);

    const gz = await compress(asked("gzip, br;q=0"), said(page, html));
    expect(gz.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await gz.arrayBuffer()).toString()).toBe(page);

    for (const none of [null, "", "identity", "zstd", "br;q=0, gzip;q=0.000"]) {
      const plain = await compress(asked(none), said(page, html));
      expect(plain.headers.get("content-encoding")).toBeNull();
      expect(plain.headers.get("vary")).toBe("accept-encoding");
      expect(plain.status).toBe(422);
      expect(await plain.text()).toBe(page);
    }
  });

  test("small, compressed and binary bodies are not compressed", async () => {
    const small = await compress(asked("br"), said("{}", "application/json"));
    expect(small.headers.get("content-encoding")).toBeNull();
    expect(await small.text()).toBe("{}");
    for (const type of ["image/png", "application/pdf", "text/event-stream"]) {
      const response = said(page, type);
      expect(await compress(asked("br"), response)).toBe(response);
    }
    const compressed = said(page, "text/html", { "content-encoding": "br" });
    expect(await compress(asked("br"), compressed)).toBe(compressed);
  });

  test("a table is compressed while it streams", async () => {
    let ends = () => {};
    const rows = new ReadableStream<Uint8Array>({
      start(controller) {
        // More than the compressor's buffer.
        controller.enqueue(crypto.getRandomValues(new Uint8Array(60_000)));
        controller.enqueue(crypto.getRandomValues(new Uint8Array(60_000)));
        ends = () => controller.close();
      },
    });
    const response = new Response(rows, { headers: { "content-type": "text/csv; charset=utf-8" } });
    const compressed = await compress(asked("gzip"), response);
    const reader = compressed.body!.getReader();
    const first = await reader.read();
    expect(first.value?.length).toBeGreaterThan(0);
    ends();
    let size = first.value?.length ?? 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
    }
    expect(size).toBeGreaterThan(120_000);
  });

  test("a HEAD request gets no compressed body", async () => {
    const head = await compress(asked("br", "HEAD"), said(page, "text/html"));
    expect(head.headers.get("content-encoding")).toBeNull();
  });

  test("an encoding is accepted unless its weight is zero", () => {
    expect(accepts("br", "br")).toBe(true);
    expect(accepts("gzip;q=0.5, br;q=0.1", "br")).toBe(true);
    expect(accepts("br;q=0.00", "br")).toBe(false);
    expect(accepts("abr", "br")).toBe(false);
  });
});

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
