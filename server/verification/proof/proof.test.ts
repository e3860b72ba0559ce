import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type ConsistencyProof,
  type InclusionProof,
  type PublishedCheckpoint,
  verifyProof,
} from "@server/ledger/rules/verify-proof";
import { leafHash } from "@server/ledger/rules/merkle";
import { verifyNightly } from "@server/verification/verify-nightly";
import { sealAll } from "@server/ledger/sealing/seal-timer";
import { signingKey } from "@server/ledger/sealing/signing-key";
import { ledgerFixture } from "@server/testing/ledger-fixture";
import {
  type CompanyFixture,
  type Person,
  orderHarness,
  resultCode,
} from "@server/testing/order-harness";
import { pino } from "pino";
import { isSignedHere } from "@ops/verify-proof/verdict";
import { duringTests } from "@server/testing/during-tests";

const key = signingKey(Buffer.alloc(32, 3).toString("base64"));

const harness = duringTests(orderHarness);
let seller: CompanyFixture;
let member: Person;
const numbers: string[] = [];

const seal = () => sealAll({ database: harness.database, key });
const options = { isSigned: isSignedHere, trustedKeys: [key.publicKey] };

async function approve(): Promise<void> {
  const api = await seller.as(member, { transport: "rest" });
  const { id, orderNumber } = await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
  await (await seller.as(seller.admin)).orders.approve({ orderId: id });
  numbers.push(orderNumber);
}

beforeAll(async () => {
  seller = await harness.company();
  member = await seller.member();
  for (let round = 0; round < 3; round += 1) {
    await approve();
    await approve();
    await seal();
  }
});

const visitor = () => seller.as(null);
const ownProof = async (number = numbers[2] ?? "") =>
  (await seller.as(member)).proof.ofOrder({ purchaseId: number });

describe("a member's proof", () => {
  test("a member's proof holds in the first checkpoint that covers the order, which the receipt names", async () => {
    const proof = await ownProof();
    const { checkpoint } = await (
      await seller.as(member)
    ).orders.receipt({ purchaseId: numbers[2] ?? "" });
    expect(checkpoint).toMatchObject({ number: 2, size: 4, leafIndex: 2 });
    const verdict = await verifyProof(proof, options);
    expect(verdict).toMatchObject({
      ok: true,
      kind: "inclusion",
      leafIndex: 2,
      checkpoint: { number: 2, size: 4, root: checkpoint?.root },
    });
    expect(proof.text).toContain(`member=${member.id}`);
  });

  test("the last order under a checkpoint has its proof in that one", async () => {
    const proof = await ownProof(numbers[3]);
    expect(await verifyProof(proof, options)).toMatchObject({
      ok: true,
      leafIndex: 3,
      checkpoint: { number: 2, size: 4 },
    });
  });

  test("a member's proof is not given before it is sealed, nor to another member", async () => {
    const other = await seller.member();
    const asOther = await seller.as(other);
    expect(await resultCode(asOther.proof.ofOrder({ purchaseId: numbers[0] ?? "" }))).toBe(
      "ORDER_NOT_FOUND",
    );
    await approve();
    const last = numbers.at(-1) ?? "";
    expect(await resultCode(ownProof(last))).toBe("NOT_FOUND");
    const receipt = await (await seller.as(member)).orders.receipt({ purchaseId: last });
    expect(receipt.checkpoint).toBeNull();
    await seal();
    expect((await verifyProof(await ownProof(last), options)).ok).toBe(true);
  });

  test("the fault of a changed proof is named", async () => {
    const proof = await ownProof();
    const faultOf = async (changed: object) => {
      const verdict = await verifyProof({ ...proof, ...changed }, options);
      return verdict.ok ? "none" : verdict.fault;
    };
    const { checkpoint } = proof;
    const text = proof.text?.replace("quantity=10\n", "quantity=99\n") ?? "";
    expect(text).not.toBe(proof.text);
    expect(await faultOf({ text })).toBe("INCLUSION");
    expect(
      await faultOf({
        text,
        leafHash: Buffer.from(leafHash(Buffer.from(text))).toString("hex"),
      }),
    ).toBe("INCLUSION");
    expect(await faultOf({ leafIndex: 3 })).toBe("INCLUSION");
    expect(await faultOf({ path: proof.path.slice(1) })).toBe("INCLUSION");
    expect(await faultOf({ path: ["x"] })).toBe("FORMAT");
    const resized = checkpoint.text.replace("size=4", "size=5");
    expect(await faultOf({ checkpoint: { ...checkpoint, text: resized } })).toBe("SIGNATURE");
    const stranger = signingKey(Buffer.alloc(32, 4).toString("base64"));
    const resigned = checkpoint.text.replace(/key=.*/, `key=${stranger.id}`);
    const forged: PublishedCheckpoint = {
      text: resigned,
      signature: stranger.sign(resigned),
      publicKey: stranger.publicKey,
    };
    expect(await faultOf({ checkpoint: forged })).toBe("KEY");
    expect(await faultOf({ checkpoint: { ...forged, publicKey: key.publicKey } })).toBe("KEY");
    expect(await faultOf({ format: "other" })).toBe("FORMAT");
    expect(await verifyProof(null, options)).toEqual({ ok: false, fault: "FORMAT" });
  });
});

describe("visitors", () => {
  test(
    "visitors read the history, its keys, and proofs that hold hashes only",
    { tags: ["full"] },
    async () => {
      const api = await visitor();
      const history = await api.proof.history({ limit: 2 });
      expect(history.records.map(({ number }) => number)).toEqual([
        history.total,
        history.total - 1,
      ]);
      expect(history.keys.map(({ publicKey }) => publicKey)).toContain(key.publicKey);
      expect(history.current).toMatchObject({ number: history.total });
      const proof = await api.proof.inclusion({ leaf: 0, checkpoint: 1 });
      expect(proof.text).toBeNull();
      expect((await verifyProof(proof, options)).ok).toBe(true);
      expect(await resultCode(api.proof.inclusion({ leaf: 2, checkpoint: 1 }))).toBe("NOT_FOUND");
      expect(await resultCode(api.proof.checkpoint({ number: 99 }))).toBe("NOT_FOUND");
    },
  );

  test("visitors find nothing of another company, nor on the platform's host", async () => {
    const other = await harness.company();
    const api = await other.as(null);
    expect(await api.proof.history({})).toMatchObject({ current: null, records: [] });
    expect(await resultCode(api.proof.checkpoint({}))).toBe("NOT_FOUND");
    expect(await resultCode((await harness.superAdmin()).proof.history({}))).toBe("NOT_FOUND");
  });

  test("visitors verify that each checkpoint grew out of every earlier one", async () => {
    const api = await visitor();
    for (const [from, to] of [
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 3],
    ]) {
      const proof = await api.proof.consistency({ from, to });
      expect(await verifyProof(proof, options)).toMatchObject({ ok: true, kind: "consistency" });
      const turned = { ...proof, first: proof.second, second: proof.first };
      if (from !== to) {
        expect(await verifyProof(turned, options)).toEqual({ ok: false, fault: "CONSISTENCY" });
      }
    }
    expect(await resultCode(api.proof.consistency({ from: 3, to: 1 }))).toBe("NOT_FOUND");
  });

  test("visitors verify proofs of a large ledger", { tags: ["full"] }, async () => {
    const fixture = await ledgerFixture(harness.database.db);
    await fixture.approve(100);
    await seal();
    await fixture.approve(330);
    await seal();
    const api = await seller.as(null);
    const company = await harness.visit(fixture.companyId);
    const { current } = await company.proof.history({});
    const size = current?.size ?? 0;
    expect(size).toBeGreaterThan(600);
    for (const leaf of [0, 1, 255, 256, 257, 511, 512, size - 1]) {
      expect((await verifyProof(await company.proof.inclusion({ leaf }), options)).ok).toBe(true);
    }
    expect((await verifyProof(await company.proof.consistency({ from: 1 }), options)).ok).toBe(
      true,
    );
    expect(await resultCode(api.proof.inclusion({ leaf: 300 }))).toBe("NOT_FOUND");
  });
});

test(
  "the operator's command verifies a proof's file without a server",
  { tags: ["full"], timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "verify-proof-"));
    try {
      const command = path.join(folder, "verify-proof.mjs");
      await build({
        entryPoints: ["ops/verify-proof/main.ts"],
        outfile: command,
        bundle: true,
        format: "esm",
        platform: "node",
        target: "node20",
      });
      const write = (name: string, body: unknown) => {
        writeFileSync(path.join(folder, name), JSON.stringify(body));
        return path.join(folder, name);
      };
      const run = (...words: string[]) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
          cwd: folder,
          encoding: "utf8",
        });
        return { status, said: stdout + stderr };
      };
      const proof: InclusionProof = await ownProof();
      const own = write("own.json", proof);
      expect(run(own)).toMatchObject({ status: 0 });
      expect(run(own).said).toMatch(/entry 3 is among the 4 of checkpoint 2/);
      expect(run(own).said).toContain("--key");
      expect(run(own, "--key", key.publicKey).said).not.toContain("--key");
      const stranger = signingKey(Buffer.alloc(32, 4).toString("base64")).publicKey;
      expect(run(own, "--key", stranger)).toMatchObject({ status: 1 });
      const changed = write("changed.json", { ...proof, leafIndex: 1 });
      expect(run(changed)).toMatchObject({ status: 1 });

      const history: ConsistencyProof = await (
        await visitor()
      ).proof.consistency({ from: 2, to: 3 });
      const grown = write("history.json", history);
      expect(run(grown, "--kept", own)).toMatchObject({ status: 0 });
      const first = write("first.json", await (await visitor()).proof.checkpoint({ number: 1 }));
      expect(run(grown, "--kept", first)).toMatchObject({ status: 1 });
      expect(run()).toMatchObject({ status: 2 });
      expect(run(path.join(folder, "none.json"))).toMatchObject({ status: 2 });
      expect(run(own, "--wrong")).toMatchObject({ status: 2 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test(
  "a super admin sees what the last nightly verification found",
  { tags: ["full"] },
  async () => {
    const api = await harness.superAdmin();
    expect(await api.proof.lastVerification()).toBeNull();
    await verifyNightly(harness.database.db, pino({ level: "silent" }));
    expect(await api.proof.lastVerification()).toMatchObject({ faults: [] });
    await harness.database
      .sql`UPDATE supplies SET held = held + 1 WHERE company_id = ${seller.id} AND pool = 'REFERRAL'`;
    await verifyNightly(harness.database.db, pino({ level: "silent" }));
    const last = await api.proof.lastVerification();
    expect(last?.faults).toHaveLength(1);
    expect(last?.faults[0]).toContain('"held"');
    expect(await resultCode((await seller.as(seller.admin)).proof.lastVerification())).toBe(
      "WRONG_ROLE",
    );
  },
);
