import { TRPCClientError, createTRPCClient, httpLink } from "@trpc/client";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppRouter } from "@server/http/router";
import { createRestFixtures, tokenOf } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { type RestHarness, restHarness } from "@server/testing/rest-harness";
import { createTrpcTransport } from "@server/http/trpc/trpc-transport";

let harness: RestHarness;
let fixtures: RestFixtures;
beforeAll(async () => {
  harness = await restHarness({ lockTimeoutMs: 200 });
  fixtures = await createRestFixtures(harness);
});
afterAll(() => harness.close());

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

test("REST refuses a call on locked rows with 503 and Retry-After; its key stays unused", async () => {
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
});

test("tRPC refuses a call on locked rows with 503 and Retry-After, and a retry succeeds", async () => {
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
});
