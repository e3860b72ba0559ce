import { beforeEach, expect, test } from "vitest";
import { runText } from "@db/client";
import { KEY_SCOPES, type KeyScope } from "@db/vocabulary";
import type { RequestNotes } from "@server/access";
import { mayKeyCall, scopeOf } from "@server/access/rules/key-scopes";
import { appRouter, createCaller } from "@server/http/router";
import { TABLE } from "@server/http/rest/rows/row-table";
import { contractOf } from "@server/http/rest/openapi/row-contract";
import { resultCode } from "@server/testing/order-harness";
import { createRestFixtures } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { restHarness } from "@server/testing/rest-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(restHarness);
let house: RestFixtures;
let uniqueName = 0;
beforeEach(async () => {
  house = await createRestFixtures(harness);
});

/** Makes a key as an owner of the company. */
async function makeKey(scopes: readonly KeyScope[], owner = house.admin) {
  const api = await harness.as(owner);
  return api.machines.addKey({ name: `Key ${(uniqueName += 1)}`, scopes: scopes.join(" ") });
}

const call = (token: string, row: string, json: object = {}, at = house.companyId) => {
  const [method = "", path = ""] = row.split(" ");
  return harness.send(method, path, { token, at, ...(method !== "GET" && { json }) });
};

/** A member's submitted payment with this number. */
async function pay(referenceNumber: string, amount = "100") {
  const token = await harness.tokenFor(house.member);
  const json = { paymentMethod: "MANUAL", amount, referenceNumber };
  const { body } = await harness.send("POST", "/user/package/purchase", { token, json });
  return body.data as { id: string; orderNumber: string };
}

const approve = (token: string, id: string) =>
  call(token, "POST /admin/transaction/approve", { id });

test(
  "a key is shown once; of it only the hash and the first characters are stored",
  { tags: ["full"] },
  async () => {
    const { token, id } = await makeKey(["read"]);
    expect(token).toMatch(/^plk_[\w-]{43}$/);
    const stored = JSON.stringify(
      await runText(
        harness.database.db,
        "SELECT to_jsonb(k) AS key FROM api_keys k UNION ALL SELECT to_jsonb(a) FROM audit_entries a UNION ALL SELECT to_jsonb(i) FROM idempotency_keys i",
        [],
      ),
    );
    expect(stored).toContain(token.slice(0, 10));
    expect(stored).not.toContain(token.slice(4, 30));
    const api = await harness.as(house.admin);
    const { keys } = await api.machines.list();
    expect(keys).toMatchObject([{ id, scopes: ["read"], lastUsedAt: null, endedAt: null }]);
    expect(JSON.stringify(keys)).not.toContain(token);
    const { records } = await api.activity.list({});
    expect(records[0]).toMatchObject({ action: "machine.key-added", actor: { kind: "ADMIN" } });
  },
);

test(
  "a key that both decides and adds entries cannot be made, by no way",
  { tags: ["full"] },
  async () => {
    const api = await harness.as(house.admin);
    const both = api.machines.addKey({ name: "Both", scopes: "decide entries" });
    expect(await resultCode(both)).toBe("KEY_SCOPES_CONFLICT");
    const inserted = harness.database.sql`
    INSERT INTO api_keys (company_id, id, name, scopes, token_hash, prefix, created_by)
    VALUES (${house.companyId}, gen_random_uuid(), 'x', ARRAY['entries','read','decide'], 'x', 'x', gen_random_uuid())`;
    await expect(inserted).rejects.toThrow(/api_keys_duties/);
  },
);

test("only an owner with a recent proof makes a key", async () => {
  const cashier = await harness.person(house.companyId, "ADMIN", { adminRole: "CASHIER" });
  expect(await resultCode(makeKey(["read"], cashier))).toBe("ADMIN_ROLE_TOO_LOW");
  const session = { id: house.admin.id, companyId: house.companyId, sessionId: "old" };
  const old = { role: "ADMIN", adminRole: "OWNER", ...session, isSteppedUp: false } as const;
  const api = createCaller(await harness.context(old, { at: house.companyId }));
  expect(await resultCode(api.machines.addKey({ name: "Old", scopes: "read" }))).toBe(
    "STEP_UP_REQUIRED",
  );
});

test(
  "names of living keys differ, and a company has at most twenty",
  { tags: ["full"] },
  async () => {
    const api = await harness.as(house.admin);
    const first = await api.machines.addKey({ name: "Bank", scopes: "entries" });
    const again = () => resultCode(api.machines.addKey({ name: "BANK", scopes: "read" }));
    expect(await again()).toBe("KEY_NAME_TAKEN");
    await api.machines.endKey({ id: first.id });
    expect(await again()).toBe("ok");
    // The control of the race: without the company's lock more than twenty are made.
    const made = await Promise.all(Array.from({ length: 25 }, () => resultCode(makeKey(["read"]))));
    expect(made.filter((code) => code === "ok")).toHaveLength(19);
    expect(new Set(made)).toEqual(new Set(["ok", "KEYS_FULL"]));
  },
);

// Takes a second: every procedure, by a key of each scope.
test("a key calls the procedures of its scopes and is refused every other one, for each scope", async () => {
  const names = Object.keys(appRouter._def.procedures);
  for (const scope of KEY_SCOPES) {
    const { id } = await makeKey([scope]);
    const before = await harness.rows();
    const key = { name: "Key", scopes: [scope], makerId: house.admin.id };
    const actor = { role: "ADMIN", adminRole: "CASHIER", isSteppedUp: false, key } as const;
    const context = await harness.context(
      { ...actor, id, companyId: house.companyId, sessionId: id },
      { at: house.companyId },
    );
    const passed: string[] = [];
    for (const name of names) {
      const run: unknown = name
        .split(".")
        .reduce<unknown>((at, part) => Reflect.get(Object(at), part), createCaller(context));
      const made = Promise.resolve<unknown>(
        Reflect.apply(run as () => Promise<unknown>, undefined, [{ id, orderId: id }]),
      );
      if ((await resultCode(made)) !== "KEY_SCOPE") passed.push(name);
    }
    expect(passed.toSorted()).toEqual(names.filter((name) => scopeOf(name) === scope).toSorted());
    expect(passed.length).toBeGreaterThan(0);
    expect(await harness.rows()).toBe(before);
  }
});

test("no scope has a call about people, money rules, exports, keys or sessions", () => {
  const names = Object.keys(appRouter._def.procedures);
  const all = names.filter((name) => scopeOf(name) !== undefined);
  expect(
    all.filter((name) => !/^(orders|dashboard|beneficiaries|statements)\./.test(name)),
  ).toEqual([]);
  expect(
    all.filter((name) => /^beneficiaries\./.test(name) && !/\.(list|forAdmin)$/.test(name)),
  ).toEqual([]);
  expect(all.some((name) => mayKeyCall(["decide"], name) && mayKeyCall(["entries"], name))).toBe(
    false,
  );
});

test(
  "over REST each call is open to keys of its scope alone, and no data changes by a refused one",
  { tags: ["full"] },
  async () => {
    for (const scope of KEY_SCOPES) {
      const { token } = await makeKey([scope]);
      const before = await harness.rows();
      for (const row of TABLE) {
        const isAllowed = scopeOf(contractOf(row).procedure) === scope;
        if (isAllowed || row.path.endsWith("/logout")) continue;
        const { body } = await call(token, `${row.method} ${row.path}`);
        expect([row.path, body.status]).toEqual([row.path, "error"]);
      }
      expect(await harness.rows()).toBe(before);
      const people = await call(token, "GET /admin/auth/list");
      expect([people.status, people.body.code]).toEqual([403, "KEY_SCOPE"]);
    }
  },
);

test(
  "a key's lists have Member IDs, and no names, mobiles or proofs",
  { tags: ["full"] },
  async () => {
    const { orderNumber } = await pay("512345678901");
    const { token } = await makeKey(["read"]);
    const { body } = await call(token, "GET /admin/transaction/list");
    const { name, mobile, referralCode } = house.member;
    const user = { referralCode, name: "", mobile: "" };
    expect(body.data).toMatchObject({ records: [{ orderNumber, user, receipt: null }] });
    expect(JSON.stringify(body)).not.toContain(name);
    expect(JSON.stringify(body)).not.toContain(mobile);
  },
);

test(
  "a key decides as itself, and the activity and the order name it",
  { tags: ["full"] },
  async () => {
    const { id } = await pay("512345678902");
    const { token, name } = await makeKey(["decide"]);
    const { body } = await approve(token, id);
    expect(body).toMatchObject({ status: "success", data: { status: "APPROVED" } });
    const api = await harness.as(house.admin);
    const [newest] = (await api.activity.list({ action: "order.approved" })).records;
    // A sign tells it from a person of the same name.
    const shown = `${name} (API)`;
    expect(newest).toMatchObject({ actor: { kind: "KEY", name: shown } });
    expect((await api.activity.list({ actor: "KEY" })).total).toBe(1);
    const { activity } = await api.orders.findForAdmin({ orderId: id });
    expect(activity.at(-1)).toMatchObject({
      action: "order.approved",
      actor: { role: "KEY", name: shown },
    });
    const [decided] = await api.orders.selected({ orderIds: [id] });
    expect(decided?.decidedBy).toBe(shown);
    const [key] = (await api.machines.list()).keys;
    expect(Date.now() - Date.parse(key?.lastUsedAt ?? "")).toBeLessThan(60_000);
  },
);

test(
  "whoever made a key decides with it: no own order is approved, rejected or reversed by it",
  { tags: ["full"] },
  async () => {
    const maker = await harness.person(house.companyId, "ADMIN");
    const { token } = await makeKey(["decide"], maker);
    const own = (id: string) => harness.database.sql`
    UPDATE orders SET member_id = ${maker.id} WHERE id = ${id}`;
    const [first, second] = [await pay("512345678911"), await pay("512345678912")];
    await approve(token, second.id);
    for (const { id } of [first, second]) await own(id);
    const acts = [
      ["approve", first.id],
      ["reject", first.id],
      ["reverse", second.id],
    ] as const;
    const before = await harness.rows();
    for (const [act, id] of acts) {
      const refused = await call(token, `POST /admin/transaction/${act}`, { id, reason: "Mine" });
      expect([act, refused.status, refused.body.code]).toEqual([act, 403, "OWN_ORDER"]);
    }
    expect(await harness.rows()).toBe(before);
    // The control: another owner's key decides about the same orders.
    const { body } = await approve((await makeKey(["decide"])).token, first.id);
    expect(body.status).toBe("success");
  },
);

test(
  "an owner who became a member decides about no own order by the key that stayed",
  { tags: ["full"] },
  async () => {
    const maker = await harness.person(house.companyId, "ADMIN");
    const { token } = await makeKey(["decide"], maker);
    await harness.database
      .sql`UPDATE users SET role = 'USER', admin_role = NULL WHERE id = ${maker.id}`;
    const member = await harness.tokenFor({ ...house.member, id: maker.id });
    const json = { paymentMethod: "MANUAL", amount: "100", referenceNumber: "512345678913" };
    const bought = await harness.send("POST", "/user/package/purchase", { token: member, json });
    const { id } = bought.body.data as { id: string };
    expect((await approve(token, id)).body.code).toBe("OWN_ORDER");
    const [row] = await harness.database.sql`SELECT status FROM orders WHERE id = ${id}`;
    expect(row?.["status"]).toBe("PENDING");
  },
);

test("a new key is mailed to every admin and to the company's contacts", async () => {
  const viewer = await harness.person(house.companyId, "ADMIN", { adminRole: "VIEWER" });
  const { name, token } = await makeKey(["decide"]);
  const [company] = await harness.database
    .sql`SELECT email FROM companies WHERE id = ${house.companyId}`;
  for (const email of [house.admin.email, viewer.email, String(company?.["email"])]) {
    const sent = await harness.sentTo(email, "machineChanged");
    expect(sent).toMatchObject([{ change: "KEY", what: name }]);
    expect(JSON.stringify(sent)).not.toContain(token.slice(4));
  }
});

test("the log of the process names a key as a key", async () => {
  const { token } = await makeKey(["read"]);
  const notes: RequestNotes = {};
  const visit = {
    requestId: "r",
    ip: "203.0.113.9",
    userAgent: null,
    notes,
    origin: "https://platform.example",
    host: "platform.example",
    site: { kind: "platform" } as const,
  };
  const headers = { authorization: `Bearer ${token}` };
  const { createRestTransport } = await import("@server/http/rest/rest-transport");
  const address = "https://platform.example/api/v1/admin/dashboard/get";
  await createRestTransport(harness.deps)(new Request(address, { headers }), visit);
  expect(notes).toMatchObject({ role: "KEY", companyId: house.companyId });
});

test(
  "above the company's sum a key's approval needs people, and a key is neither of the two admins",
  { tags: ["full"] },
  async () => {
    const { id } = await pay("512345678903", "1000");
    await harness.database.sql`
    UPDATE companies SET settings = jsonb_build_object('secondAdminAbovePaise', 50000) WHERE id = ${house.companyId}`;
    const { token } = await makeKey(["decide"]);
    const refused = async () => {
      const { status, body } = await approve(token, id);
      expect([status, body.code]).toEqual([409, "NEEDS_SECOND_ADMIN"]);
    };
    await refused();
    const api = await harness.as(house.admin);
    expect(await api.changes.count()).toBe(0);
    expect(await resultCode(api.orders.approve({ orderId: id }))).toBe("NEEDS_SECOND_ADMIN");
    // A key cannot confirm what its own maker asked for.
    await refused();
    expect(await api.changes.count()).toBe(1);
  },
);

test("an ended key, an unknown one and another company's are refused at once", async () => {
  const { token, id } = await makeKey(["read"]);
  const list = (key: string, at?: string) => call(key, "GET /admin/transaction/list", {}, at);
  expect((await list(token)).status).toBe(200);
  expect((await list(token, house.otherId)).body.code).toBe("NOT_SIGNED_IN");
  expect((await list(`plk_${"A".repeat(43)}`)).body.code).toBe("NOT_SIGNED_IN");
  const other = await harness.as(house.otherAdmin);
  expect(await resultCode(other.machines.endKey({ id }))).toBe("KEY_NOT_FOUND");
  expect((await other.machines.list()).keys).toEqual([]);
  expect((await list(token)).status).toBe(200);
  await (await harness.as(house.admin)).machines.endKey({ id });
  expect((await list(token)).body.code).toBe("NOT_SIGNED_IN");
});

test("another company's key finds no order here, also on the platform's own host", async () => {
  const { id } = await pay("512345678904");
  const { token } = await makeKey(["decide"], house.otherAdmin);
  const answer = await harness.send("POST", "/admin/transaction/approve", { token, json: { id } });
  expect(answer.body.code).toBe("ORDER_NOT_FOUND");
});

test("the keys of a suspended company are refused, and work again once it is open", async () => {
  const { token } = await makeKey(["read"]);
  const list = () => harness.send("GET", "/admin/transaction/list", { token });
  const setStatus = (status: string) =>
    harness.database.sql`UPDATE companies SET status = ${status} WHERE id = ${house.companyId}`;
  await setStatus("SUSPENDED");
  expect((await list()).body.code).toBe("COMPANY_SUSPENDED");
  await setStatus("ACTIVE");
  expect((await list()).status).toBe(200);
});

test("a key needs no second factor where the company asks its admins for one", async () => {
  const { token } = await makeKey(["read"]);
  await harness.database.sql`
    UPDATE companies SET settings = jsonb_build_object('requiresSecondStep', true) WHERE id = ${house.companyId}`;
  expect((await call(token, "GET /admin/transaction/list")).status).toBe(200);
});

test(
  "a key's entry is added as a statement's would be: once, with its payment, by the key",
  { tags: ["full"] },
  async () => {
    await (await harness.as(house.admin)).beneficiaries.add({ upi: "house@bank" });
    await pay("512345678905");
    const { token, name } = await makeKey(["entries"]);
    const entry = {
      bookedOn: "2026-11-01",
      amount: "100",
      narration: "UPI/512345678905/asha@okbank",
    };
    const add = (json: object = entry) => call(token, "POST /admin/statement/entry", json);
    expect((await add()).body).toMatchObject({
      message: "Entry added successfully",
      data: { isAdded: true },
    });
    expect((await add()).body.data).toEqual({ isAdded: false });
    const together = await Promise.all(
      ["2026-11-02", "2026-11-02"].map((bookedOn) =>
        add({ ...entry, bookedOn, narration: "UPI/512345678906/x@bank" }),
      ),
    );
    const answers = together
      .map(({ body }) => body.data)
      .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
    expect(answers).toEqual([{ isAdded: false }, { isAdded: true }]);
    const api = await harness.as(house.admin);
    const { lines, counts } = await api.statements.lines({});
    expect(counts.OPEN).toBe(2);
    expect(lines.map(({ amountPaise }) => amountPaise)).toEqual([10_000, 10_000]);
    expect((await api.statements.list()).statements).toEqual([]);
    const { records } = await api.activity.list({ action: "statement.entry-added" });
    expect(records[0]?.actor).toMatchObject({ kind: "KEY", name: `${name} (API)` });
    expect((await add({ ...entry, accountId: house.member.id })).body.code).toBe(
      "BENEFICIARY_NOT_FOUND",
    );
  },
);

test(
  "a key has a limit of calls of its own, and the tRPC transport takes no keys",
  { tags: ["full"] },
  async () => {
    const { token, id } = await makeKey(["read"]);
    const { config } = harness.deps;
    const limits = { ...config.limits, callsPerTokenMinute: 1 };
    const { createRestTransport } = await import("@server/http/rest/rest-transport");
    const { createTrpcTransport } = await import("@server/http/trpc/trpc-transport");
    const visit = {
      requestId: "r",
      ip: "203.0.113.9",
      userAgent: null,
      notes: {},
      origin: "https://platform.example",
      host: "platform.example",
      site: { kind: "platform" } as const,
    };
    const headers = { authorization: `Bearer ${token}` };
    const deps = { ...harness.deps, config: { ...config, limits } };
    const ask = (path: string, create = createRestTransport) =>
      create(deps)(new Request(`https://platform.example${path}`, { headers }), visit);
    expect((await ask("/api/v1/admin/dashboard/get")).status).toBe(200);
    expect((await ask("/api/v1/admin/dashboard/get")).status).toBe(429);
    expect((await ask("/trpc/dashboard.admin", createTrpcTransport)).status).toBe(401);
    expect((await ask(`/api/v1/media/${id}`)).status).toBe(429);
  },
);
