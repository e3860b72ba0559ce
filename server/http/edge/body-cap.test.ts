import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "@server/platform/config/environment";
import { readMultipart } from "@server/files/untrusted/read-multipart";
import { type Sent, type HttpHarness, startHttp } from "@server/testing/http-harness";
import { refusalFrom } from "@server/access/call/refusal-from";
import { refused } from "@server/http/rest/envelope";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { TransportHandler } from "./app";
import { capBody } from "./body-cap";
import { createBodyBudget, FREE_BYTES } from "./body-budget";

const KB = 1024;
const limits = {
  ...readConfig({ NODE_ENV: "test" }).limits,
  bodyBytes: 64 * KB,
  fileBytes: 256 * KB,
};
/** Allowance for a form's own lines around its file. */
const FORM_BYTES = limits.fileBytes + 64 * KB;

let site: HttpHarness;
/** Number of bytes that a transport read. */
let got = 0;
let refusedBodies: (string | undefined)[] = [];

beforeAll(async () => {
  /** Reads like the transports, and answers like REST. */
  const reader: TransportHandler = async (request) => {
    try {
      if (request.headers.get("content-type")?.startsWith("multipart/")) {
        const { tooLarge } = await readMultipart(request, limits.fileBytes);
        if (tooLarge) throw tooLarge;
      } else got = (await request.arrayBuffer()).byteLength;
      return new Response("read");
    } catch (error) {
      const refusal = refusalFrom(error);
      if (!refusal) throw error;
      return refused(refusal, "en");
    }
  };
  site = await startHttp({
    config: { limits },
    fileSender: (request, pathname) =>
      Promise.resolve(
        TAKE_FILES.has(pathname) ? { personId: request.headers.get("x-person") } : null,
      ),
    transports: {
      rest: reader,
      trpc: reader,
      page: async (request, visit, refusedBody) => {
        if (!refusedBody()) await reader(request, visit).catch(() => null);
        refusedBodies.push(refusedBody()?.code);
        return new Response("shown");
      },
    },
  });
});
afterAll(() => site.close());
afterEach(() => {
  got = 0;
  refusedBodies = [];
});

const BOUNDARY = "a-line-of-tests";
const TYPES = {
  JSON: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
};
type Type = keyof typeof TYPES;

/** A body of the type and exact length. */
function bodyOf(type: Type, bytes: number): Buffer {
  const [start, end] = {
    JSON: ['{"a":"', '"}'],
    form: ["a=", ""],
    multipart: [
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="medias"; filename="a.pdf"\r\n\r\n`,
      `\r\n--${BOUNDARY}--\r\n`,
    ],
  }[type] as [string, string];
  return Buffer.from(start + "a".repeat(bytes - start.length - end.length) + end);
}

async function* inPieces(body: Buffer): AsyncIterable<Buffer> {
  for (let at = 0; at < body.length; at += 16 * KB) {
    yield body.subarray(at, at + 16 * KB);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const REST = "/api/v1/user/package/purchase";
const UPLOAD = "/api/v1/superadmin/media/add";
const TAKE_FILES = new Set([UPLOAD, "/user/payment"]);
const ours = { "sec-fetch-site": "same-origin", "x-person": "someone" };
const post = (path: string, type: Type, body: NonNullable<Sent["body"]>) =>
  site.ask(path, { method: "POST", headers: { ...ours, "content-type": TYPES[type] }, body });

const BY_TYPE: [Type, number, string][] = [
  ["JSON", limits.bodyBytes, "BODY_TOO_LARGE"],
  ["form", limits.bodyBytes, "BODY_TOO_LARGE"],
  ["multipart", FORM_BYTES, "FILE_TOO_LARGE"],
];

describe.each(BY_TYPE)("a body of type %s", (type, limit, code) => {
  test.each([
    ["by its length", (body: Buffer) => body],
    ["as it comes", inPieces],
  ])(`a body of type ${type} one byte over the limit is refused %s`, async (_how, send) => {
    const calls = type === "multipart" ? [UPLOAD] : [REST, "/trpc/orders.create"];
    for (const path of calls) {
      const { status, text, headers } = await post(path, type, send(bodyOf(type, limit + 1)));
      expect(status).toBe(413);
      expect(headers["content-type"]).toContain("application/json");
      expect(JSON.parse(text)).toMatchObject({ status: "error", code, data: null });
    }
    await post("/user/payment", type, send(bodyOf(type, limit + 1)));
    expect(refusedBodies).toEqual([code]);
    expect(got).toBe(0);
  });

  test("a body exactly at the limit is accepted", async () => {
    const body = bodyOf(type, type === "multipart" ? limits.fileBytes : limit);
    for (const send of [body, inPieces(body)]) {
      expect(await post(UPLOAD, type, send)).toMatchObject({ status: 200, text: "read" });
    }
    if (type !== "multipart") expect(got).toBe(limit);
  });
});

test("the refusal of a body states the limit", async () => {
  const { text } = await post(UPLOAD, "multipart", bodyOf("multipart", FORM_BYTES + 1));
  expect(JSON.parse(text)).toMatchObject({
    message: "This file is too large. It may have at most 256 KB.",
  });
});

describe("a form with a file", () => {
  const big = bodyOf("multipart", 2 * limits.bodyBytes);
  const anonymous = { "sec-fetch-site": "same-origin", "content-type": TYPES.multipart };
  const sendTo = (path: string, body: NonNullable<Sent["body"]>, headers: Sent["headers"]) =>
    site.ask(path, { method: "POST", headers, body });

  test("a form with a file is refused at an address that takes no files, also from a member", async () => {
    for (const send of [big, inPieces(big)]) {
      const { status, text } = await post(REST, "multipart", send);
      expect([status, JSON.parse(text)]).toMatchObject([413, { code: "BODY_TOO_LARGE" }]);
    }
    await post("/login", "multipart", big);
    expect(refusedBodies).toEqual(["BODY_TOO_LARGE"]);
  });

  test("a form with a file is not read without a session", async () => {
    for (const send of [big, inPieces(big)]) {
      const { status, text } = await sendTo(UPLOAD, send, anonymous);
      expect([status, JSON.parse(text)]).toMatchObject([401, { code: "NOT_SIGNED_IN" }]);
    }
    await sendTo("/user/payment", big, anonymous);
    expect(refusedBodies).toEqual(["NOT_SIGNED_IN"]);
  });
});

test("time in which nobody reads a body does not count", async () => {
  const body = new Response("a form").body;
  const request = new Request("http://shop.example/", {
    method: "POST",
    ...(body && { body, duplex: "half" }),
  });
  const capped = capBody(request, {
    maxBytes: KB,
    tooLarge: refuse("BODY_TOO_LARGE"),
    pauseMs: 20,
  });
  await new Promise((go) => setTimeout(go, 60));
  expect(await capped.request.text()).toBe("a form");
});

test("an invalid or duplicate content-length never reaches a transport", async () => {
  for (const length of ["-1", "1e9", "0x10", "99999999999999999999", "5, 6"]) {
    const answer = await site.raw(
      `POST ${REST} HTTP/1.1\r\nhost: shop.example\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`,
    );
    expect([length, answer.slice(0, 12)]).toEqual([
      length,
      length.length > 15 ? expect.stringMatching(/HTTP\/1.1 4(00|13)/) : "HTTP/1.1 400",
    ]);
  }
  expect(got).toBe(0);
});

test("a client that sends forty times the limit gets the answer, and memory does not grow", async () => {
  let poured = 0;
  async function* pour() {
    const piece = Buffer.alloc(64 * KB, 97);
    for (; poured < 40 * FORM_BYTES; poured += piece.length) {
      yield piece;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const before = process.memoryUsage().arrayBuffers;
  const announced: Record<string, string>[] = [{}, { "content-length": String(41 * FORM_BYTES) }];
  for (const headers of announced) {
    poured = 0;
    const answered = site.ask(UPLOAD, {
      method: "POST",
      headers: { ...ours, "content-type": TYPES.multipart, ...headers, connection: "close" },
      body: pour(),
    });
    // The client announced the length, so it stops sending when it receives the answer.
    const { status } = await answered;
    expect(status).toBe(413);
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * FORM_BYTES);
});

test("a client that reads only after sending still gets the answer, and can reuse the connection", async () => {
  const socket = connect(site.port, "127.0.0.1").pause();
  const body = Buffer.alloc(20 * FORM_BYTES, 97);
  socket.write(
    `POST ${REST} HTTP/1.1\r\nhost: shop.example\r\ncontent-type: ${TYPES.multipart}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  await new Promise((sent) => socket.write(body, sent));
  const read = async () => String(((await once(socket, "data")) as [Buffer])[0]);
  const answer = read();
  socket.resume();
  expect(await answer).toMatch(/^HTTP\/1.1 413 /);
  const second = read();
  socket.write("GET /healthz HTTP/1.1\r\nhost: shop.example\r\n\r\n");
  expect(await second).toMatch(/^HTTP\/1.1 200 /);
  socket.destroy();
});

const bodyWith = (body: string, type: string): Request =>
  new Request("http://shop.example/", {
    method: "POST",
    headers: { "content-type": type },
    body: new Response(body).body,
    duplex: "half",
  });
const capped = (body: string, type: string) =>
  capBody(bodyWith(body, type), { maxBytes: 1024 * KB, tooLarge: refuse("BODY_TOO_LARGE") });

describe("the names of a body", () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `a${n}`);
  test.each<[Type, (count: number) => string]>([
    [
      "form",
      (count) =>
        names(count)
          .map((name) => `${name}=1`)
          .join("&"),
    ],
    [
      "JSON",
      (count) =>
        `{${names(count)
          .map((name) => `"${name}":1`)
          .join()}}`,
    ],
    [
      "multipart",
      (count) =>
        names(count)
          .map(
            (name) =>
              `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`,
          )
          .join(""),
    ],
  ])(
    "the names of a body of type %s are counted before anything is read",
    async (type, bodyOfNames) => {
      const few = capped(bodyOfNames(1000), TYPES[type]);
      expect((await few.request.text()).length).toBeGreaterThan(3000);
      expect(few.refused()).toBeNull();
      const many = capped(bodyOfNames(1001), TYPES[type]);
      await expect(many.request.text()).rejects.toMatchObject({ code: "MALFORMED_BODY" });
      expect(many.refused()).toMatchObject({ code: "MALFORMED_BODY" });
    },
  );

  test("90,000 names in a body hold nobody up over REST and tRPC", { tags: ["full"] }, async () => {
    const body = `{${names(90_000)
      .map((name) => `"${name}":1`)
      .join()}}`;
    const wide = await startHttp({
      config: { limits: { ...limits, bodyBytes: 1024 * KB } },
      transports: { rest: readAll, trpc: readAll, page: readAll },
    });
    for (const path of [REST, "/trpc/orders.create"]) {
      const headers = { ...ours, "content-type": TYPES.JSON };
      const answer = await wide.ask(path, { method: "POST", headers, body });
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
        400,
        { code: "MALFORMED_BODY" },
      ]);
    }
    await wide.close();
  });
});

const readAll: TransportHandler = async (request) => new Response(await request.text());

test("a stranger's body is limited once it is known that there is no session", async () => {
  const strange = async (length: number) => {
    const { request, refused, narrow } = capped("a".repeat(length), "text/plain");
    narrow(64 * KB);
    return [
      await request.text().then(
        (text) => text.length,
        () => null,
      ),
      refused()?.code,
    ];
  };
  expect(await strange(64 * KB)).toEqual([64 * KB, undefined]);
  expect(await strange(64 * KB + 1)).toEqual([null, "BODY_TOO_LARGE"]);
  // The announced length suffices to refuse it before any of it arrives.
  const announced = new Request("http://shop.example/", {
    method: "POST",
    headers: { "content-length": String(64 * KB + 1) },
    body: "a",
  });
  const tooLarge = refuse("BODY_TOO_LARGE");
  const { request, refused, narrow } = capBody(announced, { maxBytes: 1024 * KB, tooLarge });
  narrow(64 * KB);
  expect(refused()).toBe(tooLarge);
  await expect(request.text()).rejects.toBe(tooLarge);
});

const MB = 1024 * KB;
const FILE = 10 * MB;

/** Returns how many of a hundred bodies of a size such senders may hold. */
function admitted(senders: (index: number) => { network: string; personId: string | null }) {
  const budget = createBodyBudget(96 * MB, FILE);
  return (bytes: number) =>
    Array.from({ length: 100 }, (_, index) => budget.hold(senders(index))).filter((body) =>
      body.take(bytes + FREE_BYTES),
    ).length;
}

test("all bodies together hold no more than the budget", () => {
  const everyone = (index: number) => ({ network: `n${index}`, personId: `p${index}` });
  expect(admitted(everyone)(FILE)).toBe(9);
});

test("the bodies of one network hold a third of the budget, those of one person a quarter", () => {
  const inOneNetwork = (index: number) => ({ network: "n", personId: `p${index}` });
  expect(admitted(inOneNetwork)(MB)).toBe(32);
  const onePerson = (index: number) => ({ network: `n${index}`, personId: "p" });
  expect(admitted(onePerson)(MB)).toBe(24);
});

test("bodies without a known person hold a third, and one network a third of that", () => {
  const strangers = (index: number) => ({ network: `n${index}`, personId: null });
  expect(admitted(strangers)(MB)).toBe(32);
  const oneStranger = () => ({ network: "n", personId: null });
  expect(admitted(oneStranger)(MB)).toBe(10);
});

test("the largest file fits, however small the budget", () => {
  const budget = createBodyBudget(16 * MB, FILE);
  expect(budget.hold({ network: "n", personId: "p" }).take(FILE)).toBe(true);
});

test("bytes of a body that are released may be taken again, and a released body takes nothing", () => {
  const budget = createBodyBudget(16 * MB, FILE);
  const sender = { network: "n", personId: "p" };
  const first = budget.hold(sender);
  expect(first.take(FILE)).toBe(true);
  expect(budget.hold(sender).take(FILE)).toBe(false);
  expect(budget.figures()).toEqual({
    heldBytes: FILE - FREE_BYTES,
    mostBytes: 16 * MB,
    refused: 1,
  });
  first.release();
  first.release();
  expect(budget.figures().heldBytes).toBe(0);
  expect(first.take(1)).toBe(false);
  expect(budget.hold(sender).take(FILE)).toBe(true);
});

test("a small form is read while the budget is used up", () => {
  const budget = createBodyBudget(16 * MB, FILE);
  const sender = { network: "n", personId: null };
  while (budget.hold(sender).take(MB));
  const form = budget.hold(sender);
  expect(form.take(10 * KB)).toBe(true);
  expect(form.take(6 * KB)).toBe(true);
  expect(form.take(MB)).toBe(false);
});
