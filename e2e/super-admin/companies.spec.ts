import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { tabTo, expectOneDateForm, expectSoundInSchemes } from "../harness/accessibility";
import { callAsSuperAdmin, enterAsSuperAdmin } from "../harness/super-admin";
import { screensOfSuperAdmin } from "../harness/super-admin-screens";
import {
  PORT,
  expect,
  moreInFull,
  onlyInFull,
  test,
  textsTo,
  waitForScripts,
} from "../harness/test";

const MANAGE = "/superadmin/companymanage";
const mark = () => crypto.randomUUID().slice(0, 8);

/** The response of a host to a visitor. */
const visit = (request: APIRequestContext, host: string) =>
  request.get("/", { headers: { host: `${host}:${PORT}` } });

/** The first one: the dashboard lists a company's referral programme below. */
const rowWith = (page: Page, text: string): Locator =>
  page.getByRole("row").filter({ hasText: text }).first();

/** Adds a company through the form, which opens its page. */
async function addCompany(page: Page, name: string, adminEmail: string): Promise<void> {
  await page.goto(MANAGE);
  await page.getByRole("link", { name: "Add Company" }).click();
  const form = page.getByRole("dialog", { name: "Add Company" });
  await form.getByLabel("Company name").fill(name);
  await form.getByLabel("Email", { exact: true }).fill("desk@asha.example");
  await form.getByLabel("Mobile").fill("98765 43210");
  await form.getByText("More details").click();
  await form.getByLabel("Aadhaar").fill("2345 6789 0123");
  await form.getByLabel("PAN", { exact: true }).fill("abcde1234f");
  await form.getByLabel("Symbol").fill("acw");
  await form.getByLabel("Total supply").fill("1,000");
  await form.getByLabel("Price of one token").fill("10");
  await form.getByLabel("Admin name").fill("Asha Rao");
  await form.getByLabel("Admin email").fill(adminEmail);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test.beforeEach(({ context, request }) => enterAsSuperAdmin(context, request));

/** Opens the details that are seldom changed, unless they are open. */
async function openMore(page: Page): Promise<void> {
  const closed = page.locator("details:not([open]) > summary", { hasText: "More details" });
  if ((await closed.count()) > 0) await closed.click();
}

/** The company's details and its mail have separate forms. */
const saveCompany = (page: Page) =>
  page
    .locator("form", { has: page.getByLabel("Total supply") })
    .getByRole("button", { name: "Save" });

test(
  "a company is found, added, mapped, suspended and reopened without data loss",
  onlyInFull(true),
  async ({ page, request }) => {
    test.slow();
    await page.goto(MANAGE);
    await expect(page.getByRole("columnheader")).toHaveText(
      "Sl.No,Name,Symbol,Members,Collected,Date,Email".split(","),
    );
    await page.getByRole("searchbox").fill("galaxy");
    // Submits one second after the last key (product.md §9).
    await expect(page).toHaveURL(/search=galaxy/);
    await expect(page.getByRole("row")).toHaveCount(2);
    // The rest is behind the row's e-mail, and nothing scrolls sideways.
    const more = rowWith(page, "GLXY").getByText("Mobile");
    await expect(more).toBeHidden();
    await rowWith(page, "GLXY").locator("summary").click();
    await expect(more).toBeVisible();
    await expect(rowWith(page, "GLXY")).toContainText(/Token.*PIN.*XXXXXX234C.*XXXX XXXX \d{4}/);
    for (const width of [1440, 768, 375]) {
      await page.setViewportSize({ width, height: 900 });
      const frame = page.locator(".table-frame");
      expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThan(1);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(rowWith(page, "GLXY")).toContainText(/\d{4}-\d{2}-\d{2}/);

    const name = `Asha Tokens ${mark()}`;
    const adminEmail = `${mark()}@asha.example`;
    await addCompany(page, name, adminEmail);
    await expect(page.getByText("Company added.")).toBeVisible();
    await openMore(page);
    await expect(page.getByText("Leave empty to keep XXXX XXXX 0123.")).toBeVisible();
    await expect(page.getByText("Has not set a password yet")).toBeVisible();
    // The checklist shows the remaining steps, including those of an admin.
    await expect(
      page.getByRole("region", { name: "Before it can sell" }).getByRole("listitem"),
    ).toHaveText([
      /^To do: Add a domain/,
      /^Done: Publish a brand/,
      /^Done: Set the price/,
      /^To do: An admin sets a password/,
      /^To do: The admin adds the bank account/,
    ]);
    await expect
      .poll(async () => (await textsTo(request, adminEmail)).join("\n"))
      .toMatch(/Choose a password: http\S+\/admin\/set-password\?token=/);

    const host = `${mark()}.localhost`;
    expect((await visit(request, host)).status()).toBe(404);
    await page.getByLabel("Host", { exact: true }).fill(host.toUpperCase());
    await page.getByRole("button", { name: "Add domain" }).click();
    await expect(page.getByText(`${host} now shows this company.`)).toBeVisible();
    expect((await visit(request, host)).status()).toBe(200);

    // Fee, reward, split and launch; a supply that is too small is refused.
    await page.getByLabel("Platform fee (%)").fill("2.5");
    await openMore(page);
    await page.getByLabel("Referral reward (%)").fill("7");
    await page.getByLabel("Launch", { exact: true }).fill("2031-01-01T10:00");
    await page.getByLabel("Public cell").fill("20");
    await saveCompany(page).click();
    await expect(page.getByText("must add up to 100 percent")).toBeVisible();
    await page.getByLabel("Referral programme").fill("60");
    await saveCompany(page).click();
    await expect(page.getByText("Company saved.")).toBeVisible();
    await page.goto(`/superadmin/dashboard?search=${encodeURIComponent(name)}`);
    await expect(rowWith(page, name)).toContainText("600");
    await expect(rowWith(page, name)).toContainText(host);

    await rowWith(page, name).getByRole("link", { name }).click();
    await page.getByRole("link", { name: "Suspend this company" }).click();
    const dialog = page.getByRole("dialog", { name: `Suspend ${name}?` });
    await dialog.getByLabel("Reason").fill("The bank asks for papers.");
    await dialog.getByRole("button", { name: "Suspend this company" }).click();
    await expect(page.getByText(`${name} is suspended.`)).toBeVisible();
    const closed = await visit(request, host);
    expect(closed.status()).toBe(403);
    const told = await closed.text();
    expect(told).toContain(`The site of ${name} is closed at present.`);
    expect(told).toContain("The bank asks for papers.");
    const at = (path: string) =>
      request.get(path, { headers: { host: `${host}:${PORT}` }, maxRedirects: 0 });
    expect((await at("/privacy-policy")).status()).toBe(200);
    for (const path of ["/register", "/user/dashboard", "/admin/login", "/proof"]) {
      const answer = await at(path);
      expect([answer.status(), answer.headers()["location"]], path).toEqual([302, "/"]);
    }
    await page.getByRole("button", { name: "Open it again" }).click();
    await expect(page.getByText(`${name} is open again.`)).toBeVisible();
    expect((await visit(request, host)).status()).toBe(200);

    await page.getByRole("link", { name: `Remove ${host}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText(`${host} is removed.`)).toBeVisible();
    expect((await visit(request, host)).status()).toBe(404);
    await expect(page.getByText("No domain yet")).toBeVisible();
    await openMore(page);
    await expect(page.getByLabel("Launch", { exact: true })).toHaveValue("2031-01-01T10:00");
  },
);

test(
  "a keyboard alone adds a company, maps its host and suspends it",
  onlyInFull(true),
  async ({ page, request }) => {
    const { keyboard } = page;
    const typeInto = async (field: Locator, text: string) => {
      await tabTo(page, field);
      await keyboard.type(text);
    };
    const press = async (target: Locator) => {
      await tabTo(page, target);
      await keyboard.press("Enter");
    };
    const name = `Keyed Tokens ${mark()}`;
    await page.goto(MANAGE);
    await press(page.getByRole("link", { name: "Add Company" }));
    const form = page.getByRole("dialog", { name: "Add Company" });
    await typeInto(form.getByLabel("Company name"), name);
    await typeInto(form.getByLabel("Email", { exact: true }), "desk@keyed.example");
    await typeInto(form.getByLabel("Mobile"), "98765 43210");
    await typeInto(form.getByLabel("Symbol"), "KEYD");
    await typeInto(form.getByLabel("Total supply"), "1000");
    await typeInto(form.getByLabel("Admin name"), "Asha Rao");
    await typeInto(form.getByLabel("Admin email"), `${mark()}@keyed.example`);
    await keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

    const host = `${mark()}.localhost`;
    await typeInto(page.getByLabel("Host", { exact: true }), host);
    await keyboard.press("Enter");
    await expect(page.getByText(`${host} now shows this company.`)).toBeVisible();
    expect((await visit(request, host)).status()).toBe(200);

    const suspend = page.getByRole("link", { name: "Suspend this company" });
    await press(suspend);
    const sure = page.getByRole("dialog", { name: `Suspend ${name}?` });
    await expect(sure).toBeVisible();
    await waitForScripts(page);
    await keyboard.press("Escape");
    await expect(sure).toBeHidden();
    await expect(suspend).toBeFocused();
    await keyboard.press("Enter");
    await typeInto(sure.getByLabel("Reason"), "The bank asks for papers.");
    await press(sure.getByRole("button", { name: "Suspend this company" }));
    await expect(page.getByText(`${name} is suspended.`)).toBeVisible();
    expect((await visit(request, host)).status()).toBe(403);
  },
);

test("a supply below the held or allocated tokens is refused beside its field, which keeps the input", async ({
  page,
}) => {
  await page.goto(`${MANAGE}?search=galaxy`);
  await rowWith(page, "GLXY").getByRole("link").first().click();
  const supply = page.getByLabel("Total supply");
  await expect(supply).toHaveValue(/0000000$/);
  const before = await supply.inputValue();
  await supply.fill("1");
  await saveCompany(page).click();
  await expect(supply).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("less than what is already held or allocated")).toBeVisible();
  await page.reload();
  await expect(supply).toHaveValue(before);
});

test(
  "every company's payments and accounts can be searched and filtered but not changed",
  onlyInFull(true),
  async ({ page, request }) => {
    await page.goto("/superadmin/transactionmanage");
    await page.getByRole("combobox", { name: "Status" }).selectOption("APPROVED");
    await expect(page).toHaveURL(/status=APPROVED/);
    await expect(page.locator("tbody .badge").first()).toHaveText("Approved");
    await expect(page.locator("tbody .badge").filter({ hasText: "Pending" })).toHaveCount(0);
    const { records } = await callAsSuperAdmin<{ records: Record<string, string>[] }>(
      request,
      "GET",
      "/company/list?search=galaxy",
    );
    const galaxy = records[0]?.["companyName"] ?? "";
    await page.goto(`/superadmin/transactionmanage?companyId=${records[0]?.["id"]}`);
    await expect(page.getByText(`Only ${galaxy}`)).toBeVisible();
    const rows = page.locator("tbody tr");
    await expect(rows).toHaveCount(await rows.filter({ hasText: galaxy }).count());
    await expect(page.locator("main").getByRole("button", { name: /Approve|Reject/ })).toHaveCount(
      0,
    );
    // One of them, whole, found by its method and flags.
    await page.getByRole("combobox", { name: "Method" }).selectOption("UPI");
    await expect(page).toHaveURL(/companyId=.*method=UPI/);
    // The address changes before the list does.
    await expect(rows.filter({ hasNotText: "UPI" })).toHaveCount(0);
    const first = rows.first().getByRole("link", { name: /^PUR-/ });
    const number = await first.innerText();
    await first.click();
    await expect(page.getByRole("heading", { level: 1, name: number })).toBeVisible();
    await expect(page.locator("main")).toContainText(galaxy);
    await expectSoundInSchemes(page, "a payment of a company");
    await page.goBack();
    await page.getByRole("link", { name: "Show all companies" }).click();
    await expect(page).not.toHaveURL(/companyId/);

    await page.goto("/superadmin/beneficiarymanage");
    await page.getByRole("searchbox").fill("glxy@okbank");
    await expect(page).toHaveURL(/search=glxy/);
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await expect(rowWith(page, galaxy)).toContainText("glxy@okbank");
  },
);

test.describe("on a phone", moreInFull, () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("on a phone no screen of a super admin has a violation, a logged error or horizontal scrolling", async ({
    page,
    request,
  }) => {
    test.slow();
    for (const { name, path } of screensOfSuperAdmin(request)) {
      const answer = await page.goto(typeof path === "string" ? path : await path());
      await expectSoundInSchemes(page, name, {
        markup: await answer?.text(),
        scheme: "dark",
      });
      await expectOneDateForm(page, name);
    }
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test(
    "without JavaScript a company is added, mapped, given another admin and suspended",
    { tag: "@full" },
    async ({ page, request }) => {
      const name = `Plain Tokens ${mark()}`;
      const adminEmail = `${mark()}@plain.example`;
      await addCompany(page, name, adminEmail);
      const host = `${mark()}.localhost`;
      await page.getByLabel("Host", { exact: true }).fill("127.0.0.1");
      await page.getByRole("button", { name: "Add domain" }).click();
      await expect(page.getByLabel("Host", { exact: true })).toHaveAttribute(
        "aria-invalid",
        "true",
      );
      await page.getByLabel("Host", { exact: true }).fill(host);
      await page.getByRole("button", { name: "Add domain" }).click();
      await expect(page.getByText(`${host} now shows this company.`)).toBeVisible();

      // The mail links to the company's own host.
      await page.locator("summary", { hasText: "Invite an admin" }).click();
      const second = `${mark()}@plain.example`;
      await page.getByLabel("Admin name").fill("Bela Plain");
      await page.getByLabel("Admin email").fill(second);
      await page.locator("details").getByLabel("Mobile").fill("98765 43211");
      await page.locator("details").getByRole("button", { name: "Invite an admin" }).click();
      await expect(page.getByText(`The invitation is on its way to ${second}.`)).toBeVisible();
      const said = async () => (await textsTo(request, second)).join("\n");
      await expect.poll(said).toContain(`http://${host}:${PORT}/admin/set-password`);

      await page.getByRole("link", { name: "Suspend this company" }).click();
      const sure = page.getByRole("dialog");
      await sure.getByRole("button", { name: "Suspend this company" }).click();
      await sure.getByLabel("Reason").fill("The bank asks for papers.");
      await sure.getByRole("button", { name: "Suspend this company" }).click();
      await expect(page.getByText("This company is suspended: its site is closed.")).toBeVisible();
      expect((await visit(request, host)).status()).toBe(403);
    },
  );
});
