import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import type { Instance } from "@ops/faults/harness/installation";
import { median } from "@ops/faults/report";
import type { Attack, Tries } from "@ops/attacks/attack";
import { type Answer, ask, type Asked } from "@ops/attacks/harness/http";
import type { Target } from "@ops/attacks/harness/target";

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
    (email) => ({
      path: "/register",
      form: { intent: "request", email, name: "Somebody", mobile: "+919876512345" },
    }),
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
];
