import { beforeEach, describe, expect, test } from "vitest";
import { and, asc, eq, like } from "drizzle-orm";
import { findBeneficiaryVersion } from "@server/companies/queries/beneficiaries";
import {
  AddBeneficiaryForm,
  UpdateBeneficiaryForm,
} from "@server/companies/contracts/beneficiaries";
import { auditEntries } from "@db/schema";
import { type CompanyFixture, orderHarness, resultCode } from "@server/testing/order-harness";
import { confirmedAccounts } from "@server/testing/second-admin";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let company: CompanyFixture;
/** Each change is confirmed by a second admin. */
let accounts: Awaited<ReturnType<typeof confirmedAccounts>>;

beforeEach(async () => {
  company = await harness.company();
  accounts = await confirmedAccounts(company);
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
  test(
    "the first account is the default, normalised, and every admin who can log in is notified",
    { tags: ["full"] },
    async () => {
      await harness.database.sql`
      UPDATE users SET password_hash = 'set' WHERE id = ${company.admin.id}`;
      const invited = await company.member({ role: "ADMIN" });
      const adminApi = await company.as(company.admin);
      expect(await adminApi.beneficiaries.forAdmin()).toBeNull();
      const added = await accounts.add(all);
      expect(added).toMatchObject({
        version: 1,
        isDefault: true,
        holderName: "Asha Tokens LLP",
        accountNumber: "123456789012",
        ifscCode: "SBIN0001234",
        upi: "asha@oksbi",
      });
      expect(await adminApi.beneficiaries.forAdmin()).toEqual(added);
      const told = (await harness.messages("beneficiaryChanged")).map(({ userId }) => userId);
      expect(told.slice(-2).sort()).toEqual([company.admin.id, accounts.second.id].sort());
      expect(told).not.toContain(invited.id);
    },
  );

  test("mails about bank details that wait go to nobody who has not accepted the invitation", async () => {
    const [invited, blocked] = [
      await company.member({ role: "ADMIN" }),
      await company.member({ role: "ADMIN", passwordHash: "set", status: "BLOCKED" }),
    ];
    await accounts.add(all);
    await accounts.update({ ...all, branch: "Andheri" });
    await accounts.add({ ...all, accountNumber: "123456789013" });
    const told = (await harness.messages("changeWaiting")).map(({ userId }) => userId);
    expect(told).toContain(accounts.second.id);
    expect(told).not.toContain(invited.id);
    expect(told).not.toContain(blocked.id);
  });

  test("the forms of an account need no UPI id, and keep their other fields required", async () => {
    const { upi: _none, ...without } = all;
    for (const form of [AddBeneficiaryForm, UpdateBeneficiaryForm]) {
      expect(form.safeParse(without).success).toBe(true);
      expect(form.safeParse({ ...without, upi: " " }).success).toBe(true);
      expect(form.safeParse({ ...without, upi: "asha" }).success).toBe(false);
      for (const name of Object.keys(bank)) {
        expect(form.safeParse({ ...all, [name]: "" }).success, name).toBe(false);
      }
    }
    const { id, upi } = await accounts.add(AddBeneficiaryForm.parse(without));
    expect(upi).toBeNull();
    const changed = await accounts.edit({ ...without, id, branch: "Andheri" });
    expect(changed).toMatchObject({ branch: "Andheri", upi: null });
  });

  test("a change of an account adds a version, saving identical values does not", async () => {
    const adminApi = await company.as(company.admin);
    const added = await accounts.add(all);
    const notified = (await harness.messages("changeWaiting")).length;
    expect(await accounts.update(all)).toEqual(added);
    expect(await harness.messages("changeWaiting")).toHaveLength(notified);
    const changed = await accounts.update({ ...all, branch: "Andheri" });
    expect(changed).toMatchObject({ id: added.id, version: 2, branch: "Andheri", isDefault: true });
    // To both admins and the company: that it waits, and that it was confirmed.
    expect(await harness.messages("changeWaiting")).toHaveLength(notified + 6);
    const old = await findBeneficiaryVersion(harness.database.db, company.id, added.id, 1);
    expect(old).toMatchObject({ branch: "Fort, Mumbai", isCurrent: false });
    expect((await adminApi.beneficiaries.list({})).total).toBe(1);
  });

  test("an update without an account adds the first", async () => {
    expect(await accounts.update(all)).toMatchObject({ version: 1, isDefault: true });
  });

  test("an update of an account needs all six fields, an addition a complete account", async () => {
    const adminApi = await company.as(company.admin);
    expect(await resultCode(accounts.update({ ...all, upi: "" }))).toBe("UPI_ID_REQUIRED");
    expect(await resultCode(accounts.update({ ...all, ifscCode: "SBIN1" }))).toBe("IFSC_INVALID");
    expect(await resultCode(accounts.add({}))).toBe("BENEFICIARY_EMPTY");
    expect(await resultCode(accounts.add({ ...bank, branch: " " }))).toBe("BRANCH_REQUIRED");
    expect(await resultCode(accounts.add({ ...bank, accountNumber: "12" }))).toBe(
      "ACCOUNT_NUMBER_INVALID",
    );
    expect((await adminApi.beneficiaries.list({})).total).toBe(0);
  });

  test("an IFSC code needs a known bank, and an unlisted branch needs confirmation", async () => {
    const adminApi = await company.as(company.admin);
    const add = (ifscCode: string, more = {}) =>
      resultCode(accounts.add({ ...bank, ifscCode, ...more }));
    expect(await add("ZZZZ0001234")).toBe("IFSC_BANK_UNKNOWN");
    expect(await add("ZZZZ0001234", { isIfscConfirmed: true })).toBe("IFSC_BANK_UNKNOWN");
    expect(await add("SBIN0999999")).toBe("IFSC_UNKNOWN");
    expect((await adminApi.beneficiaries.list({})).total).toBe(0);
    const branchNew = { ...all, ifscCode: "SBIN0999999" };
    const added = await accounts.add({ ...branchNew, isIfscConfirmed: true });
    expect(added.ifscCode).toBe("SBIN0999999");
    // Another change of a confirmed branch needs no confirmation.
    expect(await accounts.update({ ...branchNew, branch: "Andheri" })).toMatchObject({
      version: 2,
      branch: "Andheri",
    });
    expect(await resultCode(accounts.update({ ...all, ifscCode: "SBIN0999998" }))).toBe(
      "IFSC_UNKNOWN",
    );
    expect(await adminApi.beneficiaries.forAdmin()).toMatchObject({
      version: 2,
      branch: "Andheri",
    });
  });

  test(
    "each change of an account is logged with before and after, and each admin gets one mail for each cause",
    { tags: ["full"] },
    async () => {
      const notified = async (one: { id: string }) => {
        const mails = [
          ...(await harness.messages("beneficiaryChanged")),
          ...(await harness.messages("changeWaiting")),
        ];
        return mails.filter(({ userId }) => userId === one.id).length;
      };
      const first = await accounts.add(bank);
      await accounts.edit({ ...bank, id: first.id, branch: "Andheri" });
      const second = await accounts.add({ upi: "pay@bank" });
      await accounts.makeDefault({ id: second.id });
      await accounts.remove({ id: first.id });
      // The first one is told once; each other one when it waits and when it is confirmed.
      expect(await notified(accounts.second)).toBe(1 + 4 * 2);
      const lines = await harness.database.db
        .select()
        .from(auditEntries)
        .where(
          and(eq(auditEntries.companyId, company.id), like(auditEntries.action, "beneficiary.%")),
        )
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
    },
  );

  test(
    "there is one default account, it cannot be removed, and another can replace it",
    { tags: ["full"] },
    async () => {
      const adminApi = await company.as(company.admin);
      const first = await accounts.add(bank);
      const second = await accounts.add({ upi: "pay@bank" });
      expect(second.isDefault).toBe(false);
      expect(await resultCode(accounts.remove({ id: first.id }))).toBe("BENEFICIARY_LAST");
      expect(await accounts.makeDefault({ id: second.id })).toMatchObject({
        isDefault: true,
        version: 1,
      });
      expect(await accounts.remove({ id: first.id })).toBeNull();
      expect(await resultCode(accounts.remove({ id: first.id }))).toBe("BENEFICIARY_NOT_FOUND");
      expect((await adminApi.beneficiaries.list({})).records.map(({ id }) => id)).toEqual([
        second.id,
      ]);
    },
  );

  test("a duplicate account is refused", async () => {
    await accounts.add(bank);
    await accounts.add({ upi: "pay@bank" });
    expect(await resultCode(accounts.add({ ...bank, holderName: "Else" }))).toBe(
      "BENEFICIARY_DUPLICATE",
    );
    expect(await resultCode(accounts.add({ upi: "PAY@bank" }))).toBe("BENEFICIARY_DUPLICATE");
  });

  test(
    "two admins who change the default account concurrently leave one default",
    { tags: ["full"] },
    async () => {
      const adminApi = await company.as(company.admin);
      const ids = [];
      for (const upi of ["a1@bank", "b2@bank", "c3@bank"]) {
        ids.push((await accounts.add({ upi })).id);
      }
      const second = await company.as(await company.anotherAdmin());
      for (const id of ids) await resultCode(adminApi.beneficiaries.makeDefault({ id }));
      const waiting = await second.changes.list();
      expect(waiting).toHaveLength(2);
      await Promise.all(waiting.map(({ id }) => second.changes.confirm({ id })));
      const { records } = await adminApi.beneficiaries.list({});
      expect(records.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    },
  );

  test("another company's account is not found and stays unchanged", async () => {
    const adminApi = await company.as(company.admin);
    const added = await accounts.add(all);
    const other = await harness.company();
    const theirs = await other.as(other.admin);
    const { id } = added;
    const calls = [
      theirs.beneficiaries.update({ ...all, id }),
      theirs.beneficiaries.edit({ ...bank, id }),
      theirs.beneficiaries.makeDefault({ id }),
      theirs.beneficiaries.remove({ id }),
    ];
    // Awaited together, so that no rejection is unhandled.
    const refusals = new Set(await Promise.all(calls.map(resultCode)));
    expect([...refusals]).toEqual(["BENEFICIARY_NOT_FOUND"]);
    expect(await adminApi.beneficiaries.forAdmin()).toEqual(added);
    const everywhere = await (
      await harness.superAdmin()
    ).beneficiaries.listAll({
      search: "asha",
      companyId: company.id,
    });
    expect(everywhere.records).toMatchObject([{ id, company: { id: company.id } }]);
  });
});

describe("payment options", () => {
  test(
    "payment options list the methods the company accepts, the default account first",
    { tags: ["full"] },
    async () => {
      const member = await company.member();
      const api = await company.as(member);
      const order = await api.orders.create({ amount: "100" });
      const options = async () =>
        (await api.orders.find({ purchaseId: order.orderNumber })).payment;
      expect(await options()).toMatchObject({ banks: [], upi: null, defaultMethod: "MANUAL" });
      const upi = await accounts.add({ upi: "pay@bank" });
      expect(await options()).toMatchObject({
        methods: ["UPI", "MANUAL"],
        defaultMethod: "UPI",
        upi: { upiId: "pay@bank", beneficiaryId: upi.id },
      });
      const account = await accounts.add({ ...bank, isDefault: true });
      expect(await options()).toMatchObject({
        methods: ["BANK", "UPI", "MANUAL"],
        defaultMethod: "BANK",
        banks: [{ id: account.id }],
      });
      const shown = await api.beneficiaries.forMember();
      expect(shown.account?.id).toBe(account.id);
      expect(shown.banks.map(({ id }) => id)).toEqual([account.id, upi.id]);
    },
  );

  test(
    "an order keeps the version of the account that it was shown",
    { tags: ["full"] },
    async () => {
      const adminApi = await company.as(company.admin);
      const first = await accounts.add(bank);
      const member = await company.member();
      const api = await company.as(member);
      const { id, orderNumber } = await api.orders.create({ amount: "100" });
      await accounts.edit({ ...bank, id: first.id, accountNumber: "999999999999" });
      const pay = { purchaseId: orderNumber, paymentMethod: "BANK" as const, amount: "100" };
      const receiptId = await company.proof(member);
      await api.orders.submit({ ...pay, referenceNumber: "UTR20261126", receiptId, consent: true });
      const seen = await adminApi.orders.findForAdmin({ orderId: id });
      expect(seen.beneficiary).toMatchObject({ version: 1, accountNumber: "123456789012" });
      const receipt = await api.orders.receipt({ purchaseId: orderNumber });
      expect(receipt.paidTo).toMatchObject({ accountNumber: "XXXXXXXX9012" });
      const { id: unknown } = await (await harness.company()).member();
      expect(await resultCode(api.orders.create({ amount: "100", beneficiaryId: unknown }))).toBe(
        "BENEFICIARY_NOT_FOUND",
      );
    },
  );

  test(
    "a payment may name another account, in the version that was shown",
    { tags: ["full"] },
    async () => {
      const adminApi = await company.as(company.admin);
      await accounts.add(bank);
      const second = await accounts.add({ ...bank, accountNumber: "987654321098" });
      const api = await company.as(await company.member(), { transport: "rest" });
      await accounts.edit({ ...bank, id: second.id, accountNumber: "555555555555" });
      const order = await api.orders.create({ amount: "100" });
      const paid = await api.orders.submit({
        purchaseId: order.orderNumber,
        paymentMethod: "MANUAL",
        amount: "100",
        beneficiaryId: second.id,
        beneficiaryVersion: 1,
      });
      const seen = await adminApi.orders.findForAdmin({ orderId: paid.id });
      expect(seen.beneficiary).toMatchObject({ id: second.id, accountNumber: "987654321098" });
    },
  );
});
