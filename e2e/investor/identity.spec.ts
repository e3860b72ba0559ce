import type { APIRequestContext, Page } from "@playwright/test";
import { expectSound } from "../harness/accessibility";
import { withAccount } from "../harness/new-company";
import { proofPicture } from "../harness/orders";
import { enter, expect, freshEmail, register, test, waitForScripts } from "../harness/test";

const RULES = {
  asks: "ABOVE",
  above: "500",
  asksPanCard: true,
  asksSecond: true,
  asksSelfie: true,
  asksAddress: true,
  renewMonths: 24,
};

/** Chooses a picture and goes on; with scripts it is sent once it is chosen. */
async function choose(page: Page, hasScripts: boolean): Promise<void> {
  await page
    .locator("main form input[type=file]")
    .first()
    .setInputFiles(await proofPicture());
  if (hasScripts) await expect(page.getByText("The picture is kept.")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Calls a procedure as the company's admin. */
async function asked<T>(
  there: APIRequestContext,
  headers: Record<string, string>,
  name: string,
  input?: object,
): Promise<T> {
  const answer = input
    ? await there.post(`/trpc/${name}`, { data: input, headers })
    : await there.get(`/trpc/${name}`, { headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { result: { data: T } }).result.data;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    const sound = javaScriptEnabled ? expectSound : () => Promise.resolve();

    test(
      "from the limit over the pictures, the refusal of one and the answer to the purchase",
      { tag: "@full" },
      async ({ page, request }) => {
        test.setTimeout(120_000);
        const { origin, there, headers } = await withAccount(request);
        await asked(there, headers, "companies.setIdentity", RULES);
        const email = freshEmail();
        await register(there, { email, name: "Tara Walker" });
        await enter(page, `${origin}/`, email);

        // The limit stops the purchase, says which, and leads to the page.
        await page.goto(`${origin}/user/buy-token`);
        await page.locator("[name=amount]").fill("600");
        // Scripts say so while it is typed.
        if (!javaScriptEnabled) await page.getByRole("button", { name: "BUY NOW" }).click();
        await expect(page.getByText("Above ₹500.00 in all").first()).toBeVisible();
        await page.getByRole("link", { name: "Show who you are" }).first().click();
        await expect(page).toHaveURL(/\/user\/identity\?buy=600/);
        await sound(page, "identity, the notice");
        // The profile asks for the same alone: its own details stand below, behind their link.
        const notice = page.url();
        await page.goto(`${origin}/user/profile?part=identity`);
        await expect(page.getByLabel("Name", { exact: true })).toHaveCount(0);
        await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
        await sound(page, "identity in the profile");
        await page.getByRole("link", { name: "Change", exact: true }).click();
        await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Tara Walker");
        await page.getByRole("main").getByRole("link", { name: "Cancel" }).click();
        await expect(page.getByLabel("Name", { exact: true })).toHaveCount(0);
        await page.goto(notice);
        await page.getByRole("link", { name: "Begin" }).click();

        await expect(page.getByRole("heading", { name: /PAN card\?/ })).toBeVisible();
        if (javaScriptEnabled) await waitForScripts(page);
        await page.getByLabel("PAN", { exact: true }).fill("abcce1234f");
        await page.getByRole("button", { name: "Continue" }).click();
        await expect(page.getByText("A person's PAN is five letters")).toBeVisible();
        await page.getByLabel("PAN", { exact: true }).fill("abcpe 1234 f");
        await page.getByRole("button", { name: "Continue" }).click();
        await expect(page.getByRole("heading", { name: "A picture of your PAN" })).toBeVisible();
        await sound(page, "identity, a picture");
        await choose(page, javaScriptEnabled);
        await page.getByLabel("Document", { exact: true }).selectOption("PASSPORT");
        await page.getByLabel("Its number").fill("z1234567");
        await page.getByRole("button", { name: "Continue" }).click();
        await expect(page.getByRole("heading", { name: "Passport: the front" })).toBeVisible();
        await choose(page, javaScriptEnabled);
        await expect(page.getByRole("heading", { name: "Passport: the back" })).toBeVisible();
        // A broken line, or another day: what was chosen stays.
        await page.goto(`${origin}/user/identity?buy=600`);
        await page.getByRole("link", { name: "Continue" }).click();
        await expect(page.getByRole("heading", { name: "Passport: the back" })).toBeVisible();
        if (javaScriptEnabled) await waitForScripts(page);
        await choose(page, javaScriptEnabled);
        await expect(page.getByRole("heading", { name: "A picture of yourself" })).toBeVisible();
        await choose(page, javaScriptEnabled);
        await page.getByLabel("Address").fill("12 Lake Road, Pune 411001");
        await page.getByRole("button", { name: "Continue" }).click();
        await expect(page.getByRole("heading", { name: "Is everything right?" })).toBeVisible();
        // The number is whole where the page itself took it, and masked after a document's load.
        if (javaScriptEnabled) await expect(page.getByText("ABCPE1234F")).toHaveCount(0);
        await expect(page.locator("dd img")).toHaveCount(4);
        await sound(page, "identity, the last look");
        await page.getByRole("checkbox", { name: /This is me/ }).check();
        await page.getByRole("button", { name: "Send" }).click();
        await expect(page.getByText("It is being checked")).toBeVisible();

        // The purchase says so as well, with its price, and leads into no circle.
        await page.getByRole("link", { name: "Back to your purchase" }).click();
        await expect(page.getByText("What you sent is being checked.").first()).toBeVisible();
        await expect(page.getByText("60 × ₹10.00")).toBeVisible();
        await sound(page, "a purchase while it is checked");
        await page.getByRole("link", { name: "See where it stands" }).first().click();
        await expect(page.getByText("It is being checked")).toBeVisible();

        // One picture is asked for again.
        const { records } = await asked<{ records: { id: string }[] }>(
          there,
          headers,
          "identity.queue?input={}",
        );
        const id = records[0]?.id ?? "";
        const find = `identity.find?input=${encodeURIComponent(JSON.stringify({ id }))}`;
        const { documents } = await asked<{
          documents: { id: string; kind: string; side: string }[];
        }>(there, headers, find);
        const back = documents.find(({ side }) => side === "BACK");
        await asked(there, headers, "identity.decide", {
          id,
          decision: "ASK",
          documents: [{ id: back?.id, reason: "The edge is cut off." }],
        });
        await page.goto(`${origin}/user/dashboard`);
        await expect(page.getByText("The edge is cut off.")).toBeVisible();
        // The amount was kept with what was sent.
        await page.getByRole("link", { name: "Send it again" }).click();
        await expect(page.getByText("needs a part again")).toBeVisible();
        await expect(page.getByText("The edge is cut off.")).toBeVisible();
        await sound(page, "identity, asked again");
        await page.getByRole("link", { name: "Continue" }).click();
        await expect(page.getByRole("heading", { name: "Passport: the back" })).toBeVisible();
        if (javaScriptEnabled) await waitForScripts(page);
        await choose(page, javaScriptEnabled);
        await page.getByRole("checkbox", { name: /This is me/ }).check();
        await page.getByRole("button", { name: "Send" }).click();
        await expect(page.getByText("It is being checked")).toBeVisible();

        await asked(there, headers, "identity.decide", { id, decision: "ACCEPT" });
        await page.reload();
        await expect(page.getByText("has verified who you are")).toBeVisible();
        await page.getByRole("link", { name: "Back to your purchase" }).click();
        await expect(page.locator("[name=amount]")).toHaveValue("600");
        await page.getByRole("button", { name: "BUY NOW" }).click();
        await page.waitForURL(/\/user\/payment\?/);
      },
    );
  });
}
