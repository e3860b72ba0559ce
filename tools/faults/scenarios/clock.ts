import { hugePng } from "@server/testing/sample-files";
import { newId } from "@db/ids";
import { sendUntilFinal, read, send, Tally } from "@tools/faults/harness/client";
import { AcknowledgedSteps, compare, until } from "@tools/faults/harness/checks";
import type { Installation, Instance } from "@tools/faults/harness/installation";
import type { Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

const DAY_MS = 86_400_000;
const ORDERS = 20;
const AMOUNT = 400;

/** Runs two instances, one with a clock that is a day ahead, then a day behind. */
export async function clock({ seed, site }: Run): Promise<Row[]> {
  const place = await site();
  const rows: Row[] = [];
  for (const [said, shiftMs] of [
    ["ahead", DAY_MS],
    ["behind", -DAY_MS],
  ] as const) {
    const [right, wrong] = await Promise.all([place.instance(), place.instance({ shiftMs })]);
    rows.push(await atBoth(place, { right, wrong, said, seed }));
    await Promise.all([right.stop(), wrong.stop()]);
  }
  return rows;
}

async function atBoth(
  place: Installation,
  { right, wrong, said, seed }: { right: Instance; wrong: Instance; said: string; seed: number },
): Promise<Row> {
  const company = await place.harness.company({ maxPendingOrders: 1000, privateTokens: 100_000 });
  const tally = new Tally();
  const acknowledged = new AcknowledgedSteps();
  const admin = await place.token(company.admin);
  const at = async (one: Instance, path: string, token: string, body: Record<string, unknown>) => {
    const answer = await sendUntilFinal(
      () => one.origin,
      { path, token, body, key: newId() },
      tally,
    );
    if (answer.status !== 200) throw new Error(`${path} at ${one.name}: ${answer.text}`);
    return answer.data;
  };
  // Each step alternates, so that every order is touched by both clocks.
  for (let n = 0; n < ORDERS; n += 1) {
    const token = await place.token(await company.member());
    const [first, second] = n % 2 ? [right, wrong] : [wrong, right];
    const bought = await at(first, "/user/package/order", token, { amount: AMOUNT });
    const purchaseId = String(bought["purchaseId"]);
    acknowledged.created.add(purchaseId);
    const body = { purchaseId, amount: AMOUNT, paymentMethod: "MANUAL" };
    const { id } = await at(second, "/user/package/purchase", token, body);
    acknowledged.submitted.add(purchaseId);
    if (n % 4 > 1) continue;
    await at(right, "/admin/transaction/approve", admin, { id });
    acknowledged.approved.add(purchaseId);
  }
  // The order follows the database's clock: created now, held for 15 minutes.
  const [times] = await place.database.sql`
    SELECT count(*)::int AS odd FROM orders WHERE company_id = ${company.id}
       AND (abs(extract(epoch FROM hold_ends_at - created_at) - 900) > 1
            OR abs(extract(epoch FROM now() - created_at)) > 600)`;
  const odd = Number(times?.["odd"]);
  const registered =
    (await registers(place, company.id, { asks: wrong, registers: right }, tally)) &&
    (await registers(place, company.id, { asks: right, registers: wrong }, tally));
  const { faults, ...found } = await compare(place.database, company.id, acknowledged);
  const ofInstance = await whatFollowsTheInstance(place, company.admin, { right, wrong });
  return {
    scenario: `a clock a day ${said}`,
    done: `${ORDERS} orders and 2 registrations by code, each at both instances`,
    ...tally.counts,
    ...found,
    wrongSums: found.wrongSums + odd,
    goal: "holds and codes follow the database's clock",
    isMet: found.lost + found.doubled + found.wrongSums + odd === 0 && registered,
    note: [`seed ${seed}`, `by the instance's clock: ${ofInstance}`, ...faults].join("; "),
  };
}

/** Asks for a code at one instance and registers with it at the other. */
async function registers(
  place: Installation,
  companyId: string,
  { asks, registers: takes }: { asks: Instance; registers: Instance },
  tally: Tally,
): Promise<boolean> {
  const email = `new-${newId()}@people.example`;
  const person = { companyId, name: "Asha Rao", email, mobile: "+919876512345" };
  const call = async (origin: string, path: string, body: Record<string, unknown>) => {
    tally.times += 1;
    const answer = await send(origin, { path, token: "", body, key: newId() });
    tally.note(answer);
    return answer?.status === 200;
  };
  if (!(await call(asks.origin, "/user/auth/register/otp", person))) return false;
  await until("the code arrives", () => place.sink.taken.some(({ to }) => to === email));
  const { raw = "" } = place.sink.taken.find(({ to }) => to === email) ?? {};
  const [, otp] = /\b(\d{6})\b/.exec(raw.slice(raw.indexOf("\r\n\r\n"))) ?? [];
  return call(takes.origin, "/user/auth/register", {
    ...person,
    otp,
    dateOfBirth: "1990-01-31",
    password: "A pass phrase of tests 7",
  });
}

/** Returns, in words, the times that do not follow the database's clock. */
async function whatFollowsTheInstance(
  place: Installation,
  person: Parameters<Installation["token"]>[0],
  { right, wrong }: { right: Instance; wrong: Instance },
): Promise<string> {
  const token = await place.token(person);
  const status = async (origin: string) => {
    const answer = await fetch(`${origin}/api/v1/admin/dashboard/get`, {
      headers: { authorization: token },
    });
    await answer.text();
    return answer.status;
  };
  const form = new FormData();
  form.append("medias", new File([new Uint8Array(hugePng(9, 9))], "slip.png"));
  const uploaded = await read(
    await fetch(`${right.origin}/api/v1/superadmin/media/add`, {
      method: "POST",
      headers: { authorization: token },
      body: form,
    }),
  );
  const [file] = Object.values(uploaded.data) as { url: string }[];
  const path = file ? new URL(file.url, right.origin) : null;
  const opened = path ? await fetch(`${wrong.origin}${path.pathname}${path.search}`) : null;
  await opened?.arrayBuffer();
  const [there, after] = [await status(wrong.origin), await status(right.origin)];
  return `an admin's session is answered with ${there}, then ${after} at the other instance; a file's signed link with ${opened?.status}`;
}
