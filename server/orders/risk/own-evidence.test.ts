import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { and, eq } from "drizzle-orm";
import { newId } from "@db/ids";
import { rewardCases } from "@db/schema";
import type { IdentityEvidence } from "@db/vocabulary";
import {
  type CompanyFixture,
  orderHarness,
  type OrderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";
import { judgeDueRewards } from "./judge";

const PAN = "ABCPE1234F";

describe("rewards of a person for the own other account", { tags: ["full"] }, () => {
  let harness: OrderHarness;
  let company: CompanyFixture;
  let referrer: Person;
  let buyer: Person;
  beforeAll(async () => {
    harness = await orderHarness();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    company = await harness.company();
    referrer = await company.member();
    buyer = await company.member({ referrerId: referrer.id });
  });

  const asks = async (evidence: readonly IdentityEvidence[]) => {
    const limits = { renewMonths: 0, mostUnverified: null, mostVerified: null };
    // No purchase of these tests needs the evidence.
    const identity = { asks: "ABOVE", abovePaise: 10 ** 9, evidence, ...limits } as const;
    await company.setCompany({ settings: { identity } });
  };

  const picture = async (background: string) => {
    const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background } });
    return { fileName: "a.png", bytes: new Uint8Array(await drawn.png().toBuffer()) };
  };

  async function sends(person: Person, pan: string, background: string) {
    const { identity } = await company.as(person);
    await identity.save({ typedName: "Ravi Kumar", pan });
    const file = await picture(background);
    await identity.addDocument({ kind: "PAN", side: "FRONT", file });
    await identity.send({ isTrue: true });
  }

  async function reasons() {
    const api = await company.as(buyer, { key: newId(), transport: "rest" });
    const { transactionId } = await api.orders.submit({
      paymentMethod: "UPI",
      amount: "1000",
      referenceNumber: String(Date.now()).slice(-12).padStart(12, "4"),
      receiptId: await company.proof(buyer, newId()),
      consent: true,
    });
    await judgeDueRewards(harness.deps);
    await judgeDueRewards(harness.deps);
    const { id } = await company.order(transactionId);
    const [found] = await harness.database.db
      .select()
      .from(rewardCases)
      .where(and(eq(rewardCases.companyId, company.id), eq(rewardCases.orderId, id)));
    return found?.reasons.map(({ rule }) => rule) ?? [];
  }

  test("a PAN that is verified under the referrer's account and refused to the buyer is a case", async () => {
    await asks(["PAN"]);
    await sends(referrer, PAN, "teal");
    const desk = await company.as(company.admin);
    await desk.identity.decide({ id: referrer.id, decision: "ACCEPT" });
    const { identity } = await company.as(buyer);
    expect(await resultCode(identity.save({ pan: PAN }))).toBe("IDENTITY_PAN_TAKEN");
    expect(await reasons()).toEqual(["SHARED_EVIDENCE"]);
  });

  test.each([
    ["the same PAN, both before a decision", PAN, "navy", ["SHARED_EVIDENCE"]],
    ["the same picture", "ABCPK9999Z", "teal", ["SHARED_EVIDENCE"]],
    ["the control: other papers", "ABCPK9999Z", "navy", []],
  ])("%s", async (_name, pan, background, expected) => {
    await asks(["PAN"]);
    await sends(referrer, PAN, "teal");
    await sends(buyer, pan, background);
    expect(await reasons()).toEqual(expected);
  });

  test("the same number of a second document is a case, a stranger's never", async () => {
    await asks(["SECOND"]);
    const number = async (person: Person, colours: readonly [string, string]) => {
      const { identity } = await company.as(person);
      const second = { secondKind: "PASSPORT", secondNumber: "Z1234567" } as const;
      await identity.save({ typedName: "Ravi Kumar", ...second });
      for (const [at, side] of (["FRONT", "BACK"] as const).entries()) {
        const file = await picture(colours[at] ?? "");
        await identity.addDocument({ kind: "PASSPORT", side, file });
      }
      await identity.send({ isTrue: true });
    };
    await number(await company.member(), ["red", "green"]);
    await number(buyer, ["teal", "navy"]);
    expect(await reasons()).toEqual([]);
    await number(referrer, ["black", "white"]);
    expect(await reasons()).toEqual(["SHARED_EVIDENCE"]);
  });
});
