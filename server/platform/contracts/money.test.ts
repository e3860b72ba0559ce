import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ZodType } from "zod";
import { isRefusalCode } from "@server/platform/rules/refusals/kinds";
import {
  AddBeneficiary,
  EditBeneficiary,
  UpdateBeneficiary,
} from "@server/companies/contracts/beneficiaries";
import { ApproveOrderForm, RejectOrderForm } from "@server/orders/contracts/decisions";
import {
  ConsentToOrder,
  CreateOrder,
  OrderNumberRef,
  SubmitPayment,
  ProofForm,
} from "@server/orders/contracts/orders";
import { ListAllOrders } from "@server/orders/contracts/order-lists";
import { UpdateCompany } from "@server/companies/contracts/companies";
import { SetPrice } from "@server/companies/contracts/prices";

const id = "01900000-0000-7000-8000-00000000000a";
const bank = {
  holderName: " Asha  Rao ",
  bankName: "SBI",
  branch: "Fort",
  accountNumber: "1234 5678-9012",
  ifscCode: "sbin0001234",
};

const VALID: [string, ZodType, unknown][] = [
  ["CreateOrder", CreateOrder, { amount: 1005.5, beneficiaryId: "" }],
  ["OrderNumberRef", OrderNumberRef, { purchaseId: " pur-123456 " }],
  ["ConsentToOrder", ConsentToOrder, { purchaseId: "PUR-123456", consent: "on" }],
  [
    "SubmitPayment",
    SubmitPayment,
    {
      paymentMethod: "bank",
      amount: "007.5",
      paidAmount: ".50",
      referenceNumber: " ab-1 ",
      beneficiaryVersion: "2",
      purchaseId: "",
      consent: "true",
      policyVersion: "AB".repeat(32),
    },
  ],
  ["ListAllOrders", ListAllOrders, { page: "2", limit: "25", status: "pending", search: " x " }],
  ["ApproveOrderForm", ApproveOrderForm, { orderId: id, version: "1" }],
  [
    "RejectOrderForm",
    RejectOrderForm,
    { orderId: id, version: "1", reason: " no ", refundNote: "" },
  ],
  ["AddBeneficiary", AddBeneficiary, { ...bank, upi: "", isDefault: "on" }],
  ["EditBeneficiary", EditBeneficiary, { id, upi: "A@Bank" }],
  ["UpdateBeneficiary", UpdateBeneficiary, { ...bank, upi: "a@bank" }],
];

test.each(VALID)("parsing by the contract %s is idempotent", (_name, schema, input) => {
  const once = schema.parse(input);
  expect(schema.parse(once)).toEqual(once);
});

describe("amounts", () => {
  const read = (amount: unknown) => CreateOrder.safeParse({ amount });

  test("amounts are digits with one optional point and at most two decimals", () => {
    for (const [typed, amount] of [
      ["5", "5.00"],
      ["12.", "12.00"],
      [".5", "0.50"],
      ["0012.5", "12.50"],
      ["10.500", "10.50"],
      [1005, "1005.00"],
      ["1,00,000.5", "100000.50"],
      ["₹5,000", "5000.00"],
      ["Rs. 5000", "5000.00"],
      ["5000/-", "5000.00"],
      ["५०००", "5000.00"],
      ["\u202a5\u200b000\u202c", "5000.00"],
    ]) {
      expect(read(typed).data).toEqual({ amount });
    }
  });

  test("any other text than an amount is refused with the specified message", () => {
    for (const typed of [
      "",
      ".",
      "0",
      "0.00",
      "-1",
      "1,00",
      "1e3",
      "10.001",
      "1.2.3",
      "5 000",
      "50a00",
      "\u200b",
      null,
      {},
      NaN,
    ]) {
      const [issue] = read(typed).error?.issues ?? [];
      expect(issue?.message).toBe("AMOUNT_INVALID");
    }
  });

  test("amounts are never misread, and every refusal has a code", () => {
    fc.assert(
      fc.property(fc.anything(), (typed) => {
        const { data, error } = read(typed);
        for (const issue of error?.issues ?? []) expect(isRefusalCode(issue.message)).toBe(true);
        if (data) expect(data.amount).toMatch(/^\d+\.\d\d$/);
      }),
    );
  });
});

test("a missing order number gets the specified message", () => {
  const refusalOf = (input: unknown) =>
    OrderNumberRef.safeParse(input).error?.issues.map(({ message }) => message);
  expect(refusalOf({})).toEqual(["ORDER_DETAILS_MISSING"]);
  expect(refusalOf({ purchaseId: " " })).toEqual(["ORDER_DETAILS_MISSING"]);
  expect(refusalOf({ purchaseId: "PUR-12x" })).toEqual(["ORDER_NUMBER_INVALID"]);
});

test("the version of an account is a positive integer", () => {
  const versionOf = (beneficiaryVersion: unknown) =>
    SubmitPayment.safeParse({ paymentMethod: "MANUAL", amount: "100", beneficiaryVersion }).success;
  expect([1, "2", 999_999].map(versionOf)).toEqual([true, true, true]);
  expect([0, 1.5, "x", 2 ** 31, 2 ** 53 - 1].map(versionOf)).toEqual(Array(5).fill(false));
});

const COMPANY = {
  id: "01930000-0000-7000-8000-000000000001",
  companyName: "House Labs",
  email: "desk@house.example",
  mobile: "9876543210",
  tokenSymbol: "RSGN",
  totalSupply: "1000",
};
const company = (typed: object) => UpdateCompany.safeParse({ ...COMPANY, ...typed });

describe.each([
  ["totalSupply", (typed: string) => company({ totalSupply: typed }).data?.totalSupply],
  ["maxHeldTokens", (typed: string) => company({ maxHeldTokens: typed }).data?.maxHeldTokens],
  ["price of a company", (typed: string) => company({ price: typed }).data?.price],
  ["price", (typed: string) => SetPrice.safeParse({ price: typed }).data?.price],
  ["amount", (typed: string) => CreateOrder.safeParse({ amount: typed }).data?.amount],
  ["paid amount", (typed: string) => ProofForm.shape.paidAmount.safeParse(typed).data],
] as const)("%s", (what, read) => {
  test.each(["1,00,000", "100,000", " 1,00,000 ", "100000"])(`the ${what} accepts %s`, (typed) => {
    expect(Number(read(typed))).toBe(100_000);
  });

  test.each(["1,2,3", "1,00", ",100", "100,", "1,,000", "1000,000", "1,00,00"])(
    `the ${what} refuses %s`,
    (typed) => {
      expect(read(typed)).toBeUndefined();
    },
  );
});

test("fields other than tokens and rupees accept no grouping", () => {
  expect(company({ maxPendingOrders: "1,00" }).success).toBe(false);
  expect(company({ maxPendingOrders: "100" }).success).toBe(true);
});
