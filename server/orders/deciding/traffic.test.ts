import { afterAll, beforeAll, expect, test } from "vitest";
import { listCompanies } from "@server/sites/queries/companies";
import { recomputeFigures } from "@server/verification/recompute";
import { verifyLedger } from "@server/verification/verify-ledger";
import { type OrderHarness, orderHarness } from "@server/testing/order-harness";
import { runTraffic } from "@server/testing/traffic-mix";

let harness: OrderHarness;
beforeAll(async () => {
  harness = await orderHarness({ connections: 24 });
});
afterAll(() => harness.close());

test(
  "eighteen buyers, admins, a super admin and sweeps together never deadlock",
  { tags: ["full"], timeout: 150_000 },
  async () => {
    const calls = ["buy", "pay", "cancel", "approve", "suspend", "price", "BLOCKED", "resize"];
    const report = await runTraffic(harness, { buyers: 18, seconds: 5, atLeastOnce: calls });
    expect(report.deadlocks).toBe(0);
    for (const call of calls) expect(report.outcomes[call]?.["ok"], call).toBeGreaterThan(0);
    expect(Object.values(report.outcomes).some((codes) => "DATA_BUSY" in codes)).toBe(false);
    const { records } = await listCompanies(harness.database.db, null, { limit: 10, offset: 0 });
    for (const { id, name, tokenSymbol } of records) {
      expect((await verifyLedger(harness.database.db, { id, name, tokenSymbol })).faults).toEqual(
        [],
      );
      expect(await recomputeFigures(harness.database.db, id)).toEqual([]);
    }
  },
);
