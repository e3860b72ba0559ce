import type { Instance } from "@tools/faults/harness/installation";
import type { Attack, Form, Tries } from "@tools/attacks/attack";
import { ask, envelopeOf } from "@tools/attacks/harness/http";
import type { Account, Tenant, Target } from "@tools/attacks/harness/target";

const NEW_PASSWORD = "another pass phrase of attacks";
/** Makes up a token in the form of real ones. */
const madeUp = (mark: string) => `${mark}_${"A".repeat(43)}`;

/** Requests that need the session: a page, a call of REST and one of tRPC. */
interface Ways {
  area: "user" | "admin";
  page: string;
  rest: string;
  trpc: string;
}

const MEMBERS: Ways = {
  area: "user",
  page: "/user/dashboard",
  rest: "/api/v1/user/auth/profile/get",
  trpc: "/trpc/members.profile",
};
const ADMINS: Ways = {
  area: "admin",
  page: "/admin/dashboard",
  rest: "/api/v1/admin/dashboard/get",
  trpc: "/trpc/dashboard.admin",
};

/** Returns the transports that accept a token. */
async function opened(at: Instance, host: string, ways: Ways, token: string): Promise<string[]> {
  const cookie = `prelaunch_${ways.area}=${token}`;
  const [page, data, rest, trpc, swapped] = await Promise.all([
    ask(at.port, { path: ways.page, host, cookie }),
    ask(at.port, { path: `${ways.page}.data`, host, cookie }),
    ask(at.port, { path: ways.rest, host, token }),
    ask(at.port, { path: ways.trpc, host, token }),
    // REST accepts no cookie.
    ask(at.port, { path: ways.rest, host, cookie }),
  ]);
  return [
    ...(page.status === 200 ? ["page"] : []),
    ...(data.status === 200 && !/SingleFetchRedirect/.test(data.text) ? ["page data"] : []),
    ...(rest.status === 200 ? ["REST"] : []),
    ...(trpc.status === 200 ? ["tRPC"] : []),
    ...(swapped.status === 200 ? ["REST by cookie"] : []),
  ];
}

const ALL = "page, page data, REST, tRPC";

/** Plants cookies, addresses and fields before the victim logs in. */
async function fixation(target: Target, tries: Tries, form: Form): Promise<void> {
  const at = await target.open();
  const tenant = await target.tenant();
  const { host } = tenant;
  const mallory = await target.account(tenant.company);
  const theirs = await target.token(mallory);
  const victims = [
    [tenant.member, MEMBERS, "u"],
    [tenant.admin, ADMINS, "a"],
  ] as const;
  for (const [who, ways, mark] of form === "whole" ? victims : victims.slice(0, 1)) {
    const name = `prelaunch_${ways.area}`;
    for (const planted of [madeUp(mark), theirs]) {
      const cookies = [
        `${name}=${planted}`,
        `${name}=${planted}; ${name}=${planted}`,
        `__Host-${name}=${planted}`,
        `auth_session=${planted}; session=${planted}; token=${planted}`,
      ];
      // The short form tries one cookie, since each login costs a hash.
      for (const cookie of form === "whole" ? cookies : cookies.slice(0, 1)) {
        const { cookie: made } = await target.logIn(at, tenant, who, { cookie });
        // A person who is logged in already is sent to the dashboard.
        const token = made?.split("=")[1] ?? "";
        tries.try(`${name} planted as ${cookie}: the login kept it`, token !== planted);
        const after = await opened(at, host, ways, planted);
        const isOwn = planted === theirs && ways === MEMBERS;
        if (!isOwn) tries.try(`${name}: a planted token opens ${after.join()}`, after.length === 0);
        else {
          const profile = await ask(at.port, { path: ways.rest, host, token: planted });
          const isTheirs = !profile.text.includes(who.email);
          tries.try("the attacker's session became the victim's", isTheirs);
        }
      }
      const fields = { email: who.email, password: who.password };
      const field = { ...fields, token: planted, sessionId: planted, session: planted };
      const path = ways === MEMBERS ? "/?index" : "/admin/login";
      const query = `${path}${path.includes("?") ? "&" : "?"}token=${planted}&${name}=${planted}`;
      for (const answer of [
        await ask(at.port, { path: query, host, form: fields }),
        await ask(at.port, { path, host, form: field }),
        await ask(at.port, {
          path: `/api/v1/${ways === MEMBERS ? "user" : "company"}/auth/login`,
          host,
          token: planted,
          json: { ...field, user: who.email },
        }),
      ]) {
        const isUsed = answer.cookies.join().includes(planted) || answer.text.includes(planted);
        tries.try(`${name}: the answer holds the planted token`, !isUsed);
      }
    }
    const one = await target.logIn(at, tenant, who);
    const two = await target.logIn(at, tenant, who);
    tries.try("two logins share a token", one.cookie !== two.cookie);
    const works = await opened(at, host, ways, two.cookie?.split("=")[1] ?? "");
    tries.control(`the token of a login opens ${ALL}`, works.join(", ") === ALL);
  }
}

/** Makes two sessions of a person, by cookie and by bearer token. */
async function sessionsOf(target: Target, tenant: Tenant, who: Account, at: Instance) {
  const { cookie } = await target.logIn(at, tenant, who);
  const role = who.actor.role === "ADMIN" ? "company" : "user";
  const login = await ask(at.port, {
    path: `/api/v1/${role}/auth/login`,
    host: tenant.host,
    json: { user: who.email, password: who.password },
  });
  const bearer = envelopeOf(login).data?.["token"];
  return [cookie?.split("=")[1] ?? "", String(bearer)] as const;
}

/** Changes somebody's details as an admin; the other details stay. */
async function change(
  target: Target,
  at: Instance,
  { host, admin }: Tenant,
  { id, email }: Account,
  to: { status?: string; role: string },
) {
  const [row] = await target.place.database.sql`SELECT name, mobile FROM users WHERE id = ${id}`;
  return ask(at.port, {
    method: "PUT",
    path: "/api/v1/admin/auth/update",
    host,
    json: { id, email, ...row, ...to },
    token: await target.token(admin),
  });
}

/** Acts that must end sessions, and the sessions that each must end. */
const ENDINGS: readonly {
  name: string;
  ways: Ways;
  /** Ends the sessions; `token` is the first one. */
  end: (
    target: Target,
    at: Instance,
    tenant: Tenant,
    who: Account,
    token: string,
  ) => Promise<unknown>;
  /** Indexes of the sessions that must be over: 0 acts, 1 is the other. */
  over: readonly (0 | 1)[];
}[] = [
  {
    name: "a logout",
    ways: MEMBERS,
    over: [0],
    end: (_, at, { host }, __, token) =>
      ask(at.port, { path: "/user/logout", host, form: {}, cookie: `prelaunch_user=${token}` }),
  },
  {
    name: "a logout over REST",
    ways: MEMBERS,
    over: [0],
    end: (_, at, { host }, __, token) =>
      ask(at.port, { path: "/api/v1/user/auth/logout", host, json: {}, token }),
  },
  {
    name: "an admin's logout",
    ways: ADMINS,
    over: [0],
    end: (_, at, { host }, __, token) =>
      ask(at.port, { path: "/admin/logout", host, form: {}, cookie: `prelaunch_admin=${token}` }),
  },
  {
    name: "ending all sessions",
    ways: MEMBERS,
    over: [0, 1],
    end: (_, at, { host }, __, token) =>
      ask(at.port, { path: "/trpc/sessions.endAll", host, json: { keepThis: false }, token }),
  },
  ...(["BLOCKED", "INACTIVE"] as const).map((status) => ({
    name: `an admin sets ${status}`,
    ways: MEMBERS,
    over: [0, 1] as const,
    end: (target: Target, at: Instance, tenant: Tenant, who: Account) =>
      change(target, at, tenant, who, { status, role: "USER" }),
  })),
  {
    name: "deleting the account",
    ways: MEMBERS,
    over: [0, 1],
    end: async (target, at, { host, admin }, { id }) =>
      ask(at.port, {
        method: "DELETE",
        path: `/api/v1/admin/auth/delete?id=${id}`,
        host,
        token: await target.token(admin),
      }),
  },
  {
    name: "a new password",
    ways: MEMBERS,
    over: [1],
    async end(target, at, { host }, { email, password }, token) {
      const path = "/api/v1/user/auth/password";
      const before = target.mailsTo(email);
      await ask(at.port, { path: `${path}/otp`, host, json: {}, token });
      const otp = await target.code(email, before + 1);
      const json = { otp, password, newPassword: NEW_PASSWORD };
      return ask(at.port, { method: "PUT", path: `${path}/update`, host, json, token });
    },
  },
  {
    name: "an admin's new password",
    ways: ADMINS,
    over: [1],
    end: (_, at, { host }, { password }, token) =>
      ask(at.port, {
        path: "/trpc/passwords.changeOwn",
        host,
        json: { currentPassword: password, newPassword: NEW_PASSWORD },
        token,
      }),
  },
  ...(["user", "company"] as const).map((role) => ({
    name: role === "user" ? "a password reset" : "an admin's password reset",
    ways: role === "user" ? MEMBERS : ADMINS,
    over: [0, 1] as const,
    async end(target: Target, at: Instance, { host }: Tenant, { email }: Account) {
      const path = `/api/v1/${role}/auth/forgot-password`;
      const before = target.mailsTo(email);
      await ask(at.port, { path: `${path}/otp`, host, json: { user: email } });
      const otp = await target.code(email, before + 1);
      return ask(at.port, { path, host, json: { user: email, otp, password: NEW_PASSWORD } });
    },
  })),
  {
    name: "an admin becomes a member",
    ways: ADMINS,
    over: [0, 1],
    end: (target, at, tenant, who) => change(target, at, tenant, who, { role: "USER" }),
  },
  {
    name: "the company is suspended",
    ways: ADMINS,
    over: [0, 1],
    end: async (target, at, { company }) =>
      ask(at.port, {
        path: "/trpc/companies.setStatus",
        json: { id: company.id, status: "SUSPENDED" },
        token: (await target.superAdmin()).token,
      }),
  },
];

/** Procedure tests in `npm test` cover the others. */
const IN_SHORT = new Set(["a logout", "an admin sets BLOCKED", "an admin's new password"]);

/** Tries tokens that were copied before their session ended, at both instances. */
async function replay(
  target: Target,
  tries: Tries,
  { instances, endings }: { instances: readonly Instance[]; endings: typeof ENDINGS },
): Promise<void> {
  const [at] = instances;
  if (!at) throw new Error("There is no instance.");
  for (const { name, ways, end, over } of endings) {
    // Each act has a company of its own, since a suspension ends all sessions there.
    const tenant = await target.tenant();
    const role = ways === ADMINS ? "ADMIN" : "USER";
    const who = await target.account(tenant.company, { role });
    const tokens = await sessionsOf(target, tenant, who, at);
    for (const one of instances) {
      for (const token of tokens) {
        const before = (await opened(one, tenant.host, ways, token)).join(", ");
        tries.control(`before ${name} the token opens ${ALL}, not ${before}`, before === ALL);
      }
    }
    const done = (await end(target, at, tenant, who, tokens[0])) as {
      status: number;
      text: string;
    };
    tries.control(`${name} succeeds: ${done.status} ${done.text.slice(0, 200)}`, done.status < 400);
    for (const one of instances) {
      for (const index of over) {
        const still = await opened(one, tenant.host, ways, tokens[index] ?? "");
        tries.try(`after ${name} a token opens ${still.join()} at ${one.name}`, still.length === 0);
      }
    }
  }
}

/** Sends tokens to another host, area or transport, changes them, or puts them together. */
async function misuse(target: Target, tries: Tries): Promise<void> {
  const at = await target.open();
  const [tenant, other] = [await target.tenant(), await target.tenant()];
  const member = await target.token(tenant.member);
  const admin = await target.token(tenant.admin);
  const [stored] = await target.place.database.sql`
    SELECT id FROM sessions WHERE user_id = ${tenant.admin.id} LIMIT 1`;
  for (const [what, host, ways, token] of [
    ["a member's at another company", other.host, MEMBERS, member],
    ["an admin's at another company", other.host, ADMINS, admin],
    ["a member's as an admin's", tenant.host, ADMINS, member],
    ["an admin's as a member's", tenant.host, MEMBERS, admin],
    ["a member's with an admin's mark", tenant.host, ADMINS, `a${member.slice(1)}`],
    ["an admin's with a super admin's mark", tenant.host, ADMINS, `s${admin.slice(1)}`],
    ["one with its last letter changed", tenant.host, ADMINS, `${admin.slice(0, -1)}!`],
    ["one with a space", tenant.host, ADMINS, `${admin.slice(0, 9)} ${admin.slice(9)}`],
    ["one in lower case", tenant.host, ADMINS, admin.toLowerCase()],
    ["the stored hash", tenant.host, ADMINS, `a_${String(stored?.["id"])}`],
    ["the stored hash alone", tenant.host, ADMINS, String(stored?.["id"])],
  ] as const) {
    const still = await opened(at, host, ways, token);
    tries.try(`${what} opens ${still.join()}`, still.length === 0);
  }
  const works = (await opened(at, tenant.host, ADMINS, admin)).join(", ");
  tries.control("the admin's own token opens everything", works === ALL);
}

export const sessions: readonly Attack[] = [
  {
    name: "session-fixation",
    tried: "tokens planted in cookies, addresses, fields and headers before a login",
    isInShort: true,
    run: fixation,
  },
  {
    name: "session-replay",
    tried:
      "copied cookies and bearer tokens after logout, block, deletion, password change and reset",
    isInShort: true,
    async run(target, tries, form) {
      const isWhole = form === "whole";
      const instances = [await target.open(), ...(isWhole ? [await target.proxied()] : [])];
      const endings = isWhole ? ENDINGS : ENDINGS.filter(({ name }) => IN_SHORT.has(name));
      await replay(target, tries, { instances, endings });
    },
  },
  {
    name: "session-misuse",
    tried: "tokens at another company, area or transport, changed tokens, stored hashes",
    isInShort: true,
    run: misuse,
  },
];
