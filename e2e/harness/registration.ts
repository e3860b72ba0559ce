import type { APIRequestContext, Page } from "@playwright/test";
import { PASSWORD, codeFor } from "./test";

/** The button of a form, by its intent, in any language. */
const send = (page: Page, intent: string) =>
  page.locator(`form:has(input[name=intent][value="${intent}"]) button[type=submit]`).first();

/** Fills in the three steps of a registration, on the page that is open, up to the last button. */
export async function fillRegistration(
  page: Page,
  request: APIRequestContext,
  { email, name = "Tara Walker", mobile = "98765 43210" }: Registrant,
): Promise<void> {
  await page.locator("[name=email]").fill(email);
  await send(page, "request").click();
  await page.locator("[name=otp]").fill(await codeFor(request, email));
  await send(page, "prove").click();
  await page.locator("[name=name]").fill(name);
  await page.locator("[name=mobile]").fill(mobile);
  await page.locator("[name=dateOfBirth]").fill("1990-04-12");
  await page.locator("[name=password]").fill(PASSWORD);
  await page.locator("[name=consent]").check();
}

interface Registrant {
  email: string;
  name?: string;
  mobile?: string;
}

/** Registers on the page that is open, and waits until the new member is logged in. */
export async function registerOn(
  page: Page,
  request: APIRequestContext,
  person: Registrant,
): Promise<void> {
  await fillRegistration(page, request, person);
  await send(page, "register").click();
  await page.waitForURL(/\/user\//);
}
