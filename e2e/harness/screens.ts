import { type Page, expect } from "@playwright/test";

/** A screen in the state of its URL. */
export interface Screen {
  name: string;
  /** The URL, or a function that prepares the state and returns it when the screen is visited. */
  path: string | (() => Promise<string>);
  /** Left to the full suite: another screen shows the same form or list. */
  inFull?: true;
}

/** Prepares a value on first use, at most once. */
export function memoize<T>(prepare: () => Promise<T>): () => Promise<T> {
  let prepared: Promise<T> | undefined;
  return () => (prepared ??= prepare());
}

/** The target of a page's first link whose URL contains these letters. */
export async function linkOn(page: Page, address: string, letters: string): Promise<string> {
  await page.goto(address);
  const href = await page.locator(`main a[href*='${letters}']`).first().getAttribute("href");
  expect(href, `${address} has no link with ${letters}`).toBeTruthy();
  return href ?? "";
}
