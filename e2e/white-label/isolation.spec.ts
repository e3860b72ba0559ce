import { createDatabase, runText } from "@db/client";
import { createPasswords } from "@server/access/sessions/passwords";
import { createCompanies, hostOf, wordOf, wordsIn } from "@server/testing/company-fixtures";
import { type Installation, install } from "../harness/installation";
import { PASSWORD, PORT, expect, test } from "../harness/test";

const AT = Number(PORT) + 6;
const COMPANIES = 1000;

let us: Installation;
test.beforeAll(async () => {
  us = await install([AT], `http://localhost:${AT}`);
  await found();
});
test.afterAll(() => us.stop());

async function found(): Promise<void> {
  const database = createDatabase({ url: us.databaseUrl, max: 1 });
  const passwordHash = await createPasswords().hash(PASSWORD);
  await createCompanies(database.db, { companies: COMPANIES, passwordHash });
  await database.close();
}

const PAGES = {
  nobody: [
    "/",
    "/register",
    "/fogot-password",
    "/privacy-policy",
    "/terms",
    "/admin/login",
    "/no-such-page",
  ],
  user: [
    "/user/dashboard",
    "/user/ranking",
    "/user/buy-token",
    "/user/payment",
    "/user/payment-history",
    "/user/profile",
    "/user/referral",
    "/user/notices",
    "/user/launch",
    "/user/wallet",
  ],
  admin: [
    "/admin/dashboard",
    "/admin/usermanage",
    "/admin/purchaserequest",
    "/admin/beneficiary",
    "/admin/activity",
    "/admin/settings",
    "/admin/announcements",
    "/admin/exports/members",
    "/admin/exports/purchases",
    "/admin/exports/activity",
    "/admin/exports/beneficiaries",
  ],
};

const CALLS = {
  user: [
    "/user/auth/profile/get",
    "/user/package/price/get",
    "/user/package/beneficiary/get",
    "/user/transaction/list",
  ],
  admin: [
    "/admin/dashboard/get",
    "/admin/auth/list",
    "/admin/transaction/list?status=PENDING",
    "/admin/beneficiary/get",
  ],
};

test("on a thousand hosts no company's data appears on another's", { tag: "@full" }, async () => {
  test.slow();
  const sampled = process.env["FULL"] ? [1, 2, 10, 499, 999, 1000] : [1, 2, 1000];
  const tokens = new Map<number, { user: string; admin: string }>();
  const seen: string[] = [];

  const look = async (n: number, call: string, sent: Parameters<Installation["ask"]>[3] = {}) => {
    const answer = await us.ask(AT, hostOf(n), call, sent);
    // A page that does not exist repeats the address that was asked for.
    const known = [wordOf(n), ...wordsIn(call)];
    const others = wordsIn(answer.text).filter((word) => !known.includes(word));
    expect(others, `${call} of ${wordOf(n)}`).toEqual([]);
    expect(answer.status, call).toBeLessThan(500);
    if (wordsIn(answer.text).length > 0) seen.push(call);
    return answer;
  };
  const logIn = async (n: number, call: string, email: string) => {
    const data = { user: email, email, password: PASSWORD };
    const answer = await look(n, `/api/v1${call}`, { data });
    expect(answer.status, answer.text).toBe(200);
    return (JSON.parse(answer.text) as { data: { token: string } }).data.token;
  };

  for (const n of sampled) {
    tokens.set(n, {
      user: await logIn(n, "/user/auth/login", "user@people.example"),
      admin: await logIn(n, "/company/auth/login", "admin@people.example"),
    });
    const token = tokens.get(n)?.user ?? "";
    const data = { paymentMethod: "MANUAL", amount: "100" };
    await look(n, "/api/v1/user/package/purchase", { data, token });
  }

  // The requests run in parallel, so that they exercise shared caches.
  for (const call of PAGES.nobody) await Promise.all(sampled.map((n) => look(n, call)));
  for (const role of ["user", "admin"] as const) {
    for (const call of PAGES[role]) {
      await Promise.all(
        sampled.map((n) => look(n, call, { cookie: `prelaunch_${role}=${tokens.get(n)?.[role]}` })),
      );
    }
    for (const call of CALLS[role]) {
      await Promise.all(
        sampled.map((n) => look(n, `/api/v1${call}`, { token: tokens.get(n)?.[role] ?? "" })),
      );
    }
  }
  // Confirms that the expected words occur: an empty page would prove nothing.
  expect(seen).toEqual(
    expect.arrayContaining([
      "/",
      "/privacy-policy",
      "/terms",
      "/admin/login",
      "/user/buy-token",
      "/admin/beneficiary",
      "/admin/exports/members",
      "/admin/exports/activity",
      "/admin/exports/purchases",
      "/api/v1/user/package/beneficiary/get",
    ]),
  );

  // Another company's token, cookie and pictures are refused.
  const [first, second] = [1, 2];
  const theirs = tokens.get(second);
  for (const call of CALLS.user) {
    const answer = await look(first, `/api/v1${call}`, { token: theirs?.user ?? "" });
    expect(answer.status).toBe(401);
  }
  await look(first, "/user/dashboard", { cookie: `prelaunch_user=${theirs?.user}` });
  await look(first, "/admin/usermanage", { cookie: `prelaunch_admin=${theirs?.admin}` });
  expect((await look(first, `/brands/${wordOf(second).toLowerCase()}/icon.svg`)).status).toBe(404);

  // A log line belongs to one host, and names no other company.
  const lines = us.logged().filter((line) => wordsIn(line).length > 0);
  expect(lines.length).toBeGreaterThan(sampled.length);
  expect(lines.filter((line) => wordsIn(line).length > 1 && !line.includes("icon.svg"))).toEqual(
    [],
  );
  expect(us.logged().filter((line) => line.includes('"level":50'))).toEqual([]);

  const database = createDatabase({ url: us.databaseUrl, max: 1 });
  const rows = await runText(
    database.db,
    `SELECT m.template, u.company_id IS NOT DISTINCT FROM m.company_id AS own
       FROM messages m LEFT JOIN users u ON u.id = m.user_id WHERE m.user_id IS NOT NULL`,
    [],
  );
  await database.close();
  expect(rows.length).toBeGreaterThanOrEqual(sampled.length);
  expect(rows.filter(({ own }) => own !== true)).toEqual([]);
});
