import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectSound } from "../harness/accessibility";
import { ACCOUNT, withAccount } from "../harness/new-company";
import { call, pay } from "../harness/purchases";
import { enter, expect, freshEmail, register, test } from "../harness/test";

/** The address that no page answers with a fault, and its one heading. */
async function open(page: Page, address: string) {
  const answer = await page.goto(address);
  expect(answer?.status(), address).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Looks at pages in the other language: they fit, and have no accessibility violation. */
async function lookInHindi(page: Page, origin: string, addresses: readonly string[]) {
  const cookie = { name: "prelaunch_language", url: origin };
  await page.context().addCookies([{ ...cookie, value: "hi" }]);
  for (const address of addresses) {
    await open(page, origin + address);
    await expect(page.locator("html")).toHaveAttribute("lang", "hi");
    await expectSound(page, `${address} in Hindi`);
  }
  await page.context().addCookies([{ ...cookie, value: "en" }]);
}

/** Lets the browser send what its own checks of a form would keep back. */
const sendAnything = (page: Page) =>
  page.evaluate(() => {
    for (const form of document.forms) form.noValidate = true;
    for (const field of document.querySelectorAll("[maxlength]"))
      field.removeAttribute("maxlength");
  });

const download = async (page: Page, name: string) => {
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name, exact: true }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
};

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled });

      test("members are verified together or refused with a reason, told of news, and listed once they hold tokens", async ({
        page,
        request,
        browser,
      }) => {
        const { origin, there, adminEmail, headers } = await withAccount(request);
        const [asha, bina, chetan] = [freshEmail(), freshEmail(), freshEmail()];
        for (const [email, name] of [
          [asha, "Asha First"],
          [bina, "Bina Second"],
          [chetan, "Chetan Third"],
        ] as const) {
          await register(there, { email, name });
        }
        const dialog = page.getByRole("dialog");
        await enter(page, `${origin}/admin/login`, adminEmail);

        // Several at once.
        await open(page, `${origin}/admin/usermanage?approval=waiting&role=USER`);
        await page.getByRole("checkbox", { name: "Select Asha First" }).check();
        await page.getByRole("checkbox", { name: "Select Bina Second" }).check();
        await page.getByRole("button", { name: "Approve selected" }).click();
        await expect(dialog).toContainText("Approve these 2 users?");
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await expect(page.getByText("2 users approved")).toBeVisible();
        await expect(page.getByText("Waiting For Verification: 1")).toBeVisible();

        // A refusal needs a reason, which the member reads; who asks again waits again.
        await page.getByRole("link", { name: "Waiting: approve Chetan Third" }).click();
        await dialog.getByRole("link", { name: "Refuse to verify them" }).click();
        await expect(dialog.getByLabel("Reason")).toBeVisible();
        await sendAnything(page);
        await dialog.getByRole("button", { name: "Refuse" }).click();
        await expect(dialog.getByText("Please give a reason.").first()).toBeVisible();
        await dialog.getByLabel("Reason").fill("The photo does not match.");
        if (javaScriptEnabled) await expectSound(page, "a refusal of verification");
        await dialog.getByRole("button", { name: "Refuse" }).click();
        await expect(page.getByText("The member was told why they are not verified")).toBeVisible();
        await expect(page.getByText("Waiting For Verification: 0")).toBeVisible();
        const elsewhere = await browser.newContext({ javaScriptEnabled });
        const theirs = await elsewhere.newPage();
        await enter(theirs, `${origin}/`, chetan);
        await theirs.goto(`${origin}/user/profile?part=identity`);
        await expect(theirs.getByText("The photo does not match.")).toBeVisible();
        await theirs.getByRole("button", { name: "Ask for verification again" }).click();
        await expect(theirs.getByText("You wait for verification again")).toBeVisible();
        await elsewhere.close();
        await page.reload();
        await expect(page.getByText("Waiting For Verification: 1")).toBeVisible();

        // The register before the first sale, at a day before it, and at a day that is none.
        const holders = `${origin}/admin/holders`;
        await open(page, holders);
        await expect(page.getByText("Nobody holds tokens yet.")).toBeVisible();
        for (const day of ["2020-01-01", "2020-02-31", "yesterday", "2999-01-01"]) {
          await open(page, `${holders}?on=${day}`);
          await expect(page.getByText(/Nobody h(?:olds|eld) tokens/)).toBeVisible();
        }

        // News to nobody, and in the past, is refused; what was typed stays.
        await open(page, `${origin}/admin/announcements`);
        await page.getByLabel("Title").fill("We moved");
        await page.getByLabel("Text", { exact: true }).fill("Our new address is on the page.");
        const to = page.getByLabel("To", { exact: true });
        const preview = page.getByRole("button", { name: "Preview" });
        await to.selectOption("Members who hold tokens");
        await preview.click();
        await expect(page.getByText("Nobody belongs to these members").first()).toBeVisible();
        await expect(page.getByLabel("Title")).toHaveValue("We moved");
        await to.selectOption("All members");
        await page.getByLabel("At", { exact: true }).fill("2020-01-01T10:00");
        await preview.click();
        await expect(page.getByText(/cannot go out in the past/).first()).toBeVisible();
        await page.getByLabel("At", { exact: true }).fill("");
        await preview.click();
        await expect(page.getByText("It reaches 3 members.")).toBeVisible();
        if (javaScriptEnabled) await expectSound(page, "a preview of an announcement");
        await page.getByRole("button", { name: "Send a test to me" }).click();
        await expect(page.getByText(`A test is on its way to ${adminEmail}.`)).toBeVisible();
        await page.getByRole("button", { name: "Publish to 3 members" }).click();
        await expect(page.getByText("Announcement published")).toBeVisible();
        await page.getByRole("button", { name: "Withdraw We moved" }).click();
        await expect(page.getByText("Announcement withdrawn")).toBeVisible();
        await page.getByRole("tab", { name: "Reminders" }).click();
        const reminder = page.getByRole("region", { name: "Order still open" });
        await reminder.getByLabel("Send this reminder").check();
        await reminder.getByRole("button", { name: "Save" }).click();
        await expect(reminder.getByText("On", { exact: true })).toBeVisible();

        // Two purchases are two holders, with the ledger's sums.
        for (const [email, amount] of [
          [asha, 1000],
          [bina, 2000],
        ] as const) {
          const id = await pay(there, email, amount);
          await call(there, "/admin/transaction/approve", { id }, headers.authorization);
        }
        await open(page, holders);
        await expect(page.getByText(/^2 holders: 300 tokens bought \+ 0 rewards/)).toBeVisible();
        await expect(page.getByText(/entries add up to the same 300 tokens/)).toBeVisible();
        const names = page.locator("tbody tr").getByRole("link");
        await expect(names).toHaveText(["Bina Second", "Asha First"]);
        await page.getByRole("link", { name: "Member", exact: true }).click();
        await expect(page).toHaveURL(/sort=name/);
        await expect(names).toHaveText(["Asha First", "Bina Second"]);
        const csv = await download(page, "Download CSV");
        expect(csv.name).toMatch(/\.csv$/);
        expect(csv.bytes.toString("utf8").trimEnd().split("\r\n")).toHaveLength(3);
        const excel = await download(page, "Download Excel");
        expect([excel.name.endsWith(".xlsx"), excel.bytes.subarray(0, 2).toString()]).toEqual([
          true,
          "PK",
        ]);
        await page.getByRole("searchbox").fill("bina");
        await page.getByRole("searchbox").press("Enter");
        await expect(names).toHaveText(["Bina Second"]);
        await expect(page.getByText(/a part of the ledger/)).toBeVisible();
        await open(page, holders);
        await page.getByLabel("At the end of").fill("2020-01-01");
        await page.getByRole("button", { name: "Show" }).click();
        await expect(page.getByText("Nobody held tokens at the end of that day.")).toBeVisible();
        if (!javaScriptEnabled) return;
        await lookInHindi(page, origin, [
          "/admin/holders",
          "/admin/usermanage?approval=waiting",
          "/admin/announcements",
          "/admin/announcements?tab=reminders",
        ]);
      });

      test("a payment is noted about and asked about, and its day at the bank is signed off", async ({
        page,
        request,
      }) => {
        const { origin, there, adminEmail, headers } = await withAccount(request);
        const email = freshEmail();
        await register(there, { email, name: "Dina Day" });
        const id = await pay(there, email, 100);
        const listed = await there.get("/trpc/orders.list?input=%7B%7D", { headers });
        const { result } = (await listed.json()) as {
          result: { data: { records: { orderNumber: string; finalAmountPaise: number }[] } };
        };
        const [order] = result.data.records;
        const number = order?.orderNumber ?? "";
        await enter(page, `${origin}/admin/login`, adminEmail);

        // A note of 10,000 characters is refused beside its field, and kept there.
        const payment = `${origin}/admin/payments?view=${id}`;
        await open(page, payment);
        const notes = page.getByRole("region", { name: /^Notes/ });
        const text = notes.getByLabel("Note", { exact: true });
        await notes.locator("summary", { hasText: "Notes" }).click();
        await expect(text).toBeVisible();
        await sendAnything(page);
        await text.fill("x".repeat(10_000));
        await notes.getByRole("button", { name: "Add note" }).click();
        await expect(notes.getByText("This text is too long.").first()).toBeVisible();
        await expect(text).toHaveValue("x".repeat(10_000));
        await text.fill("Called; <b>pays</b> on Monday.");
        await notes.getByRole("button", { name: "Add note" }).click();
        await expect(notes.getByText("Called; <b>pays</b> on Monday.")).toBeVisible();
        await notes.locator("summary", { hasText: "Ask the member" }).click();
        await notes
          .getByLabel("Question", { exact: true })
          .selectOption("From whose account was it paid?");
        await notes.getByRole("button", { name: "Send" }).click();
        await expect(notes.locator("li", { hasText: "Asked the member" })).toBeVisible();
        if (javaScriptEnabled) await expectSound(page, "a payment's notes");

        const inIndia = (days: number) =>
          new Date(Date.now() + 5.5 * 3600_000 + days * 86_400_000).toISOString().slice(0, 10);
        // A day without entries is empty; one with entries adds up, and is signed off by name.
        const day = inIndia(0);
        const reconcile = `${origin}/admin/payments?tab=unallocated&step=reconcile`;
        for (const none of [day, "2020-01-01", "2999-01-01"]) {
          await open(page, `${reconcile}&day=${none}`);
          await expect(page.getByText("No statement shows money on this day.")).toBeVisible();
        }
        await open(page, `${reconcile}&day=soon`);
        const sum = ((order?.finalAmountPaise ?? 0) / 100).toFixed(2);
        const booked = day.split("-").toReversed().join("/");
        const content = [
          `Account number,${ACCOUNT}`,
          "Date,Narration,Withdrawal Amt.,Deposit Amt.",
          `${booked},UPI/DINA DAY/${number},,${sum}`,
          `${booked},INTEREST,,3.00`,
        ].join("\n");
        await open(page, `${origin}/admin/payments?tab=bank&step=import`);
        await page
          .locator("input[type=file]")
          .setInputFiles({ name: "day.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
        await page.getByRole("button", { name: "Read the file" }).click();
        await page.getByRole("button", { name: "Import 2 new entries" }).click();
        await expect(page.getByText("2 new entries of 2 were imported.")).toBeVisible();
        await page.getByRole("link", { name: "See the payments received" }).click();
        await page.getByRole("button", { name: /^Approve 1 · ₹/ }).click();
        await expect(page.getByText(/^1 purchase approved, .* The member is told/)).toBeVisible();
        await open(page, `${reconcile}&day=${day}`);
        const account = page.getByRole("region", { name: /HDFC Bank/ });
        const figure = (name: string) =>
          account.locator("dl > div", { has: page.getByText(name, { exact: true }) }).locator("dd");
        const total = `₹${(Number(sum) + 3).toFixed(2)}`;
        await expect(figure("In the bank")).toHaveText(total);
        if (javaScriptEnabled) await expectSound(page, "a day of the bank");
        await account.getByRole("button", { name: /^Sign off/ }).click();
        await expect(page.getByText("The day is signed")).toBeVisible();
        await expect(account.getByText(/^Signed by Nila Founder/)).toBeVisible();
        await expect(account.getByRole("button", { name: /^Sign off/ })).toHaveCount(0);

        // A later change is told beside the sum that was signed.
        await open(page, `${origin}/admin/payments?tab=bank`);
        await page.getByRole("link", { name: /^No order found \(1\)/ }).click();
        await page.locator("summary", { hasText: "INTEREST" }).click();
        await page.getByLabel("Reason").fill("The bank's interest");
        await page.getByRole("button", { name: "Put away" }).click();
        await expect(page.getByText("No entry is without an order.")).toBeVisible();
        await open(page, `${reconcile}&day=${day}`);
        await expect(account.getByText("Changed since", { exact: true })).toBeVisible();
        await expect(figure("Put away")).toContainText("₹3.00 (signed: ₹0.00)");
        const aside = page.getByRole("listitem").filter({ hasText: "INTEREST" });
        await aside.getByRole("link", { name: "No order" }).click();
        await expect(page.getByRole("table").getByText("INTEREST", { exact: true })).toBeVisible();

        // Money by day has what the bank returned in a column of its own.
        await open(page, `${origin}/admin/payments?tab=bank&step=import`);
        const back = [
          `Account number,${ACCOUNT}`,
          "Date,Narration,Withdrawal Amt.,Deposit Amt.",
          `${booked},REV-UPI/DINA DAY/${number},${sum},`,
        ].join("\n");
        await page
          .locator("input[type=file]")
          .setInputFiles({ name: "back.csv", mimeType: "text/csv", buffer: Buffer.from(back) });
        await page.getByRole("button", { name: "Read the file" }).click();
        await page.getByRole("button", { name: /^Import/ }).click();
        await expect(page.getByText("1 new entry of 1 was imported.")).toBeVisible();
        await open(page, `${origin}/admin/payments?tab=unallocated&step=days`);
        await expect(
          page.getByRole("columnheader", { name: "Returned by the bank", exact: true }),
        ).toBeVisible();
        await expect(page.getByRole("columnheader", { name: "Used beyond the bank" })).toHaveCount(
          0,
        );
        if (!javaScriptEnabled) return;
        await lookInHindi(page, origin, [
          `/admin/payments?tab=unallocated&step=reconcile&day=${day}`,
          `/admin/payments?tab=decided&view=${id}`,
        ]);
      });
    },
  );
}
