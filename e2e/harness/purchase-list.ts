import type { APIRequestContext, Page } from "@playwright/test";
import { pay } from "./purchases";
import { freshEmail, register } from "./test";

export const PURCHASES = "/admin/purchaserequest";

/**
 * A member with `count` payments of ₹700, ₹701, …; returns their name and the payments in order.
 */
export async function waiting(request: APIRequestContext, count: number) {
  const email = freshEmail();
  const letters = [...email.replace(/[^a-f]/g, "")].join("").slice(0, 6);
  const name = `Waiting ${letters}${Date.now().toString(36).replace(/\d/g, "q")}`;
  await register(request, { email, name });
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await pay(request, email, 700 + n));
  return { email, name, ids };
}

/** Manage Purchase with the payments of one member. */
export const listOf = (name: string) => `${PURCHASES}?search1=${encodeURIComponent(name)}`;
export const rows = (page: Page) => page.locator("tbody tr");
