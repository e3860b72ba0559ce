import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@server/access/call/actor";
import { NOBODY } from "@server/access/call/actor";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { isSecurityCall, logRefusal } from "@server/access/throttles/security-events";
import { pdf } from "@server/testing/sample-files";
import { createRestTransport } from "@server/http/rest/rest-transport";
import { createTrpcTransport } from "@server/http/trpc/trpc-transport";
import { resultCode } from "@server/testing/order-harness";
import { memberHarness, PASSWORD } from "@server/testing/member-harness";
import { appRouter, createCaller } from "./router";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let lines: Record<string, unknown>[] = [];
const logger = pino(
  { base: undefined, timestamp: false },
  { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) },
);

beforeEach(async () => {
  companyId = await harness.company();
  lines = [];
});

/** A caller whose events are in `lines`. */
async function callerOf(actor: Actor = NOBODY) {
  const context = await harness.context(actor, { at: companyId });
  return createCaller({ ...context, deps: { ...harness.deps, logger } });
}

const events = () =>
  lines
    .filter(({ msg }) => msg === "security")
    .map(({ security, code, call }) => [security, code, call]);

test(
  "logins, wrong ones and the limit of them are one security event each, without secrets",
  { tags: ["full"] },
  async () => {
    const person = await harness.person(companyId, "USER");
    const api = await callerOf();
    const logIn = (password: string) =>
      resultCode(api.sessions.logIn({ email: person.email, password }));
    expect(await logIn(PASSWORD)).toBe("ok");
    // The network is known since the login, so it has a limit of its own.
    const limit = harness.deps.config.limits.wrongLoginsPerAccount;
    const outcomes: string[] = [];
    for (let at = 0; at < 2 * limit + 1; at += 1) outcomes.push(await logIn("wrong secret"));
    expect(outcomes[0]).toBe("WRONG_LOGIN");
    expect(outcomes.at(-1)).toBe("LOGIN_THROTTLED");
    expect(events()[0]).toEqual(["login", undefined, undefined]);
    expect(lines[0]).toMatchObject({
      personId: person.id,
      companyId,
      role: "USER",
      ip: "203.0.113.7",
      transport: "page",
    });
    const refused = lines.filter(({ security }) => security === "refused");
    expect(refused.map(({ code }) => code)).toEqual(outcomes);
    expect(refused[0]).toMatchObject({ code: "WRONG_LOGIN", call: "sessions.logIn", companyId });
    // Attempts on one account belong together; whose it is stays unknown.
    expect(new Set(refused.map(({ account }) => account)).size).toBe(1);
    expect(JSON.stringify(lines)).not.toMatch(/wrong secret|people\.example|Prelaunch-demo/);
  },
);

test(
  "a factor's and a password's change, a code and a foreign role are security events",
  { tags: ["full"] },
  async () => {
    const person = await harness.person(companyId, "ADMIN");
    const subject = { role: "ADMIN", id: person.id, companyId } as const;
    const { token } = await harness.deps.sessions.start(subject, { ip: "", userAgent: null });
    const session = await harness.deps.sessions.read(token);
    const admin = await callerOf(session?.actor ?? NOBODY);
    await admin.secondStep.begin({ currentPassword: PASSWORD });
    expect(await resultCode(admin.secondStep.confirm({ code: "000000" }))).toBe(
      "SECOND_STEP_WRONG",
    );
    const next = "another pass phrase of tests";
    await admin.passwords.changeOwn({ currentPassword: PASSWORD, newPassword: next });
    expect(await resultCode(admin.orders.listMine({ page: 1, limit: 1 }))).toBe("WRONG_ROLE");
    const visitor = await callerOf();
    await visitor.passwords.requestResetAdmin({ email: person.email });
    expect(events()).toEqual([
      ["factor-begun", undefined, "secondStep.begin"],
      ["refused", "SECOND_STEP_WRONG", "secondStep.confirm"],
      ["password-changed", undefined, "passwords.changeOwn"],
      ["refused", "WRONG_ROLE", "orders.listMine"],
      ["code-requested", undefined, "passwords.requestResetAdmin"],
    ]);
    for (const line of lines.slice(0, 4)) expect(line).toMatchObject({ personId: person.id });
  },
);

test("every call that changes how somebody logs in is a security event or starts a session", () => {
  const silent = Object.keys(appRouter._def.procedures)
    .filter((name) => /^(sessions|passwords|secondStep|registration)\./.test(name))
    .filter((name) => !isSecurityCall(name));
  const reads = ["sessions.me", "sessions.listMine", "passwords.invitation", "secondStep.mine"];
  reads.push("registration.faults", "registration.invitation", "registration.proveEmail");
  const logins = ["logIn", "startAdmin", "finishAdmin", "logInAdmin", "startSuperAdmin"];
  logins.push("finishSuperAdmin", "logInSuperAdmin");
  expect(silent.toSorted()).toEqual(
    [...reads, ...logins.map((name) => `sessions.${name}`)].toSorted(),
  );
});

describe("a line that a transport or a file causes names the request, the person and the company", () => {
  const visit = () => ({
    requestId: "the request",
    ip: "203.0.113.9",
    userAgent: null,
    origin: "https://platform.example",
    host: "platform.example",
    notes: {},
    site: { kind: "platform" } as const,
  });
  /** A member's calls, of which one a minute is allowed. */
  async function limited() {
    const person = await harness.person(companyId, "USER");
    const subject = { role: "USER", id: person.id, companyId } as const;
    const { token } = await harness.deps.sessions.start(subject, { ip: "", userAgent: null });
    const { config } = harness.deps;
    const limits = { ...config.limits, callsPerTokenMinute: 1 };
    const deps = { ...harness.deps, logger, config: { ...config, limits } };
    const who = { role: "USER", personId: person.id, companyId };
    return { deps, who, headers: { authorization: `Bearer ${token}` } };
  }

  test.each([
    ["rest", "/api/v1/user/auth/profile/get", createRestTransport],
    ["trpc", "/trpc/sessions.me", createTrpcTransport],
  ] as const)(
    "the log of a %s call above its limit names the request, the person and the company",
    async (transport, path, create) => {
      const { deps, who, headers } = await limited();
      const call = () =>
        create(deps)(new Request(`https://platform.example${path}`, { headers }), visit());
      await call();
      expect((await call()).status).toBe(429);
      expect(lines.filter(({ code }) => code === "THROTTLED")).toEqual([
        expect.objectContaining({ ...who, transport, requestId: "the request", ip: "203.0.113.9" }),
      ]);
    },
  );

  test("the log of an infected file, a warning, names the request, the person and the company", async () => {
    const { deps, who, headers } = await limited();
    const scanner = { find: () => Promise.resolve("Prelaunch.Test") };
    const form = new FormData();
    form.append("medias", new Blob([new Uint8Array(pdf())]), "slip.pdf");
    const request = new Request("https://platform.example/api/v1/superadmin/media/add", {
      method: "POST",
      headers,
      body: form,
    });
    const answer = await createRestTransport({ ...deps, scanner })(request, visit());
    expect(await answer.json()).toMatchObject({ code: "FILE_INFECTED" });
    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        security: "infected-file",
        found: "Prelaunch.Test",
        ...who,
        transport: "rest",
        requestId: "the request",
        ip: "203.0.113.9",
      }),
    ]);
  });
});

test("a refusal is logged once, and a mistake in a form is no event", () => {
  const from = { requestId: "r", ip: "203.0.113.7" };
  const limit = refuse("THROTTLED", { seconds: 7 });
  for (let at = 0; at < 2; at += 1) logRefusal(logger, limit, "rest", from);
  logRefusal(logger, refuse("CROSS_SITE"), "rest", from);
  logRefusal(logger, refuse("INVALID_INPUT"), "rest", from);
  logRefusal(logger, refuse("NOT_FOUND"), "rest", from);
  expect(events().map(([, code]) => code)).toEqual(["THROTTLED", "CROSS_SITE"]);
});
