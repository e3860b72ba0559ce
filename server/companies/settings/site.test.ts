import { beforeAll, expect, test, describe, beforeEach } from "vitest";
import type { Caller } from "@server/http/router";
import { memberHarness, type UserRow, PASSWORD } from "@server/testing/member-harness";
import { wordsOf } from "@server/brands/studio/words";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { runText } from "@db/client";
import { signedMediaPath } from "@server/media/open-media";
import { storeFile } from "@server/media/store-file";
import { restHarness } from "@server/testing/rest-harness";
import { resultCode } from "@server/testing/order-harness";
import { docx } from "@server/testing/sample-files";
import { appRouter } from "@server/http/router";
import { freshActor } from "@server/testing/actors";
import { duringTests } from "@server/testing/during-tests";

describe("site", () => {
  const harness = duringTests(memberHarness);
  let root: Caller;

  beforeAll(async () => {
    root = await harness.asSuperAdmin();
  });

  const tokenAt = async (at?: string) => {
    const caller = await harness.caller(at === undefined ? {} : { at });
    return (await caller.site.config()).token;
  };

  async function publish(companyId: string, change: Record<string, unknown>) {
    const { basedOn, preview } = await root.brands.studio({ companyId });
    const words = wordsOf(preview.brand);
    const saved = await root.brands.save({ companyId, basedOn, ...words, ...change });
    await root.brands.publish({ companyId, basedOn: saved.basedOn });
  }

  test.each(BUILT_IN_BRANDS.map(({ symbol }) => symbol))(
    "the sample address and links of %s are not published",
    async (tokenSymbol) => {
      const at = await harness.company({ tokenSymbol });
      expect(await tokenAt(at)).toMatchObject({
        symbol: tokenSymbol,
        address: "",
        socialLinks: [],
      });
    },
  );

  test("a plain brand and the platform have no sample address or links", async () => {
    const at = await harness.company({ tokenSymbol: "WXYZABCDEF", tokenName: "Ten letters" });
    expect(await tokenAt(at)).toMatchObject({ address: "", socialLinks: [] });
    expect(await tokenAt()).toMatchObject({ address: "", socialLinks: [] });
  });

  test("a published brand omits sample values and shows its own", { tags: ["full"] }, async () => {
    const at = await harness.company({ tokenSymbol: "RSGN" });
    const link = "https://t.me/resurgence";
    await publish(at, { links: { youtube: "https://rsgn.example/youtube", telegram: link } });
    expect(await tokenAt(at)).toMatchObject({
      address: "",
      socialLinks: [{ mediaName: "telegram", link }],
    });
    const address = "0x52908400098527886E0F7030069857D2E4169EE7";
    await publish(at, { address });
    expect(await tokenAt(at)).toMatchObject({ address });
  });
});

describe("weaker settings", () => {
  const harness = duringTests(memberHarness);
  let owner: UserRow;
  let viewer: UserRow;
  let support: string;
  let api: Caller;
  beforeEach(async () => {
    const companyId = await harness.company();
    owner = await harness.person(companyId, "ADMIN", { name: "Asha Rao" });
    viewer = await harness.person(companyId, "ADMIN", { adminRole: "VIEWER" });
    support = `support.${companyId}@house.example`;
    api = await harness.as(owner);
    await api.companies.updateSettings({ supportEmail: support });
  });

  const told = (address: string) => harness.sentTo(address, "retentionShortened");

  test(
    "a setting that deletes data earlier is mailed to all admins and to the company's contacts",
    { tags: ["full"] },
    async () => {
      await api.companies.updateSettings({ proofYears: "8", messageDays: "180" });
      const params = {
        by: "Asha Rao",
        proofYears: "8",
        proofYearsBefore: "",
        messageDays: "",
        messageDaysBefore: "180",
      };
      const { companyEmail } = await api.companies.settings();
      for (const address of [owner.email, viewer.email, support, companyEmail]) {
        expect(await told(address)).toEqual([params]);
      }
    },
  );

  test("the mail about settings says what became shorter; longer times and the same ones are not mailed", async () => {
    await api.companies.updateSettings({ proofYears: "30", messageDays: "365" });
    expect(await told(support)).toHaveLength(1);
    await api.companies.updateSettings({ messageDays: "366", digestHour: "7" });
    await api.companies.updateSettings({ proofYears: "" });
    await api.companies.updateSettings({ asksMoneyConfirmation: false, smsCountries: "AE" });
    expect(await told(support)).toHaveLength(1);
    await api.companies.updateSettings({ messageDays: "30", proofYears: "1" });
    const [last] = await told(support);
    expect(last).toMatchObject({
      proofYears: "1",
      proofYearsBefore: "",
      messageDays: "30",
      messageDaysBefore: "366",
    });
  });
});

describe("suspended", () => {
  const harness = duringTests(restHarness);
  let id: string;
  let member: UserRow;
  let admin: UserRow;
  let mediaId: string;

  /**
   * Calls that still answer: public texts, proofs of what was published already, the caller's own
   * sessions and language, logins that are refused
   * later, and calls that concern no company.
   */
  const ANSWERS = [
    "site.config",
    "site.offer",
    "policies.current",
    "policies.agreed",
    "messages.outbox",
    "proof.history",
    "proof.checkpoint",
    "proof.inclusion",
    "proof.consistency",
    "members.savePreferences",
    "sessions.me",
    "sessions.logOut",
    "sessions.listMine",
    "sessions.endOne",
    "sessions.endAll",
    "sessions.startAdmin",
    "sessions.finishAdmin",
    "sessions.logInAdmin",
    "sessions.requestSuperAdminCode",
    "sessions.startSuperAdmin",
    "sessions.finishSuperAdmin",
    "sessions.logInSuperAdmin",
    "passwords.requestResetAdmin",
    "passwords.resetAdmin",
    "passwords.invitation",
    "passwords.setPassword",
    "passkeys.mine",
    "passkeys.beginAdding",
    "passkeys.add",
    "passkeys.remove",
    "passkeys.beginLogIn",
    "passkeys.logIn",
    // On pages alone: a member's own receipts, and the login that leads to them
    "sessions.logIn",
    "orders.listMine",
    "orders.receipt",
    "orders.ownStatement",
    // What was delivered to them, and the way to claim it
    "batches.mine",
    "proof.ofBatch",
  ].sort();

  beforeAll(async () => {
    id = await harness.company();
    member = await harness.person(id, "USER");
    admin = await harness.person(id, "ADMIN");
    const file = { fieldName: "medias", fileName: "proof.docx", bytes: docx() };
    mediaId = (await storeFile(harness.deps, freshActor(member), file)).id;
  });

  const setStatus = async (status: "ACTIVE" | "SUSPENDED") =>
    (await harness.asSuperAdmin()).companies.setStatus({ id, status });

  /** The company's data, except its status, its update time and the instants of its suspension. */
  const auditEntriesOf = () =>
    runText(
      harness.database.db,
      `SELECT to_jsonb(c) - '{status,updated_at}'::text[] AS company, (SELECT jsonb_agg(u ORDER BY u.id) FROM users u WHERE u.company_id = c.id) AS people,
        (SELECT jsonb_agg(m ORDER BY m.id) FROM medias m WHERE m.company_id = c.id) AS files,
        (SELECT count(*) FROM sessions s WHERE s.company_id = c.id) AS sessions
       FROM companies c WHERE c.id = $1`,
      [id],
    );

  /** Calls every procedure with no input but the company. */
  async function askEverything(person: UserRow, isPlatform: boolean) {
    const at = isPlatform ? {} : { at: person.companyId };
    const caller = await harness.caller(at, freshActor(person));
    const outcomes: Record<string, string> = {};
    for (const name of Object.keys(appRouter._def.procedures)) {
      const call: unknown = name
        .split(".")
        .reduce<unknown>((one, part) => Reflect.get(Object(one), part), caller);
      if (typeof call !== "function") throw new Error(`There is no ${name}.`);
      outcomes[name] = await resultCode(
        Promise.resolve(Reflect.apply(call, undefined, [{ companyId: id }])),
      );
    }
    return outcomes;
  }

  test(
    "a suspended company refuses its members and admins, on every call and host",
    { tags: ["full"] },
    async () => {
      await setStatus("SUSPENDED");
      for (const person of [member, admin]) {
        for (const isPlatform of [false, true]) {
          const outcomes = Object.entries(await askEverything(person, isPlatform));
          const answering = outcomes.filter(
            ([, code]) => code !== "COMPANY_SUSPENDED" && code !== "WRONG_ROLE",
          );
          for (const [name] of answering) expect(ANSWERS).toContain(name);
          // Refusals of the role alone would prove nothing.
          const closed = outcomes.filter(([, code]) => code === "COMPANY_SUSPENDED");
          expect(closed.length).toBeGreaterThan(10);
        }
      }
      // Calls that validate their input first.
      const site = await harness.caller({ at: id });
      const { email } = admin;
      expect(await resultCode(site.sessions.logInAdmin({ email, password: PASSWORD }))).toBe(
        "COMPANY_SUSPENDED",
      );
      expect(await resultCode(site.passwords.requestResetAdmin({ email }))).toBe(
        "COMPANY_SUSPENDED",
      );
      const reset = { email, otp: "123456", newPassword: "another pass phrase" };
      expect(await resultCode(site.passwords.resetAdmin(reset))).toBe("COMPANY_SUSPENDED");
    },
  );

  test(
    "a suspended company's files open for the super admin only, and none of its data is lost",
    { tags: ["full"] },
    async () => {
      await setStatus("ACTIVE");
      const token = await harness.tokenFor(member);
      const before = await auditEntriesOf();
      const address = `https://api.example/api/v1/media/${mediaId}`;
      const signed = `https://api.example${signedMediaPath(harness.deps, mediaId)}`;
      const open = async (at: string, as?: string) => (await harness.open(at, as)).status;
      expect([await open(address, token), await open(signed)]).toEqual([200, 200]);

      await setStatus("SUSPENDED");
      expect([await open(address, token), await open(signed)]).toEqual([403, 403]);
      const superAdmin = await harness.superAdmin();
      await harness.authenticator(superAdmin);
      const root = await harness.tokenFor({ ...superAdmin, role: "SUPER_ADMIN" });
      expect([await open(address, root), await open(signed, root)]).toEqual([200, 200]);
      const form = new FormData();
      form.append("medias", new Blob([new Uint8Array(docx())]), "more.docx");
      const upload = await harness.send("POST", "/superadmin/media/add", { raw: form, token });
      expect([upload.status, upload.body.code]).toEqual([403, "COMPANY_SUSPENDED"]);
      const logIn = { user: member.email, password: PASSWORD };
      const refused = await harness.send("POST", "/user/auth/login", { json: logIn, at: id });
      expect([refused.status, refused.body.code]).toEqual([403, "COMPANY_SUSPENDED"]);

      await setStatus("ACTIVE");
      expect([await open(address, token), await open(signed)]).toEqual([200, 200]);
      expect(await auditEntriesOf()).toEqual(before);
    },
  );

  test(
    "members of a suspended company log in on its page to their own receipts, and an admin does not",
    { tags: ["full"] },
    async () => {
      await setStatus("SUSPENDED");
      const site = await harness.caller({ at: id });
      const { email } = member;
      expect(await resultCode(site.sessions.logIn({ email, password: PASSWORD }))).toBe("ok");
      const own = await harness.caller({ at: id }, freshActor(member));
      expect((await own.orders.listMine({})).records).toEqual([]);
      expect(await resultCode(own.orders.receipt({ purchaseId: "PUR-000001" }))).toBe(
        "ORDER_NOT_FOUND",
      );
      const theirs = await harness.caller({ at: id }, freshActor(admin));
      expect(await resultCode(theirs.orders.listMine({}))).toBe("WRONG_ROLE");
      const elsewhere = await harness.caller({ at: await harness.company() }, freshActor(member));
      expect(await resultCode(elsewhere.orders.listMine({}))).toBe("NOT_SIGNED_IN");
      // REST refuses as before.
      const token = await harness.tokenFor(member);
      const listed = await harness.send("GET", "/user/transaction/list", { token });
      expect([listed.status, listed.body.code]).toEqual([403, "COMPANY_SUSPENDED"]);
    },
  );

  test("a suspension keeps its reason until the company opens again", async () => {
    const root = await harness.asSuperAdmin();
    const reason = async () => (await root.companies.find({ id })).suspendedBecause;
    await setStatus("ACTIVE");
    await root.companies.setStatus({
      id,
      status: "SUSPENDED",
      reason: " The bank asks for papers. ",
    });
    expect(await reason()).toBe("The bank asks for papers.");
    await setStatus("SUSPENDED");
    expect(await reason()).toBe("The bank asks for papers.");
    const long = root.companies.setStatus({ id, status: "SUSPENDED", reason: "x".repeat(501) });
    expect(await resultCode(long)).toBe("REASON_TOO_LONG");
    await setStatus("ACTIVE");
    expect(await reason()).toBeNull();
  });
});
