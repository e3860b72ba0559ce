import { type Page, expect } from "@playwright/test";

/** A screen in the state that its address gives it. */
export interface Screen {
  name: string;
  /** Its address, or what prepares the state and says it: asked for when the screen is looked at. */
  path: string | (() => Promise<string>);
}

/** What is prepared at most once, and only when it is wanted. */
export function once<T>(prepare: () => Promise<T>): () => Promise<T> {
  let prepared: Promise<T> | undefined;
  return () => (prepared ??= prepare());
}

/** Where the first link of a page leads whose address holds these letters. */
export async function linkOn(page: Page, address: string, letters: string): Promise<string> {
  await page.goto(address);
  const href = await page.locator(`main a[href*='${letters}']`).first().getAttribute("href");
  expect(href, `${address} has no link with ${letters}`).toBeTruthy();
  return href ?? "";
}
