import { asc, eq, sql } from "drizzle-orm";
import { databaseNow } from "@db/clock";
import { newId } from "@db/ids";
import { allocations, batches, companies, users, wallets } from "@db/schema";
import { createContext, type Deps } from "@server/access/call/context";
import { createCaller } from "@server/http/router";
import { sealBatches } from "@server/launch/batches/seal-batches";
import { walletMessage } from "@server/launch/rules/wallet-message";
import { sealAll } from "@server/ledger/sealing/seal-timer";
import type { SigningKey } from "@server/ledger/sealing/signing-key";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { refusalFrom } from "@server/access/call/refusal-from";
import { findCompany } from "@server/sites";
import { DEMO_COMPANIES, demoCompanyId } from "./companies";
import { DEMO_ADMIN, DEMO_SECOND_ADMIN } from "./history/company-history";

const DAY_MS = 86_400_000;
/** Members of the first batch. */
const PROVEN = 12;

/**
 * Delivers a first batch of the demo's launched company, by the calls of its two owners, and prepares a
 * second. A start that finds a batch does nothing.
 */
export async function deliverDemo(deps: Deps, key: SigningKey): Promise<void> {
  const { db } = deps.database;
  const demo = DEMO_COMPANIES.find(({ launchedDaysAgo }) => launchedDaysAgo !== undefined);
  const company = demo && (await findCompany(db, demoCompanyId(demo)));
  if (!company) return;
  const known = await db
    .select({ id: batches.id })
    .from(batches)
    .where(eq(batches.companyId, company.id));
  if (known.length > 0) return;
  const now = await databaseNow(db);
  await proveWallets(db, company.id, now);
  const as = async (email: string) => {
    const [person] = await db
      .select({ id: users.id })
      .from(users)
      .where(sql`${users.companyId} = ${company.id} AND ${users.email} = ${email}`);
    const facts = {
      transport: "page" as const,
      requestId: newId(),
      ip: "127.0.0.1",
      userAgent: null,
      language: "en" as const,
      site: { kind: "company" as const, company, isPlatform: false },
      idempotencyKey: null,
    };
    return createCaller(
      createContext(deps, facts, {
        role: "ADMIN",
        adminRole: "OWNER",
        id: person?.id ?? "",
        companyId: company.id,
        sessionId: "demo",
        isSteppedUp: true,
      }),
    );
  };
  const [first, second] = [await as(DEMO_ADMIN), await as(DEMO_SECOND_ADMIN)];
  const agreed = async (call: Promise<unknown>) => {
    await call.catch((error: unknown) => {
      if (refusalFrom(error)?.code !== "NEEDS_SECOND_ADMIN") throw error;
    });
    const waiting = (await second.changes.list()).find(({ kind }) => kind.startsWith("BATCH"));
    await second.changes.confirm({ id: waiting?.id ?? "" });
  };
  const day = dateInIndia(company.launchAt ?? now);
  await sealAll({ database: deps.database, key });
  const { number } = await first.batches.prepare({ day });
  await agreed(first.batches.freeze({ number }));
  await sealBatches(db, { fileProcesses: deps.fileProcesses, key: () => key });
  await agreed(
    first.batches.publish({
      number,
      network: "Polygon",
      chainId: "137",
      contract: `0x${"52".repeat(20)}`,
      claimCall: "UINT256",
      explorer: "https://polygonscan.com",
      claimUntil: dateInIndia(new Date(now.getTime() + 270 * DAY_MS)),
    }),
  );
  await db
    .update(batches)
    .set({ publishedAt: new Date(now.getTime() - 2 * DAY_MS) })
    .where(eq(batches.companyId, company.id));
  await first.batches.fund({ number, hash: `0x${"5c".repeat(32)}`, isFunded: true });
  await first.batches.prepare({ day: dateInIndia(new Date(now.getTime() + 30 * DAY_MS)) });
}

/** Stores wallets of the members who were allocated tokens first, each with a signature of its key. */
async function proveWallets(
  db: Deps["database"]["db"],
  companyId: string,
  now: Date,
): Promise<void> {
  const { privateKeyToAccount } = await import("viem/accounts");
  const owners = await db
    .selectDistinct({ memberId: allocations.memberId, joined: users.createdAt })
    .from(allocations)
    .innerJoin(
      users,
      sql`${users.companyId} = ${allocations.companyId} AND ${users.id} = ${allocations.memberId} AND ${users.status} = 'ACTIVE'`,
    )
    .innerJoin(companies, eq(companies.id, allocations.companyId))
    .where(eq(allocations.companyId, companyId))
    .orderBy(asc(users.createdAt), asc(allocations.memberId))
    .limit(PROVEN);
  for (const { memberId } of owners) {
    const digits = memberId.replaceAll("-", "");
    const account = privateKeyToAccount(`0x${digits}${digits}`);
    const at = new Date(now.getTime() - 5 * DAY_MS);
    const nonce = digits.slice(0, 16);
    const origin = "http://localhost:3000";
    const message = await walletMessage({ address: account.address, origin, nonce, at });
    await db.insert(wallets).values({
      companyId,
      memberId,
      sessionId: "demo",
      address: account.address,
      nonce,
      message,
      expiresAt: at,
      signature: await account.signMessage({ message }),
      proof: "PASTED",
      provedAt: at,
      validFrom: new Date(at.getTime() + DAY_MS),
    });
  }
}
