import { afterAll, beforeAll, expect, test } from "vitest";
import { splitSupply } from "@server/domain/supply/pools";
import { type House, type MoneyWorld, moneyWorld } from "@server/testing/money-world";

let world: MoneyWorld;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());

const boardOf = async (house: House) => (await house.as(house.admin)).dashboard.admin();

/** A payment of so many rupees that waits. Returns the order's id. */
async function waiting(house: House, paymentMethod: "BANK" | "UPI" | "MANUAL", amount: string) {
  const member = await house.member();
  const api = await house.as(member, { door: "rest" });
  const { id } = await api.orders.submit({
    paymentMethod,
    amount,
    referenceNumber: `R${member.referralCode}`,
    receiptId: await house.proof(member),
  });
  return id;
}

test("a company without a sale has its supply and nothing else", async () => {
  const house = await world.house();
  const pools = splitSupply(10_000);
  expect(await boardOf(house)).toEqual({
    userActive: 0,
    userInactive: 0,
    userBlock: 0,
    totalMember: 0,
    verificationCompleted: 0,
    verificationPending: 0,
    totalSupply: 10_000,
    privateSupply: 3000,
    remainingPrivateSupply: 3000,
    publicCellSupply: pools.PUBLIC,
    angelInvestorSupply: pools.ANGEL,
    founderTeamSupply: pools.FOUNDER,
    airdropSupply: pools.AIRDROP,
    privateSupplyData: { total: 3000, remaining: 3000, stockBalance: 0 },
    collection: { bankPaise: 0, upiPaise: 0, manualPaise: 0, cryptoPaise: 0 },
    shares: { bank: 0, upi: 0, manual: 0, crypto: 0 },
  });
});

test("members are counted by status and verification, admins and other companies are not", async () => {
  const house = await world.house();
  await house.member();
  await house.member({ isApproved: false });
  await house.member({ status: "INACTIVE" });
  await house.member({ status: "BLOCKED", isApproved: false });
  await (await world.house()).member();
  expect(await boardOf(house)).toMatchObject({
    userActive: 2,
    userInactive: 1,
    userBlock: 1,
    totalMember: 4,
    verificationCompleted: 2,
    verificationPending: 2,
  });
});

test("what waits is out of the pool but not collected; approvals are, with their fee, by method", async () => {
  const house = await world.house();
  const desk = await house.as(house.admin);
  const bank = await waiting(house, "BANK", "1000");
  const upi = await waiting(house, "UPI", "500");
  const manual = await waiting(house, "MANUAL", "500");
  await waiting(house, "UPI", "200");
  expect(await boardOf(house)).toMatchObject({
    remainingPrivateSupply: 2780,
    privateSupplyData: { total: 3000, remaining: 2780, stockBalance: 0 },
    collection: { bankPaise: 0, upiPaise: 0, manualPaise: 0, cryptoPaise: 0 },
  });
  for (const orderId of [bank, upi, manual]) await desk.orders.approve({ orderId });
  const other = await world.house();
  await (
    await other.as(other.admin)
  ).orders.approve({ orderId: await waiting(other, "UPI", "9000") });
  expect(await boardOf(house)).toMatchObject({
    remainingPrivateSupply: 2780,
    privateSupplyData: { total: 3000, remaining: 2780, stockBalance: 200 },
    collection: { bankPaise: 102_500, upiPaise: 51_250, manualPaise: 51_250, cryptoPaise: 0 },
    shares: { bank: 50, upi: 25, manual: 25, crypto: 0 },
  });
  await desk.orders.reverse({ orderId: bank, reason: "Charged back" });
  expect(await boardOf(house)).toMatchObject({
    remainingPrivateSupply: 2880,
    privateSupplyData: { stockBalance: 100 },
    collection: { bankPaise: 0, upiPaise: 51_250 },
    shares: { bank: 0, upi: 50, manual: 50 },
  });
});
