import { beforeAll, expect, test } from "vitest";
import {
  type CompanySettingsView,
  SaveAdvanced,
  SaveSale,
  UpdateSettings,
} from "@server/companies/contracts/company-settings";
import type { Caller } from "@server/http/router";
import { orderHarness } from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
/** An admin of a company for each form. */
let apis: Caller[];

beforeAll(async () => {
  // The countries of text messages are a setting only where some are sent.
  harness.deps.config.smsWebhookUrl = "https://sms.example";
  apis = await Promise.all(
    FORMS.map(async () => {
      const company = await harness.company();
      return company.as(company.admin);
    }),
  );
});

type View = CompanySettingsView;
type Field = { typed: string; read: (view: View) => unknown; saved: unknown };

const text = (name: keyof View, typed: string, saved: unknown = typed): Field => ({
  typed,
  saved,
  read: (view) => view[name],
});
const question = (language: string): Field => ({
  typed: "What is it?\nA token.",
  read: ({ questions }) => questions.find((one) => one.language === language)?.text,
  saved: "What is it?\nA token.",
});

/** A value of each setting that is not its default, and what the settings then show. */
const FIELDS: Record<keyof UpdateSettings, Field> = {
  questions_en: question("en"),
  questions_hi: question("hi"),
  unverifiedMayBuy: text("unverifiedMayBuy", "false", false),
  asksMoneyConfirmation: text("asksMoneyConfirmation", "false", false),
  minimumOrder: text("minimumOrderPaise", "250.50", 250_50),
  maxHeldTokens: text("maxHeldTokens", "4000", 4000),
  messageDays: text("messageDays", "200", 200),
  digestHour: text("digestHour", "17", 17),
  proofYears: text("proofYears", "8", 8),
  referralDays: text("referralDays", "45", 45),
  rewardHoldDays: text("rewardHoldDays", "14", 14),
  rewardVerifiedAbove: text("rewardVerifiedAbove", "500", 500),
  rejectReasons: text("rejectReasons", "No credit\nWrong sum", ["No credit", "Wrong sum"]),
  smsCountries: text("smsCountries", "ae, IN", ["AE", "IN"]),
  supportEmail: text("supportEmail", "help@house.example"),
  supportMobile: text("supportMobile", "98765 43210", "+919876543210"),
  whatsApp: text("whatsApp", "98765 43211", "+919876543211"),
  legalName: text("legalName", "House & Sons"),
  legalAddress: text("legalAddress", "14 Market Road"),
  privacyPolicy: text("privacyPolicy", "We keep little."),
  termsOfSale: text("termsOfSale", "A sale is final."),
  riskNotice: text("riskNotice", "Careful."),
  advertNotice: text("advertNotice", "An advertisement."),
};

/** Each contract of a form of the settings, with what its form always sends. */
const FORMS = [
  [SaveSale, {}],
  [SaveAdvanced, { secondAdminAbove: "" }],
  [UpdateSettings, {}],
] as const;

const names = Object.keys(FIELDS) as (keyof UpdateSettings)[];

test.each(names)("each form saves the setting %s and no other one", async (name) => {
  const { typed, read, saved } = FIELDS[name];
  for (const [at, [form, always]] of FORMS.entries()) {
    const api = apis[at]!;
    const before = await api.companies.settings();
    expect(read(before)).not.toEqual(saved);
    const sent = form.parse({ ...always, [name]: typed });
    await api.companies.updateSettings(UpdateSettings.parse(sent));
    const after = await api.companies.settings();
    expect(read(after)).toEqual(saved);
    const others = names.filter((other) => other !== name);
    expect(others.map((other) => FIELDS[other].read(after))).toEqual(
      others.map((other) => FIELDS[other].read(before)),
    );
    expect((await api.activity.list({})).records[0]?.changes).toHaveLength(1);
  }
});
