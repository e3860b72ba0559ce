import { type Database, transact } from "@db/client";
import { ORDER_STATUSES, type OrderStatus } from "@db/vocabulary";
import { createRandom } from "@db/random";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { type CompanyFixture, resultCode } from "@server/testing/order-harness";
import { wrongSums } from "@tools/faults/harness/checks";
import type { Installation } from "@tools/faults/harness/installation";
import type { Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

const AT_ONCE = 100;

const ACTIONS = ["approved", "rejected", "cancelled", "submitted", "expired"] as const;
type Action = (typeof ACTIONS)[number];

/** Approves, rejects, cancels and expires one order, all at once at two instances. */
export async function oneOrder({ form, seed, site }: Run): Promise<Row[]> {
  const place = await site();
  const instances = [place.another(12), place.another(12)] as const;
  const rounds = form === "whole" ? 20 : 1;
  const company = await place.harness.company({ maxPendingOrders: 1000, privateTokens: 100_000 });
  const random = createRandom(seed);
  const row: Row = {
    scenario: "one order",
    done: `${AT_ONCE} approvals, rejections, cancellations, payments and expiries at once of each of ${rounds * 2} orders, submitted or overdue`,
    times: 0,
    acknowledged: 0,
    refused: 0,
    unknown: 0,
    lost: 0,
    doubled: 0,
    wrongSums: 0,
    goal: "one outcome of each submission, balanced sums",
    isMet: false,
  };
  for (let round = 0; round < rounds * 2; round += 1) {
    const referrer = await company.member();
    const member = await company.member({ referrerId: referrer.id });
    const api = await company.as(member, { transport: "rest" });
    const { orderNumber, id } = await api.orders.create({ amount: "400" });
    const payment = { purchaseId: orderNumber, paymentMethod: "MANUAL", amount: "400" } as const;
    const isSubmitted = round % 2 === 0;
    if (isSubmitted) await api.orders.submit(payment);
    else await company.expireHold(orderNumber);
    /** Number of acknowledged calls of each action. */
    const told: Record<Action, number> = {
      approved: 0,
      rejected: 0,
      cancelled: 0,
      submitted: isSubmitted ? 1 : 0,
      expired: 0,
    };
    const calls = Array.from({ length: AT_ONCE }, (_, n) => ({ n, turn: random.next() }))
      .sort((a, b) => a.turn - b.turn)
      .map(async ({ n }) => {
        const at = instances[random.below(2)] ?? instances[0];
        const desk = await company.as(company.admin, { database: at });
        const own = await company.as(member, { database: at, transport: "rest" });
        const tell = async (action: Action, running: Promise<unknown>) => {
          const code = await resultCode(running);
          if (code === "ok") told[action] += 1;
          return code;
        };
        switch (n % 5) {
          case 0:
            return tell("approved", desk.orders.approve({ orderId: id }));
          case 1:
            return tell("rejected", desk.orders.reject({ orderId: id, reason: "No money" }));
          case 2:
            return tell("cancelled", own.orders.cancel({ purchaseId: orderNumber }));
          case 3:
            return tell("submitted", own.orders.submit(payment));
          default: {
            const ended = await releaseOverdueHolds(at.db, { companyId: company.id });
            told.expired += ended;
            return "ok";
          }
        }
      });
    const codes = await Promise.all(calls);
    row.times += codes.length;
    row.acknowledged += codes.filter((code) => code === "ok").length;
    row.refused += codes.filter((code) => code !== "ok").length;
    const entries = await entriesOf(place.database, company, id);
    for (const action of ACTIONS) {
      const made = entries.filter(({ after }) => after === statusAfter(action)).length;
      row.lost += Math.max(0, told[action] - made);
      row.doubled += Math.max(0, made - told[action]);
    }
    row.wrongSums += unevenStatuses(entries, (await company.order(orderNumber)).status);
  }
  const wrong = await wrongSums(place.database, company.id);
  row.wrongSums += wrong.length;
  row.isMet = row.lost + row.doubled + row.wrongSums === 0;
  row.note = [`seed ${seed}`, ...wrong].join("; ");
  return [row, await readThenWrite(place, instances)];
}

interface Entry {
  before: string | null;
  after: string;
}

const statusAfter = (action: Action) => (action === "submitted" ? "PENDING" : action.toUpperCase());

async function entriesOf(
  database: Database,
  company: CompanyFixture,
  id: string,
): Promise<Entry[]> {
  const rows = await database.sql`
    SELECT before ->> 'status' AS before, after ->> 'status' AS after
      FROM audit_entries WHERE company_id = ${company.id} AND subject_id = ${id}`;
  return rows.map(({ before, after }) => ({
    before: typeof before === "string" ? before : null,
    after: String(after),
  }));
}

/**
 * Returns the number of statuses that the order left more or less often than it entered them. A
 * second decision of one submission leaves PENDING once too often, whatever the order of the
 * entries.
 */
function unevenStatuses(entries: readonly Entry[], now: OrderStatus): number {
  return ORDER_STATUSES.filter((status) => {
    const entered = entries.filter(({ after }) => after === status).length;
    const left = entries.filter(({ before }) => before === status).length;
    return entered - left !== (status === now ? 1 : 0);
  }).length;
}

/**
 * Runs the control: a copy of the decision that reads the status, then writes it without a condition,
 * must decide twice. It shows that the decisions race.
 */
async function readThenWrite(
  { database }: Installation,
  instances: readonly [Database, Database],
): Promise<Row> {
  await database.sql`CREATE TABLE control_order (status text)`;
  await database.sql`INSERT INTO control_order VALUES ('PENDING')`;
  const decide = (at: Database, status: string) =>
    transact(at.db, async (tx) => {
      const { rows } = await tx.execute<{ status: string }>("SELECT status FROM control_order");
      if (rows[0]?.status !== "PENDING") return false;
      await tx.execute(`UPDATE control_order SET status = '${status}'`);
      return true;
    });
  const decided = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      decide(instances[n % 2] ?? instances[0], n % 2 ? "APPROVED" : "REJECTED"),
    ),
  );
  await database.sql`DROP TABLE control_order`;
  const acknowledged = decided.filter(Boolean).length;
  return {
    scenario: "control: one order",
    done: "the status is read, then written without a lock or condition",
    times: AT_ONCE,
    acknowledged,
    refused: AT_ONCE - acknowledged,
    unknown: 0,
    lost: 0,
    doubled: Math.max(0, acknowledged - 1),
    wrongSums: 0,
    goal: "decides one order twice",
    isMet: acknowledged > 1,
  };
}
