import type { Page } from "@playwright/test";
import { expectSound } from "../harness/accessibility";
import { waiting } from "../harness/purchase-list";
import { ADMIN, enter, expect, test, waitForScripts } from "../harness/test";

const PAYMENTS = "/admin/payments";
const list = (name: string) => `${PAYMENTS}?form=list&search1=${encodeURIComponent(name)}`;
const one = (name: string) => `${PAYMENTS}?search1=${encodeURIComponent(name)}`;
const shown = (page: Page) => page.getByRole("heading", { level: 2, name: /^PUR-/ });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

/** Former addresses, and where they lead; the rest of a query is kept. */
const FORMER = {
  "/admin/purchaserequest/split?search1=asha&sort=-total": "?tab=decide&search1=asha&sort=-total",
  "/admin/purchaserequest/split?tab=history&status=REJECTED": "?tab=decided&status=REJECTED",
  "/admin/purchaserequest/bulk?bulk=approve": "?tab=decide&step=bulk&bulk=approve",
  "/admin/purchaserequest?bulk=reject": "?bulk=reject&step=bulk",
  "/admin/purchaserequest/record?order=PUR-1": "?tab=unallocated&step=record&order=PUR-1",
  "/admin/payments/order?claim=1": "?tab=unallocated&step=apply&claim=1",
  "/admin/payments/days?from=2026-11-01": "?tab=unallocated&step=days&from=2026-11-01",
  "/admin/statements": "?tab=bank&step=import",
  "/admin/statements/entries?show=NONE": "?tab=bank&show=NONE",
};

test(
  "former addresses of payments and statements lead to their place on one page",
  { tag: "@full" },
  async ({ page }) => {
    await enter(page, "/admin/login", ADMIN);
    for (const [former, query] of Object.entries(FORMER)) {
      const answer = await page.request.get(former, { maxRedirects: 0 });
      expect([answer.status(), answer.headers()["location"]], former).toEqual([
        302,
        PAYMENTS + query,
      ]);
      expect((await page.request.get(PAYMENTS + query)).status(), query).toBe(200);
    }
  },
);

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test(
        "the tabs and their steps are reached by links, and come back to the queue",
        { tag: "@full" },
        async ({ page, request }) => {
          const { name, ids } = await waiting(request, 3);
          await enter(page, "/admin/login", ADMIN);
          await page.goto("/admin/dashboard");
          await page.getByRole("link", { name: /^Payments \d+$/ }).click();
          await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payments");
          for (const [tab, seen] of [
            ["In the bank", page.getByRole("link", { name: "Import a statement" })],
            ["Unallocated", page.getByRole("link", { name: "Money by day" })],
            ["Decided", page.getByRole("combobox", { name: "Status" })],
            ["To decide", page.getByRole("link", { name: "Full list" })],
          ] as const) {
            await page.getByRole("tab", { name: tab }).click();
            await expect(seen).toBeVisible();
            expect(await scrolled(page)).toBe(0);
          }

          // One by one, another sum is a step: afterwards the next payment is shown, and the strip undoes it.
          await page.goto(one(name));
          const first = await shown(page).locator(".mono").innerText();
          await page.getByRole("link", { name: "Did another amount arrive?" }).click();
          await expect(page.getByRole("heading", { level: 1 })).toHaveText(
            "Amount received is different",
          );
          await page.getByRole("link", { name: "Back to the payments" }).click();
          await expect(shown(page)).toContainText(first);
          await page.getByRole("link", { name: "Did another amount arrive?" }).click();
          await page.getByLabel("Received", { exact: true }).fill("500");
          await page.getByRole("button", { name: "Show what it pays for" }).click();
          await page.getByRole("checkbox", { name: "I have seen ₹500.00" }).check();
          await page.getByRole("button", { name: /^Approve 70 / }).click();
          await expect(page.getByText("until then you can undo it")).toBeInViewport();
          await expect(shown(page)).not.toContainText(first);
          expect(await scrolled(page)).toBe(0);
          await page.getByRole("button", { name: "Undo" }).click();
          await expect(shown(page)).toContainText(first);

          // A selection is grouped by what the bank shows; its results can be undone where they are.
          const query = new URLSearchParams({ tab: "decide", form: "list", step: "bulk" });
          query.set("bulk", "approve");
          for (const id of ids) query.append("id", id);
          await page.goto(`${PAYMENTS}?${query.toString()}`);
          await expect(page.getByText("Paid in person: 3 purchases")).toBeVisible();
          if (javaScriptEnabled) await expectSound(page, "a selection by evidence");
          const seen = page.getByRole("checkbox", {
            name: /^I have received the money of each of the 3 that were paid in person/,
          });
          await page.getByRole("button", { name: "Approve 3" }).click();
          await expect(seen).toBeFocused();
          await seen.check();
          await page.getByRole("button", { name: "Approve 3" }).click();
          await expect(page.getByText(/until then you can undo these 3/)).toBeInViewport();
          await page.getByRole("button", { name: "Undo" }).click();
          await expect(page.getByText(/3 purchases of .* wait again/)).toBeVisible();
        },
      );
    },
  );
}

test(
  "no payment is shown scrolled, and three keys decide on one",
  { tag: "@full" },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 1024, height: 560 });
    const { name } = await waiting(request, 3);
    await enter(page, "/admin/login", ADMIN);
    for (const path of [
      one(name),
      list(name),
      `${PAYMENTS}?tab=bank`,
      `${PAYMENTS}?tab=unallocated`,
    ]) {
      await page.goto(path);
      await waitForScripts(page);
      expect(await scrolled(page), path).toBe(0);
    }
    await page.goto(one(name));
    await waitForScripts(page);
    const first = await shown(page).locator(".mono").innerText();
    for (const key of ["a", "Space", "Enter"]) await page.keyboard.press(key);
    await expect(shown(page)).not.toContainText(first);
    await expect(page.getByText(`${first} is approved`)).toBeInViewport();
    await expect.poll(() => scrolled(page)).toBe(0);
  },
);

test(
  "on a phone a payment of the list has two lines, with its actions in the second",
  { tag: "@full" },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    const { name } = await waiting(request, 2);
    await enter(page, "/admin/login", ADMIN);
    await page.goto(list(name));
    await waitForScripts(page);
    const row = page.locator("tbody tr").first();
    const boxOf = async (text: string) =>
      (await row.getByText(text).first().boundingBox()) ?? { y: 0, height: 0 };
    const [who, sum, act] = [await boxOf(name), await boxOf("₹714.00"), await boxOf("Approve")];
    expect(Math.abs(who.y - sum.y)).toBeLessThan(12);
    expect(act.y).toBeGreaterThanOrEqual(who.y + who.height - 4);
    expect(act.height).toBeGreaterThanOrEqual(44);
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(104);
    await expect(row.getByText(/^PUR-\d+$/).last()).toBeVisible();
    await expectSound(page, "payments of a phone");
    await row.getByRole("link", { name: "Approve" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
);

test(
  "on a phone a payment is decided at its foot, and is at most 1,400 px high",
  { tag: "@full" },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    const { ids } = await waiting(request, 1);
    await enter(page, "/admin/login", ADMIN);
    await page.goto(`${PAYMENTS}?view=${ids[0] ?? ""}`);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    expect(await height()).toBeLessThanOrEqual(1400);
    // One without a proof is no higher: the member's facts are folded, too.
    await page.goto(`${PAYMENTS}?method=MANUAL`);
    await page.getByRole("link", { name: /PUR-/ }).first().click();
    await expect(page.getByRole("heading", { name: "The member" })).toBeVisible();
    await expect(page.getByText("Other payments of this member")).toBeHidden();
    expect(await height()).toBeLessThanOrEqual(1400);
    await page.goto(`${PAYMENTS}?view=${ids[0] ?? ""}`);
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    await expect(approve).toBeInViewport({ ratio: 1 });
    await expect(page.locator("summary", { hasText: "Reject…" })).toBeInViewport({ ratio: 1 });
    // What else is known stands behind its name; without a proof the bank's entry comes first.
    await expect(page.getByText("What happened so far")).toBeHidden();
    await page.locator("summary", { hasText: "Details" }).click();
    await expect(page.getByText("What happened so far")).toBeVisible();
    await expectSound(page, "a payment on a phone");
    // The menu has one entry for payments.
    await page.goto("/admin/purchaserequest");
    await expect(page.getByRole("heading", { level: 1, name: "Manage Purchase" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Purchase Request", exact: true })).toHaveCount(0);
  },
);
