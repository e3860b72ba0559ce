import type { AppLoadContext } from "@remix-run/node";
import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import {
  logInAgain,
  loginHeaders,
  loginPath,
  loginReason,
  pageAfterLogin,
  takeTyped,
  toLogin,
} from "./log-in-again.server";

type Asked = AppLoadContext["caller"]["request"]["asked"];

const contextOf = (asked: Partial<Asked>, hadSession = false) =>
  ({
    caller: {
      language: "en",
      sessions: { had: () => hadSession },
      request: { asked: { path: null, isFromPage: false, typed: null, ...asked } },
    },
  }) as unknown as AppLoadContext;

const at = (address: string, cookie?: string) =>
  new Request(`http://sale.example${address}`, cookie ? { headers: { cookie } } : {});

const PAYMENT = "/user/payment?purchaseId=PUR-123456&tab=upi&proof=1";

test("a page without a session is asked for again after the login", async () => {
  const login = async (...context: Parameters<typeof contextOf>) =>
    (await toLogin(contextOf(...context), "user")).headers.get("location") ?? "";
  const linked = await login({ path: PAYMENT });
  expect(pageAfterLogin(at(linked), "user")).toBe(PAYMENT);
  expect(loginReason(at(linked), contextOf({}))).toBe("Log in to see the page that you asked for.");

  const ended = await login({ path: PAYMENT }, true);
  expect(pageAfterLogin(at(ended), "user")).toBe(PAYMENT);
  expect(loginReason(at(ended), contextOf({}))).toMatch(/^Your session ended\./);

  // Who comes to the dashboard by a mail is told why the sale is shown.
  const first = await login({ path: "/user/dashboard" });
  expect(pageAfterLogin(at(first), "user")).toBe("/user/dashboard");
  expect(loginReason(at(first), contextOf({}))).toBe("Log in to see the page that you asked for.");
  expect(loginReason(at("/"), contextOf({}))).toBeNull();
  expect(await login({ path: "/user/dashboard", isFromPage: true })).toBe("/?ended=1");
  expect(loginReason(at("/?ended=1"), contextOf({}))).toMatch(/^Your session ended\./);
});

test.each(["//evil.example", "https://evil.example", "/admin/dashboard", "/user/logout", ""])(
  "a login that is asked to lead to %j leads to its first page",
  (to) => {
    const asked = at(`/?${new URLSearchParams({ to }).toString()}`);
    expect(pageAfterLogin(asked, "user")).toBe("/user/dashboard");
  },
);

test("a registration between the page and the login loses nothing", async () => {
  const cookiesOf = (headers: Headers) =>
    headers
      .getSetCookie()
      .filter((one) => !/Max-Age=0/.test(one))
      .map((one) => one.split(";")[0])
      .join("; ");
  const linked = await toLogin(contextOf({ path: PAYMENT }), "user");
  const later = at("/register?create", cookiesOf(linked.headers));
  const login = await loginPath(later, "user");
  expect(pageAfterLogin(at(login), "user")).toBe(PAYMENT);
  // It is one area's; the first page needs no memory; a login ends it.
  expect(await loginPath(later, "admin")).toBe("/admin/login");
  const first = await toLogin(contextOf({ path: "/user/dashboard" }), "user");
  expect(cookiesOf(first.headers)).toBe("");
  expect(first.headers.getSetCookie()).toHaveLength(1);
  expect(cookiesOf(await loginHeaders("user", "prelaunch_user=u_1"))).toBe("prelaunch_user=u_1");
  // Whoever opens the login itself is led to the first page.
  const opened = at("/", later.headers.get("cookie") ?? "");
  expect(pageAfterLogin(opened, "user")).toBe("/user/dashboard");
});

test.each(["//evil.example", "/admin/dashboard", "/user/logout", "/user/../admin/users", 7, null])(
  "a forged cookie that asks for %j names no page",
  async (to) => {
    const value = encodeURIComponent(Buffer.from(JSON.stringify(to)).toString("base64"));
    const asked = at("/register", `prelaunch_asked_user=${value}`);
    expect(await loginPath(asked, "user")).toBe("/");
  },
);

async function kept(
  path: string,
  fields: Record<string, string>,
  { to = path, reader = "MEMBER-1" } = {},
) {
  const typed = new URLSearchParams(fields);
  const answer = await toLogin(contextOf({ path, isFromPage: true, typed }), "user");
  const cookies = answer.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  const cookie = cookies.find((one) => one.startsWith("prelaunch_typed=")) ?? "";
  return {
    cookie,
    taken: await takeTyped(at(to, cookie), contextOf({ path: to }), reader),
  };
}

test("text typed before a new login comes back on its page, without secrets", async () => {
  const { taken } = await kept(PAYMENT, {
    intent: "proof",
    typedBy: "MEMBER-1",
    referenceNumber: "412345678901",
    currentPassword: "secret-1",
    kycDocumentNumber: "ABCDE1234F",
  });
  expect(taken?.typed).toMatchObject({
    form: "proof",
    initialValue: { intent: "proof", referenceNumber: "412345678901" },
    error: { "": ["Your session ended before this was sent. Please check it and send it again."] },
  });
  expect(JSON.stringify(taken)).not.toMatch(/secret-1|ABCDE1234F/);
  expect(taken?.clear).toMatch(/^prelaunch_typed=;.*Max-Age=0/);
});

test("an announcement of usual length comes back to its admin, in either language", async () => {
  const said = [
    "The launch is on Monday. Whoever has not sent the proof yet does so until Friday evening. ",
    "लॉन्च सोमवार को है। जिसने अभी तक प्रमाण नहीं भेजा है, वह शुक्रवार शाम तक भेज दे। ",
  ];
  for (const text of said.map((one) => one.repeat(20).slice(0, 1500))) {
    const typed = new URLSearchParams({
      typedBy: "ADMIN-1",
      intent: "publish",
      title: "News",
      text,
    });
    const path = "/admin/announcements";
    const answer = await toLogin(contextOf({ path, isFromPage: true, typed }), "admin");
    expect(answer.headers.get("location")).toBe("/admin/login?to=%2Fadmin%2Fannouncements&ended=1");
    const cookies = answer.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
    const cookie = cookies.find((one) => one.startsWith("prelaunch_typed=")) ?? "";
    const taken = await takeTyped(at(path, cookie), contextOf({ path }), "ADMIN-1");
    expect(taken?.typed).toMatchObject({ form: "publish", initialValue: { title: "News", text } });
  }
});

test("a login in place of a step-up ends the session, leads back and keeps what was typed", async () => {
  const path = "/superadmin/companymanage?add=1";
  const typed: [string, string][] = [
    ["typedBy", "superadmin"],
    ["companyName", "Asha Tokens"],
  ];
  const ended = "prelaunch_superadmin=; Max-Age=0";
  const { headers } = await logInAgain("superadmin", { at: path, typed, ended });
  const login = headers.get("location") ?? "";
  expect(login).toMatch(/^\/superadmin\/login\?/);
  expect(pageAfterLogin(at(login), "superadmin")).toBe(path);
  expect(headers.getSetCookie()).toContain(ended);
  const cookies = headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  const cookie = cookies.find((one) => one.startsWith("prelaunch_typed=")) ?? "";
  const taken = await takeTyped(at(path, cookie), contextOf({ path }), "superadmin");
  expect(taken?.typed).toMatchObject({ initialValue: { companyName: "Asha Tokens" } });
});

test("text typed before a new login waits for its page", async () => {
  const fields = { intent: "proof", typedBy: "MEMBER-1" };
  const elsewhere = await kept(PAYMENT, fields, { to: "/user/payment?purchaseId=PUR-2" });
  expect(elsewhere.taken).toBeNull();
});

test.each([PAYMENT, "/user/buy-token", "/user/profile"])(
  "text typed on %s comes back to no other member, whose first page clears it",
  async (path) => {
    const fields = { typedBy: "MEMBER-1", amount: "7000" };
    const own = await kept(path, fields);
    expect(own.taken?.typed?.initialValue).toEqual({ amount: "7000" });
    for (const to of [path, "/user/dashboard"]) {
      const { taken } = await kept(path, fields, { to, reader: "MEMBER-2" });
      expect(taken?.typed).toBeNull();
      expect(taken?.clear).toMatch(/^prelaunch_typed=;.*Max-Age=0/);
    }
    // A form that names nobody.
    expect(await kept(path, { amount: "7000" })).toEqual({ cookie: "", taken: null });
  },
);

test(
  "no cookie is made of more than a browser takes, nor read from a forged one",
  { tags: ["full"] },
  async () => {
    const { cookie, taken } = await kept("/user/profile", {
      typedBy: "MEMBER-1",
      name: randomBytes(5000).toString("hex"),
    });
    expect([cookie, taken]).toEqual(["", null]);
    const pack = (text: string) => deflateRawSync(text).toString("base64");
    const bombs = [pack(" ".repeat(10_000_000)), pack("[1"), pack("{}"), "not packed", "====", 7];
    for (const bomb of bombs) {
      const value = Buffer.from(JSON.stringify(bomb)).toString("base64");
      const asked = at("/user/profile", `prelaunch_typed=${encodeURIComponent(value)}`);
      expect(await takeTyped(asked, contextOf({ path: "/user/profile" }), "")).toBeNull();
    }
    for (const forged of [null, [], {}, { at: "/user/profile", fields: [["a", 1]] }]) {
      const value = Buffer.from(JSON.stringify(forged)).toString("base64");
      const asked = at("/user/profile", `prelaunch_typed=${encodeURIComponent(value)}`);
      expect(await takeTyped(asked, contextOf({ path: "/user/profile" }), "")).toBeNull();
    }
  },
);
