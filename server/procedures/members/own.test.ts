import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { medias, users } from "@db/schema";
import type { Caller } from "@server/procedures/router";
import { outcome } from "@server/testing/money-world";
import {
  PASSWORD,
  type PeopleWorld,
  peopleWorld,
  type UserRow,
} from "@server/testing/people-world";

let world: PeopleWorld;
let companyId: string;
let desk: Caller;
beforeAll(async () => {
  world = await peopleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  companyId = await world.company();
  desk = await world.as(await world.person(companyId, "ADMIN"));
});
afterEach(() => world.database.sql`DELETE FROM login_throttles`);

describe("one's own profile", () => {
  const picture = async (owner: UserRow, contentType = "image/png") => {
    const id = newId();
    await world.database.db.insert(medias).values({
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

  test("shows what is one's own, the KYC number masked", async () => {
    const person = await world.person(companyId, "USER");
    const mine = await world.as(person);
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
    const row = await world.row(person);
    expect(row.kycEncrypted).not.toContain("ABCDE1234F");
    const books = JSON.stringify(await world.audited(person.id));
    expect(books).toContain("kycEncrypted");
    expect(books).not.toMatch(/Asha|1234|1990/);
  });

  test("is changed with the current password only, and what is empty stays", async () => {
    const person = await world.person(companyId, "USER", { dateOfBirth: "1990-01-01" });
    const mine = await world.as(person);
    const wrong = mine.members.updateProfile({ currentPassword: "wrong", name: "Mallory" });
    expect(await outcome(wrong)).toBe("CURRENT_PASSWORD_WRONG");
    expect(await world.row(person)).toEqual(person);
    await mine.members.updateProfile({ currentPassword: PASSWORD, name: "", mobile: "" });
    expect(await world.row(person)).toEqual(person);
    expect(await world.audited(person.id)).toHaveLength(0);
  });

  test("cannot change what is not one's own to change", async () => {
    const person = await world.person(companyId, "USER", { isApproved: false });
    const smuggled = {
      currentPassword: PASSWORD,
      email: "other@people.example",
      role: "ADMIN",
      isApproved: true,
      referralCode: "MINE2345",
      status: "BLOCKED",
      companyId: newId(),
    };
    await (await world.as(person)).members.updateProfile(smuggled);
    expect(await world.row(person)).toEqual(person);
  });

  test("takes no child's date of birth, no mistyped wallet, no other's picture", async () => {
    const person = await world.person(companyId, "USER");
    const neighbour = await world.person(companyId, "USER");
    const stranger = await world.person(await world.company(), "USER");
    const mine = await world.as(person);
    const save = (change: object) =>
      outcome(mine.members.updateProfile({ currentPassword: PASSWORD, ...change }));
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
    expect(await world.row(person)).toEqual(person);
  });

  test("loses its picture on request", async () => {
    const person = await world.person(companyId, "USER");
    await world.database.db
      .update(users)
      .set({ avatarMediaId: await picture(person) })
      .where(eq(users.id, person.id));
    const mine = await world.as(person);
    const saved = await mine.members.updateProfile({
      currentPassword: PASSWORD,
      removeProfileImage: true,
    });
    expect(saved.profileImage).toBeNull();
  });

  test("can be saved as often as one likes with the right password", async () => {
    const mine = await world.as(await world.person(companyId, "USER"));
    for (let i = 0; i < 15; i += 1) {
      const call = mine.members.updateProfile({
        currentPassword: PASSWORD,
        name: `Asha ${"x".repeat(i + 1)}`,
      });
      expect(await outcome(call)).toBe("ok");
    }
  });

  test("language and colour scheme are kept for members and admins", async () => {
    const saved = await desk.members.savePreferences({ language: "hi" });
    expect(saved).toEqual({ language: "hi", colourScheme: "system" });
    expect(await desk.members.savePreferences({ colourScheme: "dark" })).toEqual({
      language: "hi",
      colourScheme: "dark",
    });
    const site = await world.caller({ at: companyId });
    expect(await outcome(site.members.savePreferences({ language: "hi" }))).toBe("NOT_SIGNED_IN");
    expect(await outcome(site.members.profile())).toBe("NOT_SIGNED_IN");
    expect(await outcome(desk.members.profile())).toBe("WRONG_ROLE");
  });
});
