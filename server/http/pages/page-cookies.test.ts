import { expect, test } from "vitest";
import { createSecrets } from "@server/platform/config/secrets";
import { cookieOfPage, cookiesForPages } from "./page-cookies";

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
