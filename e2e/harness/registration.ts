import type { APIRequestContext, Page } from "@playwright/test";
import { PASSWORD, codeFor } from "./test";

/** A step by the intent of its form: the page before may still be shown, with fields of the same names. */
const step = (page: Page, intent: string) =>
  page.locator(`form:has(input[name=intent][value="${intent}"])`);

const send = (page: Page, intent: string) =>
  step(page, intent).locator("button[type=submit]").first();

/** Fills in the three steps of a registration, on the page that is open, up to the last button. */
export async function fillRegistration(
  page: Page,
  request: APIRequestContext,
  { email, name = "Tara Walker", mobile = "98765 43210" }: Registrant,
): Promise<void> {
  await step(page, "request").locator("[name=email]").fill(email);
  await send(page, "request").click();
  await step(page, "prove")
    .locator("[name=otp]")
    .fill(await codeFor(request, email));
  await send(page, "prove").click();
  const last = step(page, "register");
  await last.locator("[name=name]").fill(name);
  await last.locator("[name=mobile]").fill(mobile);
  await last.locator("[name=dateOfBirth]").fill("1990-04-12");
  await last.locator("[name=password]").fill(PASSWORD);
  await last.locator("[name=consent]").check();
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
