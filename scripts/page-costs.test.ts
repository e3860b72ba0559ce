/** @module-tag full */
import path from "node:path";
import {
  type AppLoadContext,
  data,
  type EntryContext,
  redirect,
  type ServerBuild,
} from "@remix-run/node";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { insertHost } from "@server/sites/queries/hosts";
import { countRoundTrips, type RoundTripCounter } from "@db/testing/round-trips";
import { readsAcrossCompanies } from "@db/testing/tenancy";
import { createFigures } from "@server/platform/running/figures";
import { beginPageReads, createSiteReader } from "@server/http/pages/page-context";
import { type HttpHarness, startHttp } from "@server/testing/http-harness";
import { type MemberHarness, memberHarness } from "@server/testing/member-harness";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { createPageTransport } from "@server/http/pages/page-transport";
import { handleError } from "../app/entry.server";
import * as root from "../app/root";
import routes from "../app/routes";
import remixOptions from "../remix.config.js";

/** Loaders of a page's routes run in this file, its components do not. */
let fixtures: MemberHarness;
let counter: RoundTripCounter;
let http: HttpHarness;
let member: string;
let admin: string;
/** Logs the same two people in again, and returns the cookies of their new sessions. */
let newSessions: () => Promise<{ member: string; admin: string }>;
/** Adds a member or admin whose pages are not counted yet; each call of the result logs in. */
let newPerson: (role: "USER" | "ADMIN") => Promise<() => Promise<string>>;

const HOST = "costs.example";
const AMOUNT = "1000";
/** An order of each state that has a page of its own. */
const orders = { open: "", pending: "", approved: "", hash: "" };

beforeAll(async () => {
  fixtures = await memberHarness();
  counter = await countRoundTrips(fixtures.database.url);
  const deps = { ...fixtures.elsewhere(counter.url).deps, figures: createFigures() };
  const build = await buildOfLoaders();
  http = await startHttp({
    config: { trustedProxies: 1 },
    resolveSite: createSiteReader(deps),
    beginPage: (request) => beginPageReads(deps, request),
    transports: {
      page: createPageTransport(deps, () => Promise.resolve(build), {
        dev: false,
        wordFiles: () => [],
      }),
    },
  });
  const companyId = await fixtures.company();
  await insertHost(fixtures.database.db, HOST, companyId);
  const buyer = await fixtures.person(companyId, "USER");
  const boss = await fixtures.person(companyId, "ADMIN");
  const [asBuyer, asBoss] = await Promise.all([fixtures.as(buyer), fixtures.as(boss)]);
  const pay = async () => {
    const { orderNumber } = await asBuyer.orders.create({ amount: AMOUNT });
    await asBuyer.orders.submit({
      purchaseId: orderNumber,
      paymentMethod: "MANUAL",
      amount: AMOUNT,
      referenceNumber: newId().replaceAll("-", "").slice(-16),
      consent: true,
    });
    return orderNumber;
  };
  orders.approved = await pay();
  const [waiting] = (await asBoss.orders.list({})).records;
  await asBoss.orders.approve({
    orderId: waiting?.id ?? "",
  });
  orders.pending = await pay();
  orders.open = (await asBuyer.orders.create({ amount: AMOUNT })).orderNumber;
  orders.hash = (await asBuyer.stock.mine({ page: 1, limit: 1 })).records[0]?.transactionHash ?? "";
  const logIn = async ({ id, role }: typeof buyer) => {
    const { token } = await fixtures.deps.sessions.start(
      { id, role, companyId },
      { ip: "203.0.113.7", userAgent: null },
    );
    return `prelaunch_${role === "USER" ? "user" : "admin"}=${token}`;
  };
  newPerson = async (role) => {
    const person = await fixtures.person(companyId, role);
    return () => logIn(person);
  };
  newSessions = async () => ({ member: await logIn(buyer), admin: await logIn(boss) });
  ({ member, admin } = await newSessions());
});
afterAll(async () => {
  await http.close();
  await counter.close();
  await fixtures.close();
});

/** Builds the product's routes and `more`; a page is the data that its loaders return. */
async function buildOfLoaders(more: readonly object[] = []): Promise<ServerBuild> {
  interface Entry {
    id?: string;
    file: string;
    path?: string;
    index?: boolean;
    children?: Entry[];
  }
  const flat = (entries: readonly Entry[], parentId: string): [string, object][] =>
    entries.flatMap(({ id = "", file, children = [], ...entry }) => {
      const known = { ...entry, file, id: id || file.replace(/\.tsx?$/, ""), parentId };
      return [[known.id, known] as [string, object], ...flat(children, known.id)];
    });
  const listed: [string, object][] = [["root", { id: "root", path: "" }]];
  listed.push(...flat(routes, "root"));
  const modules = import.meta.glob<object>("../app/routes/**/*.{ts,tsx}");
  const known = await Promise.all(
    listed.map(async ([id, entry]) => {
      const file = "file" in entry ? path.posix.join("../app", String(entry.file)) : null;
      const module = file === null ? root : await modules[file]?.();
      return [id, { ...entry, module }] as const;
    }),
  );
  known.push(...more.map((route) => [(route as { id: string }).id, route] as (typeof known)[0]));
  const manifest = Object.fromEntries(
    known.map(([id, route]) => [
      id,
      { ...route, module: "", hasLoader: "loader" in (route.module ?? {}) },
    ]),
  );
  return {
    entry: {
      module: {
        handleError,
        default: (
          _request: Request,
          status: number,
          headers: Headers,
          { staticHandlerContext: { loaderData, actionData } }: EntryContext,
          { caller }: AppLoadContext,
        ) => {
          const markup = `<html nonce="${caller.request.nonce}">${JSON.stringify({ loaderData, actionData })}</html>`;
          headers.set("content-type", "text/html; charset=utf-8");
          headers.append("vary", "cookie, accept-language");
          return new Response(markup, { status, headers });
        },
      },
    },
    routes: Object.fromEntries(known),
    assets: { entry: { imports: [], module: "" }, routes: manifest, url: "", version: "" },
    future: remixOptions.future,
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
    mode: "production",
  } as unknown as ServerBuild;
}

async function costOf(page: string, cookie: string) {
  const ask = () => http.ask(page, { headers: { host: HOST, cookie } });
  // The first answer reads the totals that are cached for 20 seconds.
  expect((await ask()).status, page).toBe(200);
  const recorded = await counter.record(ask);
  // Pages are counted in batches, which are written now and then (call-counts.test.ts).
  const trips = recorded.filter(({ statements }) => !statements.join().includes("login_throttles"));
  return { statements: trips.flatMap((trip) => trip.statements) };
}

/** Member pages and the most statements of each, with those of the site and the session. */
const MEMBER_PAGES: [page: () => string, statements: number][] = [
  [() => "/user/dashboard", 7],
  [() => "/user/dashboard?stock=myStock&page=2", 8],
  [() => "/user/ranking", 7],
  [() => "/user/buy-token", 6],
  [() => `/user/payment?purchaseId=${orders.open}`, 11],
  [() => `/user/payment?purchaseId=${orders.pending}`, 11],
  [() => "/user/payment-history", 6],
  [() => `/user/payment-history?status=ALL&receipt=${orders.approved}`, 8],
  [() => "/user/referral", 8],
  [() => "/user/referral?part=members", 6],
  [() => "/user/referral?part=rewards", 8],
  [() => "/user/notices", 6],
  [() => "/user/launch", 8],
  [() => "/user/profile", 10],
  [() => `/user/dashboard/allocation/${orders.hash}`, 5],
  [() => "/user/dashboard.data", 7],
];

// Takes seconds: the first visit of a page loads its modules.
test("a member's page keeps its budget of statements", async () => {
  for (const [page, statements] of MEMBER_PAGES) {
    const cost = await costOf(page(), member);
    expect.soft(cost.statements.length, page()).toBeLessThanOrEqual(statements);
  }
});

test("a session that is extended costs a member's page no statement that it waits for", async () => {
  await fixtures.database.sql`UPDATE sessions SET expires_at = now() + interval '1 hour'`;
  const trips = await counter.record(() =>
    http.ask("/user/dashboard", { headers: { host: HOST, cookie: member } }),
  );
  // The page does not wait for the extension itself.
  const awaited = trips
    .flatMap(({ statements }) => statements)
    .filter((text) => /^\s*select/i.test(text));
  expect(awaited.length).toBeLessThanOrEqual(6);
  const [left] = await fixtures.database
    .sql`SELECT min(expires_at) > now() + interval '13 days' AS "isExtended" FROM sessions WHERE user_id IN (SELECT id FROM users WHERE role = 'USER')`;
  expect(left).toEqual({ isExtended: true });
});

/** Starts a server with its own limits, and returns how to ask for its pages from a network. */
async function limitedPages(of: { pagesPerSessionMinute: number; pagesPerAddressMinute: number }) {
  const { deps } = fixtures.elsewhere();
  const limits = { ...deps.config.limits, ...of };
  const build = await buildOfLoaders();
  const limited = await startHttp({
    config: { trustedProxies: 1 },
    resolveSite: createSiteReader(deps),
    beginPage: (request) => beginPageReads(deps, request),
    transports: {
      page: createPageTransport(
        { ...deps, config: { ...deps.config, limits } },
        () => Promise.resolve(build),
        { dev: false, wordFiles: () => [] },
      ),
    },
  });
  const ask = async (page: string, cookie: string, network = "203.0.113.1") =>
    limited.ask(page, { headers: { host: HOST, cookie, "x-forwarded-for": network } });
  return { ask, close: () => limited.close() };
}

test(
  "pages are limited per person and, without a session, per network",
  { tags: ["full"] },
  async () => {
    const { ask, close } = await limitedPages({
      pagesPerSessionMinute: 4,
      pagesPerAddressMinute: 3,
    });
    const times = async (count: number, ...asked: Parameters<typeof ask>) => {
      const statuses: number[] = [];
      for (let at = 0; at < count; at += 1) statuses.push((await ask(...asked)).status);
      return statuses;
    };
    // A made-up cookie counts for its network.
    expect(await times(2, "/privacy-policy", "a=b")).toEqual([200, 200]);
    expect(await times(2, "/user/dashboard", "prelaunch_user=made-up")).toEqual([302, 429]);
    const refused = await ask("/", "a=b");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.text).toContain("<h1>");
    // A member of that network is not affected, nor is another network.
    const [asMember, asAdmin] = [await newPerson("USER"), await newPerson("ADMIN")];
    expect(await times(5, "/user/referral", await asMember())).toEqual([200, 200, 200, 200, 429]);
    expect(await times(1, "/admin/activity", await asAdmin())).toEqual([200]);
    expect(await times(1, "/privacy-policy", "a=b", "203.0.113.2")).toEqual([200]);
    await close();
  },
);

test(
  "further sessions give a person no more pages, and take none from others",
  { tags: ["full"] },
  async () => {
    const { ask, close } = await limitedPages({
      pagesPerSessionMinute: 3,
      pagesPerAddressMinute: 99,
    });
    const [logIn, logInOther] = [await newPerson("USER"), await newPerson("USER")];
    const [one, two] = [await logIn(), await logIn()];
    const statuses: number[] = [];
    for (const cookie of [one, two, one, two, one, await logIn()]) {
      statuses.push((await ask("/user/referral", cookie)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    expect((await ask("/user/referral", await logInOther())).status).toBe(200);
    await close();
  },
);

/** Admin pages with the most statements that each may send. */
const ADMIN_PAGES: [page: string, statements: number][] = [
  ["/admin/dashboard", 12],
  ["/admin/usermanage", 7],
  ["/admin/purchaserequest", 11],
  ["/admin/payments", 28],
  ["/admin/payments?form=list", 12],
  ["/admin/payments?tab=bank", 9],
  ["/admin/payments?tab=bank&step=import", 7],
  ["/admin/payments?tab=unallocated", 8],
  ["/admin/beneficiary", 6],
  ["/admin/changes", 4],
  ["/admin/machines", 6],
  ["/admin/announcements", 4],
  ["/admin/settings", 14],
  ["/admin/activity", 6],
  ["/admin/security", 7],
];

test("a stranger's start costs its site's statement until the company changes", async () => {
  const ask = () => http.ask("/", { headers: { host: HOST } });
  const nonces: (string | undefined)[] = [];
  const read = async () => {
    const trips = await counter.record(async () => {
      const { text } = await ask();
      nonces.push(/<html nonce="([^"]+)"/.exec(text)?.[1]);
    });
    return trips
      .flatMap((trip) => trip.statements)
      .filter((text) => !text.includes("login_throttles")).length;
  };
  await ask();
  expect([await read(), await read()]).toEqual([1, 1]);
  await fixtures.database
    .sql`UPDATE companies SET fee_bps = fee_bps + 1 WHERE id = (SELECT company_id FROM domains WHERE host = ${HOST})`;
  expect(await read()).toBeGreaterThan(1);
  expect(await read()).toBe(1);
  expect(new Set(nonces).size).toBe(4);
  // A copy counts as an answer of its page, too.
  const counted = async () => {
    const { text } = await http.ask("/metrics");
    return Number(/http_route_duration_seconds_count\{route="\/"\} (\d+)/.exec(text)?.[1]);
  };
  const before = await counted();
  await ask();
  expect((await counted()) - before).toBe(1);
});

test("purchase requests are listed after the moment from which new ones are counted", async () => {
  const { statements } = await costOf("/admin/purchaserequest", admin);
  const moment = statements.findIndex((text) => text.includes("pg_current_snapshot"));
  const list = statements.findIndex((text) => /from "orders".* limit /is.test(text));
  expect(moment).toBeGreaterThan(-1);
  expect(list).toBeGreaterThan(moment);
});

test("an admin's page keeps its budget of statements", async () => {
  for (const [page, statements] of ADMIN_PAGES) {
    const cost = await costOf(page, admin);
    expect.soft(cost.statements.length, page).toBeLessThanOrEqual(statements);
  }
});

test("a page shows what is stored now, and its person alone", { tags: ["full"] }, async () => {
  const ask = (cookie: string) => http.ask("/user/profile", { headers: { host: HOST, cookie } });
  const own = await newSessions();
  expect((await ask(own.member)).status).toBe(200);
  await fixtures.database.sql`UPDATE users SET name = 'Someone Renamed' WHERE role = 'USER'`;
  const renamed = await ask(own.member);
  expect(renamed.text).toContain("Someone Renamed");
  expect(renamed.headers).toMatchObject({
    "cache-control": "private, no-store",
    "content-type": "text/html; charset=utf-8",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  expect(renamed.headers.vary).toContain("cookie");
  // Visitors, admins and ended sessions do not get it.
  for (const cookie of ["a=b", "prelaunch_user=made-up", own.admin]) {
    const answer = await ask(cookie);
    expect(answer.status, cookie).toBe(302);
    expect(answer.text).not.toContain("Someone Renamed");
  }
  await fixtures.database
    .sql`DELETE FROM sessions WHERE id = (SELECT id FROM sessions WHERE user_id IN (SELECT id FROM users WHERE role = 'USER') ORDER BY created_at DESC LIMIT 1)`;
  expect((await ask(own.member)).status).toBe(302);
});

test("a page has a nonce of its own each time, and no body for HEAD", async () => {
  const asked = { headers: { host: HOST, cookie: member } };
  const nonces: string[] = [];
  for (const time of [1, 2]) {
    const { text, headers } = await http.ask("/user/referral", asked);
    const [, nonce = ""] = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"])) ?? [];
    expect(text, String(time)).toContain(`<html nonce="${nonce}">`);
    nonces.push(nonce);
  }
  expect(new Set(nonces).size).toBe(2);
  const head = await http.ask("/user/referral", { method: "HEAD", ...asked });
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
});

test("a script gets a page's data, not its markup", async () => {
  const answer = await http.ask("/user/referral.data", { headers: { host: HOST, cookie: member } });
  expect(answer.headers["content-type"]).toBe("text/x-script; charset=utf-8");
  expect(answer.text).not.toContain("<html");
});

test("a download needs the step-up again, whatever page offers it", async () => {
  const asked = { headers: { host: HOST, cookie: (await newSessions()).admin } };
  const download = () => http.ask("/admin/exports/members", asked);
  await http.ask("/admin/usermanage", asked);
  expect((await download()).status).toBe(200);
  await fixtures.database.sql`UPDATE sessions SET proved_at = now() - interval '1 hour'`;
  expect((await http.ask("/admin/usermanage", asked)).status).toBe(200);
  const refused = await download();
  expect([refused.status, refused.headers.location]).toEqual([
    302,
    "/admin/step-up?to=%2Fadmin%2Fexports%2Fmembers",
  ]);
});

test("a form that gets no turn is answered by its page, and nothing of it is done", async () => {
  const { deps } = fixtures.elsewhere();
  const run: typeof deps.turns.run = ({ kind }) =>
    Promise.reject(refuse(kind === "look" ? "SERVER_BUSY" : "SALE_BUSY"));
  const build = await buildOfLoaders();
  const busy = { ...deps, turns: { ...deps.turns, run } };
  const site = await startHttp({
    resolveSite: createSiteReader(deps),
    beginPage: (request) => beginPageReads(deps, request),
    transports: {
      page: createPageTransport(busy, () => Promise.resolve(build), {
        dev: false,
        wordFiles: () => [],
      }),
    },
  });
  try {
    const headers = {
      host: HOST,
      cookie: member,
      origin: `http://${HOST}`,
      "content-type": "application/x-www-form-urlencoded",
    };
    const form = { method: "POST", headers, body: "amount=3000&idempotencyKey=a-key-of-a-form" };
    const before = await fixtures.database.sql`SELECT count(*)::int AS n FROM orders`;
    const scripted = await site.ask("/user/buy-token.data", form);
    expect([scripted.status, scripted.headers["retry-after"]]).toEqual([503, "5"]);
    expect(scripted.text).toContain("SALE_BUSY");
    expect(scripted.text).toContain("3000");
    const plain = await site.ask("/user/buy-token", form);
    expect(plain.status).toBe(303);
    expect(plain.headers.location).toBe("/user/buy-token?amount=3000&busy=");
    const paying = `/user/payment.data?purchaseId=${orders.open}`;
    const consent = { ...form, body: `intent=consent&consent=on&purchaseId=${orders.open}` };
    expect((await site.ask(paying, consent)).text).toContain("SALE_BUSY");
    expect(await fixtures.database.sql`SELECT count(*)::int AS n FROM orders`).toEqual(before);
    const look = await site.ask("/user/dashboard", { headers: { host: HOST, cookie: member } });
    expect(look.status).toBe(503);
    expect(Number(look.headers["refresh"])).toBeGreaterThanOrEqual(5);
    // Another form keeps its page: nothing is sent.
    const profile = await site.ask("/user/profile", { ...form, body: "mobile=9876543210" });
    expect([profile.status, profile.headers.location]).toEqual([503, undefined]);
  } finally {
    await site.close();
  }
});

describe("what a loader throws or adds", () => {
  test(
    "a loader that throws is called once, and its fault is logged once",
    { tags: ["full"] },
    async () => {
      let loads = 0;
      const own = (id: string, loader: () => unknown, more = {}) => ({
        id,
        path: id,
        parentId: "root",
        module: { default: () => null, loader: () => ((loads += 1), loader()), ...more },
      });
      const away = () => redirect("/elsewhere", { headers: { "set-cookie": "away=1" } });
      const thrown = (made: () => unknown) => () => {
        throw made();
      };
      const build = await buildOfLoaders([
        own(
          "fault",
          thrown(() => new Error("A fault of tests.")),
        ),
        own(
          "refused",
          thrown(() => refuse("NOT_FOUND")),
        ),
        own(
          "gone",
          thrown(() => data({ code: "GONE" }, { status: 410 })),
        ),
        own("away", thrown(away)),
        own("left", away),
        own("toast", () => data({ a: 1 }, { headers: { "set-cookie": "toast=1" } })),
        own("form", () => ({ a: 1 }), { action: () => ({ codes: "shown once" }) }),
      ]);
      const { deps } = fixtures.elsewhere();
      const logged: string[] = [];
      const logger = pino({ base: undefined }, { write: (line) => logged.push(line) });
      const site = await startHttp({
        resolveSite: createSiteReader(deps),
        transports: {
          page: createPageTransport({ ...deps, logger }, () => Promise.resolve(build), {
            dev: false,
            wordFiles: () => [],
          }),
        },
      });
      const twice = async (page: string) => {
        const answers = [];
        for (const time of [1, 2]) {
          const before = { loads, logged: logged.length };
          const { status, headers } = await site.ask(page, { headers: { host: HOST } });
          expect(loads - before.loads, `${page}, ${time}`).toBe(1);
          const lines = logged.slice(before.logged).filter((line) => line.includes("unexpected"));
          answers.push({ status, headers, logged: lines.length });
        }
        expect(answers[1]?.status).toBe(answers[0]?.status);
        const [, { status, headers, logged: lines } = { status: 0, headers: {}, logged: 0 }] =
          answers;
        expect(headers["cache-control"], page).toBe("private, no-store");
        return [status, headers.location, headers["set-cookie"]?.join(), lines];
      };
      expect(await twice("/fault")).toEqual([500, undefined, undefined, 1]);
      expect(await twice("/refused")).toEqual([404, undefined, undefined, 0]);
      expect(await twice("/gone")).toEqual([410, undefined, undefined, 0]);
      expect(await twice("/away")).toEqual([302, "/elsewhere", "away=1", 0]);
      expect(await twice("/left")).toEqual([302, "/elsewhere", "away=1", 0]);
      expect(await twice("/toast")).toEqual([200, undefined, "toast=1", 0]);
      expect(await twice("/form")).toEqual([200, undefined, undefined, 0]);
      // A text that a form's answer shows once is not stored.
      const posted = { host: HOST, origin: `http://${HOST}` };
      const answered = await site.ask("/form", { method: "POST", headers: posted, body: "" });
      expect(answered.text).toContain("shown once");
      expect((await site.ask("/form", { headers: { host: HOST } })).text).not.toContain(
        "shown once",
      );
      await site.close();
    },
  );
});

test(
  "no statement of a member's or an admin's page touches two companies",
  { tags: ["full"] },
  async () => {
    const pages = [
      ...MEMBER_PAGES.map(([page]) => [page(), member] as const),
      ...ADMIN_PAGES.map(([page]) => [page, admin] as const),
    ];
    const statements = new Set<string>();
    for (const [page, cookie] of pages)
      for (const text of (await costOf(page, cookie)).statements) statements.add(text);
    expect(statements.size).toBeGreaterThan(60);
    const found = await readsAcrossCompanies(fixtures.database.db, statements);
    expect([...found].map((one) => one.join(": "))).toEqual([]);
  },
);
