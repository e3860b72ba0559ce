import { type APIRequestContext, type Page, expect, test as base } from "@playwright/test";

export const PASSWORD = "Prelaunch-demo-1";
/** Another one where several runs share a machine. */
export const PORT = process.env["E2E_PORT"] ?? "3210";
export const ADMIN = "admin@company.example";

/** A failed answer is logged by the browser as an error, though the page shows it as meant. */
const MEANT =
  /Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/;

/** Every page of a test is watched: an error in its console, or a policy it breaks, fails the test. */
export const test = base.extend<{ watched: void }>({
  watched: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on("page", (page) => {
        page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
        page.on("console", (message) => {
          if (message.type() === "error" && !MEANT.test(message.text())) {
            faults.push(`${page.url()}: ${message.text()}`);
          }
        });
      });
      await use();
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** An address nobody has used yet in this run. */
export const freshEmail = (): string => `walker-${crypto.randomUUID().slice(0, 8)}@member.example`;

interface Outbox {
  result: { data: { records: { address: string; text: string }[] } };
}

/** What an address was sent, newest first, as a person would read it in the outbox. */
export async function textsTo(request: APIRequestContext, address: string): Promise<string[]> {
  const answer = await request.get(
    `/trpc/messages.outbox?input=${encodeURIComponent('{"limit":50}')}`,
  );
  const { result } = (await answer.json()) as Outbox;
  return result.data.records.filter((one) => one.address === address).map(({ text }) => text);
}

/** The newest code sent to an address. */
export async function codeFor(request: APIRequestContext, address: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const [text] = await textsTo(request, address);
    code = /\b(\d{6})\b/.exec(text ?? "")?.[1];
    expect(code).toBeDefined();
  }).toPass({ timeout: 10_000 });
  return code ?? "";
}

/** A member of the site at `request`'s base address, registered as an older client does. */
export async function register(
  request: APIRequestContext,
  person: { email: string; name?: string; referralCode?: string },
): Promise<void> {
  const common = { name: "Tara Walker", mobile: "98765 43210", ...person };
  const asked = await request.post("/api/v1/user/auth/register/otp", { data: common });
  expect(asked.status()).toBe(200);
  const otp = await codeFor(request, person.email);
  const registered = await request.post("/api/v1/user/auth/register", {
    data: {
      ...common,
      otp,
      dateOfBirth: "1990-04-12",
      pincode: "400001",
      gender: "female",
      password: PASSWORD,
    },
  });
  expect(registered.status()).toBe(200);
}

export async function logIn(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path);
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.locator("main button[type=submit].button").click();
  // With a script the form goes in the background: whoever leaves at once has not logged in.
  await page.waitForURL(/\/(user|admin)\/dashboard/);
}

/**
 * A session of somebody's own in this browser, on the host of `path`, without the screen that asks
 * for a password: that has tests of its own.
 */
export async function enter(page: Page, path: string, email: string): Promise<void> {
  const platform = `http://localhost:${PORT}`;
  const { origin, host, pathname } = new URL(path, platform);
  const [area, call, login] = pathname.startsWith("/admin")
    ? (["admin", "company", { email }] as const)
    : (["user", "user", { user: email }] as const);
  // Outside a browser not every machine knows that names under localhost are itself.
  const answer = await page.request.post(`${platform}/api/v1/${call}/auth/login`, {
    headers: { host },
    data: { ...login, password: PASSWORD },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { data } = (await answer.json()) as { data: { token: string } };
  await page.context().addCookies([
    {
      name: `prelaunch_${area}`,
      value: data.token,
      url: origin,
      httpOnly: true,
      sameSite: "Lax",
    },
  ]);
}
