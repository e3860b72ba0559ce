import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { foundCompany } from "../harness/new-company";
import { expectSound } from "../harness/accessibility";
import {
  ADMIN,
  PASSWORD,
  PORT,
  enter,
  expect,
  logIn,
  test,
  waitForScripts,
  onlyInFull,
} from "../harness/test";

const HOST = `shik.localhost:${PORT}`;
const SITE = `http://${HOST}`;

interface Payment {
  paymentMethod: "BANK" | "UPI" | "MANUAL" | "CRYPTO";
  finalAmount: number;
}

/** Every approved payment of the company, as listed by the REST API. */
async function approvedPayments(request: APIRequestContext): Promise<Payment[]> {
  const login = await request.post("/api/v1/company/auth/login", {
    headers: { host: HOST },
    data: { email: ADMIN, password: PASSWORD },
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const list = await request.get(
    "/api/v1/admin/transaction/list?status=APPROVED&page=1&limit=100",
    { headers: { host: HOST, authorization: `Bearer ${data.token}` } },
  );
  const answer = (await list.json()) as { data: { records: Payment[] } };
  return answer.data.records;
}

const chart = (page: Page, name: string) => page.getByRole("img", { name });
const card = (page: Page, name: string) =>
  page.locator("section", { has: page.getByRole("heading", { name }) });

/** Opens the figures, and the table in them. */
async function openFigures(page: Page): Promise<void> {
  const closed = page.locator("details:not([open]) > summary.chart-summary");
  while ((await closed.count()) > 0) await closed.first().click();
}

/** The cells of a chart in the table of all figures, row by row. */
async function figuresOf(page: Page, name: string): Promise<string[][]> {
  await openFigures(page);
  const part = page.locator("tbody", { has: page.getByRole("rowheader", { name, exact: true }) });
  const cells: string[][] = [];
  for (const row of await part.locator("tr:has(td)").all()) {
    cells.push(await row.locator("td").allInnerTexts());
  }
  return cells;
}

/** The places where the list of a tile says how many it has. */
function numberOfList(page: Page, tile: string): Locator {
  if (tile === "Members to verify") return page.getByText(/^Waiting For Verification: \d+$/);
  if (tile.startsWith("In the bank")) return page.locator("main nav a[aria-current]").first();
  const isFirst = tile === "Payments to decide";
  return page.locator(".payments-head .tab-count").nth(isFirst ? 0 : 1);
}

/** The text of each mark: its title, or the attribute that a script replaces it with. */
const wordsOf = (picture: Locator): Promise<(string | null | undefined)[]> =>
  picture
    .locator(".chart-mark")
    .evaluateAll((marks) =>
      marks.map(
        (mark) => mark.getAttribute("data-words") ?? mark.querySelector("title")?.textContent,
      ),
    );

const numberIn = (text = ""): number => Number(text.replace(/[₹,]/g, ""));

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(javaScriptEnabled),
    () => {
      test.use({ javaScriptEnabled });

      test(
        "the admin's dashboard has its cards, its charts, and their figures as tables",
        { tag: "@full" },
        async ({ page, request }) => {
          await logIn(page, `${SITE}/admin/login`, ADMIN);
          await expect(page).toHaveURL(/\/admin\/dashboard$/);
          await expect(page).toHaveTitle(/\| Login$/);
          await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
          const counts = await page.locator("main dl dt").allInnerTexts();
          expect(counts).toEqual([
            "Active User",
            "Inactive User",
            "Blocked User",
            "Total Member",
            "Verification Completed",
            "Verification Pending",
          ]);
          // The company has no blocked members.
          await expect(page.locator("main dl dd").nth(2)).toHaveText("--");

          const pie = chart(page, "Token Supply Distribution");
          await expect(pie).toBeHidden();
          await openFigures(page);
          // The total is the whole circle; the slices do not overlap.
          await expect(pie.locator(".chart-mark")).toHaveCount(6);
          const supply = await figuresOf(page, "Token Supply Distribution");
          expect(supply.map(([label]) => label)).toEqual([
            "Total Supply",
            "Private Supply",
            "Remaining Private Supply",
            "Public Cell",
            "Angel Investor",
            "Founder Team",
            "Airdrop",
          ]);
          const said = await wordsOf(pie);
          const listed = supply.map(([label, tokens]) => `${label}: ${tokens}`);
          expect(said).toEqual(listed.slice(1));
          expect(
            await card(page, "Token Supply Distribution").locator("li").allInnerTexts(),
          ).toEqual(listed);
          const tokens = supply.map(([, text]) => numberIn(text));
          const [total = 0, own = 0, left = 0, ...pools] = tokens;
          expect(own + pools.reduce((sum, pool) => sum + pool, 0)).toBe(total);
          expect(own).toBe(total * 0.3);
          expect(left).toBeLessThan(own);

          const ring = chart(page, "Referral Supply");
          await expect(ring.locator(".chart-mark")).toHaveCount(3);
          await expect(ring.locator("image")).toHaveAttribute("href", /\/brands\/shik\//);
          const referral = await figuresOf(page, "Referral Supply");
          expect(await wordsOf(ring)).toEqual(
            // The total is a line of text, and the whole ring.
            referral.slice(1).map(([label, , crore]) => `${label}: ${crore}`),
          );
          expect(referral.map(([, , crore]) => crore)).toEqual(
            referral.map(([, all]) => `${(numberIn(all) / 10_000_000).toFixed(2)} CR`),
          );

          const bars = chart(page, "Total Collection Method Wise");
          await expect(bars.locator(".chart-mark")).toHaveCount(4);
          const collection = await figuresOf(page, "Total Collection Method Wise");
          expect(collection.map(([label]) => label)).toEqual([
            "Bank",
            "UPI",
            "Manual",
            "Crypto",
            "Total",
          ]);
          const payments = await approvedPayments(request);
          const paiseOf = (method: Payment["paymentMethod"]) =>
            payments
              .filter(({ paymentMethod }) => paymentMethod === method)
              .reduce((sum, { finalAmount }) => sum + Math.round(finalAmount * 100), 0);
          const collected = collection.map(([, rupees]) => Math.round(numberIn(rupees) * 100));
          expect(collected.slice(0, 4)).toEqual([
            paiseOf("BANK"),
            paiseOf("UPI"),
            paiseOf("MANUAL"),
            paiseOf("CRYPTO"),
          ]);
          expect(collected[4]).toBe(collected.slice(0, 4).reduce((sum, one) => sum + one, 0));
          expect(collection.map(([, , share]) => share)).toEqual(
            collected.map((paise) => ((paise / (collected[4] ?? 1)) * 100).toFixed(2)),
          );

          // All who registered, over a year.
          await page.getByRole("link", { name: "12 months" }).click();
          await expect(page).toHaveURL(/\?period=months$/);
          await expect(page.getByRole("link", { name: "12 months" })).toHaveAttribute(
            "aria-current",
          );
          const members = await figuresOf(page, "New members");
          expect(members.length).toBe(13);
          const registered = members.slice(0, -1).reduce((sum, row) => sum + numberIn(row[1]), 0);
          expect(numberIn(members.at(-1)?.[1])).toBe(registered);

          // The sale is one sentence: what was paid, and the three parts of the private supply.
          const sale = card(page, "Paid so far");
          const [, sold, pool, held, free] =
            /([\d,]+) of ([\d,]+) tokens .* ([\d,]+) are held .* ([\d,]+) are left/.exec(
              await sale.innerText(),
            ) ?? [];
          expect([sold, held, free].map(numberIn).reduce((sum, part) => sum + part, 0)).toBe(own);
          expect([numberIn(pool), numberIn(free)]).toEqual([own, left]);
          await expect(sale.locator(".display-figure")).toHaveText(collection[4]?.[1] ?? "");
          await expect(sale.getByRole("img", { name: /^From .* until today: ₹/ })).toBeVisible();

          // Each tile leads to a list that says the tile's number.
          const tiles = page.getByRole("region", { name: "Waiting for you" }).getByRole("link");
          const shown = await tiles.evaluateAll((links) =>
            links.map((link) => link.getAttribute("aria-label") ?? ""),
          );
          expect(shown).toContainEqual(expect.stringMatching(/^Payments to decide: \d+$/));
          expect(shown).toContainEqual(expect.stringMatching(/^Members to verify: \d+$/));
          for (const label of shown) {
            const [name = "", number = ""] = label.split(": ");
            await page.goto(`${SITE}/admin/dashboard`);
            await page.getByRole("link", { name: label, exact: true }).click();
            await expect(page.getByRole("heading", { level: 1 }), label).not.toHaveText(
              "Dashboard",
            );
            if (name === "Flagged")
              await expect(page.locator(".split-rows > li")).toHaveCount(Number(number));
            else await expect(numberOfList(page, name), label).toContainText(number);
          }
        },
      );
    },
  );
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "first day with JavaScript" : "first day without JavaScript",
    onlyInFull(javaScriptEnabled),
    () => {
      test.use({ javaScriptEnabled });

      test(
        "a new company's dashboard begins with the steps before its first sale",
        { tag: "@full" },
        async ({ page, request }) => {
          const { origin, adminEmail } = await foundCompany(request);
          await enter(page, `${origin}/admin/login`, adminEmail);
          await page.goto(`${origin}/admin/dashboard`);
          const list = page.getByRole("region", { name: "Before your first sale" });
          await expect(list.getByText("To do:")).toHaveCount(7);
          await expect(page.getByText("Nothing waits for you.")).toHaveCount(0);
          // Nothing is drawn before the first sale.
          await expect(page.locator("main svg[role=img]")).toHaveCount(0);
          // The next step is open; a press opens another.
          await expect(list.getByRole("link", { name: "Set the price" })).toBeVisible();
          await list.getByText("Share the link of your site").click();
          await expect(list.getByRole("link", { name: origin })).toBeVisible();
          await list.getByText("Read the texts of your site").click();
          await list.getByRole("button", { name: "I have read the texts" }).click();
          await expect(list.getByText("To do:")).toHaveCount(6);
          await expect(list.getByRole("button", { name: "I have read the texts" })).toHaveCount(0);
          await list.getByText("Say where members' questions go").click();
          await list.getByRole("button", { name: "These are right" }).click();
          await expect(list.getByText("To do:")).toHaveCount(5);
          if (javaScriptEnabled) await expectSound(page, "first day");
          await list.getByText("Add the bank account and UPI ID").click();
          await list.getByRole("link", { name: "Add the account" }).click();
          const account = page.getByRole("dialog");
          await expect(account.getByText("Make this the default account")).toHaveCount(0);
          await account.getByRole("link", { name: "Cancel" }).click();
          // Every other page leads back to the list.
          await page.getByRole("link", { name: "The steps before your first sale" }).click();
          await expect(list.getByText("Done:")).toHaveCount(2);
          const cookie = { name: "prelaunch_language", value: "hi", url: origin };
          await page.context().addCookies([cookie]);
          await page.goto(`${origin}/admin/dashboard`);
          await expect(page.getByRole("region", { name: "पहली बिक्री से पहले" })).toBeVisible();
        },
      );
    },
  );
}

test(
  "the dashboard shows hover text, works by keyboard, and is accessible in both schemes",
  onlyInFull(true),
  async ({ page }) => {
    // Four brands are checked for accessibility.
    test.slow();
    await page.setViewportSize({ width: 768, height: 1024 });
    await logIn(page, `${SITE}/admin/login`, ADMIN);
    const ring = chart(page, "Referral Supply");
    const line = card(page, "Referral Supply").getByRole("listitem").nth(1);
    await waitForScripts(page);
    await page.getByText("Figures", { exact: true }).click();
    await ring.locator(".chart-2").hover({ position: { x: 20, y: 138 } });
    await expect(line).toHaveCSS("font-weight", "600");
    // product.md §2: 'title: value CR' below the doughnut, 'label: value' in the pie's tooltip.
    const below = card(page, "Referral Supply").locator(".chart-below");
    await expect(below).toHaveText(/^Remaining: [\d.,]+ CR$/);
    await page.mouse.move(0, 0);
    await expect(below).toHaveText("");
    const pie = chart(page, "Token Supply Distribution");
    await pie.locator(".chart-4").hover();
    const tooltip = card(page, "Token Supply Distribution").locator(".chart-tooltip");
    await expect(tooltip).toHaveText(/^Public Cell: [\d,]+\.00$/);
    await expect(pie.locator("title")).toHaveCount(0);
    await page.mouse.move(0, 0);
    await expect(tooltip).toHaveCount(0);

    const members = page.getByRole("link", { name: /^Verification Pending: \d+$/ });
    await members.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/usermanage\?role=USER&approval=waiting$/);
    await page.goBack();
    await page.getByText("Figures", { exact: true }).click();
    const summary = page.getByText("Figures as a table");
    await summary.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("cell", { name: "Stock Balance" })).toBeVisible();

    await page.setViewportSize({ width: 320, height: 640 });
    for (const [colorScheme, symbol] of [
      ["light", "shik"],
      ["dark", "shik"],
      ["dark", "masp"],
      ["light", "glc"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const origin = `http://${symbol}.localhost:${PORT}`;
      if (symbol !== "shik") {
        await enter(page, `${origin}/admin/login`, ADMIN);
        await page.goto(`${origin}/admin/dashboard`);
      }
      await openFigures(page);
      await expectSound(page, `${symbol} ${colorScheme}`);
    }
  },
);

test(
  "a chart's tooltip stays inside a narrow screen with large letters",
  onlyInFull(true),
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 900 });
    await enter(page, `${SITE}/admin/login`, ADMIN);
    await page.goto(`${SITE}/admin/dashboard`);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await waitForScripts(page);
    await openFigures(page);
    const pie = chart(page, "Token Supply Distribution");
    const tooltip = card(page, "Token Supply Distribution").locator(".chart-tooltip");
    await pie.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await pie.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    let shown = 0;
    for (const share of [0.1, 0.2, 0.35, 0.65, 0.8, 0.9]) {
      await page.mouse.move(x + width * share, y + height / 2);
      if ((await tooltip.count()) === 0) continue;
      shown += 1;
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(sideways, `at ${share}`).toBeLessThanOrEqual(0);
    }
    expect(shown).toBeGreaterThan(1);
  },
);

test(
  "charts are images that fit their frame, from 320 to 1440 px",
  onlyInFull(true),
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-IN" });
    const page = await context.newPage();
    await enter(page, `${SITE}/admin/login`, ADMIN);
    await page.goto(`${SITE}/admin/dashboard`);
    await openFigures(page);
    for (const width of [320, 375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of [
        "Token Supply Distribution",
        "Referral Supply",
        "Total Collection Method Wise",
        "New members",
      ]) {
        const box = await chart(page, name).boundingBox();
        const frame = await card(page, name).boundingBox();
        if (!box || !frame) throw new Error(`${name} is not on the page.`);
        expect.soft(box.width, `${name} at ${width} px`).toBeGreaterThanOrEqual(200);
        expect.soft(box.x, `${name} at ${width} px`).toBeGreaterThanOrEqual(frame.x);
        expect
          .soft(box.x + box.width, `${name} at ${width} px`)
          .toBeLessThanOrEqual(frame.x + frame.width);
      }
    }
    const pictures = page.locator("main svg[role=img]");
    await expect(pictures).toHaveCount(5);
    await expect(pictures.locator("[style], [id]")).toHaveCount(0);
    await context.close();
  },
);

test("no chart library is in the browser bundle", () => {
  // Names and texts of nivo and d3 that survive minification; each occurs in a package.
  const marks = {
    "node_modules/@nivo/bar/dist/nivo-bar.mjs": "enableGridY",
    "node_modules/@nivo/pie/dist/nivo-pie.mjs": "enableArcLabels",
    "node_modules/@nivo/core/dist/nivo-core.mjs": "nivo",
    "node_modules/d3-format/src/formatSpecifier.js": "invalid format: ",
  };
  const folder = path.join("build", "client", "assets");
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  for (const [source, mark] of Object.entries(marks)) {
    expect(readFileSync(source, "utf8"), source).toContain(mark);
    const having = scripts.filter((name) =>
      readFileSync(path.join(folder, name), "utf8").includes(mark),
    );
    expect(having, `"${mark}" of ${source}`).toEqual([]);
  }
});
