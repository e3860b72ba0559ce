import type { AppLoadContext } from "@remix-run/node";
import { beforeEach, expect, test, vi } from "vitest";
import { invitationWords } from "./front-words.server";

const MEMBERS: Record<string, { state: "VALID" | "ENDED"; name: string | null }> = {
  ASHARAO2: { state: "VALID", name: "Asha R." },
  RAVIRAO3: { state: "VALID", name: null },
  ENDED234: { state: "ENDED", name: null },
};
const invitation = ({ referralCode }: { referralCode: string }) =>
  Promise.resolve({
    ...(MEMBERS[referralCode] ?? { state: "UNKNOWN", name: null }),
    campaign,
  });
let campaign: { rewardBps: number; bonusBps: number; endsAt: string; left: number | null } | null;
vi.mock("~/lib/callers", () => ({ publicApi: () => ({ registration: { invitation } }) }));

const forget = vi.fn();
beforeEach(() => {
  forget.mockClear();
  campaign = null;
});

/** The words of a visitor whose browser keeps a first code and who opens a link with another. */
const wordsOf = (first: string | null, ref: string, language: "en" | "hi" = "en") => {
  const referral = { first: first === null ? null : { code: first, tag: "" }, forget };
  const context = {
    caller: { language, referral },
    site: { kind: "company", company: { referralRewardBps: 0 } },
  } as unknown as AppLoadContext;
  return invitationWords(context, new Request(`https://sale.example/?ref=${ref}`));
};

test("a second link says that the first code stays and a typed one counts, in both languages", async () => {
  const words = await wordsOf("ASHARAO2", "RAVIRAO3");
  expect(words).toMatchObject({ code: "ASHARAO2", counts: true });
  expect(words?.note).toContain(
    "You came by the code ASHARAO2 first, and it stays. If you type another one, such as RAVIRAO3, when you create your account, that one counts instead.",
  );
  const hindi = await wordsOf("ASHARAO2", "RAVIRAO3", "hi");
  expect(hindi?.note).toMatch(/ASHARAO2.*RAVIRAO3/);
});

test.each(["ASHARAO2", "asharao2", "asha-rao2", "ASHARAO2.", "(ASHARAO2)", ""])(
  "a second link with the first code adds nothing: %s",
  async (ref) => {
    const words = await wordsOf("ASHARAO2", encodeURIComponent(ref));
    expect(words?.by).toBe("Asha R. invites you");
    expect(words?.note).not.toContain("it stays");
  },
);

test("a second link whose code does not count says so and changes nothing", async () => {
  expect((await wordsOf("ASHARAO2", "ENDED234"))?.note).toMatch(
    /The code ENDED234 no longer counts\./,
  );
  expect((await wordsOf("ASHARAO2", "NOBODY22"))?.note).toMatch(/Nobody has the code NOBODY22\./);
  expect(forget).not.toHaveBeenCalled();
});

test("a first code that ended is told and forgotten", async () => {
  expect(await wordsOf("ENDED234", "RAVIRAO3")).toMatchObject({ code: "ENDED234", counts: false });
  expect(forget).toHaveBeenCalledOnce();
});

test("an invitation in a campaign says what the friend gives and receives, and until when", async () => {
  campaign = { rewardBps: 1000, bonusBps: 500, endsAt: "2026-12-24T18:29:00.000Z", left: 20 };
  const named = await wordsOf("ASHARAO2", "");
  expect(named).toMatchObject({ by: "Asha R. gives you 5% more", bonus: { bps: 500, left: 20 } });
  expect(named?.reward).toBe("Asha R. receives 10% of the tokens you buy as a reward.");
  expect(named?.note).toMatch(/Your bonus counts until 24 Dec( 2026)?, 11:59 pm/);
  expect((await wordsOf("RAVIRAO3", ""))?.by).toBe("A friend gives you 5% more");
  expect((await wordsOf("ASHARAO2", "", "hi"))?.by).toBe("Asha R. आपको 5% ज़्यादा देते हैं");
  // A budget that is used up promises nothing.
  campaign = { ...campaign, left: 0 };
  expect(await wordsOf("ASHARAO2", "")).toMatchObject({ by: "Asha R. invites you", bonus: null });
});
