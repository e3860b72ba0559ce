import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let company: CompanyFixture;
let adminApi: Awaited<ReturnType<CompanyFixture["as"]>>;

beforeEach(async () => {
  company = await harness.company();
  adminApi = await company.as(company.admin);
});

/** Tokens at ₹10 each, bought, paid and approved. Returns the order's id. */
async function bought(buyer: Person, tokens: number, at = company): Promise<string> {
  const api = await at.as(buyer, { transport: "rest" });
  const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: String(tokens * 10) });
  await (await at.as(at.admin)).orders.approve({ orderId: id });
  return id;
}

describe("Global Stock", () => {
  test(
    "Global Stock ranks members by holdings; equals share a rank, ordered by who reached it first",
    { tags: ["full"] },
    async () => {
      const [small, first, second] = [
        await company.member({ walletAddress: `0x${"1".repeat(40)}` }),
        await company.member({ walletAddress: `0x${"2".repeat(40)}` }),
        await company.member({ walletAddress: `0x${"3".repeat(40)}` }),
      ];
      await bought(small, 10);
      await bought(first, 20);
      await bought(second, 30);
      await bought(first, 10);
      const { records, total, totalQuantity } = await (await company.as(small)).stock.global({});
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
    },
  );

  test("a member who hides the wallet is in Global Stock without its address, by REST too", async () => {
    const hidden = await company.member({ walletAddress: `0x${"1".repeat(40)}` });
    const shown = await company.member({ walletAddress: `0x${"2".repeat(40)}` });
    await bought(hidden, 20);
    await bought(shown, 10);
    await (await company.as(hidden)).members.chooseShown({ showsName: false, hidesWallet: true });
    const wallets = { records: [{ walletAddress: null }, { walletAddress: "0x2222…2222" }] };
    for (const person of [hidden, shown]) {
      expect(await (await company.as(person)).stock.global({})).toMatchObject(wallets);
      const api = await company.as(person, { transport: "rest" });
      expect(await api.stock.global({})).toMatchObject(wallets);
    }
  });

  test(
    "a row of Global Stock has the hash and time of its member's latest allocation",
    { tags: ["full"] },
    async () => {
      const member = await company.member();
      await bought(member, 10);
      await bought(member, 5);
      const api = await company.as(member);
      const [latest] = (await api.stock.mine({})).records;
      const [row] = (await api.stock.global({})).records;
      expect(row).toMatchObject({
        quantity: 15,
        walletAddress: null,
        transactionHash: latest?.transactionHash,
        createdAt: latest?.createdAt,
      });
    },
  );

  test(
    "a page of Global Stock beyond the last is empty and still has the total",
    { tags: ["full"] },
    async () => {
      const member = await company.member();
      await bought(member, 10);
      await bought(await company.member(), 20);
      const api = await company.as(member);
      const second = await api.stock.global({ page: 2, limit: 1 });
      expect(second.records.map(({ rank, quantity }) => [rank, quantity])).toEqual([[2, 10]]);
      expect(await api.stock.global({ page: 9, limit: 1 })).toMatchObject({
        records: [],
        total: 2,
        lastPage: 2,
        totalQuantity: 30,
      });
      expect(await resultCode(api.stock.global({ limit: 101 }))).toBe("BAD_LIMIT");
    },
  );

  test(
    "Global Stock omits a member whose purchase was reversed, and members of other companies",
    { tags: ["full"] },
    async () => {
      const member = await company.member();
      const orderId = await bought(member, 10);
      const other = await harness.company();
      await bought(await other.member(), 500, other);
      const api = await company.as(member);
      expect(await api.stock.global({})).toMatchObject({ total: 1, totalQuantity: 10 });
      await adminApi.orders.reverse({ orderId, reason: "Charged back" });
      expect(await api.stock.global({})).toMatchObject({ records: [], total: 0, totalQuantity: 0 });
    },
  );
});

test(
  "a member's rank is the place of their row in Global Stock, and null without tokens",
  { tags: ["full"] },
  async () => {
    const [none, first] = [await company.member(), await company.member()];
    const [second, last] = [await company.member(), await company.member()];
    await bought(last, 5);
    await bought(first, 20);
    await bought(second, 20);
    const other = await harness.company();
    await bought(await other.member(), 500, other);
    const rankOf = async (person: Person) => (await company.as(person)).stock.rank();
    expect(await rankOf(none)).toBeNull();
    for (const person of [first, second, last]) {
      const { records } = await (await company.as(person)).stock.global({});
      const before = records.findIndex(({ isOwn }) => isOwn);
      const { rank } = records[before] ?? {};
      const toNext = person === last ? 15 : null;
      expect(await rankOf(person)).toEqual({ rank, before, toNext });
    }
  },
);

describe("My Stock", () => {
  test("My Stock has rewards and purchases in separate columns, newest first, by page", async () => {
    const referrer = await company.member();
    const buyer = await company.member({ referrerId: referrer.id });
    await bought(referrer, 40);
    await bought(buyer, 100);
    const api = await company.as(referrer);
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

  test("My Stock shows what was bought, the bonus or the rewards alone, each with its reversals", async () => {
    const friend = await company.member();
    const member = await company.member({ referrerId: null });
    const invited = await company.member({ referrerId: member.id });
    await bought(friend, 5);
    const orderId = await bought(member, 40);
    await bought(member, 20);
    await bought(invited, 100);
    await adminApi.orders.reverse({ orderId, reason: "Charged back" });
    const api = await company.as(member);
    const shown = async (kind: "bought" | "bonus" | "rewards") => {
      const { records, total, totalQuantity } = await api.stock.mine({ kind });
      expect(totalQuantity).toBe(25);
      return [total, ...records.map(({ quantity, reward }) => quantity ?? reward)];
    };
    expect(await shown("bought")).toEqual([3, -40, 20, 40]);
    expect(await shown("rewards")).toEqual([1, 5]);
    expect(await shown("bonus")).toEqual([0]);
    expect((await api.stock.mine({})).total).toBe(4);
  });

  test(
    "pending orders do not count in My Stock, and tokens unlock at the current launch date",
    { tags: ["full"] },
    async () => {
      const member = await company.member();
      const waiting = await company.as(member, { transport: "rest" });
      const { id } = await waiting.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
      expect(await waiting.stock.mine({})).toMatchObject({ records: [], totalQuantity: 0 });
      const arriving = async () => (await waiting.stock.overview()).arriving;
      // 10 tokens at ₹10, and the fee of 2.5 %.
      expect(await arriving()).toEqual({ tokens: 10, paise: 102_50 });
      await adminApi.orders.approve({ orderId: id });
      expect(await arriving()).toEqual({ tokens: 0, paise: 0 });
      const unlocks = async () => {
        const api = await company.as(member);
        const rows = [
          ...(await api.stock.mine({})).records,
          ...(await api.stock.global({})).records,
        ];
        return rows.map(({ unlocksAt }) => unlocksAt);
      };
      expect(await unlocks()).toEqual([null, null]);
      const launchAt = new Date("2031-05-06T07:08:09.000Z");
      await company.setCompany({ launchAt });
      expect(await unlocks()).toEqual([launchAt.toISOString(), launchAt.toISOString()]);
    },
  );
});

describe("the overview", () => {
  test(
    "the overview has the member's tokens, their cost, and the sale",
    { tags: ["full"] },
    async () => {
      await company.setCompany({ feeBps: 250 });
      const referrer = await company.member();
      const buyer = await company.member({ referrerId: referrer.id });
      const api = await company.as(referrer);
      const { sale, history, ...nothing } = await api.stock.overview();
      expect([sale, history]).toEqual([{ total: company.pool, allocated: 0, held: 0 }, []]);
      expect(nothing).toMatchObject({ tokens: 0, paidPaise: 0, holders: 0 });
      await bought(referrer, 40);
      await bought(buyer, 100);
      await (await company.as(buyer)).orders.create({ amount: "70" });
      expect(await api.stock.overview()).toEqual({
        tokens: 45,
        rewards: 5,
        allocations: 2,
        holders: 2,
        // 40 tokens at ₹10, and 2.5 %. The rewards are no part of it.
        paidPaise: 410_00,
        feePaise: 10_00,
        arriving: { tokens: 0, paise: 0 },
        waitingPaise: 0,
        priceMicroRupees: 10_000_000,
        history: [{ day: dateInIndia(new Date()), tokens: 45 }],
        sale: { total: company.pool, allocated: 145, held: 7 },
        launchAt: null,
        rewardBps: 500,
      });
    },
  );

  test("the overview is current after each purchase and reversal", { tags: ["full"] }, async () => {
    await company.setCompany({ feeBps: 0 });
    const member = await company.member();
    const api = await company.as(member);
    const paid = async () => {
      const { tokens, paidPaise, history } = await api.stock.overview();
      return [tokens, paidPaise / 1000, history.map((one) => one.tokens)];
    };
    const orderId = await bought(member, 10);
    expect(await paid()).toEqual([10, 10, [10]]);
    expect(await paid()).toEqual([10, 10, [10]]);
    await bought(member, 5);
    expect(await paid()).toEqual([15, 15, [15]]);
    await adminApi.orders.reverse({ orderId, reason: "Charged back" });
    expect(await paid()).toEqual([5, 5, [5]]);
  });

  test(
    "the overview shows the growth of the holding by days in India",
    { tags: ["full"] },
    async () => {
      const member = await company.member();
      await bought(member, 10);
      await bought(member, 5);
      await bought(member, 7);
      // The allocations are of three moments: two of them on one day in India, not in London.
      const at = [Date.UTC(2026, 2, 1, 19), Date.UTC(2026, 2, 2, 3), Date.UTC(2026, 2, 2, 19)];
      const { database } = harness;
      await database.sql`ALTER TABLE allocations DISABLE TRIGGER USER`;
      for (const [index, moment] of at.entries()) {
        await database.sql`UPDATE allocations SET created_at = ${new Date(moment)} WHERE company_id = ${company.id} AND sequence = ${index + 1}`;
      }
      await database.sql`ALTER TABLE allocations ENABLE TRIGGER USER`;
      expect((await (await company.as(member)).stock.overview()).history).toEqual([
        { day: "2026-03-02", tokens: 15 },
        { day: "2026-03-03", tokens: 22 },
      ]);
    },
  );

  test(
    "the overview and Global Stock mark the reader's own row only",
    { tags: ["full"] },
    async () => {
      const [one, two] = [await company.member(), await company.member()];
      await bought(one, 10);
      await bought(two, 20);
      const own = async (person: Person) => {
        const { records } = await (await company.as(person)).stock.global({});
        return records.map(({ quantity, isOwn }) => [quantity, isOwn]);
      };
      // Both at once, who share one read.
      expect(await Promise.all([own(one), own(two)])).toEqual([
        [
          [20, false],
          [10, true],
        ],
        [
          [20, true],
          [10, false],
        ],
      ]);
    },
  );
});

describe("an allocation's proof", () => {
  test(
    "an allocation's proof has everything its hash covers, for the buyer and for the referrer",
    { tags: ["full"] },
    async () => {
      const referrer = await company.member();
      const buyer = await company.member({ referrerId: referrer.id });
      await bought(referrer, 40);
      await bought(buyer, 100);
      const seen = new Map<number, string>();
      for (const person of [referrer, buyer]) {
        const api = await company.as(person);
        for (const { transactionHash } of (await api.stock.mine({})).records) {
          const proof = await api.stock.allocation({ hash: ` ${transactionHash.toUpperCase()}` });
          const { hash, previousHash, hashedBytes, verdict, sequence } = proof;
          const byHand = createHash("sha256")
            .update(`${previousHash}\n${hashedBytes}`)
            .digest("hex");
          expect(hash).toBe(transactionHash);
          expect(verdict).toEqual({
            computed: byHand,
            isHashRight: true,
            isTextRight: true,
            isLinked: true,
          });
          expect(hashedBytes).toContain(`member=${person.id}`);
          // A reward does not name the buyer's order.
          expect(proof.orderNumber === null).toBe(proof.kind === "REFERRAL");
          seen.set(sequence, `${previousHash} ${hash}`);
        }
      }
      expect([...seen.keys()].sort()).toEqual([1, 2, 3]);
      // Each link's previous hash is the hash before it.
      expect(seen.get(2)?.split(" ")[0]).toBe(seen.get(1)?.split(" ")[1]);
      expect(seen.get(3)?.split(" ")[0]).toBe(seen.get(2)?.split(" ")[1]);
    },
  );

  test(
    "an allocation's proof is found by its member only; refused to others and for an invalid hash",
    { tags: ["full"] },
    async () => {
      const member = await company.member();
      await bought(member, 10);
      const [row] = (await (await company.as(member)).stock.mine({})).records;
      const hash = row?.transactionHash ?? "";
      const other = await harness.company();
      const stranger = await company.as(await company.member());
      const abroad = await other.as(await other.member());
      expect(await resultCode(stranger.stock.allocation({ hash }))).toBe("NOT_FOUND");
      expect(await resultCode(abroad.stock.allocation({ hash }))).toBe("NOT_FOUND");
      expect(await resultCode(adminApi.stock.allocation({ hash }))).toBe("WRONG_ROLE");
      expect(await resultCode((await company.as(null)).stock.allocation({ hash }))).toBe(
        "NOT_SIGNED_IN",
      );
      for (const none of ["", "0".repeat(64), `${hash}\0`, "%"]) {
        expect(await resultCode((await company.as(member)).stock.allocation({ hash: none }))).toBe(
          "NOT_FOUND",
        );
      }
    },
  );

  test(
    "a reward's proof hides the buyer's order, which the salt of the buyer's receipt reveals",
    { tags: ["full"] },
    async () => {
      await company.setCompany({ feeBps: 250 });
      const referrer = await company.member();
      const buyer = await company.member({ referrerId: referrer.id });
      const orderId = await bought(buyer, 100);
      await adminApi.orders.reverse({ orderId, reason: "Charged back" });
      const textsOf = async (person: Person) => {
        const api = await company.as(person);
        const { records } = await api.stock.mine({});
        return Promise.all(
          records.map(async ({ transactionHash: hash }) =>
            (await api.stock.allocation({ hash })).hashedBytes.split("\n"),
          ),
        );
      };
      const [ofBuyer, ofReferrer] = [await textsOf(buyer), await textsOf(referrer)];
      expect([ofBuyer.length, ofReferrer.length]).toEqual([2, 2]);
      const names = (text: readonly string[]) => text.map((line) => line.split("=")[0]);
      const fields = [
        "company",
        "sequence",
        "id",
        "member",
        "kind",
        "quantity",
        "order",
        "decision",
      ];
      for (const text of ofReferrer) {
        const shown = ["prelaunch-allocation/1", ...fields, "created", "terms", "reverses"];
        expect(names(text)).toEqual(shown);
        expect(text.join()).not.toContain(buyer.id);
      }
      const api = await company.as(buyer);
      const { orderNumber } = (await api.orders.listMine({})).records[0]!;
      const receipt = await api.orders.receipt({ purchaseId: orderNumber });
      // A buyer recomputes it by hand: the salt, a line feed, the lines of the terms.
      const purchase = ofBuyer[1]!;
      const lines = purchase.slice(
        purchase.findIndex((line) => line.startsWith("order-number=")),
        purchase.findIndex((line) => line.startsWith("bonus-tokens=")) + 1,
      );
      const salted = createHash("sha256")
        .update([receipt.termsSalt, ...lines].join("\n"))
        .digest("hex");
      for (const text of ofReferrer) expect(text).toContain(`terms=${salted}`);
      // The referrer has no receipt of it, and an order without a referrer has no use for a salt.
      const other = await company.as(referrer);
      expect(await resultCode(other.orders.receipt({ purchaseId: orderNumber }))).toBe(
        "ORDER_NOT_FOUND",
      );
      await bought(referrer, 10);
      const { orderNumber: own } = (await other.orders.listMine({})).records[0]!;
      expect((await other.orders.receipt({ purchaseId: own })).termsSalt).toBeNull();
    },
  );
});
