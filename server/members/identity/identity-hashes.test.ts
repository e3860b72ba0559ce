import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { violatedConstraint } from "@db/client";
import { findIdentity, saveIdentity } from "@server/members/queries/identity";
import { isProven, standingOf } from "@server/members/rules/identity/standing";
import { createSecrets } from "@server/platform/config/secrets";
import { memberHarness } from "@server/testing/member-harness";
import { openDetails, panHash, panHashes, sealDetails, secondHash } from "./details";
import { renewIdentityHashes } from "./renew-hashes";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
beforeAll(async () => {
  companyId = await harness.company();
});

const PAN = "ABCPE1234F";
const second = { kind: "PASSPORT", number: "Z1234567" } as const;
let made = 0;
const member = () =>
  harness.person(companyId, "USER", {
    referralCode: `ONCE${String((made += 1)).padStart(4, "0")}`,
  });

test("a PAN is verified under one account of a company, which ends with the account", async () => {
  const { db } = harness.database;
  const { secrets } = harness.deps;
  const verified = { panHash: panHash(secrets, companyId, PAN), verifiedAt: new Date() };
  const [first, other] = [await member(), await member()];
  await saveIdentity(db, companyId, first.id, verified);
  await saveIdentity(db, companyId, other.id, { panHash: verified.panHash });
  const again = saveIdentity(db, companyId, other.id, verified);
  const violated = await again.then(() => null, violatedConstraint);
  expect(violated).toBe("identity_cases_one_person");
  expect((await findIdentity(db, companyId, other.id))?.verifiedAt).toBeNull();
  await saveIdentity(db, companyId, first.id, { endedAt: new Date() });
  await saveIdentity(db, companyId, other.id, verified);
  // Another company's hash of the same PAN is another one.
  expect(panHash(secrets, await harness.company(), PAN)).not.toBe(verified.panHash);
});

test("an exchange of APP_SECRET renews the hashes of what it encrypted again", async () => {
  const { db } = harness.database;
  const before = createSecrets("a first secret of thirty-two signs or more");
  const after = createSecrets("a second secret of thirty-two signs or more", {
    previous: "a first secret of thirty-two signs or more",
  });
  const { id } = await member();
  const details = {
    pan: PAN,
    secondNumber: second.number,
    address: "1 Road",
    place: null,
    purchase: null,
  };
  await saveIdentity(db, companyId, id, {
    detailsEncrypted: sealDetails(before, details),
    panHash: panHash(before, companyId, PAN),
    secondKind: second.kind,
    secondHash: secondHash(before, companyId, second),
  });
  const read = async () => {
    const row = await findIdentity(db, companyId, id);
    return { pan: row?.panHash, second: row?.secondHash };
  };
  expect(panHashes(after, companyId, PAN)).toContain((await read()).pan);
  expect((await read()).second).toBe(secondHash(before, companyId, second));
  await saveIdentity(db, companyId, id, { detailsEncrypted: sealDetails(after, details) });
  await renewIdentityHashes(db, after);
  expect(await read()).toEqual({
    pan: panHash(after, companyId, PAN),
    second: secondHash(after, companyId, second),
  });
  const row = await findIdentity(db, companyId, id);
  expect(openDetails(after, row?.detailsEncrypted ?? null)).toEqual(details);
  expect(openDetails(after, null).pan).toBeNull();
});

test("a verification ends after its time, and a renewal keeps it until the decision", () => {
  const now = new Date();
  const later = new Date(now.getTime() + 1000);
  const verified = { state: "VERIFIED", verifiedAt: now, verifiedUntil: later } as const;
  expect(isProven(verified, now)).toBe(true);
  expect(isProven(verified, later)).toBe(false);
  expect(isProven({ ...verified, verifiedUntil: null }, later)).toBe(true);
  expect(isProven({ ...verified, state: "SENT" }, now)).toBe(true);
  expect(isProven(null, now)).toBe(false);
  const asks = { asks: "ALWAYS" } as const;
  expect(standingOf({ asks: "NOTHING" }, verified, now)).toBe("NOT_ASKED");
  expect(standingOf(asks, null, now)).toBe("TO_SEND");
  expect(standingOf(asks, verified, now)).toBe("VERIFIED");
  expect(standingOf(asks, verified, later)).toBe("EXPIRED");
  expect(standingOf(asks, { ...verified, state: "DRAFT" }, now)).toBe("VERIFIED");
  expect(standingOf(asks, { ...verified, state: "DRAFT" }, later)).toBe("TO_SEND");
  expect(standingOf(asks, { ...verified, state: "ASKED" }, now)).toBe("ASKED");
});

test("a dump without the key does not tell whose PAN a hash is", () => {
  const { secrets } = harness.deps;
  const guessed = createSecrets("the secret of somebody else, thirty-two signs");
  const plain = createHash("sha256").update(`${companyId} PAN ${PAN}`).digest("hex");
  const stored = panHash(secrets, companyId, PAN);
  expect([panHash(guessed, companyId, PAN), plain]).not.toContain(stored);
  // Another purpose of the same secret hashes differently.
  expect(secrets.keyedHash("risk-sign", `${companyId} PAN ${PAN}`)).not.toBe(stored);
});
