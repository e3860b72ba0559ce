import type { Page } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";
import { expectSoundInSchemes } from "../harness/accessibility";
import { askForMessage, signMessage } from "../harness/wallets";
import { enter, expect, freshEmail, register, test } from "../harness/test";

const key = privateKeyToAccount(`0x${"11".repeat(32)}`);
const otherKey = privateKeyToAccount(`0x${"22".repeat(32)}`);

/** Plants a wallet that announces itself (EIP-6963), with the accounts that it offers in turn. */
async function plantWallet(page: Page, accounts: string[]): Promise<void> {
  await page.exposeFunction("signByWallet", (raw: `0x${string}`) =>
    otherKey.signMessage({ message: { raw } }),
  );
  await page.addInitScript((offered) => {
    const { signByWallet: sign } = globalThis as unknown as {
      signByWallet: (raw: unknown) => Promise<string>;
    };
    const request = ({ method, params = [] }: { method: string; params?: unknown[] }) =>
      method === "eth_requestAccounts"
        ? Promise.resolve([offered.length > 1 ? offered.shift() : offered[0]])
        : sign(params[0]);
    const detail = { info: { uuid: "1", name: "Test Wallet" }, provider: { request } };
    const announce = () =>
      window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    window.addEventListener("eip6963:requestProvider", announce);
    announce();
  }, accounts);
}

test.describe("without JavaScript", { tag: "@full" }, () => {
  test.use({ javaScriptEnabled: false });

  test("a member proves a wallet by a pasted signature, and stops it", async ({
    page,
    request,
  }) => {
    const email = freshEmail();
    await register(request, { email });
    await enter(page, "/", email);
    await page.goto("/user/launch");
    // The launch is far: what asks for a wallet is folded, until the member wants it.
    await expect(page.getByText("You need no wallet yet")).toBeVisible();
    await expect(page.getByLabel("Address of your wallet")).toBeHidden();
    await askForMessage(page, key.address, "not my password");
    await expect(page.getByLabel("Address of your wallet")).toBeVisible();
    await expect(page.getByText("The current password is not right.")).toBeVisible();
    await askForMessage(page, "0x1234");
    await expect(page.locator("pre")).toHaveCount(0);
    await askForMessage(page, key.address);
    await expect(page.getByLabel("The message to sign")).toContainText(new URL(page.url()).host);
    await signMessage(page, otherKey);
    await expect(page.getByText("This signature is not of this wallet")).toBeVisible();
    await signMessage(page, key);
    await expect(page.getByText("The wallet is proven.")).toBeVisible();
    await expect(page.locator("#wallet")).toContainText(key.address);
    await page.getByRole("button", { name: "Stop it" }).click();
    await expect(page.getByText("The wallet was stopped.")).toBeVisible();
    await expect(page.locator("#wallet")).not.toContainText(key.address);
  });
});

test(
  "a wallet of the browser gives its address and signs, but not by another account",
  { tag: "@full" },
  async ({ page, request }) => {
    const email = freshEmail();
    await register(request, { email });
    await plantWallet(page, [otherKey.address, key.address, otherKey.address.toLowerCase()]);
    await enter(page, "/", email);
    await page.goto("/user/launch");
    await page.getByText("Prove a wallet now").click();
    await page.getByRole("button", { name: "Take it from Test Wallet" }).click();
    await expect(page.getByLabel("Address of your wallet")).toHaveValue(otherKey.address);
    await askForMessage(page, otherKey.address);
    await page.getByLabel("The message to sign").waitFor();
    await expectSoundInSchemes(page, "a message to sign");
    await page.getByRole("button", { name: "Sign with Test Wallet" }).click();
    await expect(page.getByText("Your wallet offers another address.")).toBeVisible();
    await page.getByRole("button", { name: "Sign with Test Wallet" }).click();
    await expect(page.getByText("The wallet is proven.")).toBeVisible();
    await expect(page.locator("#wallet")).toContainText(otherKey.address);
    await expectSoundInSchemes(page, "a wallet that waits");
  },
);
