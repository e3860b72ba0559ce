import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { createDatabase, type Executor } from "@db/client";
import { newId } from "@db/ids";
import { migrate } from "@db/migrate";
import { startDatabase } from "@db/start";
import { createLogger } from "@server/config/logger";
import { type CompanyFixture, orderHarness } from "@server/testing/order-harness";
import { median, ratioOf, printLine } from "./report";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);
/** Clients of one company at the same time, each with a connection. */
const CLIENTS = 32;
/** Members per round; each buys once and pays once. */
const MEMBERS = CLIENTS * 8;

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
try {
  await migrate(started.database);
  const database = createDatabase({ url: started.url, max: CLIENTS });
  const harness = await orderHarness({
    database: { ...database, url: started.url, drop: () => database.close() },
  });
  const company = await harness.company({ privateTokens: 1_000_000_000 });
  const referrer = await company.member();
  printLine(
    `${CLIENTS} clients of one company, ${ROUNDS} rounds of ${MEMBERS} members with a referrer`,
  );
  const rates = { baseline: [] as number[], buy: [] as number[], submit: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const plain = async () => {
      const members = await times(() => company.member());
      return rateOf((n) => sixStatements(database.db, company.id, members[n]?.id ?? ""));
    };
    const sales = () => sell(company, referrer.id);
    // The order alternates; the first round opens connections and prepares statements.
    const before = round % 2 === 0 ? await plain() : null;
    const { buy, submit } = await sales();
    const baseline = before ?? (await plain());
    if (round < 0) continue;
    rates.baseline.push(baseline);
    rates.buy.push(buy);
    rates.submit.push(submit);
  }
  printLine(`six statements  ${median(rates.baseline).toFixed(0).padStart(5)}/s`);
  for (const act of ["buy", "submit"] as const) {
    printLine(
      `${act.padEnd(14)}  ${median(rates[act]).toFixed(0).padStart(5)}/s  ${ratioOf(rates[act], rates.baseline)} the six statements`,
    );
  }
  await harness.close();
} finally {
  await started.stop();
  await rm(data, { recursive: true, force: true });
}

/** Purchases, and payments with a proof for them, per second. */
async function sell(company: CompanyFixture, referrerId: string) {
  const buyers = await times(async () => {
    const member = await company.member({ referrerId });
    return {
      buying: await company.as(member, { key: newId(), transport: "rest" }),
      paying: await company.as(member, { key: newId(), transport: "rest" }),
      receiptId: await company.proof(member),
      purchaseId: "",
    };
  });
  const buy = await rateOf(async (n) => {
    const buyer = buyers[n];
    if (!buyer) return;
    buyer.purchaseId = (await buyer.buying.orders.create({ amount: "1000" })).orderNumber;
  });
  const submit = await rateOf(async (n) => {
    const buyer = buyers[n];
    await buyer?.paying.orders.submit({
      purchaseId: buyer.purchaseId,
      paymentMethod: "BANK",
      amount: "1000",
      referenceNumber: newId().replaceAll("-", "").slice(-16),
      receiptId: buyer.receiptId,
    });
  });
  return { buy, submit };
}

/** What a purchase cannot do without, one statement after the other. */
async function sixStatements(db: Executor, companyId: string, memberId: string): Promise<void> {
  const [id, orderNumber] = [newId(), `PUR-${newId()}`];
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`SELECT referrer_id FROM users WHERE company_id = ${companyId} AND id = ${memberId} FOR NO KEY UPDATE`,
    );
    await tx.execute(sql`
      INSERT INTO orders (company_id, id, member_id, order_number, amount_paise, price_micro_rupees, fee_bps,
        quantity, fee_paise, total_paise, held_quantity, hold_ends_at)
      VALUES (${companyId}, ${id}, ${memberId}, ${orderNumber}, 100000, 10000000, 250, 100, 2500, 102500, 100,
        now() + interval '15 minutes')`);
    await tx.execute(sql`
      INSERT INTO audit_entries (company_id, id, actor_id, actor_role, action, subject_type, subject_id, after)
      VALUES (${companyId}, ${newId()}, ${memberId}, 'USER', 'order.created', 'order', ${id}, '{"status":"OPEN"}')`);
    await tx.execute(sql`
      UPDATE supplies SET held = held + 100 WHERE company_id = ${companyId} AND pool = 'REFERRAL'
        AND total - held - allocated >= 100`);
  });
}

function times<T>(make: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: MEMBERS }, make));
}

/** Calls per second, `CLIENTS` at a time. */
async function rateOf(act: (member: number) => Promise<void>): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (next < MEMBERS) await act(next++);
    }),
  );
  return (MEMBERS / (performance.now() - startedAt)) * 1000;
}
