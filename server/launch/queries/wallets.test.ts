import { expect, test } from "vitest";
import { newId } from "@db/ids";
import { wallets } from "@db/schema";
import { eraseMember } from "@server/members/administration/erase-member";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { findWalletInForce, listWalletsInForce } from "./wallets";
import { duringTests } from "@server/testing/during-tests";

const HOUR_MS = 60 * 60 * 1000;
const OLD = "0x52908400098527886E0F7030069857D2E4169EE7";
const NEW = "0xde709f2102306220921060314715629080e2fb77";

const harness = duringTests(memberHarness);

/** Stores a proof that is valid from some hours from now on. */
async function prove(
  { companyId, id: memberId }: UserRow,
  address: string,
  { hours, stopped = false }: { hours: number; stopped?: boolean },
) {
  const at = new Date(Date.now() + hours * HOUR_MS);
  await harness.database.db.insert(wallets).values({
    companyId,
    memberId,
    sessionId: "a session",
    address,
    nonce: newId(),
    message: "a message",
    expiresAt: at,
    signature: "0x",
    proof: "PASTED",
    provedAt: new Date(at.getTime() - 24 * HOUR_MS),
    validFrom: at,
    stoppedAt: stopped ? at : null,
  });
}

test("the newest proof that is valid and not stopped is the wallet in force", async () => {
  const { db } = harness.database;
  const companyId = await harness.company();
  const member = await harness.person(companyId, "USER");
  const other = await harness.person(companyId, "USER");
  const stranger = await harness.person(await harness.company(), "USER");
  const inForce = async () => (await findWalletInForce(db, companyId, member.id))?.address;
  await prove(stranger, NEW, { hours: -1 });
  expect(await inForce()).toBeUndefined();
  await prove(member, OLD, { hours: -10 });
  await prove(member, NEW, { hours: 10 });
  expect(await inForce()).toBe(OLD);
  await prove(member, NEW, { hours: -1, stopped: true });
  expect(await inForce()).toBe(OLD);
  await prove(member, NEW, { hours: -2 });
  await prove(other, OLD, { hours: -2 });
  expect(await inForce()).toBe(NEW);
  const asked = [member.id, other.id, stranger.id];
  const listed = await listWalletsInForce(db, companyId, asked);
  expect(await listWalletsInForce(db, companyId, [other.id])).toHaveLength(1);
  const addresses = new Map(listed.map((one) => [one.memberId, one.address]));
  expect(addresses).toEqual(
    new Map([
      [member.id, NEW],
      [other.id, OLD],
    ]),
  );
});

test("the end of an account deletes the wallets that the person proved", async () => {
  const { db } = harness.database;
  const member = await harness.person(await harness.company(), "USER");
  await prove(member, OLD, { hours: -1 });
  await db.transaction((tx) => eraseMember(harness.deps, tx, member, new Date()));
  expect(await findWalletInForce(db, member.companyId, member.id)).toBeUndefined();
});
