import { newId } from "@db/ids";
import type { CompanyFixture } from "@server/testing/order-harness";
import { type Answer, sendUntilFinal, type Tally } from "./client";
import type { AcknowledgedSteps } from "./checks";
import type { Installation } from "./installation";

/** Careful clients of one company: each buys, pays, and has its payment approved, again and again. */
export interface Journeys {
  company: CompanyFixture;
  /** Returns the number of answers that acknowledged a step so far. */
  successes(): number;
  /** Returns the time of the last one, by `performance.now()`. */
  lastSuccess(): number;
  /** Ends the journeys that are under way; rejects if one of them failed. */
  finish(): Promise<void>;
}

const TOKENS = 10;
const RUPEES_PER_TOKEN = 10;

/** Starts the clients; each asks the instances in turn. */
export async function startJourneys(
  place: Installation,
  origins: () => readonly string[],
  {
    clients,
    tally,
    acknowledged,
  }: { clients: number; tally: Tally; acknowledged: AcknowledgedSteps },
): Promise<Journeys> {
  const company = await place.harness.company({
    privateTokens: 3_000_000,
    maxPendingOrders: 1000,
  });
  const admin = await place.token(company.admin);
  const referrer = await company.member();
  const tokens = await Promise.all(
    Array.from({ length: clients }, async () =>
      place.token(await company.member({ referrerId: referrer.id })),
    ),
  );
  let isOver = false;
  let successes = 0;
  let lastSuccess = 0;
  let turn = 0;
  const next = () => {
    const all = origins();
    return all[(turn += 1) % all.length] ?? "";
  };
  const step = async (path: string, token: string, body: Record<string, unknown>) => {
    const answer = await sendUntilFinal(next, { path, token, body, key: newId() }, tally);
    if (answer.status !== 200) throw new Error(`${path} was refused: ${answer.text}`);
    successes += 1;
    lastSuccess = performance.now();
    return answer.data;
  };
  const journey = async (token: string) => {
    while (!isOver) {
      await buyAndPay(step, { token, admin }, acknowledged);
    }
  };
  const running = Promise.all(tokens.map(journey));
  // `finish` reports the failure.
  running.catch(() => undefined);
  return {
    company,
    successes: () => successes,
    lastSuccess: () => lastSuccess,
    async finish() {
      isOver = true;
      await running;
    },
  };
}

type Step = (path: string, token: string, body: Record<string, unknown>) => Promise<Answer["data"]>;

async function buyAndPay(
  step: Step,
  { token, admin }: { token: string; admin: string },
  acknowledged: AcknowledgedSteps,
): Promise<void> {
  const amount = TOKENS * RUPEES_PER_TOKEN * 2;
  const bought = await step("/user/package/order", token, { amount });
  const purchaseId = String(bought["purchaseId"]);
  acknowledged.created.add(purchaseId);
  const payment = { purchaseId, amount, paymentMethod: "MANUAL" };
  const paid = await step("/user/package/purchase", token, payment);
  acknowledged.submitted.add(purchaseId);
  await step("/admin/transaction/approve", admin, { id: paid["id"] });
  acknowledged.approved.add(purchaseId);
}
