import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteViewsOf, insertView, listViews } from "@db/queries/views";
import { orderColumns, orderViews } from "@db/schema";
import { MOST_VIEWS, viewQuery } from "@server/contracts/views";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  outcome,
} from "@server/testing/order-harness";

let harness: OrderHarness;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());

const caller = (company: CompanyFixture) => company.as(company.admin);
const ownerOf = ({ id, admin }: CompanyFixture) => ({ companyId: id, adminId: admin.id });
const nameOf = (index: number) => `View ${String(index).padStart(2, "0")}`;

describe("a saved view", () => {
  test("keeps filters, sorting and columns of an address, and neither page nor dialog", async () => {
    const api = await caller(await harness.company());
    await api.views.save({
      name: "  Large   ones ",
      query:
        "approve=1&page=4&sort=-total&cols=name&cols=total&least=%205000%20&method=&evil=%3Cb%3E",
    });
    const query = "least=5000&sort=-total&cols=name&cols=total";
    expect((await api.views.mine()).views).toMatchObject([{ name: "Large ones", query }]);
    expect(viewQuery(query)).toBe(query);
  });

  test("is saved once under a name, whatever its case; saved again it changes nothing", async () => {
    const api = await caller(await harness.company());
    const first = await api.views.save({ name: "UPI", query: "method=UPI" });
    expect(await api.views.save({ name: "upi", query: "method=UPI&page=2" })).toEqual(first);
    expect(await outcome(api.views.save({ name: "upi", query: "" }))).toBe("VIEW_NAME_TAKEN");
    const second = await api.views.save({ name: "All", query: "" });
    expect(await outcome(api.views.rename({ id: second.id, name: "Upi" }))).toBe("VIEW_NAME_TAKEN");
    await api.views.rename({ id: first.id, name: "Upi" });
    const { views } = await api.views.mine();
    expect(views.map(({ name }) => name)).toEqual(["All", "Upi"]);
  });

  test.each([
    ["ΑΣ", "ασ"],
    ["İ", "i"],
  ])(
    "of the name '%s' is not saved beside '%s' where the database takes both for one",
    async (first, second) => {
      const { db } = harness.database;
      const [row] = (
        await db.execute(sql`SELECT lower(${first}::text) = lower(${second}::text) AS same`)
      ).rows;
      const api = await caller(await harness.company());
      await api.views.save({ name: first, query: "method=UPI" });
      const { id } = await api.views.save({ name: "Other", query: "" });
      const code = row?.["same"] === true ? "VIEW_NAME_TAKEN" : "ok";
      expect(await outcome(api.views.rename({ id, name: second }))).toBe(code);
      if (code === "ok") await api.views.rename({ id, name: "Other" });
      expect(await outcome(api.views.save({ name: second, query: "" }))).toBe(code);
    },
  );

  test.each([
    ["", "FIELD_REQUIRED"],
    [" \n ", "FIELD_REQUIRED"],
    ["x".repeat(41), "TEXT_TOO_LONG"],
    ["x".repeat(40), "ok"],
    ["क", "ok"],
  ])("of the name '%s' is answered with %s", async (name, code) => {
    const api = await caller(await harness.company());
    expect(await outcome(api.views.save({ name, query: "" }))).toBe(code);
  });

  test("does not keep an address without an end", async () => {
    const api = await caller(await harness.company());
    const query = `search1=${"x".repeat(2001)}`;
    expect(await outcome(api.views.save({ name: "Long", query }))).toBe("TEXT_TOO_LONG");
  });

  test("is its admin's alone: a colleague and another company neither see nor change it", async () => {
    const company = await harness.company();
    const colleague = await company.as(await company.member({ role: "ADMIN", adminRole: "OWNER" }));
    const elsewhere = await caller(await harness.company());
    const api = await caller(company);
    const { id, name } = await api.views.save({ name: "Mine", query: "show=flagged" });
    for (const other of [colleague, elsewhere]) {
      expect((await other.views.mine()).views).toEqual([]);
      expect(await outcome(other.views.rename({ id, name: "Theirs" }))).toBe("VIEW_NOT_FOUND");
      expect(await outcome(other.views.remove({ id }))).toBe("VIEW_NOT_FOUND");
      expect(await outcome(other.views.save({ name: "Mine", query: "" }))).toBe("ok");
    }
    expect((await api.views.mine()).views).toMatchObject([{ id, name }]);
    await api.views.remove({ id });
    expect(await outcome(api.views.remove({ id }))).toBe("VIEW_NOT_FOUND");
    expect((await api.views.mine()).views).toEqual([]);
  });

  test("goes with the account, as the chosen columns do", async () => {
    const company = await harness.company();
    const api = await caller(company);
    await api.views.save({ name: "Mine", query: "" });
    await api.views.chooseColumns({ tab: "requests", cols: ["name"] });
    const { db } = harness.database;
    await deleteViewsOf(db, company.id, company.admin.id);
    for (const table of [orderViews, orderColumns]) {
      const rows = await db
        .select()
        .from(table)
        .where(sql`${table.adminId} = ${company.admin.id}`);
      expect(rows).toEqual([]);
    }
  });
});

describe("of many saved at once", () => {
  const full = async () => {
    const company = await harness.company();
    const { db } = harness.database;
    for (let index = 1; index < MOST_VIEWS; index += 1) {
      await insertView(db, ownerOf(company), { name: nameOf(index), query: "" });
    }
    return company;
  };

  test(`an admin has at most ${MOST_VIEWS}`, async () => {
    const company = await full();
    const api = await caller(company);
    const outcomes = await Promise.all(
      ["A", "B", "C", "D"].map((name) => outcome(api.views.save({ name, query: "" }))),
    );
    expect(outcomes.toSorted()).toEqual(["VIEWS_FULL", "VIEWS_FULL", "VIEWS_FULL", "ok"]);
    expect((await api.views.mine()).views).toHaveLength(MOST_VIEWS);
  });

  test("each name is taken once", async () => {
    const api = await caller(await harness.company());
    const outcomes = await Promise.all(
      ["a", "b", "c"].map((value) =>
        outcome(api.views.save({ name: "One", query: `search1=${value}` })),
      ),
    );
    expect(outcomes.toSorted()).toEqual(["VIEW_NAME_TAKEN", "VIEW_NAME_TAKEN", "ok"]);
  });

  test("without the lock, two that have looked both add theirs", async () => {
    const company = await full();
    const owner = ownerOf(company);
    const { db } = harness.database;
    let looking = 2;
    let bothLooked: () => void = () => undefined;
    const looked = new Promise<void>((resolve) => (bothLooked = resolve));
    const saveUnlocked = (name: string) =>
      db.transaction(async (tx) => {
        const { views } = await listViews(tx, owner);
        if ((looking -= 1) === 0) bothLooked();
        await looked;
        if (views.length < MOST_VIEWS) await insertView(tx, owner, { name, query: "" });
      });
    await Promise.all([saveUnlocked("A"), saveUnlocked("B")]);
    expect((await listViews(db, owner)).views).toHaveLength(MOST_VIEWS + 1);
  });
});

test("columns are chosen for each list, and forgotten with an empty choice", async () => {
  const company = await harness.company();
  const api = await caller(company);
  await api.views.chooseColumns({ tab: "history", cols: ["name", "total", "name"] });
  await api.views.chooseColumns({ tab: "requests", cols: ["order"] });
  await api.views.chooseColumns({ tab: "requests", cols: ["order", "date"] });
  expect((await api.views.mine()).columns).toEqual({
    ...{ history: ["name", "total"], requests: ["order", "date"] },
  });
  await api.views.chooseColumns({ tab: "history", cols: [] });
  expect((await api.views.mine()).columns).toEqual({ requests: ["order", "date"] });
  const unknown = Reflect.apply(api.views.chooseColumns, undefined, [
    { tab: "requests", cols: ["password"] },
  ]) as Promise<unknown>;
  expect(await outcome(unknown)).toBe("FIELD_INVALID");
});
