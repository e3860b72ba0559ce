import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "@db/schema";
import { orderHarness } from "@server/testing/order-harness";
import { listConfirmers } from "./trusted-admins";

test("an admin who is blocked is no second admin", async () => {
  const harness = await orderHarness();
  try {
    const company = await harness.company();
    const second = await company.anotherAdmin();
    const asked = {
      requesterId: company.admin.id,
      roles: ["OWNER" as const],
      since: null,
      days: 0,
    };
    const confirmers = () => listConfirmers(harness.database.db, company.id, asked);
    const change = (to: Partial<typeof users.$inferInsert>) =>
      harness.database.db.update(users).set(to).where(eq(users.id, second.id));
    expect(await confirmers()).toEqual([second.id]);
    await change({ status: "BLOCKED" });
    expect(await confirmers()).toEqual([]);
    await change({ status: "ACTIVE" });
    expect(await confirmers()).toEqual([second.id]);
  } finally {
    await harness.close();
  }
});
