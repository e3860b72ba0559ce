import jsQR from "jsqr";
import { PNG } from "pngjs";
import { expectAccessible } from "../harness/accessibility";
import { approve, pay, reject, tokenOfMember } from "../harness/purchases";
import { fillRegistration } from "../harness/registration";
import { ADMIN, expect, freshEmail, logIn, register, test } from "../harness/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("a member shares a link; a registration through it counts, and its purchases earn a reward", async ({
        page,
        request,
        browser,
      }) => {
        const email = freshEmail();
        await register(request, { email });
        // A phone's share sheet; browsers without one show no button.
        await page.addInitScript(() => {
          const share = (data: ShareData) => {
            sessionStorage.setItem("shared", JSON.stringify(data));
            return Promise.reject(new DOMException("closed without choosing", "AbortError"));
          };
          Object.defineProperty(navigator, "share", { value: share });
        });
        await logIn(page, "/", email);
        await page.getByRole("link", { name: "Referral", exact: true }).first().click();
        await expect(page).toHaveTitle(/\| Referral$/);
        const main = page.getByRole("main");
        const parts = main.getByRole("navigation", { name: "Parts of your referrals" });
        const open = (part: string) => parts.getByRole("link", { name: part }).click();
        for (const [part, text] of [
          ["Who joined", "Nobody has registered with your link yet."],
          ["Rewards", "You have no rewards yet."],
        ] as const) {
          await open(part);
          await expect(main.getByText(text)).toBeVisible();
          if (javaScriptEnabled) await expectAccessible(page);
        }
        await open("Invite");
        const share = main.getByRole("link", { name: "Share", exact: true });
        await expect(share).toBeInViewport();
        if (javaScriptEnabled) await expectAccessible(page);

        // The QR code contains the link of the first screen.
        const shown = (await main.getByText(/^http.*\/r\//).textContent()) ?? "";
        const origin = new URL(page.url()).origin;
        expect(shown).toMatch(new RegExp(`^${origin}/r/[2-9A-HJ-NP-Z]{8}$`));
        await main.getByText("QR code of your referral link", { exact: true }).click();
        const picture = main.getByRole("img", { name: "QR code of your referral link" });
        const { data, width, height } = PNG.sync.read(await picture.screenshot());
        expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(shown);
        const message = new URL((await share.getAttribute("href")) ?? "").searchParams.get("text");
        expect(message).toContain(shown);
        expect(message).toContain("I receive a reward if you buy.");
        expect(message).toContain("There may be no regulatory recourse for any loss");

        // Cards and text to share carry the warning, in the language that is chosen.
        const kit = main.locator("details", { hasText: "Text and cards to share" });
        await kit.locator("summary").click();
        await expect(kit.getByText(/Crypto products and NFTs are unregulated/)).toBeVisible();
        await kit.getByRole("link", { name: "हिन्दी" }).click();
        await expect(kit.getByText(/क्रिप्टो उत्पाद और NFT विनियमित नहीं/)).toBeVisible();
        for (const card of await kit.getByRole("img").all()) {
          await card.scrollIntoViewIfNeeded();
          const [asked, width] = [await card.getAttribute("src"), await card.getAttribute("width")];
          const drawn = PNG.sync.read(await (await page.request.get(asked ?? "")).body());
          expect(drawn.width).toBe(Number(width));
        }
        if (javaScriptEnabled) {
          await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
          await main.getByRole("button", { name: "Copy the link" }).click();
          await expect(page.getByText("Link copied to clipboard!")).toBeVisible();
          expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
          await open("Invite");
          await expect(page).not.toHaveURL(/in=hi/);
          await share.click();
          const shared = await page.evaluate(() => sessionStorage.getItem("shared") ?? "{}");
          expect(JSON.parse(shared)).toMatchObject({ text: message });
        }

        // A visitor who opens it has the code filled in through all steps.
        const invited = freshEmail();
        const phone = await browser.newContext({ javaScriptEnabled });
        const stranger = await phone.newPage();
        const code = shown.split("/").at(-1) ?? "";
        await stranger.goto(`${origin}/register?ref=${code}`);
        await expect(stranger.getByText("A friend gives you 5% more")).toBeVisible();
        await fillRegistration(stranger, request, {
          email: invited,
          name: "Invited Walker",
          mobile: "98765 43211",
        });
        await expect(stranger.locator("[name=referralCode]")).toHaveValue(code);
        await stranger.getByRole("button", { name: "Create Account" }).click();
        await expect(stranger.getByText("Registered successfully")).toBeVisible();
        await phone.close();

        // Their payment promises a reward; its approval holds it for the days that the company sets.
        const row = main.getByRole("listitem");
        const order = await pay(request, invited, 7000);
        await open("Invite");
        await expect(row.filter({ hasText: "Members you invited" })).toContainText("0 have bought");
        await expect(row.filter({ hasText: "Your rewards" })).toContainText("100 RSGN expected");
        await approve(request, order);
        await page.reload();
        await expect(row.filter({ hasText: "Members you invited" })).toContainText("1 have bought");
        await expect(row.filter({ hasText: "Your rewards" })).toContainText(
          /100 RSGN expected or on hold.*0 RSGN/,
        );
        // A second purchase is expected too, and rejected: its reward is not given, and no more is told.
        const second = await pay(request, invited, 3500);
        await main.getByRole("link", { name: "Your rewards" }).click();
        await expect(row.filter({ hasText: "50 RSGN" })).toContainText("Expected");
        await reject(request, second, { reason: "Nothing arrived", refundNote: "Nothing to send" });
        await page.reload();
        await expect(row.filter({ hasText: "50 RSGN" })).toHaveText(
          /^50 RSGNFor a friend's purchaseNot given\d+ \w+$/,
        );
        await expect(row.filter({ hasText: "100 RSGN" })).toContainText(/Yours after \d.*On hold/);
        if (javaScriptEnabled) await expectAccessible(page);
        await main.getByLabel("Filter by state").selectOption("On hold (1)");
        if (!javaScriptEnabled) await main.getByRole("button", { name: "Apply" }).click();
        await expect(main.locator("li.row")).toHaveCount(1);
        await open("Who joined");
        await expect(row.filter({ hasText: "Member 1" })).toContainText("Has bought");
        expect(await main.textContent()).not.toContain("Invited Walker");
      });

      test("an admin withdraws a promised reward with a reason, and opens a referrer's statement", async ({
        page,
        request,
      }) => {
        const name = `Referrer ${freshEmail()
          .replace(/[^a-z]/g, "")
          .slice(6, 16)}`;
        const [email, invited] = [freshEmail(), freshEmail()];
        await register(request, { email, name });
        const token = await tokenOfMember(request, email);
        const read = await request.get("/api/v1/user/referral/get", {
          headers: { authorization: `Bearer ${token}` },
        });
        const { data } = (await read.json()) as { data: { referralCode: string } };
        await register(request, { email: invited, referralCode: data.referralCode });
        await approve(request, await pay(request, invited, 7000));
        await pay(request, invited, 14_000);

        await logIn(page, "/admin/login", ADMIN);
        await page.getByRole("link", { name: "Referrals", exact: true }).first().click();
        await expect(page).toHaveTitle(/\| Referrals$/);
        const main = page.getByRole("main");
        await expect(main.getByRole("img", { name: "Reward tokens given" })).toBeVisible();
        await expect(main.getByText("Promised", { exact: true })).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page);

        // One reward is on hold and is released; another is promised and is withdrawn.
        await page.goto(`/admin/referrals?tab=rewards&search=${encodeURIComponent(name)}`);
        const row = (tokens: string) =>
          main
            .getByRole("row")
            .filter({ has: page.getByRole("cell", { name: tokens, exact: true }) });
        const decide = async (tokens: string, act: string, reason: string) => {
          await row(tokens).getByRole("checkbox").check();
          await main.getByRole("button", { name: act }).click();
          const dialog = page.getByRole("dialog", { name: `${act} 1 reward` });
          await expect(dialog.getByText(tokens, { exact: true })).toBeVisible();
          if (javaScriptEnabled) await expectAccessible(page);
          await dialog.getByLabel("Reason").fill(reason);
          await dialog.getByRole("button", { name: act }).click();
        };
        await expect(row("100")).toContainText("On hold");
        await decide("100", "Release", "Known in person");
        await expect(page.getByText("1 reward was released.")).toBeVisible();
        await expect(row("100")).toContainText("Given");
        await expect(row("100").getByRole("checkbox")).toHaveCount(0);
        await expect(row("200")).toContainText("Promised");
        await decide("200", "Withdraw", "The same person");
        await expect(page.getByText("1 reward was withdrawn.")).toBeVisible();
        await expect(row("200")).toContainText("Withdrawn");
        await expect(row("200")).toContainText("The same person");
        const csv = await page.request.get(
          `/admin/exports/rewards?state=WITHDRAWN&search=${encodeURIComponent(name)}`,
        );
        expect((await csv.text()).trimEnd().split("\r\n")).toHaveLength(2);

        await page.goto(`/admin/referrals?tab=referrers&search=${encodeURIComponent(name)}`);
        await main.getByRole("link", { name: `Statement of ${name}` }).click();
        const statement = page.getByRole("dialog", { name: `Statement of ${name}` });
        await expect(statement.getByRole("button", { name: "Download PDF" })).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page);
        const member = (await statement.locator("[name=member]").getAttribute("value")) ?? "";
        const year = await statement.getByLabel("Financial year").inputValue();
        for (const [as, type] of [
          ["pdf", "application/pdf"],
          ["csv", "text/csv; charset=utf-8"],
        ]) {
          const file = await page.request.get(
            `/admin/referrals/statement?member=${member}&year=${year}&as=${as}`,
          );
          expect(file.headers()["content-type"]).toBe(type);
        }

        // The referrer reads the same: 100 tokens given, and a statement of their own.
        await logIn(page, "/", email);
        await page.goto("/user/referral?part=rewards");
        await expect(main.getByText("Yearly statement")).toBeVisible();
        const own = await page.request.get(`/user/referral/statement?year=${year}&as=csv`);
        expect(await own.text()).toContain(",100,700.00");
        const foreign = await page.request.get(`/user/referral/statement?member=${member}&year=x`);
        expect(foreign.status()).toBe(400);
      });
    },
  );
}

test(
  "forced colours show the chosen part, and a panel without its pattern",
  { tag: "@full" },
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.setViewportSize({ width: 375, height: 812 });
    await logIn(page, "/", "asha@member.example");
    await page.goto("/user/referral");
    const colour = (name: string) =>
      page
        .getByRole("navigation", { name: "Parts of your referrals" })
        .getByRole("link", { name })
        .evaluate((tab) => getComputedStyle(tab).borderBottomColor);
    expect(await colour("Who joined")).toBe(await colour("Rewards"));
    expect(await colour("Invite")).not.toBe(await colour("Rewards"));
    await expect(page.getByRole("region", { name: "Invite" })).toHaveCSS(
      "background-image",
      "none",
    );
    for (const part of ["invite", "members", "rewards"]) {
      await page.goto(`/user/referral?part=${part}`);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height, part).toBeLessThanOrEqual(1600);
    }
  },
);
