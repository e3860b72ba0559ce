import { mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLocalStorage, createMemoryStorage, refusingStorage, type Storage } from "./storage";
import { createS3Storage } from "./s3-storage";
import { testStorage } from "@server/testing/storage-tests";

/** A local S3 server that rejects unsigned requests. */
const bucket = new Map<string, Buffer>();
const unsigned: string[] = [];
const s3 = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const name = request.url ?? "";
    const signed =
      /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/auto\/s3\/aws4_request, SignedHeaders=[^,]+, Signature=[0-9a-f]{64}$/;
    if (!signed.test(request.headers.authorization ?? "")) {
      unsigned.push(name);
      response.writeHead(403).end();
    } else if (request.method === "PUT") {
      bucket.set(name, Buffer.concat(chunks));
      response.writeHead(200).end();
    } else if (request.method === "DELETE") {
      bucket.delete(name);
      response.writeHead(204).end();
    } else {
      const found = bucket.get(name);
      response.writeHead(found ? 200 : 404).end(found);
    }
  });
});

let endpoint = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => s3.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(s3.address() as AddressInfo).port}`;
});
afterAll(() => void s3.close());

const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-files-"));
const memory = createMemoryStorage();
const ends: [string, () => Storage][] = [
  ["a folder", () => createLocalStorage(folder)],
  ["memory", () => memory],
  [
    "a bucket",
    () =>
      createS3Storage({
        endpoint,
        region: "auto",
        bucket: "proofs",
        accessKeyId: "key",
        secretAccessKey: "secret",
      }),
  ],
];

describe.each(ends)("%s", (_name, make) => {
  afterAll(() => expect(unsigned).toEqual([]));
  testStorage(make);
});

test("a bucket that redirects gets no file elsewhere, and none is read from there", async () => {
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(`${request.method} elsewhere`);
    response.writeHead(200).end("another file");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const port = (elsewhere.address() as AddressInfo).port;
  const redirecting = createServer((request, response) => {
    asked.push(`${request.method} here`);
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
  });
  await new Promise<void>((resolve) => redirecting.listen(0, "127.0.0.1", resolve));
  const storage = createS3Storage({
    endpoint: `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`,
    region: "auto",
    bucket: "proofs",
    accessKeyId: "key",
    secretAccessKey: "secret",
  });
  try {
    await expect(storage.put("company/slip.png", Buffer.from([1]))).rejects.toThrow();
    await expect(storage.get("company/slip.png")).rejects.toThrow();
    expect(asked.filter((one) => one.endsWith("elsewhere"))).toEqual([]);
    expect(asked).toContain("PUT here");
  } finally {
    redirecting.close();
    elsewhere.close();
  }
});

describe("a folder that is away", () => {
  const bytes = Buffer.from([1, 2, 3]);
  const logged: unknown[] = [];
  const logger = { error: (fields: unknown) => void logged.push(fields) };

  test.each([
    ["gone", () => undefined],
    ["replaced by a file", (folder: string) => writeFileSync(folder, "")],
  ])(
    "a folder that is %s refuses with STORAGE_AWAY, and finds its files once it is back",
    async (_, replace) => {
      const folder = path.join(mkdtempSync(path.join(tmpdir(), "prelaunch-files-")), "files");
      const storage = refusingStorage(createLocalStorage(folder), logger);
      await storage.put("company/slip.png", bytes);
      renameSync(folder, `${folder}.away`);
      replace(folder);
      // The store must not answer that there is no such file, which would be final.
      await expect(storage.get("company/slip.png")).rejects.toMatchObject({
        code: "STORAGE_AWAY",
        retryAfterSeconds: 5,
      });
      expect(logged).toContainEqual({ err: expect.any(Error) as unknown });
      renameSync(`${folder}.away`, `${folder}.back`);
      const back = refusingStorage(createLocalStorage(`${folder}.back`), logger);
      expect(await back.get("company/slip.png")).toEqual(bytes);
    },
  );

  test("a folder that is away refuses what it cannot store, and keeps no part of it", async () => {
    const folder = path.join(mkdtempSync(path.join(tmpdir(), "prelaunch-files-")), "files");
    writeFileSync(folder, "");
    const storage = refusingStorage(createLocalStorage(folder), logger);
    await expect(storage.put("company/slip.png", bytes)).rejects.toMatchObject({
      code: "STORAGE_AWAY",
    });
  });
});
