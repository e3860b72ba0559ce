import { eq } from "drizzle-orm";
import { privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, test } from "vitest";
import { wallets } from "@db/schema";
import { findWalletInForce } from "@server/launch/queries/wallets";
import { memberHarness, PASSWORD, type UserRow } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import type { Caller } from "@server/http/router";
import { duringTests } from "@server/testing/during-tests";

const key = privateKeyToAccount(`0x${"11".repeat(32)}`);
const nextKey = privateKeyToAccount(`0x${"22".repeat(32)}`);
const EVIDENCE = "Video call, passport compared";

const harness = duringTests(memberHarness);
let companyId: string;
let member: UserRow;
let api: Caller;
let one: Caller;
let two: Caller;

beforeEach(async () => {
  companyId = await harness.company();
  member = await harness.person(companyId, "USER");
  api = await harness.as(member);
  const owner = () => harness.person(companyId, "ADMIN", { adminRole: "OWNER" });
  [one, two] = [await harness.as(await owner()), await harness.as(await owner())];
});

async function prove(by = key) {
  await api.launch.askWallet({ walletAddress: by.address, currentPassword: PASSWORD });
  const { asked } = await api.launch.mine();
  if (!asked) throw new Error("No message waits.");
  const signature = await by.signMessage({ message: asked.message });
  await api.launch.proveWallet({ id: asked.id, signature });
  return asked.id;
}

const takeForce = (id: string) =>
  harness.database.db.update(wallets).set({ validFrom: new Date() }).where(eq(wallets.id, id));

const lose = (id: string, caller = api) =>
  caller.launch.loseWallet({ id, currentPassword: PASSWORD });

const inForce = async () =>
  (await findWalletInForce(harness.database.db, companyId, member.id))?.address;

/** Proves a wallet that takes force, and reports it lost. */
async function lost() {
  const id = await prove();
  await takeForce(id);
  expect(await inForce()).toBe(key.address);
  await lose(id);
  return id;
}

describe("a lost wallet", () => {
  test("nothing goes there any more, and the next one waits for two admins and a day", async () => {
    await lost();
    expect(await inForce()).toBeUndefined();
    expect(await api.launch.mine()).toMatchObject({ wallet: null, lost: { address: key.address } });
    const next = await prove(nextKey);
    expect((await api.launch.mine()).waiting).toMatchObject({ id: next, validFrom: null });
    const asked = one.launch.confirmWallet({ id: next, evidence: EVIDENCE });
    expect(await resultCode(asked)).toBe("NEEDS_SECOND_ADMIN");
    expect((await api.launch.mine()).waiting?.validFrom).toBeNull();
    const [change] = await two.changes.list();
    expect(change).toMatchObject({ kind: "LOST_WALLET" });
    expect(change?.fields).toContainEqual({ name: "evidence", before: null, after: EVIDENCE });
    expect(await resultCode(one.changes.confirm({ id: change?.id ?? "" }))).not.toBe("ok");
    await two.changes.confirm({ id: change?.id ?? "" });
    const waits = Date.parse((await api.launch.mine()).waiting?.validFrom ?? "") - Date.now();
    expect(waits / 3_600_000).toBeCloseTo(24, 1);
    expect(await inForce()).toBeUndefined();
    await takeForce(next);
    expect(await api.launch.mine()).toMatchObject({
      wallet: { address: nextKey.address },
      lost: null,
    });
    expect(await harness.sentTo(member.email, "walletChanged")).toMatchObject([
      { change: "PROVEN" },
      { change: "AFTER_LOSS" },
      { change: "LOST" },
      { change: "PROVEN" },
    ]);
  });

  test("a confirmation does nothing for a wallet that its member stopped", async () => {
    await lost();
    const next = await prove(nextKey);
    await resultCode(one.launch.confirmWallet({ id: next, evidence: EVIDENCE }));
    await api.launch.stopWallet({ id: next });
    const [change] = await two.changes.list();
    expect(await resultCode(two.changes.confirm({ id: change?.id ?? "" }))).toBe(
      "CHANGE_OVERTAKEN",
    );
    // The loss stays open: the next proof waits for the admins again.
    await prove(nextKey);
    expect((await api.launch.mine()).waiting?.validFrom).toBeNull();
  });

  test("only its member loses it, by the password, and only one in force", async () => {
    const id = await prove();
    expect(await resultCode(lose(id))).toBe("WALLET_NOT_IN_FORCE");
    await takeForce(id);
    const wrong = api.launch.loseWallet({ id, currentPassword: "wrong" });
    expect(await resultCode(wrong)).toBe("CURRENT_PASSWORD_WRONG");
    const other = await harness.as(await harness.person(companyId, "USER"));
    expect(await resultCode(lose(id, other))).toBe("WALLET_NOT_IN_FORCE");
    expect(await inForce()).toBe(key.address);
  });

  test("admins confirm no wallet that needs no confirmation, without evidence, or of another company", async () => {
    const plain = await prove();
    expect(await resultCode(one.launch.confirmWallet({ id: plain, evidence: EVIDENCE }))).toBe(
      "WALLET_NOT_WAITING",
    );
    await takeForce(plain);
    await lose(plain);
    const next = await prove(nextKey);
    expect(await resultCode(one.launch.confirmWallet({ id: next, evidence: " " }))).toBe(
      "EVIDENCE_REQUIRED",
    );
    const elsewhere = await harness.company();
    const stranger = await harness.as(
      await harness.person(elsewhere, "ADMIN", { adminRole: "OWNER" }),
    );
    expect(await resultCode(stranger.launch.confirmWallet({ id: next, evidence: EVIDENCE }))).toBe(
      "WALLET_NOT_WAITING",
    );
    const viewer = await harness.as(
      await harness.person(companyId, "ADMIN", { adminRole: "VIEWER" }),
    );
    expect(await resultCode(viewer.launch.confirmWallet({ id: next, evidence: EVIDENCE }))).toBe(
      "ADMIN_ROLE_TOO_LOW",
    );
    expect((await api.launch.mine()).waiting?.validFrom).toBeNull();
    expect(await two.changes.list()).toEqual([]);
  });
});
