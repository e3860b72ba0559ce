import { beforeAll, expect, test } from "vitest";
import { isSignedHere } from "@ops/verify-proof/verdict";
import { sealBatches } from "@server/launch/batches/seal-batches";
import { type BatchTrace, verifyTrace } from "@server/launch/rules/verify-trace";
import { LAUNCH_KEY, launchHarness } from "@server/testing/launch-harness";
import { resultCode } from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(launchHarness);
let trace: BatchTrace;
let others: BatchTrace;
beforeAll(async () => {
  const company = await harness.launched();
  const [asha, ravi] = [await company.member(), await company.member()];
  for (const member of [asha, ravi, asha]) {
    await company.buy(member);
  }
  await company.prove(asha);
  await company.prove(ravi);
  await company.freeze();
  const seal = () => sealBatches(harness.database.db, { ...harness.deps, key: () => LAUNCH_KEY });
  expect(await resultCode((await company.as(asha)).proof.ofBatch({ number: 1 }))).toBe(
    "BATCH_NOT_SEALED",
  );
  await seal();
  trace = await (await company.as(asha)).proof.ofBatch({ number: 1 });
  others = await (await company.as(ravi)).proof.ofBatch({ number: 1 });
  const stranger = await company.as(await company.member());
  expect(await resultCode(stranger.proof.ofBatch({ number: 1 }))).toBe("BATCH_NOT_FOUND");
});

const verdict = (file: unknown, publishedRoot?: string) =>
  verifyTrace(file, { isSigned: isSignedHere, trustedKeys: [LAUNCH_KEY.publicKey], publishedRoot });

test("a member's row is traced from the allocations over checkpoint and seal to the root", async () => {
  const root = /^root=(.*)$/m.exec(trace.seal.text)?.[1] ?? "";
  expect(trace.allocations).toHaveLength(2);
  expect(await verdict(trace, root)).toMatchObject({
    ok: true,
    kind: "batch",
    row: { tokens: 200 },
    seal: { number: 1, rows: 2, tokens: 300, root },
  });
});

test("what differs is named", async () => {
  const faultOf = async (change: (copy: BatchTrace) => void, root?: string) => {
    const copy = structuredClone(trace);
    change(copy);
    const found = await verdict(copy, root);
    return found.ok ? null : found.fault;
  };
  const [first] = trace.allocations;
  if (!first) throw new Error("There is no allocation.");
  const faults: [string, (copy: BatchTrace) => void][] = [
    ["SIGNATURE", (copy) => (copy.seal.text = copy.seal.text.replace("number=1", "number=2"))],
    ["KEY", (copy) => (copy.seal.publicKey = Buffer.alloc(32, 9).toString("base64"))],
    ["FORMAT", (copy) => (copy.seal.text = "a text")],
    ["FORMAT", (copy) => (copy.row.text = `${copy.row.text}\n`)],
    ["ROW", (copy) => (copy.row.text = copy.row.text.replace("tokens=200", "tokens=900"))],
    ["ROW", (copy) => (copy.row.proof = [])],
    ["PARTS", (copy) => copy.allocations.pop()],
    ["INCLUSION", (copy) => (copy.allocations[0] = { ...first, leafIndex: 2 })],
    ["CLAIM", (copy) => (copy.claim.amount = `9${copy.claim.amount}`)],
    ["CLAIM", (copy) => (copy.claim = others.claim)],
    ["LEAF", (copy) => (copy.claim.proof = [])],
  ];
  for (const [fault, change] of faults) expect(await faultOf(change)).toBe(fault);
  expect(await faultOf(() => {}, `0x${"00".repeat(32)}`)).toBe("ROOT");
  expect(await faultOf(() => {})).toBeNull();
});
