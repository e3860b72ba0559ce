import type { Page } from "@playwright/test";
import { expectSound } from "../harness/accessibility";
import { foundCompany } from "../harness/new-company";
import {
  ADMIN,
  PASSWORD,
  PORT,
  enter,
  expect,
  freshEmail,
  register,
  submitAndWait,
  test,
  waitForScripts,
} from "../harness/test";

const USERS = "/admin/usermanage";
const rowOf = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });

/** Searches; with JavaScript the field submits itself, without it by its button. */
async function search(page: Page, text: string, hasScript: boolean) {
  const box = page.getByRole("searchbox");
  await box.fill(text);
  if (!hasScript) await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get("search") === text);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("an admin finds, approves, adds, changes, blocks and deletes people", async ({
        browser,
        request: outside,
      }) => {
        // A company that asks for no evidence, unlike the demo's.
        const { origin, there: request, adminEmail } = await foundCompany(outside);
        const email = freshEmail();
        await register(request, { email, name: "Waiting Walker" });
        const here = { baseURL: origin, javaScriptEnabled };
        const elsewhere = await browser.newContext(here);
        const theirs = await elsewhere.newPage();
        await enter(theirs, `${origin}/`, email);

        const own = await browser.newContext(here);
        const page = await own.newPage();
        await enter(page, `${origin}/admin/login`, adminEmail);
        await page.goto(USERS);
        await expect(page).toHaveTitle(/\| Manage User$/);
        await expect(page.getByRole("heading", { level: 1, name: "Manage User" })).toBeVisible();
        await expect(page.getByText("Waiting For Verification:")).toHaveCount(0);
        for (const name of [
          "Sl.No",
          "Name",
          "Email",
          "Mobile",
          "Referral Code",
          "Date",
          "Approval",
          "Action",
        ]) {
          await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
        }

        // Filters and search are in the URL; the count is of waiting members.
        const approval = page.getByRole("combobox", { name: "Approval" });
        await expect(approval.getByRole("option")).toHaveText([
          "Select Status",
          "Waiting For Verification",
          "Verified User",
          "Verification Refused",
        ]);
        await approval.selectOption("Waiting For Verification");
        if (!javaScriptEnabled) {
          await page.getByRole("button", { name: "Apply" }).first().click();
        }
        await page.waitForURL(/approval=waiting/);
        await search(page, email, javaScriptEnabled);
        await expect(page.getByText("Waiting For Verification: 1")).toBeVisible();
        await expect(page).toHaveURL(/approval=waiting/);
        const row = rowOf(page, email);
        await expect(row).toContainText("+919876543210");
        await expect(row.getByRole("cell").nth(6)).toHaveText(/^\d{4}-\d{2}-\d{2}$/);

        // Approval: confirmed, executed, and removed from the waiting list.
        await row.getByRole("link", { name: "Waiting: approve Waiting Walker" }).click();
        const dialog = page.getByRole("dialog");
        await expect(dialog.getByRole("heading", { name: "Verify Waiting Walker" })).toBeVisible();
        // A name that the member changes meanwhile is shown before it is verified.
        const theirLogin = await request.post("/api/v1/user/auth/login", {
          data: { user: email, password: PASSWORD },
        });
        const { data } = (await theirLogin.json()) as { data: { token: string } };
        await request.put("/api/v1/user/auth/profile/update", {
          headers: { authorization: data.token },
          form: { name: "Changed Walker", password: PASSWORD },
        });
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(dialog.getByText(/^This member has changed their name/)).toBeVisible();
        await expect(dialog.locator("dl")).toContainText("Changed Walker");
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(page.getByText("User approved successfully")).toBeVisible();
        await expect(page.getByText("Waiting For Verification: 0")).toBeVisible();
        await expect(
          page.getByText("No user matches this search and these filters."),
        ).toBeVisible();
        await page.goto(`${USERS}?search=${email}`);
        await expect(rowOf(page, email).getByText("Verified")).toBeVisible();

        // Adding: the fields in the spec's order; a refusal keeps the input except the password.
        const added = freshEmail();
        await page.getByRole("link", { name: "Add User" }).click();
        await expect(dialog.getByRole("heading", { name: "Add New User" })).toBeVisible();
        const names = await dialog
          .locator("select, input:not([type=hidden])")
          .evaluateAll((fields) => fields.map((field) => field.getAttribute("name")));
        expect(names).toEqual(["role", "adminRole", "name", "mobile", "email", "password"]);
        await dialog.getByLabel("Role").selectOption("User");
        await dialog.getByLabel("Name").fill("Added Walker");
        await dialog.getByLabel("Mobile").fill("98765 00000");
        await dialog.getByLabel("Email").fill(email.toUpperCase());
        await dialog.getByLabel("Password").fill(PASSWORD);
        await dialog.getByRole("button", { name: "Add", exact: true }).click();
        await expect(dialog.locator(".error")).toBeVisible();
        await expect(dialog.getByLabel("Name")).toHaveValue("Added Walker");
        await expect(dialog.getByLabel("Role")).toHaveValue("USER");
        await dialog.getByLabel("Email").fill(added);
        await dialog.getByLabel("Password").fill(PASSWORD);
        await dialog.getByRole("button", { name: "Add", exact: true }).click();
        await expect(page.getByText("User added successfully")).toBeVisible();
        await expect(dialog).toHaveCount(0);

        // Blocking ends the member's session, and the login refuses them.
        await rowOf(page, email).getByRole("link", { name: "Edit Changed Walker" }).click();
        await expect(dialog.getByRole("heading", { name: "Update User" })).toBeVisible();
        await dialog.getByLabel("Name").fill("Renamed Walker");
        await dialog.getByLabel("Account").selectOption("Blocked");
        await dialog.getByRole("button", { name: "Update" }).click();
        await expect(page.getByText("User updated successfully")).toBeVisible();
        await expect(rowOf(page, email)).toContainText("Blocked");
        await theirs.goto("/user/dashboard");
        await expect(theirs.getByRole("button", { name: "Log in" })).toBeVisible();
        await theirs.getByLabel("Email").fill(email);
        await theirs.getByLabel("Password").fill(PASSWORD);
        await theirs.getByRole("button", { name: "Log in" }).click();
        await expect(theirs.getByRole("alert").first()).toBeVisible();
        await expect(theirs).not.toHaveURL(/dashboard/);

        // The member's page shows all their data.
        await rowOf(page, email).getByRole("link", { name: "Renamed Walker", exact: true }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Renamed Walker" })).toBeVisible();
        await expect(page.getByText(`${email} (verified by a code)`)).toBeVisible();
        const parts = page.getByRole("tablist", { name: "Details of Renamed Walker" });
        for (const [part, text] of [
          ["Orders", "No orders yet."],
          ["Allocations", "No tokens have been allocated yet."],
          ["Referrals", "Has not invited anybody yet."],
          ["Sessions", "Not logged in anywhere."],
          ["Messages", "The account is verified"],
          ["Activity", "Account: Active → Blocked"],
        ] as const) {
          await parts.getByRole("tab", { name: part }).click();
          await expect(page.getByText(text).first()).toBeVisible();
        }

        // Unblocked, then logged out from their page, and deleted.
        await page.getByRole("link", { name: "Edit", exact: true }).click();
        await dialog.getByLabel("Account").selectOption("Active");
        // The toast of the block may still be there, so it does not tell that this one is done.
        await submitAndWait(page, () => dialog.getByRole("button", { name: "Update" }).click());
        await expect(page.getByText("User updated successfully")).toBeVisible();
        await enter(theirs, `${origin}/`, email);
        await parts.getByRole("tab", { name: "Sessions" }).click();
        await page.getByRole("button", { name: "End session" }).click();
        await expect(page.getByText("The session has ended.")).toBeVisible();
        await theirs.goto("/user/dashboard");
        await expect(theirs.getByRole("button", { name: "Log in" })).toBeVisible();
        const address = page.url();
        await page.getByRole("link", { name: "Delete", exact: true }).click();
        await expect(dialog).toContainText(`Delete Renamed Walker (${email})?`);
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(page.getByText("User deleted successfully")).toBeVisible();
        await search(page, email, javaScriptEnabled);
        await expect(
          page.getByText("No user matches this search and these filters."),
        ).toBeVisible();

        // A member deleted by another admin is a 404, and a dialog about them shows a message.
        expect((await page.goto(address))?.status()).toBe(404);
        const id = new URL(address).pathname.split("/").at(-1) ?? "";
        await page.goto(`${USERS}?remove=${id}&page=1`);
        await expect(dialog).toHaveCount(0);
        await expect(page.getByRole("heading", { level: 1, name: "Manage User" })).toBeVisible();
        await Promise.all([elsewhere.close(), own.close()]);
      });
    },
  );
}

test("the last admin of a company cannot give up the role", { tag: "@full" }, async ({ page }) => {
  const origin = `http://ppcn.localhost:${PORT}`;
  await enter(page, `${origin}/admin/login`, ADMIN);
  const dialog = page.getByRole("dialog");
  // The demo has two.
  await page.goto(`${origin}${USERS}?role=ADMIN`);
  await page.getByRole("link", { name: /^Delete Second / }).click();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  const refused = dialog.getByRole("alert");
  for (const [label, option] of [
    ["Role", "User"],
    ["Account", "Blocked"],
    ["Account", "Inactive"],
  ] as const) {
    await page.goto(`${origin}${USERS}?role=ADMIN`);
    await page.getByRole("link", { name: /^Edit / }).click();
    await dialog.getByLabel(label).selectOption(option);
    await dialog.getByRole("button", { name: "Update" }).click();
    await expect(refused).toContainText(/last admin/i);
  }
  await page.goto(`${origin}${USERS}?role=ADMIN`);
  await page.getByRole("link", { name: /^Delete / }).click();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(refused).toContainText(/last admin/i);
  await page.goto(`${origin}${USERS}`);
  await expect(page.getByRole("heading", { level: 1, name: "Manage User" })).toBeVisible();
});

test("dialogs take the focus, trap it, and return it", { tag: "@full" }, async ({ page }) => {
  await enter(page, "/admin/login", ADMIN);
  await page.goto(USERS);
  // Before scripts run, the link leads to a page whose dialog traps nothing.
  await waitForScripts(page);
  const opener = page.getByRole("link", { name: "Add User" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(dialog).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("link", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(dialog.getByRole("button", { name: "Add", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("link", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test(
  "people's screens have no accessibility violation on a tablet",
  { tag: "@full" },
  async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 768, height: 1024 });
    await enter(page, "/admin/login", ADMIN);
    await page.goto(`${USERS}?search=asha@member.example`);
    const person = await page.getByRole("link", { name: /^Asha/ }).first().getAttribute("href");
    const id = person?.split("/").at(-1) ?? "";
    const looks = ["", `?edit=${id}`, "?add=1", `/${id}`];
    const parts = ["sessions", "orders", "messages"].map((part) => `/${id}?part=${part}`);
    for (const look of [...looks, ...parts]) {
      await page.goto(USERS + look);
      // A tablet's layout changes no colour (e2e/accessibility/screens.spec.ts).
      await expectSound(page, USERS + look);
    }
  },
);
