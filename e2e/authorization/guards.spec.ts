import { PORT, expect, logIn, test } from "../harness/test";

test("a visitor on a member's path is redirected to the login, a member on the login to the dashboard", async ({
  page,
}) => {
  await page.goto("/user/buy-token");
  await expect(page).toHaveURL(new RegExp(`:${PORT}/\\?to=%2Fuser%2Fbuy-token$`));
  await logIn(page, "/", "asha@member.example");
  await expect(page).toHaveURL(/\/user\/dashboard$/);
  await page.goto("/register");
  await expect(page).toHaveURL(/\/user\/dashboard$/);
  await page.goto("/admin/purchaserequest");
  await expect(page).toHaveURL(/\/admin\/login\?to=%2Fadmin%2Fpurchaserequest$/);
});

test("a session of one company is invalid on another's host", async ({ page, context }) => {
  await logIn(page, `http://rsgn.localhost:${PORT}/`, "asha@member.example");
  await expect(page).toHaveURL(/\/user\/dashboard$/);
  const [cookie] = (await context.cookies()).filter((one) => one.name.endsWith("prelaunch_user"));
  await context.addCookies([
    { name: cookie?.name ?? "", value: cookie?.value ?? "", url: `http://glxy.localhost:${PORT}` },
  ]);
  await page.goto(`http://glxy.localhost:${PORT}/user/dashboard`);
  await expect(page).toHaveURL(`http://glxy.localhost:${PORT}/?ended=1`);
});

test("an unknown host gets a neutral response", async ({ request }) => {
  const answer = await request.get("/", { headers: { host: "somebody.example" } });
  expect(answer.status()).toBe(404);
  expect(await answer.text()).not.toMatch(/RSGN|Resurgence/i);
});

test("a form sent from another site changes nothing", async ({ request }) => {
  const send = (headers: Record<string, string>) =>
    request.post("/?index", { headers, form: { email: "asha@member.example", password: "x" } });
  expect((await send({ "sec-fetch-site": "cross-site" })).status()).toBe(403);
  expect((await send({ origin: "https://evil.example" })).status()).toBe(403);
  expect((await send({})).status()).toBe(403);
  expect((await send({ origin: `http://localhost:${PORT}` })).status()).toBe(401);
});

test("pages run scripts with a nonce only and are never cached", async ({ request }) => {
  const answer = await request.get("/");
  const policy = answer.headers()["content-security-policy"] ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
  expect(nonce).not.toBe("");
  const page = await answer.text();
  for (const [script] of page.matchAll(/<script[^>]*>/g))
    expect(script).toContain(`nonce="${nonce}"`);
  expect(answer.headers()["cache-control"]).toContain("no-store");
  expect(answer.headers()["x-content-type-options"]).toBe("nosniff");
});

test("a logout URL opened from another site asks for confirmation", async ({ page }) => {
  await logIn(page, "/", "asha@member.example");
  await page.goto("/user/logout");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.goto("/user/dashboard");
  await expect(page).toHaveURL(new RegExp(`:${PORT}/\\?to=%2Fuser%2Fdashboard$`));
});
