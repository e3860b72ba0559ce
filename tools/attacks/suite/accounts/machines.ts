import { eq } from "drizzle-orm";
import { newId } from "@db/ids";
import { campaigns, orders, users } from "@db/schema";
import type { Attack, Tries } from "@tools/attacks/attack";
import { ask, envelopeOf } from "@tools/attacks/harness/http";
import type { Target, Tenant } from "@tools/attacks/harness/target";

/** Calls of one company's host, by REST and tRPC. */
export async function callsOf(target: Target, { host }: Tenant) {
  const { port } = await target.open();
  return {
    rest: async (path: string, token: string, json?: object) => {
      const answer = await ask(port, {
        path: `/api/v1${path}`,
        host,
        token,
        ...(json && { json }),
      });
      return envelopeOf(answer) as { status: string; code?: string; data: unknown };
    },
    call: async (name: string, token: string, json: object) => {
      const answer = await ask(port, { path: `/trpc/${name}`, host, token, json });
      const said = JSON.parse(answer.text) as {
        result?: { data: unknown };
        error?: { message: string };
      };
      return { code: said.error?.message ?? "ok", data: said.result?.data };
    },
  };
}

const buy = { paymentMethod: "MANUAL", amount: 1000 };

/** Looks for members by what a reading key must not see. */
async function searches(target: Target, tries: Tries): Promise<void> {
  const tenant = await target.tenant();
  const { rest, call } = await callsOf(target, tenant);
  await rest("/user/package/purchase", await target.token(tenant.member), buy);
  const owner = await target.token(tenant.admin);
  const made = await call("machines.addKey", owner, { name: "Reader", scopes: "read" });
  const { token } = made.data as { token: string };
  const { db } = target.place.harness.database;
  const [row] = await db.select().from(users).where(eq(users.id, tenant.member.id));
  if (!row) throw new Error("The member is gone.");
  const total = async (search: string, by: string) => {
    const path = `/admin/transaction/list?search=${encodeURIComponent(search)}`;
    return ((await rest(path, by)).data as { total: number }).total;
  };
  const mobile = row.mobile.slice(-10);
  const parts = Array.from({ length: 8 }, (_, at) => mobile.slice(at, at + 3));
  for (const search of [row.name, row.email, row.mobile, mobile, ...parts.map((one) => `+${one}`)])
    tries.try(`search=${search}`, (await total(search, token)) === 0);
  const flagged = await rest("/admin/transaction/list?isFlagged=true", token);
  tries.try(`isFlagged: ${flagged.status}`, flagged.code === "KEY_SCOPE");
  tries.control("an owner finds the mobile", (await total(mobile, owner)) === 1);
  tries.control("the key finds the Member ID", (await total(row.referralCode, token)) === 1);
}

/** Decides about an own order by a key that the owner made before. */
async function ownOrders(target: Target, tries: Tries): Promise<void> {
  const tenant = await target.tenant();
  const { rest, call } = await callsOf(target, tenant);
  const maker = await target.account(tenant.company, { role: "ADMIN" });
  const keyOf = async (who: typeof maker) => {
    const asked = { name: `Key ${who.id}`, scopes: "decide" };
    const { data } = await call("machines.addKey", await target.token(who), asked);
    return (data as { token: string }).token;
  };
  const [own, other] = [await keyOf(maker), await keyOf(tenant.admin)];
  const bought = await rest("/user/package/purchase", await target.token(tenant.member), buy);
  const { id } = bought.data as { id: string };
  const { db } = target.place.harness.database;
  await db.update(orders).set({ memberId: maker.id }).where(eq(orders.id, id));
  for (const act of ["approve", "reject"]) {
    const { code = "ok" } = await rest(`/admin/transaction/${act}`, own, { id, reason: "Mine" });
    tries.try(`${act}: ${code}`, code === "OWN_ORDER");
  }
  const { status } = await rest("/admin/transaction/approve", other, { id });
  tries.control("another owner's key approves it", status === "success");
}

/** Takes a campaign's budget by orders that are never paid. */
async function budget(target: Target, tries: Tries): Promise<void> {
  const tenant = await target.tenant({ unverifiedMayBuy: true, maxPendingOrders: 50 });
  const { rest } = await callsOf(target, tenant);
  const { company, member } = tenant;
  const { db } = target.place.harness.database;
  const day = 86_400_000;
  await db.insert(campaigns).values({
    companyId: company.id,
    id: newId(),
    name: "Diwali",
    rewardBps: 1000,
    bonusBps: 1000,
    startsAt: new Date(Date.now() - day),
    endsAt: new Date(Date.now() + day),
    whoRefers: "ALL" as const,
    capTotal: 200,
  });
  const taker = await target.account(company, { referrerId: member.id, isApproved: false });
  const buyer = await target.account(company, { referrerId: member.id });
  const extrasOf = async (who: typeof taker) => {
    const rows = await db.select().from(orders).where(eq(orders.memberId, who.id));
    return rows.reduce((sum, one) => sum + one.bonusTokens + one.heldReward, 0);
  };
  const token = await target.token(taker);
  for (let made = 0; made < 8; made += 1) {
    await rest("/user/package/purchase", token, buy);
    const taken = await extrasOf(taker);
    tries.try(`${taken} of 200 tokens`, taken <= 20);
  }
  await rest("/user/package/purchase", await target.token(buyer), buy);
  tries.control("a verified buyer gets the whole", (await extrasOf(buyer)) === 20);
}

const INTERNAL = [
  "localhost.",
  "LOCALHOST..",
  "database",
  "router.lan",
  "db.internal.",
  "[::1]",
  "[fec0::1]",
  "[3fff::1]",
  "[5f00::1]",
  "[fd00::1]",
  "[::ffff:10.0.0.1]",
  "0x7f.1",
];

/** Has events sent into the internal network. */
async function endpoints(target: Target, tries: Tries): Promise<void> {
  const tenant = await target.tenant();
  const { call } = await callsOf(target, tenant);
  const owner = await target.token(tenant.admin);
  const add = (host: string) =>
    call("machines.addEndpoint", owner, { url: `https://${host}/`, events: "order.submitted" });
  for (const host of INTERNAL) {
    const { code } = await add(host);
    tries.try(`${host}: ${code}`, code === "WEBHOOK_URL_PRIVATE");
  }
  tries.control("a public address is taken", (await add("hooks.example.com")).code === "ok");
}

export const machines: readonly Attack[] = [
  {
    name: "searching-keys",
    tried: "names, mobiles and addresses in the search and filter of a reading key",
    isInShort: true,
    run: searches,
  },
  {
    name: "keys-of-their-makers",
    tried: "decisions about an own order by an own key",
    isInShort: true,
    run: ownOrders,
  },
  {
    name: "budget-for-nothing",
    tried: "a campaign's budget, by orders that are never paid",
    isInShort: true,
    run: budget,
  },
  {
    name: "internal-endpoints",
    tried: "addresses of events in internal networks, in many spellings",
    isInShort: true,
    run: endpoints,
  },
];
