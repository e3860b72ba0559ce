import { sql } from "drizzle-orm";
import { newId } from "@db/ids";
import { findCompany } from "@db/queries/companies";
import { insertDomain } from "@db/queries/domains";
import { ensureSuperAdmin } from "@db/queries/super-admins";
import { type User, insertUser } from "@db/queries/users";
import { companies, messages, orders } from "@db/schema";
import { BUILT_IN_BRANDS } from "@themes/registry";
import type { Brand } from "@themes/contract";
import { type Actor, NOBODY } from "@server/context/actor";
import { type Deps, createContext } from "@server/context/context";
import type { CompanySite } from "@server/context/site";
import { createRecordedJobs } from "@server/jobs/recorded-jobs";
import { storeFile } from "@server/media/store-file";
import { foundCompany } from "@server/procedures/companies/found-company";
import { type Caller, createCaller } from "@server/procedures/router";
import { BANKS, CITIES, type Dice, FAMILY_NAMES, GIVEN_NAMES, createDice } from "./people";
import { drawSlip } from "./slip";

export const DEMO_PASSWORD = "Prelaunch-demo-1";
export const DEMO_MEMBER = "asha@member.example";
export const DEMO_ADMIN = "admin@company.example";
export const DEMO_SUPER_ADMIN = "super@platform.example";

const MEMBERS_EACH = 10;
const DAY_MS = 86_400_000;

/** Ten companies on ten hosts with members, referrals and orders in every state. Once per database. */
export async function seedDemo(original: Deps): Promise<void> {
  const { db } = original.database;
  const [any] = await db.select({ id: companies.id }).from(companies).limit(1);
  if (any) return;
  original.logger.info({}, "loading demo data");
  const deps: Deps = { ...original, jobs: createRecordedJobs(original.secrets) };
  await ensureSuperAdmin(db, DEMO_SUPER_ADMIN);
  const passwordHash = await deps.passwords.hash(DEMO_PASSWORD);
  const dice = createDice(20_26);
  for (const brand of BUILT_IN_BRANDS) await seedCompany(deps, brand, passwordHash, dice);
  // The demo's own past is not news: nothing of it waits to be sent.
  await db.update(messages).set({ status: "SENT", sentAt: sql`now()` });
}

async function seedCompany(
  deps: Deps,
  brand: Brand,
  passwordHash: string,
  dice: Dice,
): Promise<void> {
  const { db } = deps.database;
  const symbol = brand.symbol.toLowerCase();
  const { company, admin } = await foundCompany(
    db,
    {
      name: `${brand.name} Labs`,
      email: `hello@${symbol}.example`,
      mobile: "+919800000001",
      address: `${dice.below(90) + 10} Market Road, ${dice.pick(CITIES)}`,
      pincode: "400001",
      aadhaarLastFour: String(1000 + dice.below(9000)),
      panEncrypted: deps.secrets.encrypt("pan", "AAACP1234C"),
      tokenName: brand.name,
      tokenSymbol: brand.symbol,
      totalSupply: (dice.below(8) + 2) * 10_000_000,
      priceMicroRupees: (dice.below(80) + 5) * 500_000,
      feeBps: dice.pick([100, 150, 200, 250]),
      launchAt: new Date(Date.now() + (60 + dice.below(90)) * DAY_MS),
    },
    { name: `${brand.name} Admin`, email: DEMO_ADMIN, mobile: "+919800000002", passwordHash },
  );
  await insertDomain(db, `${symbol}.localhost`, company.id);
  if (brand.symbol === "RSGN") await insertDomain(db, "localhost", company.id);
  const site = await findCompany(db, company.id);
  if (!site) throw new Error("The company is gone.");
  const desk = callerFor(deps, site, {
    role: "ADMIN",
    id: admin.id,
    companyId: company.id,
    sessionId: "demo",
  });
  await desk.beneficiaries.add({
    holderName: company.name,
    accountNumber: String(50_100_000_000 + dice.below(900_000_000)),
    ...dice.pick(BANKS),
    upi: `${symbol}@okbank`,
    isDefault: true,
  });
  const members = await seedMembers(deps, site, passwordHash, dice);
  await seedOrders(deps, { site, desk, members, brand, dice });
}

async function seedMembers(
  deps: Deps,
  site: CompanySite,
  passwordHash: string,
  dice: Dice,
): Promise<User[]> {
  const members: User[] = [];
  for (let index = 0; index < MEMBERS_EACH; index += 1) {
    const given = index === 0 ? "Asha" : dice.pick(GIVEN_NAMES);
    const referrer = index > 2 && dice.below(3) > 0 ? dice.pick(members.slice(0, 3)) : null;
    members.push(
      await insertUser(deps.database.db, {
        companyId: site.id,
        id: newId(),
        role: "USER",
        name: `${given} ${dice.pick(FAMILY_NAMES)}`,
        email: index === 0 ? DEMO_MEMBER : `${given.toLowerCase()}${index}@member.example`,
        mobile: `+9198${String(10_000_000 + dice.below(89_999_999))}`,
        passwordHash,
        referralCode: `${site.tokenSymbol}${String(1001 + index)}`,
        referrerId: referrer?.id ?? null,
        dateOfBirth: `19${70 + dice.below(30)}-0${1 + dice.below(9)}-1${dice.below(9)}`,
        pincode: `4000${10 + dice.below(80)}`,
        gender: dice.pick(["male", "female", "other"]),
        isApproved: index < 7,
        status: index === 8 ? "INACTIVE" : "ACTIVE",
        walletAddress: dice.below(2) ? "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" : null,
        emailVerifiedAt: new Date(),
      }),
    );
  }
  return members;
}

interface Shop {
  site: CompanySite;
  desk: Caller;
  members: readonly User[];
  brand: Brand;
  dice: Dice;
}

/** What becomes of the orders of a company, one after the other. */
const ENDS = [
  "APPROVED",
  "APPROVED",
  "PENDING",
  "REJECTED",
  "APPROVED",
  "PENDING",
  "REVERSED",
  "CANCELLED",
  "APPROVED",
  "PENDING",
  "EXPIRED",
] as const;

async function seedOrders(deps: Deps, shop: Shop): Promise<void> {
  for (const [index, end] of ENDS.entries()) {
    const member = shop.members[index % 8];
    if (!member) continue;
    const actor = {
      role: "USER" as const,
      id: member.id,
      companyId: shop.site.id,
      sessionId: "demo",
    };
    const buyer = callerFor(deps, shop.site, actor);
    const amount = String((shop.dice.below(60) + 4) * 500);
    const order = await buyer.orders.create({ amount });
    const daysAgo = ENDS.length * 2 - index * 2 + shop.dice.below(2);
    if (end === "CANCELLED") await buyer.orders.cancel({ purchaseId: order.orderNumber });
    else if (end !== "EXPIRED") {
      const method = shop.dice.pick(["BANK", "UPI", "MANUAL"] as const);
      const reference = String(300_000_000_000 + shop.dice.below(600_000_000) * 100 + index);
      const receiptId =
        method === "MANUAL"
          ? undefined
          : await fileSlip(deps, actor, shop, reference, order.totalPaise);
      const paid = await buyer.orders.submit({
        purchaseId: order.orderNumber,
        paymentMethod: method,
        amount,
        ...(receiptId && {
          receiptId,
          referenceNumber: reference,
          paidAmount: (order.totalPaise / 100).toFixed(2),
        }),
      });
      await decide(shop.desk, paid.id, end);
    }
    await backdate(deps, order.id, daysAgo, end === "EXPIRED");
  }
}

async function decide(desk: Caller, orderId: string, end: (typeof ENDS)[number]): Promise<void> {
  if (end === "APPROVED" || end === "REVERSED") await desk.orders.approve({ orderId });
  if (end === "REVERSED") {
    await desk.orders.reverse({ orderId, reason: "The bank took the transfer back." });
  }
  if (end === "REJECTED") {
    await desk.orders.reject({
      orderId,
      reason: "No transfer with this reference has reached our account.",
      refundNote: "If your bank did send it, it comes back to you within five working days.",
    });
  }
}

async function fileSlip(
  deps: Deps,
  actor: Extract<Actor, { role: "USER" }>,
  shop: Shop,
  reference: string,
  totalPaise: number,
): Promise<string> {
  const bytes = await drawSlip({
    title: "Payment successful",
    lines: [
      `Amount: INR ${(totalPaise / 100).toFixed(2)}`,
      `To: ${shop.site.name}`,
      `Reference: ${reference}`,
      "Sample data, no real payment",
    ],
    colour: shop.brand.look.accent,
  });
  const media = await storeFile(deps, actor, {
    fieldName: "medias",
    fileName: `${reference}.png`,
    bytes,
  });
  return media.id;
}

/** Spreads the orders over the past weeks; what is in the ledger keeps the time it was written. */
async function backdate(
  deps: Deps,
  orderId: string,
  days: number,
  isOverdue: boolean,
): Promise<void> {
  const earlier = (column: unknown) => sql`${column} - make_interval(days => ${days})`;
  await deps.database.db
    .update(orders)
    .set({
      createdAt: earlier(orders.createdAt),
      submittedAt: earlier(orders.submittedAt),
      holdEndsAt: earlier(orders.holdEndsAt),
      ...(isOverdue ? {} : { decidedAt: earlier(orders.decidedAt) }),
    })
    .where(sql`${orders.id} = ${orderId}`);
}

function callerFor(deps: Deps, site: CompanySite, actor: Actor): Caller {
  return createCaller(
    createContext(
      deps,
      {
        door: "rest",
        requestId: "demo-seed",
        ip: "127.0.0.1",
        userAgent: null,
        origin: `${deps.config.appOrigin.replace("localhost", `${site.tokenSymbol.toLowerCase()}.localhost`)}`,
        language: "en",
        site: { kind: "company", company: site, isPlatform: false },
        idempotencyKey: null,
      },
      actor.role === "NOBODY" ? NOBODY : actor,
    ),
  );
}
