import { isDeepStrictEqual } from "node:util";
import { type Answer, type Call, sendUntilFinal, send, Tally } from "@tools/faults/harness/client";
import { AcknowledgedSteps, compare } from "@tools/faults/harness/checks";
import type { Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

/** Sends one request many times at once, at two instances, with one key. */
export async function oneKey({ form, seed, site }: Run): Promise<Row[]> {
  const atOnce = form === "whole" ? 400 : 60;
  const place = await site();
  const instances = await place.pair();
  const company = await place.harness.company({ maxPendingOrders: 1000, privateTokens: 100_000 });
  const referrer = await company.member();
  const member = await place.token(await company.member({ referrerId: referrer.id }));
  const admin = await place.token(company.admin);
  const acknowledged = new AcknowledgedSteps();
  const tally = new Tally();
  let different = 0;
  let turn = 0;
  const next = () => instances[(turn += 1) % 2]?.origin ?? "";

  const together = async (call: Call): Promise<Answer> => {
    const answers = await Promise.all(
      Array.from({ length: atOnce }, () => sendUntilFinal(next, call, tally)),
    );
    const [first] = answers;
    if (!first) throw new Error("Nothing was asked.");
    different += answers.filter((one) => !isDeepStrictEqual(one.data, first.data)).length;
    return first;
  };

  const key = (step: string) => `${step}-${seed}`;
  const amount = 400;
  const bought = await together({
    path: "/user/package/order",
    token: member,
    body: { amount },
    key: key("buy"),
  });
  const purchaseId = String(bought.data["purchaseId"]);
  acknowledged.created.add(purchaseId);
  const paid = await together({
    path: "/user/package/purchase",
    token: member,
    body: { purchaseId, amount, paymentMethod: "MANUAL" },
    key: key("pay"),
  });
  acknowledged.submitted.add(purchaseId);
  await together({
    path: "/admin/transaction/approve",
    token: admin,
    body: { id: paid.data["id"] },
    key: key("approve"),
  });
  acknowledged.approved.add(purchaseId);
  const { faults, ...found } = await compare(place.database, company.id, acknowledged);

  const row: Row = {
    scenario: "one key",
    done: `${atOnce} identical requests at once to two instances, to buy, to pay and to approve`,
    ...tally.counts,
    ...found,
    goal: "one effect, equal answers",
    isMet: found.lost + found.doubled + found.wrongSums + different === 0,
    note: [
      `seed ${seed}`,
      `${different} different answers`,
      `to be repeated: ${tally.said || "none"}`,
      ...faults,
    ].join("; "),
  };

  // The control shows that the calls race: the payment without a key makes several orders.
  const careless = await place.token(await company.member());
  const control = new Tally();
  const answers = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      control.times += 1;
      const body = { amount, paymentMethod: "MANUAL" };
      const call = { path: "/user/package/purchase", token: careless, body, key: null };
      const answer = await send(next(), call);
      control.note(answer);
      return answer;
    }),
  );
  const numbers = new Set(
    answers.map((answer) => answer?.data["purchaseId"] ?? answer?.data["orderNumber"]),
  );
  numbers.delete(undefined);
  return [
    row,
    {
      scenario: "control: one key",
      done: `the same payment ${atOnce} times without a key`,
      ...control.counts,
      lost: 0,
      doubled: Math.max(0, numbers.size - 1),
      wrongSums: 0,
      goal: "makes several orders",
      isMet: numbers.size > 1,
    },
  ];
}
