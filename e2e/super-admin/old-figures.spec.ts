import type { Page } from "@playwright/test";
import { createDatabase } from "@db/client";
import { superAdmins } from "@db/schema";
import { type Followed, followedDatabase } from "@db/testing/standby";
import { createSessions } from "@server/identity/lucia-sessions";
import { createPasswords } from "@server/identity/passwords";
import { createCompanies, hostOf } from "@server/testing/company-fixtures";
import { expectSoundInSchemes } from "../harness/accessibility";
import { type Installation, install } from "../harness/installation";
import { appCode } from "../harness/super-admin";
import { PASSWORD, PORT, expect, logIn, test, inFull } from "../harness/test";

const AT = Number(PORT) + 8;
const PLATFORM = `http://localhost:${AT}`;
const SHOP = `http://${hostOf(1)}:${AT}`;

const NOTES = {
  en: /^Figures as of \d\d:\d\d:\d\d [AP]M$/,
  hi: /^आँकड़े \d\d:\d\d:\d\d [AP]M तक के हैं$/,
};

let followed: Followed;
let us: Installation;
let token: string;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  followed = await followedDatabase();
  us = await install([AT], PLATFORM, {
    DATABASE_URL: followed.primary.url,
    DATABASE_STANDBY_URL: followed.url,
    DATABASE_STANDBY_SECONDS: "3600",
  });
  const database = createDatabase({ url: us.databaseUrl, max: 1 });
  const { db } = database;
  await createCompanies(db, { companies: 1, passwordHash: await createPasswords().hash(PASSWORD) });
  const [root] = await db
    .insert(superAdmins)
    .values({ email: "root@platform.example" })
    .returning();
  const subject = { role: "SUPER_ADMIN" as const, id: root?.id ?? "" };
  ({ token } = await createSessions(db).start(subject, { ip: "127.0.0.1", userAgent: null }));
  await database.close();
});
test.afterAll(async () => {
  await us.stop();
  await followed.end();
});

/** Opens a page again until it shows the note, or does not: totals are kept for up to 20 seconds. */
async function expectNote(page: Page, path: string, note: RegExp, count: 0 | 1): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.getByText(note).count()).toBe(count);
  }).toPass({ timeout: 90_000 });
}

async function switchOnSecondFactor(page: Page): Promise<void> {
  await page.goto(`${PLATFORM}/superadmin/security`);
  await page.getByRole("button", { name: "Set up" }).click();
  const key = (await page.locator("main .mono").first().textContent()) ?? "";
  await page.getByLabel("Code of the app").fill(appCode(key));
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
}

test(
  "figures of a standby that is behind say of when they are",
  inFull(true),
  async ({ page, browser }) => {
    test.setTimeout(300_000);
    const context = page.context();
    await context.addCookies([{ name: "prelaunch_superadmin", value: token, url: PLATFORM }]);
    await switchOnSecondFactor(page);
    await logIn(page, `${SHOP}/admin/login`, "admin@people.example");
    await followed.caughtUp();
    const pages = [
      `${PLATFORM}/superadmin/dashboard`,
      `${SHOP}/admin/dashboard`,
      `${SHOP}/admin/payments/days`,
    ];
    for (const path of pages) await expectNote(page, path, NOTES.en, 0);

    await followed.pause();
    try {
      for (const path of pages) {
        await expectNote(page, path, NOTES.en, 1);
        await expect(page.getByText("may be up to 20 seconds old")).toHaveCount(0);
        await expectSoundInSchemes(page, `${path}, old figures`, { scheme: "dark" });
      }
      // The same in Hindi and without JavaScript.
      const storageState = await context.storageState();
      const plain = await browser.newContext({ storageState, javaScriptEnabled: false });
      for (const url of [PLATFORM, SHOP]) {
        await plain.addCookies([{ name: "prelaunch_language", value: "hi", url }]);
      }
      const other = await plain.newPage();
      for (const path of pages) await expectNote(other, path, NOTES.hi, 1);
      await plain.close();
    } finally {
      await followed.resume();
    }
    await followed.caughtUp();
    for (const path of pages) await expectNote(page, path, NOTES.en, 0);
  },
);
