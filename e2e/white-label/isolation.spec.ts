import { createDatabase, runText } from "@db/client";
import { createPasswords } from "@server/passwords/argon2-passwords";
import { builtInBrand } from "@themes/registry";
import { type Installation, install } from "../support/installation";
import { PASSWORD, PORT, expect, test } from "../support/test";

const AT = Number(PORT) + 6;
const COMPANIES = 1000;

/** The word that everything of a company carries, and nothing else does. */
const wordOf = (n: number): string => `ZQ${String(n).padStart(5, "0")}X`;
const hostOf = (n: number): string => `${wordOf(n).toLowerCase()}.localhost`;
const wordsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/zq\d{5}x/gi)].map(([word]) => word.toUpperCase())),
];

let us: Installation;
test.beforeAll(async () => {
  us = await install([AT], `http://localhost:${AT}`);
  await found();
});
test.afterAll(() => us.stop());

/** A thousand companies in a few statements, each with its people, accounts, texts and brand. */
async function found(): Promise<void> {
  const database = createDatabase({ url: us.databaseUrl, max: 1 });
  const brand = { ...builtInBrand("RSGN"), symbol: "WORD", name: "WORD", title: "Buy WORD" };
  const text = JSON.stringify({ ...brand, footerNote: "Footer of WORD" });
  const hash = await createPasswords().hash(PASSWORD);
  const statements: [string, unknown[]][] = [
    [
      `CREATE TABLE seeds AS SELECT n, 'ZQ' || lpad(n::text, 5, '0') || 'X' AS w, gen_random_uuid() AS id FROM generate_series(1, $1::int) n`,
      [COMPANIES],
    ],
    [
      `INSERT INTO companies (id, name, email, mobile, token_name, token_symbol, price_micro_rupees, total_supply, settings)
      SELECT id, w || ' Labs', 'desk@' || lower(w) || '.example', '+919876500000', w, w, 10000000, 1000,
        jsonb_build_object('riskNotice', 'Risk of ' || w, 'privacyPolicy', 'Policy of ' || w) FROM seeds`,
      [],
    ],
    [
      `INSERT INTO supplies (company_id, pool, total) SELECT id, pool, 200 FROM seeds, unnest(ARRAY['PUBLIC', 'REFERRAL', 'ANGEL', 'FOUNDER', 'AIRDROP']) pool`,
      [],
    ],
    [
      `INSERT INTO domains (id, host, company_id) SELECT gen_random_uuid(), lower(w) || '.localhost', id FROM seeds`,
      [],
    ],
    [
      `INSERT INTO beneficiaries (company_id, id, version, holder_name, bank_name, branch, account_number, ifsc_code, upi, is_default)
      SELECT id, gen_random_uuid(), 1, w || ' Holder', w || ' Bank', w, '50100000001', 'HDFC0000001', lower(w) || '@okbank', true FROM seeds`,
      [],
    ],
    [
      `INSERT INTO users (company_id, id, role, name, email, mobile, password_hash, referral_code, is_approved)
      SELECT id, gen_random_uuid(), role, role || ' of ' || w, lower(role) || '@people.example', '+919876500001', $1, w || role, true
      FROM seeds, unnest(ARRAY['USER', 'ADMIN']) role`,
      [hash],
    ],
    [
      `INSERT INTO brands (company_id, version, data, published_at) SELECT id, 1, replace($1, 'WORD', w)::jsonb, now() FROM seeds`,
      [text],
    ],
    ["ANALYZE", []],
  ];
  for (const [statement, parameters] of statements)
    await runText(database.db, statement, parameters);
  await database.close();
}

const PAGES = {
  nobody: ["/", "/register", "/fogot-password", "/privacy-policy", "/admin/login", "/no-such-page"],
  user: [
    "/user/dashboard",
    "/user/buy-token",
    "/user/payment",
    "/user/payment-history",
    "/user/profile",
    "/user/referral",
  ],
  admin: [
    "/admin/dashboard",
    "/admin/usermanage",
    "/admin/purchaserequest",
    "/admin/beneficiary",
    "/admin/activity",
    "/admin/settings",
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

test("on a thousand hosts nothing of one company shows a word of another", async () => {
  test.slow();
  const sampled = [1, 2, 10, 499, 999, 1000];
  const tokens = new Map<number, { user: string; admin: string }>();
  const seen: string[] = [];

  const look = async (n: number, call: string, sent: Parameters<Installation["ask"]>[3] = {}) => {
    const answer = await us.ask(AT, hostOf(n), call, sent);
    const others = wordsIn(answer.text).filter((word) => word !== wordOf(n));
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

  // All at once, so that whatever is kept between requests is kept while others ask.
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
  // The words are there to be found: an empty page would prove nothing.
  expect(seen).toEqual(
    expect.arrayContaining([
      ...["/", "/privacy-policy", "/admin/login", "/user/buy-token", "/admin/beneficiary"],
      "/api/v1/user/package/beneficiary/get",
    ]),
  );

  // Another company's token, cookie and pictures are nobody's.
  const [first, second] = [1, 2];
  const theirs = tokens.get(second);
  for (const call of CALLS.user) {
    const answer = await look(first, `/api/v1${call}`, { token: theirs?.user ?? "" });
    expect(answer.status).toBe(401);
  }
  await look(first, "/user/dashboard", { cookie: `prelaunch_user=${theirs?.user}` });
  await look(first, "/admin/usermanage", { cookie: `prelaunch_admin=${theirs?.admin}` });
  expect((await look(first, `/brands/${wordOf(second).toLowerCase()}/icon.svg`)).status).toBe(404);

  // A line of the log is of one host, and names no other company.
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
