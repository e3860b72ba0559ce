import { type DocumentedCall, type Fields, PASSWORD, id, keep, of, paged } from "./documented-call";

const BANK = {
  holderName: "House Labs",
  bankName: "State Bank",
  branch: "Fort",
  accountNumber: "123456789012",
  ifscCode: "SBIN0000300",
};
const SHOP = {
  companyName: "New Labs",
  email: "desk@newlabs.example",
  mobile: "9876500001",
  tokenSymbol: "GLXY",
  totalSupply: 1000,
};
const ABOUT_SHOP = {
  companyAadhaarCard: "234123412346",
  companyPan: "ABCDE1234F",
  companyAddress: "1 Fort Road, Mumbai",
  companyPincode: "400001",
  tokenName: "Galaxy",
  price: 12.5,
  platformChargePercent: 2,
  referralRewardPercent: 5,
  launchAt: "2030-01-01T00:00:00Z",
  unverifiedMayBuy: true,
  maxPendingOrders: 5,
  maxHeldTokens: 500,
  unverifiedHoldPercent: 12.5,
  releaseAfterDays: 10,
  status: "ACTIVE",
};

/** Calls about payment accounts. */
export const accounts: DocumentedCall[] = [
  {
    call: "POST /admin/beneficiary/add",
    as: "admin",
    needs: () => BANK,
    takes: () => ({ upi: "house@okbank", isDefault: true }),
    learn: keep("id", "beneficiaryId"),
  },
  {
    call: "POST /admin/beneficiary/add",
    as: "admin",
    needs: () => ({ upi: "second@okbank" }),
    waits: true,
    learn: keep("id", "secondAccount"),
  },
  {
    call: "POST /admin/beneficiary/add",
    as: "admin",
    needs: () => ({ ...BANK, accountNumber: "999988887777" }),
    waits: true,
  },
  {
    call: "POST /admin/statement/entry",
    as: "admin",
    needs: () => ({
      bookedOn: "2026-03-31",
      amount: 1000.5,
      narration: "UPI/512345678901/asha@okbank",
    }),
    takes: (known) => ({
      accountId: of(known, "beneficiaryId"),
      valueOn: "2026-03-31",
      side: "CREDIT",
      referenceNumber: "512345678901",
      balance: 25000,
    }),
  },
  {
    call: "PUT /admin/referral/terms",
    as: "admin",
    needs: () => ({ referralRewardPercent: 6 }),
    takes: () => ({ startsAt: "2029-01-01T00:00:00Z" }),
    waits: true,
  },
  {
    call: "PUT /admin/referral/terms",
    as: "admin",
    needs: () => ({ referralRewardPercent: 10 }),
    takes: () => ({
      name: "Festival",
      startsAt: "2028-01-01T00:00:00Z",
      endsAt: "2028-02-01T00:00:00Z",
      bonusPercent: 5,
      capTotal: 1000,
      whoRefers: "VERIFIED",
    }),
    waits: true,
  },
  { call: "GET /admin/beneficiary/get", as: "admin" },
  {
    call: "PUT /admin/beneficiary/update",
    as: "admin",
    needs: () => ({ ...BANK, branch: "Colaba", upi: "house@okbank" }),
    waits: true,
  },
  {
    call: "PUT /admin/beneficiary/update",
    as: "admin",
    needs: () => ({ ...BANK, accountNumber: "555566667777", upi: "third@okbank" }),
    takes: id("secondAccount"),
    waits: true,
  },
  {
    call: "GET /admin/beneficiary/list",
    as: "admin",
    takes: paged,
  },
  {
    call: "DELETE /admin/beneficiary/delete",
    as: "admin",
    needs: id("secondAccount"),
    waits: true,
  },
];

/** Calls about people of the company. */
export const people: DocumentedCall[] = [
  {
    call: "POST /admin/auth/add",
    as: "admin",
    needs: () => ({
      name: "Meera",
      mobile: "9876543222",
      email: "meera@people.example",
      role: "USER",
      password: PASSWORD,
    }),
    learn: keep("id", "person"),
  },
  {
    call: "GET /admin/auth/list",
    as: "admin",
    takes: () => ({ ...paged(), search: "ravi", isApproved: "false" }),
    learn: (data, known) => {
      const [ravi] = data["data"] as Fields[];
      known["unapproved"] = String(ravi?.["id"]);
    },
  },
  {
    call: "PUT /admin/auth/update",
    as: "admin",
    needs: (known) => ({ id: of(known, "unapproved"), isApproved: true }),
    message: "User approved successfully",
  },
  {
    call: "GET /admin/auth/list",
    as: "admin",
    takes: () => ({ isApproved: "true" }),
  },
  {
    call: "PUT /admin/auth/update",
    as: "admin",
    needs: (known) => ({
      id: of(known, "person"),
      name: "Meera R",
      mobile: "9876543223",
      email: "meera2@people.example",
      role: "ADMIN",
    }),
    takes: () => ({ status: "INACTIVE" }),
  },
  {
    call: "DELETE /admin/auth/delete",
    as: "admin",
    needs: id("person"),
  },
];

/** Calls about companies and hosts. */
export const platform: DocumentedCall[] = [
  {
    call: "POST /superadmin/company/add",
    as: "super admin",
    needs: () => ({ ...SHOP, adminName: "First Admin", adminEmail: "first@newlabs.example" }),
    takes: () => ({ ...ABOUT_SHOP, adminPassword: PASSWORD }),
    learn: keep("id", "shop"),
  },
  {
    call: "PUT /superadmin/company/update",
    as: "super admin",
    needs: (known) => ({ ...SHOP, id: of(known, "shop") }),
    takes: () => ABOUT_SHOP,
  },
  {
    call: "GET /superadmin/company/list",
    as: "super admin",
    takes: () => ({ ...paged(), search: "New" }),
  },
  {
    call: "POST /superadmin/domain/add",
    as: "super admin",
    needs: (known) => ({ host: "newlabs.example", companyId: of(known, "shop") }),
    learn: keep("id", "domain"),
  },
  {
    call: "GET /superadmin/domain/list",
    as: "super admin",
    takes: (known) => ({ companyId: of(known, "shop") }),
  },
  {
    call: "DELETE /superadmin/domain/delete",
    as: "super admin",
    needs: id("domain"),
  },
];
