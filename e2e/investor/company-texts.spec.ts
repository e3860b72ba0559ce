import { ADMIN, PASSWORD, PORT, enter, expect, test, onlyInFull } from "../harness/test";

const SIGNS = "<b onclick=\"x()\">A & 'B'</b> </script><script>window.broken = true</script>";

/** A separate company: its texts change while other tests read theirs. */
const HOST = `nxt.localhost:${PORT}`;

test(
  "a company's own texts appear to members verbatim and escaped",
  onlyInFull(true),
  async ({ page, request }) => {
    const loggedIn = await request.post("/api/v1/company/auth/login", {
      headers: { host: HOST },
      data: { email: ADMIN, password: PASSWORD },
    });
    const { data: admin } = (await loggedIn.json()) as { data: { token: string } };
    const settle = async (texts: Record<string, string>) => {
      const answer = await request.post("/trpc/companies.updateSettings", {
        headers: { host: HOST, authorization: `Bearer ${admin.token}` },
        data: texts,
      });
      expect(answer.status()).toBe(200);
    };
    const riskNotice = `Own risk notice. ${SIGNS}\nSecond line.`;
    const termsOfSale = `Own terms. ${SIGNS}\n\nSecond paragraph.`;
    const privacyPolicy = `Own policy. ${SIGNS}\n\nSecond paragraph.`;

    // The default text, in the user's language, until the company has its own.
    await page.goto(`http://${HOST}/privacy-policy`);
    await expect(page.getByRole("heading", { name: "Virtual digital assets" })).toBeVisible();
    await page.locator("footer").getByRole("link", { name: "Terms of sale" }).click();
    await expect(page.getByRole("heading", { name: "The sale is final" })).toBeVisible();
    await page.goto(`http://${HOST}/`);
    await expect(page.getByText("Pay only what you can afford to lose.")).toBeVisible();

    await settle({ riskNotice, privacyPolicy, termsOfSale });
    await page.goto(`http://${HOST}/privacy-policy`);
    await expect(page.getByText(privacyPolicy)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Virtual digital assets" })).toHaveCount(0);
    await page.goto(`http://${HOST}/terms`);
    await expect(page.getByText(termsOfSale)).toBeVisible();
    await page.goto(`http://${HOST}/`);
    await expect(page.getByText(riskNotice)).toBeVisible();
    await expect(page.getByText("Pay only what you can afford to lose.")).toHaveCount(0);
    await enter(page, `http://${HOST}/`, "asha@member.example");
    await page.goto(`http://${HOST}/user/buy-token`);
    const folded = page.locator("details", { hasText: "Risk notice" });
    await folded.locator("summary").click();
    await expect(folded.getByText(riskNotice)).toBeVisible();
    await page.goto(`http://${HOST}/user/payment-history?status=ALL`);
    await page.getByRole("link", { name: /^View/ }).first().click();
    const receipt = page.getByRole("dialog");
    await expect(receipt.getByRole("note", { name: "Risk notice" })).toContainText(riskNotice);
    expect(await page.evaluate(() => "broken" in window)).toBe(false);

    await settle({ riskNotice: "", privacyPolicy: "", termsOfSale: "" });
    await page.goto(`http://${HOST}/`);
    await expect(page).toHaveURL(/\/user\/dashboard$/);
    await page.goto(`http://${HOST}/user/buy-token`);
    await expect(folded).toContainText("unregulated");
  },
);
