import path from "node:path";
import { expect, test, describe } from "vitest";
import { REFUSAL_KINDS } from "@server/platform/rules/refusals/kinds";
import { messageWords } from "@server/messages/delivery/message-words";
import {
  advertNotice,
  readTexts,
  riskNotice,
  translateRefusal,
  translatorOf,
  waitInWords,
  methodChoices,
  methodIn,
} from "./translators.server";
import english from "@locales/en/server/refusals.json";
import hindi from "@locales/hi/server/refusals.json";
import { ACTIONS } from "@server/office/rules/activity/actions";
import { SHOWN_FIELDS } from "@server/office/rules/activity/changes";
import { LANGUAGES } from "@locales/languages";
import { ACCEPT_IMAGE, ACCEPT_PROOF } from "@server/files/rules/accepted-types";
import englishPayment from "@locales/en/payment.json";
import englishProfile from "@locales/en/profile.json";
import hindiPayment from "@locales/hi/payment.json";
import hindiProfile from "@locales/hi/profile.json";
import { readFileSync, readdirSync } from "node:fs";
import { PAYMENT_METHODS } from "@db/vocabulary";

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test("both languages have exactly the refusal codes", () => {
  expect(Object.keys(english).sort()).toEqual(Object.keys(REFUSAL_KINDS).sort());
  expect(Object.keys(hindi)).toEqual(Object.keys(english));
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
  ["CODE_REQUIRED", "Please enter the OTP."],
  ["OTP_FIELDS_REQUIRED", "Please fill in Name, Email, and Mobile to request OTP."],
  ["COMPANY_NOT_CONFIGURED", "Company ID is not configured. Please contact support."],
  ["EMAIL_REQUIRED", "Please enter your email address."],
  ["RESET_FIELDS_REQUIRED", "Please fill in all fields."],
  ["NEW_PASSWORDS_DIFFER", "New passwords do not match."],
  ["CURRENT_PASSWORD_REQUIRED", "Please enter your current password."],
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

test.each(LANGUAGES)("a mail about a host says what to do, in %s", (language) => {
  for (const change of ["ADDED", "REMOVED"] as const) {
    const { subject, paragraphs } = messageWords(
      "hostChanged",
      { change, host: "asha.example" },
      language,
      "A",
    );
    expect(paragraphs.length).toBeGreaterThan(1);
    for (const text of [subject, ...paragraphs]) expect(text).toMatch(/\p{Letter} \p{Letter}/u);
  }
});

test("a message about one token is in the singular, in both languages", () => {
  const reward = (quantity: string, language: "en" | "hi") =>
    messageWords("rewardEarned", { quantity, token: "MASP" }, language, "Site").paragraphs[0];
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

test("the mail of a rejection says not to pay twice, unless a part of the payment is on record", () => {
  const mail = (received: string) =>
    messageWords(
      "orderRejected",
      { orderNumber: "PUR-1", reason: "No such credit", refundNote: "", received },
      "en",
      "Site",
    );
  expect(mail("").paragraphs.join("\n")).toContain(
    "If the money has left your account, do not pay twice: submit the payment again",
  );
  expect(mail("₹500").paragraphs.join("\n")).not.toContain("submit the payment again");
});

test("a company's own risk notice is shown as written, in every language", () => {
  expect(riskNotice("en", " Ours.\nTwo lines. ")).toBe("Ours.\nTwo lines.");
  expect(riskNotice("hi", "Ours.")).toBe("Ours.");
});

test("without a company's own risk notice, or with a blank one, the default is shown in the reader's language", () => {
  for (const own of [undefined, null, "", "  \n"]) {
    for (const language of LANGUAGES) {
      const notice = riskNotice(language, own);
      // The cards to share begin with it too; the law's rates are named.
      expect(notice.startsWith(advertNotice(language, null))).toBe(true);
      expect(notice).toMatch(/30%.*1% TDS/);
    }
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

/** Returns the types that a text names, by their extensions. */
const named = (text: string): string[] =>
  (text.match(/\b(?:JPEG|PNG|WebP|AVIF|PDF|DOCX?)\b/g) ?? []).map((name) => name.toLowerCase());

/** Returns the names of an `accept`: "image/webp" and ".docx" give "webp" and "docx". */
const accepted = (accept: string): Set<string> =>
  new Set(accept.split(",").map((one) => one.replace(/^image\/|^\./, "")));

test.each([
  ["en", englishProfile.pictureHint, english.FILE_NOT_AN_IMAGE],
  ["hi", hindiProfile.pictureHint, hindi.FILE_NOT_AN_IMAGE],
])("the hint and the refusal of a picture name the accepted types (%s)", (_, hint, refusal) => {
  const types = ["jpeg", "png", "webp", "avif"];
  expect(named(hint)).toEqual(types);
  expect(named(refusal)).toEqual(types);
  expect([...accepted(ACCEPT_IMAGE)].toSorted()).toEqual([...types, "jpg"].toSorted());
});

test.each([
  ["en", englishPayment.proof.fileHint],
  ["hi", hindiPayment.proof.fileHint],
])("the hint of a proof names the documents that are accepted (%s)", (_, hint) => {
  const documents = ["pdf", "doc", "docx"];
  expect(named(hint)).toEqual(documents);
  for (const type of documents) expect(accepted(ACCEPT_PROOF)).toContain(type);
});

/** Members agreed to this version of the standard policy; new words would be a new version. */
const AGREED = "privacy.json";

/** The texts of a language by file, without placeholders. */
function textsOf(language: string): { file: string; text: string }[] {
  const folder = `locales/${language}`;
  const leaves = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value as object).flatMap(leaves);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json") && path.basename(file) !== AGREED)
    .flatMap((file) => {
      const texts: unknown = JSON.parse(readFileSync(`${folder}/${file}`, "utf8").normalize("NFC"));
      return leaves(texts).map((text) => ({ file, text: text.replaceAll(/\{\{\w+\}\}/g, " ") }));
    });
}

/** The last column of the table of docs/glossary.md whose heading has this language. */
function refusedIn(language: string): string[] {
  const lines = readFileSync("docs/glossary.md", "utf8").normalize("NFC").split("\n");
  const heading = lines.findIndex((line) =>
    new RegExp(`^\\|.* ${language} .*\\| not +\\|$`).test(line),
  );
  const rows = lines.slice(heading + 2);
  return rows
    .slice(0, rows.indexOf(""))
    .flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word));
}

/** A word stands alone: `सं` is not refused in `संदेश`. `…` stands for any ending. */
function pattern(word: string): RegExp {
  const letter = String.raw`[\p{L}\p{M}\p{N}]`;
  const end = word.endsWith("…") ? "" : `(?!${letter})`;
  return new RegExp(`(?<!${letter})${word.replace("…", "")}${end}`, "iu");
}

test.each([
  ["Hindi", "hi", 40],
  ["English", "en", 3],
])("%s texts use one word per thing", { tags: ["full"] }, (name, language, least) => {
  const refused = refusedIn(name);
  expect(refused.length).toBeGreaterThanOrEqual(least);
  const texts = textsOf(language);
  expect(texts.length).toBeGreaterThan(1000);
  const found = refused.flatMap((word) =>
    texts
      .filter(({ text }) => pattern(word).test(text))
      .map(({ file, text }) => `${word}, ${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("Hindi texts have no dot below क, ख or ग", () => {
  expect(textsOf("hi").filter(({ text }) => /[कखग]\u093C/u.test(text))).toEqual([]);
});

describe("method in", () => {
  const WORDS = {
    en: { BANK: "BANK", UPI: "UPI", MANUAL: "MANUAL", CRYPTO: "CRYPTO" },
    hi: { BANK: "बैंक", UPI: "UPI", MANUAL: "मैनुअल", CRYPTO: "क्रिप्टो" },
  } as const;

  const LANGUAGES = ["en", "hi"] as const;

  test.each(LANGUAGES)(
    "each payment method has its word in %s, also in the activity",
    (language) => {
      const { t } = translatorOf(language);
      for (const method of PAYMENT_METHODS) {
        expect(methodIn(t, method)).toBe(WORDS[language][method]);
        expect(t(`activity:words.${method}`)).toBe(WORDS[language][method]);
      }
      expect(methodIn(t, null)).toBeNull();
      expect(methodChoices(t).map(({ value, label }) => [value, label])).toEqual(
        Object.entries(WORDS[language]),
      );
    },
  );

  test("pages of staff have no other words for methods than the lists and files", () => {
    const routes = "app/routes";
    const files = readdirSync(routes, { recursive: true, encoding: "utf8" })
      .filter((file) => /^(?:super)?admin\..*\.tsx?$/.test(file))
      .map((file) => path.join(routes, file));
    expect(files.length).toBeGreaterThan(100);
    const own = files.filter((file) => /[`":.]methods\.\$\{/.test(readFileSync(file, "utf8")));
    expect(own).toEqual([]);
  });

  test.each(LANGUAGES)("mails to admins name a payment's method in %s", (language) => {
    const order = { orderNumber: "1", total: "₹10", member: "Asha", method: "BANK" };
    const { paragraphs } = messageWords("orderWaiting", order, language, "A");
    expect(paragraphs.join()).toContain(` ${WORDS[language].BANK} `);
    const listed = { ...order, method: "MANUAL", id: "1", since: "1 May" };
    const { links } = messageWords(
      "orderDigest",
      {
        change: "DECISIONS",
        waiting: "2",
        total: "₹20",
        since: "1 May",
        flagged: "1",
        certain: "",
        certainTotal: "",
        unmatched: "",
        unmatchedTotal: "",
        open: "",
        listed: "2",
        orders: [
          { ...listed, isFlagged: false },
          { ...listed, isFlagged: true },
        ],
      },
      language,
      "A",
    );
    const labels = links?.map(({ label }) => label) ?? [];
    expect(labels).toHaveLength(2);
    for (const label of labels) expect(label).toContain(` ${WORDS[language].MANUAL}`);
  });

  test("a stored message without a method is rendered as it is", () => {
    const params = { orderNumber: "1", total: "₹10", member: "Asha", method: "" };
    const { paragraphs } = messageWords("orderWaiting", params, "en", "A");
    expect(paragraphs.join()).toContain("Asha");
  });
});

test.each(LANGUAGES)(
  "a mail about a friend's purchase names the end of a campaign's rate, in %s",
  (language) => {
    const until = "24/12/2026, 11:59 PM";
    const reward = { percent: "10%", until };
    for (const { paragraphs } of [
      messageWords("welcome", { memberId: "M2345678", waits: false, ...reward }, language, "House"),
      messageWords("memberJoined", reward, language, "House"),
    ]) {
      expect(paragraphs.join(" ")).toContain(until);
      expect(paragraphs.join(" ")).toContain("10%");
    }
    const usual = messageWords("memberJoined", { percent: "5%" }, language, "House");
    expect(usual.paragraphs.join(" ")).toContain("5%");
  },
);

test.each(LANGUAGES)(
  "the note of a final sale and the answer about money back say what the terms say, in %s",
  (language) => {
    const { t } = translatorOf(language);
    const terms = readTexts(language)["terms"] as { sections: [string, string][] };
    const said = terms.sections.map(([, text]) => text).join(" ");
    const [, final = ""] = /[.।] (.*)$/.exec(t("buy:finalSale")) ?? [];
    expect(final).not.toBe("");
    expect(said).toContain(final);
    expect(said).toContain(t("visitor:asked.backText"));
  },
);
