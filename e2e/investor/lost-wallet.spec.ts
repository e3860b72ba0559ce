import type { Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expectSoundInSchemes } from "../harness/accessibility";
import { foundCompany, inviteSecondAdmin } from "../harness/new-company";
import { inDatabase } from "../harness/running-database";
import { linkOn } from "../harness/screens";
import { PASSWORD, enter, expect, freshEmail, register, test } from "../harness/test";
import { proveWallet } from "../harness/wallets";

const newKey = () => privateKeyToAccount(generatePrivateKey());

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(
      "a lost wallet gets nothing more, and the next one waits for two owners and a day",
      { tag: "@full" },
      async ({ page, request, browser }) => {
        const { companyId, origin, there, adminEmail } = await foundCompany(request);
        const colleagueEmail = await inviteSecondAdmin(request, there, companyId);
        const email = freshEmail();
        await register(there, { email });
        const openAs = async (path: string, who: string) => {
          const own = await (await browser.newContext({ javaScriptEnabled })).newPage();
          await enter(own, origin + path, who);
          return own;
        };
        const aDayLater = () =>
          inDatabase("UPDATE wallets SET valid_from = now() WHERE company_id = $1", companyId);
        const isSound = (one: Page, where: string) =>
          javaScriptEnabled ? expectSoundInSchemes(one, where) : undefined;

        await enter(page, `${origin}/`, email);
        await page.goto(`${origin}/user/launch`);
        const [first, second, third] = [newKey(), newKey(), newKey()];
        await proveWallet(page, first);
        await aDayLater();
        await page.reload();
        const wallet = page.locator("#wallet");
        await expect(wallet.getByText("Your tokens go to this wallet.")).toBeVisible();

        // The member reports it lost by the password, and proves another one, which they stop.
        await wallet.getByText("I lost this wallet").click();
        const report = async (password: string) => {
          await wallet.getByLabel("Your current password").fill(password);
          await wallet.getByRole("button", { name: "Report it lost" }).click();
        };
        await report("not my password");
        await expect(wallet.getByText("The current password is not right.")).toBeVisible();
        await isSound(page, "a wallet to report");
        await report(PASSWORD);
        await expect(page.getByText(/^You reported this wallet lost/)).toBeVisible();
        await isSound(page, "a lost wallet");
        await proveWallet(page, second);
        await page.getByRole("button", { name: "Stop it" }).click();
        await expect(page.getByText("The wallet was stopped.")).toBeVisible();
        await proveWallet(page, third);
        await expect(wallet.getByText(/ asks you for evidence that it is you/)).toBeVisible();
        await isSound(page, "a wallet after a lost one");

        // An owner says how the member was recognized, and another one confirms.
        const admin = await openAs("/admin/login", adminEmail);
        const list = `${origin}/admin/usermanage?search=${email}`;
        await admin.goto(origin + (await linkOn(admin, list, "/admin/usermanage/")));
        const wallets = admin.getByRole("region", { name: "Where the tokens go" });
        await expect(wallets).toContainText(`${first.address} (proven since `);
        await expect(wallets).toContainText(third.address);
        await wallets.getByLabel("How you made sure").fill(" ");
        await wallets.getByRole("button", { name: "Confirm the wallet" }).click();
        await expect(wallets.locator(".error")).toBeVisible();
        await isSound(admin, "a wallet to confirm");
        await wallets.getByLabel("How you made sure").fill("Video call, passport compared.");
        await wallets.getByRole("button", { name: "Confirm the wallet" }).click();
        await expect(admin.getByRole("heading", { name: "Waiting changes" })).toBeVisible();
        const colleague = await openAs("/admin/login", colleagueEmail);
        await colleague.goto(`${origin}/admin/changes`);
        await expect(colleague.getByText("Video call, passport compared.")).toBeVisible();
        await colleague.getByRole("button", { name: "Confirm: Replace a lost wallet" }).click();
        await expect(colleague.getByText("The change has taken effect")).toBeVisible();

        await page.reload();
        await expect(
          wallet.getByText(/^From .* on, your tokens go to this wallet\./),
        ).toBeVisible();
        await aDayLater();
        await page.reload();
        await expect(wallet.getByText("Your tokens go to this wallet.")).toBeVisible();
        await expect(wallet).toContainText(third.address);
        await expect(wallet).not.toContainText(first.address);
      },
    );
  });
}
