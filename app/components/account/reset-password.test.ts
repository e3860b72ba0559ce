import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { actOnReset, loadReset } from "./reset-password.server";

const context = {
  caller: { language: "en" },
  site: { kind: "company", origin: "https://sale.example" },
} as unknown as AppLoadContext;
const calls = {
  request: () =>
    Promise.resolve({
      channels: ["EMAIL" as const],
      resendAfterSeconds: 30,
      expiresInSeconds: 600,
    }),
  reset: () => Promise.resolve(null),
};

/** Asks for a code as a form does, in a browser with a cookie; returns where it leads. */
async function ask(
  whose: Parameters<typeof loadReset>[1],
  email: string,
  cookie: string,
): Promise<{ to: string; cookie: string; isAgain: boolean }> {
  const body = new URLSearchParams({ intent: "request", email });
  const headers = { cookie };
  const request = new Request(`https://sale.example${whose.here}`, {
    method: "POST",
    headers,
    body,
  });
  const answer = await actOnReset({ request, context }, whose, calls);
  if (!(answer instanceof Response)) throw new Error("It was refused.");
  const to = answer.headers.get("location") ?? "";
  const kept = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const shown = new Request(`https://sale.example${to}`, { headers: { cookie: kept } });
  const { isVerifying, isAgain } = await loadReset({ request: shown }, whose);
  expect(isVerifying).toBe(true);
  return { to, cookie: kept, isAgain };
}

test.each([
  { area: "user", here: "/fogot-password" },
  { area: "admin", here: "/admin/forgot-password" },
] as const)("another code of a reset is said to be the newest: $area", async (whose) => {
  const first = await ask(whose, "asha@people.example", "");
  expect(first).toMatchObject({ to: `${whose.here}?verify`, isAgain: false });
  const second = await ask(whose, "asha@people.example", first.cookie);
  expect(second).toMatchObject({ to: `${whose.here}?verify=again`, isAgain: true });
  // The code of another address is the first there.
  const other = await ask(whose, "ravi@people.example", second.cookie);
  expect(other.isAgain).toBe(false);
});
