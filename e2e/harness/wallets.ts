import type { Page } from "@playwright/test";
import type { PrivateKeyAccount } from "viem/accounts";
import { PASSWORD, expect } from "./test";

/** Asks for a message to sign, by the form. */
export async function askForMessage(page: Page, address: string, password = PASSWORD) {
  const field = page.getByLabel("Address of your wallet");
  // Long before the launch the form is folded.
  const fold = page.locator("#wallet details").filter({ has: field });
  if ((await fold.count()) > 0 && !(await field.isVisible())) await fold.locator("summary").click();
  await field.fill(address);
  await page.getByLabel("Your current password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Signs the message that is shown by a key, and sends the signature. */
export async function signMessage(page: Page, key: PrivateKeyAccount) {
  const message = (await page.getByLabel("The message to sign").textContent()) ?? "";
  await page.getByLabel("Signature", { exact: true }).fill(await key.signMessage({ message }));
  await page.getByRole("button", { name: "Prove the wallet" }).click();
}

/** Proves the wallet of a key on the member's My tokens, where none is proven. */
export async function proveWallet(page: Page, key: PrivateKeyAccount) {
  await askForMessage(page, key.address);
  await signMessage(page, key);
  await expect(page.getByText("The wallet is proven.")).toBeVisible();
}
