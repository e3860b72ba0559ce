import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { accepts, compress } from "./compress";

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
