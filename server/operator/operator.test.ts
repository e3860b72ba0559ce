import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listBeneficiaries } from "@db/queries/beneficiaries";
import { findCompany, findCompanyByHost } from "@db/queries/companies";
import { findSuperAdminByEmail } from "@db/queries/super-admins";
import { companies, secondSteps } from "@db/schema";
import { brandOf } from "@server/context/brand-of";
import { PASSWORD, type PeopleWorld, peopleWorld } from "@server/testing/people-world";
import { type Operator, createOperator } from "./operator";
import { EXIT, helpFor, runCommand, told } from "./run";

let world: PeopleWorld;
let operator: Operator;
let folder: string;
beforeAll(async () => {
  world = await peopleWorld();
  operator = createOperator(world.deps);
  folder = await mkdtemp(path.join(tmpdir(), "operator-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

const type = (line: string, ...more: string[]) =>
  runCommand(operator, [...line.split(" "), ...more]);
/** What a failed command says, and what it ends with. */
const failed = (line: string, ...more: string[]) =>
  Promise.resolve()
    .then(() => type(line, ...more))
    .then((said) => ({ text: `done: ${said}`, code: EXIT.done }), told);

const FIRST =
  "email=desk@asha.example mobile=9876543210 adminName=Asha adminEmail=asha@asha.example";
const addCompany = async (symbol: string) => {
  const said = await type(
    `company add ${FIRST} symbol=${symbol} supply=1000 price=10`,
    "name=Asha Tokens",
  );
  return /[0-9a-f-]{36}$/.exec(said)?.[0] ?? "";
};

test("a company is founded, mapped, given its account, changed, closed and opened", async () => {
  const id = await addCompany("ASHA");
  expect(await type("company list Asha")).toBe(`${id}\tASHA\tACTIVE\tAsha Tokens`);
  expect(await type("admin list ASHA")).toBe("asha@asha.example\tINVITED\tAsha");
  expect(await world.sentTo("asha@asha.example", "invitation")).toHaveLength(1);

  expect(await type("domain add https://Sale.Asha.example/ asha")).toContain(
    "sale.asha.example is live.",
  );
  const { db } = world.database;
  expect((await findCompanyByHost(db, "sale.asha.example"))?.id).toBe(id);
  expect(await type(`domain list ${id}`)).toBe(`sale.asha.example\t${id}\tAsha Tokens`);

  await type(
    "account add ASHA upi=asha@okbank ifscCode=HDFC0000060 accountNumber=50100000001 branch=Fort",
    "holderName=Asha Tokens",
    "bankName=HDFC Bank",
  );
  const member = await world.as(await world.person(id, "USER"));
  expect(await member.beneficiaries.forMember()).toMatchObject({ account: { upi: "asha@okbank" } });

  // Nor is it a way around the authenticator app that a company asks of its admins.
  const asked = (requiresSecondStep: boolean) =>
    db.update(companies).set({ requiresSecondStep }).where(eq(companies.id, id));
  await asked(true);
  await expect(type("account add ASHA upi=other@okbank")).rejects.toThrow(/authenticator app/);
  expect(await listBeneficiaries(db, id)).toHaveLength(1);
  await asked(false);

  await type("company set ASHA fee=2.5 supply=2000 publicCellPercent=40 referralPercent=40");
  const shown = JSON.parse(await type("company show ASHA")) as Record<string, unknown>;
  expect(shown).toMatchObject({ companyName: "Asha Tokens", feeBps: 250, totalSupply: 2000 });
  expect(shown["splitBps"]).toMatchObject({ PUBLIC: 4000, REFERRAL: 4000 });

  await type("company suspend ASHA");
  expect((await findCompany(db, id))?.status).toBe("SUSPENDED");
  await type("company open ASHA");
  expect((await findCompany(db, id))?.status).toBe("ACTIVE");

  expect(await type("domain remove SALE.asha.example")).toBe("sale.asha.example was removed.");
  expect(await findCompanyByHost(db, "sale.asha.example")).toBeUndefined();
  const actions = (await world.audited(id)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["company.added", "company.updated"]));
});

test("a brand goes out to a file and comes in from one, pictures too, and is judged", async () => {
  const [from, to] = [await addCompany("BRFROM"), await addCompany("BRTO")];
  const { api } = operator;
  const { basedOn } = await api.brands.studio({ companyId: from });
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#0a7" } })
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
    brandOf(world.database.db, (await findCompany(world.database.db, id)) ?? null);
  const [theirs, ours] = [await shown(from), await shown(to)];
  expect(ours).toMatchObject({ symbol: "BRTO", look: theirs.look });
  // Its own copy: a company shows no file of another's.
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
  const script = await changed((all) => all.replace(/"accent": "[^"]+"/, '"accent": "red;}*{x:y"'));
  expect(script.code).toBe(1);
  expect(script.text).not.toMatch(/\n\s+at |BRAND_/);
  expect(
    (await changed((all) => all.replace(/"pictures": \{[\s\S]*\}/, '"pictures": {}}'))).code,
  ).toBe(1);
  expect(await shown(to)).toEqual(ours);
  expect(await type("brand roll-back BRTO 0")).toBe("Published as version 2.");
  expect((await shown(to)).iconUrl).not.toBe(ours.iconUrl);
});

test("a lost authenticator app is removed, told, and with it every session", async () => {
  const id = await addCompany("LOST");
  const { db } = world.database;
  const admin = await world.person(id, "ADMIN");
  await db.insert(secondSteps).values({
    personId: admin.id,
    companyId: id,
    secretEncrypted: "sealed",
    confirmedAt: new Date(),
  });
  await db.update(companies).set({ requiresSecondStep: true }).where(eq(companies.id, id));
  const { token } = await world.deps.sessions.start(
    { role: "ADMIN", id: admin.id, companyId: id },
    { ip: "127.0.0.1", userAgent: null },
  );
  expect(await failed(`authenticator remove nobody@asha.example LOST`)).toEqual({
    text: "That company has no such admin.",
    code: 1,
  });
  await type(`authenticator remove ${admin.email} LOST`);
  expect(await world.deps.sessions.read(token)).toBeNull();
  expect(await world.sentTo(admin.email, "securityChanged")).toEqual([{ change: "OFF", left: 0 }]);
  expect(await world.audited(admin.id)).toMatchObject([{ action: "member.second-step-off" }]);
  expect(await failed(`authenticator remove ${admin.email} LOST`)).toEqual({
    text: "They have no authenticator app.",
    code: 1,
  });
});

describe("super admins", () => {
  test("are added once, logged out and removed, but never the last", async () => {
    expect(await type("super-admin add root@platform.example")).toBe("The super admin was added.");
    expect(await failed("super-admin remove root@platform.example")).toEqual({
      text: "That is the last super admin.",
      code: 1,
    });
    expect(await type("super-admin add ROOT@platform.example")).toContain("already");
    await type("super-admin add second@platform.example");
    const person = await findSuperAdminByEmail(world.database.db, "second@platform.example");
    const { token } = await world.deps.sessions.start(
      { role: "SUPER_ADMIN", id: person?.id ?? "" },
      { ip: "127.0.0.1", userAgent: null },
    );
    await type("super-admin log-out second@platform.example");
    expect(await world.deps.sessions.read(token)).toBeNull();
    await type("super-admin remove second@platform.example");
    expect(await type("super-admin list")).toBe("root@platform.example");
  });
});

describe("what is typed wrongly", () => {
  test.each([
    ["company", 2],
    ["company fly", 2],
    ["domain add only.example", 2],
    ["company add oops", 2],
    ["company show NOSUCH", 1],
    ["company show 00000000-0000-7000-8000-00000000dead", 1],
    ["domain remove nobody.example", 1],
    ["super-admin add nobody", 1],
    ["company add name=X", 1],
  ])("%s ends with %i and says why in a line", async (line, code) => {
    const answer = await failed(line);
    expect(answer.code).toBe(code);
    expect(answer.text).not.toMatch(/\n|^\s*$|[A-Z]_[A-Z]/);
  });

  test("a host that is taken stays whose it is", async () => {
    const [one] = [await addCompany("TAKENA"), await addCompany("TAKENB")];
    await type("domain add taken.example TAKENA");
    expect((await failed("domain add taken.example TAKENB")).code).toBe(1);
    expect((await findCompanyByHost(world.database.db, "taken.example"))?.id).toBe(one);
  });
});

test("help lists every command, or those of one noun", () => {
  expect(helpFor([])).toContain("db restore <file>");
  expect(helpFor(["domain", "--help"])).toContain("domain check <host>");
  expect(helpFor(["domain", "--help"])).not.toContain("company add");
  expect(helpFor(["domain", "list"])).toBeNull();
});

test("each command stands in the operator's handbook", async () => {
  const handbook = (await readFile("docs/operating.md", "utf8")).split("\n");
  const commands = [...(helpFor([]) ?? "").matchAll(/^ {2}(\S+) (\S+)/gm)];
  expect(commands.length).toBeGreaterThan(20);
  for (const [, noun = "", verb = ""] of commands) {
    const rows = handbook.filter((line) => line.startsWith(`| \`${noun} `));
    const isThere = rows.some((row) => new RegExp(`[\`\\s]${verb}[\`\\s]`).test(row));
    expect(isThere, `${noun} ${verb}`).toBe(true);
  }
});

test("the password of a first admin works", async () => {
  const words = FIRST.replace("asha@asha.example", "pw@asha.example").split(" ");
  const said = await runCommand(operator, [
    ...["company", "add", ...words, "symbol=PWD", "supply=10", "name=P"],
    `password=${PASSWORD}`,
  ]);
  const at = /[0-9a-f-]{36}$/.exec(said)?.[0] ?? "";
  const site = await world.caller({ at });
  const logged = await site.sessions.logInAdmin({ email: "pw@asha.example", password: PASSWORD });
  expect(logged).toHaveProperty("token");
});
