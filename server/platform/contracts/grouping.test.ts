import { describe, expect, test } from "vitest";
import { UpdateCompany } from "@server/companies/contracts/companies";
import { CreateOrder, ProofForm } from "@server/orders/contracts/orders";
import { SetPrice } from "@server/companies/contracts/prices";

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
