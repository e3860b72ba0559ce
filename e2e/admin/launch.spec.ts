import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { startChain } from "@server/testing/test-chain";
import { expectSoundInSchemes } from "../harness/accessibility";
import { inviteSecondAdmin, withAccount } from "../harness/new-company";
import { call, pay } from "../harness/purchases";
import { inDatabase, sweepNow } from "../harness/running-database";
import { PORT, enter, expect, freshEmail, freshMobile, register, test } from "../harness/test";
import { proveWallet } from "../harness/wallets";

/** The demo's company that was launched: its first batch is delivered, a second is prepared. */
const SITE = `http://nxt.localhost:${PORT}`;

const HASH = `0x${"5c".repeat(32)}`;

/** Reads a file as the page's browser does, which knows the host. */
const textAt = (page: Page, path: string): Promise<string> =>
  page.evaluate(async (address) => (await fetch(address)).text(), path);

test(
  "a member's claim is accepted by the contract once, and is traced at /proof",
  { tag: "@full" },
  async ({ page }) => {
    await enter(page, `${SITE}/`, "asha@member.example");
    await page.goto(`${SITE}/user/launch`);
    const claim = page.getByRole("region", { name: /^Claim [\d,]+ NXT until / });
    await claim.getByText("The call for your wallet").click();
    await expectSoundInSchemes(page, "a claim");
    const shown = await claim.locator("code").allTextContents();
    const data = shown.find((text) => /^0x[0-9a-f]{200,}$/.test(text)) ?? "";
    const root = shown.find((text) => /^0x[0-9a-f]{64}$/.test(text)) ?? "";
    const chain = await startChain(root);
    expect(await chain.call(data)).toBe(true);
    expect(await chain.call(data)).toBe(false);
    const wallet = shown.find(
      (text) => /^0x[0-9a-fA-F]{40}$/.test(text) && text !== chain.contract,
    );
    const tokens = /[\d,]+/.exec((await claim.getByRole("heading").textContent()) ?? "")?.[0] ?? "";
    const paid = await Promise.all(
      shown.filter((text) => /^0x[0-9a-fA-F]{40}$/.test(text)).map((one) => chain.paid(one)),
    );
    expect(wallet).toBeDefined();
    expect(paid).toContain(BigInt(tokens.replaceAll(",", "")) * 10n ** 18n);

    const proof = await textAt(page, "/user/launch/1/proof.json");
    await page.goto(`${SITE}/proof`);
    const choose = (text: string) =>
      page.getByLabel("Proof file").setInputFiles({
        name: "delivery-1.json",
        mimeType: "application/json",
        buffer: Buffer.from(text),
      });
    await choose(proof);
    await expect(page.getByText(`Traced ✓ ${tokens} tokens in batch 1`)).toBeVisible();
    const published = page.getByLabel("Root that the company published");
    await published.fill(root);
    await expect(page.getByText("The root is the one that you entered:")).toBeVisible();
    await published.fill(`0x${"00".repeat(32)}`);
    await expect(
      page.getByText(/^The published root is not that of the batch's seal/),
    ).toBeVisible();
    await published.fill("");
    await choose(proof.replace(/"amount": ?"/, '"amount":"9'));
    await expect(page.getByText(/^The claim differs from the row/)).toBeVisible();
  },
);

/** Downloads a file of the page by its link. */
async function download(page: Page, name: string): Promise<string> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name, exact: true }).click();
  return (await waiting).path();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(
      "what members bought is claimed from a contract or sent to their wallets, and each is traced",
      { tag: "@full" },
      async ({ page, request, browser }) => {
        test.setTimeout(600_000);
        const { companyId, origin, there, adminEmail, headers } = await withAccount(request);
        const colleagueEmail = await inviteSecondAdmin(request, there, companyId);
        const openAs = async (path: string, email: string) => {
          const own = await (await browser.newContext({ javaScriptEnabled })).newPage();
          await enter(own, origin + path, email);
          return own;
        };
        const isSound = (one: Page, where: string) =>
          javaScriptEnabled ? expectSoundInSchemes(one, where) : undefined;

        /** A new member who buys 100 tokens, which are approved, and proves a wallet. */
        const buyer = async (key: PrivateKeyAccount) => {
          const email = freshEmail();
          await register(there, { email, mobile: freshMobile() });
          const id = await pay(there, email, 1000);
          await call(there, "/admin/transaction/approve", { id }, headers.authorization);
          const member = await openAs("/", email);
          await member.goto(`${origin}/user/launch`);
          await proveWallet(member, key);
          await inDatabase(
            "UPDATE wallets SET valid_from = now() WHERE company_id = $1",
            companyId,
          );
          return member;
        };
        const wallet = privateKeyToAccount(generatePrivateKey());
        const claimant = await buyer(wallet);
        await inDatabase(
          "UPDATE companies SET launch_at = now() - interval '1 day' WHERE id = $1",
          companyId,
        );
        await enter(page, `${origin}/admin/login`, adminEmail);
        const colleague = await openAs("/admin/login", colleagueEmail);
        /** The second owner confirms what the first has asked for. */
        const confirmed = async (what: string) => {
          await expect(page.getByRole("heading", { name: "Waiting changes" })).toBeVisible();
          await colleague.goto(`${origin}/admin/changes`);
          await colleague.getByRole("button", { name: `Confirm: ${what}` }).click();
          await expect(colleague.getByText("The change has taken effect")).toBeVisible();
        };
        /** Prepares the next batch of 100 tokens, freezes it, and waits for its seal. */
        const freeze = async (number: number) => {
          await page.goto(`${origin}/admin/launch`);
          await page.getByRole("button", { name: "Prepare batch" }).click();
          await expect(page).toHaveURL(`${origin}/admin/launch/${number}`);
          // The ledger's checkpoint covers the purchase within seconds.
          await expect(async () => {
            await page.reload();
            const held = page.getByText("100 tokens for 1 member", { exact: true });
            await expect(held).toBeVisible({ timeout: 1000 });
          }).toPass();
          await isSound(page, "a prepared batch");
          await page.getByRole("button", { name: "Freeze batch" }).click();
          await confirmed("Freeze a batch");
          await sweepNow();
          await expect(async () => {
            await page.goto(`${origin}/admin/launch/${number}`);
            const claim = page.getByRole("heading", { name: "Members claim" });
            await expect(claim).toBeVisible({ timeout: 1000 });
          }).toPass({ timeout: 150_000 });
          await isSound(page, "a frozen batch");
        };

        await freeze(1);
        const root = (await page.getByText(/^0x[0-9a-f]{64}$/).textContent()) ?? "";
        const chain = await startChain(root);
        const claims = page.getByRole("region", { name: "Members claim" });
        for (const [label, typed] of [
          ["Network", "Test chain"],
          ["Chain id", "1337"],
          ["Address of the contract", chain.contract],
          ["Address of its explorer", "https://explorer.example"],
          ["Last day to claim", "2035-01-01"],
        ] as const) {
          await claims.getByLabel(label).fill(typed);
        }
        await claims.getByRole("button", { name: "Publish contract" }).click();
        await confirmed("Publish a batch's contract");
        await page.goto(`${origin}/admin/launch/1`);
        await expect(page.getByText(/^Confirm the funds from /)).toBeVisible();
        await isSound(page, "a published batch");
        await claimant.reload();
        await expect(claimant.getByText(/^Claim /)).toHaveCount(0);
        await inDatabase(
          "UPDATE batches SET published_at = published_at - interval '24 hours' WHERE company_id = $1",
          companyId,
        );
        await page.reload();
        await page.getByLabel("Transaction that funded it").fill(HASH);
        await page.getByLabel("The contract holds 100 tokens.").check();
        await page.getByRole("button", { name: "Open the claims" }).click();
        await expect(page.getByText("Members can claim now.")).toBeVisible();
        await isSound(page, "a delivered batch");

        await claimant.reload();
        const claim = claimant.getByRole("region", { name: "Claim 100 MASP until 1 Jan 2035" });
        await claim.getByText("The call for your wallet").click();
        await isSound(claimant, "a claim");
        const data = (await claim.getByText(/^0x[0-9a-f]{200,}$/).textContent()) ?? "";
        expect(await chain.call(data)).toBe(true);
        expect(await chain.call(data)).toBe(false);
        expect(await chain.paid(wallet.address)).toBe(100n * 10n ** 18n);
        await trace(claimant, { origin, root, batch: 1 });

        const other = privateKeyToAccount(generatePrivateKey());
        const receiver = await buyer(other);
        await freeze(2);
        await page.getByText("The company sends").click();
        const send = page.locator("details").filter({ hasText: "The company sends" });
        await send.getByLabel("Network").fill("Test chain");
        await send.getByLabel("Address of its explorer").fill("https://explorer.example");
        await send.getByRole("button", { name: "Send ourselves" }).click();
        await expect(page.getByText("0 of 1 members have a transaction.")).toBeVisible();
        await isSound(page, "a batch that the company sends");
        const line = (await readFile(await download(page, "Part 1"), "utf8")).trim();
        expect(line).toBe(`${other.address},100`);
        await page.getByLabel("File with the transactions (CSV)").setInputFiles({
          name: "sent.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(`${line},${HASH}\r\n0x12,1,0x34\r\n`),
        });
        await page.getByRole("button", { name: "Add transactions" }).click();
        await expect(page.getByText("1 line added.")).toBeVisible();
        await expect(page.getByText("Line 2: is not address, tokens, hash")).toBeVisible();
        await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible();
        await isSound(page, "lines that were refused");

        await receiver.reload();
        const own = receiver.getByRole("region", { name: "100 MASP were sent to you" });
        await expect(own.getByRole("link", { name: HASH })).toHaveAttribute(
          "href",
          `https://explorer.example/tx/${HASH}`,
        );
        await isSound(receiver, "tokens that were sent");
        await trace(receiver, { origin, root: null, batch: 2 });
      },
    );

    /** Traces a member's delivery of 100 tokens: at /proof, and by the site's command without scripts. */
    async function trace(
      member: Page,
      { origin, root, batch }: { origin: string; root: string | null; batch: number },
    ) {
      const proof = await download(member, "Download the proof");
      if (javaScriptEnabled) {
        await member.goto(`${origin}/proof`);
        await member.getByLabel("Proof file").setInputFiles(proof);
        await expect(member.getByText(`Traced ✓ 100 tokens in batch ${batch}`)).toBeVisible();
        if (root === null) return;
        await member.getByLabel("Root that the company published").fill(root);
        await expect(member.getByText("The root is the one that you entered:")).toBeVisible();
        return;
      }
      const words = [
        "build/client/verify-proof.mjs",
        proof,
        ...(root === null ? [] : ["--root", root]),
      ];
      const { status, stdout } = spawnSync(process.execPath, words, { encoding: "utf8" });
      expect(status, stdout).toBe(0);
    }
  });
}
