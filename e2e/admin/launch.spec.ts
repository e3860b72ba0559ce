import type { Page } from "@playwright/test";
import { startChain } from "../../server/testing/test-chain";
import { ADMIN, PORT, SECOND_ADMIN, enter, expect, test } from "../harness/test";

/** The demo's company that was launched: its first batch is delivered, a second is prepared. */
const SITE = `http://nxt.localhost:${PORT}`;

/** Reads a file as the page's browser does, which knows the host. */
const textAt = (page: Page, path: string): Promise<string> =>
  page.evaluate(async (address) => (await fetch(address)).text(), path);

test("a member's claim is accepted by the contract once, and is traced at /proof", async ({
  page,
}) => {
  await enter(page, `${SITE}/`, "asha@member.example");
  await page.goto(`${SITE}/user/launch`);
  const claim = page.getByRole("region", { name: /^Claim [\d,]+ NXT until / });
  await claim.getByText("The call for your wallet").click();
  const shown = await claim.locator("code").allTextContents();
  const data = shown.find((text) => /^0x[0-9a-f]{200,}$/.test(text)) ?? "";
  const root = shown.find((text) => /^0x[0-9a-f]{64}$/.test(text)) ?? "";
  const chain = await startChain(root);
  expect(await chain.call(data)).toBe(true);
  expect(await chain.call(data)).toBe(false);
  const wallet = shown.find((text) => /^0x[0-9a-fA-F]{40}$/.test(text) && text !== chain.contract);
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
  const published = page.getByLabel("Root that the contract holds");
  await published.fill(root);
  await expect(page.getByText("The root is the one that you entered:")).toBeVisible();
  await published.fill(`0x${"00".repeat(32)}`);
  await expect(
    page.getByText(/^The contract's root is not that of the batch's seal/),
  ).toBeVisible();
  await published.fill("");
  await choose(proof.replace(/"amount": ?"/, '"amount":"9'));
  await expect(page.getByText(/^The claim differs from the row/)).toBeVisible();
});

test(
  "two owners freeze a batch, and its members see the transactions that sent it",
  { tag: "@full" },
  async ({ page, browser }) => {
    await enter(page, `${SITE}/admin/login`, ADMIN);
    await page.goto(`${SITE}/admin/launch`);
    await page.getByRole("link", { name: "Open batch 2", exact: true }).click();
    await page.getByRole("button", { name: "Freeze batch" }).click();
    await expect(page.getByRole("heading", { name: "Waiting changes" })).toBeVisible();
    const colleague = await (await browser.newContext()).newPage();
    await enter(colleague, `${SITE}/admin/login`, SECOND_ADMIN);
    await colleague.goto(`${SITE}/admin/changes`);
    await colleague.getByRole("button", { name: "Confirm: Freeze a batch" }).click();
    await expect(colleague.getByText("The change has taken effect")).toBeVisible();
    // The sweep of a minute seals the batch.
    await expect(async () => {
      await page.goto(`${SITE}/admin/launch/2`);
      await expect(page.getByRole("heading", { name: "Members claim" })).toBeVisible();
    }).toPass({ timeout: 150_000 });
    await page.getByText("The company sends").click();
    const send = page.locator("details").filter({ hasText: "The company sends" });
    await send.getByLabel("Network").fill("Polygon");
    await send.getByLabel("Address of its explorer").fill("https://polygonscan.com");
    await send.getByRole("button", { name: "Send ourselves" }).click();
    const lines = (await textAt(page, "/admin/launch/2/send-1.csv")).trim().split("\r\n");
    const hash = `0x${"ab".repeat(32)}`;
    const sent = [...lines.map((line) => `${line},${hash}`), "0x12,1,0x34"].join("\n");
    await page.getByLabel("Lines: address, tokens, transaction's hash").fill(sent);
    await page.getByRole("button", { name: "Add transactions" }).click();
    await expect(page.getByText(`${lines.length} lines added.`)).toBeVisible();
    await expect(page.getByText("is not address, tokens, hash")).toBeVisible();
    await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible();

    const member = await (await browser.newContext()).newPage();
    await enter(member, `${SITE}/`, "asha@member.example");
    await member.goto(`${SITE}/user/launch`);
    const own = member.getByRole("region", { name: /were sent to you$/ });
    await expect(own.getByRole("link", { name: hash })).toHaveAttribute(
      "href",
      `https://polygonscan.com/tx/${hash}`,
    );
  },
);
