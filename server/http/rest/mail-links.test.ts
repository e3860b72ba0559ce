import { totpCode } from "@server/members/rules/codes";
import { privateKeyToAccount } from "viem/accounts";
import { eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { LANGUAGES } from "@db/vocabulary";
import { newId } from "@db/ids";
import { saveIdentity, storeSent } from "@server/testing/identity-fixtures";
import { batches, batchRows, hosts, orders } from "@db/schema";
import { mailEnds } from "@server/members/identity/mail-ends";
import { mailLaunch } from "@server/launch/mails/mail-launch";
import { mailDeliveries } from "@server/launch/batches/mail-deliveries";
import { resolveSite } from "@server/sites/site";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { messageWords } from "@server/messages/delivery/message-words";
import type { MessageParams, Template } from "@server/messages/delivery/message-templates";
import { releaseUndecidedHolds } from "@server/orders/holds/release-undecided-holds";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { sendDigests } from "@server/office/dashboard/send-digests";
import { sendReminders } from "@server/office/announcements/send-reminders";
import { mailNotices } from "@server/office/announcements/mail-notices";
import { notifyExpired } from "@server/orders/holds/notify-expired";
import { PASSWORD } from "@server/testing/member-harness";
import type { Caller } from "@server/http/router";
import { createRestTransport } from "./rest-transport";
import { type DeliveredMessage, deliverMessages } from "@server/testing/deliver-messages";
import { createRestFixtures } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { type Sending, restHarness } from "@server/testing/rest-harness";
import { startHttp } from "@server/testing/http-harness";
import { duringTests } from "@server/testing/during-tests";

/** Origin of the platform; the calls below arrive at other addresses of it. */
const PLATFORM = "https://platform.example:8443";
const SHOP = "https://shop.example:8443";
const NEW_PASSWORD = "another pass phrase of tests";

/** Sample parameters of every template; a new template must be added here. */
const SAMPLES: { [K in Template]: MessageParams[K] } = {
  registrationCode: { code: "1", minutes: 10 },
  accountExists: {},
  resetCode: { code: "1", minutes: 10 },
  changeCode: { code: "1", minutes: 10 },
  superAdminCode: { code: "1", minutes: 3 },
  newDevice: { device: "", ip: "", at: "" },
  passwordChanged: {},
  securityChanged: { change: "ON", left: 1 },
  addressProven: {},
  wrongCodes: { guessed: "CODE", wrong: 50, days: 30 },
  emailChanged: { change: "OLD" },
  memberUnverified: { member: "A", personId: "1", fields: ["name"] },
  welcome: { memberId: "M", percent: "5%", waits: true },
  memberJoined: { percent: "5%" },
  rewardPromised: { token: "RSGN" },
  rewardWithdrawn: {
    quantity: "5",
    token: "RSGN",
    why: "BY_ADMIN",
    note: "Checked.",
  },
  referrerChanged: { change: "GAINED", memberId: "" },
  memberVerified: {},
  memberAsked: { question: "NUMBER", text: "", orderNumber: "1" },
  identityAsked: { reasons: { PAN: "Blurred" } },
  identityRefused: { reason: "The photo does not match." },
  identityEnds: { day: "1" },
  memberRefused: { reason: "The photo does not match." },
  memberAdded: { hours: 72 },
  accountEndAsked: { until: "1" },
  accountKept: {},
  accountEnded: {},
  invitation: { name: "A", token: "t", hours: 72 },
  orderSubmitted: { orderNumber: "1", total: "1", quantity: "1", token: "T", days: null },
  orderApproved: { orderNumber: "1", quantity: "1", token: "T", hash: "h" },
  orderRejected: { orderNumber: "1", reason: "", refundNote: "" },
  orderExpired: { orderNumber: "1" },
  orderReleased: { orderNumber: "1", days: 7 },
  orderReversed: { orderNumber: "1", reason: "" },
  paymentKept: { orderNumber: "1", total: "1", reference: "R" },
  paymentReused: {
    orderNumber: "1",
    source: "2",
    quantity: "1",
    token: "T",
    total: "",
    rest: "",
  },
  paymentAllocated: { orderNumber: "1", quantity: "1", token: "T", rest: "" },
  paymentPart: { orderNumber: "1", received: "1", missing: "1", total: "1" },
  paymentRecorded: { orderNumber: "1", received: "1", reference: "R" },
  paymentUnneeded: { orderNumber: "1", received: "1", reference: "R" },
  paymentRefunded: { orderNumber: "1", total: "1", reference: "R", at: "", rest: "" },
  paymentNotFound: { orderNumber: "1", reason: "" },
  restNotFound: {
    orderNumber: "1",
    told: "1",
    received: "1",
    missing: "1",
    reason: "",
    refundNote: "",
  },
  paymentUnapplied: { orderNumber: "1", total: "1", member: "A", reference: "R" },
  rewardEarned: { quantity: "1", token: "T" },
  rewardReversed: { quantity: "1", token: "T" },
  orderWaiting: { orderNumber: "1", total: "1", member: "A", method: "UPI" },
  orderDigest: {
    change: "DECISIONS",
    waiting: "1",
    total: "1",
    since: "1",
    flagged: "",
    certain: "",
    certainTotal: "",
    unmatched: "",
    unmatchedTotal: "",
    open: "",
    listed: "",
    orders: [],
  },
  changeWaiting: {
    change: "COOL_OFF",
    kind: "ACCOUNT_CHANGE",
    subject: "Bank 1",
    by: "A",
    at: "1 January",
  },
  adminChanged: { changes: ["ROLE"], name: "A", by: "B", days: 7 },
  machineChanged: { change: "KEY", what: "Bank", by: "A" },
  priceChanged: { price: "₹1.00", at: "1 January", by: "A" },
  walletNeeded: { quantity: "1", token: "RSGN", at: "1 January" },
  tokensFree: { quantity: "1", token: "RSGN", hasWallet: false },
  walletChanged: { change: "PROVEN", address: "0x5290…9EE7", at: "1 January" },
  walletLost: { member: "A", personId: "1" },
  walletShared: { members: "A, B", wallet: "0x5290…9EE7", personId: "1" },
  hostChanged: { change: "ADDED", host: "a.example" },
  retentionShortened: {
    by: "A",
    proofYears: "1",
    proofYearsBefore: "",
    messageDays: "",
    messageDaysBefore: "180",
  },
  announcement: { title: "News", text: "We moved." },
  reminder: { change: "ORDER_OPEN", text: "", at: "1", orderNumber: "1", total: "1" },
  newPrice: { price: "₹7.00", token: "RSGN" },
  beneficiaryChanged: { account: "a", change: "added", by: "A" },
  tokensDelivered: { tokens: "1", token: "RSGN", batch: 1, network: "Polygon", until: "" },
};

const linked = (Object.keys(SAMPLES) as Template[]).filter((template) => hasButton(template));

function hasButton<K extends Template>(template: K): boolean {
  const params = SAMPLES[template];
  return LANGUAGES.some((language) => messageWords(template, params, language, "A").button);
}

const harness = duringTests(() =>
  restHarness({
    config: { appOrigin: PLATFORM, platformHost: "platform.example" },
  }),
);
let fixtures: RestFixtures;
beforeEach(async () => {
  await harness.database.sql`DELETE FROM messages`;
  fixtures = await createRestFixtures(harness);
  await harness.database.sql`DELETE FROM domains`;
  const hostNames = ["shop.example", "second.shop.example"];
  for (const [at, host] of hostNames.entries())
    await harness.database.db
      .insert(hosts)
      .values({ host, companyId: fixtures.companyId, createdAt: new Date(2020, 0, at + 1) });
});

const delivered = () => {
  const { database, deps } = harness;
  return deliverMessages({ database, secrets: deps.secrets, appOrigin: deps.config.appOrigin });
};

type Send = (method: string, path: string, sending?: Sending) => Promise<{ status: number }>;

/** A call that must succeed. */
async function done(send: Send, method: string, path: string, sending: Sending): Promise<void> {
  const { status } = await send(method, path, sending);
  expect(status, `${method} ${path}`).toBe(200);
}

/** Proves one wallet for a member. */
async function proveWallet(api: Caller): Promise<void> {
  const key = privateKeyToAccount(`0x${"11".repeat(32)}`);
  await api.launch.askWallet({ walletAddress: key.address, currentPassword: PASSWORD });
  const { asked } = await api.launch.mine();
  if (!asked) throw new Error("No message waits.");
  const signature = await key.signMessage({ message: asked.message });
  await api.launch.proveWallet({ id: asked.id, signature });
}

/** Triggers every mail with a link, by calls through `send`. */
async function causeAll(send: Send): Promise<void> {
  const { companyId, admin, superAdmin } = fixtures;
  const codeOf = async (
    email: string,
    template: "registrationCode" | "resetCode" | "superAdminCode",
  ) => (await harness.sentTo(email, template))[0]?.code ?? "";
  const post = (path: string, json: object, token?: string) =>
    done(send, "POST", path, { json, token });

  const referrer = await harness.person(companyId, "USER");
  const { referralCode } = await harness.person(companyId, "USER", {
    mailsNotices: true,
    emailVerifiedAt: new Date(),
  });
  const buyer = await harness.person(companyId, "USER", {
    referrerId: referrer.id,
    isApproved: false,
    emailVerifiedAt: new Date(),
  });
  const adminApi = await harness.tokenFor(admin);
  const member = await harness.tokenFor(buyer);

  await post("/user/auth/register/otp", {
    companyId,
    name: "Again",
    email: buyer.email,
    mobile: "9876543210",
  });
  const fresh = { companyId, name: "Fresh", email: "fresh@people.example", mobile: "9876543212" };
  await post("/user/auth/register/otp", fresh);
  await post("/user/auth/register", {
    ...fresh,
    otp: await codeOf(fresh.email, "registrationCode"),
    dateOfBirth: "1990-05-17",
    referralCode,
    password: NEW_PASSWORD,
  });
  for (const [area, person] of [
    ["user", referrer],
    ["company", await harness.person(companyId, "ADMIN")],
  ] as const) {
    const asked = { companyId, user: person.email };
    await post(`/${area}/auth/forgot-password/otp`, asked);
    const otp = await codeOf(person.email, "resetCode");
    await post(`/${area}/auth/forgot-password`, { ...asked, otp, password: NEW_PASSWORD });
  }
  await done(send, "PUT", "/admin/auth/update", {
    token: adminApi,
    json: { id: buyer.id, isApproved: true },
  });
  const added = { name: "Added", mobile: "9876543211", email: "added@people.example" };
  await post(
    "/admin/auth/add",
    { ...added, role: "USER", password: "a password of an admin" },
    adminApi,
  );
  const other = await harness.person(companyId, "USER");
  await done(send, "PUT", "/user/auth/profile/update", {
    token: await harness.tokenFor(other),
    json: { name: "Renamed", password: PASSWORD },
  });
  const leaving = await harness.as(other);
  await leaving.members.askForEnd({ currentPassword: PASSWORD });
  const page = await harness.as(admin);
  const misledRow = await harness.person(companyId, "USER");
  await page.members.setReferrer({ id: misledRow.id, referralCode, reason: "Another link" });
  await page.dashboard.chooseMails({ mails: "EACH" });
  await (await harness.as(buyer)).notices.chooseMails({ mails: true });
  await page.prices.set({ price: "10.5" });
  await page.companies.updateSettings({ proofYears: "8" });
  await page.announcements.publish({ title: "News", text: "We moved." });
  await mailNotices(harness.database.db, harness.deps);
  await causeIdentityMails(buyer.id);
  await causeDelivery(admin.id, buyer.id);
  await page.members.remove({ id: (await harness.person(companyId, "ADMIN")).id });
  await done(send, "PUT", "/admin/beneficiary/update", {
    token: adminApi,
    json: {
      holderName: "House Labs",
      bankName: "State Bank",
      branch: "Fort",
      accountNumber: "123456789012",
      ifscCode: "SBIN0000300",
      upi: "house@okbank",
    },
  });
  // All but the first account wait for a second admin.
  const stored = await send("POST", "/admin/beneficiary/add", {
    token: adminApi,
    json: { upi: "second@okbank" },
  });
  expect(stored.status).toBe(409);

  const pay = async () => {
    await post("/user/package/purchase", { paymentMethod: "MANUAL", amount: 1000 }, member);
    const [order] = await harness.database.db
      .select()
      .from(orders)
      .where(eq(orders.status, "PENDING"));
    return order?.id ?? "";
  };
  await harness.database.sql`UPDATE users SET mails_notices = true WHERE role = 'USER'`;
  await post("/admin/transaction/reject", { id: await pay(), reason: "Nothing came" }, adminApi);
  const id = await pay();
  await post("/admin/transaction/approve", { id }, adminApi);
  await post("/admin/transaction/reverse", { id, reason: "Twice" }, adminApi);

  await causePaymentMails(send, member);
  await causeReceivedMails(send, member);
  for (const hours of [1, -1]) {
    await harness.database
      .sql`UPDATE companies SET launch_at = now() + make_interval(hours => ${hours}) WHERE id = ${companyId}`;
    await mailLaunch(harness.database.db, harness.deps);
  }
  await post("/user/package/order", { amount: 500 }, member);
  const { id: refused } = await harness.person(companyId, "USER", { isApproved: false });
  const { identity } = await page.members.find({ id: refused });
  await page.members.refuse({ id: refused, identity, reason: "The photo does not match." });
  await page.machines.addKey({ name: "Bank", scopes: "read" });
  await page.notes.ask({ memberId: buyer.id, question: "NUMBER" });
  // The second member who proves a wallet shares it.
  for (const one of [buyer, misledRow]) await proveWallet(await harness.as(one));
  await harness.database
    .sql`UPDATE wallets SET valid_from = now() WHERE member_id = ${misledRow.id}`;
  const losing = (await harness.as(misledRow)).launch;
  const { wallet } = await losing.mine();
  await losing.loseWallet({ id: wallet?.id ?? "", currentPassword: PASSWORD });
  await page.announcements.setReminder({ kind: "ORDER_OPEN", isOn: true });
  await harness.database
    .sql`UPDATE orders SET hold_ends_at = now() + interval '4 minutes' WHERE status = 'OPEN'`;
  await sendReminders(harness.database.db, harness.deps);
  await harness.database
    .sql`UPDATE orders SET hold_ends_at = now() - interval '1 minute' WHERE status = 'OPEN'`;
  await releaseOverdueHolds(harness.database.db);
  const undecided = await pay();
  // To the admin whose password was reset above
  await sendDigests(harness.database.db, harness.deps, { at: new Date("2030-01-01T09:00+05:30") });
  await harness.database
    .sql`UPDATE orders SET submitted_at = now() - interval '8 days' WHERE id = ${undecided}`;
  await releaseUndecidedHolds(harness.database.db);
  await notifyExpired(harness.database.db, harness.deps);

  await post("/admin/transaction/reject", { id: undecided, reason: "Nothing came" }, adminApi);

  await done(send, "GET", `/superadmin/auth/login/email/otp?email=${superAdmin.email}`, {});
  const otp = await codeOf(superAdmin.email, "superAdminCode");
  const code = totpCode(superAdmin.appSecret, new Date());
  await post("/superadmin/auth/login/verify", { email: superAdmin.email, otp, code });
  await post(
    "/superadmin/company/add",
    {
      companyName: "New Labs",
      email: "desk@newlabs.example",
      mobile: "9876500001",
      tokenSymbol: "GLXY",
      totalSupply: 1000,
      adminName: "First",
      adminEmail: "first@newlabs.example",
    },
    await harness.tokenFor({ role: "SUPER_ADMIN", id: superAdmin.id }),
  );
  await (
    await harness.asSuperAdmin()
  ).companies.inviteAdmin({
    id: companyId,
    adminName: "Second",
    adminEmail: "second@shop.example",
    mobile: "9876500001",
  });
}

/** Evidence that is asked for again, then not accepted, and a verification that ends. */
async function causeIdentityMails(memberId: string): Promise<void> {
  const { db } = harness.database;
  const { companyId, admin } = fixtures;
  const { identity } = await harness.as(admin);
  const sent = { state: "SENT" as const, sentAt: new Date() };
  await saveIdentity(db, companyId, memberId, { ...sent, sentCount: 1 });
  const id = await storeSent(db, { companyId, memberId }, "PAN");
  const documents = [{ id, reason: "Blurred" }];
  await identity.decide({ id: memberId, decision: "ASK", documents });
  await saveIdentity(db, companyId, memberId, { ...sent, sentCount: 2 });
  await identity.decide({ id: memberId, decision: "REFUSE", reason: "Another person's" });
  const now = new Date();
  const soon = new Date(now.getTime() + 3_600_000);
  await saveIdentity(db, companyId, memberId, { verifiedAt: now, verifiedUntil: soon });
  const asks = (what: string) =>
    harness.database
      .sql`UPDATE companies SET settings = settings || jsonb_build_object('identity', jsonb_build_object('asks', ${what}::text, 'evidence', '[]'::jsonb)) WHERE id = ${companyId}`;
  await asks("ALWAYS");
  await mailEnds(db, harness.deps);
  await asks("NOTHING");
}

/** A batch with one row that can be claimed. */
async function causeDelivery(preparedBy: string, memberId: string): Promise<void> {
  const { db } = harness.database;
  const [key, now, id] = [{ companyId: fixtures.companyId }, new Date(), newId()];
  await db.insert(batches).values({
    ...key,
    id,
    number: 1,
    day: "2027-08-23",
    state: "DELIVERED",
    preparedBy,
    checkpoint: 1,
    rows: 1,
    tokens: 100,
    frozenAt: now,
    way: "CLAIM",
    fundedHash: `0x${"5c".repeat(32)}`,
    deliveredAt: now,
  });
  const address = `0x${"11".repeat(20)}`;
  await db
    .insert(batchRows)
    .values({ ...key, batchId: id, index: 0, memberId, address, tokens: 100 });
  await mailDeliveries(db, harness.deps);
}

/** An order whose payment comes in parts, one of them in vain, twice and too much; and one whose payment an admin records. */
async function causeReceivedMails(send: Send, token: string): Promise<void> {
  const api = await harness.as(fixtures.admin);
  const made = async (path: string, json: object) => {
    await done(send, "POST", path, { json, token });
    const [order] = await harness.database.db
      .select()
      .from(orders)
      .where(inArray(orders.status, ["OPEN", "PENDING"]));
    if (!order) throw new Error("There is no order.");
    return order;
  };
  const bank = { paymentMethod: "BANK", received: "1025" } as const;
  const { id, orderNumber } = await made("/user/package/purchase", {
    paymentMethod: "MANUAL",
    amount: 1000,
  });
  await api.payments.waitForRest({ orderId: id, version: 1, received: "500" });
  await made("/user/package/purchase", {
    purchaseId: orderNumber,
    paymentMethod: "MANUAL",
    amount: 1000,
  });
  await api.orders.reject({ orderId: id, version: 3, reason: "No such credit" });
  await api.payments.record({ ...bank, purchaseId: orderNumber, version: 4, reference: "TWICE1" });
  await api.payments.approveReceived({ orderId: id, version: 4, received: "5000" });
  const [open] = (await api.payments.listUnallocated()).payments;
  await api.payments.refund({
    kind: "CREDIT",
    paymentId: open?.id ?? "",
    amount: "10",
    reference: "UTR-BACK",
    refundedOn: "2026-01-02",
  });
  const unpaid = await made("/user/package/order", { amount: 500 });
  await api.payments.record({
    ...bank,
    purchaseId: unpaid.orderNumber,
    version: 0,
    reference: "RECORDED1",
  });
  await done(send, "POST", "/admin/transaction/reject", {
    json: { id: unpaid.id, reason: "Not theirs" },
    token: await harness.tokenFor(fixtures.admin),
  });
}

/**
 * Two payments without tokens: one is allocated in part, and its rest pays another order; the other did
 * not arrive.
 */
async function causePaymentMails(send: Send, token: string): Promise<void> {
  const { companyId, admin } = fixtures;
  const setTotal = (spare: number) =>
    harness.database.sql`
      UPDATE supplies SET total = held + allocated + ${spare}
       WHERE company_id = ${companyId} AND pool = 'REFERRAL'`;
  const api = await harness.as(admin);
  await setTotal(30);
  for (const amount of [1000, 1100]) {
    const { status } = await send("POST", "/user/package/purchase", {
      json: { paymentMethod: "MANUAL", amount },
      token,
    });
    expect(status).toBe(409);
  }
  const open = async (of: "CLAIM" | "CREDIT") =>
    (await api.payments.listUnallocated()).payments.filter(({ kind }) => kind === of);
  const [first, second] = await open("CLAIM");
  await api.payments.allocate({ paymentId: first?.id ?? "" });
  await api.payments.dismiss({ kind: "CLAIM", paymentId: second?.id ?? "", reason: "Nothing" });
  await setTotal(10_000);
  const rest = (await open("CREDIT")).find(({ orderId }) => orderId === first?.orderId);
  const payment = { kind: "CREDIT" as const, paymentId: rest?.id ?? "" };
  await send("POST", "/user/package/purchase", {
    json: { paymentMethod: "MANUAL", amount: 100 },
    token,
  });
  const { orders, updatedAt: seenAt } = await api.payments.waitingOrders(payment);
  await api.payments.payOrder({ ...payment, seenAt, orderId: orders[0]?.orderId ?? "" });
}

/** A company's mails link to its first host, and show its picture from there; all others the platform's. */
function expectOwnHosts(sent: readonly DeliveredMessage[]): void {
  for (const { template, to, links } of sent) {
    const isPlatforms =
      template === "newDevice" || template === "superAdminCode" || to === "first@newlabs.example";
    for (const link of links)
      expect([template, link]).toEqual([template, isPlatforms ? PLATFORM : SHOP]);
  }
  // Every mail has a picture; one with a button links twice more, in the plain text and in the HTML.
  const reached = new Set(sent.filter(({ links }) => links.length >= 3).map((one) => one.template));
  expect([...reached].toSorted()).toEqual(linked.toSorted());
}

test(
  "mails triggered on the platform's host link to the company's first host",
  { tags: ["full"] },
  async () => {
    await causeAll((...call) => harness.send(...call));
    expectOwnHosts(await delivered());
  },
);

describe("request headers never choose the host of a mail's links", () => {
  test.each([
    ["a port", { host: "platform.example:6666" }],
    ["another host of the company", { host: "second.shop.example:6666" }],
    [
      "a forwarded host",
      {
        host: "platform.example",
        "x-forwarded-host": "second.shop.example:6666",
      },
    ],
  ])(
    "a request with %s does not choose the host of a mail's links",
    { tags: ["full"] },
    async (_what, headers) => {
      const rest = createRestTransport(harness.deps);
      const { config, database } = harness.deps;
      const server = await startHttp({
        config: { ...config, trustedProxies: 1 },
        resolveSite: (host) => resolveSite(database.db, host, config.platformHost),
        transports: { rest },
      });
      // The super-admin area exists only on the platform's host.
      const platform = { host: "platform.example:6666" };
      const send: Send = (method, path, { json, token } = {}) =>
        server.ask(`/api/v1${path}`, {
          method,
          headers: {
            "x-forwarded-proto": "https",
            ...(path.startsWith("/superadmin") ? platform : headers),
            ...(json !== undefined && { "content-type": "application/json" }),
            ...(token && { authorization: token }),
          },
          ...(json !== undefined && { body: JSON.stringify(json) }),
        });
      await causeAll(send);
      expectOwnHosts(await delivered());
      await server.close();
    },
  );

  test("a request to an unknown host sends no mail", async () => {
    const rest = () => Promise.reject(refuse("UNEXPECTED"));
    const { config, database } = harness.deps;
    const server = await startHttp({
      config,
      resolveSite: (host) => resolveSite(database.db, host, config.platformHost),
      transports: { rest },
    });
    const { companyId, member } = fixtures;
    const answer = await server.ask("/api/v1/user/auth/forgot-password/otp", {
      method: "POST",
      headers: { host: "evil.example", "content-type": "application/json" },
      body: JSON.stringify({ companyId, user: member.email }),
    });
    expect(answer.status).toBe(404);
    expect(await delivered()).toEqual([]);
    await server.close();
  });
});
