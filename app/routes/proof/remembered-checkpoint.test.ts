import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { NO_CHECKPOINT, checkpointText, keyIdOf } from "@server/ledger/rules/checkpoint";
import { GrowingTree, type Hash, consistencyPath, leafHash } from "@server/ledger/rules/merkle";
import type { ConsistencyProof, PublishedCheckpoint } from "@server/ledger/rules/verify-proof";
import { type CheckpointStore, checkHistory } from "./remembered-checkpoint";
import { verifyByLibrary, verifyInBrowser } from "./verify-signature";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const rawKey = publicKey.export({ format: "der", type: "spki" }).subarray(-32);

const rootOf = (leaves: readonly Hash[]): Hash => {
  const tree = new GrowingTree();
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
};

const leavesOf = (texts: readonly string[]): Hash[] =>
  texts.map((text) => leafHash(utf8ToBytes(text)));

function published(number: number, leaves: readonly Hash[]): PublishedCheckpoint {
  const text = checkpointText({
    companyId: "01900000-0000-7000-8000-00000000000a",
    log: "ALLOCATIONS",
    number,
    size: leaves.length,
    root: bytesToHex(rootOf(leaves)),
    head: NO_CHECKPOINT,
    beside: null,
    previous: NO_CHECKPOINT,
    signedAt: new Date(number),
    keyId: keyIdOf(rawKey),
  });
  return {
    text,
    signature: sign(null, Buffer.from(text), privateKey).toString("base64"),
    publicKey: rawKey.toString("base64"),
  };
}

test("signatures are verified with and without WebCrypto", async () => {
  const { text, signature, publicKey: key } = published(1, leavesOf(["a"]));
  expect(await verifyInBrowser(key, text, signature)).toBe(true);
  expect(await verifyInBrowser(key, "x", signature)).toBe(false);
  expect(await verifyInBrowser("", text, signature)).toBe(false);
  const bytes = [rawKey, Buffer.from(text), Buffer.from(signature, "base64")].map((one) =>
    Uint8Array.from(one),
  ) as [Uint8Array, Uint8Array, Uint8Array];
  expect(await verifyByLibrary(...bytes)).toBe(true);
  expect(await verifyByLibrary(bytes[0], Uint8Array.of(1), bytes[2])).toBe(false);
});

describe("the history since the last visit", () => {
  /** A site with these states of its list, each with a checkpoint. */
  const site = (states: readonly (readonly string[])[]) => async (address: string) => {
    const from = Number(new URL(address, "https://x.example").searchParams.get("from"));
    const answer = (body: object) => ({
      ok: true,
      status: 200,
      json: () => Promise.resolve(body),
    });
    const now = leavesOf(states.at(-1) ?? []);
    const second = published(states.length, now);
    if (!address.includes("consistency")) return answer(second);
    if (from > states.length) return { ok: false, status: 404, json: () => Promise.resolve({}) };
    const before = leavesOf(states[from - 1] ?? []);
    const path = await consistencyPath(
      (start, end) => Promise.resolve(rootOf(now.slice(start, end))),
      before.length,
      now.length,
    );
    const proof: ConsistencyProof = {
      format: "prelaunch-consistency-1",
      first: published(from, before),
      second,
      path: path.map(bytesToHex),
    };
    return answer(proof);
  };

  const memory = (): CheckpointStore & { kept: PublishedCheckpoint | null } => ({
    kept: null,
    read() {
      return this.kept;
    },
    write(checkpoint) {
      this.kept = checkpoint;
    },
  });

  test("a seen checkpoint is remembered, and reported as the same or grown", async () => {
    const seen = memory();
    const first = site([["a", "b", "c"]]);
    expect(await checkHistory(first, seen)).toMatchObject({ result: "first", number: 1, size: 3 });
    expect(await checkHistory(first, seen)).toMatchObject({ result: "same", number: 1 });
    const grown = site([
      ["a", "b", "c"],
      ["a", "b", "c", "d", "e"],
    ]);
    expect(await checkHistory(grown, seen)).toMatchObject({ result: "grown", number: 2, size: 5 });
  });

  test("a rewritten or truncated history is reported, and the seen checkpoint stays", async () => {
    const seen = memory();
    const true3 = [["a"], ["a", "b"], ["a", "b", "c"]];
    await checkHistory(site(true3), seen);
    const { kept } = seen;
    expect(await checkHistory(site(true3.slice(0, 2)), seen)).toMatchObject({
      result: "truncated",
      number: 3,
    });
    // Rewritten before the checkpoint, with a new checkpoint of the same number.
    const whole = [["x"], ["x", "b"], ["x", "b", "c"], ["x", "b", "c", "d"]];
    expect(await checkHistory(site(whole), seen)).toMatchObject({ result: "rewritten" });
    // The old checkpoint is shown, but the present list does not contain it.
    const later = [...true3, ["x", "b", "c", "d"]];
    expect(await checkHistory(site(later), seen)).toMatchObject({ result: "rewritten" });
    expect(seen.kept).toBe(kept);
  });

  test("a history that cannot be read now raises no alarm", async () => {
    const seen = memory();
    await checkHistory(site([["a"]]), seen);
    const offline = () => Promise.reject(new Error("offline"));
    expect(await checkHistory(offline, seen)).toEqual({ result: "failed" });
    const busy = () => Promise.resolve({ ok: false, status: 503, json: () => Promise.resolve({}) });
    expect(await checkHistory(busy, seen)).toEqual({ result: "failed" });
  });
});
