import { expect, test } from "vitest";
import { REFUSAL_KINDS } from "@server/platform/rules/refusals/codes";
import { messageWords } from "@server/messages/delivery/message-words";
import { riskNotice, translateRefusal, translatorOf, waitInWords } from "./translators.server";
import { refusals as english } from "@locales/en/server/refusals";
import { refusals as hindi } from "@locales/hi/server/refusals";
import { ACTIONS } from "@server/platform/rules/activity/actions";
import { SHOWN_FIELDS } from "@server/platform/rules/activity/changes";
import { LANGUAGES } from "@locales/languages";

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test("both languages have exactly the refusal codes", () => {
  const codes = Object.keys(REFUSAL_KINDS);
  expect(Object.keys(english)).toEqual(codes);
  expect(Object.keys(hindi)).toEqual(codes);
});

test("Hindi texts are in Devanagari and have the same placeholders", () => {
  for (const [code, text] of Object.entries(hindi)) {
    expect(text, code).toMatch(/\p{Script=Devanagari}/u);
    expect(places(text), code).toEqual(places(english[code as keyof typeof english]));
  }
});

test("parameters fill the placeholders of texts, in both languages", () => {
  expect(translateRefusal("en", "TOO_MANY_PENDING_ORDERS", { limit: 5 })).toBe(
    "You have 5 payments waiting for approval. Please wait until one is decided.",
  );
  expect(translateRefusal("hi", "SUPPLY_TOO_LOW", { remaining: "1,200" })).toBe(
    "केवल 1,200 टोकन बचे हैं। कृपया कम राशि भरें।",
  );
});

test("braces and dollar signs in a text's parameter are not interpreted", () => {
  const said = translateRefusal("en", "SUPPLY_GONE_AFTER_PAYMENT", {
    contact: "{orderNumber} $& a@b.in",
    orderNumber: "PUR-1",
  });
  expect(said).toContain("{orderNumber} $& a@b.in with order number PUR-1");
});

test("a wait is formatted as text", () => {
  expect(waitInWords("en", 1)).toBe("1 second");
  expect(waitInWords("en", 29.1)).toBe("30 seconds");
  expect(waitInWords("en", 91)).toBe("2 minutes");
  expect(waitInWords("hi", 900)).toBe("15 मिनट");
  expect(translateRefusal("en", "LOGIN_THROTTLED", { seconds: 900 })).toBe(
    "Too many wrong logins. Please try again in 15 minutes.",
  );
});

test("text that is not a refusal's code is shown unchanged", () => {
  expect(translateRefusal("hi", "Expected string")).toBe("Expected string");
  expect(translateRefusal("en", "constructor")).toBe("constructor");
});

/** The sentences that product.md (§2, §4, §5, §8) and architecture.md §5 specify. */
test.each([
  ["AMOUNT_INVALID", "Please enter a valid amount."],
  ["NO_TOKEN_SELECTED", "No token selected."],
  ["BELOW_ONE_TOKEN", "This amount is less than the price of one token."],
  ["ORDER_DETAILS_MISSING", "Order details not found in URL."],
  ["REFERENCE_REQUIRED", "Please enter UTR or Transaction Number."],
  ["RECEIPT_REQUIRED", "Please upload a transaction file before submitting."],
  ["CONSENT_REQUIRED_UPI", "Please agree to the privacy & policy to proceed."],
  ["CONSENT_REQUIRED", "Please agree to the privacy policy to proceed."],
  ["PASSWORDS_DIFFER", "Passwords do not match!"],
  ["CODE_REQUIRED", "Please enter the OTP."],
  ["OTP_FIELDS_REQUIRED", "Please fill in Name, Email, and Mobile to request OTP."],
  ["COMPANY_NOT_CONFIGURED", "Company ID is not configured. Please contact support."],
  ["EMAIL_REQUIRED", "Please enter your email address."],
  ["RESET_FIELDS_REQUIRED", "Please fill in all fields."],
  ["NEW_PASSWORDS_DIFFER", "New passwords do not match."],
  ["CURRENT_PASSWORD_REQUIRED", "Please enter you current password"],
  ["PAYMENT_CANCELLED", "Payment process cancelled."],
])("the refusal %s says exactly: %s", (code, words) => {
  expect(translateRefusal("en", code)).toBe(words);
});

test.each([
  ["en", "1", "Only one token is left. Please enter a smaller amount."],
  ["en", "2", "Only 2 tokens are left. Please enter a smaller amount."],
  ["hi", "1", "सिर्फ़ एक टोकन बचा है। कृपया कम राशि भरें।"],
] as const)(
  "a refusal about one token is in the singular (%s, %s)",
  (language, remaining, text) => {
    expect(translateRefusal(language, "SUPPLY_TOO_LOW", { remaining })).toBe(text);
  },
);

test("a message about one token is in the singular, in both languages", () => {
  const reward = (quantity: string, language: "en" | "hi") =>
    messageWords("rewardEarned", { quantity, token: "MASP", memberId: "M1" }, language, "Site")
      .paragraphs[0];
  expect(reward("1", "en")).toContain("1 MASP is your reward.");
  expect(reward("1,000", "en")).toContain("1,000 MASP are your reward.");
  expect(reward("1", "hi")).toContain("1 MASP आपका इनाम है।");
  const approved = (quantity: string) =>
    messageWords(
      "orderApproved",
      { quantity, token: "MASP", orderNumber: "PUR-1", hash: "a" },
      "en",
      "Site",
    );
  expect(approved("1").subject).toBe("1 MASP is yours");
  expect(approved("12").subject).toBe("12 MASP are yours");
  expect(approved("1").paragraphs).toEqual([
    "Your payment for PUR-1 has arrived, and 1 MASP is allocated to you.",
    "Transaction hash: a",
  ]);
});

test("a company's own risk notice is shown as written, in every language", () => {
  expect(riskNotice("en", " Ours.\nTwo lines. ")).toBe("Ours.\nTwo lines.");
  expect(riskNotice("hi", "Ours.")).toBe("Ours.");
});

test("without a company's own risk notice, or with a blank one, the default is shown in the reader's language", () => {
  for (const own of [undefined, null, "", "  \n"]) {
    expect(riskNotice("en", own)).toContain("unregulated");
    expect(riskNotice("hi", own)).toContain("विनियमित");
  }
});

test.each(LANGUAGES)("all actions and fields of the activity have texts in %s", (language) => {
  const t = translatorOf(language).getFixedT(language, "activity");
  for (const [group, actions] of Object.entries(ACTIONS)) {
    expect(t(`groups.${group}`)).not.toContain(".");
    for (const action of actions) expect(t(`actions.${action}`), action).not.toContain("actions.");
  }
  for (const field of Object.keys(SHOWN_FIELDS)) {
    expect(t(`fields.${field}`), field).not.toContain("fields.");
  }
});
