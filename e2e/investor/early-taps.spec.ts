import { enterAsNewMember } from "../harness/orders";
import { expect, test } from "../harness/test";

/** Taps and keys, which React answers by rendering at once, and what else a page hears early. */
const EVENTS = [
  "pointerdown",
  "click",
  "keydown",
  "input",
  "focusin",
  "visibilitychange",
  "online",
];

// The shared fixture fails on React's "Root did not complete".
test("a tap or a key at the moment when the scripts begin leaves a page that works", async ({
  page,
  context,
  request,
}) => {
  await enterAsNewMember(page, request);
  for (const kind of EVENTS) {
    const tab = await context.newPage();
    await tab.addInitScript((type) => {
      const fire = () => {
        const target = document.querySelector("[name=amount]") ?? document;
        target.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
        Object.assign(window, { fired: true });
      };
      const isBegun = () => Object.keys(document).some((key) => key.startsWith("__reactContainer"));
      const listen = document.addEventListener.bind(document);
      let isFired = false;
      // React marks the document, and then listens to it.
      document.addEventListener = (...args: Parameters<typeof listen>) => {
        listen(...args);
        if (isFired || !isBegun()) return;
        isFired = true;
        queueMicrotask(fire);
      };
    }, kind);
    await tab.goto("/user/buy-token");
    await tab.waitForFunction(() => "fired" in window);
    // Scripts work out the quote as one types, and enable the button.
    const buy = tab.getByRole("button", { name: "BUY NOW" });
    await expect(buy, kind).toBeDisabled();
    await tab.getByLabel("Amount (INR)").fill("7000");
    await expect(buy, kind).toBeEnabled();
    await tab.close();
  }
});
