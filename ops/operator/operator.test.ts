/** @module-tag full */
import path from "node:path";
import sharp from "sharp";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, afterEach, beforeEach } from "vitest";
import { listBeneficiaries } from "@server/companies/queries/beneficiaries";
import { findCompany, findCompanyByHost } from "@server/sites/queries/companies";
import { findSuperAdminByEmail } from "@server/access/queries/super-admins";
import { companies, twoFactors, superAdmins } from "@db/schema";
import { brandOf } from "@server/sites/site";
import { mailingReader } from "@server/companies/settings/company-mailing";
import { PASSWORD, type MemberHarness, memberHarness } from "@server/testing/member-harness";
import { type Operator, createOperator } from "./operator";
import { COMMANDS, EXIT, runCommand, formatFailure, runProcess } from "./run";
import { runText } from "@db/client";
import { migrate } from "@db/startup/migrate";
import { type TestDatabase, testDatabase } from "@db/testing/test-database";
import { createLocalStorage } from "@server/files/storage/storage";
import { backupTimes, writeBackup } from "@ops/backups/backups";

describe("operator", () => {
  let harness: MemberHarness;
  let operator: Operator;
  let folder: string;
  beforeAll(async () => {
    harness = await memberHarness();
    operator = createOperator(harness.deps);
    folder = await mkdtemp(path.join(tmpdir(), "operator-"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await harness.close();
  });

  const type = (line: string, ...more: string[]) =>
    runCommand(operator, [...line.split(" "), ...more]);
  /** Returns the output and exit code of a failed command. */
  const failed = (line: string, ...more: string[]) =>
    Promise.resolve()
      .then(() => type(line, ...more))
      .then((said) => ({ text: `done: ${said}`, code: EXIT.done }), formatFailure);

  const FIRST =
    "email=desk@asha.example mobile=9876543210 adminName=Asha adminEmail=asha@asha.example";
  const addCompany = async (symbol: string) => {
    const said = await type(
      `company add ${FIRST} symbol=${symbol} supply=1000 price=10`,
      "name=Asha Tokens",
    );
    return /[0-9a-f-]{36}$/.exec(said)?.[0] ?? "";
  };

  test("a company is created, mapped to a host, given an account, changed, suspended and reactivated", async () => {
    const id = await addCompany("ASHA");
    expect(await type("company list Asha")).toBe(`${id}\tASHA\tACTIVE\tAsha Tokens`);
    expect(await type("admin list ASHA")).toBe("asha@asha.example\tINVITED\tAsha");
    expect(await harness.sentTo("asha@asha.example", "invitation")).toHaveLength(1);

    expect(await type("domain add https://Sale.Asha.example/ asha")).toContain(
      "sale.asha.example is live.",
    );
    const { db } = harness.database;
    expect((await findCompanyByHost(db, "sale.asha.example"))?.id).toBe(id);
    expect(await type(`domain list ${id}`)).toBe(`sale.asha.example\t${id}\tAsha Tokens`);

    await type(
      "account add ASHA upi=asha@okbank ifscCode=HDFC0000060 accountNumber=50100000001 branch=Fort",
      "holderName=Asha Tokens",
      "bankName=HDFC Bank",
    );
    const member = await harness.as(await harness.person(id, "USER"));
    expect(await member.beneficiaries.forMember()).toMatchObject({
      account: { upi: "asha@okbank" },
    });

    // The command must not bypass the authenticator app that a company requires of its admins.
    const asked = (requiresSecondStep: boolean) =>
      db.update(companies).set({ requiresSecondStep }).where(eq(companies.id, id));
    await asked(true);
    await expect(type("account add ASHA upi=other@okbank")).rejects.toThrow(/authenticator app/);
    expect(await listBeneficiaries(db, id)).toHaveLength(1);
    await asked(false);

    await type("company set ASHA unverifiedHoldPercent=25 releaseAfterDays=3");
    await type("company set ASHA fee=2.5 supply=2000 publicCellPercent=40 referralPercent=40");
    const shown = JSON.parse(await type("company show ASHA")) as Record<string, unknown>;
    expect(shown).toMatchObject({ name: "Asha Tokens", price: 10, fee: 2.5, supply: 2000 });
    expect(shown).toMatchObject({ unverifiedHoldPercent: 25, releaseAfterDays: 3 });
    expect(shown).toMatchObject({ publicCellPercent: 40, referralPercent: 40 });
    // A shown field of the contract has the name and the unit that is typed.
    const typed = COMMANDS.find(({ name }) => name === "company set")?.fields?.names ?? new Map();
    const others = Object.keys(shown).filter((name) => !typed.has(name));
    expect(others).toEqual(["id", "createdAt", "suspendedBecause"]);

    await type("company suspend ASHA");
    expect((await findCompany(db, id))?.status).toBe("SUSPENDED");
    await type("company open ASHA");
    expect((await findCompany(db, id))?.status).toBe("ACTIVE");

    expect(await type("domain remove SALE.asha.example")).toBe("sale.asha.example was removed.");
    expect(await findCompanyByHost(db, "sale.asha.example")).toBeUndefined();
    const actions = (await harness.audited(id)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["company.added", "company.updated"]));
  });

  test("a company that is added with its host has it from its first mail on, or is not added at all", async () => {
    const line = `company add ${FIRST} symbol=HOSTED supply=1000 name=Hosted host=sale.hosted.example`;
    expect(await type(line)).toMatch(
      /^sale\.hosted\.example is live\.\n(DNS: .*\n)*Company Hosted/,
    );
    const { db } = harness.database;
    const company = await findCompanyByHost(db, "sale.hosted.example");
    const { originFor } = await mailingReader(db, "https://platform.example")(company?.id ?? "");
    expect(await originFor(null)).toBe("https://sale.hosted.example");
    expect(await failed(line.replace("HOSTED", "AGAIN"))).toMatchObject({ code: EXIT.refused });
    expect(await type("company list AGAIN")).toBe("");
  });

  test("a brand is exported with its pictures, imported and validated", async () => {
    const [from, to] = [await addCompany("BRFROM"), await addCompany("BRTO")];
    const { api } = operator;
    const { basedOn } = await api.brands.studio({ companyId: from });
    const bytes = await sharp({
      create: { width: 64, height: 64, channels: 3, background: "#0a7" },
    })
      .png()
      .toBuffer();
    const saved = await api.brands.setPicture({
      companyId: from,
      basedOn,
      picture: "iconUrl",
      file: { fileName: "icon.png", bytes },
    });
    await api.brands.publish({ companyId: from, basedOn: saved.basedOn });

    const file = path.join(folder, "brand.json");
    await type(`brand export BRFROM ${file}`);
    expect(await type(`brand import BRTO ${file}`)).toBe("Published as version 1.");
    const shown = async (id: string) =>
      brandOf(harness.database.db, (await findCompany(harness.database.db, id)) ?? null);
    const [theirs, ours] = [await shown(from), await shown(to)];
    expect(ours).toMatchObject({ symbol: "BRTO", look: theirs.look });
    // The pictures are copied: a company serves no files of another.
    expect(ours.iconUrl).toMatch(/^\/media\//);
    expect(ours.iconUrl).not.toBe(theirs.iconUrl);
    expect(await type("brand list BRTO")).toMatch(/^1\t/);

    const text = await readFile(file, "utf8");
    const changed = async (change: (text: string) => string) => {
      await writeFile(file, change(text));
      return failed(`brand import BRTO ${file}`);
    };
    expect(await changed(() => "{")).toEqual({ text: `${file} cannot be read as JSON.`, code: 1 });
    expect(await changed(() => "{}")).toMatchObject({ code: 1 });
    const script = await changed((all) =>
      all.replace(/"accent": "[^"]+"/, '"accent": "red;}*{x:y"'),
    );
    expect(script.code).toBe(1);
    expect(script.text).not.toMatch(/\n\s+at |BRAND_/);
    expect(
      (await changed((all) => all.replace(/"pictures": \{[\s\S]*\}/, '"pictures": {}}'))).code,
    ).toBe(1);
    expect(await shown(to)).toEqual(ours);
    expect(await type("brand roll-back BRTO 0")).toBe("Published as version 2.");
    expect((await shown(to)).iconUrl).not.toBe(ours.iconUrl);
  });

  test("removing a lost authenticator app notifies its owner and ends all sessions", async () => {
    const id = await addCompany("LOST");
    const { db } = harness.database;
    const admin = await harness.person(id, "ADMIN");
    await db.insert(twoFactors).values({
      personId: admin.id,
      companyId: id,
      secretEncrypted: "sealed",
      confirmedAt: new Date(),
    });
    await db.update(companies).set({ requiresSecondStep: true }).where(eq(companies.id, id));
    const { token } = await harness.deps.sessions.start(
      { role: "ADMIN", id: admin.id, companyId: id },
      { ip: "127.0.0.1", userAgent: null },
    );
    expect(await failed(`authenticator remove nobody@asha.example LOST`)).toEqual({
      text: "That company has no such admin.",
      code: 1,
    });
    await type(`authenticator remove ${admin.email} LOST`);
    expect(await harness.deps.sessions.read(token)).toBeNull();
    expect(await harness.sentTo(admin.email, "securityChanged")).toEqual([
      { change: "OFF", left: 0 },
    ]);
    expect(await harness.audited(admin.id)).toMatchObject([{ action: "member.second-step-off" }]);
    expect(await failed(`authenticator remove ${admin.email} LOST`)).toEqual({
      text: "They have no authenticator app.",
      code: 1,
    });
  });

  describe("super admins", () => {
    test("a super admin can be added once, logged out and removed, but the last one stays", async () => {
      expect(await type("super-admin add root@platform.example")).toBe(
        "The super admin was added.",
      );
      expect(await failed("super-admin remove root@platform.example")).toEqual({
        text: "That is the last super admin.",
        code: 1,
      });
      expect(await type("super-admin add ROOT@platform.example")).toContain("already");
      await type("super-admin add second@platform.example");
      const person = await findSuperAdminByEmail(harness.database.db, "second@platform.example");
      const { token } = await harness.deps.sessions.start(
        { role: "SUPER_ADMIN", id: person?.id ?? "" },
        { ip: "127.0.0.1", userAgent: null },
      );
      await type("super-admin log-out second@platform.example");
      expect(await harness.deps.sessions.read(token)).toBeNull();
      await type("super-admin remove second@platform.example");
      expect(await type("super-admin list")).toBe("root@platform.example");
    });
  });

  describe("invalid input", () => {
    test.each([
      ["company fly", 2],
      ["domain add only.example", 2],
      ["company add oops", 2],
      ["company show NOSUCH", 1],
      ["company show 00000000-0000-7000-8000-00000000dead", 1],
      ["domain remove nobody.example", 1],
      ["super-admin add nobody", 1],
      ["company add name=X", 1],
    ])("the command `%s` exits with %i and a one-line message", async (line, code) => {
      const answer = await failed(line);
      expect(answer.code).toBe(code);
      expect(answer.text).not.toMatch(/\n|^\s*$|[A-Z]_[A-Z]/);
    });

    test("a misspelled field or command changes and creates nothing", async () => {
      const id = await addCompany("MISS");
      const before = await findCompany(harness.database.db, id);
      expect(await failed("company set MISS prise=99")).toMatchObject({
        text: expect.stringContaining("(Did you mean --price?)") as string,
        code: 2,
      });
      expect(await failed("company set MISS fee=3 prise=99")).toMatchObject({ code: 2 });
      expect(await failed("company set MISS price=")).toMatchObject({ code: 2 });
      expect(await findCompany(harness.database.db, id)).toEqual(before);
      const add = `company add ${FIRST} name=Miss symbol=MISB supply=1000 prise=5`;
      expect(await failed(add)).toMatchObject({ code: 2 });
      expect(await type("company list MISB")).toBe("");
      expect(await failed("brand roll-back MISS one")).toMatchObject({ code: 2 });
      await type("company set MISS --price=12.5");
      expect((await findCompany(harness.database.db, id))?.priceMicroRupees).toBe(12_500_000);
    });

    test("numbers in commands have Indian or international grouping, but no other commas", async () => {
      const id = await addCompany("GROUP");
      const row = () => findCompany(harness.database.db, id);
      await type("company set GROUP supply=1,00,00,000 price=1,200.50");
      expect(await row()).toMatchObject({ priceMicroRupees: 1_200_500_000 });
      const shown = JSON.parse(await type("company show GROUP")) as Record<string, unknown>;
      expect(shown["supply"]).toBe(10_000_000);
      await type("company set GROUP supply=10,000,001");
      const before = await row();
      for (const typo of ["supply=1,2,3", "supply=1000,000", "price=1,2", "price=,5"]) {
        expect((await failed(`company set GROUP ${typo}`)).code, typo).toBeGreaterThan(0);
      }
      expect(await row()).toEqual(before);
    });

    test("a host of one company cannot be added to another", async () => {
      const [one] = [await addCompany("TAKENA"), await addCompany("TAKENB")];
      await type("domain add taken.example TAKENA");
      expect((await failed("domain add taken.example TAKENB")).code).toBe(1);
      expect((await findCompanyByHost(harness.database.db, "taken.example"))?.id).toBe(one);
    });
  });

  test("every command is documented in the operator's handbook", async () => {
    const handbook = (await readFile("docs/operating.md", "utf8")).split("\n");
    for (const { name } of COMMANDS.filter((one) => one.name.includes(" "))) {
      const [noun = "", verb = ""] = name.split(" ");
      const rows = handbook.filter((line) => line.startsWith(`| \`${noun} `));
      const isThere = rows.some((row) => new RegExp(`[\`\\s]${verb}[\`\\s]`).test(row));
      expect(isThere, `${noun} ${verb}`).toBe(true);
    }
  });

  test("the first admin can log in with the given password", async () => {
    const words = FIRST.replace("asha@asha.example", "pw@asha.example").split(" ");
    const said = await runCommand(operator, [
      "company",
      "add",
      ...words,
      "symbol=PWD",
      "supply=10",
      "name=P",
      `password=${PASSWORD}`,
    ]);
    const at = /[0-9a-f-]{36}$/.exec(said)?.[0] ?? "";
    const site = await harness.caller({ at });
    const logged = await site.sessions.logInAdmin({ email: "pw@asha.example", password: PASSWORD });
    expect(logged).toHaveProperty("token");
  });
});

describe("restore", () => {
  let folder: string;
  let source: TestDatabase;
  let target: TestDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "restore-"));
    source = await testDatabase({ isEmpty: true });
    await migrate(source);
    await source.sql`
      INSERT INTO companies (id, name, email, mobile, token_name, token_symbol, total_supply)
      VALUES (gen_random_uuid(), 'Long ago', 'o@example.test', '+910000000000', 'T', 'T', 7)`;
  });
  beforeEach(async () => {
    target = await testDatabase({ isEmpty: true });
  });
  afterEach(() => target.drop());
  afterAll(async () => {
    await Promise.all([source.drop(), rm(folder, { recursive: true })]);
  });

  const KEY = "a key of backups, of thirty-two signs";
  const backup = (database: TestDatabase, file: string) =>
    writeBackup({ database, storage: createLocalStorage(folder) }, file, KEY);

  const environment = () => ({
    NODE_ENV: "test",
    DATABASE_URL: target.url,
    STORAGE_DIR: folder,
    BACKUP_DIR: folder,
    BACKUP_KEY: KEY,
    SUPER_ADMIN_EMAIL: "root@platform.example",
  });
  const type = (...words: string[]) => runProcess(environment(), words);

  test("a damaged file fails a restore with one line, as an existing file fails a backup", async () => {
    const whole = path.join(folder, "whole");
    const cut = path.join(folder, "cut");
    await backup(source, whole);
    await writeFile(cut, (await readFile(whole)).subarray(0, -20));
    expect(await type("db", "restore", cut).catch(formatFailure)).toEqual({
      text: "The backup is damaged, or cut off.",
      code: EXIT.refused,
    });
    expect(await target.sql`SELECT to_regclass('companies') AS found`).toEqual([{ found: null }]);
    expect(await type("db", "backup", whole).catch(formatFailure)).toEqual({
      text: `${whole} exists already: name a new file.`,
      code: EXIT.refused,
    });
  });

  test("a backup is restored into an empty database, and into no other", async () => {
    const file = path.join(folder, "again");
    await backup(source, file);
    expect(await type("db", "restore", file)).toMatch(/^Restored: \d+ rows, 0 files\.$/);
    expect(await target.db.select().from(companies)).toMatchObject([{ name: "Long ago" }]);
    expect(await target.db.select().from(superAdmins)).toEqual([]);

    expect(await type("super-admin", "list")).toContain("root@platform.example");
    const again = await type("db", "restore", file).catch(formatFailure);
    expect(again).toMatchObject({ code: EXIT.refused });
    expect(again).toMatchObject({
      text: expect.stringMatching(/^The database is not empty: companies .*\.$/) as string,
    });
  });

  test("a restore replaces what a start and commands made, and asks for the owner's address", async () => {
    const file = path.join(folder, "started");
    await backup(source, file);
    await type("super-admin", "add", "second@platform.example");
    await target.sql`CREATE TABLE of_others (id int)`;
    await target.sql`INSERT INTO of_others VALUES (1)`;
    expect(await type("backup", "restore", file).catch(formatFailure)).toMatchObject({
      text: expect.stringContaining("of_others holds rows") as string,
    });
    await target.sql`DROP TABLE of_others`;

    const role = `restores_${Date.now()}`;
    await runText(target.db, `CREATE ROLE ${role} LOGIN PASSWORD 'serves'`, []);
    const serving = Object.assign(new URL(target.url), { username: role, password: "serves" });
    const restoreWith = (more: object) =>
      runProcess({ ...environment(), DATABASE_URL: serving.href, ...more }, [
        "backup",
        "restore",
        file,
      ]).catch(formatFailure);
    expect(await restoreWith({})).toEqual({
      text: "The role of DATABASE_URL may not fill this database: DATABASE_OWNER_URL must name the role that owns it.",
      code: EXIT.refused,
    });
    expect(await restoreWith({ DATABASE_OWNER_URL: target.url })).toMatch(/^Restored: /);
    expect(await target.db.select().from(companies)).toMatchObject([{ name: "Long ago" }]);
    expect(await target.db.select().from(superAdmins)).toEqual([]);
    await runText(target.db, `DROP OWNED BY ${role}`, []);
    await runText(target.db, `DROP ROLE ${role}`, []);
  });

  test.each(["make", "list", "rehearse"])(
    "backup %s fails where the folder is missing, as a disk that is not mounted, and makes none",
    async (verb) => {
      const BACKUP_DIR = path.join(folder, "unmounted");
      const DATABASE_URL = source.url;
      const failure = runProcess({ ...environment(), DATABASE_URL, BACKUP_DIR }, ["backup", verb]);
      expect(await failure.catch(formatFailure)).toEqual({
        text: expect.stringMatching(/^[^\n]*\/unmounted[^\n]*ENOENT[^\n]*$/) as string,
        code: EXIT.refused,
      });
      expect(await readdir(folder)).not.toContain("unmounted");
    },
  );

  test("a database without a company gives no backup, so that none counts as made", async () => {
    const refused = { text: expect.stringContaining("There is no company") as string, code: 1 };
    expect(await type("backup", "make").catch(formatFailure)).toEqual(refused);
    expect(await type("db", "backup", path.join(folder, "none")).catch(formatFailure)).toEqual(
      refused,
    );
    expect((await readdir(folder)).filter((name) => /^(none|prelaunch-)/.test(name))).toEqual([]);
    expect(await backupTimes({ folder, key: KEY })).toEqual({ backup: 0, rehearsal: 0 });
  });
});
