import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PAYMENT_METHODS } from "@db/vocabulary";
import { messageWords } from "@server/messages/delivery/message-words";
import { methodChoices, methodIn, translatorOf } from "./translators.server";

const WORDS = {
  en: { BANK: "BANK", UPI: "UPI", MANUAL: "MANUAL", CRYPTO: "CRYPTO" },
  hi: { BANK: "बैंक", UPI: "UPI", MANUAL: "मैनुअल", CRYPTO: "क्रिप्टो" },
} as const;

const LANGUAGES = ["en", "hi"] as const;

test.each(LANGUAGES)("each payment method has its word in %s, also in the activity", (language) => {
  const { t } = translatorOf(language);
  for (const method of PAYMENT_METHODS) {
    expect(methodIn(t, method)).toBe(WORDS[language][method]);
    expect(t(`activity:words.${method}`)).toBe(WORDS[language][method]);
  }
  expect(methodIn(t, null)).toBeNull();
  expect(methodChoices(t).map(({ value, label }) => [value, label])).toEqual(
    Object.entries(WORDS[language]),
  );
});

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
      ...{ change: "DECISIONS", waiting: "2", total: "₹20", since: "1 May", flagged: "1" },
      ...{
        certain: "",
        certainTotal: "",
        unmatched: "",
        unmatchedTotal: "",
        open: "",
        listed: "2",
      },
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
