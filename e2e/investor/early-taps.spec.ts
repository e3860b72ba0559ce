import type { BrowserContext, Page } from "@playwright/test";
import { enterAsNewMember } from "../harness/orders";
import { expect, test } from "../harness/test";

/** Taps and keys, which React answers by rendering at once, and what else a page hears early. */
const EVENTS = [
  "click",
  "keydown",
  "visibilitychange",
  // Others of the same kinds.
  ...(process.env["FULL"] ? ["pointerdown", "input", "focusin", "online"] : []),
];

/** A tab in which an event happens when React has begun, before the page handles events. */
async function tabWithEarly(context: BrowserContext, type: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.addInitScript((early) => {
    const fire = () => {
      const target = document.querySelector("[name=amount]") ?? document;
      target.dispatchEvent(new Event(early, { bubbles: true, cancelable: true }));
      Object.assign(window, { fired: true });
    };
    const isBegun = () => Object.keys(document).some((one) => one.startsWith("__reactContainer"));
    const listen = document.addEventListener.bind(document);
    let isFired = false;
    // React marks the document, and then listens to it.
    document.addEventListener = (...args: Parameters<typeof listen>) => {
      listen(...args);
      if (isFired || !isBegun()) return;
      isFired = true;
      queueMicrotask(fire);
    };
  }, type);
  return tab;
}

// The shared fixture fails on React's "Root did not complete".
test(
  "a tap or a key at the moment when the scripts begin leaves a page that works",
  { tag: "@full" },
  async ({ page, context, request }) => {
    await enterAsNewMember(page, request);
    for (const kind of EVENTS) {
      const tab = await tabWithEarly(context, kind);
      await tab.goto("/user/buy-token");
      await tab.waitForFunction(() => "fired" in window);
      // Scripts work out the quote as one types, and enable the button.
      const buy = tab.getByRole("button", { name: "BUY NOW" });
      await expect(buy, kind).toBeDisabled();
      await tab.getByLabel("Amount (INR)").fill("7000");
      await expect(buy, kind).toBeEnabled();
      await tab.close();
    }
  },
);

test(
  "BUY NOW, pressed when the scripts have just begun, buys the amount typed before them",
  { tag: "@full" },
  async ({ page, context, request }) => {
    await enterAsNewMember(page, request);
    const tab = await context.newPage();
    // The form reads what was typed in a frame, which a busy phone shows late.
    await tab.addInitScript(() => {
      const heldFrames: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (callback) => heldFrames.push(callback);
      Object.assign(window, { heldFrames });
    });
    let begin = () => {};
    const isTyped = new Promise<void>((resolve) => (begin = resolve));
    await tab.route("**/assets/*.js", async (route) => {
      await isTyped;
      await route.continue();
    });
    await tab.goto("/user/buy-token", { waitUntil: "commit" });
    await tab.getByLabel("Amount (INR)").fill("7000");
    begin();
    const isHydrated = () => (Reflect.get(window, "heldFrames") as unknown[]).length > 0;
    await tab.waitForFunction(isHydrated, undefined, { polling: 50 });
    const buy = tab.getByRole("button", { name: "BUY NOW" });
    await expect(buy).toBeEnabled();
    await buy.click();
    await expect(tab).toHaveURL(/\/user\/payment\?purchaseId=PUR-\d{6}&purchaseAmount=7000/);
  },
);
