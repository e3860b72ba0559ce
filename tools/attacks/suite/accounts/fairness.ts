import { financialYearOf, dateInIndia } from "@server/platform/rules/dates/dates";
import { waitingOrder } from "@server/testing/unallocated-payments";
import type { Attack, Tries } from "@tools/attacks/attack";
import { ask } from "@tools/attacks/harness/http";
import { type Account, PASSWORD, type Target } from "@tools/attacks/harness/target";
import { callsOf } from "./machines";

const MANY = 10;
/** The control counts as at least this time: a smaller one is the machine's noise. */
const NOISE_MS = 50;

/** Returns the time that nine of ten calls stay below. */
const slowest = (times: number[]) =>
  times.sort((a, b) => a - b)[Math.floor(times.length * 0.9)] ?? 0;

/** Asks for ten papers of each kind at once, while another member looks at the dashboard. */
async function papers(target: Target, tries: Tries): Promise<void> {
  const { port } = await target.open();
  const tenant = await target.tenant({ maxPendingOrders: 50 });
  const { company, host, member, admin } = tenant;
  const receipts: string[] = [];
  for (let n = 0; n < MANY; n += 1) {
    receipts.push((await waitingOrder(company, member)).orderNumber);
  }
  const signedIn = `prelaunch_user=${await target.token(member)}; prelaunch_admin=${await target.token(admin)}`;
  const other = await target.account(company);
  const cookie = `prelaunch_user=${await target.token(other)}`;
  const looks = async () =>
    (await ask(port, { path: "/user/dashboard", host, cookie })).milliseconds;
  const before: number[] = [];
  for (let n = 0; n < MANY; n += 1) before.push(await looks());
  const year = financialYearOf(dateInIndia(new Date()));
  const asked = Array.from({ length: MANY }, (_, n) => [
    `/user/receipts/${receipts[n]}.pdf`,
    `/user/referral/statement?year=${year - n}`,
    `/user/referral/qr?as=png&tag=flyer${n}`,
    "/admin/exports/members?as=xlsx",
  ]).flat();
  let open = asked.length;
  const answers = Promise.all(
    asked.map(async (path) => {
      const headers = { "accept-language": "hi" };
      const { status, bytes } = await ask(port, { path, host, cookie: signedIn, headers });
      open -= 1;
      return { path, status, bytes: bytes.length };
    }),
  );
  const during: number[] = [];
  do during.push(await looks());
  while (open > 0);
  const [alone, beside] = [slowest(before), slowest(during)];
  tries.note(
    `dashboard ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside ${asked.length} papers (${during.length} times, at most ${Math.max(...during).toFixed(0)} ms)`,
  );
  tries.try(
    `${beside.toFixed(0)} ms instead of ${alone.toFixed(0)} ms`,
    beside <= 2 * Math.max(alone, NOISE_MS),
  );
  const refused = (await answers).filter(({ status, bytes }) => status !== 200 || bytes < 500);
  tries.control(
    `all papers are drawn ${JSON.stringify(refused.slice(0, 3))}`,
    refused.length === 0,
  );
}

/** A tenant whose orders are paid and approved by the bank's entries, as fast as it can be done. */
async function approving(target: Target, first: number) {
  const tenant = await target.tenant();
  const { company, admin } = tenant;
  const { call } = await callsOf(target, tenant);
  let last = first;
  return {
    ...tenant,
    call,
    paid: async (person: Account, payer: string) => {
      const reference = String((last += 1));
      const order = await waitingOrder(company, person, { reference });
      const narration = `UPI/CR/${reference}/${payer}/pay`;
      const lineId = await company.entry({ narration, amountPaise: 41_000 });
      return { orderNumber: order.orderNumber, orderId: order.id, lineId, version: 1 };
    },
    approve: async ({ orderNumber, ...line }: { orderNumber: string }) => {
      const { code } = await call("statements.decideMany", await target.token(admin), {
        lines: [line],
      });
      const { status, rewardState } = await company.order(orderNumber);
      return `${code} ${status} ${rewardState}`;
    },
  };
}

/** Pays for oneself and an invited account by one UPI id, and has it approved within the minute. */
async function onePayer(target: Target, tries: Tries): Promise<void> {
  const { company, member, paid, approve } = await approving(target, 650_500_000_000);
  const invite = () => target.account(company, { referrerId: member.id });
  await paid(member, "pool@okaxis");
  const shared = await approve(await paid(await invite(), "pool@okaxis"));
  tries.try(`one UPI id: ${shared}`, shared === "ok APPROVED ON_HOLD");
  const own = await approve(await paid(await invite(), "own@okaxis"));
  tries.control(`a UPI id of one's own: ${own}`, own === "ok APPROVED ALLOCATED");
}

/** Types the mobile from which others pay into the own profile. */
async function typedMobiles(target: Target, tries: Tries): Promise<void> {
  const { company, member, call, paid, approve } = await approving(target, 660_500_000_000);
  const invite = () => target.account(company, { referrerId: member.id });
  const types = async (who: Account, mobile: string) => {
    const typed = { mobile, currentPassword: PASSWORD };
    return (await call("members.updateProfile", await target.token(who), typed)).code;
  };
  const buyer = await invite();
  for (const who of [await target.account(company), await invite()]) {
    const code = await types(who, "+919812345678");
    const held = await approve(await paid(buyer, "9812345678@ybl"));
    tries.try(`${code}, ${held}`, code === "ok" && held === "ok APPROVED ALLOCATED");
  }
  await types(member, "+919812345678");
  const own = await approve(await paid(buyer, "9812345678@ybl"));
  tries.control(`the referrer's own mobile: ${own}`, own === "ok APPROVED ON_HOLD");
}

export const fairness: readonly Attack[] = [
  {
    name: "papers",
    tried: "ten receipts, statements, QR codes and workbooks at once, beside another's page",
    isInShort: false,
    run: papers,
  },
  {
    name: "one-payer",
    tried: "a reward for a payment by the referrer's UPI id, approved as soon as it is imported",
    isInShort: true,
    run: onePayer,
  },
  {
    name: "typed-mobiles",
    tried: "another's reward, held by their mobile in the own profile",
    isInShort: true,
    run: typedMobiles,
  },
];
