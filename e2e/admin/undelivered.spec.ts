import { type SmtpSink, smtpSink } from "@server/testing/smtp-sink";
import { expectSound } from "../harness/accessibility";
import { type Installation, install } from "../harness/installation";
import { ADMIN, PORT, expect, logIn, test, waitForScripts } from "../harness/test";

const OWN_PORT = Number(PORT) + 70;
const ORIGIN = `http://localhost:${OWN_PORT}`;
/** The site of a company that verifies by hand. */
const SITE = `http://masp.localhost:${OWN_PORT}`;
/** Addresses that the mail server refuses. */
const refused = new Set<string>();

// One installation for both.
test.describe.configure({ mode: "serial" });

let sink: SmtpSink;
let installation: Installation;
test.beforeAll(async () => {
  sink = await smtpSink({ refuse: (address) => (refused.has(address) ? 550 : null) });
  const settings = { DEMO: "1", SMTP_URL: sink.url };
  installation = await install([OWN_PORT], ORIGIN, settings);
});
test.afterAll(async () => {
  await installation.stop();
  await sink.close();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    { tag: "@full" },
    () => {
      test.use({ javaScriptEnabled, baseURL: SITE });

      test("an admin sees a refused mail with the server's reply, and sends it again", async ({
        page,
      }) => {
        await logIn(page, "/admin/login", ADMIN);
        await page.goto("/admin/usermanage?approval=waiting&role=USER");
        const waiting = page.getByRole("row").nth(1);
        const email = /\S+@\S+\.\S+/.exec(await waiting.innerText())?.[0] ?? "";
        refused.add(email);
        if (javaScriptEnabled) await waitForScripts(page);
        await waiting.getByRole("link", { name: "Waiting" }).click();
        await page.waitForURL(/approve=/);
        await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
        await page.waitForURL((url) => !url.searchParams.has("approve"));
        await expect.poll(() => sink.offered.includes(email), { timeout: 30_000 }).toBe(true);

        const reason = page.getByText(`Mail to ${email} could not be delivered: 550`);
        await expect(async () => {
          await page.goto("/admin/dashboard");
          await expect(reason).toBeVisible({ timeout: 1000 });
        }).toPass({ timeout: 30_000 });
        if (javaScriptEnabled) await expectSound(page, "admin, dashboard with refused mail");
        await page.getByRole("row").filter({ has: reason }).getByRole("link").click();
        await page.waitForURL(/part=messages/);
        await expect(reason).toBeVisible();
        if (javaScriptEnabled) await expectSound(page, "admin, refused mail of a person");

        refused.clear();
        await page.getByRole("button", { name: "Send again" }).click();
        await expect(
          page.getByText("The message is sent again, to the present address."),
        ).toBeVisible();
        await expect
          .poll(() => sink.taken.some(({ to }) => to === email), { timeout: 30_000 })
          .toBe(true);
        await expect(async () => {
          await page.reload();
          await expect(reason).toHaveCount(0, { timeout: 1000 });
        }).toPass({ timeout: 30_000 });
      });
    },
  );
}
