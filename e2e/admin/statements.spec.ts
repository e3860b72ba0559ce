import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessibility";
import { ACCOUNT, withAccount } from "../harness/new-company";
import { proofPicture } from "../harness/orders";
import { call, pay, tokenOfMember } from "../harness/purchases";
import {
  PASSWORD,
  PORT,
  enter,
  expect,
  freshEmail,
  onlyInFull,
  register,
  test,
  waitForScripts,
} from "../harness/test";

/** Submits payments of a member, each with the same picture. */
async function submitterOf(there: There, email: string) {
  const token = await tokenOfMember(there, email);
  const picture = await proofPicture();
  return async (referenceNumber: string) => {
    const upload = await there.post("/api/v1/superadmin/media/add", {
      headers: { authorization: `Bearer ${token}` },
      multipart: { medias: picture },
    });
    const { data } = (await upload.json()) as { data: { id: string }[] };
    const proof = { referenceNumber, receiptId: data[0]?.id };
    const payment = { paymentMethod: "BANK", amount: 100, ...proof };
    return call(there, "/user/package/purchase", payment, token);
  };
}
type There = Parameters<typeof tokenOfMember>[0];

/** Imports a statement with an entry of today for each text, of the orders' sum. */
async function importToday(page: Page, origin: string, texts: readonly string[]) {
  const today = new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10);
  const day = today.split("-").toReversed().join("/");
  await page.goto(`${origin}/admin/payments?tab=bank&step=import`);
  await page.locator("input[type=file]").setInputFiles({
    name: "november.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      [
        `Account number,${ACCOUNT}`,
        "Date,Narration,Withdrawal Amt.,Deposit Amt.",
        ...texts.map((text) => `${day},${text},,100.00`),
      ].join("\n"),
    ),
  });
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByRole("button", { name: /^Import \d+ new entr/ }).click();
}

/** A layout of no known bank. */
const HEADINGS = "Tag,Vorgang,Soll,Haben";

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(!javaScriptEnabled),
    () => {
      test.use({ javaScriptEnabled });

      test(
        "a bank's statement is looked at, imported, and its payments are settled",
        { tag: "@full" },
        async ({ page, request }) => {
          const { origin, there, adminEmail, headers } = await withAccount(request);
          const email = freshEmail();
          await register(there, { email, name: "Bela Banker" });
          await pay(there, email, 100);
          const listed = await there.get("/trpc/orders.list?input=%7B%7D", { headers });
          const { result } = (await listed.json()) as {
            result: { data: { records: { orderNumber: string; finalAmountPaise: number }[] } };
          };
          const [order] = result.data.records;
          const number = order?.orderNumber ?? "";
          const today = new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10);
          const day = today.split("-").toReversed().join("/");
          const sum = ((order?.finalAmountPaise ?? 0) / 100).toFixed(2);
          const content = [
            `Account number,${ACCOUNT}`,
            HEADINGS,
            `${day},UPI/BELA BANKER/${number},,${sum}`,
            `${day},INTEREST,,3.00`,
            `${day},SMUDGED,,x3`,
          ].join("\n");
          const choose = async (name: string, text: string) => {
            await page
              .locator("input[type=file]")
              .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
            await page.getByRole("button", { name: "Read the file" }).click();
          };

          await enter(page, `${origin}/admin/login`, adminEmail);
          await page.goto(`${origin}/admin/payments?tab=bank&step=import`);
          // Another account's file is refused, and changes nothing.
          const known = content.replace(HEADINGS, "Date,Narration,Withdrawal Amt.,Deposit Amt.");
          await choose("other.csv", known.replace(ACCOUNT, "50100999999999"));
          await expect(
            page.getByText("This statement is of the account 50100999999999.").first(),
          ).toBeVisible();
          // So are files that are no statement, each with what is wrong with it.
          for (const [name, bad, words] of [
            ["zip.csv", "PK\u0003\u0004\u0014\u0000", /(?:can|cannot) be read/],
            ["commas.csv", ",".repeat(3 * 1024 * 1024), /too many columns/],
            ["letter.csv", "Dear bank,\nplease send the statement.\n", /not a bank statement/],
          ] as const) {
            await choose(name, bad);
            await expect(page.getByText(words).first()).toBeVisible();
          }
          await page.goto(`${origin}/admin/payments?tab=bank&step=import`);
          await expect(page.getByRole("link", { name: "Go on with it" })).toHaveCount(0);
          await expect(page.getByRole("link", { name: /\.csv$/ })).toHaveCount(0);
          await choose("november.csv", content);
          await expect(
            page.getByRole("heading", { name: "Which column holds what?" }),
          ).toBeVisible();
          if (javaScriptEnabled) await expectAccessible(page);
          for (const [label, heading] of [
            ["Date", "Tag"],
            ["Text of the entry", "Vorgang"],
            ["Deposits", "Haben"],
            ["Withdrawals", "Soll"],
          ] as const) {
            await page.getByLabel(label, { exact: true }).selectOption(heading);
          }
          await page.getByRole("button", { name: "Read it so" }).click();
          await expect(page.getByText("1 row is left out")).toBeVisible();
          await expect(page.getByText("The sum cannot be read")).toBeVisible();
          if (javaScriptEnabled) await expectAccessible(page);
          // Its row is mended, by what the bank says elsewhere.
          await page.getByRole("link", { name: "Mend" }).click();
          await page.getByLabel("In or out").selectOption("Money went out");
          await page.getByLabel("Sum in rupees").fill("7");
          if (javaScriptEnabled) await expectAccessible(page);
          await page.getByRole("button", { name: "Read the row so" }).click();
          await expect(page.getByText(/^Row \d is read as you said/)).toBeVisible();
          await expect(page.getByText("Mended by you")).toBeVisible();
          // Left, and come back to.
          await page.goto(`${origin}/admin/payments?tab=bank&step=import`);
          await page.getByRole("link", { name: "Go on with it" }).click();
          await page.getByRole("button", { name: "Import 3 new entries" }).click();
          await expect(page.getByText("3 new entries of 3 were imported.")).toBeVisible();
          await expect(page.getByRole("link", { name: "november.csv" })).toBeVisible();

          await page.getByRole("link", { name: "See the payments received" }).click();
          await expect(page.getByRole("checkbox", { name: `Approve ${number}` })).toBeChecked();
          if (javaScriptEnabled) await expectAccessible(page);
          await page.getByRole("button", { name: /^Approve 1 · ₹/ }).click();
          await expect(
            page.getByText(`1 purchase approved, ₹${sum} in all. The member`),
          ).toBeVisible();
          await page.getByRole("link", { name: "No order found (1)" }).click();
          // One row, with the forms behind it.
          await page.locator("summary", { hasText: "INTEREST" }).click();
          await expect(page.getByText("The entry pays nothing here")).toBeVisible();
          await page.getByLabel("Reason").fill("The bank's interest");
          if (javaScriptEnabled) await expectAccessible(page);
          await page.getByRole("button", { name: "Put away" }).click();
          await expect(page.getByText("No entry is without an order.")).toBeVisible();
          await page.getByRole("link", { name: "Matched (1)" }).click();
          await expect(page.getByRole("link", { name: number })).toBeVisible();
          await page.getByRole("link", { name: "Put away (1)" }).click();
          await expect(page.getByText("The bank's interest")).toBeVisible();
          await page.getByRole("button", { name: "Open the entry of ₹3.00 again" }).click();
          await expect(page.getByRole("link", { name: "Put away (0)" })).toBeVisible();
        },
      );

      test(
        "an order of which the bank shows another sum is decided by it, undone, and decided again",
        onlyInFull(true),
        async ({ page, request }) => {
          const { origin, there, adminEmail, headers } = await withAccount(request);
          const email = freshEmail();
          await register(there, { email, name: "Bela Banker" });
          const { token } = await call(there, "/user/auth/login", {
            user: email,
            password: PASSWORD,
          });
          const authorization = `Bearer ${String(token)}`;
          const submit = async (referenceNumber: string) => {
            const upload = await there.post("/api/v1/superadmin/media/add", {
              headers: { authorization },
              multipart: { medias: await proofPicture() },
            });
            const { data } = (await upload.json()) as { data: { id: string }[] };
            const proof = { referenceNumber, receiptId: data[0]?.id };
            const payment = { paymentMethod: "BANK", amount: 100, ...proof };
            return call(there, "/user/package/purchase", payment, String(token));
          };
          const approved = await submit("410000000001");
          const admin = headers.authorization;
          await call(there, "/admin/transaction/approve", { id: approved["id"] }, admin);
          const waiting = await submit("410000000002");
          const { orderNumber: overpaid } = await submit("410000000003");
          const day = new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10);
          const on = day.split("-").toReversed().join("/");
          await enter(page, `${origin}/admin/login`, adminEmail);
          await page.goto(`${origin}/admin/payments?tab=bank&step=import`);
          await page.locator("input[type=file]").setInputFiles({
            name: "november.csv",
            mimeType: "text/csv",
            buffer: Buffer.from(
              [
                `Account number,${ACCOUNT}`,
                "Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.",
                `${on},UPI/BELA/410000000001,410000000001,,70.00`,
                `${on},UPI/BELA/410000000002,410000000002,,50.00`,
                `${on},UPI/BELA/410000000003,410000000003,,150.00`,
              ].join("\n"),
            ),
          });
          await page.getByRole("button", { name: "Read the file" }).click();
          await page.getByRole("button", { name: "Import 3 new entries" }).click();
          await expect(page.getByText("3 new entries of 3 were imported.")).toBeVisible();

          // Both sums are in sight, and the bank's is filled in.
          const decide = async () => {
            await page.goto(`${origin}/admin/purchaserequest?approve=${String(waiting["id"])}`);
            const dialog = page.getByRole("dialog");
            await expect(dialog.getByText("The bank shows ₹50.00, not ₹100.00.")).toBeVisible();
            await page.getByRole("link", { name: "Decide by what was received" }).click();
            await expect(page.getByLabel("Received", { exact: true })).toHaveValue("50.00");
            await expect(page.getByText("5 of 10")).toBeVisible();
            if (javaScriptEnabled) await expectAccessible(page);
            await page.getByRole("checkbox", { name: "I have seen ₹50.00" }).check();
            await page.getByRole("button", { name: "Approve 5 MASP" }).click();
            await expect(page.getByText("until then you can undo it")).toBeVisible();
          };
          await decide();
          if (javaScriptEnabled) {
            await waitForScripts(page);
            await page.keyboard.press("u");
          } else await page.getByRole("button", { name: "Undo" }).click();
          await expect(page.getByText("waits again; its member was not told")).toBeVisible();
          const listed = page.locator("tbody tr", { hasText: String(waiting["orderNumber"]) });
          await expect(listed).toContainText("≠ ₹50.00");
          await decide();

          // The other order was approved before: an admin keeps its payment, or reverses it.
          await page.goto(`${origin}/admin/payments?tab=bank&show=OTHER_SUM`);
          // Too much of a third one: a question, so it is not ticked before somebody does.
          const third = page.getByRole("checkbox", { name: `Approve ${String(overpaid)}` });
          await expect(third).not.toBeChecked();
          const named = page.getByRole("heading", { name: String(overpaid) });
          const over = page.getByRole("article").filter({ has: named });
          await expect(over).toContainText("₹50.00 too much");
          await third.check();
          // Without scripts the number stays that of the page as it was opened.
          const ticked = javaScriptEnabled
            ? /^Approve 1 · ₹.* \(₹50.00 left over\)$/
            : /^Approve 0 · /;
          await page.getByRole("button", { name: ticked }).click();
          await expect(page.getByText(/^1 purchase approved, .* The member is told/)).toBeVisible();
          await expect(page.getByText("until then you can undo it")).toBeVisible();
          await expect(page.getByRole("article").filter({ has: named })).toHaveCount(0);
          await expect(page.getByRole("article")).toContainText("Confirmed₹100.00");
          await page.locator("summary", { hasText: "Compare and decide" }).click();
          await expect(page.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
          if (javaScriptEnabled) await expectAccessible(page);
          await page.getByRole("link", { name: /^Go to PUR-\d+ and reverse it$/ }).click();
          await page.locator("summary", { hasText: "Correct…" }).click();
          await page.locator("summary", { hasText: "Reverse the approval" }).click();
          await page.getByLabel("Reason", { exact: true }).fill("₹70.00 arrived");
          await page.getByRole("button", { name: "Reverse", exact: true }).click();
          await expect(page.getByText("Purchase reversed successfully")).toBeVisible();
          await page.goto(`${origin}/admin/payments?tab=bank&show=OTHER_SUM`);
          await page.locator("summary", { hasText: "Compare and decide" }).click();
          await page.getByRole("article").getByLabel("Why").last().fill("₹70.00 arrived");
          await page.getByRole("button", { name: "Withdraw" }).click();
          await expect(page.getByText("Bank and orders agree.")).toBeVisible();
        },
      );

      test(
        "two decisions by entries are undone, the last one first",
        onlyInFull(true),
        async ({ page, request }) => {
          const { origin, there, adminEmail } = await withAccount(request);
          const email = freshEmail();
          await register(there, { email, name: "Bela Banker" });
          const token = await tokenOfMember(there, email);
          const submit = async (referenceNumber: string, amount: number) => {
            const upload = await there.post("/api/v1/superadmin/media/add", {
              headers: { authorization: `Bearer ${token}` },
              multipart: { medias: await proofPicture() },
            });
            const { data } = (await upload.json()) as { data: { id: string }[] };
            const proof = { referenceNumber, receiptId: data[0]?.id };
            const payment = { paymentMethod: "BANK", amount, ...proof };
            const { orderNumber } = await call(there, "/user/package/purchase", payment, token);
            return String(orderNumber);
          };
          await submit("410000000001", 100);
          const typed = await submit("410000000042", 200);
          const day = new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10);
          const on = day.split("-").toReversed().join("/");
          await enter(page, `${origin}/admin/login`, adminEmail);
          await page.goto(`${origin}/admin/payments?tab=bank&step=import`);
          await page.locator("input[type=file]").setInputFiles({
            name: "november.csv",
            mimeType: "text/csv",
            buffer: Buffer.from(
              [
                `Account number,${ACCOUNT}`,
                "Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.",
                `${on},UPI/BELA BANKER/410000000001,410000000001,,50.00`,
                `${on},UPI/BELA BANKER/517788990024,517788990024,,200.00`,
              ].join("\n"),
            ),
          });
          await page.getByRole("button", { name: "Read the file" }).click();
          await page.getByRole("button", { name: "Import 2 new entries" }).click();
          await expect(page.getByText("2 new entries of 2 were imported.")).toBeVisible();

          await page.goto(`${origin}/admin/payments?tab=bank&show=OTHER_SUM`);
          if (javaScriptEnabled) await expectAccessible(page);
          await page.getByRole("checkbox", { name: /^Approve PUR-/ }).check();
          const ticked = javaScriptEnabled
            ? /^Wait for 1 · ₹.* came, ₹50.00 missing$/
            : /^Wait for/;
          await page.getByRole("button", { name: ticked }).click();
          await expect(
            page.getByText("1 purchase waits for its rest, ₹50.00 missing. The member"),
          ).toBeVisible();
          await page.getByRole("button", { name: "Undo" }).click();
          await expect(page.getByText("waits again; its member was not told")).toBeVisible();
          await page.goto(`${origin}/admin/payments?tab=bank&show=OTHER_SUM`);
          await expect(page.getByRole("article")).toContainText("₹50.00 too little");
          await page.goto(`${origin}/admin/payments?tab=bank&show=CANDIDATES`);
          if (javaScriptEnabled) await expectAccessible(page);
          // Several are ticked, none beforehand.
          await page.getByRole("checkbox", { name: `Approve ${typed}` }).check();
          await page.getByRole("button", { name: /^Approve [01] · / }).click();
          await expect(
            page.getByText("1 purchase approved, ₹200.00 in all. The member"),
          ).toBeVisible();
        },
      );

      test(
        "a flagged order is approved by the entry that names it, once a reason is given",
        { tag: "@full" },
        async ({ page, request }) => {
          const { origin, there, adminEmail } = await withAccount(request);
          const email = freshEmail();
          await register(there, { email, name: "Bela Banker" });
          const submit = await submitterOf(there, email);
          await submit("410000000001");
          // A proof that is sent again flags the order.
          const { id, orderNumber } = await submit("410000000002");
          await enter(page, `${origin}/admin/login`, adminEmail);
          await importToday(page, origin, [`UPI/BELA BANKER/${String(orderNumber)}`]);
          await expect(page.getByText("1 new entry of 1 was imported.")).toBeVisible();

          for (const path of [
            `payments?view=${String(id)}`,
            `purchaserequest?approve=${String(id)}`,
          ]) {
            await page.goto(`${origin}/admin/${path}`);
            await expect(page.getByLabel("Why it is right although it is flagged")).toBeVisible();
            if (javaScriptEnabled) await expectAccessible(page);
          }
          const approve = page.getByRole("button", { name: "Approve by this entry" });
          await approve.click();
          await expect(page.getByText("Please give a reason.").first()).toBeVisible();
          await page.getByLabel("Why it is right although it is flagged").fill("Seen twice");
          await approve.click();
          await expect(page.getByText("Purchase approved successfully")).toBeVisible();
          if (!javaScriptEnabled) return;

          // Ctrl+Enter sends the correction that is typed into, though a reason was left in another one.
          await page.goto(`${origin}/admin/purchaserequest?view=${String(id)}`);
          const view = page.getByRole("dialog", { name: "Purchase" });
          await waitForScripts(page);
          await view.locator("summary", { hasText: "Correct…" }).click();
          const reason = view.getByLabel("Reason", { exact: true }).filter({ visible: true });
          await view.locator("summary", { hasText: "Reverse the approval" }).click();
          await reason.fill("Left there");
          await view.locator("summary", { hasText: "Withdraw the entry" }).click();
          await expect(reason).toHaveValue("");
          await view.press("Control+Enter");
          await reason.fill("Another order's");
          await reason.press("Control+Enter");
          await expect(page.getByText("The entry waits again")).toBeVisible();
          await page.goto(`${origin}/admin/purchaserequest?view=${String(id)}`);
          await expect(view.getByText(/^Approved: 10 MASP allocated$/)).toBeVisible();
        },
      );

      test(
        "orders with the same flag are ticked, and approved together by one reason",
        { tag: "@full" },
        async ({ page, request }) => {
          const { origin, there, adminEmail } = await withAccount(request);
          const email = freshEmail();
          await register(there, { email, name: "Bela Banker" });
          const submit = await submitterOf(there, email);
          const numbers = ["410000000001", "410000000002", "410000000003"];
          for (const number of numbers) await submit(number);
          await enter(page, `${origin}/admin/login`, adminEmail);
          await importToday(
            page,
            origin,
            numbers.map((number) => `UPI/BELA BANKER/${number}`),
          );
          await expect(page.getByText("3 new entries of 3 were imported.")).toBeVisible();
          await page.goto(`${origin}/admin/payments?tab=bank&show=CERTAIN`);
          const flag = "The same file was sent with another order";
          const rows = page.getByRole("list", { name: flag });
          const facts = rows.getByText(/^Same (?:file|picture) as/).filter({ visible: true });
          await expect(facts).toHaveCount(2);
          const ticks = rows.getByRole("checkbox");
          await expect(ticks).toHaveCount(2);
          for (const tick of await ticks.all()) {
            await expect(tick).not.toBeChecked();
            await tick.check();
          }
          const bar = page.getByRole("group", { name: flag });
          const approve = bar.getByRole("button", { name: /^Approve [02] · / });
          const reason = bar.getByLabel("Why it is right although it is flagged");
          if (javaScriptEnabled) await expectAccessible(page);
          await reason.fill(" ");
          await approve.click();
          await expect(page.getByText("Please give a reason.").first()).toBeVisible();
          // A page that was read again has its ticks as they stand in it.
          for (const tick of await ticks.all()) await expect(tick).not.toBeChecked();
          for (const tick of await ticks.all()) await tick.check();
          await reason.fill("Receipt and bank entry agree");
          await approve.click();
          await expect(
            page.getByText("2 purchases approved, ₹200.00 in all.").first(),
          ).toBeVisible();
          await expect(page.getByRole("link", { name: "Certain (1)" })).toBeVisible();
        },
      );

      test(
        "an import shows its progress, and is found by whoever left its page meanwhile",
        onlyInFull(true),
        async ({ page, request }) => {
          const { origin, adminEmail } = await withAccount(request);
          const lines = [
            "Date,Narration,Withdrawal Amt.,Deposit Amt.",
            "21/11/2026,INTEREST,,3.00",
          ];
          await enter(page, `${origin}/admin/login`, adminEmail);
          await page.goto(`${origin}/admin/payments?tab=bank&step=import`);
          await page.locator("input[type=file]").setInputFiles({
            name: "left.csv",
            mimeType: "text/csv",
            buffer: Buffer.from([`Account number,${ACCOUNT}`, ...lines].join("\n")),
          });
          await page.getByRole("button", { name: "Read the file" }).click();
          const importing = page.getByRole("button", { name: "Import 1 new entry" });
          await expect(importing).toBeVisible();
          const address = page.url();

          // The server has the request; its answer does not reach the page yet.
          let imported: () => void = () => undefined;
          let hear: () => void = () => undefined;
          const done = new Promise<void>((resolve) => (imported = resolve));
          const heard = new Promise<void>((resolve) => (hear = resolve));
          await page.route(/\/admin\/payments(\.data)?(\?|$)/, async (route) => {
            if (route.request().method() !== "POST") return route.continue();
            // The host is one of the browser's alone.
            const { host } = new URL(origin);
            const response = await route.fetch({
              url: route.request().url().replace(host, `localhost:${PORT}`),
              headers: { ...(await route.request().allHeaders()), host },
              maxRedirects: 0,
            });
            imported();
            await heard;
            // Nobody waits for it any more.
            await route.fulfill({ response }).catch(() => undefined);
          });
          await importing.click({ noWaitAfter: true });
          await done;
          if (javaScriptEnabled) {
            await expect(page.getByRole("progressbar")).toBeVisible();
            await expect(page.getByText("You may leave this page")).toBeVisible();
          }
          const elsewhere = await page.context().newPage();
          await elsewhere.goto(`${origin}/admin/payments?tab=bank&step=import`);
          await elsewhere.getByRole("link", { name: "left.csv" }).click();
          await expect(elsewhere.getByText("1 new entry of 1 was imported.")).toBeVisible();
          await expect(elsewhere).toHaveURL(address);
          hear();
          await page.goto(address);
          await expect(page.getByText("1 new entry of 1 was imported.")).toBeVisible();
        },
      );
    },
  );
}

test(
  "without JavaScript, columns are named by their places, and doubtful days are asked about once",
  onlyInFull(true),
  async ({ browser, request }) => {
    const { origin, adminEmail } = await withAccount(request);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await enter(page, `${origin}/admin/login`, adminEmail);
    await page.goto(`${origin}/admin/payments?tab=bank&step=import`);
    const lines = [
      `Account number,${ACCOUNT}`,
      "01/11/2025 to 15/11/2025",
      "Tag,Vorgang,Betrag,Betrag",
      "11/11/2025,UPI FARAH,,5100.00",
      "2025-12-11,INTEREST,,3.00",
    ];
    await page.locator("input[type=file]").setInputFiles({
      name: "november.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(lines.join("\n")),
    });
    await page.getByRole("button", { name: "Read the file" }).click();
    // Two columns have one heading: the place and a sample tell them apart.
    for (const [label, place] of [
      ["Date", /Tag.*11\/11\/2025/],
      ["Text of the entry", /Vorgang.*UPI FARAH/],
      ["Withdrawals", /^3\D/],
      ["Deposits", /^4\D.*5100\.00/],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      const option = field.locator("option", { hasText: place });
      await field.selectOption({ label: (await option.textContent()) ?? "" });
    }
    await page.getByRole("button", { name: "Read it so" }).click();
    await expect(page.getByRole("heading", { name: "1 day is doubtful" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Import 1 new entry" })).toBeVisible();
    await page.getByRole("button", { name: "Day and month are swapped" }).click();
    await expect(page.getByText("You said that day and month are swapped.")).toBeVisible();
    await page.getByRole("button", { name: "Import 2 new entries" }).click();
    await expect(page.getByText("2 new entries of 2 were imported.")).toBeVisible();
    await context.close();
  },
);
