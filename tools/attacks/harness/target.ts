import { setTimeout as after } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { newId } from "@db/ids";
import { hosts, superAdmins, twoFactors, users } from "@db/schema";
import { newTotpSecret } from "@server/members/rules/codes";
import { createSecrets } from "@server/platform/config/secrets";
import { createPasswords } from "@server/access/sessions/passwords";
import { createSessions } from "@server/access/sessions/lucia-sessions";
import { freshActor } from "@server/testing/actors";
import { type CompanyFixture, HARNESS_SECRET, type Person } from "@server/testing/order-harness";
import PostalMime, { type Email } from "postal-mime";
import { install, type Installation, type Instance } from "@tools/faults/harness/installation";
import { type Answer, ask, type Asked } from "./http";

export const PASSWORD = "a pass phrase of attacks";

/** Somebody with a login of their own. */
export interface Account extends Person {
  email: string;
  password: string;
}

/** A company with a host, its admin and a member. */
export interface Tenant {
  company: CompanyFixture;
  host: string;
  admin: Account;
  member: Account;
}

/** Two instances of the built product over one database, under attack. */
export interface Target {
  place: Installation;
  /** Starts an instance that clients reach without a proxy. */
  open(): Promise<Instance>;
  /** Starts an instance behind one proxy: `X-Forwarded-For` names the client. */
  proxied(): Promise<Instance>;
  /** Makes a new company, so that an attack finds nothing of another. */
  tenant(change?: Parameters<Installation["harness"]["company"]>[0]): Promise<Tenant>;
  account(company: CompanyFixture, change?: Partial<typeof users.$inferInsert>): Promise<Account>;
  superAdmin(): Promise<{ email: string; token: string }>;
  /** Makes the token of a session without a login. */
  token(person: Person): Promise<string>;
  /** Logs in by the page's form. */
  logIn(at: Instance, tenant: Tenant, who: Account, more?: Partial<Asked>): Promise<LoggedIn>;
  /** Waits for the newest mail to an address, once there are at least so many. */
  mail(to: string, atLeast?: number): Promise<Email>;
  /** Returns the number of mails to an address so far. */
  mailsTo(to: string): number;
  /** Waits for the newest code in the mails to an address, the first `atLeast - 1` left out. */
  code(to: string, atLeast?: number): Promise<string>;
  /** Resets all limits that were reached. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export interface LoggedIn {
  answer: Answer;
  /** `name=token` of the session's cookie; null if none was set. */
  cookie: string | null;
}

const many = (limit: string) => `${limit}=1000000`;
const MAIL_MS = 120_000;

/** Starts the installation; its instances start when they are first asked for. */
export async function createTarget(): Promise<Target> {
  const place = await install(undefined, {
    LIMITS: [
      // Accounts of their own attack these limits.
      ...["codesPerIpHour", "codesPerCompanyHour", "wrongLoginsPerIp"].map(many),
      "uploadKbPerMemberDay=100000000",
      // The limit of slow bodies is short, since an attack waits for it.
      "bodyPauseSeconds=3",
    ].join(),
    // Requests are logged too, since an attacker may write into these lines.
    LOG_LEVEL: "info",
  });
  const passwords = createPasswords();
  const secrets = createSecrets(HARNESS_SECRET);
  // The hash is made once, since argon2id costs the same each time.
  const passwordHash = await passwords.hash(PASSWORD);
  const { database } = place;
  const { db } = database;
  const sessions = createSessions(db);
  const client = { ip: "127.0.0.1", userAgent: null };
  let tenants = 0;
  let open: Promise<Instance> | null = null;
  let proxied: Promise<Instance> | null = null;

  const account: Target["account"] = async (company, change = {}) => {
    const made = await company.member(change);
    const role = change.role === "ADMIN" ? "ADMIN" : "USER";
    const person = { ...made, actor: freshActor({ role, id: made.id, companyId: company.id }) };
    const email = change.email ?? `person-${person.id}@people.example`;
    await db
      .update(users)
      .set({ passwordHash, ...change, email })
      .where(eq(users.id, person.id));
    return { ...person, email, password: PASSWORD };
  };

  const taken = (to: string) => place.sink.taken.filter((mail) => mail.to === to);
  const mail: Target["mail"] = async (to, atLeast = 1) => {
    const end = performance.now() + MAIL_MS;
    while (taken(to).length < atLeast) {
      if (performance.now() > end) throw new Error(`No mail came to ${to}.`);
      await after(20);
    }
    return PostalMime.parse(taken(to).at(-1)?.raw ?? "");
  };

  return {
    place,
    open: () => (open ??= place.instance()),
    proxied: () => (proxied ??= place.instance({ settings: { TRUST_PROXY: "1" } })),
    async tenant(change) {
      const company = await place.harness.company({ privateTokens: 100_000, ...change });
      const host = `tenant${(tenants += 1)}.localhost`;
      await db.insert(hosts).values({ id: newId(), host, companyId: company.id });
      const email = `admin-${company.id}@people.example`;
      await db.update(users).set({ passwordHash, email }).where(eq(users.id, company.admin.id));
      const admin = { ...company.admin, email, password: PASSWORD };
      return { company, host, admin, member: await account(company) };
    },
    account,
    async superAdmin() {
      const id = newId();
      const email = `super-${id}@platform.example`;
      await db.insert(superAdmins).values({ id, email });
      // An account without a second factor can only set one up.
      const secretEncrypted = secrets.encrypt("second-step", newTotpSecret());
      await db
        .insert(twoFactors)
        .values({ personId: id, secretEncrypted, confirmedAt: new Date() });
      return { email, token: (await sessions.start({ role: "SUPER_ADMIN", id }, client)).token };
    },
    token: (person) => place.token(person),
    async logIn({ port }, { host }, who, more = {}) {
      const path = who.actor.role === "ADMIN" ? "/admin/login" : "/?index";
      const form = { email: who.email, password: who.password };
      const answer = await ask(port, { path, host, form, ...more });
      const cookie = answer.cookies.find((one) => /^prelaunch_(user|admin)=.+/.test(one));
      return { answer, cookie: cookie ?? null };
    },
    mail,
    mailsTo: (to) => taken(to).length,
    async code(to, atLeast = 1) {
      // Several mails are sent at once; any of them may have the code.
      for (let count = atLeast; ; count += 1) {
        await mail(to, count);
        for (const { raw } of taken(to)
          .slice(atLeast - 1)
          .reverse()) {
          const { text = "" } = await PostalMime.parse(raw);
          const code = /^(\d{6}|\d{4} \d{4} \d{4})$/m.exec(text)?.[1];
          if (code) return code;
        }
      }
    },
    forget: async () => void (await database.sql`DELETE FROM login_throttles`),
    close: () => place.close(),
  };
}
