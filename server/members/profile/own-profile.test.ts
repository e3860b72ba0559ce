import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { medias, users } from "@db/schema";
import type { Caller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import {
  PASSWORD,
  type MemberHarness,
  memberHarness,
  type UserRow,
} from "@server/testing/member-harness";

let harness: MemberHarness;
let companyId: string;
let adminApi: Caller;
beforeAll(async () => {
  harness = await memberHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  companyId = await harness.company();
  adminApi = await harness.as(await harness.person(companyId, "ADMIN"));
});
afterEach(() => harness.database.sql`DELETE FROM login_throttles`);

describe("a member's own profile", () => {
  const picture = async (owner: UserRow, contentType = "image/png") => {
    const id = newId();
    await harness.database.db.insert(medias).values({
      id,
      companyId: owner.companyId,
      ownerId: owner.id,
      ownerRole: owner.role,
      contentType,
      fileName: "face.png",
      sizeBytes: 1,
      sha256: "0".repeat(64),
      storageKey: `${owner.companyId}/${id}`,
    });
    return id;
  };

  test("a profile shows the member's own data, with the KYC number masked", async () => {
    const person = await harness.person(companyId, "USER");
    const mine = await harness.as(person);
    await mine.members.updateProfile({
      currentPassword: PASSWORD,
      name: "Asha",
      dateOfBirth: "1990-05-17",
      kycDocumentNumber: "abcde-1234-f",
      walletAddress: "0x52908400098527886e0f7030069857d2e4169ee7",
      profileImageId: await picture(person),
    });
    const shown = await mine.members.profile();
    expect(shown).toMatchObject({
      id: person.id,
      name: "Asha",
      email: person.email,
      mobile: person.mobile,
      referralCode: person.referralCode,
      dateOfBirth: "1990-05-17",
      kycDocumentNumber: "XXXXXX234F",
      walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
      globalStake: 0,
      stockBalance: 0,
    });
    expect(shown.profileImage?.url).toBe(`/media/${shown.profileImageId}`);
    const row = await harness.row(person);
    expect(row.kycEncrypted).not.toContain("ABCDE1234F");
    // Ids are removed first, since they contain any digits.
    const entries = await harness.audited(person.id);
    const balances = JSON.stringify(entries.map(({ before, after }) => ({ before, after })));
    expect(balances).toContain("kycEncrypted");
    expect(balances).not.toMatch(/Asha|1234|1990/);
  });

  test("a profile changes with the current password only, and keeps empty fields", async () => {
    const person = await harness.person(companyId, "USER", { dateOfBirth: "1990-01-01" });
    const mine = await harness.as(person);
    const wrong = mine.members.updateProfile({ currentPassword: "wrong", name: "Mallory" });
    expect(await resultCode(wrong)).toBe("CURRENT_PASSWORD_WRONG");
    expect(await harness.row(person)).toEqual(person);
    await mine.members.updateProfile({ currentPassword: PASSWORD, name: "", mobile: "" });
    expect(await harness.row(person)).toEqual(person);
    expect(await harness.audited(person.id)).toHaveLength(0);
  });

  test("ignores fields that a member may not change", async () => {
    const person = await harness.person(companyId, "USER", { isApproved: false });
    const smuggled = {
      currentPassword: PASSWORD,
      email: "other@people.example",
      role: "ADMIN",
      isApproved: true,
      referralCode: "MINE2345",
      status: "BLOCKED",
      companyId: newId(),
    };
    await (await harness.as(person)).members.updateProfile(smuggled);
    expect(await harness.row(person)).toEqual(person);
  });

  test("refuses an underage date of birth, a mistyped wallet and another person's picture", async () => {
    const person = await harness.person(companyId, "USER");
    const neighbour = await harness.person(companyId, "USER");
    const stranger = await harness.person(await harness.company(), "USER");
    const mine = await harness.as(person);
    const save = (change: object) =>
      resultCode(mine.members.updateProfile({ currentPassword: PASSWORD, ...change }));
    const aYearAgo = new Date(Date.now() - 365 * 24 * 3_600_000).toISOString().slice(0, 10);
    expect(await save({ dateOfBirth: aYearAgo })).toBe("UNDER_AGE");
    expect(await save({ dateOfBirth: "1800-01-01" })).toBe("BIRTH_DATE_INVALID");
    expect(await save({ walletAddress: "0x52908400098527886E0F7030069857D2E4169Ee7" })).toBe(
      "WALLET_ADDRESS_CHECKSUM",
    );
    for (const id of [
      await picture(neighbour),
      await picture(stranger),
      await picture(person, "application/pdf"),
      newId(),
    ]) {
      expect(await save({ profileImageId: id })).toBe("MEDIA_NOT_FOUND");
    }
    expect(await harness.row(person)).toEqual(person);
  });

  test("removes the picture on request", async () => {
    const person = await harness.person(companyId, "USER");
    await harness.database.db
      .update(users)
      .set({ avatarMediaId: await picture(person) })
      .where(eq(users.id, person.id));
    const mine = await harness.as(person);
    const saved = await mine.members.updateProfile({
      currentPassword: PASSWORD,
      removeProfileImage: true,
    });
    expect(saved.profileImage).toBeNull();
  });

  test("can be saved any number of times with the right password", async () => {
    const mine = await harness.as(await harness.person(companyId, "USER"));
    for (let i = 0; i < 15; i += 1) {
      const call = mine.members.updateProfile({
        currentPassword: PASSWORD,
        name: `Asha ${"x".repeat(i + 1)}`,
      });
      expect(await resultCode(call)).toBe("ok");
    }
  });

  test("stores language and colour scheme for members and admins", async () => {
    const saved = await adminApi.members.savePreferences({ language: "hi" });
    expect(saved).toEqual({ language: "hi", colourScheme: "system" });
    expect(await adminApi.members.savePreferences({ colourScheme: "dark" })).toEqual({
      language: "hi",
      colourScheme: "dark",
    });
    const site = await harness.caller({ at: companyId });
    expect(await resultCode(site.members.savePreferences({ language: "hi" }))).toBe(
      "NOT_SIGNED_IN",
    );
    expect(await resultCode(site.members.profile())).toBe("NOT_SIGNED_IN");
    expect(await resultCode(adminApi.members.profile())).toBe("WRONG_ROLE");
  });
});
