import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { referralClicks, users } from "@db/schema";
import { createSecrets } from "@server/platform/config/secrets";
import { findCompany } from "@server/sites/queries/companies";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { createClickCounts } from "./click-counts";
import { isClick, linkIn, noteArrival, readTouch, sealTouch } from "./first-touch";
import { duringTests } from "@server/testing/during-tests";

const PHONE =
  "Mozilla/5.0 (Linux; Android 13; Pixel 6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36";
const ORIGIN = "https://rsgn.example";
const DAY_MS = 24 * 60 * 60 * 1000;

const harness = duringTests(memberHarness);
let companyId: string;
let member: UserRow;

beforeEach(async () => {
  companyId = await harness.company();
  member = await harness.person(companyId, "USER");
});

const opened = (headers: Record<string, string> = {}, method = "GET") =>
  new Request(ORIGIN, { method, headers: { "user-agent": PHONE, ...headers } });

async function arrive(
  query: string,
  {
    cookie = null,
    at = companyId,
    clicks,
  }: { cookie?: string | null; at?: string; clicks?: ReturnType<typeof createClickCounts> } = {},
) {
  const company = (await findCompany(harness.database.db, at))!;
  const deps = { ...harness.deps, ...(clicks && { clicks }) };
  const arrival = { company, query: new URLSearchParams(query), cookie };
  return noteArrival(deps, { ...arrival, request: opened(), origin: ORIGIN });
}

describe("the cookie of the first referral code", () => {
  const secrets = createSecrets("a secret of tests, thirty-two signs or more");
  const touch = { code: "ASHA2345", tag: "whatsapp", at: 1_700_000_000 };
  const at = (days: number) => new Date(touch.at * 1000 + days * DAY_MS);
  const sealed = sealTouch(secrets, "company", touch);

  test("the first code and its tag are read back for as many days as the company keeps them", () => {
    for (const [days, age, kept] of [
      [30, 0, true],
      [30, 30, true],
      [30, 30.1, false],
      [7, 8, false],
      [90, 89, true],
    ] as const) {
      const read = readTouch(secrets, "company", sealed, { days, now: at(age) });
      expect([days, age, read]).toEqual([days, age, kept ? touch : null]);
    }
  });

  test("a changed cookie, another company's and one of other secrets are nobody's", () => {
    const now = { days: 30, now: at(1) };
    const others = createSecrets("another secret of tests, thirty-two signs or more");
    expect(readTouch(others, "company", sealed, now)).toBeNull();
    expect(readTouch(secrets, "another", sealed, now)).toBeNull();
    for (const changed of [
      sealed.replace("ASHA", "RAVI"),
      sealed.replace("whatsapp", "telegram"),
      sealed.replace("1700000000", "1800000000"),
      sealed.slice(0, -1),
      "ASHA2345.whatsapp.1700000000",
      "",
      "...",
    ]) {
      expect([changed, readTouch(secrets, "company", changed, now)]).toEqual([changed, null]);
    }
  });

  test("a code is read in lower case and with hyphens, and a tag only of letters, digits and hyphens", () => {
    const link = (query: string) => linkIn(new URLSearchParams(query));
    expect(link("ref=asha-2345&c=WhatsApp")).toEqual({ code: "ASHA2345", tag: "whatsapp" });
    expect(link("ref=ASHA2345&c=<b>")).toEqual({ code: "ASHA2345", tag: "" });
    for (const query of ["", "ref=", "ref=a", "ref=ASH%C3%842345", `ref=${"A".repeat(21)}`]) {
      expect([query, link(query)]).toEqual([query, null]);
    }
  });
});

describe("an arrival by a member's link", () => {
  test("the first code of a browser stays when other links are opened later", async () => {
    const other = await harness.person(companyId, "USER");
    const first = await arrive(`ref=${member.referralCode}&c=flyer`);
    expect(first.touch).toMatchObject({ code: member.referralCode, tag: "flyer" });
    expect(first.fresh?.seconds).toBe(30 * 24 * 60 * 60);
    const cookie = first.fresh!.value;
    const later = await arrive(`ref=${other.referralCode}`, { cookie });
    expect(later).toMatchObject({ touch: { code: member.referralCode }, fresh: null });
    expect((await arrive("", { cookie })).touch).toMatchObject({ code: member.referralCode });
    // The cookie of another company's site does not count, and is replaced by a code of this one.
    const elsewhere = await harness.company();
    expect((await arrive("", { cookie, at: elsewhere })).touch).toBeNull();
  });

  test("unknown, blocked, deleted and other companies' codes set no cookie", async () => {
    const blocked = await harness.person(companyId, "USER", { status: "BLOCKED" });
    const deleted = await harness.person(companyId, "USER", { deletedAt: new Date() });
    const admin = await harness.person(companyId, "ADMIN");
    const foreign = await harness.person(await harness.company(), "USER");
    const codes = [blocked, deleted, admin, foreign].map(({ referralCode }) => referralCode);
    for (const code of ["NOBODY22", ...codes]) {
      expect([code, await arrive(`ref=${code}`)]).toEqual([code, { touch: null, fresh: null }]);
    }
  });

  test("a visitor is told the state of a code, and a member's name only if the member agreed", async () => {
    const api = await harness.caller({ at: companyId });
    const named = await harness.person(companyId, "USER", {
      name: "Asha Devi Rao",
      showsName: true,
    });
    const blocked = await harness.person(companyId, "USER", { status: "BLOCKED", showsName: true });
    const admin = await harness.person(companyId, "ADMIN", { showsName: true });
    const foreign = await harness.person(await harness.company(), "USER", { showsName: true });
    const told = (referralCode: string) => api.registration.invitation({ referralCode });
    expect(await told(named.referralCode.toLowerCase())).toEqual({
      state: "VALID",
      name: "Asha R.",
      campaign: null,
    });
    expect(await told(member.referralCode)).toMatchObject({ state: "VALID", name: null });
    expect(await told(blocked.referralCode)).toMatchObject({ state: "ENDED", name: null });
    for (const { referralCode } of [admin, foreign]) {
      expect(await told(referralCode)).toMatchObject({ state: "UNKNOWN", name: null });
    }
  });

  test("a member chooses to be named, and nobody else does it for them", async () => {
    const api = await harness.as(member);
    await api.members.chooseShown({ showsName: true, hidesWallet: false });
    expect((await harness.row(member)).showsName).toBe(true);
    expect((await harness.audited(member.id)).map(({ after }) => after)).toEqual([
      { fields: ["showsName"] },
    ]);
    await api.members.chooseShown({ showsName: false, hidesWallet: false });
    expect((await harness.row(member)).showsName).toBe(false);
  });
});

describe("clicks", () => {
  test("programs, prefetches, own pages and other methods are no clicks", () => {
    expect(isClick(opened(), ORIGIN)).toBe(true);
    expect(isClick(opened({ referer: "https://web.whatsapp.example/" }), ORIGIN)).toBe(true);
    const others: Record<string, string>[] = [
      { "sec-purpose": "prefetch;prerender" },
      { purpose: "prefetch" },
      { "sec-fetch-site": "same-origin" },
      { referer: `${ORIGIN}/terms` },
      { "user-agent": "WhatsApp/2.23.20.0 A" },
      { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
      { "user-agent": "" },
    ];
    for (const headers of others) {
      expect([headers, isClick(opened(headers), ORIGIN)]).toEqual([headers, false]);
    }
    expect(isClick(opened({}, "HEAD"), ORIGIN)).toBe(false);
  });

  const counted = async () => {
    const rows = await harness.database.db
      .select()
      .from(referralClicks)
      .where(eq(referralClicks.companyId, companyId));
    return Object.fromEntries(rows.map(({ tag, clicks }) => [tag, clicks]));
  };

  test(
    "clicks are added up by tag in batches of two instances, and codes of nobody are left out",
    { tags: ["full"] },
    async () => {
      const instances = [harness, harness.elsewhere()].map(({ deps }) =>
        createClickCounts(deps.database.db, { delayMs: 60_000 }),
      );
      for (let time = 0; time < 100; time += 1) {
        const clicks = instances[time % 2]!;
        await arrive(`ref=${member.referralCode}&c=${time % 4 === 0 ? "flyer" : ""}`, { clicks });
        await arrive("ref=NOBODY22", { clicks });
      }
      expect(await counted()).toEqual({});
      await Promise.all(instances.map((one) => one.stop()));
      expect(await counted()).toEqual({ "": 75, flyer: 25 });
    },
  );

  test("a browser that opens the same link again within an hour is counted once", async () => {
    const clicks = createClickCounts(harness.database.db);
    const first = await arrive(`ref=${member.referralCode}`, { clicks });
    await arrive(`ref=${member.referralCode}`, { clicks, cookie: first.fresh!.value });
    await clicks.stop();
    expect(await counted()).toEqual({ "": 1 });
  });

  test("a member has at most twenty tags; further ones count without a tag", async () => {
    const clicks = createClickCounts(harness.database.db);
    const click = { companyId, code: member.referralCode, day: "2026-11-01" };
    for (let tag = 10; tag < 28; tag += 1) clicks.add({ ...click, tag: `t${tag}` });
    await clicks.stop();
    for (let tag = 20; tag < 35; tag += 1) clicks.add({ ...click, tag: `t${tag}` });
    await clicks.stop();
    const tags = await counted();
    expect(Object.keys(tags)).toHaveLength(21);
    expect([tags["t27"], tags["t29"], tags[""]]).toEqual([2, 1, 5]);
  });

  test("the end of an account deletes the clicks of its links", async () => {
    const clicks = createClickCounts(harness.database.db);
    clicks.add({ companyId, code: member.referralCode, tag: "", day: "2026-11-01" });
    await clicks.stop();
    const admin = await harness.as(await harness.person(companyId, "ADMIN"));
    await admin.members.remove({ id: member.id });
    expect(await counted()).toEqual({});
    const [row] = await harness.database.db.select().from(users).where(eq(users.id, member.id));
    expect(row?.deletedAt).not.toBeNull();
  });
});
