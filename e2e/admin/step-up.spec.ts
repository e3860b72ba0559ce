import type { Page } from "@playwright/test";
import { createDatabase, runText } from "@db/client";
import { superAdmins } from "@db/schema";
import { createSessions } from "@server/access/sessions/lucia-sessions";
import { createPasswords } from "@server/access/sessions/passwords";
import { createCompanies, hostOf } from "@server/testing/company-fixtures";
import { expectSound } from "../harness/accessibility";
import { type Installation, install } from "../harness/installation";
import { appCode } from "../harness/super-admin";
import { PASSWORD, PORT, expect, logIn, test, waitForScripts, onlyInFull } from "../harness/test";

const OWN_PORT = Number(PORT) + 74;
const ORIGIN = `http://${hostOf(1)}:${OWN_PORT}`;

// One installation for both.
test.describe.configure({ mode: "serial" });

let us: Installation;
test.beforeAll(async () => {
  us = await install([OWN_PORT], `http://localhost:${OWN_PORT}`);
  const passwordHash = await createPasswords().hash(PASSWORD);
  await inDatabase((db) => createCompanies(db, { companies: 1, passwordHash }));
});
test.afterAll(() => us.stop());

async function inDatabase<T>(
  run: (db: ReturnType<typeof createDatabase>["db"]) => Promise<T>,
): Promise<T> {
  const database = createDatabase({ url: us.databaseUrl, max: 1 });
  try {
    return await run(database.db);
  } finally {
    await database.close();
  }
}

/** Moves every login and proof into the past. */
const age = () =>
  inDatabase((db) =>
    runText(
      db,
      "UPDATE sessions SET created_at = created_at - interval '11 minutes', proved_at = NULL",
      [],
    ),
  );

const asked = (page: Page) => page.getByRole("heading", { name: "Please confirm that it is you" });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, baseURL: ORIGIN });

    test(
      "an old session confirms by password, and what was typed is then saved",
      onlyInFull(true),
      async ({ page }) => {
        await logIn(page, "/admin/login", "admin@people.example");
        await age();
        const upi = javaScriptEnabled ? "with@okbank" : "without@okbank";
        const update = async () => {
          await page.goto("/admin/beneficiary");
          await page.getByRole("link", { name: "Update: 50100000001" }).click();
          if (javaScriptEnabled) await waitForScripts(page);
          await page.getByRole("dialog").getByLabel("UPI ID").fill(upi);
          await page.getByRole("dialog").getByRole("button", { name: "Update" }).click();
        };
        await update();
        await expect(asked(page)).toBeVisible();
        await expect(page.getByText("What you typed is kept.")).toBeVisible();
        if (javaScriptEnabled) await expectSound(page, "admin, step-up");

        await page.getByLabel("Password, or code of the app").fill("Not-my-password-1");
        await page.getByRole("button", { name: "Continue" }).click();
        await expect(page.getByText("This password or code is not right.").first()).toBeVisible();
        await page.getByLabel("Password, or code of the app").fill(PASSWORD);
        await page.getByRole("button", { name: "Continue" }).click();
        // Stored, since it needs a second admin.
        await page.waitForURL(/\/admin\/changes$/);
        await expect(page.getByRole("cell", { name: upi })).toBeVisible();
        if (javaScriptEnabled) await expectSound(page, "admin, waiting changes");
        await page.getByRole("button", { name: "Withdraw: Change an account" }).click();
        await expect(page.getByText("Nothing waits for a second admin.")).toBeVisible();
        await page.goto("/admin/beneficiary");

        // Nothing is asked again for ten minutes; then a download is, and begins after the proof.
        const link = page.getByRole("link", { name: "Download CSV" });
        await Promise.all([page.waitForEvent("download"), link.click()]);
        await age();
        await page.goto("/admin/usermanage?role=USER");
        await link.click();
        await expect(asked(page)).toBeVisible();
        await page.getByLabel("Password, or code of the app").fill(PASSWORD);
        const [file] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "Continue" }).click(),
        ]);
        expect(file.suggestedFilename()).toMatch(/^users-.*\.csv$/);
        await expect(page.getByText("Your download begins now.")).toBeVisible();
      },
    );

    test(
      "an old session that weakens a protection confirms first, and what was typed is then saved",
      { tag: "@full" },
      async ({ page }) => {
        await logIn(page, "/admin/login", "admin@people.example");
        await age();
        const asks = page.getByLabel("Before a payment is approved");
        await page.goto("/admin/settings?tab=advanced");
        if (javaScriptEnabled) await waitForScripts(page);
        await expect(asks).toHaveValue("true");
        await asks.selectOption("false");
        const form = page.locator("form", { has: asks });
        await form.getByRole("button", { name: "Save" }).click();
        await expect(asked(page)).toBeVisible();
        await page.goto("/admin/settings?tab=advanced");
        await expect(asks).toHaveValue("true");
        await asks.selectOption("false");
        if (javaScriptEnabled) await waitForScripts(page);
        await form.getByRole("button", { name: "Save" }).click();
        await page.getByLabel("Password, or code of the app").fill(PASSWORD);
        await page.getByRole("button", { name: "Continue" }).click();
        await page.waitForURL(/\/admin\/settings\?tab=advanced$/);
        await expect(asks).toHaveValue("false");
        // The other run begins as this one did.
        await asks.selectOption("true");
        await form.getByRole("button", { name: "Save" }).click();
        await expect(page.getByText("Settings saved")).toBeVisible();
      },
    );
  });
}

test(
  "a super admin without a second factor sees only its set-up, and then everything",
  onlyInFull(true),
  async ({ page }) => {
    const token = await inDatabase(async (db) => {
      const [root] = await db
        .insert(superAdmins)
        .values({ email: "root@platform.example" })
        .returning();
      const subject = { role: "SUPER_ADMIN" as const, id: root?.id ?? "" };
      return (await createSessions(db).start(subject, { ip: "127.0.0.1", userAgent: null })).token;
    });
    const platform = `http://localhost:${OWN_PORT}`;
    const cookie = { name: "prelaunch_superadmin", value: token, url: platform };
    await page.context().addCookies([cookie]);
    for (const screen of ["dashboard", "companymanage"]) {
      await page.goto(`${platform}/superadmin/${screen}`);
      await expect(page).toHaveURL(/\/superadmin\/security$/);
      await expect(page.getByText("Super admins need an authenticator app")).toBeVisible();
    }
    await page.getByRole("button", { name: "Set up" }).click();
    const key = (await page.locator("main .mono").first().textContent()) ?? "";
    await page.getByLabel("Code of the app").fill(appCode(key));
    await page.getByRole("button", { name: "Switch on" }).click();
    await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
    const [recovery = ""] = await page.getByRole("main").getByRole("listitem").allTextContents();
    await page.goto(`${platform}/superadmin/dashboard`);
    await expect(page).toHaveURL(/\/superadmin\/dashboard$/);

    // A domain asks for the code once more; what was typed is then saved.
    const [company] = await inDatabase((db) => runText(db, "SELECT id FROM companies", []));
    await inDatabase((db) =>
      runText(
        db,
        `UPDATE super_admin_sessions SET proved_at = NULL,
                created_at = created_at - interval '11 minutes'`,
        [],
      ),
    );
    await page.goto(`${platform}/superadmin/companymanage/${String(company?.id)}`);
    await waitForScripts(page);
    await page.getByLabel("Host", { exact: true }).fill("second.shop.example");
    await page.getByRole("button", { name: "Add domain" }).click();
    await expect(asked(page)).toBeVisible();
    await page.locator("[name=stepUpProof]").fill(recovery);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(
      page.getByText("second.shop.example now shows this company.").first(),
    ).toBeVisible();
  },
);

test(
  "the file for an authority asks for the proof before it is asked for, and before its download",
  { tag: "@full" },
  async ({ page }) => {
    const [member] = await inDatabase((db) =>
      runText<{ id: string }>(
        db,
        `WITH member AS (
           INSERT INTO users (id, company_id, role, name, email, mobile, referral_code, password_hash)
           SELECT gen_random_uuid(), company_id, 'USER', 'Uma Bose', 'uma@people.example', '+919876500001', 'UMA1001', password_hash
             FROM users WHERE email = 'admin@people.example' RETURNING id, company_id, name
         ), kept AS (
           INSERT INTO identity_cases (company_id, member_id, state, sent_count, sent_at, typed_name)
           SELECT company_id, id, 'SENT', 1, now(), name FROM member
         ) SELECT id FROM member`,
        [],
      ),
    );
    await logIn(page, `${ORIGIN}/admin/login`, "admin@people.example");
    await page.goto(`${ORIGIN}/admin/usermanage/${member?.id ?? ""}`);
    await page.getByRole("link", { name: "File for an authority" }).click();
    await waitForScripts(page);
    await age();
    await page.getByLabel("Which authority asks, and by which letter").fill("Letter 12");
    await page.getByRole("button", { name: "Ask for the file" }).click();
    await expect(asked(page)).toBeVisible();
    await page.getByLabel("Password, or code of the app").fill(PASSWORD);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/\/admin\/changes$/);
    // The second owner's answer is a test of its own (identity-file.test.ts).
    await inDatabase((db) =>
      runText(
        db,
        "UPDATE pending_changes SET state = 'CONFIRMED', decided_at = now() WHERE kind = 'AUTHORITY_FILE'",
        [],
      ),
    );
    await page.goto(`${ORIGIN}/admin/identity/file/${member?.id ?? ""}`);
    await expectSound(page, "admin, the file for an authority");
    await age();
    await page.getByRole("link", { name: "Download the ZIP" }).click();
    await expect(asked(page)).toBeVisible();
    await page.getByLabel("Password, or code of the app").fill(PASSWORD);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Continue" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("identity-UMA1001.zip");
  },
);

test(
  "a viewer finds nothing to change, and a request of theirs changes nothing",
  onlyInFull(true),
  async ({ page }) => {
    await inDatabase((db) =>
      runText(db, "UPDATE users SET admin_role = 'VIEWER' WHERE role = 'ADMIN'", []),
    );
    await logIn(page, `${ORIGIN}/admin/login`, "admin@people.example");
    await expect(page.getByText("Viewer").filter({ visible: true }).first()).toBeVisible();
    for (const [path, heading, changes] of [
      ["/admin/usermanage?add=1", "Manage User", /Add User|Edit|Delete|Download CSV/],
      ["/admin/beneficiary?add=1", "Manage Beneficiary", /^Add|Update|Download CSV/],
      ["/admin/purchaserequest", "Manage Purchase", /Approve|Reject|Download CSV/],
      ["/admin/activity", "Activity", /Download CSV/],
    ] as const) {
      await page.goto(ORIGIN + path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.locator("main").getByRole("link", { name: changes })).toHaveCount(0);
      await expect(page.locator("main").getByRole("button", { name: changes })).toHaveCount(0);
    }
    await page.goto(`${ORIGIN}/admin/settings`);
    await expectSound(page, "viewer, settings");
    for (const button of await page.locator("main").getByRole("button").all()) {
      await expect(button).toBeDisabled();
    }
    const answer = await page.evaluate(async () => {
      const id = "00000000-0000-7000-8000-000000000001";
      const body = new URLSearchParams({ intent: "remove", id });
      const response = await fetch("/admin/beneficiary", { method: "POST", body });
      return { status: response.status, text: await response.text() };
    });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("Your role does not allow this.");
  },
);
