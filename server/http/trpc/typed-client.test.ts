import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findCompany } from "@server/sites/queries/companies";
import type { Site } from "@server/sites/site";
import { createRestTransport } from "@server/http/rest/rest-transport";
import { type MemberHarness, PASSWORD, memberHarness } from "@server/testing/member-harness";
import { type HttpHarness, startHttp } from "@server/testing/http-harness";
import { buy, memberClient } from "@server/testing/typed-client";
import { createTrpcTransport } from "./trpc-transport";

let harness: MemberHarness;
let site: HttpHarness;
let companyId: string;
beforeAll(async () => {
  harness = await memberHarness();
  companyId = await harness.company();
  site = await startHttp({
    transports: {
      rest: createRestTransport(harness.deps),
      trpc: createTrpcTransport(harness.deps),
    },
    async resolveSite(): Promise<Site> {
      const company = await findCompany(harness.database.db, companyId);
      return company ? { kind: "company", company, isPlatform: false } : { kind: "unknown" };
    },
  });
});
afterAll(async () => {
  await site.close();
  await harness.close();
});

test("the document's example is the code that this test runs", async () => {
  const document = await readFile(new URL("../../../docs/api.md", import.meta.url), "utf8");
  const [, example] = /^```ts\n(.*?)^```$/ms.exec(document) ?? [];
  const code = await readFile(new URL("../../testing/typed-client.ts", import.meta.url), "utf8");
  expect(example).toBe(code);
});

test("a typed client logs in, buys, and gets refusal codes", { tags: ["full"] }, async () => {
  const { email } = await harness.person(companyId, "USER");
  const address = `http://127.0.0.1:${site.port}`;
  const member = await memberClient(address, email, PASSWORD);
  const orderNumber = await buy(member, "100");
  expect(orderNumber).toMatch(/^PUR-\d{6,}$/);
  const { records } = await member().orders.listMine.query({});
  expect(records).toMatchObject([{ orderNumber, amountPaise: 10_000, status: "PENDING" }]);
  expect(await buy(member, "1")).toBe("BELOW_ONE_TOKEN");

  const key = crypto.randomUUID();
  const orders = await Promise.all(
    [1, 2].map(() => member(key).orders.create.mutate({ amount: "200" })),
  );
  expect(orders[0]?.orderNumber).toBe(orders[1]?.orderNumber);
  await expect(memberClient(address, email, "wrong")).rejects.toThrow(
    "The email or the password is not right.",
  );
});

test.each([
  ["GET", "/trpc/orders.create", undefined, 405, "METHOD_NOT_ALLOWED"],
  ["DELETE", "/trpc/dashboard.admin", undefined, 405, "METHOD_NOT_ALLOWED"],
  ["POST", "/trpc/registration.requestCode", "{", 400, "MALFORMED_BODY"],
  ["POST", "/trpc/registration.requestCode", "no JSON", 400, "MALFORMED_BODY"],
  ["GET", "/trpc/registration.invitation?input=%7B", undefined, 400, "MALFORMED_BODY"],
])(
  "%s %s with the body %j is refused by its code, and not as a fault",
  async (method, path, body, status, code) => {
    const member = await harness.person(companyId, "USER");
    const { token } = await harness.deps.sessions.start(
      { role: "USER", id: member.id, companyId },
      { ip: "", userAgent: null },
    );
    const answer = await fetch(`http://127.0.0.1:${site.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    expect(text).not.toContain("INTERNAL");
    expect([answer.status, text]).toEqual([status, expect.stringContaining(code)]);
  },
);

test.each(["", "k".repeat(201), "zwei Worte"])(
  "an invalid idempotency key is refused: %j",
  async (key) => {
    const member = await harness.person(companyId, "USER");
    const { token } = await harness.deps.sessions.start(
      { role: "USER", id: member.id, companyId },
      { ip: "", userAgent: null },
    );
    const answer = await fetch(`http://127.0.0.1:${site.port}/trpc/orders.create`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify({ amount: "100" }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("IDEMPOTENCY_KEY_INVALID");
  },
);
