import { pino } from "pino";
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { createDatabase, type Database } from "@db/client";
import { newId } from "@db/ids";
import { findCompany } from "@server/sites/queries/companies";
import { ledgerSums } from "@server/verification/queries/ledger";
import type { Order } from "@db/schema";
import type { Payment } from "@server/payments/queries/payments";
import {
  companies,
  medias,
  messages,
  orders,
  payments,
  statementLines,
  supplies,
  users,
} from "@db/schema";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import type { Language, MemberStatus } from "@db/vocabulary";
import { testFileProcesses } from "./test-file-processes";
import { createMemoryStorage } from "@server/files/storage/storage";
import { readConfig } from "@server/platform/config/environment";
import { type Actor, NOBODY } from "@server/access/call/actor";
import { createContext, type Deps, type Transport } from "@server/access/call/context";
import { createTurns } from "@server/access/call/turns";
import { refusalFrom } from "@server/access/call/refusal-from";
import type { Sessions } from "@server/access/sessions/sessions";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { splitSupply } from "@server/sites/rules/pools";
import { createRecordedJobs } from "@server/messages/delivery/store-message";
import { createCallCounts } from "@server/access/throttles/call-counts";
import { HOLD_KEPT_SECONDS } from "@server/platform/rules/hold-times";
import { createSecrets } from "@server/platform/config/secrets";
import { recomputeFigures } from "@server/verification/recompute";
import { verifyDecisions } from "@server/verification/verify-decisions";
import { verifyLedger } from "@server/verification/verify-ledger";
import { type Caller, createCaller } from "@server/http/router";
import { attachEntries } from "@server/orders/statements/attach-entries";
import { freshActor } from "./actors";

type CompanyChange = Partial<typeof companies.$inferInsert>;

export interface Person {
  id: string;
  referralCode: string;
  actor: Actor;
}

export interface CompanyFixture {
  id: string;
  /** Tokens of the whole private pool. */
  pool: number;
  admin: Person;
  member(change?: Partial<typeof users.$inferInsert>): Promise<Person>;
  /** Creates an admin with a password, who can confirm changes that wait for a second one. */
  anotherAdmin(): Promise<Person>;
  proof(owner: Person, sha256?: string): Promise<string>;
  /** Returns a caller for that person, with the company's current data. */
  as(person: Person | null, options?: CallerOptions): Promise<Caller>;
  setCompany(change: CompanyChange): Promise<void>;
  setStatus(person: Person, status: MemberStatus): Promise<void>;
  order(orderNumber: string): Promise<Order>;
  /** Ends the hold of an order; by default, it is no longer kept for a payment that waits. */
  expireHold(orderNumber: string, seconds?: number): Promise<void>;
  /** Moves a waiting order's submission into the past; a decided one is the ledger's, and stays. */
  backdateSubmission(orderNumber: string, seconds: number): Promise<void>;
  balances(): Promise<Balances>;
  /** Lists the payments that persons have named, oldest first. */
  payments(): Promise<Payment[]>;
  /** Lists the received ones of them, in the order of their receipt. */
  received(): Promise<Payment[]>;
  /**
   * Imports an entry of a statement, a credit of today by default, and joins it to its payment. Returns
   * its id.
   */
  entry(entry: TestEntry): Promise<string>;
  /** Lists contradictions between ledger, orders, payments, pool and stored figures. */
  faults(): Promise<unknown[]>;
}

export interface TestEntry {
  reference?: string | null;
  narration?: string;
  amountPaise: number;
  accountId?: string;
  /** Day of the booking, YYYY-MM-DD. */
  bookedOn?: string;
  side?: "CREDIT" | "DEBIT";
}

export interface CallerOptions {
  key?: string;
  /** True if the caller's page offers to undo the decision. */
  canUndo?: boolean;
  transport?: Transport;
  language?: Language;
  /** Client of another instance; default: the harness's own. */
  database?: Database;
}

/** Counts of the pool, and the sums of orders and chain. */
export type Balances = Awaited<ReturnType<typeof ledgerSums>>;

export interface OrderHarness {
  database: TestDatabase;
  deps: Deps;
  /** Creates a separate database client, like another instance's. */
  another(max: number): Database;
  company(change?: CompanyChange & { privateTokens?: number }): Promise<CompanyFixture>;
  superAdmin(): Promise<Caller>;
  /** Returns a caller for an anonymous visitor of a company's host. */
  visit(companyId: string): Promise<Caller>;
  messages(template: string): Promise<{ address: string; userId: string | null }[]>;
  close(): Promise<void>;
}

/** APP_SECRET of the harness: another process needs it to read what the harness stores. */
export const HARNESS_SECRET = "a secret of tests, thirty-two signs or more";

const noSessions: Sessions = {
  within: () => noSessions,
  start: () => Promise.reject(new Error("No session is started here.")),
  startStored: () => Promise.reject(new Error("No session is started here.")),
  read: () => Promise.resolve(null),
  prove: () => Promise.resolve(),
  renew: () => Promise.resolve(null),
  end: () => Promise.resolve(),
  endAll: () => Promise.resolve(),
  list: () => Promise.resolve([]),
};

/** Creates fixtures for tests of money: a real database, companies, people and their callers. */
export async function orderHarness(
  options: {
    connections?: number;
    database?: TestDatabase;
  } = {},
): Promise<OrderHarness> {
  const database = options.database ?? (await testDatabase({ max: options.connections ?? 10 }));
  const secrets = createSecrets(HARNESS_SECRET);
  const config = readConfig({ NODE_ENV: "test" });
  const logger = pino({ level: "silent" });
  const deps: Deps = {
    config,
    database,
    jobs: createRecordedJobs(secrets),
    secrets,
    storage: createMemoryStorage(),
    fileProcesses: testFileProcesses(config.limits, logger),
    turns: createTurns(Infinity),
    sessions: noSessions,
    passwords: {
      hash: (text) => Promise.resolve(text),
      verify: () => Promise.resolve(true),
      isOutdated: () => false,
    },
    callCounts: createCallCounts(database.db),
    logger,
  };
  const clients: Database[] = [];
  let counter = 0;

  const caller = async (
    actor: Actor,
    companyId: string | null,
    {
      key,
      canUndo = false,
      transport = "page",
      language = "en",
      database: client = database,
    }: CallerOptions = {},
  ): Promise<Caller> => {
    const company = companyId ? await findCompany(client.db, companyId) : undefined;
    return createCaller(
      createContext(
        { ...deps, database: client },
        {
          transport,
          requestId: newId(),
          ip: "203.0.113.7",
          userAgent: null,
          language,
          site: company ? { kind: "company", company, isPlatform: false } : { kind: "platform" },
          idempotencyKey: key ?? null,
          canUndo,
        },
        actor,
      ),
    );
  };

  async function createCompany({
    privateTokens = 3000,
    ...change
  }: CompanyChange & { privateTokens?: number } = {}): Promise<CompanyFixture> {
    const id = newId();
    // The total is such that three tenths of it are the private pool.
    const totalSupply = Math.ceil((privateTokens * 10) / 3);
    await database.db.insert(companies).values({
      id,
      name: `House ${(counter += 1)}`,
      email: `desk${counter}@house.example`,
      mobile: "+919876500000",
      tokenName: "Test token",
      tokenSymbol: "RSGN",
      priceMicroRupees: 10_000_000,
      feeBps: 250,
      referralRewardBps: 500,
      totalSupply,
      ...change,
    });
    const pools = splitSupply(totalSupply);
    await database.db.insert(supplies).values(
      (Object.keys(pools) as (keyof typeof pools)[]).map((pool) => ({
        companyId: id,
        pool,
        total: pool === "REFERRAL" ? privateTokens : pools[pool],
      })),
    );

    const person = async (
      role: "USER" | "ADMIN",
      details: Partial<typeof users.$inferInsert> = {},
    ): Promise<Person> => {
      const personId = newId();
      const referralCode = `M${String((counter += 1)).padStart(6, "0")}`;
      await database.db.insert(users).values({
        companyId: id,
        id: personId,
        role,
        name: `Person ${counter}`,
        email: `person${counter}@people.example`,
        mobile: `+9198765${String(counter).padStart(5, "0")}`,
        referralCode,
        isApproved: true,
        ...details,
      });
      return {
        id: personId,
        referralCode,
        actor: freshActor({
          role: details.role ?? role,
          adminRole: details.adminRole,
          id: personId,
          companyId: id,
        }),
      };
    };

    const numbered = (orderNumber: string) =>
      and(eq(orders.companyId, id), eq(orders.orderNumber, orderNumber));

    const admin = await person("ADMIN", { passwordHash: "set" });
    return {
      id,
      pool: privateTokens,
      admin,
      member: (details) => person("USER", details),
      anotherAdmin: () => person("ADMIN", { passwordHash: "set" }),
      async proof(owner, sha256) {
        const mediaId = newId();
        await database.db.insert(medias).values({
          id: mediaId,
          companyId: id,
          ownerId: owner.id,
          ownerRole: "USER",
          contentType: "image/png",
          fileName: "proof.png",
          sizeBytes: 1,
          sha256: sha256 ?? mediaId.replaceAll("-", "").padEnd(64, "0"),
          storageKey: `${id}/${mediaId}.png`,
        });
        return mediaId;
      },
      as: (someone, callerOptions) => caller(someone?.actor ?? NOBODY, id, callerOptions),
      async setCompany(details) {
        await database.db.update(companies).set(details).where(eq(companies.id, id));
      },
      async setStatus(someone, status) {
        await database.db.update(users).set({ status }).where(eq(users.id, someone.id));
      },
      async order(orderNumber) {
        const [row] = await database.db.select().from(orders).where(numbered(orderNumber));
        if (!row) throw new Error(`There is no order ${orderNumber}.`);
        return row;
      },
      async expireHold(orderNumber, seconds = HOLD_KEPT_SECONDS + 1) {
        await database.db
          .update(orders)
          .set({ holdEndsAt: sql`now() - make_interval(secs => ${seconds})` })
          .where(numbered(orderNumber));
      },
      async backdateSubmission(orderNumber, seconds) {
        await database.db
          .update(orders)
          .set({
            submittedAt: sql`date_trunc('milliseconds', now()) - make_interval(secs => ${seconds})`,
          })
          .where(
            and(numbered(orderNumber), eq(orders.status, "PENDING"), isNotNull(orders.submittedAt)),
          );
      },
      balances: () => ledgerSums(database.db, id),
      payments: () =>
        database.db
          .select()
          .from(payments)
          .where(and(eq(payments.companyId, id), isNotNull(payments.memberId)))
          .orderBy(asc(payments.createdAt), asc(payments.id)),
      received: () =>
        database.db
          .select()
          .from(payments)
          .where(and(eq(payments.companyId, id), eq(payments.status, "CONFIRMED")))
          .orderBy(asc(payments.receivedAt), asc(payments.id)),
      async entry({ reference = null, narration = "NEFT", amountPaise, ...more }) {
        const lineId = newId();
        const line = {
          companyId: id,
          id: lineId,
          accountId: newId(),
          lineKey: lineId,
          occurrence: 1,
          bookedOn: dateInIndia(new Date()),
          side: "CREDIT" as const,
          ...more,
          amountPaise,
          narration,
          reference,
        };
        await database.db.transaction(async (tx) => {
          await tx.insert(statementLines).values(line);
          await attachEntries({ db: tx, deps, company: { id }, actor: admin }, [line]);
        });
        return lineId;
      },
      async faults() {
        const ledger = await verifyLedger(database.db, { id, name: "", tokenSymbol: "" });
        return [
          ...ledger.faults,
          ...(await recomputeFigures(database.db, id)),
          ...(await verifyDecisions(database.db, id)),
        ];
      },
    };
  }

  return {
    database,
    deps,
    another(max) {
      const client = createDatabase({ url: database.url, max });
      clients.push(client);
      return client;
    },
    company: createCompany,
    visit: (companyId) => caller(NOBODY, companyId),
    superAdmin: () =>
      caller(
        {
          role: "SUPER_ADMIN",
          id: newId(),
          sessionId: "test",
          isSteppedUp: true,
          hasSecondFactor: true,
        },
        null,
      ),
    messages: (template) =>
      database.db
        .select({ address: messages.address, userId: messages.userId })
        .from(messages)
        .where(eq(messages.template, template))
        .orderBy(asc(messages.createdAt)),
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await database.drop();
    },
  };
}

/** Returns the refusal code of a call; "ok" on success. Rethrows other errors. */
export async function resultCode(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "ok";
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal) throw error;
    return refusal.code;
  }
}

/** Submits a bank payment of ₹1,005 at ₹10 per token: 100 tokens, and a remainder of ₹5. */
export async function submittedPayment(
  company: Pick<CompanyFixture, "as" | "proof">,
  member: Person,
  change: { reference?: string; sha256?: string; paidAmount?: string } = {},
) {
  const api = await company.as(member);
  const order = await api.orders.create({ amount: "1005" });
  const transaction = await api.orders.submit({
    purchaseId: order.orderNumber,
    paymentMethod: "BANK",
    amount: "1005.00",
    referenceNumber: change.reference ?? `n-${order.orderNumber}-1234567`,
    receiptId: await company.proof(member, change.sha256),
    paidAmount: change.paidAmount,
    consent: true,
  });
  return { order, transaction };
}
