import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@db/client";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";
import { rounds } from "@server/testing/rounds";
import { withoutUniqueKeys } from "@server/testing/without-unique-keys";

/* A member tells the rest of an order while somebody else acts on it, each on a connection of its own. */

const PART = 50_000;
const REST = 52_500;

let harness: OrderHarness;
let company: CompanyFixture;
let one: Database;
let other: Database;

beforeAll(async () => {
  harness = await orderHarness({ connections: 12 });
  [one, other] = [harness.another(2), harness.another(2)];
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
});
afterEach(async () => expect(await company.faults()).toEqual([]));

let counter = 0;
// With a prime step no number is another one with two digits swapped, which would be the same money.
const newNumber = () => `6307${String((counter += 7919)).padStart(8, "0")}`;

interface Asked {
  member: Person;
  purchaseId: string;
  orderId: string;
}

/** An order of which a part was received. */
async function asked(): Promise<Asked> {
  const member = await company.member();
  const own = await company.as(member);
  const { orderNumber: purchaseId } = await own.orders.create({ amount: "1000" });
  const { id: orderId } = await own.orders.submit({
    purchaseId,
    paymentMethod: "BANK",
    amount: "1000",
    consent: true,
    referenceNumber: newNumber(),
    receiptId: await company.proof(member),
  });
  await (await admin(one)).payments.waitForRest({ orderId, version: 1, received: "500" });
  return { member, purchaseId, orderId };
}
const admin = (database: Database, canUndo = false) =>
  company.as(company.admin, { database, canUndo });

/** Prepares a telling, so that the call begins at once. */
async function telling(database: Database, { member, purchaseId }: Asked, referenceNumber: string) {
  const own = await company.as(member, { database });
  const receiptId = await company.proof(member);
  return () =>
    own.orders.submit({
      purchaseId,
      paymentMethod: "BANK",
      amount: "1000",
      paidAmount: "525",
      referenceNumber,
      receiptId,
    });
}

const together = (calls: (() => Promise<unknown>)[]) =>
  Promise.all(calls.map((call) => resultCode(call())));

/** Counts what the order's payments are. */
const statuses = async ({ member }: Asked) =>
  (await company.payments())
    .filter(({ memberId }) => memberId === member.id)
    .map(({ status }) => status)
    .toSorted();

/** Runs a race several times, each call first once, and returns what the rounds ended with. */
async function endsOf(
  race: (order: Asked) => Promise<(() => Promise<unknown>)[]>,
  check: (order: Asked, ends: readonly string[]) => Promise<void>,
) {
  for (let round = 0; round < rounds(2, 6); round += 1) {
    const order = await asked();
    const calls = await race(order);
    const isTurned = round % 2 === 1;
    const ends = await together(isTurned ? calls.toReversed() : calls);
    await check(order, isTurned ? ends.toReversed() : ends);
  }
}

const present = ({ purchaseId }: Asked) => company.order(purchaseId);

describe("a rest that is told", () => {
  test("twice at once leaves one telling, and the other replaced", async () => {
    await endsOf(
      async (order) => [
        await telling(one, order, newNumber()),
        await telling(other, order, newNumber()),
      ],
      async (order, ends) => {
        expect(ends).toEqual(["ok", "ok"]);
        expect(await statuses(order)).toEqual(["CONFIRMED", "REPLACED", "WAITING"]);
        expect(await present(order)).toMatchObject({ submissionVersion: 4, receivedPaise: PART });
      },
    );
  });

  test("twice at once with one number is one payment", async () => {
    await endsOf(
      async (order) => {
        const number = newNumber();
        return [await telling(one, order, number), await telling(other, order, number)];
      },
      async (order, ends) => {
        expect(ends).toEqual(["ok", "ok"]);
        expect(await statuses(order)).toEqual(["CONFIRMED", "WAITING"]);
      },
    );
  });

  test(
    "while an admin receives the rest by another number is decided by whoever is first",
    { tags: ["full"] },
    async () => {
      await endsOf(
        async (order) => {
          const { payments } = await admin(other);
          const { orderId } = order;
          const rest = { orderId, version: 2, received: "525", reference: newNumber() };
          return [await telling(one, order, newNumber()), () => payments.approveReceived(rest)];
        },
        async (order, ends) => {
          const isTold = ends[0] === "ok";
          expect(ends).toEqual(
            isTold ? ["ok", "SUBMISSION_CHANGED"] : ["ORDER_ALREADY_DECIDED", "ok"],
          );
          expect(await statuses(order)).toEqual(["CONFIRMED", isTold ? "WAITING" : "CONFIRMED"]);
        },
      );
    },
  );

  test(
    "while an admin approves the order by an entry of the bank is decided by whoever is first",
    { tags: ["full"] },
    async () => {
      await endsOf(
        async (order) => {
          const number = newNumber();
          const lineId = await company.entry({ amountPaise: REST, reference: number });
          const { statements } = await admin(other);
          const { orderId } = order;
          return [
            await telling(one, order, number),
            () => statements.approve({ orderId, version: 2, lineId, reason: "Compared" }),
          ];
        },
        async (order, ends) => {
          const isTold = ends[0] === "ok";
          expect(ends).toEqual(
            isTold ? ["ok", "SUBMISSION_CHANGED"] : ["ORDER_ALREADY_DECIDED", "ok"],
          );
          expect(await statuses(order)).toEqual(["CONFIRMED", isTold ? "WAITING" : "CONFIRMED"]);
        },
      );
    },
  );

  test(
    "while the bank's entry of its number is imported is one payment with that entry",
    { tags: ["full"] },
    async () => {
      await endsOf(
        async (order) => {
          const number = newNumber();
          return [
            await telling(one, order, number),
            () => company.entry({ amountPaise: REST, reference: number }),
          ];
        },
        async (order, ends) => {
          expect(ends).toEqual(["ok", "ok"]);
          expect(await statuses(order)).toEqual(["CONFIRMED", "WAITING"]);
          const api = await admin(one);
          const { orderId } = order;
          const { lines } = await api.orders.review({ orderId });
          expect(lines).toMatchObject([{ amountPaise: REST, status: "OPEN", canApprove: true }]);
          await api.orders.approve({ orderId, version: 3 });
          expect(await present(order)).toMatchObject({ status: "APPROVED", receivedPaise: null });
        },
      );
    },
  );

  test("anew while an admin approves it is decided by whoever is first", async () => {
    await endsOf(
      async (order) => {
        await (
          await telling(one, order, newNumber())
        )();
        const { orders } = await admin(other);
        const { orderId } = order;
        return [
          await telling(one, order, newNumber()),
          () => orders.approve({ orderId, version: 3 }),
        ];
      },
      async (order, ends) => {
        const isTold = ends[0] === "ok";
        expect(ends).toEqual(
          isTold ? ["ok", "SUBMISSION_CHANGED"] : ["ORDER_ALREADY_DECIDED", "ok"],
        );
        expect(await statuses(order)).toEqual(
          isTold ? ["CONFIRMED", "REPLACED", "WAITING"] : ["CONFIRMED", "CONFIRMED"],
        );
      },
    );
  });

  test("anew while an admin rejects it is told, whoever is first", async () => {
    await endsOf(
      async (order) => {
        await (
          await telling(one, order, newNumber())
        )();
        const { orders } = await admin(other);
        const { orderId } = order;
        return [
          await telling(one, order, newNumber()),
          () => orders.reject({ orderId, version: 3, reason: "No such credit" }),
        ];
      },
      async (order, [told, rejected]) => {
        expect(told).toBe("ok");
        expect(["ok", "SUBMISSION_CHANGED"]).toContain(rejected);
        const before = rejected === "ok" ? "REFUSED" : "REPLACED";
        expect(await statuses(order)).toEqual(["CONFIRMED", before, "WAITING"].toSorted());
        expect(await present(order)).toMatchObject({ receivedPaise: PART, decidedAt: null });
      },
    );
  });

  test(
    "anew while its rejection is undone is told, whoever is first",
    { tags: ["full"] },
    async () => {
      await endsOf(
        async (order) => {
          await (
            await telling(one, order, newNumber())
          )();
          const { orders } = await admin(other, true);
          const { orderId } = order;
          await orders.reject({ orderId, version: 3, reason: "No such credit" });
          const decision = (await orders.undoable()).find(
            (undoable) => undoable.orderId === orderId,
          );
          const decidedAt = decision?.decidedAt ?? "";
          return [
            await telling(one, order, newNumber()),
            () => orders.undo({ orderId, decidedAt }),
          ];
        },
        async (order, [told, undone]) => {
          expect(told).toBe("ok");
          expect(["ok", "UNDO_TOO_LATE"]).toContain(undone);
          const before = undone === "ok" ? "REPLACED" : "REFUSED";
          expect(await statuses(order)).toEqual(["CONFIRMED", before, "WAITING"].toSorted());
        },
      );
    },
  );
});

describe("one number", () => {
  /** Returns the ends of two tellings, neither of which is committed before the other has looked. */
  async function meeting(number: string): Promise<string[]> {
    const calls = [
      await telling(one, await asked(), number),
      await telling(other, await asked(), number),
    ];
    const watch = harness.another(1);
    const { ends } = await harness.another(1).db.transaction(async (tx) => {
      // A submission writes its mails last.
      await tx.execute(sql`LOCK TABLE messages IN SHARE MODE`);
      const all = together(calls);
      all.catch(() => undefined);
      const waiting = async () => {
        const [row] = await watch.sql`
          SELECT count(*)::int AS n FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return Number(row?.["n"]);
      };
      await expect.poll(waiting, { timeout: 30_000 }).toBe(2);
      return { ends: all };
    });
    return (await ends).toSorted();
  }

  test("is the rest of one of two orders that tell it at once", { tags: ["full"] }, async () => {
    expect(await meeting(newNumber())).toEqual(["REFERENCE_USED", "ok"]);
  });

  test(
    "control: without the constraint of keys, it is the rest of both",
    { tags: ["full"] },
    async () => {
      const ends = await withoutUniqueKeys(harness, () => meeting(newNumber()));
      expect(ends).toEqual(["ok", "ok"]);
      company = await harness.company();
    },
  );
});
