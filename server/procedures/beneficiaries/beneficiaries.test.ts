import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { and, asc, eq, like } from "drizzle-orm";
import { findBeneficiaryVersion } from "@db/queries/beneficiaries";
import { auditEntries } from "@db/schema";
import {
  type House,
  type MoneyWorld,
  type Person,
  moneyWorld,
  outcome,
} from "@server/testing/money-world";

let world: MoneyWorld;
let house: House;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  house = await world.house();
});

const bank = {
  holderName: "Asha Tokens  LLP",
  bankName: "State Bank of India",
  branch: "Fort, Mumbai",
  accountNumber: "1234 5678 9012",
  ifscCode: "sbin0001234",
};
const all = { ...bank, upi: "Asha@OkSbi" };

describe("accounts", () => {
  test("the first one is the default, in its one spelling, and every admin is told", async () => {
    const desk = await house.as(house.admin);
    expect(await desk.beneficiaries.forAdmin()).toBeNull();
    const added = await desk.beneficiaries.add(all);
    expect(added).toMatchObject({
      version: 1,
      isDefault: true,
      holderName: "Asha Tokens LLP",
      accountNumber: "123456789012",
      ifscCode: "SBIN0001234",
      upi: "asha@oksbi",
    });
    expect(await desk.beneficiaries.forAdmin()).toEqual(added);
    expect((await world.messages("beneficiaryChanged")).at(-1)?.userId).toBe(house.admin.id);
  });

  test("a change is a new version, saving the same is none", async () => {
    const desk = await house.as(house.admin);
    const added = await desk.beneficiaries.add(all);
    const told = (await world.messages("beneficiaryChanged")).length;
    expect(await desk.beneficiaries.update(all)).toEqual(added);
    expect(await world.messages("beneficiaryChanged")).toHaveLength(told);
    const changed = await desk.beneficiaries.update({ ...all, branch: "Andheri" });
    expect(changed).toMatchObject({ id: added.id, version: 2, branch: "Andheri", isDefault: true });
    expect(await world.messages("beneficiaryChanged")).toHaveLength(told + 1);
    const old = await findBeneficiaryVersion(world.database.db, house.id, added.id, 1);
    expect(old).toMatchObject({ branch: "Fort, Mumbai", isCurrent: false });
    expect((await desk.beneficiaries.list({})).total).toBe(1);
  });

  test("updating where there is none makes the first", async () => {
    const desk = await house.as(house.admin);
    expect(await desk.beneficiaries.update(all)).toMatchObject({ version: 1, isDefault: true });
  });

  test("an update asks for all six fields, an addition for a whole account", async () => {
    const desk = await house.as(house.admin);
    expect(await outcome(desk.beneficiaries.update({ ...all, upi: "" }))).toBe("UPI_ID_REQUIRED");
    expect(await outcome(desk.beneficiaries.update({ ...all, ifscCode: "SBIN1" }))).toBe(
      "IFSC_INVALID",
    );
    expect(await outcome(desk.beneficiaries.add({}))).toBe("BENEFICIARY_EMPTY");
    expect(await outcome(desk.beneficiaries.add({ ...bank, branch: " " }))).toBe("BRANCH_REQUIRED");
    expect(await outcome(desk.beneficiaries.add({ ...bank, accountNumber: "12" }))).toBe(
      "ACCOUNT_NUMBER_INVALID",
    );
    expect((await desk.beneficiaries.list({})).total).toBe(0);
  });

  test("an IFSC code must be a bank's, and a branch that is not on the list is confirmed", async () => {
    const desk = await house.as(house.admin);
    const add = (ifscCode: string, more = {}) =>
      outcome(desk.beneficiaries.add({ ...bank, ifscCode, ...more }));
    expect(await add("ZZZZ0001234")).toBe("IFSC_BANK_UNKNOWN");
    expect(await add("ZZZZ0001234", { isIfscConfirmed: true })).toBe("IFSC_BANK_UNKNOWN");
    expect(await add("SBIN0999999")).toBe("IFSC_UNKNOWN");
    expect((await desk.beneficiaries.list({})).total).toBe(0);
    const branchNew = { ...all, ifscCode: "SBIN0999999" };
    const added = await desk.beneficiaries.add({ ...branchNew, isIfscConfirmed: true });
    expect(added.ifscCode).toBe("SBIN0999999");
    // Once confirmed, another change does not ask again.
    expect(await desk.beneficiaries.update({ ...branchNew, branch: "Andheri" })).toMatchObject({
      version: 2,
      branch: "Andheri",
    });
    expect(await outcome(desk.beneficiaries.update({ ...all, ifscCode: "SBIN0999998" }))).toBe(
      "IFSC_UNKNOWN",
    );
    expect(await desk.beneficiaries.forAdmin()).toMatchObject({ version: 2, branch: "Andheri" });
  });

  test("every change is in the books as it was and as it is, and mailed to each admin", async () => {
    const desk = await house.as(house.admin);
    const colleague = await house.member({ role: "ADMIN" });
    const told = async (one: Person) =>
      (await world.messages("beneficiaryChanged")).filter(({ userId }) => userId === one.id).length;
    const first = await desk.beneficiaries.add(bank);
    await desk.beneficiaries.edit({ ...bank, id: first.id, branch: "Andheri" });
    const second = await desk.beneficiaries.add({ upi: "pay@bank" });
    await desk.beneficiaries.makeDefault({ id: second.id });
    await desk.beneficiaries.remove({ id: first.id });
    expect([await told(house.admin), await told(colleague)]).toEqual([5, 5]);
    const lines = await world.database.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.companyId, house.id), like(auditEntries.action, "beneficiary.%")))
      .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id));
    expect(lines.map(({ action }) => action.split(".")[1])).toEqual([
      "added",
      "updated",
      "added",
      "updated",
      "removed",
    ]);
    expect(lines[1]).toMatchObject({
      before: { version: 1, branch: "Fort, Mumbai" },
      after: { version: 2, branch: "Andheri" },
    });
  });

  test("there is one default, it cannot be removed, and another can take its place", async () => {
    const desk = await house.as(house.admin);
    const first = await desk.beneficiaries.add(bank);
    const second = await desk.beneficiaries.add({ upi: "pay@bank" });
    expect(second.isDefault).toBe(false);
    expect(await outcome(desk.beneficiaries.remove({ id: first.id }))).toBe("BENEFICIARY_LAST");
    expect(await desk.beneficiaries.makeDefault({ id: second.id })).toMatchObject({
      isDefault: true,
      version: 1,
    });
    expect(await desk.beneficiaries.remove({ id: first.id })).toBeNull();
    expect(await outcome(desk.beneficiaries.remove({ id: first.id }))).toBe(
      "BENEFICIARY_NOT_FOUND",
    );
    expect((await desk.beneficiaries.list({})).records.map(({ id }) => id)).toEqual([second.id]);
  });

  test("the same account twice is refused", async () => {
    const desk = await house.as(house.admin);
    await desk.beneficiaries.add(bank);
    await desk.beneficiaries.add({ upi: "pay@bank" });
    expect(await outcome(desk.beneficiaries.add({ ...bank, holderName: "Else" }))).toBe(
      "BENEFICIARY_DUPLICATE",
    );
    expect(await outcome(desk.beneficiaries.add({ upi: "PAY@bank" }))).toBe(
      "BENEFICIARY_DUPLICATE",
    );
  });

  test("two admins who make theirs the default at once leave one", async () => {
    const desk = await house.as(house.admin);
    const ids = [];
    for (const upi of ["a1@bank", "b2@bank", "c3@bank"]) {
      ids.push((await desk.beneficiaries.add({ upi })).id);
    }
    await Promise.all(ids.map((id) => desk.beneficiaries.makeDefault({ id })));
    const { records } = await desk.beneficiaries.list({});
    expect(records.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test("another company's account is not found and stays as it is", async () => {
    const desk = await house.as(house.admin);
    const added = await desk.beneficiaries.add(all);
    const other = await world.house();
    const theirs = await other.as(other.admin);
    const { id } = added;
    const calls = [
      theirs.beneficiaries.update({ ...all, id }),
      theirs.beneficiaries.edit({ ...bank, id }),
      theirs.beneficiaries.makeDefault({ id }),
      theirs.beneficiaries.remove({ id }),
    ];
    // All are listened to at once: one that is refused while another is awaited must not escape.
    const refusals = new Set(await Promise.all(calls.map(outcome)));
    expect([...refusals]).toEqual(["BENEFICIARY_NOT_FOUND"]);
    expect(await desk.beneficiaries.forAdmin()).toEqual(added);
    const everywhere = await (
      await world.superAdmin()
    ).beneficiaries.listAll({
      search: "asha",
      companyId: house.id,
    });
    expect(everywhere.records).toMatchObject([{ id, company: { id: house.id } }]);
  });
});

describe("what payers see", () => {
  test("tabs follow what the company has, the default account first", async () => {
    const desk = await house.as(house.admin);
    const member = await house.member();
    const api = await house.as(member);
    const order = await api.orders.create({ amount: "100" });
    const options = async () => (await api.orders.find({ purchaseId: order.orderNumber })).payment;
    expect(await options()).toMatchObject({ banks: [], upi: null, defaultMethod: "MANUAL" });
    const upi = await desk.beneficiaries.add({ upi: "pay@bank" });
    expect(await options()).toMatchObject({
      methods: ["UPI", "MANUAL"],
      defaultMethod: "UPI",
      upi: { upiId: "pay@bank", beneficiaryId: upi.id },
    });
    const account = await desk.beneficiaries.add({ ...bank, isDefault: true });
    expect(await options()).toMatchObject({
      methods: ["BANK", "UPI", "MANUAL"],
      defaultMethod: "BANK",
      banks: [{ id: account.id }],
    });
    const shown = await api.beneficiaries.forMember();
    expect(shown.account?.id).toBe(account.id);
    expect(shown.banks.map(({ id }) => id)).toEqual([account.id, upi.id]);
  });

  test("an order keeps the version of the account that it was shown", async () => {
    const desk = await house.as(house.admin);
    const first = await desk.beneficiaries.add(bank);
    const member = await house.member();
    const api = await house.as(member);
    const { id, orderNumber } = await api.orders.create({ amount: "100" });
    await desk.beneficiaries.edit({ ...bank, id: first.id, accountNumber: "999999999999" });
    const pay = { purchaseId: orderNumber, paymentMethod: "MANUAL" as const, amount: "100" };
    await api.orders.submit({ ...pay, consent: true });
    const seen = await desk.orders.findForAdmin({ orderId: id });
    expect(seen.beneficiary).toMatchObject({ version: 1, accountNumber: "123456789012" });
    const receipt = await api.orders.receipt({ purchaseId: orderNumber });
    expect(receipt.paidTo).toMatchObject({ accountNumber: "XXXXXXXX9012" });
    const { id: unknown } = await (await world.house()).member();
    expect(await outcome(api.orders.create({ amount: "100", beneficiaryId: unknown }))).toBe(
      "BENEFICIARY_NOT_FOUND",
    );
  });

  test("a payment names another account, in the version that was on the screen", async () => {
    const desk = await house.as(house.admin);
    await desk.beneficiaries.add(bank);
    const second = await desk.beneficiaries.add({ ...bank, accountNumber: "987654321098" });
    const api = await house.as(await house.member(), { door: "rest" });
    await desk.beneficiaries.edit({ ...bank, id: second.id, accountNumber: "555555555555" });
    const order = await api.orders.create({ amount: "100" });
    const paid = await api.orders.submit({
      purchaseId: order.orderNumber,
      paymentMethod: "MANUAL",
      amount: "100",
      beneficiaryId: second.id,
      beneficiaryVersion: 1,
    });
    const seen = await desk.orders.findForAdmin({ orderId: paid.id });
    expect(seen.beneficiary).toMatchObject({ id: second.id, accountNumber: "987654321098" });
  });
});
