import { withAccount } from "../harness/new-company";
import { proofPicture } from "../harness/orders";
import { tokenOfMember } from "../harness/purchases";
import { enter, expect, freshEmail, register, test, waitForScripts } from "../harness/test";

const CASES = 20;
const REASONS = ["Blurred: please send it sharper.", "Cut off: please show all corners."];

test(
  "twenty cases are decided by keys alone, few for each",
  { tag: "@full" },
  async ({ page, request }) => {
    test.setTimeout(240_000);
    const { origin, there, headers, adminEmail } = await withAccount(request);
    const set = await there.post("/trpc/companies.setIdentity", {
      data: {
        asks: "ALWAYS",
        asksPanCard: true,
        asksSelfie: true,
        renewMonths: 12,
        reasons: REASONS.join("\n"),
      },
      headers,
    });
    expect(set.status(), await set.text()).toBe(200);
    for (let at = 0; at < CASES; at += 1) {
      const email = freshEmail();
      const letters = [...String(100 + at)].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("");
      await register(there, { email, name: `Person ${letters}`, mobile: `98765${43210 + at}` });
      const authorization = `Bearer ${await tokenOfMember(there, email)}`;
      const send = async (
        multipart: NonNullable<Parameters<typeof there.post>[1]>["multipart"],
      ) => {
        const to = "/api/v1/user/identity";
        const answer = await there.post(to, { multipart, headers: { authorization } });
        expect(answer.status(), await answer.text()).toBe(200);
      };
      const pan = { typedName: `Person ${letters}`, pan: `ABCP${letters[0]}${1000 + at}F` };
      await send({ ...pan, kind: "PAN", side: "FRONT", medias: await proofPicture() });
      await send({ kind: "SELFIE", side: "FRONT", medias: await proofPicture(), isTrue: "true" });
    }

    await enter(page, `${origin}/admin/login`, adminEmail);
    await page.goto(`${origin}/admin/identity`);
    await waitForScripts(page);
    await expect(page.getByText(`${CASES} wait`)).toBeVisible();
    const name = page.locator("section h2").first();
    const counted = { keys: 0, typed: 0 };
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      counted.keys += keys.length;
    };
    const type = async (text: string) => {
      await page.keyboard.type(text);
      counted.typed += text.length;
    };
    /** The next case is shown, and what was done about the one before. */
    const decided = async (before: string | null, words: string) => {
      await expect(page.getByRole("status").filter({ hasText: words })).toContainText(
        before ?? "nobody",
      );
      await expect(name).not.toHaveText(before ?? "");
    };

    // One is passed over and found again; its decision is undone, and made anew.
    const first = await name.textContent();
    await press("j");
    await expect(name).not.toHaveText(first ?? "");
    await press("k");
    await expect(name).toHaveText(first ?? "");
    await press("a", "Enter");
    await decided(first, "is verified");
    await press("u");
    await expect(name).toHaveText(first ?? "");

    const begun = Date.now();
    for (let at = 0; at < CASES; at += 1) {
      const shown = await name.textContent();
      // The second picture, enlarged.
      await press("o", "+");
      await expect(page.getByRole("region", { name: "Picture of oneself" })).toBeVisible();
      if (at % 4 === 1) {
        await press("r");
        await expect(page.getByLabel("PAN card")).toBeFocused();
        await type(REASONS[0] ?? "");
        await press("Control+Enter");
        if (at + 1 < CASES) await decided(shown, "is asked again");
      } else if (at % 8 === 3) {
        await press("n");
        await expect(page.getByLabel("Reason", { exact: true })).toBeFocused();
        await type("Another person's papers");
        await press("Control+Enter");
        if (at + 1 < CASES) await decided(shown, "was not accepted");
      } else {
        await press("a");
        await expect(page.getByRole("button", { name: "Accept and verify" })).toBeFocused();
        await press("Enter");
        if (at + 1 < CASES) await decided(shown, "is verified");
      }
    }
    await expect(page.getByText("Nobody waits.")).toBeVisible();
    const seconds = Math.round((Date.now() - begun) / 100) / 10;
    const description = `${counted.keys} keys, ${counted.typed} letters, ${seconds} s`;
    test.info().annotations.push({ type: "twenty cases", description });
    // A case takes a handful of keys: two for the picture, two to accept, one to refuse.
    expect(counted.keys).toBeLessThanOrEqual(CASES * 5);
    // Whoever reads the pictures takes seconds; the product itself must not be what one waits for.
    expect(seconds / CASES).toBeLessThan(5);
  },
);
