import { createTurns } from "@server/access/call/turns";
import { and, desc, eq } from "drizzle-orm";
import { pino } from "pino";
import { createDatabase, type Database } from "@db/client";
import { newId } from "@db/ids";
import { findCompany } from "@server/sites/queries/companies";
import { type WithCompany, withCompany } from "@db/platform";
import {
  auditEntries,
  companies,
  messages,
  superAdmins,
  supplies,
  twoFactors,
  users,
} from "@db/schema";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { testFileProcesses } from "./test-file-processes";
import { createMemoryStorage } from "@server/files/storage/storage";
import { type Config, readConfig } from "@server/platform/config/environment";
import { type Actor, NOBODY } from "@server/access/call/actor";
import { createContext, type Context, type Deps } from "@server/access/call/context";
import { type CallCounts, createCallCounts } from "@server/access/throttles/call-counts";
import type { Passwords } from "@server/access/sessions/passwords";
import type { Site } from "@server/sites/site";
import { newTotpSecret } from "@server/members/rules/codes";
import { splitSupply } from "@server/sites/rules/pools";
import { paramsOf, createRecordedJobs } from "@server/messages/delivery/store-message";
import type { MessageParams, Template } from "@server/messages/delivery/message-templates";
import { createSecrets } from "@server/platform/config/secrets";
import { type Caller, createCaller } from "@server/http/router";
import { createSessions } from "@server/access/sessions/lucia-sessions";
import { freshActor } from "./actors";

export const PASSWORD = "a pass phrase of tests";

/** Hashes passwords cheaply; argon2id has its own tests. */
export const quickPasswords: Passwords = {
  hash: (password) => Promise.resolve(`hash of ${password}`),
  verify: (hash, password) => Promise.resolve(hash === `hash of ${password}`),
  isOutdated: () => false,
};

export type UserRow = typeof users.$inferSelect;

export interface Client {
  /** Company whose host is used; default: the platform's host. */
  at?: string | null;
  /** The host that is used of it. */
  host?: string;
  ip?: string;
  userAgent?: string;
  /** True if the company's host is also the platform's. */
  isPlatform?: boolean;
  /** True if the caller's page offers to undo the decision. */
  canUndo?: boolean;
}

export interface MemberHarness {
  database: TestDatabase;
  deps: Deps;
  company(change?: Partial<typeof companies.$inferInsert>): Promise<string>;
  person(
    companyId: string,
    role: "USER" | "ADMIN",
    change?: Partial<typeof users.$inferInsert>,
  ): Promise<UserRow>;
  superAdmin(email?: string): Promise<{ id: string; email: string }>;
  /** Gives a person an authenticator app; returns its secret. */
  authenticator(person: { id: string; companyId?: string | null }): Promise<string>;
  context(actor: Actor, client?: Client): Promise<Context>;
  /** Returns an unauthenticated caller, unless an actor is given. */
  caller(client?: Client, actor?: Actor): Promise<Caller>;
  /** Returns a person's caller on the company's host. */
  as(person: UserRow, client?: Client): Promise<Caller>;
  asSuperAdmin(): Promise<Caller>;
  /**
   * Returns another process of the product: it has its own pool and shares only the database, which it
   * may reach at another URL.
   */
  elsewhere(url?: string): MemberHarness;
  /** Returns messages sent to an address, newest first. */
  sentTo<T extends Template>(address: string, template: T): Promise<MessageParams[T][]>;
  row(person: Pick<UserRow, "id">): Promise<UserRow>;
  audited(subjectId: string): Promise<WithCompany<typeof auditEntries.$inferSelect>[]>;
  close(): Promise<void>;
}

/** Creates fixtures for tests of people: a real database, companies, people and their callers. */
export async function memberHarness(
  options: {
    passwords?: Passwords;
    config?: Partial<Config>;
    connections?: number;
    lockTimeoutMs?: number;
    /** Receives each line of the log, of every level; default: nothing is logged. */
    log?: (line: string) => void;
  } = {},
): Promise<MemberHarness> {
  const database = await testDatabase({
    max: options.connections ?? 10,
    ...(options.lockTimeoutMs !== undefined && { lockTimeoutMs: options.lockTimeoutMs }),
  });
  const others: Database[] = [];
  const config = { ...readConfig({ NODE_ENV: "test" }), ...options.config };
  const { log: write } = options;
  const logger = write ? pino({ level: "trace" }, { write }) : pino({ level: "silent" });
  const fileProcesses = testFileProcesses(config.limits, logger);
  const counters: CallCounts[] = [];
  let counter = 0;

  function harnessOn(client: Database): MemberHarness {
    const secrets = createSecrets("a secret of tests, thirty-two signs or more");
    const deps: Deps = {
      config,
      database: client,
      jobs: createRecordedJobs(secrets),
      secrets,
      storage: createMemoryStorage(),
      fileProcesses,
      turns: createTurns(Infinity),
      sessions: createSessions(client.db),
      passwords: options.passwords ?? quickPasswords,
      callCounts: createCallCounts(client.db),
      logger,
    };

    counters.push(deps.callCounts);

    const context = async (
      actor: Actor,
      {
        at = null,
        host,
        ip,
        userAgent = "a browser",
        isPlatform = false,
        canUndo = false,
      }: Client = {},
    ) => {
      const company = at ? await findCompany(client.db, at) : undefined;
      const site: Site = company
        ? { kind: "company", company, isPlatform, ...(host && { host }) }
        : { kind: "platform" };
      return createContext(
        deps,
        {
          transport: "page",
          requestId: newId(),
          ip: ip ?? "203.0.113.7",
          userAgent,
          language: "en",
          site,
          idempotencyKey: null,
          canUndo,
        },
        actor,
      );
    };
    const caller = async (client_: Client = {}, actor: Actor = NOBODY) =>
      createCaller(await context(actor, client_));

    return {
      database,
      deps,
      context,
      caller,
      async company(change) {
        const id = newId();
        const totalSupply = change?.totalSupply ?? 10_000;
        await client.db.insert(companies).values({
          id,
          name: `Company ${(counter += 1)}`,
          email: `desk${counter}@company.example`,
          mobile: "+919876500000",
          tokenName: "Test token",
          tokenSymbol: "RSGN",
          priceMicroRupees: 10_000_000,
          totalSupply,
          ...change,
        });
        const pools = splitSupply(totalSupply);
        await client.db.insert(supplies).values(
          (Object.keys(pools) as (keyof typeof pools)[]).map((pool) => ({
            companyId: id,
            pool,
            total: pools[pool],
          })),
        );
        return id;
      },
      async person(companyId, role, change) {
        counter += 1;
        const [row] = await client.db
          .insert(users)
          .values({
            companyId,
            role,
            name: `Person ${counter}`,
            email: `person${counter}@people.example`,
            mobile: `+9198765${String(counter).padStart(5, "0")}`,
            passwordHash: await quickPasswords.hash(PASSWORD),
            referralCode: `M${String(counter).padStart(7, "2")}`,
            isApproved: true,
            ...change,
          })
          .returning();
        if (!row) throw new Error("The person was not stored.");
        return row;
      },
      async superAdmin(email = `root${(counter += 1)}@platform.example`) {
        const [row] = await client.db.insert(superAdmins).values({ email }).returning();
        if (!row) throw new Error("The super admin was not stored.");
        return row;
      },
      async authenticator({ id, companyId = null }) {
        const secret = newTotpSecret();
        await client.db.insert(twoFactors).values({
          personId: id,
          companyId,
          secretEncrypted: secrets.encrypt("second-step", secret),
          confirmedAt: new Date(),
        });
        return secret;
      },
      as: (person, more) => caller({ at: person.companyId, ...more }, freshActor(person)),
      asSuperAdmin: () =>
        caller(
          {},
          {
            role: "SUPER_ADMIN",
            id: newId(),
            sessionId: "test",
            isSteppedUp: true,
            hasSecondFactor: true,
          },
        ),
      elsewhere(url = database.url) {
        const another = createDatabase({ url, max: 4 });
        others.push(another);
        return harnessOn(another);
      },
      async sentTo<T extends Template>(address: string, template: T) {
        const rows = await client.db
          .select()
          .from(messages)
          .where(and(eq(messages.address, address), eq(messages.template, template)))
          .orderBy(desc(messages.createdAt), desc(messages.id));
        return rows.map((row) => paramsOf(secrets, row)?.params as MessageParams[T]);
      },
      async row(person) {
        const [row] = await client.db.select().from(users).where(eq(users.id, person.id));
        if (!row) throw new Error("There is no such person.");
        return row;
      },
      async audited(subjectId) {
        const about = eq(auditEntries.subjectId, subjectId);
        const entries = client.db.select().from(auditEntries).where(about);
        return (await entries.orderBy(auditEntries.createdAt, auditEntries.id)).map(withCompany);
      },
      async close() {
        await Promise.all(counters.map((calls) => calls.stop()));
        await Promise.all(others.map((other) => other.close()));
        await database.drop();
      },
    };
  }
  return harnessOn(database);
}
