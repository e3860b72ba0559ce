import { expect, test, describe, afterEach, vi } from "vitest";
import { orderHarness, resultCode, type CompanyFixture } from "@server/testing/order-harness";
import { sql, eq } from "drizzle-orm";
import { findCompany, priceInForce, listCompanies } from "@server/sites/queries/companies";
import { insertPrice } from "@server/companies/queries/prices";
import { companies, auditEntries, prices } from "@db/schema";
import { dateTimeFieldValue, parseDateTimeField } from "@server/platform/rules/dates/dates";
import { newId } from "@db/ids";
import { MAX_UPCOMING_PRICES } from "@server/platform/rules/money/price-start";
import { duringTests } from "@server/testing/during-tests";

describe("prices", () => {
  const harness = duringTests(orderHarness);

  test(
    "a member sees the company's own current price, fee and remaining supply",
    { tags: ["full"] },
    async () => {
      const company = await harness.company({ privateTokens: 100, feeBps: 175 });
      const other = await harness.company({ privateTokens: 7, feeBps: 0 });
      const member = await company.member();
      const api = await company.as(member);
      expect(await api.prices.settings()).toEqual({ feeBps: 175 });
      const { orderNumber } = await api.orders.create({ amount: "300" });
      expect(await api.prices.current()).toEqual({
        priceMicroRupees: 10_000_000,
        feeBps: 175,
        remainingPrivateSupply: 70,
      });
      expect(await (await other.as(await other.member())).prices.current()).toMatchObject({
        feeBps: 0,
        remainingPrivateSupply: 7,
      });
      await api.orders.cancel({ purchaseId: orderNumber });
      await company.setCompany({ priceMicroRupees: 12_500_000, feeBps: 200 });
      const later = await company.as(member);
      expect(await later.prices.settings()).toEqual({ feeBps: 200 });
      expect(await later.prices.current()).toEqual({
        priceMicroRupees: 12_500_000,
        feeBps: 200,
        remainingPrivateSupply: 100,
      });
    },
  );

  test("an order keeps its price and fee; a company without a price cannot sell", async () => {
    const company = await harness.company();
    const member = await company.member();
    const { orderNumber } = await (await company.as(member)).orders.create({ amount: "100" });
    await company.setCompany({ priceMicroRupees: 50_000_000, feeBps: 900 });
    const paid = await (
      await company.as(member, { transport: "rest" })
    ).orders.submit({ purchaseId: orderNumber, paymentMethod: "MANUAL", amount: "100" });
    expect(paid).toMatchObject({
      priceMicroRupees: 10_000_000,
      totalQuantity: 10,
      feeBps: 250,
      finalAmountPaise: 10_250,
    });
    await company.setCompany({ priceMicroRupees: null });
    const unpriced = await company.as(member);
    expect((await unpriced.prices.current()).priceMicroRupees).toBeNull();
    expect(await resultCode(unpriced.orders.create({ amount: "100" }))).toBe("NO_TOKEN_SELECTED");
  });
});

describe("boundaries", () => {
  const harness = duringTests(orderHarness);

  afterEach(() => vi.useRealTimers());

  const OLD = 10_000_000;
  const NEW = 20_000_000;

  /** The price and the database's clock, read in one statement. */
  async function look(company: CompanyFixture) {
    const [row] = await harness.database.db
      .select({
        price: priceInForce,
        // Prices start at whole milliseconds; the clock has microseconds.
        now: sql`extract(epoch FROM statement_timestamp()) * 1000`.mapWith(Number),
      })
      .from(companies)
      .where(sql`${companies.id} = ${company.id}`);
    return { price: row?.price, now: row?.now ?? 0 };
  }

  test(
    "a price applies from its start by the database's clock, and not before",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const startsAt = new Date(Math.ceil((await look(company)).now) + 250);
      await insertPrice(harness.database.db, {
        companyId: company.id,
        priceMicroRupees: NEW,
        startsAt,
        setBy: company.admin.id,
      });
      const looks = [await look(company)];
      while (looks.at(-1)?.price !== NEW) looks.push(await look(company));
      expect(looks.map(({ price }) => price)).toEqual(
        looks.map(({ now }) => (now < startsAt.getTime() ? OLD : NEW)),
      );
      expect(looks[0]?.price).toBe(OLD);
    },
  );

  test("midnight is India's, whatever the process's clock and time zone", async () => {
    const company = await harness.company();
    const adminApi = await company.as(company.admin);
    const inTwoDays = dateTimeFieldValue(new Date(Date.now() + 2 * 86_400_000)).slice(0, 10);
    const { lines } = await adminApi.prices.set({ price: "20", startsAt: `${inTwoDays}T00:00` });
    const day = 86_400_000;
    const midnight = new Date(`${inTwoDays}T00:00:00Z`).getTime() - 5.5 * 3_600_000;
    expect(lines[0]).toMatchObject({
      state: "UPCOMING",
      startsAt: new Date(midnight).toISOString(),
    });
    // A process whose clock is days ahead neither sells at the new price nor shows it as begun.
    vi.useFakeTimers({ toFake: ["Date"], now: midnight + 3 * day });
    expect((await findCompany(harness.database.db, company.id))?.priceMicroRupees).toBe(OLD);
    expect((await adminApi.prices.list()).lines[0]?.state).toBe("UPCOMING");
  });

  test(
    "an order placed just before midnight keeps its price through payment, approval and receipt",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const adminApi = await company.as(company.admin);
      const member = await company.member();
      const own = await company.as(member);
      const { orderNumber } = await own.orders.create({ amount: "100" });
      // The price of the new day begins at midnight.
      await adminApi.prices.set({ price: "20" });
      const paid = await own.orders.submit({
        purchaseId: orderNumber,
        paymentMethod: "UPI",
        amount: "100",
        referenceNumber: "MIDNIGHT1",
        receiptId: await company.proof(member),
        consent: true,
      });
      await adminApi.prices.set({ price: "40" });
      await adminApi.orders.approve({ orderId: paid.id });
      expect(await company.order(orderNumber)).toMatchObject({
        status: "APPROVED",
        priceMicroRupees: OLD,
        quantity: 10,
        totalPaise: 10_250,
      });
      expect(await own.orders.receipt({ purchaseId: orderNumber })).toMatchObject({
        transaction: { priceMicroRupees: OLD, totalQuantity: 10 },
      });
      expect((await company.balances()).allocated).toBe(10);
    },
  );
});

describe("changing", () => {
  const harness = duringTests(orderHarness);

  const DAY_MS = 86_400_000;
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const adminApi = async (seller: CompanyFixture) => seller.as(seller.admin);
  const priceFor = async (seller: CompanyFixture) =>
    (await (await seller.as(await seller.member())).prices.current()).priceMicroRupees;

  /** Moves a price's start to just before now. */
  async function begin(seller: CompanyFixture, id: string | null) {
    await harness.database.db
      .update(prices)
      .set({ startsAt: sql`clock_timestamp() - interval '1 millisecond'` })
      .where(sql`${prices.companyId} = ${seller.id} AND ${prices.id} = ${id}`);
  }

  const upcomingOf = async (seller: CompanyFixture) =>
    (await (await adminApi(seller)).prices.list()).lines.filter(
      ({ state }) => state === "UPCOMING",
    );

  describe("a price without a start date", () => {
    test(
      "a new price is in force at once in every instance, and listed with the earlier one",
      { tags: ["full"] },
      async () => {
        const seller = await harness.company();
        const list = await (await adminApi(seller)).prices.set({ price: "12.5" });
        expect(list.priceMicroRupees).toBe(12_500_000);
        expect(list.lines).toMatchObject([
          { priceMicroRupees: 12_500_000, state: "IN_FORCE" },
          { priceMicroRupees: 10_000_000, state: "ENDED", id: null, setBy: null },
        ]);
        expect(list.lines[0]?.setBy).toMatch(/^Person/);
        expect(await priceFor(seller)).toBe(12_500_000);
        const elsewhere = harness.another(1);
        expect((await findCompany(elsewhere.db, seller.id))?.priceMicroRupees).toBe(12_500_000);
        const listed = await listCompanies(elsewhere.db, null, { limit: 100, offset: 0 });
        expect(listed.records.find(({ id }) => id === seller.id)?.priceMicroRupees).toBe(
          12_500_000,
        );
      },
    );

    test(
      "a new price leaves open orders unchanged, and applies to the next one",
      { tags: ["full"] },
      async () => {
        const seller = await harness.company();
        const member = await seller.member();
        const { orderNumber } = await (await seller.as(member)).orders.create({ amount: "100" });
        const before = await seller.order(orderNumber);
        await (await adminApi(seller)).prices.set({ price: "50" });
        expect(await seller.order(orderNumber)).toEqual(before);
        const paid = await (
          await seller.as(member)
        ).orders.submit({
          purchaseId: orderNumber,
          paymentMethod: "MANUAL",
          amount: "100",
          consent: true,
        });
        expect(paid).toMatchObject({ priceMicroRupees: 10_000_000, totalQuantity: 10 });
        const next = await (
          await seller.as(await seller.member())
        ).orders.create({ amount: "100" });
        expect(await seller.order(next.orderNumber)).toMatchObject({
          priceMicroRupees: 50_000_000,
          quantity: 2,
        });
      },
    );

    test("a price is refused if already in force, so that a second click changes nothing", async () => {
      const seller = await harness.company();
      const api = await adminApi(seller);
      await api.prices.set({ price: "11" });
      expect(await resultCode(api.prices.set({ price: "11.000" }))).toBe("PRICE_IN_FORCE_ALREADY");
      expect((await api.prices.list()).lines).toHaveLength(2);
    });

    test(
      "prices set concurrently leave the last one written in force",
      { tags: ["full"] },
      async () => {
        const seller = await harness.company();
        const api = await adminApi(seller);
        await Promise.all(
          ["21", "22", "23", "24", "25", "26"].map((price) => api.prices.set({ price })),
        );
        const entries = await harness.database.db
          .select({
            before: sql`${auditEntries.before} -> 'priceMicroRupees'`.mapWith(Number),
            after: sql`${auditEntries.after} -> 'priceMicroRupees'`.mapWith(Number),
          })
          .from(auditEntries)
          .where(eq(auditEntries.companyId, seller.id));
        // Each price was set over the one before; a lost update would break the sequence.
        let last = 10_000_000;
        for (const _ of entries) last = entries.find(({ before }) => before === last)?.after ?? 0;
        expect(new Set(entries.map(({ before }) => before)).size).toBe(6);
        expect(await priceFor(seller)).toBe(last);
      },
    );
  });

  describe("a price with a start date", () => {
    test("a scheduled price waits, then is in force by the database's clock; an earlier order keeps its price", async () => {
      const seller = await harness.company();
      const api = await adminApi(seller);
      const { lines } = await api.prices.set({ price: "20", startsAt: inDays(2) });
      expect(lines[0]).toMatchObject({ state: "UPCOMING", priceMicroRupees: 20_000_000 });
      expect(await priceFor(seller)).toBe(10_000_000);
      const member = await seller.member();
      const { orderNumber } = await (await seller.as(member)).orders.create({ amount: "100" });
      await begin(seller, lines[0]?.id ?? null);
      expect(await priceFor(seller)).toBe(20_000_000);
      expect(await seller.order(orderNumber)).toMatchObject({ priceMicroRupees: 10_000_000 });
      expect((await api.prices.list()).lines.map(({ state }) => state)).toEqual([
        "IN_FORCE",
        "ENDED",
      ]);
    });

    test("a scheduled price's time without a zone is India's", async () => {
      const seller = await harness.company();
      const typed = inDays(40).slice(0, 16);
      const { lines } = await (await adminApi(seller)).prices.set({ price: "20", startsAt: typed });
      expect(lines[0]?.startsAt).toBe(parseDateTimeField(`${typed}+05:30`)?.toISOString());
    });

    test("a scheduled price can be cancelled once, only before it begins", async () => {
      const seller = await harness.company();
      const api = await adminApi(seller);
      await api.prices.set({ price: "20", startsAt: inDays(1) });
      await api.prices.set({ price: "30", startsAt: inDays(2) });
      const [later, sooner] = await upcomingOf(seller);
      const id = later?.id ?? "";
      expect((await api.prices.cancel({ id })).lines[0]).toMatchObject({ id, state: "CANCELLED" });
      expect(await resultCode(api.prices.cancel({ id }))).toBe("PRICE_HAS_BEGUN");
      await begin(seller, sooner?.id ?? null);
      expect(await resultCode(api.prices.cancel({ id: sooner?.id ?? "" }))).toBe("PRICE_HAS_BEGUN");
      expect(await priceFor(seller)).toBe(20_000_000);
      expect(await resultCode(api.prices.cancel({ id: newId() }))).toBe("PRICE_NOT_FOUND");
    });

    test(
      "a scheduled price is refused in the past, too far ahead, at another price's start, or beyond the maximum number",
      { tags: ["full"] },
      async () => {
        const seller = await harness.company();
        const api = await adminApi(seller);
        const set = (startsAt: string) => resultCode(api.prices.set({ price: "20", startsAt }));
        expect(await set(inDays(-1))).toBe("PRICE_START_PAST");
        expect(await set(inDays(6 * 365))).toBe("PRICE_START_FAR");
        expect(await set("31 November")).toBe("PRICE_START_INVALID");
        const first = inDays(1);
        expect(await set(first)).toBe("ok");
        expect(await set(first)).toBe("PRICE_START_TAKEN");
        for (let more = 2; more <= MAX_UPCOMING_PRICES; more += 1) {
          expect(await set(inDays(more))).toBe("ok");
        }
        expect(await set(inDays(100))).toBe("TOO_MANY_PRICES");
        expect(await upcomingOf(seller)).toHaveLength(MAX_UPCOMING_PRICES);
      },
    );
  });

  test("a price of zero, below a millionth, or beyond the limit is refused", async () => {
    const seller = await harness.company();
    const api = await adminApi(seller);
    for (const price of ["0", "-1", "0.0000001", "10000000", "ten", "1e3"]) {
      expect(await resultCode(api.prices.set({ price }))).toBe("PRICE_INVALID");
    }
    expect(await resultCode(api.prices.set({ price: "" }))).toBe("INVALID_INPUT");
    expect((await api.prices.set({ price: "1,00,000.000001" })).priceMicroRupees).toBe(
      100_000_000_001,
    );
  });

  test("a super admin's change of a price appears in the same history", async () => {
    const seller = await harness.company();
    const root = await harness.superAdmin();
    const company = await root.companies.find({ id: seller.id });
    const change = {
      id: seller.id,
      companyName: company.companyName,
      email: company.email,
      mobile: company.mobile,
      tokenSymbol: company.tokenSymbol,
      totalSupply: company.totalSupply,
    };
    const saved = await root.companies.update({ ...change, price: "17.25" });
    expect(saved.priceMicroRupees).toBe(17_250_000);
    await root.companies.update({ ...change, price: "17.25" });
    expect(await priceFor(seller)).toBe(17_250_000);
    expect((await (await adminApi(seller)).prices.list()).lines).toMatchObject([
      { priceMicroRupees: 17_250_000, setBy: null, state: "IN_FORCE" },
      { priceMicroRupees: 10_000_000, state: "ENDED" },
    ]);
  });

  test("a company without a price gets its first one", async () => {
    const seller = await harness.company({ priceMicroRupees: null });
    const api = await adminApi(seller);
    expect(await api.prices.list()).toEqual({ priceMicroRupees: null, lines: [] });
    await api.prices.set({ price: "3" });
    expect(await priceFor(seller)).toBe(3_000_000);
  });
});
