import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { TABLE } from "@server/http/rest/rows/row-table";
import { fieldsOf } from "@server/http/rest/openapi/row-contract";
import type { Instance } from "@tools/faults/harness/installation";
import type { Attack, Tries } from "@tools/attacks/attack";
import { type Answer, ask, envelopeOf } from "@tools/attacks/harness/http";
import type { Tenant, Target } from "@tools/attacks/harness/target";

const SLEEP_SECONDS = 20;

/** Texts that change the meaning of a statement into which they are put. */
const PAYLOADS: readonly string[] = [
  "' OR '1'='1",
  "' OR 1=1--",
  "%' OR '1%'='1",
  '" OR ""="',
  "') OR ('1'='1",
  "1 OR 1=1",
  "1); DROP TABLE users; --",
  "'; UPDATE users SET role = 'ADMIN'; --",
  "' UNION SELECT email, password_hash FROM users--",
  "1 UNION ALL SELECT NULL,NULL,NULL--",
  `'; SELECT pg_sleep(${SLEEP_SECONDS}); --`,
  `' || pg_sleep(${SLEEP_SECONDS})--`,
  `1 AND 1=(SELECT 1 FROM pg_sleep(${SLEEP_SECONDS}))`,
  "' AND 1=CAST((SELECT version()) AS int)--",
  "'||(SELECT chr(122))||'",
  "$$; SELECT 1; $$",
  "$1",
  "\\' OR 1=1--",
  "\u02bc OR 1=1--",
  "\uff07 OR 1=1--",
  "a\0' OR 1=1",
  "\ud800' OR 1=1",
  // These find every company and member as patterns, and nothing as texts, since nobody typed them.
  "o%s",
  "o_s",
  "m%ber",
  "m_mber",
  "\\",
  "%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%",
  "(".repeat(150),
  "name; DROP TABLE users",
  "(CASE WHEN 1=1 THEN name ELSE email END)",
  "name,(SELECT 1/0)",
  "[$ne]",
  '{"$gt":""}',
  "../../../etc/passwd",
  "*)(uid=*))(|(uid=*",
];

/** Names by which frameworks sort, filter and choose columns. */
const SORTS = ["sort", "sortBy", "order", "orderBy", "dir", "column", "fields", "filter", "where"];

const LEAKS =
  /syntax error|SQLSTATE|pg_|postgres|relation "|column "|invalid input syntax|drizzle|\bat .+\.[jt]s:\d/i;

interface Listed {
  name: string;
  host: string;
  token?: string;
  cookie?: string;
  /** Returns the addresses with a text in each place in turn. */
  at: (text: string) => readonly string[];
}

/** Returns every list of REST and of the pages, with each of its parameters. */
async function lists(target: Target, tenant: Tenant): Promise<Listed[]> {
  const member = await target.token(tenant.member);
  const admin = await target.token(tenant.admin);
  const { token: superAdmin } = await target.superAdmin();
  const tokens = { USER: member, ADMIN: admin, SUPER_ADMIN: superAdmin };
  const rest = TABLE.filter(({ method }) => method === "GET").flatMap((row): Listed[] => {
    const token = row.audience in tokens ? tokens[row.audience as keyof typeof tokens] : undefined;
    const names = [...fieldsOf(row).map(({ name }) => name), ...SORTS];
    if (token === undefined) return [];
    return [
      {
        name: row.path,
        host: token === superAdmin ? "localhost" : tenant.host,
        token,
        at: (text) =>
          names.map((name) => `/api/v1${row.path}?${new URLSearchParams({ [name]: text })}`),
      },
    ];
  });
  const pages = (
    [
      ["/user/payment-history", ["search", "status", "limit", "page"]],
      ["/user/dashboard", ["page", "stock", "limit"]],
      ["/admin/usermanage", ["search", "status", "role", "isApproved", "page"]],
      ["/admin/purchaserequest", ["search", "search1", "status", "method", "page", "page1", "tab"]],
      ["/admin/payments", ["search", "search1", "method", "page", "tab", "step", "form", "view"]],
      ["/admin/activity", ["search", "actor", "action", "from", "to", "page"]],
      ["/admin/exports/members", ["search", "status", "role"]],
      ["/admin/exports/activity", ["search", "action", "from"]],
    ] as const
  ).map(([page, names]): Listed => ({
    name: page,
    host: tenant.host,
    cookie: `prelaunch_user=${member}; prelaunch_admin=${admin}`,
    at: (text) => names.map((name) => `${page}?${new URLSearchParams({ [name]: text })}`),
  }));
  return [...rest, ...pages];
}

const totalOf = (answer: Answer): number | null => {
  if (!String(answer.headers["content-type"]).startsWith("application/json")) return null;
  const total = envelopeOf(answer).data?.["total"];
  return typeof total === "number" ? total : null;
};

async function byHand(target: Target, tries: Tries, payloads: readonly string[]): Promise<void> {
  const at = await target.open();
  const tenant = await target.tenant();
  const all = await lists(target, tenant);
  for (const { name, host, token, cookie, at: places } of all) {
    for (const text of payloads) {
      for (const place of places(text)) {
        const answer = await ask(at.port, { path: place, host, token, cookie });
        const what = `${place}`;
        tries.try(`${what} is ${answer.status}`, answer.status < 500);
        const isSlow = answer.milliseconds > (SLEEP_SECONDS - 5) * 1000;
        tries.try(`${what} took ${(answer.milliseconds / 1000).toFixed(1)} s`, !isSlow);
        // A page may repeat the searched text; nothing else of it may be there.
        const leak = LEAKS.exec(answer.text.replaceAll(/pg_sleep|password_hash/g, ""))?.[0];
        if (token !== undefined) tries.try(`${what} tells ${leak ?? ""}`, leak === undefined);
        const found = /[?&]search=/.test(place) ? totalOf(answer) : null;
        tries.try(`${what} finds ${found ?? ""} of ${name}`, found === null || found === 0);
      }
    }
  }
  await controls(target, tries, { at, tenant });
}

async function controls(
  target: Target,
  tries: Tries,
  { at, tenant }: { at: Instance; tenant: Tenant },
): Promise<void> {
  const token = await target.token(tenant.admin);
  const found = await ask(at.port, {
    path: `/api/v1/admin/auth/list?${new URLSearchParams({ search: tenant.member.email })}`,
    host: tenant.host,
    token,
  });
  tries.control("a search finds what is there", totalOf(found) === 1);
  const { rows } = await target.place.database.db.execute(
    `SELECT id FROM users WHERE name = '${PAYLOADS[0] ?? ""}'`,
  );
  tries.control("the same text in a statement finds everybody", rows.length > 1);
  const [still] = await target.place.database.sql`SELECT count(*)::int AS n FROM users`;
  tries.control("nobody was deleted", Number(still?.["n"]) > 1);
}

/** Seconds that sqlmap may try an address. */
const SQLMAP_SECONDS = 45;

/**
 * Starts the control: a server that puts its statement together from the request, which sqlmap must
 * find.
 */
async function weakServer(target: Target) {
  const { db } = target.place.database;
  const server = createServer((request, answer) => {
    const search = new URL(request.url ?? "/", "http://weak.invalid").searchParams.get("search");
    db.execute(`SELECT name FROM users WHERE name = '${search ?? ""}'`).then(
      ({ rows }) => answer.end(JSON.stringify(rows)),
      (error: unknown) => {
        const cause = error instanceof Error ? error.cause : null;
        answer.writeHead(500).end(String(cause ?? error));
      },
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

/** Tells whether sqlmap finds an injection; it is ended after its time. */
async function sqlmapFinds(
  folder: string,
  address: string,
  options: readonly string[],
): Promise<{ found: boolean; wasRun: boolean; said: string }> {
  const child = spawn(
    "sqlmap",
    [
      "-u",
      address,
      "--batch",
      "--flush-session",
      "--disable-coloring",
      "--dbms=PostgreSQL",
      "--level=2",
      "--risk=1",
      "--technique=BEUS",
      "--threads=2",
      "--timeout=10",
      "--retries=1",
      "--output-dir",
      path.join(folder, "sqlmap"),
      ...options,
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, HOME: folder } },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => (said += part.toString()));
  const timer = setTimeout(() => child.kill("SIGKILL"), SQLMAP_SECONDS * 1000);
  await new Promise((ended) => child.once("close", ended));
  clearTimeout(timer);
  return {
    found: /is vulnerable|appears to be .*injectable|^Parameter: /m.test(said),
    wasRun: /testing connection/.test(said),
    said,
  };
}

async function bySqlmap(target: Target, tries: Tries): Promise<void> {
  if (spawnSync("sqlmap", ["--version"]).status !== 0) {
    tries.missing = "sqlmap is missing: apt-get install sqlmap";
    return;
  }
  const at = await target.open();
  const tenant = await target.tenant();
  const { folder } = target.place;
  const admin = await target.token(tenant.admin);
  const member = await target.token(tenant.member);
  const bearer = (token: string) => [
    `--headers=Authorization: Bearer ${token}\\nHost: ${tenant.host}:${at.port}`,
  ];
  const cookies = `prelaunch_admin=${admin}; prelaunch_user=${member}`;
  const base = `http://localhost:${at.port}`;
  for (const [address, options] of [
    [
      `${base}/api/v1/admin/auth/list?search=a&status=ACTIVE&role=USER&page=1&limit=10`,
      bearer(admin),
    ],
    [
      `${base}/api/v1/admin/transaction/list?search=a&status=PENDING&method=BANK&page=1`,
      bearer(admin),
    ],
    [`${base}/api/v1/user/transaction/list?search=a&status=PENDING&page=1`, bearer(member)],
    [
      `${base}/admin/usermanage?search=a&page=1`,
      [`--headers=Host: ${tenant.host}:${at.port}`, `--cookie=${cookies}`],
    ],
    [
      `${base}/api/v1/user/auth/login`,
      [`--headers=Host: ${tenant.host}:${at.port}`, `--data=user=a@people.example&password=b`],
    ],
  ] as const) {
    await target.forget();
    const { found, wasRun, said } = await sqlmapFinds(folder, address, options);
    tries.try(`sqlmap did not run: ${said.slice(-300)}`, wasRun);
    tries.try(`sqlmap finds an injection at ${address}: ${said.slice(-800)}`, !found);
  }
  const weak = await weakServer(target);
  const { found, said } = await sqlmapFinds(folder, `http://127.0.0.1:${weak.port}/?search=a`, []);
  tries.control(
    `sqlmap finds a statement that is put together: ${found ? "" : said.slice(-500)}`,
    found,
  );
  await weak.close();
}

export const injection: readonly Attack[] = [
  {
    name: "injection-by-hand",
    tried:
      "statements, wildcards and odd letters in every filter, page, limit and sort of lists, over REST and in pages",
    isInShort: false,
    run: (target, tries, form) =>
      byHand(target, tries, form === "whole" ? PAYLOADS : PAYLOADS.slice(0, 3)),
  },
  {
    name: "injection-by-sqlmap",
    tried: "sqlmap against five addresses with a session, three quarters of a minute each",
    isInShort: false,
    run: bySqlmap,
  },
];
