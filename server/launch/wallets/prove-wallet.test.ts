import { eq } from "drizzle-orm";
import { privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, test } from "vitest";
import { hosts, wallets } from "@db/schema";
import { newId } from "@db/ids";
import { freshActor } from "@server/testing/actors";
import { memberHarness, PASSWORD, type UserRow } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import type { Caller } from "@server/http/router";
import { duringTests } from "@server/testing/during-tests";

const key = privateKeyToAccount(`0x${"11".repeat(32)}`);
const otherKey = privateKeyToAccount(`0x${"22".repeat(32)}`);

const harness = duringTests(memberHarness);
let companyId: string;
let member: UserRow;
let api: Caller;

beforeEach(async () => {
  companyId = await harness.company();
  member = await harness.person(companyId, "USER");
  api = await harness.as(member);
});

const rowsOf = ({ id }: UserRow) =>
  harness.database.db.select().from(wallets).where(eq(wallets.memberId, id));

const ask = (caller = api, walletAddress: string = key.address) =>
  caller.launch.askWallet({ walletAddress, currentPassword: PASSWORD });

async function asked(caller = api) {
  const { asked: open } = await caller.launch.mine();
  if (!open) throw new Error("No message waits.");
  return open;
}

/** Asks for a message and answers it by the wallet's key. */
async function prove(caller = api, by = key) {
  await ask(caller, by.address);
  const { id, message } = await asked(caller);
  const signature = await by.signMessage({ message });
  await caller.launch.proveWallet({ id, signature });
  return { id, signature, message };
}

/** Moves the member's proofs into force. */
const takeForce = () =>
  harness.database.db
    .update(wallets)
    .set({ validFrom: new Date(Date.now() - 1000) })
    .where(eq(wallets.memberId, member.id));

describe("proving a wallet", () => {
  test("a signed message proves it, and it takes force a day later", async () => {
    await prove();
    const before = await api.launch.mine();
    expect(before).toMatchObject({ wallet: null, waiting: { address: key.address }, asked: null });
    const wait = Date.parse(before.waiting?.validFrom ?? "") - Date.now();
    expect(wait / 3_600_000).toBeCloseTo(24, 1);
    await takeForce();
    expect(await api.launch.mine()).toMatchObject({
      wallet: { address: key.address, isShared: false },
      waiting: null,
    });
    expect(await harness.sentTo(member.email, "walletChanged")).toMatchObject([
      { change: "PROVEN" },
    ]);
    const audit = await harness.audited(member.id);
    expect(audit.at(-1)).toMatchObject({ action: "wallet.proven" });
    expect(JSON.stringify(audit)).not.toContain(key.address);
    expect(await resultCode(ask())).toBe("WALLET_PROVEN_ALREADY");
  });

  test("another wallet waits while the first one stays, and any session stops it", async () => {
    await prove();
    await takeForce();
    const { id } = await prove(api, otherKey);
    expect(await api.launch.mine()).toMatchObject({
      wallet: { address: key.address },
      waiting: { address: otherKey.address },
    });
    const elsewhere = await harness.caller(
      { at: companyId },
      {
        ...freshActor(member),
        sessionId: "another session",
      },
    );
    await elsewhere.launch.stopWallet({ id });
    expect(await api.launch.mine()).toMatchObject({
      wallet: { address: key.address },
      waiting: null,
    });
    expect(await resultCode(api.launch.stopWallet({ id }))).toBe("WALLET_NOT_WAITING");
  });

  test("a wallet in force is not stopped by the form that stops one that waits", async () => {
    const { id } = await prove();
    await takeForce();
    expect(await resultCode(api.launch.stopWallet({ id }))).toBe("WALLET_NOT_WAITING");
    expect((await api.launch.mine()).wallet?.id).toBe(id);
  });

  test("a later proof stops the one that waited", async () => {
    await prove();
    await prove(api, otherKey);
    expect((await api.launch.mine()).waiting?.address).toBe(otherKey.address);
    const rows = await rowsOf(member);
    expect(rows.filter(({ stoppedAt }) => stoppedAt === null)).toHaveLength(1);
  });

  test(
    "a wallet of another member is told to both and to the admins",
    { tags: ["full"] },
    async () => {
      const other = await harness.person(companyId, "USER");
      const admin = await harness.person(companyId, "ADMIN");
      await prove(await harness.as(other));
      await prove();
      expect(await harness.sentTo(member.email, "walletChanged")).toMatchObject([
        { change: "SHARED" },
      ]);
      expect((await harness.sentTo(other.email, "walletChanged"))[0]).toMatchObject({
        change: "SHARED_BY_OTHER",
      });
      const [told] = await harness.sentTo(admin.email, "walletShared");
      expect(told).toMatchObject({ personId: member.id });
      expect(told?.members).toContain(other.referralCode);
      expect((await api.launch.mine()).waiting?.isShared).toBe(true);
      const seen = await (await harness.as(admin)).launch.walletsOf({ memberId: member.id });
      expect(seen.waiting).toMatchObject({ address: key.address, isShared: true });
      // Another wallet is shared with nobody, though two members have proven one.
      const third = await harness.as(await harness.person(companyId, "USER"));
      await prove(third, otherKey);
      expect((await third.launch.mine()).waiting?.isShared).toBe(false);
      // The same wallet at another company is nobody's business here.
      const stranger = await harness.person(await harness.company(), "USER");
      await prove(await harness.as(stranger), otherKey);
      expect((await (await harness.as(stranger)).launch.mine()).waiting?.isShared).toBe(false);
    },
  );
});

describe("what proves nothing", () => {
  const unproven = async (person = member) =>
    expect((await rowsOf(person)).filter(({ provedAt }) => provedAt !== null)).toEqual([]);

  test("a wrong password gets no message", async () => {
    const asking = api.launch.askWallet({ walletAddress: key.address, currentPassword: "wrong" });
    expect(await resultCode(asking)).toBe("CURRENT_PASSWORD_WRONG");
    expect(await rowsOf(member)).toEqual([]);
  });

  test("a message is answered once, and a replayed signature proves nothing more", async () => {
    const { id, signature } = await prove();
    await api.launch.stopWallet({ id });
    expect(await resultCode(api.launch.proveWallet({ id, signature }))).toBe(
      "WALLET_MESSAGE_ENDED",
    );
    await ask();
    const { id: next } = await asked();
    expect(await resultCode(api.launch.proveWallet({ id: next, signature }))).toBe(
      "WALLET_SIGNATURE_WRONG",
    );
    expect((await api.launch.mine()).waiting).toBeNull();
  });

  test("of two answers at once one proves", async () => {
    await ask();
    const { id, message } = await asked();
    const signature = await key.signMessage({ message });
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => resultCode(api.launch.proveWallet({ id, signature }))),
    );
    expect(codes.sort()).toEqual([
      "WALLET_MESSAGE_ENDED",
      "WALLET_MESSAGE_ENDED",
      "WALLET_MESSAGE_ENDED",
      "ok",
    ]);
  });

  test("another member's message, and that of another session, are not there", async () => {
    await ask();
    const { id, message } = await asked();
    const signature = await key.signMessage({ message });
    const other = await harness.person(companyId, "USER");
    const theirs = await harness.as(other);
    expect(await resultCode(theirs.launch.proveWallet({ id, signature }))).toBe(
      "WALLET_MESSAGE_ENDED",
    );
    expect(await resultCode(theirs.launch.stopWallet({ id }))).toBe("WALLET_NOT_WAITING");
    const elsewhere = await harness.caller(
      { at: companyId },
      {
        ...freshActor(member),
        sessionId: "another session",
      },
    );
    expect((await elsewhere.launch.mine()).asked).toBeNull();
    expect(await resultCode(elsewhere.launch.proveWallet({ id, signature }))).toBe(
      "WALLET_MESSAGE_ENDED",
    );
    await unproven();
    await unproven(other);
  });

  test("an old message proves nothing", async () => {
    await ask();
    const { id, message } = await asked();
    await harness.database.db
      .update(wallets)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(wallets.id, id));
    const signature = await key.signMessage({ message });
    expect(await resultCode(api.launch.proveWallet({ id, signature }))).toBe(
      "WALLET_MESSAGE_ENDED",
    );
    expect((await api.launch.mine()).asked).toBeNull();
    await unproven();
  });

  test("the message of another host proves nothing here", async () => {
    const [here, there] = [`a-${newId()}.example`, `b-${newId()}.example`];
    await harness.database.db
      .insert(hosts)
      .values([here, there].map((host) => ({ id: newId(), host, companyId })));
    const at = (host: string) => harness.caller({ at: companyId, host }, freshActor(member));
    await ask(await at(here));
    const { id, message } = await asked(await at(here));
    expect(message).toContain(here);
    const signature = await key.signMessage({ message });
    expect(await resultCode((await at(there)).launch.proveWallet({ id, signature }))).toBe(
      "WALLET_MESSAGE_ENDED",
    );
    await unproven();
    await (await at(here)).launch.proveWallet({ id, signature });
  });

  test("another wallet's signature, a contract's and a malformed one are refused, and may be repeated", async () => {
    await ask();
    const { id, message } = await asked();
    for (const signature of [
      await otherKey.signMessage({ message }),
      await key.signMessage({ message: `${message}\n` }),
      `0x${"ab".repeat(200)}`,
      "0x12",
      "signed",
    ]) {
      expect(await resultCode(api.launch.proveWallet({ id, signature }))).toBe(
        "WALLET_SIGNATURE_WRONG",
      );
    }
    await unproven();
    await api.launch.proveWallet({ id, signature: await key.signMessage({ message }) });
  });

  test("an admin of another company sees no wallet", async () => {
    const admin = await harness.person(await harness.company(), "ADMIN");
    const theirs = await harness.as(admin);
    expect(await resultCode(theirs.launch.walletsOf({ memberId: member.id }))).toBe(
      "MEMBER_NOT_FOUND",
    );
  });
});
