import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "@server/platform/config/environment";
import { refusalFrom } from "@server/access/call/refusal-from";
import { readMultipart } from "@server/files/untrusted/read-multipart";
import { type HttpHarness, startHttp } from "@server/testing/http-harness";
import { refused } from "@server/http/rest/envelope";
import type { TransportHandler } from "./app";

const MB = 1024 * 1024;
const limits = {
  ...readConfig({ NODE_ENV: "test" }).limits,
  bodiesBytes: 16 * MB,
  bodyPauseSeconds: 1,
};
const UPLOAD = "/api/v1/superadmin/media/add";
const TYPE = "multipart/form-data; boundary=line";
const PART = '--line\r\ncontent-disposition: form-data; name="medias"; filename="a.pdf"\r\n\r\n';

let site: HttpHarness;
let sockets: Socket[] = [];

beforeAll(async () => {
  const reader: TransportHandler = async (request) => {
    try {
      if (request.headers.get("content-type") === TYPE) {
        await readMultipart(request, limits.fileBytes);
      } else await request.arrayBuffer();
      return new Response("read");
    } catch (error) {
      const refusal = refusalFrom(error);
      if (refusal) return refused(refusal, "en");
      throw error;
    }
  };
  site = await startHttp({
    config: { limits, trustedProxies: 1 },
    fileSender: (request, pathname) =>
      Promise.resolve(pathname === UPLOAD ? { personId: request.headers.get("x-person") } : null),
    transports: {
      rest: reader,
      // The actions of pages read bodies in this way.
      page: async (request, _visit, refusedBody) => {
        const early = refusedBody();
        if (early) throw early;
        await request.formData().catch(() => null);
        const late = refusedBody();
        if (late) throw late;
        return new Response("read");
      },
    },
  });
});
afterAll(() => site.close());
beforeEach(() => {
  sockets = [];
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
});

interface Drip {
  path: string;
  /** Announced; without it the body is sent in chunks. */
  length?: number;
  sent: number;
  headers?: string;
}

/** Sends a part of a form's body, then a byte now and then; resolves with the status of the answer. */
async function drip({ path, length, sent, headers = "" }: Drip): Promise<number> {
  const socket = connect(site.port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  const answered = once(socket, "data") as Promise<[Buffer]>;
  const size = length === undefined ? "transfer-encoding: chunked" : `content-length: ${length}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: shop.example\r\nsec-fetch-site: same-origin\r\ncontent-type: ${TYPE}\r\n${headers}${size}\r\n\r\n`,
  );
  const write = (text: string | Buffer) => {
    const head = length === undefined ? `${text.length.toString(16)}\r\n` : "";
    return socket.write(Buffer.concat([Buffer.from(head), Buffer.from(text), CHUNK_END(length)]));
  };
  write(PART);
  let isAnswered = false;
  const dripping = (async () => {
    const piece = Buffer.alloc(64 * 1024, 97);
    for (let at = 0; at < sent && !isAnswered; at += piece.length) {
      if (!write(piece)) await Promise.race([once(socket, "drain"), answered]);
    }
    while (!isAnswered && !socket.destroyed) {
      write("a");
      await new Promise((go) => setTimeout(go, 50));
    }
  })();
  const [answer] = await answered;
  isAnswered = true;
  await dripping.catch(() => undefined);
  return Number(/^HTTP\/1.1 (\d+)/.exec(answer.toString("latin1"))?.[1]);
}

const CHUNK_END = (length: number | undefined) => Buffer.from(length === undefined ? "\r\n" : "");

const heldBytes = () => process.memoryUsage().arrayBuffers;

test(
  "forty strangers who drip 10 MB each hold no memory, and are refused",
  { tags: ["full"] },
  async () => {
    const before = heldBytes();
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, heldBytes() - before)), 20);
    const forty = Array.from({ length: 40 }, (_, index): Drip => {
      const path = index % 2 === 0 ? "/login" : UPLOAD;
      return { path, sent: 4 * MB, ...(index % 4 < 2 && { length: 10 * MB }) };
    });
    const statuses = await Promise.all(forty.map(drip));
    clearInterval(watch);
    // Each is refused by its announced length, by the bytes that arrive, or by the budget.
    expect(statuses.filter((status) => ![401, 413, 503].includes(status))).toEqual([]);
    expect(statuses).toEqual(expect.arrayContaining([401, 413]));
    // Held, it would be 160 MB; what is not collected yet counts, too.
    expect(most).toBeLessThan(120 * MB);
  },
);

test(
  "bodies below every limit are held within the budget, and others are served meanwhile",
  { tags: ["full"] },
  async () => {
    const from = (network: string) => `x-forwarded-for: ${network}\r\n`;
    // Each below the limit of a body, by one network: a third of a third of the budget, or of a file.
    const forty = Array.from({ length: 40 }, (): Promise<number> =>
      drip({ path: "/login", sent: 0.9 * MB, headers: from("203.0.113.1") }),
    );
    const first = await Promise.race(forty);
    expect(first).toBe(503);
    const form = await site.ask("/login", {
      method: "POST",
      headers: {
        "x-forwarded-for": "203.0.113.1",
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "email=someone%40shop.example",
    });
    expect(form.status).toBe(200);
    const file = await site.ask(UPLOAD, {
      method: "POST",
      headers: { "x-forwarded-for": "203.0.113.2", "x-person": "someone", "content-type": TYPE },
      body: `${PART}${"a".repeat(9 * MB)}\r\n--line--\r\n`,
    });
    expect(file.status).toBe(200);
    const statuses = await Promise.all(forty);
    // Those that fit are ended as too slow.
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(30);
    expect(statuses.filter((status) => status === 408).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 503 && status !== 408)).toEqual([]);
  },
);

test(
  "a slow body is ended, also a member's, and its connection closes",
  { tags: ["full"] },
  async () => {
    const member = { path: UPLOAD, sent: 0, headers: "x-person: someone\r\n" };
    expect(await drip(member)).toBe(408);
    const [socket] = sockets;
    if (socket && !socket.closed) await new Promise((closed) => socket.once("close", closed));
  },
);
