import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { transact } from "@db/client";
import { newId } from "@db/ids";
import { medias, users } from "@db/schema";
import { lockMember } from "@server/access/queries/members";
import type { Caller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import { PASSWORD, memberHarness, type UserRow } from "@server/testing/member-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let admin: UserRow;
let adminApi: Caller;
beforeEach(async () => {
  companyId = await harness.company();
  admin = await harness.person(companyId, "ADMIN");
  adminApi = await harness.as(admin);
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

  test(
    "a profile shows the member's own data, with the KYC number masked",
    { tags: ["full"] },
    async () => {
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
    },
  );

  test(
    "a member's profile changes with the current password only, and keeps empty fields",
    { tags: ["full"] },
    async () => {
      const person = await harness.person(companyId, "USER", { dateOfBirth: "1990-01-01" });
      const mine = await harness.as(person);
      const wrong = mine.members.updateProfile({ currentPassword: "wrong", name: "Mallory" });
      expect(await resultCode(wrong)).toBe("CURRENT_PASSWORD_WRONG");
      expect(await harness.row(person)).toEqual(person);
      await mine.members.updateProfile({ currentPassword: PASSWORD, name: "", mobile: "" });
      expect(await harness.row(person)).toEqual(person);
      expect(await harness.audited(person.id)).toHaveLength(0);
    },
  );

  test("saving a profile ignores fields that a member may not change", async () => {
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

  const KYC = "ABCDE1234F";
  const verified = () =>
    harness.person(companyId, "USER", {
      name: "Asha Rao",
      dateOfBirth: "1990-05-17",
      kycEncrypted: harness.deps.secrets.encrypt("kyc", KYC),
    });

  test.each([
    ["name", { name: "Mallory" }],
    ["dateOfBirth", { dateOfBirth: "1991-05-17" }],
    ["kycDocumentNumber", { kycDocumentNumber: "ABCDE1234G" }],
  ])(
    "a verified member who changes their %s waits for verification again",
    async (field, change) => {
      const person = await verified();
      const mine = await harness.as(person);
      const save = () => mine.members.updateProfile({ currentPassword: PASSWORD, ...change });
      expect((await save()).isApproved).toBe(false);
      expect((await harness.row(person)).isApproved).toBe(false);
      const lost = (await harness.audited(person.id)).filter(
        ({ action }) => action === "member.unverified",
      );
      expect(lost).toMatchObject([
        { before: { isApproved: true }, after: { isApproved: false, fields: [field] } },
      ]);
      const told = {
        member: `Asha Rao (${person.referralCode})`,
        personId: person.id,
        fields: [field],
      };
      expect(await harness.sentTo(admin.email, "memberUnverified")).toEqual([told]);
      // A member who waits for verification already is not reported again.
      await mine.members.updateProfile({ currentPassword: PASSWORD, name: "Mallory Rao" });
      expect(await harness.sentTo(admin.email, "memberUnverified")).toHaveLength(1);
    },
  );

  test("a verified member who enters the same identity again, or changes other details, stays verified", async () => {
    const person = await verified();
    const mine = await harness.as(person);
    const saved = await mine.members.updateProfile({
      currentPassword: PASSWORD,
      name: " Asha Rao ",
      dateOfBirth: "1990-05-17",
      kycDocumentNumber: "abcde-1234 f",
      mobile: "98765 43299",
      pincode: "400 001",
      gender: "other",
      walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
    });
    const changed = { mobile: "+919876543299", pincode: "400001", gender: "other" };
    expect(saved).toMatchObject({ isApproved: true, ...changed });
    expect((await harness.row(person)).kycEncrypted).toBe(person.kycEncrypted);
    const [entry] = await harness.audited(person.id);
    expect(entry?.after).toEqual({
      fields: ["mobile", "mobileVerifiedAt", "pincode", "gender", "walletAddress"],
    });
    expect(await harness.sentTo(admin.email, "memberUnverified")).toEqual([]);
  });

  /** Starts the calls while the person's row is locked, so that they take it one after the other. */
  const inTurn = async (person: UserRow, ...calls: (() => Promise<unknown>)[]) => {
    const outcomes: Promise<string>[] = [];
    await transact(harness.database.db, async (tx) => {
      await lockMember(tx, companyId, person.id);
      for (const call of calls) {
        outcomes.push(resultCode(call()));
        await vi.waitFor(async () => {
          const [row] = await harness.database.sql`
            SELECT count(*)::int AS waiting FROM pg_stat_activity
             WHERE wait_event_type = 'Lock' AND datname = current_database()`;
          expect(row?.["waiting"]).toBe(outcomes.length);
        });
      }
    });
    return Promise.all(outcomes);
  };

  // A verification that ignored what its page showed would hold for a name that no admin has seen.
  test(
    "no order of a verification and a change leaves an identity verified that no page showed",
    { tags: ["full"] },
    async () => {
      for (const isChangedFirst of [true, false]) {
        const person = await harness.person(companyId, "USER", { isApproved: false });
        const { identity } = await adminApi.members.find({ id: person.id });
        const mine = await harness.as(person);
        const change = () =>
          mine.members.updateProfile({ currentPassword: PASSWORD, name: "Mallory" });
        const approve = () => adminApi.members.approve({ id: person.id, identity });
        const calls = isChangedFirst ? [change, approve] : [approve, change];
        expect(await inTurn(person, ...calls)).toEqual(
          isChangedFirst ? ["ok", "MEMBER_CHANGED"] : ["ok", "ok"],
        );
        const after = await harness.row(person);
        expect(after).toMatchObject({ name: "Mallory", isApproved: false });
        const shown = await adminApi.members.find({ id: person.id });
        await adminApi.members.approve({ id: person.id, identity: shown.identity });
        expect((await harness.row(person)).isApproved).toBe(true);
      }
      // The control: a call that does not say what it showed verifies what it finds.
      const person = await harness.person(companyId, "USER", { isApproved: false });
      const mine = await harness.as(person);
      const calls = [
        () => mine.members.updateProfile({ currentPassword: PASSWORD, name: "Mallory" }),
        () => adminApi.members.approve({ id: person.id }),
      ];
      expect(await inTurn(person, ...calls)).toEqual(["ok", "ok"]);
      expect(await harness.row(person)).toMatchObject({ name: "Mallory", isApproved: true });
    },
  );

  test("saving a profile refuses an underage date of birth, a mistyped wallet and another person's picture", async () => {
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

  test("saving a profile removes the picture on request", async () => {
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

  test(
    "a profile can be saved any number of times with the right password",
    { tags: ["full"] },
    async () => {
      const mine = await harness.as(await harness.person(companyId, "USER"));
      for (let i = 0; i < 15; i += 1) {
        const call = mine.members.updateProfile({
          currentPassword: PASSWORD,
          name: `Asha ${"x".repeat(i + 1)}`,
        });
        expect(await resultCode(call)).toBe("ok");
      }
    },
  );

  test("members and admins store their language and colour scheme", async () => {
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
