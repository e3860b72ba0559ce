import { type Page, expect } from "@playwright/test";
import { freshEmail } from "./test";

/** A screen in the state that its address gives it, once the state is prepared. */
export interface Screen {
  name: string;
  path: string;
}

/** Brings both forms in two steps to their second one; their answers are kept in the browser. */
export async function screensBeforeLogin(page: Page, origin: string): Promise<Screen[]> {
  const submit = page.locator("main form button[type=submit].button");
  await page.goto(`${origin}/register?ref=ASHA2345`);
  await page.locator("[name=name]").fill("Tara Screen");
  await page.locator("[name=email]").fill(freshEmail());
  await page.locator("[name=mobile]").fill("98765 43210");
  await submit.click();
  await expect(page.locator("[name=otp]")).toBeVisible();
  await page.goto(`${origin}/fogot-password`);
  await page.locator("[name=email]").fill(freshEmail());
  await submit.click();
  await expect(page.locator("[name=otp]")).toBeVisible();
  return [
    { name: "login", path: "/" },
    { name: "register", path: "/register" },
    { name: "register, second step", path: "/register?create=" },
    { name: "reset", path: "/fogot-password" },
    { name: "reset, second step", path: "/fogot-password?verify=" },
    { name: "admin's login", path: "/admin/login" },
    { name: "admin's reset", path: "/admin/forgot-password" },
    { name: "privacy policy", path: "/privacy-policy" },
    { name: "not found", path: "/nowhere" },
  ];
}

/** The page of the newest of one's own allocations. */
async function allocationOf(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/user/dashboard?stock=myStock`);
  const link = page.locator("main a[href*='/allocation/']").first();
  return (await link.getAttribute("href")) ?? "/user/dashboard";
}

/** Makes an order, agrees to the policy, and knows of each state of what is there for a member. */
export async function screensOfMember(page: Page, origin: string): Promise<Screen[]> {
  await page.goto(`${origin}/user/payment-history?status=APPROVED`);
  const approved = await page.locator("td .mono").first().innerText();
  await page.goto(`${origin}/user/buy-token`);
  await page.locator("[name=amount]").fill("7001");
  await page.locator("main form button[type=submit].button").click();
  await page.waitForURL(/\/user\/payment\?/);
  const payment = new URL(page.url());
  const at = (query: Record<string, string>) => {
    const search = new URLSearchParams({ ...Object.fromEntries(payment.searchParams), ...query });
    return `${payment.pathname}?${search.toString()}`;
  };
  await page.goto(origin + at({ tab: "bank" }));
  await page.locator("main input[type=checkbox]").check();
  await page.locator("main form button[type=submit].button").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  return [
    { name: "dashboard", path: "/user/dashboard" },
    { name: "dashboard, own stock", path: "/user/dashboard?stock=myStock" },
    { name: "allocation", path: await allocationOf(page, origin) },
    { name: "invitations", path: "/user/referral" },
    { name: "buy", path: "/user/buy-token?amount=7001" },
    { name: "pay to a bank", path: at({ tab: "bank" }) },
    { name: "pay by UPI", path: at({ tab: "upi" }) },
    { name: "pay otherwise", path: at({ tab: "manual" }) },
    { name: "proof", path: at({ tab: "bank", proof: "1" }) },
    { name: "pay, settled", path: `/user/payment?purchaseId=${approved}` },
    { name: "pay, no order", path: "/user/payment" },
    { name: "history", path: "/user/payment-history?status=ALL" },
    { name: "history, empty", path: "/user/payment-history?status=ALL&search=zzzz" },
    { name: "receipt", path: `/user/payment-history?status=APPROVED&receipt=${approved}` },
    { name: "profile", path: "/user/profile" },
    { name: "profile, code sent", path: "/user/profile?code=1" },
  ];
}
