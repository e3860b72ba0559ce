import {
  type DocumentedCall,
  type Caller,
  type Fields,
  NEW_PASSWORD,
  PASSWORD,
  company,
  id,
  keep,
  of,
  paged,
} from "./documented-call";

/** Settings of a company that asks its members for a PAN and an address, or nothing. */
const asksIdentity = (asks: "ALWAYS" | "NOTHING") =>
  JSON.stringify({
    identity: {
      asks,
      abovePaise: null,
      evidence: ["PAN", "ADDRESS"],
      renewMonths: 0,
      mostUnverified: null,
      mostVerified: null,
    },
  });

/** Calls from the price to the stock, with an admin's decisions in between. */
export const buying: DocumentedCall[] = [
  { call: "GET /user/package/price/get", as: "member" },
  { call: "GET /user/settings/get", as: "member" },
  { call: "GET /user/package/beneficiary/get", as: "member" },
  {
    call: "POST /user/package/order",
    as: "member",
    needs: () => ({ amount: 100 }),
    learn: keep("purchaseId", "purchaseId"),
  },
  {
    call: "POST /user/package/cancel",
    as: "member",
    needs: (known) => ({ purchaseId: of(known, "purchaseId") }),
  },
  {
    call: "POST /user/package/order",
    as: "member",
    needs: () => ({ amount: "200.50" }),
    takes: (known) => ({ beneficiaryId: of(known, "beneficiaryId") }),
    learn: keep("purchaseId", "purchaseId"),
  },
  {
    call: "POST /superadmin/media/add",
    as: "member",
    body: "multipart",
    learn: (data, known) => keep("id", "receiptId")(Object(data["0"]) as Fields, known),
  },
  {
    call: "POST /user/package/purchase",
    as: "member",
    needs: (known) => ({
      paymentMethod: "BANK",
      amount: 200.5,
      referenceNumber: "SBIN12345678",
      receiptId: of(known, "receiptId"),
    }),
    takes: (known) => ({
      paidAmount: 200.5,
      beneficiaryId: of(known, "beneficiaryId"),
      purchaseId: of(known, "purchaseId"),
    }),
    learn: keep("id", "order"),
  },
  // The order is created and paid in one call.
  {
    call: "POST /user/package/purchase",
    as: "member",
    needs: () => ({ paymentMethod: "MANUAL", amount: "300" }),
    learn: keep("id", "secondOrder"),
  },
  {
    call: "POST /admin/referral/withdraw",
    as: "admin",
    needs: (known) => ({ id: of(known, "secondOrder"), reason: "The same person" }),
  },
  {
    call: "POST /admin/transaction/approve",
    as: "admin",
    needs: id("order"),
    takes: () => ({ version: 1 }),
  },
  {
    call: "GET /admin/referral/list",
    as: "admin",
    takes: () => ({
      ...paged(),
      search: "PUR",
      state: "ON_HOLD",
      from: "2000-01-01",
      to: "2999-12-31",
      sort: "tokens",
      isDescending: false,
    }),
  },
  {
    call: "GET /admin/referral/cases",
    as: "admin",
    takes: () => ({ ...paged(), isWaiting: false }),
  },
  {
    call: "POST /admin/referral/release",
    as: "admin",
    needs: (known) => ({ id: of(known, "order"), reason: "Known in person" }),
  },
  { call: "GET /user/referral/get", as: "member" },
  {
    call: "POST /admin/transaction/reject",
    as: "admin",
    needs: id("secondOrder"),
    takes: () => ({ reason: "No money came", version: 1 }),
  },
  ...["PENDING", "APPROVED", "REJECTED", "REVERSED"].map((status): DocumentedCall => ({
    call: "GET /user/transaction/list",
    as: "member",
    takes: () => ({ ...paged(), status }),
    mayBeEmpty: true,
  })),
  {
    call: "GET /user/transaction/list",
    as: "member",
    takes: () => ({ ...paged(), search: "PUR" }),
  },
  {
    call: "GET /admin/transaction/list",
    as: "admin",
    takes: () => ({ ...paged(), search: "PUR", status: "APPROVED" }),
  },
  {
    call: "GET /admin/transaction/list",
    as: "admin",
  },
  {
    call: "GET /superadmin/transaction/list",
    as: "super admin",
    takes: (known) => ({ ...paged(), ...company(known), search: "PUR", status: "REJECTED" }),
  },
  {
    call: "GET /superadmin/beneficiary/list",
    as: "super admin",
    takes: (known) => ({ ...paged(), ...company(known), search: "House" }),
  },
  {
    call: "GET /user/stock/global",
    as: "member",
    takes: paged,
  },
  { call: "GET /user/stock/mine", as: "member", takes: paged },
  // The company has no day of its launch.
  { call: "GET /user/launch", as: "member", mayBeEmpty: true },
  {
    call: "POST /user/identity",
    as: "member",
    settings: asksIdentity("ALWAYS"),
    takes: () => ({
      typedName: "Asha Rao",
      pan: "abcpe1234f",
      address: "12 Lake Road, Pune 411001",
      secondKind: "PASSPORT",
      secondNumber: "Z1234567",
    }),
  },
  {
    call: "POST /user/identity",
    as: "member",
    body: "multipart",
    takes: () => ({ kind: "PAN", side: "FRONT", place: "Pune", isTrue: true }),
  },
  { call: "GET /user/identity", as: "member" },
  { call: "GET /admin/launch/batches", as: "admin" },
  { call: "GET /admin/launch/batch", as: "admin", needs: () => ({ number: "1" }) },
  {
    call: "GET /admin/identity/list",
    as: "admin",
    takes: paged,
    learn: (data, known) =>
      keep("id", "waitingCase")((data["records"] as Fields[])[0] ?? {}, known),
  },
  {
    call: "POST /admin/identity/decide",
    as: "admin",
    needs: (known) => ({ id: of(known, "waitingCase"), decision: "ACCEPT" }),
    takes: () => ({ version: 1, documents: [], reason: "", confirmsShared: true }),
  },
  { call: "GET /admin/dashboard/get", as: "admin", settings: asksIdentity("NOTHING") },
  {
    call: "POST /admin/transaction/reverse",
    as: "admin",
    needs: (known) => ({ id: of(known, "order"), reason: "Charged back" }),
    takes: () => ({ version: 1 }),
  },
];

/** Calls about the member's own account; at the end all sessions are ended. */
export const herself: DocumentedCall[] = [
  { call: "GET /user/auth/profile/get", as: "member" },
  {
    call: "PUT /user/auth/profile/update",
    as: "member",
    body: "form",
    needs: () => ({ password: PASSWORD }),
    takes: (known) => ({
      name: "Asha R Rao",
      mobile: "",
      dateOfBirth: "1990-02-01",
      profileImageId: of(known, "receiptId"),
      kycDocumentNumber: "ABCDE1234F",
      walletAddress: "0x52908400098527886e0f7030069857d2e4169ee7",
    }),
  },
  {
    call: "PUT /user/auth/profile/update",
    as: "member",
    needs: () => ({ password: PASSWORD }),
    takes: () => ({ name: "Asha Rao" }),
  },
  {
    call: "POST /user/auth/password/otp",
    as: "member",
  },
  {
    call: "PUT /user/auth/password/update",
    as: "member",
    code: { to: () => "asha@people.example", mail: "changeCode" },
    needs: (known) => ({ otp: of(known, "otp"), password: PASSWORD, newPassword: NEW_PASSWORD }),
  },
  ...(["member /user", "admin /admin", "super admin /superadmin"] as const).map(
    (way): DocumentedCall => {
      const [who = "", area = ""] = way.split(" /");
      return {
        call: `POST /${area}/auth/logout`,
        as: who as Caller,
      };
    },
  ),
];
