import { deliverableAt } from "./batch-view";
import { StandardMerkleTree } from "@openzeppelin/merkle-tree";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { batches, batchSeals, messages } from "@db/schema";
import { isSigned } from "@server/ledger/sealing/signing-key";
import { startChain } from "@server/testing/test-chain";
import { type LaunchFixture, launchHarness } from "@server/testing/launch-harness";
import { type Person, resultCode } from "@server/testing/order-harness";
import { parseSealText, sealHash } from "@server/launch/rules/batch-seal";
import { mailDeliveries } from "./mail-deliveries";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(() => launchHarness({ connections: 12 }));

const seal = () => harness.sealBatches();
const HASH = `0x${"5c".repeat(32)}`;
const CONTRACT = {
  network: "Polygon",
  chainId: "137",
  contract: "0x52908400098527886e0f7030069857d2e4169ee7",
  claimCall: "UINT256",
  explorer: "https://polygonscan.com/",
  claimUntil: "2035-01-01",
} as const;

/** Returns a company with a frozen batch of two members of 100 tokens each. */
async function frozen() {
  const company = await harness.launched();
  const people = [await company.member(), await company.member()];
  const addresses = [];
  for (const one of people) {
    addresses.push(await company.prove(one));
    await company.buy(one);
  }
  await company.freeze();
  return { company, people, addresses };
}

const confirm = async (company: LaunchFixture) => {
  const [change] = await company.second.changes.list();
  return resultCode(company.second.changes.confirm({ id: change?.id ?? "" }));
};

/** Lets the day pass for which a contract is published before its funds are confirmed. */
const aDayLater = (company: LaunchFixture) =>
  harness.database.db
    .update(batches)
    .set({ publishedAt: new Date(Date.now() - 24.1 * 3_600_000) })
    .where(eq(batches.companyId, company.id));

const deliveredTo = async (company: LaunchFixture, person: Person) =>
  (await company.as(person)).batches.mine();
const mailedTo = async (company: LaunchFixture) =>
  (
    await harness.database.db
      .select({ userId: messages.userId, template: messages.template })
      .from(messages)
      .where(eq(messages.companyId, company.id))
  )
    .filter(({ template }) => template === "tokensDelivered")
    .map(({ userId }) => userId);

describe("the seal of a batch", () => {
  test("a frozen batch is sealed once: its text states rows, sums, roots and the seal before", async () => {
    const { company } = await frozen();
    const send = { number: 1, network: "Polygon", explorer: "https://polygonscan.com" };
    expect(await resultCode(company.first.batches.send(send))).toBe("BATCH_NOT_SEALED");
    await seal();
    await seal();
    const member = await company.member();
    await company.prove(member);
    await company.buy(member);
    await company.freeze();
    await seal();
    const seals = await harness.database.db
      .select()
      .from(batchSeals)
      .where(eq(batchSeals.companyId, company.id))
      .orderBy(batchSeals.sealedAt);
    const [first, second] = seals.map(({ text }) => parseSealText(text));
    expect(seals).toHaveLength(2);
    expect(first).toMatchObject({ number: 1, rows: 2, tokens: 200, root: seals[0]?.root });
    expect(second).toMatchObject({
      number: 2,
      rows: 1,
      tokens: 100,
      previous: sealHash(seals[0]?.text ?? ""),
    });
    for (const { publicKey, text, signature } of seals) {
      expect(isSigned(publicKey, text, signature)).toBe(true);
    }
  });
});

test("the files of a batch are its claims, and a tree that OpenZeppelin's library loads", async () => {
  const { company, addresses } = await frozen();
  await seal();
  const file = async (name: "claims" | "tree") =>
    (await company.first.batches.file({ number: 1, file: name })).text;
  type Dump = Parameters<typeof StandardMerkleTree.load<string[]>>[0];
  const tree = StandardMerkleTree.load(JSON.parse(await file("tree")) as Dump);
  tree.validate();
  expect(tree.root).toBe((await company.first.batches.find({ number: 1 })).root);
  const claims = [...tree.entries()].map(([, value]) => value.join(","));
  expect(claims.map((line) => line.split(",")[1]).sort()).toEqual(addresses.sort());
  const lines = ["index,address,amount", ...claims, ""];
  expect(await file("claims")).toBe(lines.join("\r\n"));
});

describe("a claim", () => {
  test(
    "members see a claim once its contract is confirmed by two and funded a day later, and the chain accepts it",
    { tags: ["full"] },
    async () => {
      const { company, people, addresses } = await frozen();
      await seal();
      const { root } = await company.first.batches.find({ number: 1 });
      const chain = await startChain(root ?? "");
      const contract = { ...CONTRACT, number: 1, contract: chain.contract };
      expect(await resultCode(company.first.batches.publish(contract))).toBe("NEEDS_SECOND_ADMIN");
      expect(await company.first.batches.find({ number: 1 })).toMatchObject({
        state: "FROZEN",
        contract: null,
        contractWaits: true,
      });
      expect(await confirm(company)).toBe("ok");
      expect(await company.first.batches.find({ number: 1 })).toMatchObject({
        state: "PUBLISHED",
        explorer: "https://polygonscan.com",
      });
      const fund = () =>
        resultCode(company.first.batches.fund({ number: 1, hash: HASH, isFunded: true }));
      expect(await fund()).toBe("BATCH_NOT_YET");
      expect(await deliveredTo(company, people[0] as Person)).toEqual([]);
      await aDayLater(company);
      expect(await fund()).toBe("ok");
      expect(await fund()).toBe("BATCH_STATE");
      for (const [at, person] of people.entries()) {
        const [own] = await deliveredTo(company, person);
        expect(own).toMatchObject({
          number: 1,
          tokens: 100,
          address: addresses[at],
          hash: HASH,
        });
        expect(own?.claim).toMatchObject({
          root,
          amount: `100${"0".repeat(18)}`,
          until: "2035-01-01",
        });
        expect(await chain.call(own?.claim?.data ?? "")).toBe(true);
        expect(await chain.paid(addresses[at] ?? "")).toBe(100n * 10n ** 18n);
        expect(await chain.call(own?.claim?.data ?? "")).toBe(false);
      }
      await mailDeliveries(harness.database.db, harness.deps);
      await mailDeliveries(harness.database.db, harness.deps);
      expect((await mailedTo(company)).sort()).toEqual(people.map(({ id }) => id).sort());
      expect(await company.faults()).toEqual([]);
    },
  );

  test("another contract begins the day anew, and one of a past day or with a typing error is refused", async () => {
    const { company } = await frozen();
    await seal();
    const publish = (change: object) =>
      resultCode(company.first.batches.publish({ ...CONTRACT, number: 1, ...change }));
    expect(await publish({ claimUntil: "2020-01-01" })).toBe("CLAIM_UNTIL_PAST");
    expect(await publish({ contract: "0x52908400098527886E0F7030069857D2E4169Ee7" })).toBe(
      "WALLET_ADDRESS_CHECKSUM",
    );
    expect(await publish({ explorer: "http://polygonscan.com" })).toBe("EXPLORER_INVALID");
    expect(await publish({ chainId: "0" })).toBe("CHAIN_ID_INVALID");
    await publish({});
    await confirm(company);
    await aDayLater(company);
    expect(await publish({ contract: `0x${"22".repeat(20)}` })).toBe("NEEDS_SECOND_ADMIN");
    await confirm(company);
    expect(
      await resultCode(company.first.batches.fund({ number: 1, hash: HASH, isFunded: true })),
    ).toBe("BATCH_NOT_YET");
  });
});

test(
  "a batch that nobody was sent to can be claimed instead, at a contract of its own",
  { tags: ["full"] },
  async () => {
    const { company, people, addresses } = await frozen();
    await seal();
    const { batches: api } = company.first;
    const way = { network: "Polygon", explorer: "https://polygonscan.com" };
    await api.send({ number: 1, ...way });
    expect(await resultCode(api.publish({ ...CONTRACT, number: 1 }))).toBe("NEEDS_SECOND_ADMIN");
    expect(await confirm(company)).toBe("ok");
    expect(await api.find({ number: 1 })).toMatchObject({ state: "PUBLISHED", way: "CLAIM" });

    for (const person of people) await company.buy(person);
    await company.freeze();
    await seal();
    expect(await api.find({ number: 2 })).toMatchObject({
      network: null,
      last: { ...way, chainId: 137 },
    });
    expect(await resultCode(api.publish({ ...CONTRACT, number: 2 }))).toBe("CONTRACT_USED");
    await api.send({ number: 2, ...way });
    await api.addTransfers({ number: 2, text: `${addresses[0]},100,${HASH}` });
    const other = { ...CONTRACT, number: 2, contract: `0x${"22".repeat(20)}` };
    expect(await resultCode(api.publish(other))).toBe("BATCH_STATE");
  },
);

test("a claim opens no earlier than its batch's day", () => {
  const publishedAt = new Date("2026-11-01T00:00:00Z");
  const at = (day: string) => deliverableAt({ publishedAt, day }).toISOString();
  expect(at("2026-10-01")).toBe("2026-11-02T00:00:00.000Z");
  expect(at("2026-12-30")).toBe("2026-12-29T18:30:00.000Z");
});

describe("tokens that the company sends", () => {
  test("no transaction is added before the day on which the batch's tokens are free", async () => {
    const company = await harness.launched();
    const member = await company.member();
    const address = await company.prove(member);
    await company.buy(member);
    await company.freeze("2035-01-01");
    await seal();
    const { batches: api } = company.first;
    await api.send({ number: 1, network: "Polygon", explorer: "https://polygonscan.com" });
    const line = { number: 1, text: `${address},100,${HASH}` };
    expect(await resultCode(api.addTransfers(line))).toBe("BATCH_NOT_YET");
    expect(await deliveredTo(company, member)).toEqual([]);
    expect(await api.find({ number: 1 })).toMatchObject({
      sent: 0,
      deliverableAt: "2034-12-31T18:30:00.000Z",
    });
  });

  test("transactions come back line by line: what does not fit is refused, and the last delivers the batch", async () => {
    const { company, people, addresses } = await frozen();
    await seal();
    const add = (text: string) => company.first.batches.addTransfers({ number: 1, text });
    expect(await resultCode(add(`${addresses[0]},100,${HASH}`))).toBe("BATCH_STATE");
    await company.first.batches.send({
      number: 1,
      network: "Polygon",
      explorer: "https://polygonscan.com",
    });
    const [first = "", second = ""] = addresses;
    const lines = [
      "address,amount,hash",
      `${first.toLowerCase()},100,${HASH.toUpperCase().replace("0X", "0x")}`,
      `${first},100,${HASH}`,
      `${second},99,${HASH}`,
      `0x${"77".repeat(20)},100,${HASH}`,
      `${second},100,0x12`,
      "hello",
      "",
    ];
    expect(await add(lines.join("\r\n"))).toEqual({
      added: 1,
      refused: 5,
      faults: [
        { line: 3, fault: "TWICE" },
        { line: 4, fault: "AMOUNT" },
        { line: 5, fault: "ADDRESS" },
        { line: 6, fault: "HASH" },
        { line: 7, fault: "FORM" },
      ],
    });
    expect(await deliveredTo(company, people[0] as Person)).toMatchObject([
      { tokens: 100, link: `https://polygonscan.com/tx/${HASH}`, claim: null },
    ]);
    expect(await deliveredTo(company, people[1] as Person)).toEqual([]);
    expect(await company.first.batches.find({ number: 1 })).toMatchObject({
      state: "FROZEN",
      sent: 1,
    });
    // The same file again changes nothing, and mails nobody twice.
    await add(`${first},100,${HASH}`);
    expect(await add(`"${second}";"100.0";"${HASH}"`)).toEqual({
      added: 1,
      refused: 0,
      faults: [],
    });
    expect(await company.first.batches.find({ number: 1 })).toMatchObject({
      state: "DELIVERED",
      sent: 2,
    });
    expect((await mailedTo(company)).sort()).toEqual(people.map(({ id }) => id).sort());
    expect(await resultCode(add(`${first},100,${HASH}`))).toBe("BATCH_STATE");
  });
});
