import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type House,
  type MoneyWorld,
  moneyWorld,
  outcome,
  type Person,
} from "@server/testing/money-world";

let world: MoneyWorld;
let house: House;
let desk: Awaited<ReturnType<House["as"]>>;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  house = await world.house();
  desk = await house.as(house.admin);
});

/** Tokens at ₹10 each, bought, paid and approved. Returns the order's id. */
async function bought(buyer: Person, tokens: number, at = house): Promise<string> {
  const api = await at.as(buyer, { door: "rest" });
  const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: String(tokens * 10) });
  await (await at.as(at.admin)).orders.approve({ orderId: id });
  return id;
}

describe("Global Stock", () => {
  test("ranks by holdings, equals share a rank and whoever got there first is above", async () => {
    const [small, first, second] = [
      await house.member({ walletAddress: `0x${"1".repeat(40)}` }),
      await house.member({ walletAddress: `0x${"2".repeat(40)}` }),
      await house.member({ walletAddress: `0x${"3".repeat(40)}` }),
    ];
    await bought(small, 10);
    await bought(first, 20);
    await bought(second, 30);
    await bought(first, 10);
    const { records, total, totalQuantity } = await (await house.as(small)).stock.global({});
    expect({ total, totalQuantity }).toEqual({ total: 3, totalQuantity: 70 });
    expect(
      records.map(({ rank, quantity, walletAddress }) => [
        rank,
        quantity,
        walletAddress?.slice(0, 3),
      ]),
    ).toEqual([
      [1, 30, "0x3"],
      [1, 30, "0x2"],
      [3, 10, "0x1"],
    ]);
  });

  test("a row has the hash and time of its member's latest allocation", async () => {
    const member = await house.member();
    await bought(member, 10);
    await bought(member, 5);
    const api = await house.as(member);
    const [latest] = (await api.stock.mine({})).records;
    const [row] = (await api.stock.global({})).records;
    expect(row).toMatchObject({
      quantity: 15,
      walletAddress: null,
      transactionHash: latest?.transactionHash,
      createdAt: latest?.createdAt,
    });
  });

  test("a page beyond the last is empty and still knows how many there are", async () => {
    const member = await house.member();
    await bought(member, 10);
    await bought(await house.member(), 20);
    const api = await house.as(member);
    const second = await api.stock.global({ page: 2, limit: 1 });
    expect(second.records.map(({ rank, quantity }) => [rank, quantity])).toEqual([[2, 10]]);
    expect(await api.stock.global({ page: 9, limit: 1 })).toMatchObject({
      records: [],
      total: 2,
      lastPage: 2,
      totalQuantity: 30,
    });
    expect(await outcome(api.stock.global({ limit: 101 }))).toBe("BAD_LIMIT");
  });

  test("whose purchase was reversed is listed no more; another company's never was", async () => {
    const member = await house.member();
    const orderId = await bought(member, 10);
    const other = await world.house();
    await bought(await other.member(), 500, other);
    const api = await house.as(member);
    expect(await api.stock.global({})).toMatchObject({ total: 1, totalQuantity: 10 });
    await desk.orders.reverse({ orderId, reason: "Charged back" });
    expect(await api.stock.global({})).toMatchObject({ records: [], total: 0, totalQuantity: 0 });
  });
});

describe("My Stock", () => {
  test("rewards and purchases stand in columns of their own, newest first, page by page", async () => {
    const referrer = await house.member();
    const buyer = await house.member({ referrerId: referrer.id });
    await bought(referrer, 40);
    await bought(buyer, 100);
    const api = await house.as(referrer);
    const { records, total, totalQuantity } = await api.stock.mine({});
    expect({ total, totalQuantity }).toEqual({ total: 2, totalQuantity: 45 });
    expect(
      records.map(({ memberId, quantity, reward }) => ({ memberId, quantity, reward })),
    ).toEqual([
      { memberId: buyer.referralCode, quantity: null, reward: 5 },
      { memberId: referrer.referralCode, quantity: 40, reward: null },
    ]);
    expect(await api.stock.mine({ page: 2, limit: 1 })).toMatchObject({
      records: [{ quantity: 40 }],
      total: 2,
      lastPage: 2,
      totalQuantity: 45,
    });
  });

  test("what waits is nobody's yet, and tokens unlock at the launch, wherever it moves", async () => {
    const member = await house.member();
    const waiting = await house.as(member, { door: "rest" });
    const { id } = await waiting.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
    expect(await waiting.stock.mine({})).toMatchObject({ records: [], totalQuantity: 0 });
    await desk.orders.approve({ orderId: id });
    const unlocks = async () => {
      const api = await house.as(member);
      const rows = [...(await api.stock.mine({})).records, ...(await api.stock.global({})).records];
      return rows.map(({ unlocksAt }) => unlocksAt);
    };
    expect(await unlocks()).toEqual([null, null]);
    const launchAt = new Date("2031-05-06T07:08:09.000Z");
    await house.setCompany({ launchAt });
    expect(await unlocks()).toEqual([launchAt.toISOString(), launchAt.toISOString()]);
  });
});

describe("an allocation's proof", () => {
  test("has everything its hash covers, for the buyer and for the referrer", async () => {
    const referrer = await house.member();
    const buyer = await house.member({ referrerId: referrer.id });
    await bought(referrer, 40);
    await bought(buyer, 100);
    const seen = new Map<number, string>();
    for (const person of [referrer, buyer]) {
      const api = await house.as(person);
      for (const { transactionHash } of (await api.stock.mine({})).records) {
        const proof = await api.stock.allocation({ hash: ` ${transactionHash.toUpperCase()}` });
        const { hash, previousHash, hashedBytes, verdict, sequence } = proof;
        const byHand = createHash("sha256").update(`${previousHash}\n${hashedBytes}`).digest("hex");
        expect(hash).toBe(transactionHash);
        expect(verdict).toEqual({
          computed: byHand,
          isHashRight: true,
          isTextRight: true,
          isLinked: true,
        });
        expect(hashedBytes).toContain(`member=${person.id}`);
        seen.set(sequence, `${previousHash} ${hash}`);
      }
    }
    expect([...seen.keys()].sort()).toEqual([1, 2, 3]);
    // Each begins where the one before it ends.
    expect(seen.get(2)?.split(" ")[0]).toBe(seen.get(1)?.split(" ")[1]);
    expect(seen.get(3)?.split(" ")[0]).toBe(seen.get(2)?.split(" ")[1]);
  });

  test("is nobody's but its member's: another's, another company's and no hash are not found", async () => {
    const member = await house.member();
    await bought(member, 10);
    const [row] = (await (await house.as(member)).stock.mine({})).records;
    const hash = row?.transactionHash ?? "";
    const other = await world.house();
    const stranger = await house.as(await house.member());
    const abroad = await other.as(await other.member());
    expect(await outcome(stranger.stock.allocation({ hash }))).toBe("NOT_FOUND");
    expect(await outcome(abroad.stock.allocation({ hash }))).toBe("NOT_FOUND");
    expect(await outcome(desk.stock.allocation({ hash }))).toBe("WRONG_ROLE");
    expect(await outcome((await house.as(null)).stock.allocation({ hash }))).toBe("NOT_SIGNED_IN");
    for (const none of ["", "0".repeat(64), `${hash}\0`, "%"]) {
      expect(await outcome((await house.as(member)).stock.allocation({ hash: none }))).toBe(
        "NOT_FOUND",
      );
    }
  });
});
