import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { type Executor, transact, withoutTimeouts } from "@db/client";
import { databaseNow } from "@db/clock";
import { ensureSuperAdmin, findSuperAdminByEmail } from "@server/access/queries/super-admins";
import { companies } from "@db/schema";
import { ConfigError } from "@server/platform/config/environment";
import type { Deps } from "@server/access/call/context";
import { DEMO_COMPANIES, type DemoCompany, demoCompanyId } from "./companies";
import {
  type CompanyHistory,
  companyHistory,
  type HistoryContext,
} from "@ops/demo/history/company-history";
import { keepSuspectsSigns, writeHistory } from "@ops/demo/history/write-history";
import { identityHistory, writeIdentity } from "./identity-history";
import type { Storage } from "@server/files/storage/storage";
import { builtInBrand } from "@themes/registry";
import { loadSharp } from "@server/files/untrusted/load-sharp";

/** Draws a payment slip as a phone's screenshot shows it. */
async function drawProof(slip: {
  title: string;
  lines: readonly string[];
  colour: string;
}): Promise<Buffer> {
  const escape = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const lines = slip.lines
    .map(
      (line, index) =>
        `<text x="40" y="${300 + index * 56}" font-size="26" fill="#334155">${escape(line)}</text>`,
    )
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="405" height="570" viewBox="0 0 540 760" font-family="Noto Sans, DejaVu Sans, sans-serif"><rect width="540" height="760" fill="#f8fafc"/><rect width="540" height="210" fill="${slip.colour}"/><circle cx="270" cy="92" r="46" fill="#fff"/><path d="M248 92l16 16 30-32" fill="none" stroke="${slip.colour}" stroke-width="9"/><text x="270" y="184" font-size="28" fill="#fff" text-anchor="middle">${escape(slip.title)}</text>${lines}</svg>`;
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/**
 * Draws and stores the proofs of a company's history; those of decided orders share one picture. Keys
 * are deterministic, so that an interrupted run leaves no orphans. Returns the size of each file in
 * bytes.
 */
async function storeProofs(
  storage: Storage,
  { company, orders }: CompanyHistory,
): Promise<Map<string, number>> {
  const colour = builtInBrand(company.tokenSymbol)?.look.accent ?? "#334155";
  const files = new Map(orders.proofs.map(({ media }) => [media.storageKey, null]));
  const all = new Map([
    ...files,
    ...orders.proofs.flatMap(({ media, shown }) =>
      shown ? [[media.storageKey, shown] as const] : [],
    ),
  ]);
  const stored = [...all].map(async ([key, shown]) => {
    const bytes = await drawProof({
      title: "Payment successful",
      lines: [
        ...(shown ? [`Amount: INR ${(shown.paidPaise / 100).toFixed(2)}`] : []),
        `To: ${company.name}`,
        ...(shown ? [`Reference: ${shown.reference}`] : []),
        "Sample data, no real payment",
      ],
      colour,
    });
    await storage.put(key, bytes);
    return [key, bytes.length] as const;
  });
  return new Map(await Promise.all(stored));
}

export const DEMO_PASSWORD = "Prelaunch-demo-1";
const DEMO_SUPER_ADMIN = "super@platform.example";

type Needed = Pick<Deps, "database" | "secrets" | "storage" | "passwords" | "logger"> & {
  /** The folder in which the newest bank statement of a company is left, for a person to import. */
  statementFolder?: string;
};

/**
 * Creates the missing demo companies, each with its history in one transaction: an interrupted
 * start leaves only complete companies, and the next one creates the rest. Refuses like
 * `refuseRealCompanies`.
 */
export async function seedDemo(deps: Needed, wanted = DEMO_COMPANIES): Promise<void> {
  const { db } = deps.database;
  await refuseRealCompanies(db);
  const known = new Set(
    (await db.select({ id: companies.id }).from(companies)).map(({ id }) => id),
  );
  const missing = wanted.filter((demo) => !known.has(demoCompanyId(demo)));
  if (missing.length === 0) return;
  deps.logger.info({ companies: missing.length }, "making demo data");
  await ensureSuperAdmin(db, DEMO_SUPER_ADMIN);
  const superAdmin = await findSuperAdminByEmail(db, DEMO_SUPER_ADMIN);
  const ctx: HistoryContext = {
    now: await databaseNow(db),
    secrets: deps.secrets,
    passwordHash: await deps.passwords.hash(DEMO_PASSWORD),
    superAdminId: superAdmin?.id ?? "",
  };
  for (const demo of missing) await seedCompany(deps, demo, ctx);
  // The planner's statistics are updated now, since autovacuum comes only after a minute.
  await db.execute(sql`ANALYZE`);
}

/**
 * Refuses, with a ConfigError, a database with a company that is neither the demo's own nor made
 * while the demo ran: the demo shows every message to anyone. Works on a schema of any version.
 */
export async function refuseRealCompanies(db: Executor): Promise<void> {
  const [table] = (await db.execute(sql`SELECT to_regclass('companies') IS NOT NULL AS "isThere"`))
    .rows;
  if (table?.["isThere"] !== true) return;
  const rows = await db
    .select({ id: companies.id })
    .from(companies)
    .where(sql`${companies.settings} ->> 'isOfDemo' IS DISTINCT FROM 'true'`);
  const own = new Set(DEMO_COMPANIES.map(demoCompanyId));
  if (rows.every(({ id }) => own.has(id))) return;
  throw new ConfigError(
    "DEMO must not be 1 here: this database has companies that are not of the demo.",
  );
}

async function seedCompany(deps: Needed, demo: DemoCompany, ctx: HistoryContext): Promise<void> {
  const history = companyHistory(demo, ctx);
  if (deps.statementFolder !== undefined) await writeWaiting(deps.statementFolder, demo, history);
  const sizes = await storeProofs(deps.storage, history);
  const [admin] = history.users;
  const identity =
    demo.isFull && admin
      ? await identityHistory(deps, { people: history.users, adminId: admin.id, now: ctx.now })
      : { cases: [], documents: [] };
  await transact(deps.database.db, async (tx) => {
    if (await isTaken(tx, demo)) return;
    await writeHistory(tx, history, sizes);
    await writeIdentity(tx, identity);
    await keepSuspectsSigns(tx, deps.secrets, history);
  });
}

/**
 * Writes the file before the company's rows, so that a seeded company has its file even if the
 * start is interrupted.
 */
async function writeWaiting(
  folder: string,
  { symbol }: DemoCompany,
  { statements: { waiting } }: CompanyHistory,
): Promise<void> {
  if (waiting === null) return;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${symbol.toLowerCase()}-${waiting.fileName}`), waiting.csv);
}

/** If another instance is seeding the same company, waits for it and skips the company. */
async function isTaken(tx: Executor, demo: DemoCompany): Promise<boolean> {
  const id = demoCompanyId(demo);
  await withoutTimeouts(tx);
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${id}, 0))`);
  const rows = await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, id));
  return rows.length > 0;
}
