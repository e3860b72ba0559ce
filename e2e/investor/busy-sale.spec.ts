import { setTimeout as after } from "node:timers/promises";
import pg from "pg";
import { type Installation, install } from "../harness/installation";
import { expect, logIn, PASSWORD, PORT, test } from "../harness/test";

const OWN_PORT = Number(PORT) + 1;
const ORIGIN = `http://localhost:${OWN_PORT}`;
const MEMBER = "asha@member.example";

let us: Installation;
let locking: pg.Client;
test.beforeAll(async () => {
  us = await install([OWN_PORT], ORIGIN, { DEMO: "1" });
  locking = new pg.Client({ connectionString: us.databaseUrl });
  await locking.connect();
});
test.afterAll(async () => {
  await locking.end();
  await us.stop();
});

/** Members of a company have three places, and a call waits five seconds for a lock. */
const PLACES = 3;

/**
 * Keeps the pools locked, and sends orders by another client that take all places for the next fifteen
 * seconds, until `release`.
 */
async function makeBusy(): Promise<() => Promise<void>> {
  const answer = await us.ask(OWN_PORT, `localhost:${OWN_PORT}`, "/api/v1/user/auth/login", {
    data: { user: MEMBER, password: PASSWORD },
  });
  const { token } = (JSON.parse(answer.text) as { data: { token: string } }).data;
  await locking.query("BEGIN; SELECT 1 FROM supplies FOR NO KEY UPDATE");
  const orders: Promise<unknown>[] = [];
  for (let sent = 0; sent < 3 * PLACES; sent += 1) {
    const data = { amount: String(1000 + sent) };
    const order = { data, token };
    orders.push(us.ask(OWN_PORT, `localhost:${OWN_PORT}`, "/api/v1/user/package/order", order));
    // Those that come last must still wait when the others have given up.
    if (sent % PLACES === PLACES - 1) await after(700);
  }
  return async () => {
    await locking.query("ROLLBACK");
    await Promise.all(orders);
  };
}

test.describe("while many are buying", () => {
  test.describe.configure({ mode: "serial" });
  test.use({ baseURL: ORIGIN });

  test(
    "a purchase that gets no turn keeps what was typed, and is made by the page itself",
    { tag: "@full" },
    async ({ page }) => {
      test.slow();
      await logIn(page, "/", MEMBER);
      await page.goto("/user/buy-token");
      await page.getByLabel("Amount (INR)").fill("5000");
      const release = await makeBusy();
      await page.getByRole("button", { name: "BUY NOW" }).click();
      await expect(page.getByRole("alert")).toContainText("Many are buying now.", {
        timeout: 20_000,
      });
      await expect(page.getByLabel("Amount (INR)")).toHaveValue("5,000");
      await release();
      await expect(page).toHaveURL(/\/user\/payment\?purchaseId=/, { timeout: 20_000 });
    },
  );

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test(
      "without scripts it is shown again with the typed amount, once there is room",
      { tag: "@full" },
      async ({ page }) => {
        test.slow();
        await logIn(page, "/", MEMBER);
        await page.goto("/user/buy-token");
        await page.getByLabel("Amount (INR)").fill("6000");
        const release = await makeBusy();
        await page.getByRole("button", { name: "BUY NOW" }).click({ timeout: 40_000 });
        await expect(page).toHaveURL(/[?&]amount=6000&.*busy=/, { timeout: 40_000 });
        await release();
        await expect(page.getByText("nothing was ordered yet")).toBeVisible({ timeout: 30_000 });
        await expect(page.getByLabel("Amount (INR)")).toHaveValue("6,000");
        await page.getByRole("button", { name: "BUY NOW" }).click();
        await expect(page).toHaveURL(/\/user\/payment\?purchaseId=/);
      },
    );
  });
});
