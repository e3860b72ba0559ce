import { type Page, expect } from "@playwright/test";
import { type Screen, linkOn, memoize } from "./screens";
import { codeFor, freshEmail } from "./test";

/** Both forms keep the steps before in the browser. */
export function screensBeforeLogin(page: Page, origin: string): Screen[] {
  const send = async () => {
    await page.locator("main form button[type=submit].button").click();
    await expect(page.locator("[name=otp]")).toBeVisible();
  };
  const email = freshEmail();
  const registering = memoize(async () => {
    await page.goto(`${origin}/register?ref=ASHA2345`);
    await page.locator("[name=email]").fill(email);
    await send();
    return "/register?code=";
  });
  const creating = memoize(async () => {
    await page.goto(origin + (await registering()));
    await page.locator("[name=otp]").fill(await codeFor(page.request, email));
    await page.locator("main form button[type=submit].button").first().click();
    await expect(page.locator("[name=dateOfBirth]")).toBeVisible();
    return "/register?create=";
  });
  const resetting = memoize(async () => {
    await page.goto(`${origin}/fogot-password`);
    await page.locator("[name=email]").fill(freshEmail());
    await send();
    return "/fogot-password?verify=";
  });
  return [
    { name: "login", path: "/" },
    { name: "register", path: "/register" },
    { name: "register, second step", path: registering },
    { name: "register, third step", path: creating },
    { name: "reset", path: "/fogot-password" },
    { name: "reset, second step", path: resetting },
    { name: "admin's login", path: "/admin/login" },
    { name: "admin's reset", path: "/admin/forgot-password" },
    { name: "admin's invitation, torn", path: "/admin/set-password?token=torn" },
    { name: "privacy policy", path: "/privacy-policy" },
    { name: "terms of sale", path: "/terms" },
    { name: "proof of the ledger", path: "/proof" },
    { name: "not found", path: "/nowhere" },
  ];
}

/** Creates an order, and agrees to the policy, for the screens that need it. */
export function screensOfMember(page: Page, origin: string): Screen[] {
  const history = "/user/payment-history";
  const approved = memoize(async () => {
    await page.goto(`${origin}${history}?status=APPROVED`);
    return page.locator("td .mono").first().innerText();
  });
  const order = memoize(async () => {
    await page.goto(`${origin}/user/buy-token`);
    await page.locator("[name=amount]").fill("7001");
    await page.locator("main form button[type=submit].button").click();
    await page.waitForURL(/\/user\/payment\?/);
    return new URL(page.url());
  });
  const payment = async (query: Record<string, string>) => {
    const { pathname, searchParams } = await order();
    const search = new URLSearchParams({ ...Object.fromEntries(searchParams), ...query });
    return `${pathname}?${search.toString()}`;
  };
  const agreed = memoize(async () => {
    await page.goto(origin + (await payment({ tab: "bank" })));
    await page.locator("main input[type=checkbox]").check();
    await page.locator("main form button[type=submit].button:visible").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    return payment({ tab: "bank", proof: "1" });
  });
  return [
    { name: "dashboard", path: "/user/dashboard" },
    { name: "dashboard, own stock", path: "/user/dashboard?stock=myStock" },
    { name: "ranking", path: "/user/ranking" },
    {
      name: "allocation",
      path: memoize(() => linkOn(page, `${origin}/user/dashboard?stock=myStock`, "/allocation/")),
    },
    { name: "invitations", path: "/user/referral" },
    { name: "invited members", path: "/user/referral?part=members" },
    { name: "rewards", path: "/user/referral?part=rewards" },
    { name: "notices", path: "/user/notices" },
    { name: "my tokens", path: "/user/launch" },
    { name: "a wallet of one's own", path: "/user/wallet" },
    { name: "buy", path: "/user/buy-token?amount=7001" },
    { name: "pay to a bank", path: () => payment({ tab: "bank" }) },
    { name: "pay by UPI", path: () => payment({ tab: "upi" }) },
    { name: "pay otherwise", path: () => payment({ tab: "manual" }) },
    { name: "proof", path: agreed },
    { name: "pay, settled", path: async () => `/user/payment?purchaseId=${await approved()}` },
    { name: "pay, no order", path: "/user/payment" },
    { name: "history", path: `${history}?status=ALL` },
    { name: "history, empty", path: `${history}?status=ALL&search=zzzz`, inFull: true },
    {
      name: "receipt",
      path: async () => `${history}?status=APPROVED&receipt=${await approved()}`,
    },
    { name: "profile", path: "/user/profile" },
    { name: "profile, code sent", path: "/user/profile?part=security&code=1" },
    { name: "profile, a change of identity", path: "/user/profile?part=identity&change=1" },
    { name: "profile, the account's end", path: "/user/profile?part=data&end=1" },
    { name: "identity", path: "/user/identity" },
  ];
}
