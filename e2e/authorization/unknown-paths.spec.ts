import type { Page } from "@playwright/test";
import { enterAsSuperAdmin } from "../harness/super-admin";
import { ADMIN, PORT, enter, expect, test, onlyInFull, waitForScripts } from "../harness/test";

const MEMBER = "asha@member.example";
const AREAS = [
  {
    login: "/",
    paths: [
      "/user/nothing",
      "/user/nothing/deeper?x=1",
      "/user/dashboard/nothing",
      "/user/receipts",
      "/USER/nothing",
    ],
    enter: (page: Page) => enter(page, "/user", MEMBER),
    entry: "Payment History",
    entryPath: "/user/payment-history",
  },
  {
    login: "/admin/login",
    paths: [
      "/admin/nothing",
      "/admin/login/nothing",
      "/admin/exports/nothing",
      "/admin/usermanage/a/b",
    ],
    enter: (page: Page) => enter(page, "/admin", ADMIN),
    entry: "Beneficiary Manage",
    entryPath: "/admin/beneficiary",
  },
  {
    login: "/superadmin/login",
    paths: ["/superadmin/nothing", "/superadmin/exports/nothing", "/superadmin/companymanage/a/b"],
    enter: (page: Page) => enterAsSuperAdmin(page.context(), page.request),
    entry: "Manage Company",
    entryPath: "/superadmin/companymanage",
  },
] as const;

for (const { login, paths, enter: logIn, entry, entryPath } of AREAS) {
  test(`a visitor on an unknown path is redirected to ${login}, by document, data and form`, async ({
    request,
  }) => {
    for (const path of paths) {
      const answer = await request.get(path, { maxRedirects: 0 });
      const [at] = (answer.headers()["location"] ?? "").split("?");
      expect([path, answer.status(), at]).toEqual([path, 302, login]);
      const [name = "", query = ""] = path.split("?");
      const data = await request.get(`${name}.data?${query}`, { maxRedirects: 0 });
      // A redirect in the format of single fetch.
      expect([path, data.status()]).toEqual([path, 202]);
      expect(await data.text()).toMatch(new RegExp(`"${login}["?]`));
      const posted = await request.post(path, {
        maxRedirects: 0,
        headers: { origin: `http://localhost:${PORT}` },
        form: { x: "1" },
      });
      const [sentTo] = (posted.headers()["location"] ?? "").split("?");
      expect([path, posted.status(), sentTo]).toEqual([path, 302, login]);
    }
  });

  for (const javaScriptEnabled of [true, false]) {
    test.describe(
      javaScriptEnabled ? "with JavaScript" : "without JavaScript",
      onlyInFull(javaScriptEnabled),
      () => {
        test.use({ javaScriptEnabled });

        test(`a visitor on ${paths[0]} sees the login, a logged-in user keeps the menu`, async ({
          page,
        }) => {
          await page.goto(paths[0]);
          await expect(page).toHaveURL(new RegExp(`:${PORT}${login}(\\?.*)?$`));

          await logIn(page);
          for (const path of paths) {
            const answer = await page.goto(path);
            expect([path, answer?.status()]).toEqual([path, 404]);
            await expect(page.getByRole("heading", { level: 1 })).toHaveText(
              "There is nothing here.",
            );
            const menu = page.getByRole("navigation").getByRole("link", { name: entry });
            await expect(menu.first()).toHaveAttribute("href", entryPath);
            await expect(page.getByRole("main")).toHaveCount(1);
          }
          const name = paths[0];
          expect((await page.request.get(`${name}.data`)).status()).toBe(404);

          if (!javaScriptEnabled) return;
          await page.goto(entryPath);
          await navigate(page, name);
          await expect(page.getByRole("heading", { level: 1 })).toHaveText(
            "There is nothing here.",
          );
          await expect(
            page.getByRole("navigation").getByRole("link", { name: entry }).first(),
          ).toBeVisible();
        });
      },
    );
  }
}

test(
  "client-side navigation to an unknown path redirects a visitor to the login as well",
  { tag: "@full" },
  async ({ page }) => {
    for (const { login, paths } of AREAS) {
      await page.goto("/privacy-policy");
      await navigate(page, paths[0]);
      await expect(page).toHaveURL(new RegExp(`:${PORT}${login}(\\?.*)?$`));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
  },
);

test("paths that only start like an area's path are a 404", async ({ request }) => {
  for (const path of ["/username", "/administrator", "/superadmins", "/nothing"]) {
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404);
  }
});

test(
  "a 404 page keeps the document's policy and its client-side navigation",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/privacy-policy");
    await navigate(page, "/nothing");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is nothing here.");
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  },
);

/** Navigates with the page's own router, once it runs. */
async function navigate(page: Page, to: string): Promise<void> {
  await waitForScripts(page);
  await page.evaluate(async (path) => {
    const { navigate } = Reflect.get(window, "__remixRouter") as {
      navigate: (path: string) => Promise<void>;
    };
    await navigate(path);
  }, to);
}
