import {
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from "@playwright/test";
import { enterAsNewMember, freshReference, proofPicture } from "../harness/orders";
import { PASSWORD, codeFor, expect, freshEmail, test, onlyInFull } from "../harness/test";

/** Walks in each of the four forms; all of them make 20 in `npm run test:full`. */
const WALKS = process.env["FULL"] ? 5 : 1;

/** A phone's slow line: 400 kbit/s both ways. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 };

// The invitation, three steps of a registration, Buy Token and the payment.
const MOST_TAPS = 9;
const MOST_SCREENS = 6;

/** A phone in somebody's hand: it counts the taps and the screens, but not what is typed. */
async function phone(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext({
    ...options,
    viewport: { width: 375, height: 667 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.emulateNetworkConditions", SLOW);
  let taps = 0;
  const screens = new Set<string>();
  const see = () => {
    const { pathname, searchParams } = new URL(page.url());
    const step = ["code", "create"].find((one) => searchParams.has(one)) ?? "";
    screens.add(`${pathname} ${step}`);
  };
  return {
    page,
    see,
    async tap(target: Locator): Promise<void> {
      taps += 1;
      see();
      await target.tap();
    },
    counts: () => ({ taps, screens: screens.size }),
    close: () => context.close(),
  };
}

const send = (page: Page, intent: string) =>
  page.locator(`form:has(input[name=intent][value="${intent}"]) button[type=submit]`).first();

/** Returns the link that a member of the site sends to a friend. */
async function friendsLink(page: Page, request: Parameters<typeof enterAsNewMember>[1]) {
  await enterAsNewMember(page, request);
  await page.goto("/user/referral");
  const link = await page
    .getByRole("main")
    .getByText(/^http.*\/r\//)
    .first()
    .textContent();
  return link ?? "";
}

for (const javaScriptEnabled of [true, false]) {
  for (const locale of ["en-IN", "hi-IN"]) {
    // `npm run test:full` walks each way in each language, several times.
    const isLeft = WALKS > 1 || !javaScriptEnabled || locale !== "hi-IN";
    test(
      `a stranger with a friend's link sends proof in ${MOST_TAPS} taps on a slow line, ${javaScriptEnabled ? "with" : "without"} scripts, in ${locale}`,
      onlyInFull(isLeft),
      async ({ browser, page, request, baseURL }) => {
        test.setTimeout(WALKS * 180_000);
        const link = await friendsLink(page, request);
        for (let walk = 0; walk < WALKS; walk += 1) {
          const options = { javaScriptEnabled, locale, ...(baseURL && { baseURL }) };
          const stranger = await phone(browser, options);
          const { page: hand } = stranger;
          const email = freshEmail();

          await hand.goto(link);
          await hand.locator("[name=sum]").fill("7000");
          await stranger.tap(hand.locator("main .panel > .button"));
          const begin = hand.locator('form:has(input[name=intent][value="request"])');
          await begin.locator("[name=email]").fill(email);
          await stranger.tap(send(hand, "request"));
          await hand.locator("[name=otp]").fill(await codeFor(request, email));
          await stranger.tap(send(hand, "prove"));
          await hand.locator("[name=name]").fill("Tara Stranger");
          await hand.locator("[name=mobile]").fill("98765 43210");
          await hand.locator("[name=dateOfBirth]").fill("1990-04-12");
          await hand.locator("[name=password]").fill(PASSWORD);
          await stranger.tap(hand.locator("[name=consent]"));
          await stranger.tap(send(hand, "register"));

          await hand.waitForURL(/\/user\/buy-token/);
          // The sum has come along.
          await expect(hand.locator("[name=amount]")).toHaveValue(/^7,?000$/);
          await stranger.tap(hand.locator("form:has([name=amount]) button[type=submit]").last());

          await hand.waitForURL(/\/user\/payment\?/);
          await stranger.tap(hand.locator("[name=consent]"));
          // The step after the payment is on the page, or in reach of a thumb at its foot.
          const next = hand.locator("#open-proof, .pay-bar [type=submit]");
          await stranger.tap(next.filter({ visible: true }).first());
          await hand.locator("[name=referenceNumber]").fill(freshReference());
          await hand.locator("[name=medias]").setInputFiles(await proofPicture());
          await stranger.tap(
            hand.locator("form:has([name=referenceNumber]) button[type=submit]").first(),
          );

          await hand.waitForURL(/\/user\/buy-token/);
          // The proof is sent: a message says so.
          await expect(hand.locator(".toast").first()).toBeVisible();
          const { taps, screens } = stranger.counts();
          expect(taps).toBeLessThanOrEqual(MOST_TAPS);
          expect(screens).toBeLessThanOrEqual(MOST_SCREENS);
          await stranger.close();
        }
      },
    );
  }
}
