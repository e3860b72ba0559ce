import { type APIRequestContext, type Page, expect, test as base } from "@playwright/test";

export const PASSWORD = "Prelaunch-demo-1";
/** Set another port to run several suites on one machine. */
export const PORT = process.env["E2E_PORT"] ?? "3210";
export const ADMIN = "admin@company.example";
/** Confirms what the other admin asks for. */
export const SECOND_ADMIN = "second@company.example";

/** Expected console errors: a failed response. */
const MEANT =
  /Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/;

/** Remix's note that it could not prefetch a link; expected on a page that lost its connection. */
const NOT_LOADED =
  /^(Failed to fetch manifest patches TypeError: Failed to fetch|Error loading route module |TypeError: Failed to fetch dynamically imported module: )/;

/** Remix's note that a newer navigation dropped a response that was still arriving; expected. */
const REPLACED = /^AbortError: signal is aborted without reason\n/;
const DISCONNECTED = "net::ERR_INTERNET_DISCONNECTED";

/** Fails a test on a console error or a policy violation on any of its pages. */
export const test = base.extend<{ watched: void }>({
  watched: [
    async ({ context }, use) => {
      const faults: string[] = [];
      // A blocked `eval` raises an event, not a console message.
      await context.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) => {
          reportError(new Error(`Policy: ${event.violatedDirective} ${event.blockedURI}`));
        });
      });
      const disconnected = new Set<Page>();
      const notLoaded: { page: Page; fault: string }[] = [];
      context.on("page", (page) => {
        page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
        page.on("console", (message) => {
          if (message.type() !== "error") return;
          const fault = `${page.url()}: ${message.text()}`;
          if (message.text().includes(DISCONNECTED)) disconnected.add(page);
          if (NOT_LOADED.test(message.text())) notLoaded.push({ page, fault });
          else if (![MEANT, REPLACED].some((one) => one.test(message.text()))) faults.push(fault);
        });
      });
      await use();
      for (const { page, fault } of notLoaded) {
        if (!disconnected.has(page)) faults.push(fault);
      }
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Leaves tests to `npm run test:full`: a second run in another form (without JavaScript, in another
 * language or scheme), and what tests at a lower level cover (decision 19).
 */
export const onlyInFull = (isLeft: boolean): { tag?: string } => (isLeft ? { tag: "@full" } : {});

/** Marks a test that visits more in the full suite, so that its rest runs it again. */
export const moreInFull = onlyInFull(process.env["FULL"] !== undefined);

/** An email address that is unique in this run. */
export const freshEmail = (): string => `walker-${crypto.randomUUID().slice(0, 8)}@member.example`;

/** A mobile of one member alone: a shared one holds a reward for review. */
export const freshMobile = (): string => `98${String(Math.random()).slice(2, 10).padEnd(8, "0")}`;

interface Outbox {
  result: { data: { records: { address: string; text: string }[] } };
}

/** The messages to an address in the outbox, newest first, as plain text. */
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
    const texts = await textsTo(request, address);
    // Another mail may be newer; a code begins its line.
    [code] = texts.flatMap((text) => /^(\d{6})\b/m.exec(text)?.[1] ?? []);
    expect(code).toBeDefined();
  }).toPass();
  return code ?? "";
}

/** A member of the site at `request`'s base URL, registered as an older client does. */
export async function register(
  request: APIRequestContext,
  person: { email: string; name?: string; mobile?: string; referralCode?: string },
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
  // With JavaScript the form is sent in the background: leaving early would abort the login.
  await page.waitForURL(/\/(user|admin)\/dashboard/);
}

interface HydratedRoot {
  stateNode: { current: { memoizedState: { isDehydrated?: boolean } } };
}

/**
 * Waits until the page's scripts handle clicks and keys: before that, links and forms work without.
 * React marks the document when it begins, and its root when it has taken over the markup.
 */
export async function waitForScripts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const mark = Object.keys(document).find((key) => key.startsWith("__reactContainer"));
    if (mark === undefined) return false;
    const { stateNode } = Reflect.get(document, mark) as HydratedRoot;
    return stateNode.current.memoizedState.isDehydrated === false;
  });
}

/**
 * Sends a form by `send`, and waits until its response is shown. A text alone does not tell that:
 * the page may show it while the form is typed, and a form that is being sent ignores Enter.
 */
export async function submitAndWait(page: Page, send: () => Promise<void>): Promise<void> {
  const response = page.waitForResponse((one) => one.request().method() === "POST");
  const loaded = page.waitForEvent("load").catch(() => undefined);
  await send();
  if ((await response).request().isNavigationRequest()) await loaded;
  await page.waitForFunction(() => {
    const router = Reflect.get(window, "__remixRouter") as
      | { state: { navigation: { state: string } } }
      | undefined;
    return (router?.state.navigation.state ?? "idle") === "idle";
  });
  await expect(page.locator("form button[type=submit][disabled]")).toHaveCount(0);
}

/** Logs a user in on the host of `path` without the login screen, which has its own tests. */
export async function enter(page: Page, path: string, email: string): Promise<void> {
  const platform = `http://localhost:${PORT}`;
  const { origin, host, pathname } = new URL(path, platform);
  const [area, call, login] = pathname.startsWith("/admin")
    ? (["admin", "company", { email }] as const)
    : (["user", "user", { user: email }] as const);
  // Outside a browser, not every machine resolves names under localhost.
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
