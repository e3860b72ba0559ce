import { spawn, spawnSync } from "node:child_process";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "@db/embedded/home";
import { createRestTransport } from "@server/http/rest/rest-transport";
import { createMessageSender, type MessageSender } from "@server/messages/delivery/wire-lanes";
import { createWebhookTransport } from "@server/messages/delivery/webhook-transport";
import { findCompany } from "@server/sites/queries/companies";
import type { Site } from "@server/sites/site";
import { type HttpHarness, startHttp } from "@server/testing/http-harness";
import { type MemberHarness, memberHarness, type UserRow } from "@server/testing/member-harness";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe.skipIf(!hasPython)("the client in Python of the documentation (needs python3)", () => {
  let harness: MemberHarness;
  let site: HttpHarness;
  let sender: MessageSender;
  let owner: UserRow;
  beforeAll(async () => {
    harness = await memberHarness({ config: { demo: true, smsWebhookUrl: null } });
    const companyId = await harness.company();
    owner = await harness.person(companyId, "ADMIN");
    site = await startHttp({
      transports: { rest: createRestTransport(harness.deps) },
      async resolveSite(): Promise<Site> {
        const company = await findCompany(harness.database.db, companyId);
        return company ? { kind: "company", company, isPlatform: false } : { kind: "unknown" };
      },
    });
    const unused = () => Promise.reject(new Error("Nobody is mailed here."));
    sender = createMessageSender({
      database: harness.database,
      secrets: harness.deps.secrets,
      readMailing: unused,
      mail: { send: unused, close: () => undefined },
      sms: { send: unused },
      logger: pino({ level: "silent" }),
      keepParams: true,
      pollMs: 100,
      connections: { EMAIL: 1, SMS: 1 },
      webhooks: createWebhookTransport({ isDemo: true }),
    });
  });
  afterAll(async () => {
    await sender.stop();
    await site.close();
    await harness.close();
  });

  test(
    "it registers, buys, adds an entry, approves, and receives the events",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const api = await harness.as(owner);
      await api.beneficiaries.add({ upi: "house@bank" });
      const port = await freePort();
      const { secret } = await api.machines.addEndpoint({
        url: `http://127.0.0.1:${port}/`,
        events: "member.registered order.submitted order.approved",
      });
      const entries = await api.machines.addKey({ name: "Bank", scopes: "entries" });
      const decide = await api.machines.addKey({ name: "Desk", scopes: "decide" });
      const client = spawn("python3", ["docs/machine-client.py"], {
        env: {
          ...process.env,
          SITE: `http://127.0.0.1:${site.port}`,
          HOOK_PORT: String(port),
          HOOK_SECRET: secret,
          ENTRIES_KEY: entries.token,
          DECIDE_KEY: decide.token,
          PYTHONUNBUFFERED: "1",
        },
      });
      let said = "";
      client.stdout.on("data", (text) => (said += String(text)));
      client.stderr.on("data", (text) => (said += String(text)));
      const ended = new Promise((resolve) => client.once("exit", resolve));
      await vi.waitUntil(() => said.includes("mailed to") || client.exitCode !== null, {
        timeout: 20_000,
      });
      const [, email = ""] = /mailed to (\S+): /.exec(said) ?? [];
      const [code] = await harness.sentTo(email, "registrationCode");
      client.stdin.write(`${code?.code}\n`);
      sender.start();
      expect([await ended, said]).toEqual([0, expect.stringContaining("order.approved PUR-")]);
      expect(said).toMatch(/member\.registered \w+[^]*order\.submitted PUR-[^]*order\.approved/);
      const [line] = (await api.statements.lines({ status: "MATCHED" })).lines;
      expect(line).toMatchObject({ orderStatus: "APPROVED" });
      expect((await api.machines.list()).deliveries.map(({ status }) => status)).toEqual([
        "SENT",
        "SENT",
        "SENT",
      ]);
    },
  );
});
