import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { findCompany, findCompanyByHost } from "@server/sites/queries/companies";
import { claimHostsToCheck } from "@server/sites/queries/hosts";
import { loginThrottles } from "@db/schema";
import { refusalFrom } from "@server/access/call/refusal-from";
import type { HostProbe } from "@server/sites/hosts/host-probe";
import type { Deps } from "@server/access/call/context";
import { type Caller, createCaller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import { memberHarness } from "@server/testing/member-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let root: Caller;
let counter = 0;
beforeAll(async () => {
  root = await harness.asSuperAdmin();
});

describe("hosts", () => {
  let companyId: string;
  beforeEach(async () => {
    companyId = await harness.company();
  });
  const host = () => `shop${(counter += 1)}.example`;

  test(
    "hosts are live at once in every instance, in normalised form",
    { tags: ["full"] },
    async () => {
      const name = host();
      const added = await root.domains.add({
        host: `https://${name.toUpperCase()}:8443/x`,
        companyId,
      });
      expect(added).toMatchObject({ host: name, companyId });
      const there = harness.elsewhere();
      expect((await findCompanyByHost(there.deps.database.db, name))?.id).toBe(companyId);
      expect((await root.domains.list({ companyId })).records).toEqual([added]);
      expect((await root.domains.list({ search: name.toUpperCase() })).total).toBe(1);
      await root.domains.remove({ id: added.id });
      expect(await findCompanyByHost(there.deps.database.db, name)).toBeUndefined();
      const actions = (await harness.audited(added.id)).map((line) => line.action);
      expect(actions.toSorted()).toEqual(["domain.added", "domain.deleted"]);
      expect(await resultCode(root.domains.remove({ id: added.id }))).toBe("DOMAIN_NOT_FOUND");
    },
  );

  test(
    "hosts are checked when added and on request, and the page lists the DNS records to set",
    { tags: ["full"] },
    async () => {
      const asked: string[] = [];
      const names: Record<string, string[] | null> = {
        "us.asha.in": ["127.0.0.1"],
        "here.asha.in": ["127.0.0.1"],
        "away.asha.in": ["8.8.8.8"],
        "half.asha.in": ["127.0.0.1", "8.8.8.8"],
        "inside.asha.in": ["10.0.0.1"],
        "silent.asha.in": null,
      };
      const probe: HostProbe = {
        addressesOf: (name) => Promise.resolve(name in names ? (names[name] ?? null) : []),
        certificateAt: (address, port, name) => {
          asked.push(`${name} ${address}:${port}`);
          return Promise.resolve({ certificate: "VALID", until: new Date("2031-01-01") });
        },
      };
      const look = async (name: string, appOrigin: string) => {
        const config = { ...harness.deps.config, appOrigin, publicAddress: ["us.asha.in"] };
        const deps: Deps = { ...harness.deps, config, hostProbe: probe };
        const context = await harness.context({
          role: "SUPER_ADMIN",
          id: newId(),
          sessionId: "test",
          isSteppedUp: true,
          hasSecondFactor: true,
        });
        const api = createCaller({ ...context, deps });
        const added = await api.domains.add({ host: name, companyId });
        const [seen] = await api.domains.watch({ companyId });
        await api.domains.remove({ id: added.id });
        return seen;
      };
      const secure = "https://localhost:8443";
      const dns = async (name: string) => (await look(name, secure))?.health;
      expect(await dns("here.asha.in")).toEqual({
        dns: "HERE",
        addresses: ["127.0.0.1"],
        certificate: "VALID",
        certificateUntil: "2031-01-01T00:00:00.000Z",
      });
      expect(await dns("away.asha.in")).toMatchObject({ dns: "ELSEWHERE", certificate: "VALID" });
      expect(await dns("half.asha.in")).toMatchObject({ dns: "ELSEWHERE" });
      // A host name must not cause requests inside our own network.
      expect(await dns("inside.asha.in")).toMatchObject({ dns: "PRIVATE", certificate: "UNKNOWN" });
      expect(await dns("gone.asha.in")).toMatchObject({ dns: "NOWHERE", certificate: "UNKNOWN" });
      expect(await dns("silent.asha.in")).toMatchObject({ dns: "UNKNOWN", certificate: "UNKNOWN" });
      expect(asked).toEqual([
        "here.asha.in 127.0.0.1:8443",
        "away.asha.in 8.8.8.8:8443",
        "half.asha.in 127.0.0.1:8443",
      ]);
      const plain = await look("here.asha.in", "http://localhost:3000");
      expect(plain?.health).toMatchObject({ dns: "HERE", certificate: "UNUSED" });
      const record = { type: "CNAME", name: "here.asha.in", value: "us.asha.in" };
      expect(plain?.records).toEqual([record]);
    },
  );

  test("hosts are checked in turn, each by one instance", { tags: ["full"] }, async () => {
    const added = await Promise.all(
      Array.from({ length: 20 }, () => root.domains.add({ host: host(), companyId })),
    );
    const there = harness.elsewhere().deps.database.db;
    const rounds = await Promise.all(
      [harness.database.db, there, there].map((db) => claimHostsToCheck(db, 16)),
    );
    const taken = rounds.flat().map(({ id }) => id);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toEqual(expect.arrayContaining(added.map(({ id }) => id)));
    expect(await claimHostsToCheck(there, 16)).toEqual([]);
  });

  test(
    "added and removed hosts are mailed to the company's admins and contacts",
    { tags: ["full"] },
    async () => {
      const viewer = await harness.person(companyId, "ADMIN", {
        adminRole: "VIEWER",
        language: "hi",
      });
      const invited = await harness.person(companyId, "ADMIN", { passwordHash: null });
      const name = host();
      const { id } = await root.domains.add({ host: name, companyId });
      expect(await harness.sentTo(invited.email, "hostChanged")).toEqual([]);
      expect(await harness.sentTo(viewer.email, "hostChanged")).toEqual([
        { change: "ADDED", host: name },
      ]);
      await root.domains.remove({ id });
      expect(await harness.sentTo(viewer.email, "hostChanged")).toContainEqual({
        change: "REMOVED",
        host: name,
      });
      const company = await findCompany(harness.database.db, companyId);
      expect(await harness.sentTo(company?.email ?? "", "hostChanged")).toHaveLength(2);
    },
  );

  test("hosts that a company lost are given to no other one for an hour, and back to it at once", async () => {
    const name = host();
    const other = await harness.company();
    const { id } = await root.domains.add({ host: name, companyId });
    await root.domains.remove({ id });
    const elsewhere = () => resultCode(root.domains.add({ host: name, companyId: other }));
    expect(await elsewhere()).toBe("HOST_JUST_REMOVED");
    expect((await root.domains.list({ search: name })).total).toBe(0);
    const back = await root.domains.add({ host: name, companyId });
    expect(await elsewhere()).toBe("HOST_TAKEN");
    await root.domains.remove({ id: back.id });
    const { db } = harness.database;
    const age = (seconds: number) =>
      db.update(loginThrottles).set({
        windowEndsAt: sql`${loginThrottles.windowEndsAt} - make_interval(secs => ${seconds})`,
      });
    await age(3540);
    const refused = await root.domains.add({ host: name, companyId: other }).catch(refusalFrom);
    expect(refused).toMatchObject({ code: "HOST_JUST_REMOVED", retryAfterSeconds: 60 });
    await age(61);
    expect(await elsewhere()).toBe("ok");
  });

  test(
    "a lost host is refused also to a call that adds it while the removal commits",
    { tags: ["full"] },
    async () => {
      const name = host();
      const other = await harness.company();
      const { id } = await root.domains.add({ host: name, companyId });
      const outcomes = await Promise.all([
        resultCode(root.domains.remove({ id })),
        ...Array.from({ length: 6 }, () =>
          resultCode(root.domains.add({ host: name, companyId: other })),
        ),
      ]);
      expect(outcomes[0]).toBe("ok");
      expect(outcomes.slice(1)).not.toContain("ok");
      expect((await root.domains.list({ search: name })).total).toBe(0);
    },
  );

  test("a host belongs to one company, even when claimed concurrently", async () => {
    const name = host();
    const other = await harness.company();
    const outcomes = await Promise.all(
      [companyId, other, companyId, other].map((claimant) =>
        resultCode(root.domains.add({ host: name, companyId: claimant })),
      ),
    );
    expect(outcomes.toSorted()).toEqual(["HOST_TAKEN", "HOST_TAKEN", "HOST_TAKEN", "ok"]);
  });

  test.each(["", "a b", "-x.example", "127.0.0.1", "[::1]", "x@y.example", "a..b", "%2e.example"])(
    "the text %j is rejected as a host",
    async (name) => {
      const call = root.domains.add({ host: name, companyId });
      expect(await resultCode(call)).toBe(name === "" ? "HOST_REQUIRED" : "HOST_INVALID");
    },
  );

  test("a host needs an existing company", async () => {
    const name = host();
    expect(await resultCode(root.domains.add({ host: name, companyId: newId() }))).toBe(
      "COMPANY_NOT_FOUND",
    );
    expect(await resultCode(root.domains.add({ host: name, companyId: "" }))).toBe(
      "COMPANY_REQUIRED",
    );
  });
});
