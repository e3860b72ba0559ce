import sharp from "sharp";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, describe } from "vitest";
import { insertHost } from "@server/sites/queries/hosts";
import { createSiteReader } from "@server/http/pages/page-context";
import { type HttpHarness, startHttp } from "@server/testing/http-harness";
import { type MemberHarness, memberHarness } from "@server/testing/member-harness";
import { avifOf49Megapixels } from "@server/testing/sample-files";
import { type FileReaders, createFileReaders } from "@server/testing/test-file-processes";
import { createFileSender } from "@server/http/files/file-sender";
import { createRestTransport } from "@server/http/rest/rest-transport";
import { TRPCClientError, createTRPCClient, httpLink } from "@trpc/client";
import { sql } from "drizzle-orm";
import type { AppRouter } from "@server/http/router";
import { createRestFixtures, tokenOf } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { restHarness } from "@server/testing/rest-harness";
import { createTrpcTransport } from "@server/http/trpc/trpc-transport";
import { duringTests } from "@server/testing/during-tests";

describe("picture attack", () => {
  const MB = 1024 * 1024;

  let fixtures: MemberHarness;
  let http: HttpHarness;
  /** The test has processes of its own: those of other tests have had more memory. */
  let fileProcesses: FileReaders;

  beforeAll(async () => {
    fixtures = await memberHarness();
    const { config, logger } = fixtures.deps;
    // So much memory that only the pixels in the header protect it.
    fileProcesses = createFileReaders({ ...config.limits, pictureMemoryBytes: 4096 * MB }, logger);
    const deps = { ...fixtures.deps, fileProcesses };
    http = await startHttp({
      resolveSite: createSiteReader(deps),
      fileSender: createFileSender(deps),
      transports: { rest: createRestTransport(deps) },
    });
  });
  afterAll(async () => {
    await http.close();
    fileProcesses.close();
    await fixtures.close();
  });

  /** A member of a new company at a host of its own, with a token. */
  async function memberAt(host: string) {
    const companyId = await fixtures.company();
    await insertHost(fixtures.database.db, host, companyId);
    const { id } = await fixtures.person(companyId, "USER");
    const subject = { role: "USER", id, companyId } as const;
    const { token } = await fixtures.deps.sessions.start(subject, { ip: "", userAgent: null });
    return { host, token };
  }

  async function upload(
    { host, token }: { host: string; token: string | null },
    bytes: Uint8Array,
  ) {
    const form = new FormData();
    form.append("medias", new Blob([new Uint8Array(bytes)]), "picture");
    const body = new Response(form);
    return http.ask("/api/v1/superadmin/media/add", {
      method: "POST",
      headers: {
        host,
        "content-type": body.headers.get("content-type") ?? "",
        ...(token !== null && { authorization: token }),
      },
      body: Buffer.from(await body.arrayBuffer()),
    });
  }

  /** The most memory that a process has had, in bytes. */
  const peakOf = (pid: number): number =>
    Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

  test(
    "two vast pictures of one member delay nobody else's, and take little memory",
    { tags: ["full"] },
    async () => {
      const [attacker, neighbour] = await Promise.all(
        ["mallory.example", "asha.example"].map(memberAt),
      );
      if (!attacker || !neighbour) throw new Error("Two members are needed.");
      const small = await sharp({
        create: { width: 300, height: 300, channels: 3, background: "teal" },
      })
        .png()
        .toBuffer();
      const before = process.memoryUsage.rss();
      // 7000 × 7000 pixels each; decoded, one takes 1.4 GB.
      const bombs = [1, 2].map(() => upload(attacker, avifOf49Megapixels()));
      const served = await upload(neighbour, small);
      expect(served.status).toBe(200);
      for (const { status, text } of await Promise.all(bombs)) {
        expect([status, JSON.parse(text)]).toMatchObject([413, { code: "IMAGE_TOO_LARGE" }]);
      }
      expect(process.memoryUsage.rss() - before).toBeLessThan(300 * MB);
      const pids = fileProcesses.pids();
      expect(pids.length).toBeGreaterThan(0);
      for (const pid of pids) expect(peakOf(pid)).toBeLessThan(400 * MB);
    },
  );

  test(
    "a file of nobody, and of a member at another company's host, is not received",
    { tags: ["full"] },
    async () => {
      const member = await memberAt("tara.example");
      const { host } = await memberAt("ravi.example");
      const big = Buffer.alloc(2 * MB, "%PDF-1.4 ");
      expect((await upload({ ...member, token: null }, big)).status).toBe(401);
      expect((await upload({ ...member, host }, big)).status).toBe(401);
      expect((await upload({ ...member, token: "made-up" }, big)).status).toBe(401);
    },
  );
});

describe("busy rows", () => {
  const harness = duringTests(() => restHarness({ lockTimeoutMs: 200 }));
  let fixtures: RestFixtures;
  beforeAll(async () => {
    fixtures = await createRestFixtures(harness);
  });

  /** Runs `work` while another transaction keeps the company's pool locked. */
  const whilePoolIsLocked = (work: () => Promise<void>) =>
    harness.elsewhere().database.db.transaction(async (tx) => {
      await tx.execute(
        sql`SELECT 1 FROM supplies WHERE company_id = ${fixtures.companyId} FOR NO KEY UPDATE`,
      );
      await work();
    });

  const orders = async () => {
    const [row] = await harness.database.sql`SELECT count(*)::int AS n FROM orders`;
    return row?.["n"];
  };

  const PAYMENT = { paymentMethod: "MANUAL", amount: "100" } as const;

  test(
    "REST refuses a call on locked rows with 503 and Retry-After; its key stays unused",
    { tags: ["full"] },
    async () => {
      const token = await tokenOf(fixtures, "member");
      const headers = { "idempotency-key": crypto.randomUUID() };
      const pay = () =>
        harness.send("POST", "/user/package/purchase", { token, headers, json: PAYMENT });
      await whilePoolIsLocked(async () => {
        const refused = await pay();
        expect([refused.status, refused.body.code]).toEqual([503, "DATA_BUSY"]);
        expect(refused.headers.get("retry-after")).toBe("5");
        expect(await orders()).toBe(0);
      });
      expect((await pay()).status).toBe(200);
      expect((await pay()).status).toBe(200);
      expect(await orders()).toBe(1);
    },
  );

  test(
    "tRPC refuses a call on locked rows with 503 and Retry-After, and a retry succeeds",
    { tags: ["full"] },
    async () => {
      const trpc = createTrpcTransport(harness.deps);
      const token = await tokenOf(fixtures, "member");
      const answers: Response[] = [];
      const client = createTRPCClient<AppRouter>({
        links: [
          httpLink({
            url: "https://api.example/trpc",
            headers: { authorization: `Bearer ${token}` },
            fetch: async (url, options) => {
              const answer = await trpc(new Request(url, options), {
                requestId: crypto.randomUUID(),
                ip: "203.0.113.9",
                userAgent: null,
                origin: "https://api.example",
                host: "api.example",
                site: { kind: "platform" },
              });
              answers.push(answer);
              return answer;
            },
          }),
        ],
      });
      await whilePoolIsLocked(async () => {
        const error: unknown = await client.orders.submit.mutate(PAYMENT).catch((e: unknown) => e);
        expect(error instanceof TRPCClientError && error.message).toBe("DATA_BUSY");
        expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
          [503, "5"],
        ]);
      });
      await client.orders.submit.mutate(PAYMENT);
    },
  );
});
