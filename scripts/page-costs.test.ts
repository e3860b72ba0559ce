import path from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@db/ids";
import { insertHost } from "@db/queries/hosts";
import { countRoundTrips, type RoundTripCounter } from "@db/testing/round-trips";
import { beginPageReads, createSiteReader } from "@server/context/page-context";
import { type HttpHarness, startHttp } from "@server/testing/http-harness";
import { type MemberHarness, memberHarness } from "@server/testing/member-harness";
import { createPageTransport } from "@server/transport/http/page-transport";
import * as root from "../app/root";
import routes from "../app/routes";
import remixOptions from "../remix.config.js";

/** The database's part of a page: its routes' loaders run, its markup is not rendered. */
let fixtures: MemberHarness;
let counter: RoundTripCounter;
let http: HttpHarness;
let member: string;
let admin: string;
/** Cookies of new sessions, whose pages nobody has counted yet. */
let newSessions: () => Promise<{ member: string; admin: string }>;

const HOST = "costs.example";
const AMOUNT = "1000";
/** What a member's pages show: an order of each state that has a page of its own. */
const orders = { open: "", pending: "", approved: "", hash: "" };

beforeAll(async () => {
  fixtures = await memberHarness();
  counter = await countRoundTrips(fixtures.database.url);
  const { deps } = fixtures.elsewhere(counter.url);
  const build = await buildOfLoaders();
  http = await startHttp({
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
  const sessionOf = async ({ id, role }: typeof buyer) =>
    (
      await fixtures.deps.sessions.start(
        { id, role, companyId },
        { ip: "203.0.113.7", userAgent: null },
      )
    ).token;
  newSessions = async () => ({
    member: `prelaunch_user=${await sessionOf(buyer)}`,
    admin: `prelaunch_admin=${await sessionOf(boss)}`,
  });
  ({ member, admin } = await newSessions());
});
afterAll(async () => {
  await http.close();
  await counter.close();
  await fixtures.close();
});

/** The product's routes and loaders; a page is the status that its loaders give it. */
async function buildOfLoaders(): Promise<ServerBuild> {
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
  const manifest = Object.fromEntries(
    known.map(([id, route]) => [
      id,
      { ...route, module: "", hasLoader: "loader" in (route.module ?? {}) },
    ]),
  );
  return {
    entry: {
      module: {
        default: (_request: Request, status: number) =>
          new Response("<html></html>", { status, headers: { "content-type": "text/html" } }),
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
  // The first answer prepares its statements.
  expect((await ask()).status, page).toBe(200);
  const recorded = await counter.record(ask);
  // Pages are counted in batches, which are written now and then (call-counts.test.ts).
  const trips = recorded.filter(({ statements }) => !statements.join().includes("login_throttles"));
  return { trips: trips.length, statements: trips.flatMap((trip) => trip.statements) };
}

/** Each page with the round trips and statements that it may take; the site and the session included. */
const MEMBER_PAGES: [page: () => string, statements: number][] = [
  [() => "/user/dashboard", 8],
  [() => "/user/dashboard?stock=myStock&page=2", 8],
  [() => "/user/buy-token", 5],
  [() => `/user/payment?purchaseId=${orders.open}`, 9],
  [() => `/user/payment?purchaseId=${orders.pending}`, 9],
  [() => "/user/payment-history", 6],
  [() => `/user/payment-history?status=ALL&receipt=${orders.approved}`, 7],
  [() => "/user/referral", 7],
  [() => "/user/profile", 8],
  [() => `/user/dashboard/allocation/${orders.hash}`, 4],
  [() => "/user/dashboard.data", 8],
];

test("a member's page takes at most two round trips before it is rendered", async () => {
  for (const [page, statements] of MEMBER_PAGES) {
    const cost = await costOf(page(), member);
    expect.soft(cost.trips, page()).toBeLessThanOrEqual(2);
    expect.soft(cost.statements.length, page()).toBeLessThanOrEqual(statements);
  }
});

test("a session that is extended costs a member's page no round trip", async () => {
  await fixtures.database.sql`UPDATE sessions SET expires_at = now() + interval '1 hour'`;
  const trips = await counter.record(() =>
    http.ask("/user/dashboard", { headers: { host: HOST, cookie: member } }),
  );
  // Nothing waits for the extension itself.
  const awaited = trips.filter(({ statements }) =>
    statements.some((text) => /^select/i.test(text)),
  );
  expect(awaited).toHaveLength(2);
  const [left] = await fixtures.database
    .sql`SELECT min(expires_at) > now() + interval '13 days' AS "isExtended" FROM sessions WHERE user_id IN (SELECT id FROM users WHERE role = 'USER')`;
  expect(left).toEqual({ isExtended: true });
});

test("pages are limited per session and, without one, per network", async () => {
  const { deps } = fixtures.elsewhere();
  const limits = { ...deps.config.limits, pagesPerSessionMinute: 4, pagesPerAddressMinute: 3 };
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
  // Neither a member of that network nor another network notices.
  const fresh = await newSessions();
  expect(await times(5, "/user/referral", fresh.member)).toEqual([200, 200, 200, 200, 429]);
  expect(await times(1, "/admin/activity", fresh.admin)).toEqual([200]);
  expect(await times(1, "/privacy-policy", "a=b", "203.0.113.2")).toEqual([200]);
  await limited.close();
});

/** Admins' pages read more, in part one after another. */
const ADMIN_PAGES: [page: string, trips: number, statements: number][] = [
  ["/admin/dashboard", 7, 11],
  ["/admin/usermanage", 3, 6],
  ["/admin/purchaserequest", 3, 9],
  ["/admin/payments", 2, 7],
  ["/admin/beneficiary", 2, 5],
  ["/admin/settings", 3, 10],
  ["/admin/activity", 2, 5],
  ["/admin/security", 4, 7],
];

test("purchase requests are listed after the moment from which new ones are counted", async () => {
  const { statements } = await costOf("/admin/purchaserequest", admin);
  const moment = statements.findIndex((text) => text.includes("pg_current_snapshot"));
  const list = statements.findIndex((text) => /from "orders".* limit /is.test(text));
  expect(moment).toBeGreaterThan(-1);
  expect(list).toBeGreaterThan(moment);
});

test("an admin's page keeps its budget", async () => {
  for (const [page, trips, statements] of ADMIN_PAGES) {
    const cost = await costOf(page, admin);
    expect.soft(cost.trips, page).toBeLessThanOrEqual(trips);
    expect.soft(cost.statements.length, page).toBeLessThanOrEqual(statements);
  }
});
