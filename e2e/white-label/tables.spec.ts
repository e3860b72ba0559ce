import { type Page, expect } from "@playwright/test";
import { linkOn } from "../harness/screens";
import { enterAsSuperAdmin } from "../harness/super-admin";
import { ADMIN, enter, test } from "../harness/test";

const WIDTHS = [375, 768, 1440];
/** The minimum gap between a number and right-aligned text in the next column. */
const LEAST_PX = 20;
const LONG_FIGURE = "₹98,76,54,321.00";

// The server's markup: React would overwrite the long figures.
test.use({ javaScriptEnabled: false });

/**
 * Puts a long figure into every numeric cell, and lists cells that overflow or are too close to the
 * next column.
 */
const tooNear = (page: Page): Promise<{ count: number; faults: string[] }> =>
  page.evaluate(
    ([figure, least]) => {
      for (const closed of document.querySelectorAll("details")) closed.open = true;
      const numbers = document.querySelectorAll(
        "main :is(td.is-number > span, .lines td.is-number)",
      );
      for (const number of numbers) number.textContent = figure;
      const boxOf = (node: Node): DOMRect => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
      };
      const faults: string[] = [];
      for (const cell of document.querySelectorAll("main :is(td, th).is-number")) {
        const name = cell.getAttribute("data-label") ?? cell.textContent;
        const own = boxOf(cell);
        const outer = cell.getBoundingClientRect();
        // Where rows are cards, the table head is for screen readers only.
        const isSeen = outer.width > 1 && cell.closest("thead")?.clientWidth !== 1;
        if (!isSeen) continue;
        if (own.right > outer.right + 1 || own.left < outer.left - 1) {
          faults.push(`${name}: outside`);
        }
        const next = cell.nextElementSibling;
        if (!next) continue;
        // A card's cell begins with its label, which is a pseudo-element.
        const isCard = getComputedStyle(next, "::before").content !== "none";
        const other = isCard ? next.getBoundingClientRect() : boxOf(next);
        const isBeside = other.top < own.bottom && own.top < other.bottom && other.left > own.left;
        const gap = Math.round(other.left - own.right);
        if (isBeside && gap < least) faults.push(`${name}: ${gap} px to ${next.textContent}`);
      }
      return { count: numbers.length, faults: [...new Set(faults)] };
    },
    [LONG_FIGURE, LEAST_PX] as const,
  );

async function expectApart(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const { count, faults } = await tooNear(page);
      expect(count, `${path} has numbers`).toBeGreaterThan(0);
      expect.soft(faults, `${path} at ${width} px`).toEqual([]);
    }
  }
}

test(
  "no number of a member's tables touches the next column",
  { tag: "@full" },
  async ({ page }) => {
    await enter(page, "/", "asha@member.example");
    await expectApart(page, [
      "/user/dashboard",
      "/user/dashboard?stock=myStock",
      "/user/payment-history?status=ALL",
    ]);
  },
);

test(
  "no number of an admin's tables touches the next column",
  { tag: "@full" },
  async ({ page }) => {
    const users = "/admin/usermanage";
    await enter(page, "/admin/login", ADMIN);
    const link = await linkOn(page, `${users}?search=asha@member.example`, `${users}/`);
    const member = `${users}/${link.split(/[/?]/).at(3) ?? ""}`;
    await expectApart(page, [
      "/admin/dashboard",
      users,
      "/admin/purchaserequest",
      "/admin/purchaserequest?tab=history",
      `${member}?part=orders`,
      `${member}?part=allocations`,
    ]);
  },
);

test("no date or address of a table is broken over lines", { tag: "@full" }, async ({ page }) => {
  await enter(page, "/", "asha@member.example");
  for (const path of ["/user/dashboard", "/user/dashboard?stock=myStock"]) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const { count, broken } = await page.evaluate(() => {
        const cells = [...document.querySelectorAll("main .lines td:not(:first-child, :has(a))")];
        const linesOf = (cell: Element): number => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        };
        const broken = cells.filter((cell) => linesOf(cell) > 1);
        return { count: cells.length, broken: broken.map(({ textContent }) => textContent) };
      });
      expect(count, `${path} has dates`).toBeGreaterThan(0);
      expect.soft(broken, `${path} at ${width} px`).toEqual([]);
    }
  }
});

test(
  "a row's buttons stay visible if its table is wider than its frame",
  { tag: "@full" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1100, height: 800 });
    await enter(page, "/admin/login", ADMIN);
    await page.goto("/admin/purchaserequest");
    const frame = await page.locator(".table-frame").first().boundingBox();
    const approve = await page
      .getByRole("link", { name: /^Approve/ })
      .first()
      .boundingBox();
    if (!frame || !approve) throw new Error("The table has no row to decide.");
    expect(approve.x + approve.width).toBeLessThanOrEqual(frame.x + frame.width);
    const inner = page.locator(".table-frame").first();
    expect(await inner.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  },
);

test(
  "on a small laptop no column of the flagged orders is behind their buttons",
  { tag: "@full" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await enter(page, "/admin/login", ADMIN);
    await page.goto("/admin/purchaserequest?show=flagged");
    const frame = page.locator(".table-frame").first();
    const excess = await frame.evaluate((box) => {
      const long = { name: "Rajesh Verma", Quantity: "14,285", "Final Amount": "₹1,00,000.00" };
      const [row, ...others] = box.querySelectorAll("tbody tr");
      for (const other of others) other.remove();
      for (const [label, text] of Object.entries(long)) {
        row?.querySelector(`[data-label="${label}"] > span`)?.replaceChildren(text);
      }
      row?.querySelector(".badge-warning:last-child")?.lastChild?.replaceWith("Odd reference");
      return box.scrollWidth - box.clientWidth;
    });
    expect(excess).toBeLessThanOrEqual(0);
  },
);

test(
  "a window of 1440 by 900 shows fourteen purchases, and their head stays",
  { tag: "@full" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await enter(page, "/admin/login", ADMIN);
    for (const path of [
      "/admin/purchaserequest",
      "/admin/purchaserequest?tab=history",
      "/admin/payments?form=list",
      "/admin/payments?tab=unallocated",
    ]) {
      await page.goto(path);
      const seen = await page.locator("tbody").evaluate((body) => {
        const rows = () => [...body.querySelectorAll("tr")];
        // Several flags take more lines.
        for (const flag of body.querySelectorAll(".badge-warning ~ .badge-warning")) flag.remove();
        while (rows().length < 40) body.append(...rows().map((row) => row.cloneNode(true)));
        const isWhole = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= window.innerHeight;
        const whole = rows().filter((one) => isWhole(one.getBoundingClientRect())).length;
        window.scrollTo(0, 800);
        return { whole, head: document.querySelector("th")?.getBoundingClientRect().top };
      });
      expect(seen.whole, path).toBeGreaterThanOrEqual(14);
      expect(seen.head, path).toBe(0);
    }
  },
);

/** The lists of an admin, and those of a member's page. */
async function adminLists(page: Page): Promise<string[]> {
  const users = "/admin/usermanage";
  const link = await linkOn(page, `${users}?search=asha@member.example`, `${users}/`);
  const member = `${users}/${link.split(/[/?]/).at(3) ?? ""}`;
  const parts = ["orders", "allocations", "referrals", "sessions", "messages", "activity"];
  return [
    users,
    "/admin/holders",
    "/admin/referrals?tab=referrers",
    "/admin/purchaserequest",
    "/admin/activity",
    "/admin/purchaserequest?tab=history",
    "/admin/payments?tab=unallocated",
    "/admin/payments?tab=unallocated&step=days",
    ...parts.map((part) => `${member}?part=${part}`),
  ];
}

test(
  "no admin list with Hindi names and a hundred rows overflows at 1440 px",
  { tag: "@full" },
  async ({ page, context }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await enter(page, "/admin/login", ADMIN);
    const lists = await adminLists(page);
    const url = new URL(page.url()).origin;
    await context.addCookies([{ name: "prelaunch_language", value: "hi", url }]);
    for (const path of [...lists, "/admin/payments"]) {
      await page.goto(path);
      const wide = await page.evaluate(() => {
        const long = "लक्ष्मीनारायण वेंकटरामन श्रीवास्तव चतुर्वेदी";
        const names = "td.place-title :is(a, span):not(:has(*)), .split-name";
        for (const name of document.querySelectorAll(`main :is(${names})`)) name.textContent = long;
        for (const body of document.querySelectorAll("main tbody")) {
          const rows = [...body.querySelectorAll("tr")];
          while (rows.length > 0 && body.children.length < 100) {
            body.append(...rows.map((row) => row.cloneNode(true)));
          }
        }
        const frames = [document.documentElement, ...document.querySelectorAll(".table-frame")];
        return frames
          .map((frame) => frame.scrollWidth - frame.clientWidth)
          .filter((excess) => excess > 1);
      });
      expect.soft(wide, path).toEqual([]);
    }
  },
);

test(
  "on a phone each admin list has rows of two lines, whose actions a thumb reaches",
  { tag: "@full" },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await enter(page, "/admin/login", ADMIN);
    for (const path of await adminLists(page)) {
      await page.goto(path);
      const { rows, faults } = await page.evaluate(() => {
        const isSeen = (one: Element) => one.getBoundingClientRect().height > 0;
        const all = [...document.querySelectorAll(".table-frame tbody tr")].filter(isSeen);
        const faults = all.flatMap((row) => {
          const cells = [...row.children].filter(isSeen);
          const [title, figure] = ["title", "figure"].map((place) =>
            row.querySelector(`.place-${place}`)?.getBoundingClientRect(),
          );
          const low = [...row.querySelectorAll(".place-act :is(a, button)")].filter(
            (one) => isSeen(one) && one.getBoundingClientRect().height < 44,
          );
          return [
            ...cells
              .filter((cell) => !/place-/.test(cell.className))
              .map(() => "a cell without a place"),
            ...(title && figure && figure.top >= title.bottom
              ? ["the figure is below the title"]
              : []),
            ...low.map((one) => `low: ${one.textContent}`),
          ];
        });
        return { rows: all.length, faults: [...new Set(faults)] };
      });
      expect.soft(faults, path).toEqual([]);
      if (!path.includes("part=")) expect.soft(rows, `${path} has rows`).toBeGreaterThan(0);
    }
  },
);

for (const javaScriptEnabled of [true, false]) {
  test.describe(`on a tablet, JavaScript: ${javaScriptEnabled}`, { tag: "@full" }, () => {
    test.use({ javaScriptEnabled, viewport: { width: 768, height: 1024 } });

    test("the sidebar is a rail with a word below each icon, and there is no second menu", async ({
      page,
    }) => {
      await enter(page, "/admin/login", ADMIN);
      await page.goto("/admin/dashboard");
      const side = await page.getByRole("complementary").boundingBox();
      expect(side?.width).toBeLessThan(100);
      const link = page.getByRole("complementary").getByRole("link", { name: "User Manage" });
      await expect(link).toHaveCSS("flex-direction", "column");
      await expect(page.getByRole("banner").getByLabel("Menu", { exact: true })).toBeHidden();
      await link.click();
      await expect(page).toHaveURL(/usermanage/);
      await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
      await page.setViewportSize({ width: 1024, height: 768 });
      await expect(link).toHaveCSS("flex-direction", "row");
    });
  });
}

test(
  "no number of the super admin's tables touches the next column",
  { tag: "@full" },
  async ({ page, context, request }) => {
    await enterAsSuperAdmin(context, request);
    await expectApart(page, [
      "/superadmin/dashboard",
      "/superadmin/companymanage",
      "/superadmin/transactionmanage",
      "/superadmin/beneficiarymanage",
    ]);
  },
);
