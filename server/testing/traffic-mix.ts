import { performance } from "node:perf_hooks";
import { errorCode, followStatements } from "@db/client";
import { newId } from "@db/ids";
import { createRecordedJobs } from "@server/messages/delivery/store-message";
import { createSecrets } from "@server/platform/config/secrets";
import { refusalFrom } from "@server/access/call/refusal-from";
import { notifyExpired } from "@server/orders/holds/notify-expired";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { type CompanyFixture, type OrderHarness, resultCode, type Person } from "./order-harness";

interface Traffic {
  buyers: number;
  seconds: number;
  /** Calls that must have succeeded before the run ends, for slow machines. */
  atLeastOnce?: readonly string[];
}

interface TrafficReport {
  /** Number of transactions that PostgreSQL ended to resolve a deadlock, including those tried again. */
  deadlocks: number;
  /** Counts by call and result code: `ok` or a refusal's. */
  outcomes: Record<string, Record<string, number>>;
  /** Durations of a super admin's suspensions and an admin's price changes, in ms. */
  tookMs: { suspend: number[]; price: number[] };
}

/**
 * Runs all calls that change one company's money and rows, concurrently: buyers who buy, pay and
 * cancel, admins who decide, set prices and block referrers, a super admin who changes the supply and
 * suspends the company, sweeps in two processes. Runs for `seconds`, then until each call has ended.
 * Throws any error that is not a refusal.
 */
export async function runTraffic(
  harness: OrderHarness,
  { buyers, seconds, atLeastOnce = [] }: Traffic,
): Promise<TrafficReport> {
  const report: TrafficReport = { deadlocks: 0, outcomes: {}, tookMs: { suspend: [], price: [] } };
  const uncount = countDeadlocks(report);
  // The pool is small, so that purchases need the tokens of overdue holds.
  const company = await harness.company({ privateTokens: buyers * 60, maxPendingOrders: 50 });
  const referrers = await Promise.all(Array.from({ length: 3 }, () => company.member()));
  const end = performance.now() + seconds * 1000;
  const repeat = async (act: () => Promise<void>) => {
    const isWhole = () => atLeastOnce.every((call) => report.outcomes[call]?.["ok"]);
    while (performance.now() < end || (!isWhole() && performance.now() < end + PATIENCE_MS)) {
      await act();
    }
  };
  const note = async (call: string, running: Promise<unknown>) => {
    const code = await resultCode(running);
    const codes = (report.outcomes[call] ??= {});
    codes[code] = (codes[code] ?? 0) + 1;
    return code;
  };
  const timed = async (took: number[], running: () => Promise<string>) => {
    const startedAt = performance.now();
    if ((await running()) === "ok") took.push(performance.now() - startedAt);
  };

  const buying = Array.from({ length: buyers }, async (_, index) => {
    const buyer = await company.member({ referrerId: referrers[index % 3]?.id ?? null });
    await repeat(() => buyAndPay(harness, company, buyer, note));
  });
  const root = await harness.superAdmin();
  const facts = await root.companies.find({ id: company.id });
  const { companyName, email, mobile, tokenSymbol } = facts;
  let [turn, change] = [0, 0];
  const others = [
    repeat(async () => {
      const api = await company.as(company.admin);
      const { records } = await unlessRefused(api.orders.list({ status: "PENDING", limit: 5 }), {
        records: [],
      });
      for (const { id } of records) {
        turn += 1;
        if (turn % 3 === 0) {
          await note("reject", api.orders.reject({ orderId: id, reason: "No money" }));
          continue;
        }
        const keyed = await company.as(company.admin, { key: newId() });
        await note("approve", keyed.orders.approve({ orderId: id }));
        if (turn % 2 === 0) {
          await note("reverse", api.orders.reverse({ orderId: id, reason: "Charged back" }));
        }
      }
      await pause(5);
    }),
    repeat(async () => {
      const { tookMs } = report;
      await timed(tookMs.suspend, () =>
        note("suspend", root.companies.setStatus({ id: company.id, status: "SUSPENDED" })),
      );
      await note("open", root.companies.setStatus({ id: company.id, status: "ACTIVE" }));
      const kept = { id: company.id, companyName, email, mobile, tokenSymbol };
      const totalSupply = facts.totalSupply + (tookMs.suspend.length % 7) * 10;
      await note("resize", root.companies.update({ ...kept, totalSupply }));
      await pause(150);
    }),
    repeat(async () => {
      const { price } = report.tookMs;
      const rupees = String(10 + ((change += 1) % 2));
      const api = await company.as(company.admin);
      // The traffic sets more prices in an hour than an admin may.
      await harness.database.sql`DELETE FROM login_throttles WHERE key LIKE 'prices-changed%'`;
      await timed(price, () => note("price", api.prices.set({ price: rupees })));
      await pause(20);
    }),
    repeat(async () => {
      const referrer = referrers[turn % 3];
      if (!referrer) return;
      const api = await company.as(company.admin);
      const shown = await unlessRefused(api.members.find({ id: referrer.id }), null);
      if (!shown) return;
      const { name, email: mail, mobile: phone } = shown;
      for (const status of ["BLOCKED", "ACTIVE"] as const) {
        const person = { id: referrer.id, name, email: mail, mobile: phone, role: "USER" as const };
        await note(status, api.members.update({ ...person, status }));
      }
      await pause(10);
    }),
    ...[harness.database, harness.another(2)].map(({ db }) =>
      repeat(async () => {
        await releaseOverdueHolds(db);
        await notifyExpired(db, { jobs: createRecordedJobs(createSecrets("a".repeat(32))) });
        await pause(15);
      }),
    ),
  ];
  try {
    await Promise.all([...buying, ...others]);
  } finally {
    uncount();
  }
  return report;
}

const PATIENCE_MS = 60_000;

/** Returns a fallback for a refused read, as the company is suspended now and then. */
async function unlessRefused<T, E>(reading: Promise<T>, otherwise: E): Promise<T | E> {
  try {
    return await reading;
  } catch (error) {
    if (!refusalFrom(error)) throw error;
    return otherwise;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes one purchase: left to expire, cancelled, or paid in time or late. */
async function buyAndPay(
  harness: OrderHarness,
  company: CompanyFixture,
  buyer: Person,
  note: (call: string, running: Promise<unknown>) => Promise<string>,
): Promise<void> {
  const keyed = () => company.as(buyer, { key: newId(), transport: "rest" });
  const api = await keyed();
  let orderNumber = "";
  const amount = "220";
  await note(
    "buy",
    api.orders.create({ amount }).then((order) => (orderNumber = order.orderNumber)),
  );
  if (orderNumber === "") return;
  const chance = Math.random();
  const purchaseId = orderNumber;
  if (chance < 0.2) {
    await note("cancel", (await keyed()).orders.cancel({ purchaseId }));
    return;
  }
  if (chance < 0.7) {
    await harness.database.sql`
      UPDATE orders SET hold_ends_at = now() - interval '1 second'
       WHERE company_id = ${company.id} AND order_number = ${orderNumber}`;
    if (chance < 0.5) return;
  }
  const payment = { purchaseId, paymentMethod: "MANUAL" as const, amount };
  await note("pay", (await keyed()).orders.submit(payment));
}

/** Counts statements that fail on a deadlock; `transact` runs their transactions again silently. */
function countDeadlocks(report: { deadlocks: number }): () => void {
  followStatements(async (_text, run) => {
    try {
      return await run();
    } catch (error) {
      if (errorCode(error) === "40P01") report.deadlocks += 1;
      throw error;
    }
  });
  return () => followStatements(null);
}
