import type { APIRequestContext, Page } from "@playwright/test";
import { enter, freshEmail, register } from "./test";
import sharp from "sharp";

/** Logs a new member in to this browser. Returns the email address. */
export async function enterAsNewMember(page: Page, request: APIRequestContext): Promise<string> {
  const email = freshEmail();
  await register(request, { email });
  await enter(page, "/", email);
  return email;
}

export const orderNumberOf = (page: Page): string =>
  new URL(page.url()).searchParams.get("purchaseId") ?? "";

/** Buys for an amount in rupees, up to the payment page. Returns the order number. */
export async function placeOrder(page: Page, amount: string): Promise<string> {
  await page.goto("/user/buy-token");
  await page.locator("[name=amount]").fill(amount);
  await page.getByRole("button", { name: "BUY NOW" }).click();
  await page.waitForURL(/\/user\/payment\?/);
  return orderNumberOf(page);
}

/** The tab of a payment method. */
export const methodTab = (page: Page, name: "Banking" | "UPI" | "Manual") =>
  page.getByRole("tablist", { name: "Payment methods" }).getByRole("tab", { name, exact: true });

let made = 0;

/** A picture that no other test sends: a repeated proof is flagged. */
export async function proofPicture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  made += 1;
  const background = { r: made % 256, g: process.pid % 256, b: Math.floor(Math.random() * 256) };
  const buffer = await sharp({ create: { width: 320, height: 480, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: "slip.png", mimeType: "image/png", buffer };
}

/** A UPI reference of twelve digits. */
export const freshReference = (): string =>
  String(400_000_000_000 + Math.floor(Math.random() * 99_999_999_999));
