import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import type { Instance } from "@tools/faults/harness/installation";
import { median } from "@tools/faults/report";
import { waitingOrder } from "@server/testing/unallocated-payments";
import type { Attack, Tries } from "@tools/attacks/attack";
import { type Answer, ask, type Asked } from "@tools/attacks/harness/http";
import type { Target } from "@tools/attacks/harness/target";

/** Calls that take an address, and that must not tell whether it has an account. */
const CALLS: readonly [name: string, call: (email: string) => Omit<Asked, "host">][] = [
  ["login", (user) => ({ path: "/api/v1/user/auth/login", json: { user, password: "wrong" } })],
  [
    "admin's login",
    (user) => ({ path: "/api/v1/company/auth/login", json: { user, password: "wrong" } }),
  ],
  ["login page", (email) => ({ path: "/?index", form: { email, password: "wrong" } })],
  ["admin's login page", (email) => ({ path: "/admin/login", form: { email, password: "wrong" } })],
  [
    "login over tRPC",
    (email) => ({ path: "/trpc/sessions.logIn", token: "x", json: { email, password: "wrong" } }),
  ],
  [
    "request for a reset",
    (user) => ({ path: "/api/v1/user/auth/forgot-password/otp", json: { user } }),
  ],
  [
    "admin's request for a reset",
    (user) => ({ path: "/api/v1/company/auth/forgot-password/otp", json: { user } }),
  ],
  ["page of a reset", (email) => ({ path: "/fogot-password", form: { intent: "request", email } })],
  [
    "reset with a wrong code",
    (user) => ({
      path: "/api/v1/user/auth/forgot-password",
      json: { user, otp: "000000", password: "a new pass phrase" },
    }),
  ],
  [
    "request to register",
    (user) => ({
      path: "/api/v1/user/auth/register/otp",
      json: { user, name: "Somebody", mobile: "+919876512345" },
    }),
  ],
  [
    "page of a registration",
    (email) => ({ path: "/register", form: { intent: "request", email } }),
  ],
  [
    "page of a registration, with a wrong code",
    (email) => ({ path: "/register", form: { intent: "prove", email, otp: "000000" } }),
  ],
  [
    "registration with a wrong code",
    (user) => ({
      path: "/api/v1/user/auth/register",
      json: {
        user,
        name: "Somebody",
        mobile: "+919876512345",
        otp: "000000",
        dateOfBirth: "1990-01-01",
        password: "a new pass phrase",
      },
    }),
  ],
  ["passkey login", () => ({ path: "/trpc/passkeys.beginLogIn", token: "x", json: {} })],
];
/** Calls on the platform's own host. */
const SUPER: readonly [name: string, call: (email: string) => Omit<Asked, "host">][] = [
  [
    "super admin's code",
    (email) => ({
      path: `/api/v1/superadmin/auth/login/email/otp?${new URLSearchParams({ email })}`,
    }),
  ],
  [
    "super admin's login",
    (email) => ({ path: "/api/v1/superadmin/auth/login/verify", json: { email, otp: "000000" } }),
  ],
];

/** Returns the answer without the parts that differ from request to request. */
function comparable({ status, headers, text }: Answer, email: string): string {
  const kept = Object.entries(headers)
    .filter(([name]) => !/^(date|x-request-id|content-security-policy|set-cookie|etag)$/.test(name))
    .map(([name, value]) => `${name}: ${String(value)}`);
  const names = (headers["set-cookie"] ?? []).map((one) => one.split("=")[0]);
  const body = text
    .replaceAll(email, "EMAIL")
    .replaceAll(encodeURIComponent(email), "EMAIL")
    .replace(/nonce="[^"]*"|nonce\\*",\\*"[\w-]*/g, "")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replace(/"(?:[\w-]{22})"/g, '"NONCE"')
    .replace(/"(?:ticket|challenge)":"[^"]*"/g, "");
  const length = kept.filter((one) => !one.startsWith("content-length"));
  return [status, ...length.sort(), ...names, body].join("\n");
}

/** Returns the place where two texts first differ. */
function difference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return `${JSON.stringify(a.slice(Math.max(0, at - 40), at + 60))} and ${JSON.stringify(b.slice(Math.max(0, at - 40), at + 60))}`;
}

async function bodies(target: Target, tries: Tries, at: Instance): Promise<void> {
  const tenant = await target.tenant();
  const { company, host } = tenant;
  const same = (known: string) => `${known.split("@")[0]?.slice(0, -1) ?? ""}x@people.example`;
  const compare = async (
    name: string,
    call: (email: string) => Omit<Asked, "host">,
    { known, unknown, place }: { known: string; unknown: string; place: string },
  ) => {
    await target.forget();
    const one = await ask(at.port, { ...call(known), host: place });
    await target.forget();
    const other = await ask(at.port, { ...call(unknown), host: place });
    const [a, b] = [comparable(one, known), comparable(other, unknown)];
    tries.try(`${name} differs: ${a === b ? "" : difference(a, b)}`, a === b);
  };
  for (const [name, call] of CALLS) {
    const isAdmins = name.startsWith("admin");
    for (const status of ["ACTIVE", "BLOCKED", "INACTIVE"] as const) {
      const role = isAdmins ? "ADMIN" : "USER";
      const { id, email } = await target.account(company, { role });
      await target.place.database.db.update(users).set({ status }).where(eq(users.id, id));
      const pair = { known: email, unknown: same(email), place: host };
      await compare(`${name} of somebody ${status}`, call, pair);
    }
    // The foreign accounts are the other role's, and another company's.
    const foreign = await target.account((await target.tenant()).company);
    const pair = { known: foreign.email, unknown: same(foreign.email), place: host };
    await compare(`${name} of another company's member`, call, pair);
  }
  const { email } = await target.superAdmin();
  for (const [name, call] of SUPER) {
    const unknown = `${email.split("@")[0]?.slice(0, -1) ?? ""}x@platform.example`;
    await compare(name, call, { known: email, unknown, place: "localhost" });
  }
  await target.forget();
  const right = { path: "/api/v1/user/auth/login", host, json: { user: tenant.member.email } };
  const [good, bad] = [
    await ask(at.port, { ...right, json: { ...right.json, password: tenant.member.password } }),
    await ask(at.port, { ...right, json: { ...right.json, password: "wrong" } }),
  ];
  const differs = comparable(good, "") !== comparable(bad, "");
  tries.control("a right and a wrong login differ", differs);
}

const ROUNDS = 15;
/** A difference of medians in milliseconds that tells nothing over a network. */
const CLOSE_MS = 40;

/**
 * Compares the medians of known and unknown addresses, measured in turn; the bounds are wide, since
 * others use the machine.
 */
async function times(target: Target, tries: Tries, at: Instance): Promise<void> {
  const tenant = await target.tenant();
  for (const [name, call] of CALLS.filter(([one]) => !/passkey/.test(one))) {
    const took: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    for (let n = 0; n < ROUNDS; n += 1) {
      const role = name.startsWith("admin") ? "ADMIN" : "USER";
      const { email } = await target.account(tenant.company, { role });
      await target.forget();
      const one = await ask(at.port, { ...call(email), host: tenant.host });
      const other = await ask(at.port, { ...call(`x${email}`), host: tenant.host });
      took.known.push(one.milliseconds);
      took.unknown.push(other.milliseconds);
    }
    const [known, unknown] = [median(took.known), median(took.unknown)];
    const isClose = Math.abs(known - unknown) < Math.max(CLOSE_MS, Math.min(known, unknown));
    tries.count += ROUNDS * 2 - 1;
    tries.try(
      `${name}: ${known.toFixed()} ms for known, ${unknown.toFixed()} ms for unknown`,
      isClose,
    );
    tries.note(`${name}: ${known.toFixed(1)} and ${unknown.toFixed(1)} ms`);
  }
  const fast = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const invalid = { user: "no address", password: "x" };
    const path = "/api/v1/user/auth/login";
    fast.push((await ask(at.port, { path, host: tenant.host, json: invalid })).milliseconds);
  }
  const { member } = tenant;
  const slow = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    await target.forget();
    slow.push((await target.logIn(at, tenant, member)).answer.milliseconds);
  }
  tries.control("a refusal without a hash is seen to be faster", median(fast) * 2 < median(slow));
}

/** More than any limit of an address admits. */
const REPEATS = 12;

/** Returns the answer without the waits, which differ by the time that the calls take. */
const withoutWaits = (answer: Answer, email: string): string =>
  comparable(answer, email).replace(
    /(retry-?after\w*|"seconds")[^\d\n]{0,10}\d+|\d+ (second|minute|hour)s?/gi,
    "WAIT",
  );

/** Repeats each call for a known and an unknown address until the limits refuse both. */
async function repeated(target: Target, tries: Tries, at: Instance): Promise<void> {
  const { company, host } = await target.tenant();
  const compare = async (
    name: string,
    known: string,
    calls: readonly ((email: string) => Asked)[],
  ) => {
    const unknown = `${known.split("@")[0]?.slice(0, -1) ?? ""}y@people.example`;
    await target.forget();
    const seen = new Set<number>();
    for (const call of calls) {
      const one = await ask(at.port, call(known));
      const other = await ask(at.port, call(unknown));
      const [a, b] = [withoutWaits(one, known), withoutWaits(other, unknown)];
      tries.try(`${name} differs: ${a === b ? "" : difference(a, b)}`, a === b);
      seen.add(one.status);
    }
    return seen;
  };
  let refusals = 0;
  for (const [name, call] of CALLS.filter(([one]) => !/passkey/.test(one))) {
    const role = name.startsWith("admin") ? "ADMIN" : "USER";
    const { email } = await target.account(company, { role });
    const calls = Array.from({ length: REPEATS }, () => (known: string) => {
      return { ...call(known), host };
    });
    if ((await compare(`${name} repeated`, email, calls)).has(429)) refusals += 1;
  }
  const path = "/api/v1/company/auth/login";
  const login = (place: string) => (user: string) => {
    return { path, json: { user, password: "wrong" }, host: place };
  };
  const admin = await target.account(company, { role: "ADMIN" });
  const onPlatform = Array.from({ length: 10 }, () => login("localhost"));
  await compare("an admin's logins on both hosts", admin.email, [...onPlatform, login(host)]);
  tries.control(`${refusals} calls reach their limit`, refusals >= 4);
}

/** Pages that a stranger opens by a number of an order, a member, an allocation or an invitation. */
const WALKED: readonly ((value: string) => Omit<Asked, "host">)[] = [
  (value) => ({ path: `/user/orders/${value}` }),
  (value) => ({ path: `/user/receipts/${value}.pdf` }),
  (value) => ({ path: `/user/receipts/${value}/proof` }),
  (value) => ({ path: `/user/allocation?hash=${value}` }),
  (value) => ({ path: `/user/payment?purchaseId=${value}` }),
  (value) => ({ path: `/admin/member/${value}` }),
  (value) => ({ path: `/admin/purchaserequest?order=${value}` }),
  (value) => ({ path: `/media/${value}` }),
  (value) => ({ path: `/api/v1/user/transaction/list?search=${value}` }),
  (id) => ({ path: "/api/v1/admin/transaction/approve", json: { id } }),
  (orderNumber) => ({ path: "/trpc/orders.find", token: "x", json: { orderNumber } }),
  (id) => ({ path: "/trpc/members.find", token: "x", json: { id } }),
];
/** Pages that a stranger opens by a code of an invitation alone. */
const INVITED: readonly ((code: string) => Omit<Asked, "host">)[] = [
  (code) => ({ path: `/r/${code}` }),
  (code) => ({ path: `/?ref=${code}` }),
  (code) => ({ path: `/register?ref=${code}` }),
];
const CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Walks from known numbers and codes to their neighbours: nothing tells which of them are there. */
async function walks(target: Target, tries: Tries, at: Instance): Promise<void> {
  const { company, host, member } = await target.tenant();
  const order = await waitingOrder(company, member);
  const blocked = await target.account(company);
  await target.place.database.db
    .update(users)
    .set({ status: "BLOCKED" })
    .where(eq(users.id, blocked.id));
  const codeOf = async ({ id }: { id: string }) => {
    const { db } = target.place.database;
    const [row] = await db.select({ code: users.referralCode }).from(users).where(eq(users.id, id));
    return row?.code ?? "";
  };
  const own = await codeOf(member);
  const compare = async (
    call: (value: string) => Omit<Asked, "host">,
    [known, unknown]: readonly [string, string],
  ) => {
    const one = await ask(at.port, { ...call(known), host });
    const other = await ask(at.port, { ...call(unknown), host });
    // A redirect to the login names the address that was asked for.
    const a = comparable(one, known).replaceAll(known, "EMAIL");
    const b = comparable(other, unknown).replaceAll(unknown, "EMAIL");
    tries.try(`${call("…").path} differs: ${a === b ? "" : difference(a, b)}`, a === b);
    return { known: one.milliseconds, unknown: other.milliseconds };
  };
  const absent = "01900000-0000-7000-8000-00000000000a";
  const pairs = [
    [order.orderNumber, `PUR-${String(Number(order.orderNumber.slice(4)) ^ 1).padStart(6, "0")}`],
    [order.id, absent],
    [member.id, absent],
    [blocked.id, absent],
    [own, "ZZZZZZZZ"],
    [await codeOf(blocked), "ZZZZZZZZ"],
  ] as const;
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const call of WALKED) {
    for (const pair of pairs) {
      const took = await compare(call, pair);
      times.known.push(took.known);
      times.unknown.push(took.unknown);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const isClose = Math.abs(known - unknown) < Math.max(CLOSE_MS, Math.min(known, unknown));
  tries.try(`${known.toFixed()} ms for known, ${unknown.toFixed()} ms for unknown`, isClose);
  // Codes are random: from one that is known, none of its neighbours is another member's.
  for (const letter of CODE_LETTERS) {
    const next = own.slice(0, -1) + letter;
    if (next !== own) for (const call of INVITED) await compare(call, [next, "ZZZZZZZZ"]);
  }
  const invited = await Promise.all(
    [own, "ZZZZZZZZ"].map((code) => ask(at.port, { path: `/?ref=${code}`, host })),
  );
  const [right, wrong] = invited.map((answer, of) => comparable(answer, [own, "ZZZZZZZZ"][of]!));
  tries.control("an invitation and an unknown code differ", right !== wrong);
}

export const enumeration: readonly Attack[] = [
  {
    name: "accounts-by-answer",
    tried:
      "known, blocked, foreign and unknown addresses in every call that takes one: status, headers, body",
    isInShort: false,
    run: async (target, tries) => bodies(target, tries, await target.open()),
  },
  {
    name: "accounts-by-time",
    tried: "medians of known and unknown addresses in the same calls",
    isInShort: false,
    run: async (target, tries) => times(target, tries, await target.open()),
  },
  {
    name: "accounts-by-sequence",
    tried:
      "known and unknown addresses until a limit refuses them; neighbours of order numbers, ids and codes",
    isInShort: false,
    run: async (target, tries) => {
      const at = await target.open();
      await repeated(target, tries, at);
      await walks(target, tries, at);
    },
  },
];
