import { enter, expect, test } from "../harness/test";

/** The demo's company of localhost. Its history is sealed within seconds after the start. */
test("the ledger's checkpoints are shown without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await expect(async () => {
    await page.goto("/proof");
    await expect(
      page.getByRole("heading", { name: /^[\d,]+ entries in the ledger$/ }),
    ).toBeVisible();
  }).toPass();
  // People first: what is hexadecimal opens by a tap.
  await expect(page.getByText("prelaunch-checkpoint/1")).not.toBeVisible();
  await page.getByText("Details", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "Current checkpoint" })).toBeVisible();
  await expect(page.getByText("prelaunch-checkpoint/1")).toBeVisible();
  await expect(page.getByRole("table").first()).toBeVisible();
  await expect(page.getByRole("table").last()).toContainText("=");
  await expect(page.getByText("This check needs JavaScript.", { exact: false })).toBeVisible();
  const { status, body } = await page.request.get("/verify-proof.mjs").then(async (answer) => ({
    status: answer.status(),
    body: await answer.text(),
  }));
  expect(status).toBe(200);
  expect(body).toContain("prelaunch-inclusion-1");
  await context.close();
});

test(
  "a member verifies the proof of a receipt in the browser, and a changed one fails",
  { tag: "@full" },
  async ({ page }) => {
    await enter(page, "/", "asha@member.example");
    await page.goto("/user/payment-history?status=APPROVED");
    const number = await page.locator("td .mono").first().innerText();
    const receipt = `/user/payment-history?status=APPROVED&receipt=${number}`;
    await expect(async () => {
      await page.goto(receipt);
      await page.getByRole("dialog").getByText("To check it yourself").click();
      await expect(page.getByRole("dialog").getByText("Signed checkpoint")).toBeVisible();
    }).toPass();
    const link = page.getByRole("link", { name: "Download the proof of the ledger" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(download.suggestedFilename()).toBe(`proof-${number}.json`);
    const answer = await page.request.get(`/user/receipts/${number}/proof.json`);
    const proof = await answer.text();

    await page.goto("/proof");
    const choose = async (text: string) => {
      await page.getByLabel("Proof file").setInputFiles({
        name: "proof.json",
        mimeType: "application/json",
        buffer: Buffer.from(text),
      });
    };
    await choose(proof);
    await expect(page.getByText(/^Verified: entry [\d,]+ of the list$/)).toBeVisible();
    const verdict = page.getByRole("status").filter({ hasText: "Verified" });
    await verdict.getByText("Details", { exact: true }).click();
    await expect(page.getByText(`order-number=${number}`)).toBeVisible();
    await choose(
      proof.replace(/"leafIndex": \d+/, '"leafIndex": 0').replace(/sequence=\d+/, "sequence=1"),
    );
    await expect(page.getByText(/^The allocation is not in the signed list/)).toBeVisible();
    await choose("no proof");
    await expect(page.getByText("This file cannot be read.")).toBeVisible();
  },
);

test(
  "the browser remembers a checkpoint, and tells a history that was cut off",
  { tag: "@full" },
  async ({ page }) => {
    await expect(async () => {
      await page.goto("/proof");
      await expect(page.getByRole("heading", { name: /entries in the ledger$/ })).toBeVisible();
    }).toPass();
    const verify = page.getByRole("button", { name: "Verify now" });
    await verify.click();
    await expect(page.getByText(/^The signature is genuine: [\d,]+ entr/)).toBeVisible();
    await verify.click();
    await expect(
      page.getByText(/^The list is genuine: (nothing has changed|it has only grown)/),
    ).toBeVisible();
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("prelaunch-checkpoint") ?? "{}") as {
        text: string;
      };
      kept.text = kept.text.replace(/number=\d+/, "number=99999");
      localStorage.setItem("prelaunch-checkpoint", JSON.stringify(kept));
    });
    await verify.click();
    await expect(page.getByText(/is no longer there/)).toBeVisible();
  },
);
