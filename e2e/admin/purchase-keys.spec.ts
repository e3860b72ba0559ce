import type { Locator } from "@playwright/test";
import { listOf, rows, waiting } from "../harness/purchase-list";
import { ADMIN, enter, expect, test } from "../harness/test";

test(
  "keys of the purchases move, approve with three keystrokes, reject and show help, but not while typing",
  { tag: "@full" },
  async ({ page, request }) => {
    const { name } = await waiting(request, 3);
    await enter(page, "/admin/login", ADMIN);
    await page.goto(listOf(name));
    await expect(page.getByLabel("Select all on this page")).toBeVisible();
    const dialog = page.getByRole("dialog");

    // In the search field the keys type letters.
    await page.getByRole("searchbox").focus();
    await page.keyboard.press("End");
    await page.keyboard.type("ar?");
    await expect(page.getByRole("searchbox")).toHaveValue(`${name}ar?`);
    await expect(dialog).toHaveCount(0);
    await page.goto(listOf(name));
    await expect(page.getByLabel("Select all on this page")).toBeVisible();

    // Three keystrokes approve the first one.
    const firstOrder = await rows(page).first().getByRole("checkbox").getAttribute("aria-label");
    await page.keyboard.press("a");
    await expect(dialog.getByRole("checkbox")).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Purchase approved successfully")).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByLabel(firstOrder ?? "")).toHaveCount(0);

    // j and k move, x selects, r asks for the reason for the cursor's row.
    await expect(rows(page).nth(0)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(rows(page).nth(1)).toBeFocused();
    await page.keyboard.press("x");
    await expect(rows(page).nth(1).getByRole("checkbox")).toBeChecked();
    await expect(page.getByText(/^1 selected · ₹/)).toBeVisible();
    await page.keyboard.press("k");
    await expect(rows(page).nth(0)).toBeFocused();
    await page.keyboard.press("j");
    const order = (await rows(page).nth(1).getByRole("checkbox").getAttribute("aria-label")) ?? "";
    await page.keyboard.press("r");
    await expect(dialog.getByLabel("Reason", { exact: true })).toBeFocused();
    await expect(dialog.getByText(order.replace("Select ", ""))).toBeVisible();
    await page.keyboard.type("jar");
    await expect(dialog.getByLabel("Reason", { exact: true })).toHaveValue("jar");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);

    // Help, and the switch for shortcuts.
    await page.keyboard.press("?");
    await expect(dialog.getByText("Open the proof")).toBeVisible();
    await dialog.getByLabel("Use keyboard shortcuts").uncheck();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press("a");
    await page.keyboard.press("?");
    await expect(dialog).toHaveCount(0);
    await page.getByRole("link", { name: "Shortcuts" }).click();
    await dialog.getByLabel("Use keyboard shortcuts").check();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press("a");
    await expect(page.getByRole("dialog", { name: "Approve purchase" })).toBeVisible();

    // One by one, the same three keystrokes approve; the next payment is shown, and Ctrl+Enter confirms.
    await page.goto(listOf(name).replace("/purchaserequest", "/payments"));
    await expect(page.getByText("Keys", { exact: true })).toBeVisible();
    const listed = page.getByRole("region", { name: "Payments of the list" }).getByRole("listitem");
    await expect(listed).toHaveCount(2);
    const shown = page.getByRole("heading", { level: 2, name: /^PUR-/ });
    const last = (await listed.nth(1).locator(".mono").textContent()) ?? "";
    await page.keyboard.press("a");
    await expect(page.getByLabel("I have received this money.")).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await expect(listed).toHaveCount(1);
    await expect(shown).toContainText(last);
    await page.keyboard.press("r");
    await expect(page.getByLabel("Reason", { exact: true })).toBeFocused();
    await page.keyboard.type("No such credit");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Purchase rejected successfully")).toBeVisible();
    await expect(page.getByText("No purchase matches this search")).toBeVisible();
  },
);

test(
  "after a decision the cursor moves to the next row and scrolls it into view",
  { tag: "@full" },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 1440, height: 480 });
    const { name, ids } = await waiting(request, 5);
    const [first, second, third, fourth, fifth] = ids.map((id) =>
      page.locator(`#purchase-${id}`),
    ) as [Locator, Locator, Locator, Locator, Locator];
    const expectCursorOn = async (row: Locator) => {
      await expect(row).toHaveAttribute("data-current", "true");
      await expect(row).toBeFocused();
      await expect(row).toBeInViewport({ ratio: 1 });
    };
    const dialog = page.getByRole("dialog");
    await enter(page, "/admin/login", ADMIN);
    await page.goto(listOf(name));
    await expect(page.getByLabel("Select all on this page")).toBeVisible();

    for (const row of [first, second, third]) {
      await page.keyboard.press("j");
      await expect(row).toBeFocused();
    }
    await page.keyboard.press("a");
    await expect(dialog.getByRole("checkbox")).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await expect(third).toHaveCount(0);
    await expectCursorOn(fourth);

    // The next key acts on that row.
    const order = (await fourth.getByRole("checkbox").getAttribute("aria-label")) ?? "";
    await page.keyboard.press("r");
    await expect(dialog.getByText(order.replace("Select ", ""))).toBeVisible();
    await dialog.getByLabel("Reason", { exact: true }).fill("No such credit");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(fourth).toHaveCount(0);
    await expectCursorOn(fifth);

    // After the last row the cursor moves to the one before it.
    await fifth.getByRole("link", { name: "Approve" }).click();
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(fifth).toHaveCount(0);
    await expectCursorOn(second);

    // A bulk decision has a page of its own; the list follows.
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Approve selected" }).click();
    await page.getByLabel("I have received the money of").check();
    await page.getByRole("button", { name: "Approve 1" }).click();
    await expect(page.getByText("until then you can undo")).toBeVisible();
    await expect(second).toHaveCount(0);
    await expect(first).toHaveAttribute("data-current", "true");
  },
);

test(
  "after a decision on several the cursor stands on the row that follows them",
  { tag: "@full" },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 1440, height: 480 });
    const { name, ids } = await waiting(request, 5);
    const row = (at: number) => page.locator(`#purchase-${ids[at] ?? ""}`);
    await enter(page, "/admin/login", ADMIN);
    await page.goto(listOf(name));
    await expect(page.getByLabel("Select all on this page")).toBeVisible();
    for (const at of [1, 2]) await row(at).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Approve selected" }).click();
    await page.getByLabel("I have received the money of").check();
    await page.getByRole("button", { name: "Approve 2" }).click();
    await expect(page.getByText("until then you can undo")).toBeVisible();
    await expect(rows(page)).toHaveCount(3);
    await expect(row(3)).toHaveAttribute("data-current", "true");
    await expect(row(3)).toBeFocused();
    await expect(row(3)).toBeInViewport({ ratio: 1 });
    // The keys go on from there.
    await page.keyboard.press("j");
    await expect(row(4)).toHaveAttribute("data-current", "true");
    // Nothing follows the last row: the list begins anew.
    await row(4).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Reject selected" }).click();
    await page.getByLabel("Reason", { exact: true }).fill("No such credit");
    await page.getByRole("button", { name: "Reject 1" }).click();
    await expect(page.getByText("until then you can undo")).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(row(0)).toHaveAttribute("data-current", "true");
  },
);
