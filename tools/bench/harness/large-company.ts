import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { createDatabase, type Database, type Executor, runText } from "@db/client";
import { newId } from "@db/ids";
import { migrate } from "@db/startup/migrate";
import { findCompany } from "@server/sites/queries/companies";
import { startDatabase } from "@db/startup/start";
import { createLogger } from "@server/platform/config/logger";
import type { Actor } from "@server/access/call/actor";
import { createContext } from "@server/access/call/context";
import type { Figures } from "@server/platform/running/figures";
import { type Caller, createCaller } from "@server/http/router";
import { freshActor } from "@server/testing/actors";
import { checkLarge, fillLarge } from "@server/testing/large-data";
import { type CompanyFixture, orderHarness, type Person } from "@server/testing/order-harness";
import { fillHistory } from "./large-history";
import { printLine } from "./report";

/** A company in a database of its own. */
export interface Subject extends Pick<CompanyFixture, "proof"> {
  url: string;
  database: Database;
  db: Executor;
  companyId: string;
  admin: Person;
  /** Returns members with a referrer and without an open order, one after the other. */
  nextBuyer(): Person;
  /** Texts of one member and one order; none in an empty company. */
  known: Record<string, string>;
  as(person: Person, figures?: Figures | object): Promise<Caller>;
  asSuperAdmin(figures: Figures): Promise<Caller>;
}

interface Subjects {
  large: Subject;
  empty: Subject;
  close: () => Promise<void>;
}

/** Number of buyers, more than a run needs. */
const BUYERS = 500;

/** Makes a company with so many orders and a fifth as many members, and one without any. */
export async function openSubjects(
  { orders, seed }: { orders: number; seed: number },
  kept: string | undefined,
): Promise<Subjects> {
  const data = kept ?? (await mkdtemp(path.join(tmpdir(), "prelaunch-bench-")));
  const started = await startDatabase(
    { databaseUrl: undefined, dataDir: data },
    createLogger("silent"),
  );
  const databases: Database[] = [];
  const open = async (name: string) => {
    const { db } = started.database;
    if (name === "empty") await runText(db, "DROP DATABASE IF EXISTS empty", []);
    const found = await runText(db, "SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (found.length === 0) await runText(db, `CREATE DATABASE ${name}`, []);
    const url = new URL(started.url);
    url.pathname = name;
    const client = () => createDatabase({ url: url.href, max: 4, answerTimeoutMs: 3_600_000 });
    // A session that was opened before lacks the defaults of the role.
    const first = client();
    try {
      await migrate(first);
    } finally {
      await first.close();
    }
    const database = client();
    databases.push(database);
    return { url: url.href, database };
  };
  const close = async () => {
    for (const database of databases) await database.close();
    await started.stop();
    // A run as root keeps the server's data in another place, which this file names.
    const place = await readFile(path.join(data, "postgres.place"), "utf8").catch(() => "");
    for (const folder of [place.trim(), data]) {
      if (folder && !kept) await rm(folder, { recursive: true, force: true });
    }
  };
  try {
    const large = await open("large");
    const [any] = await large.database.sql`SELECT 1 FROM companies LIMIT 1`;
    if (!any) await fill(large.database, { orders, seed });
    return { large: await subjectOf(large), empty: await subjectOf(await open("empty")), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Fills the tables, and analyses them as autovacuum would. */
async function fill(
  database: Database,
  { orders, seed }: { orders: number; seed: number },
): Promise<void> {
  const startedAt = performance.now();
  const endsAt = new Date("2026-11-01T00:00:00Z");
  const { rows } = await fillLarge(database.db, { orders, companies: 1, seed, endsAt });
  // Without statistics the check takes longer than a statement may.
  await database.alone("ANALYZE");
  const faults = await checkLarge(database.db);
  if (faults.length > 0) throw new Error(faults.join("; "));
  await fillHistory(database.db);
  await database.alone("VACUUM ANALYZE");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const [size] =
    await database.sql`SELECT pg_size_pretty(pg_database_size(current_database())) AS size`;
  printLine(
    `${rows["orders"]} orders, ${rows["users"]} members, ${String(size?.["size"])}, written in ${seconds} s`,
  );
}

async function subjectOf({ url, database }: { url: string; database: Database }): Promise<Subject> {
  const harness = await orderHarness({
    database: { ...database, url, drop: () => Promise.resolve() },
  });
  const own = await harness.company({ privateTokens: 1_000_000 });
  const companies = await database.sql`SELECT id FROM companies ORDER BY created_at, id LIMIT 1`;
  const companyId = String(companies[0]?.["id"]);
  const personOf = async (role: "USER" | "ADMIN", limit: number) => {
    const rows = await database.sql`
      SELECT id, referral_code AS code FROM users u
       WHERE company_id = ${companyId} AND role = ${role} AND is_approved AND status = 'ACTIVE'
         AND (role = 'ADMIN' OR referrer_id IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM orders WHERE company_id = u.company_id AND member_id = u.id AND status IN ('OPEN', 'PENDING'))
       ORDER BY hashtext(id::text) LIMIT ${limit}`;
    return rows.map((row): Person => {
      const id = String(row["id"]);
      return { id, referralCode: String(row["code"]), actor: freshActor({ role, id, companyId }) };
    });
  };
  const isEmpty = companyId === own.id;
  if (isEmpty) {
    const { id: referrerId } = await own.member();
    // Rewards of accounts that were made at nearly the same time are held.
    for (let n = 1; n <= BUYERS; n += 1) {
      await own.member({ referrerId, createdAt: new Date(Date.now() - n * 3_600_000) });
    }
  }
  const [admin] = await personOf("ADMIN", 1);
  if (!admin) throw new Error("The company has no admin.");
  const buyers = await personOf("USER", BUYERS);
  let bought = 0;
  const [known] = await database.sql`
    SELECT o.order_number AS number, o.reference, u.name, u.mobile, u.referral_code AS code, u.email
      FROM orders o JOIN users u ON u.company_id = o.company_id AND u.id = o.member_id
     WHERE o.company_id = ${companyId} AND o.status = 'APPROVED' AND o.payment_method = 'BANK'
     ORDER BY o.id OFFSET 1000 LIMIT 1`;
  const callerOf = async (actor: Actor, isPlatform: boolean, figures: object) => {
    const company = isPlatform ? undefined : await findCompany(database.db, companyId);
    return createCaller(
      createContext(
        { ...harness.deps, ...("of" in figures && { figures: figures as Figures }) },
        {
          transport: "page",
          requestId: newId(),
          ip: "203.0.113.7",
          userAgent: null,
          language: "en",
          site: company ? { kind: "company", company, isPlatform: false } : { kind: "platform" },
          idempotencyKey: null,
          canUndo: false,
        },
        actor,
      ),
    );
  };
  return {
    url,
    database,
    db: database.db,
    companyId,
    admin,
    nextBuyer() {
      const buyer = buyers[bought++ % buyers.length];
      if (!buyer) throw new Error("The company has no members.");
      return buyer;
    },
    known: (known ?? {}) as Record<string, string>,
    as: (person, figures = {}) => callerOf(person.actor, false, figures),
    asSuperAdmin: (figures) =>
      callerOf(
        {
          role: "SUPER_ADMIN",
          id: newId(),
          sessionId: "bench",
          isSteppedUp: true,
          hasSecondFactor: true,
        },
        true,
        figures,
      ),
    proof: (owner, sha256) => proofOf(database, companyId, owner.id, sha256),
  };
}

async function proofOf(
  database: Database,
  companyId: string,
  ownerId: string,
  sha256?: string,
): Promise<string> {
  const id = newId();
  await runText(
    database.db,
    `INSERT INTO medias (company_id, id, owner_id, owner_role, content_type, file_name, size_bytes, sha256, storage_key)
     VALUES ($1, $2, $3, 'USER', 'image/png', 'proof.png', 1, $4, $5)`,
    [companyId, id, ownerId, sha256 ?? id.replaceAll("-", "").padEnd(64, "0"), `bench/${id}`],
  );
  return id;
}
