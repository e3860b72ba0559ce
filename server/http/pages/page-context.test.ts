import { beforeAll, expect, test, describe } from "vitest";
import { insertHost } from "@server/sites/queries/hosts";
import { findCompany } from "@server/sites/queries/companies";
import { newId } from "@db/ids";
import { resultCode } from "@server/testing/order-harness";
import { PASSWORD, memberHarness, type UserRow } from "@server/testing/member-harness";
import { beginPageReads, createPageContext } from "./page-context";
import type { Site } from "@server/sites/site";
import { createSecrets } from "@server/platform/config/secrets";
import { cookieOfPage, cookiesForPages } from "./page-cookies";
import { readTypedForm } from "./typed-form";
import { duringTests } from "@server/testing/during-tests";

describe("page context", () => {
  const harness = duringTests(memberHarness);
  /** Companies: also on the platform's host; with its own host; without a host. */
  let mapped: string;
  let hosted: string;
  let hostless: string;

  beforeAll(async () => {
    [mapped, hosted, hostless] = await Promise.all([
      harness.company({ tokenSymbol: "RSGN" }),
      harness.company({ tokenSymbol: "GLXY" }),
      harness.company({ tokenSymbol: "COWL" }),
    ]);
    await insertHost(harness.database.db, "platform.example", mapped);
    await insertHost(harness.database.db, "galaxy.example", hosted);
  });

  const BARE: Site = { kind: "platform" };
  async function siteOf(companyId: string, isPlatform: boolean): Promise<Site> {
    const company = await findCompany(harness.database.db, companyId);
    if (!company) throw new Error("There is no such company.");
    return { kind: "company", company, isPlatform };
  }

  async function visit(site: Site, pathname: string, person?: UserRow) {
    const { role, id, companyId } = person ?? { role: "USER", id: "", companyId: "" };
    const session =
      person &&
      (await harness.deps.sessions.start({ role, id, companyId }, { ip: "", userAgent: null }));
    const area = role === "ADMIN" ? "admin" : "user";
    const { context } = await createPageContext(harness.deps, {
      requestId: newId(),
      ip: "203.0.113.7",
      userAgent: null,
      origin: "http://platform.example",
      site,
      nonce: "",
      pathname,
      cookieHeader: session ? `prelaunch_${area}=${session.token}` : null,
      language: "en",
    });
    return context;
  }

  test("the admin area of a company without a host is its own site on the platform's host", async () => {
    const admin = await harness.person(hostless, "ADMIN");
    const member = await harness.person(hostless, "USER");
    await harness.person(mapped, "USER");
    for (const site of [BARE, await siteOf(mapped, true)]) {
      const context = await visit(site, "/admin/usermanage.data", admin);
      expect(context.site.brand.symbol).toBe("COWL");
      expect(context.site).toMatchObject({ kind: "company", company: { id: hostless } });
      const api = await context.caller.admin();
      expect((await api?.sessions.me())?.companyName).toMatch(/^Company/);
      const listed = await api?.members.list({ page: 1, limit: 10, role: "USER" });
      expect(listed?.data.map(({ id }) => id)).toEqual([member.id]);
      // Public pages stay the host's, whoever is signed in.
      const front = await visit(site, "/", admin);
      expect(front.site.brand.symbol).toBe("RSGN");
      expect(front.site).toMatchObject(site);
      expect((await (await front.caller.admin())?.sessions.me())?.companyName).not.toBe(
        site.kind === "company" ? site.company.name : null,
      );
    }
  });

  test("cookies of admins and members are rejected on sites that are not theirs", async () => {
    const platform = await siteOf(mapped, true);
    const elsewhere = await siteOf(hosted, false);
    const of = async (site: Site, person: UserRow) =>
      (await visit(site, "/admin/dashboard", person)).caller.admin();
    const [withHost, without, own] = await Promise.all(
      [hosted, hostless, mapped].map((companyId) => harness.person(companyId, "ADMIN")),
    );
    if (!withHost || !without || !own) throw new Error("Three admins are needed.");
    expect(await of(platform, withHost)).toBeNull();
    expect(await of(BARE, withHost)).toBeNull();
    expect(await of(elsewhere, without)).toBeNull();
    expect(await of(elsewhere, withHost)).not.toBeNull();
    expect(await of(platform, own)).not.toBeNull();
    const member = await harness.person(hostless, "USER");
    expect(await (await visit(platform, "/user/dashboard", member)).caller.member()).toBeNull();
    expect(await (await visit(BARE, "/admin/dashboard", member)).caller.admin()).toBeNull();
  });

  test("a host given to the company ends its admin area on the platform's host", async () => {
    const companyId = await harness.company();
    const admin = await harness.person(companyId, "ADMIN");
    expect(await (await visit(BARE, "/admin", admin)).caller.admin()).not.toBeNull();
    await insertHost(harness.database.db, "late.example", companyId);
    expect(await (await visit(BARE, "/admin", admin)).caller.admin()).toBeNull();
  });

  test("an admin without a company host logs in on the platform's page; others are sent to their host", async () => {
    const [without, withHost] = [
      await harness.person(hostless, "ADMIN"),
      await harness.person(hosted, "ADMIN"),
    ];
    const bare = (await visit(BARE, "/admin/login")).caller.public();
    const platform = (await visit(await siteOf(mapped, true), "/admin/login")).caller.public();
    const elsewhere = (await visit(await siteOf(hosted, false), "/admin/login")).caller.public();
    const form = ({ email }: UserRow, password = PASSWORD) => ({ email, password });
    expect(await resultCode(bare.sessions.logInAdmin(form(without)))).toBe("ok");
    expect(await resultCode(platform.sessions.logInAdmin(form(without)))).toBe("ok");
    expect(await resultCode(elsewhere.sessions.logInAdmin(form(without)))).toBe("WRONG_LOGIN");
    expect(await resultCode(bare.sessions.logInAdmin(form(withHost)))).toBe("LOG_IN_AT_HOST");
    expect(await resultCode(bare.sessions.logInAdmin(form(withHost, "wrong")))).toBe("WRONG_LOGIN");
    expect(await resultCode(platform.sessions.logInAdmin(form(withHost)))).toBe("WRONG_LOGIN");
  });

  test(
    "a reset of an admin's password follows the host too, and does not reveal whose address it is",
    { tags: ["full"] },
    async () => {
      const admin = await harness.person(hostless, "ADMIN");
      const newPassword = "another pass phrase of tests";
      for (const site of [BARE, await siteOf(mapped, true)]) {
        const api = (await visit(site, "/admin/forgot-password")).caller.public();
        const unknown = await api.passwords.requestResetAdmin({
          email: `${newId()}@nobody.example`,
        });
        expect(await api.passwords.requestResetAdmin({ email: admin.email })).toEqual(unknown);
        const [sent] = await harness.sentTo(admin.email, "resetCode");
        const form = { email: admin.email, otp: sent?.code ?? "", newPassword };
        // A code requested on one site is not accepted on another.
        const there = (await visit(await siteOf(hosted, false), "/")).caller.public();
        expect(await resultCode(there.passwords.resetAdmin(form))).toBe("CODE_WRONG");
        expect(await resultCode(api.passwords.resetAdmin(form))).toBe("ok");
        expect((await harness.row(admin)).passwordHash).toBe(`hash of ${newPassword}`);
      }
      const twin = await harness.person(await harness.company(), "ADMIN", { email: admin.email });
      await harness.database.sql`DELETE FROM login_throttles`;
      const bare = (await visit(BARE, "/admin/forgot-password")).caller.public();
      await bare.passwords.requestResetAdmin({ email: admin.email });
      expect(await harness.sentTo(admin.email, "resetCode")).toHaveLength(2);
      expect(await harness.row(twin)).toEqual(twin);
    },
  );

  test("a login ends the session that the same browser had, and no other", async () => {
    const person = await harness.person(mapped, "USER");
    const site = await siteOf(mapped, false);
    const login = { email: person.email, password: PASSWORD };
    const { companyId, id } = person;
    const listed = async () =>
      (await harness.deps.sessions.list({ role: "USER", id, companyId, sessionId: "" })).length;
    // Another browser's stays, and `visit` begins the one whose cookie it sends.
    await (await visit(site, "/")).caller.public().sessions.logIn(login);
    const again = await visit(site, "/", person);
    expect(await listed()).toBe(2);
    const { token } = await again.caller.public().sessions.logIn(login);
    expect(await listed()).toBe(2);
    expect(await harness.deps.sessions.read(token)).not.toBeNull();
    // A wrong password ends nothing.
    const wrong = (await visit(site, "/", person)).caller.public().sessions;
    expect(await resultCode(wrong.logIn({ ...login, password: "not the password" }))).toBe(
      "WRONG_LOGIN",
    );
    expect(await listed()).toBe(3);
  });

  test.each([
    ["/user/dashboard", "user"],
    ["/User/dashboard", "user"],
    ["/USER.data", "user"],
    ["/%75ser/dashboard", "user"],
    ["/Admin/Dashboard.data", "admin"],
    ["/REGISTER", "user"],
  ] as const)("the session of %s is read, however its path is written", async (pathname, area) => {
    const person = await harness.person(mapped, area === "admin" ? "ADMIN" : "USER");
    const { role, id, companyId } = person;
    const { token } = await harness.deps.sessions.start(
      { role, id, companyId },
      { ip: "", userAgent: null },
    );
    const { sessions } = beginPageReads(harness.deps, {
      pathname,
      origin: "http://platform.example",
      cookieHeader: `prelaunch_${area}=${token}`,
    });
    expect((await sessions.get(area))?.actor.id).toBe(id);
  });
});

const secrets = createSecrets("a secret of tests, thirty-two signs or more");
const plain = { isSecure: false, secrets };
const secure = { isSecure: true, secrets };
const TOASTS = "prelaunch_toasts=W10%3D";

test("over https every cookie has Secure and __Host-, whoever made it", () => {
  const made = [
    "prelaunch_register=a; Path=/; HttpOnly; SameSite=Lax",
    "prelaunch_language=hi; Path=/; Secure",
    "__Host-prelaunch_user=t; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    `${TOASTS}; Max-Age=60; Path=/; SameSite=Lax`,
  ];
  for (const cookie of made) {
    const sent = cookieOfPage(cookie, secure);
    expect(sent).toMatch(/^__Host-prelaunch_\w+=/);
    expect(sent.match(/; Secure(?=;|$)/g)).toHaveLength(1);
    expect(sent).toContain("Path=/");
    expect(sent).not.toMatch(/domain/i);
  }
});

test("over http cookies keep their names, and pages read what they set", () => {
  const cookie = "prelaunch_register=a%3D; Path=/; HttpOnly";
  expect(cookieOfPage(cookie, plain)).toBe(cookie);
  for (const at of [plain, secure]) {
    const [pair = ""] = cookieOfPage(`${TOASTS}; Path=/`, at).split(";");
    expect(cookiesForPages(`a=b; ${pair}; c`, at)).toBe(`a=b; ${TOASTS}`);
  }
});

test("toasts without our signature, or with another's, are dropped", () => {
  const [pair = ""] = cookieOfPage(TOASTS, plain).split(";");
  const signature = pair.split(".")[1] ?? "";
  const forged = [
    TOASTS,
    `${TOASTS}.`,
    `${TOASTS}.${"0".repeat(64)}`,
    `prelaunch_toasts=W11%3D.${signature}`,
  ];
  for (const one of forged) expect(cookiesForPages(`x=y; ${one}`, plain)).toBe("x=y");
});

test("over https a cookie that another host of the domain could have set is not ours", () => {
  const tossed = `prelaunch_register=a; ${cookieOfPage(TOASTS, plain)}; __Host-prelaunch_scheme=dark`;
  expect(cookiesForPages(tossed, secure)).toBe("prelaunch_scheme=dark");
});

const ask = (body: BodyInit, type?: string) =>
  readTypedForm(
    new Request("http://sale.example/user/payment", {
      method: "POST",
      body,
      ...(type && { headers: { "content-type": type } }),
    }),
  );

const read = async (...asked: Parameters<typeof ask>) => [...((await ask(...asked)) ?? [])];

test("the texts of a form are read, in their order and letters", async () => {
  const typed = [
    ["amount", "5000"],
    ["note", "नमस्ते & a=b"],
  ];
  expect(await read(new URLSearchParams(typed))).toEqual(typed);
  const form = new FormData();
  for (const [name = "", value = ""] of typed) form.append(name, value);
  expect(await read(form)).toEqual(typed);
});

test("a file is not kept, and its length changes nothing", async () => {
  for (const bytes of [10, 70_000, 900_000]) {
    const form = new FormData();
    form.append("referenceNumber", "412345678901");
    form.append("paidAmount", "71.40");
    form.append("medias", new File([new Uint8Array(bytes)], "slip.png"));
    const typed = await read(form);
    expect(typed, String(bytes)).toEqual([
      ["referenceNumber", "412345678901"],
      ["paidAmount", "71.40"],
    ]);
  }
});

test("no more than the texts of a form is read of a long body", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        sent += 16 * 1024;
        controller.enqueue(new Uint8Array(16 * 1024).fill(97));
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request("http://sale.example/user/buy-token", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: endless,
    duplex: "half",
  });
  expect(await readTypedForm(request)).toBeNull();
  expect(sent).toBeLessThanOrEqual(128 * 1024);
});

test("a body that is broken or no form has no texts", async () => {
  expect(await ask("--x\r\nbroken", "multipart/form-data; boundary=x")).toBeNull();
  expect(await ask("{}", "application/json")).toBeNull();
  expect(await readTypedForm(new Request("http://sale.example/user/payment"))).toBeNull();
});
