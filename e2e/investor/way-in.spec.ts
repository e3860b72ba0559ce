import type { Page } from "@playwright/test";
import { approve, pay, reject, reverse, tokenOfMember } from "../harness/purchases";
import { fillRegistration, registerOn } from "../harness/registration";
import { inDatabase, sweepNow } from "../harness/running-database";
import {
  ADMIN,
  PORT,
  enter,
  expect,
  freshEmail,
  freshMobile,
  logIn,
  onlyInFull,
  register,
  test,
} from "../harness/test";

/** A company's own domain; it holds rewards for seven days. */
const HOST = `http://rsgn.localhost:${PORT}`;
/** A phone's browser: programs are not counted. */
const PHONE =
  "Mozilla/5.0 (Linux; Android 13; Pixel 6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36";
const DAY_SECONDS = 24 * 60 * 60;

/** Ends the days of a reward on hold. The product's next sweep, which is due now, releases it. */
async function endDays(orderId: string): Promise<void> {
  await inDatabase(
    `UPDATE orders SET undo_until = undo_until - interval '8 days',
            reward_release_at = reward_release_at - interval '8 days' WHERE id = $1`,
    orderId,
  );
  await sweepNow();
}

async function numberOf(orderId: string): Promise<string> {
  const [row] = await inDatabase<{ number: string }>(
    "SELECT order_number AS number FROM orders WHERE id = $1",
    orderId,
  );
  return row?.number ?? "";
}

/** The ledger's entries of an order's reward, in their order: kind and tokens. */
async function entriesOf(orderId: string): Promise<string[]> {
  const rows = await inDatabase<{ entry: string }>(
    `SELECT kind || ' ' || quantity AS entry FROM allocations a
      WHERE order_id = $1 AND member_id = (SELECT referrer_id FROM orders WHERE id = $1)
      ORDER BY sequence`,
    orderId,
  );
  return rows.map(({ entry }) => entry);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript" : "without JavaScript",
    onlyInFull(!javaScriptEnabled),
    () => {
      test(
        "a friend's link on a company's domain leads over a login, another language and a day to a registration, its purchase and a reward, which each reversal takes back",
        { tag: "@full" },
        async ({ browser, playwright }) => {
          const request = await playwright.request.newContext({
            baseURL: `http://localhost:${PORT}`,
            // Node resolves no name below localhost.
            extraHTTPHeaders: { host: new URL(HOST).host },
          });
          const [inviter, neighbour, invited] = [freshEmail(), freshEmail(), freshEmail()];
          for (const email of [inviter, neighbour]) await register(request, { email });
          const look = { baseURL: HOST, userAgent: PHONE, javaScriptEnabled };

          // The inviter agrees to be named, and makes a link for flyers.
          const home = await browser.newContext(look);
          const desk = await home.newPage();
          await logIn(desk, "/", inviter);
          await desk.goto("/user/profile");
          await desk.getByText("What other members see").click();
          await desk.getByLabel("Show my first name and initial").check();
          await desk.getByRole("button", { name: "Save this choice" }).click();
          await expect(desk.getByText("Your choice is saved")).toBeVisible();
          await desk.goto("/user/referral");
          await desk.getByText("A link of its own for a place or a group").click();
          await desk.getByLabel("Name of the link").fill("Flyer");
          await desk.getByRole("button", { name: "Make link" }).click();
          const short = desk.getByRole("main").getByText(/\/r\/\w+\?c=flyer$/);
          const link = (await short.textContent()) ?? "";
          const code = /\/r\/(\w+)/.exec(link)?.[1] ?? "";
          await desk.getByText("QR code of your referral link", { exact: true }).click();
          for (const [as, type] of [
            ["PNG", "image/png"],
            ["SVG", "image/svg+xml"],
          ] as const) {
            const file = desk.getByRole("link", { name: `Download ${as}` });
            const href = (await file.getAttribute("href")) ?? "";
            const sent = await desk.evaluate(
              async (url) => (await fetch(url)).headers.get("content-type"),
              href,
            );
            expect(sent).toBe(type);
          }

          // The friend opens it in lower case, and reads who invited them.
          const first = await browser.newContext(look);
          const phone = await first.newPage();
          await phone.goto(link.replace(code, code.toLowerCase()));
          await expect(phone).toHaveURL(new RegExp(`/\\?ref=${code}&c=flyer$`, "i"));
          const invitation = phone.getByRole("heading", { level: 1 });
          await expect(invitation).toHaveText("Tara W. gives you 5% more");
          // The running campaign's bonus is in the calculator: 5 % of 714 tokens.
          await expect(phone.locator("#calculator")).toContainText("749 RSGN");
          const [kept] = (await first.cookies()).filter(({ name }) => name.endsWith("_referral"));
          expect(kept).toMatchObject({ httpOnly: true, sameSite: "Lax" });
          expect((kept?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * DAY_SECONDS);

          // Another member logs in and out on this phone, and the language is changed.
          await logIn(phone, "/", neighbour);
          await phone.goto("/user/logout");
          await phone.locator("form[method=post] button[type=submit]").last().click();
          await phone.evaluate(() =>
            fetch("/preferences", {
              method: "POST",
              body: new URLSearchParams({ language: "hi" }),
            }),
          );

          // A day later the browser is started again; the address has no code.
          const state = await first.storageState();
          await first.close();
          const cookies = state.cookies.map((one) => ({
            ...one,
            expires: one.expires - DAY_SECONDS,
          }));
          const second = await browser.newContext({ ...look, storageState: { ...state, cookies } });
          const later = await second.newPage();
          await later.goto("/");
          await expect(later.getByText("Tara W. आपको 5% ज़्यादा देते हैं")).toBeVisible();
          // The running campaign: a reward for the inviter, a bonus for the friend.
          await expect(later.getByText(/10% Tara W\. को इनाम में .* बोनस/)).toBeVisible();
          await later.getByRole("link", { name: "खाता बनाएँ" }).click();
          await expect(later.getByText(/Tara W\./).first()).toBeVisible();
          await later.getByRole("link", { name: "लॉग इन पर वापस" }).click();
          await later.getByRole("link", { name: "खाता बनाएँ" }).click();
          const person = { email: invited, name: "Invited Walker", mobile: freshMobile() };
          await fillRegistration(later, request, person);
          await expect(later.locator("[name=referralCode]")).toHaveValue(code);
          await later.getByRole("button", { name: "खाता बनाएँ" }).click();
          await later.waitForURL(/\/user\/buy-token$/);
          // They agree to be named, in the profile.
          await later.goto("/user/profile");
          await later.locator("details:has([name=showsName]) > summary").click();
          await later.locator("[name=showsName]").check();
          await later.locator("form:has([name=showsName]) button[type=submit]").click();
          await expect(later.locator(".toast")).toBeVisible();

          // The inviter sees who joined, by which link; the click is counted within seconds.
          const item = (text: string) => desk.getByRole("listitem").filter({ hasText: text });
          const row = (text: string) => desk.getByRole("row").filter({ hasText: text });
          const readLinks = async () => {
            await desk.goto("/user/referral?part=members");
            await desk.locator("summary", { hasText: "Your links" }).click();
          };
          await expect(async () => {
            await readLinks();
            await expect(row("flyer").getByRole("cell").nth(1)).toHaveText("1", { timeout: 500 });
          }).toPass();
          await expect(row("flyer").getByRole("cell").nth(2)).toHaveText("1");
          await expect(item("Invited W.")).toContainText("Joined");

          // The friend buys: the reward is expected, on hold for seven days, then released.
          const reward = (tokens: string) => item(`${tokens} RSGN`);
          const readRewards = () => desk.goto("/user/referral?part=rewards");
          const order = await pay(request, invited, 7000);
          await readRewards();
          await expect(reward("100")).toContainText("Expected");
          await approve(request, order);
          await readRewards();
          await expect(reward("100")).toContainText(/Yours after \d.*On hold/);
          expect(await entriesOf(order)).toEqual([]);
          await endDays(order);
          await expect.poll(() => entriesOf(order)).toEqual(["REFERRAL 100"]);
          await readRewards();
          await expect(reward("100")).toContainText(/Received on \d.*Yours/);
          await readLinks();
          await expect(item("Invited W.")).toContainText("Has bought");
          await expect(row("flyer").getByRole("cell").nth(5)).toHaveText("1");

          // Both find their entry under their stock; it is verified against the ledger.
          const stock = "/user/dashboard?stock=myStock";
          const readEntry = async (page: Page, title: string) => {
            await page.goto(stock);
            const entries = page.locator("td a[href*='/allocation/']").filter({ visible: true });
            await entries.first().click();
            await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
            await expect(page.getByRole("status").getByText(/^(Verified|सत्यापित): /)).toBeVisible();
          };
          await readEntry(desk, "100 RSGN as a reward");
          await enter(later, `${HOST}/`, invited);
          // The newest entry of the friend is the bonus; the form and the receipt have it as a line.
          await readEntry(later, "50 RSGN बोनस में");
          await later.goto("/user/buy-token?amount=7000");
          const bonus = (text: RegExp) => later.locator("dl > div").filter({ hasText: text });
          await expect(bonus(/बोनस टोकन \(5%/)).toContainText("50 RSGN");
          await later.goto(`/user/orders/${await numberOf(order)}`);
          await expect(bonus(/बोनस टोकन/)).toContainText("50 RSGN");
          await second.close();

          // A second friend came with a wrong code; an admin sets it right before anything is bought.
          const friend = freshEmail();
          const name = `Friend ${friend.replace(/[^a-z]/g, "").slice(6, 12)}`;
          const token = await tokenOfMember(request, neighbour);
          const read = await request.get("/api/v1/user/referral/get", {
            headers: { authorization: `Bearer ${token}` },
          });
          const wrong = ((await read.json()) as { data: { referralCode: string } }).data
            .referralCode;
          await register(request, {
            email: friend,
            name,
            mobile: freshMobile(),
            referralCode: wrong,
          });
          const office = await browser.newContext(look);
          const admin = await office.newPage();
          await enter(admin, `${HOST}/admin/login`, ADMIN);
          await admin.goto(`/admin/usermanage?search=${encodeURIComponent(friend)}`);
          await admin.getByRole("link", { name }).first().click();
          const referrer = admin.getByRole("main").getByText(/^Tara Walker \(\w+\)$/);
          await expect(referrer).toHaveText(`Tara Walker (${wrong})`);
          await admin.getByText("Correct who invited this member").click();
          await expect(admin.getByText(/^Possible until/)).toBeVisible();
          await admin.getByLabel("Referral Code of whoever invited them").fill(code);
          await admin.getByLabel("Reason", { exact: true }).fill("Typed the wrong code");
          await admin.getByRole("button", { name: "Save" }).click();
          await expect(admin.getByText("Corrected", { exact: true })).toBeVisible();
          await expect(referrer).toHaveText(`Tara Walker (${code})`);

          // Their rewards go to the right referrer. One is rejected while promised, one reversed on hold.
          const rejected = await pay(request, friend, 3500);
          await readRewards();
          await expect(reward("50")).toContainText("Expected");
          await reject(request, rejected, {
            reason: "Nothing came",
            refundNote: "Nothing to send",
          });
          const held = await pay(request, friend, 14_000);
          await admin.reload();
          await expect(admin.getByText("Correct who invited this member")).toHaveCount(0);
          await office.close();
          await approve(request, held);
          await readRewards();
          await expect(reward("50")).toContainText("Not given");
          await expect(reward("200")).toContainText("On hold");
          await reverse(request, held, "Wrong account");
          // The allocated one is taken back by an entry of its own.
          await reverse(request, order, "Wrong account");
          await readRewards();
          for (const tokens of ["200", "100"]) {
            await expect(reward(tokens)).toContainText("Not given");
          }
          for (const id of [rejected, held]) expect(await entriesOf(id)).toEqual([]);
          expect(await entriesOf(order)).toEqual(["REFERRAL 100", "REVERSAL -100"]);
          await desk.goto("/user/referral");
          await expect(item("Your rewards")).toContainText(/0 RSGN expected or on hold ?0 RSGN/);

          // Their own code is told once, and stops nothing.
          await desk.goto(`/?ref=${code}`);
          await expect(desk).toHaveURL(/\/user\/dashboard$/);
          await expect(desk.getByText("This is your own link.")).toBeVisible();
          await desk.goto("/terms?ref=NOBODY22");
          await expect(desk.getByText("the code NOBODY22 changes nothing")).toBeVisible();
          await home.close();
          await request.dispose();
        },
      );
    },
  );
}

test(
  "a code that nobody has is told, and a registration with it succeeds without a referrer",
  { tag: "@full" },
  async ({ page, request }) => {
    const email = freshEmail();
    await page.goto("/register?ref=NOBODY22");
    await expect(page.getByText("Nobody has the code NOBODY22.")).toBeVisible();
    await registerOn(page, request, { email, name: "Tara Gate" });
  },
);
