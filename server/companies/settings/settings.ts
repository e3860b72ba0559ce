import { listSettingChanges } from "@server/companies/queries/setting-changes";
import { findRetention, type RetentionRun } from "@server/companies/queries/retention";
import { LANGUAGES } from "@db/vocabulary";
import { type Company, findWholeCompany, lockCompany, updateCompany } from "@server/sites";
import type { CompanySettings } from "@db/schema";
import { requireStepUp, adminProcedure, recordAudit, inTransaction } from "@server/access";
import {
  type CompanySettingsView,
  TextRef,
  type TextVersion,
  UpdateSettings,
} from "@server/companies/contracts/company-settings";
import { secondAdminRules } from "@server/access/rules/second-admin";
import { asksForMoney } from "@server/companies/rules/allowance";
import { boundsOf } from "@server/companies/rules/term-bounds";
import { identityRulesOf } from "@server/companies/rules/identity";
import { QUESTION_TEXTS, questionsName } from "@server/companies/rules/questions";
import { referralDaysOf, retentionOf, rewardHoldOf } from "@server/companies/rules/retention";
import { countriesIn, smsCountriesOf } from "@server/platform/rules/people/countries";
import { digestHourOf } from "@server/companies/rules/digest";
import { reasonsIn } from "@server/companies/rules/reject-reasons";
import { amountInPaise } from "@server/platform/rules/money/units";
import { mediaUrl } from "@server/media/contracts/media";
import { versionOf } from "@server/companies/policies/policy-text";
import { notifyOfShorterRetention, weakens } from "./weaker-settings";

const PLAIN_TEXTS = [
  "supportEmail",
  "supportMobile",
  "whatsApp",
  "legalName",
  "legalAddress",
  "privacyPolicy",
  "termsOfSale",
  "riskNotice",
  "advertNotice",
] as const;
const TEXTS = [...PLAIN_TEXTS, ...QUESTION_TEXTS] as const;

/** Returns the settings of the admin's own company. */
export const settings = adminProcedure.query(async ({ ctx }): Promise<CompanySettingsView> => {
  const { id } = ctx.company;
  const [company, run] = await Promise.all([
    findWholeCompany(ctx.db, id),
    findRetention(ctx.db, id),
  ]);
  return viewOf(company, {
    run,
    hasSms: ctx.deps.config.smsWebhookUrl !== null,
  });
});

/** Changes only the settings given, so that two forms do not overwrite each other. */
export const updateSettings = adminProcedure.input(UpdateSettings).mutation(
  inTransaction(async (ctx, input, tx) => {
    const before = await lockCompany(tx, ctx.company.id);
    // Members who pay by hand write to these addresses, and rely on these texts.
    const changesTexts = TEXTS.some(
      (name) => input[name] !== undefined && input[name] !== (before.settings[name] ?? null),
    );
    const next = changed(before.settings, input);
    if (changesTexts || weakens({ before: before.settings, after: next })) {
      requireStepUp(ctx.actor);
    }
    const after = await updateCompany(tx, before.id, {
      unverifiedMayBuy: input.unverifiedMayBuy ?? before.unverifiedMayBuy,
      ...(input.maxHeldTokens !== undefined && { maxHeldTokens: input.maxHeldTokens }),
      settings: next,
    });
    const [from, to] = differing(settledIn(before), settledIn(after));
    if (Object.keys(to).length > 0) {
      await recordAudit(ctx, {
        action: "company.settings-changed",
        subjectType: "company",
        subjectId: after.id,
        before: from,
        after: to,
      });
    }
    await notifyOfShorterRetention(ctx, { before, after });
    return viewOf(after, {
      run: await findRetention(tx, after.id),
      hasSms: ctx.deps.config.smsWebhookUrl !== null,
    });
  }),
);

function changed(before: CompanySettings, input: UpdateSettings): CompanySettings {
  const next: CompanySettings = { ...before };
  for (const name of TEXTS) {
    const given = input[name];
    if (given === null) delete next[name];
    else if (given !== undefined) next[name] = given;
  }
  if (input.asksMoneyConfirmation !== undefined) {
    next.asksMoneyConfirmation = input.asksMoneyConfirmation;
  }
  if (input.minimumOrder === null) delete next.minimumOrderPaise;
  else if (input.minimumOrder !== undefined) {
    next.minimumOrderPaise = amountInPaise(input.minimumOrder);
  }
  if (input.messageDays !== undefined) next.messageDays = input.messageDays;
  if (input.digestHour !== undefined) next.digestHour = input.digestHour;
  if (input.referralDays !== undefined) next.referralDays = input.referralDays;
  if (input.rewardHoldDays !== undefined) next.rewardHoldDays = input.rewardHoldDays;
  if (input.rewardVerifiedAbove === null) delete next.rewardVerifiedAbove;
  else if (input.rewardVerifiedAbove !== undefined) {
    next.rewardVerifiedAbove = input.rewardVerifiedAbove;
  }
  if (input.proofYears === null) delete next.proofYears;
  else if (input.proofYears !== undefined) next.proofYears = input.proofYears;
  if (input.rejectReasons === null) delete next.rejectReasons;
  else if (input.rejectReasons !== undefined) next.rejectReasons = reasonsIn(input.rejectReasons);
  if (input.smsCountries !== undefined) next.smsCountries = countriesIn(input.smsCountries);
  return next;
}

export type Settled = Record<string, string | number | boolean | null>;

const settledIn = ({ settings: texts, ...company }: Company): Settled => ({
  unverifiedMayBuy: company.unverifiedMayBuy,
  maxHeldTokens: company.maxHeldTokens,
  minimumOrderPaise: texts.minimumOrderPaise ?? null,
  asksMoneyConfirmation: asksForMoney(texts),
  ...retentionOf(texts),
  digestHour: digestHourOf(texts),
  referralDays: referralDaysOf(texts),
  ...rewardHoldOf(texts),
  smsCountries: smsCountriesOf(texts).join(", "),
  rejectReasons: texts.rejectReasons?.join("\n") ?? null,
  questions: QUESTION_TEXTS.flatMap((name) => texts[name] ?? []).join("\n\n") || null,
  ...Object.fromEntries(PLAIN_TEXTS.map((name) => [name, texts[name] ?? null])),
});

/** Keeps only the settings that differ. */
export function differing(before: Settled, after: Settled): [Settled, Settled] {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const only = (all: Settled): Settled =>
    Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
  return [only(before), only(after)];
}

const viewOf = (
  company: Company,
  { hasSms, run }: { hasSms: boolean; run: RetentionRun | undefined },
): CompanySettingsView => ({
  unverifiedMayBuy: company.unverifiedMayBuy,
  asksMoneyConfirmation: asksForMoney(company.settings),
  priceMicroRupees: company.priceMicroRupees,
  feeBps: company.feeBps,
  referralRewardBps: company.referralRewardBps,
  launchAt: company.launchAt?.toISOString() ?? null,
  bounds: boundsOf(company.settings),
  minimumOrderPaise: company.settings.minimumOrderPaise ?? null,
  maxHeldTokens: company.maxHeldTokens,
  ...retentionOf(company.settings),
  digestHour: digestHourOf(company.settings),
  rejectReasons: company.settings.rejectReasons ?? null,
  referralDays: referralDaysOf(company.settings),
  ...rewardHoldOf(company.settings),
  lastRetention: run
    ? { at: run.ranAt.toISOString(), messages: run.messages, proofs: run.proofs }
    : null,
  secondAdminAbovePaise: secondAdminRules(company.settings).abovePaise,
  smsCountries: hasSms ? smsCountriesOf(company.settings) : null,
  questions: LANGUAGES.map((language) => {
    const name = questionsName(language);
    return { language, name, text: company.settings[name] ?? null };
  }),
  documents: (company.settings.documents ?? []).map((one) => ({ ...one, url: mediaUrl(one.id) })),
  identity: identityRulesOf(company.settings),
  supportEmail: company.settings.supportEmail ?? null,
  supportMobile: company.settings.supportMobile ?? null,
  whatsApp: company.settings.whatsApp ?? null,
  legalName: company.settings.legalName ?? null,
  legalAddress: company.settings.legalAddress ?? null,
  privacyPolicy: company.settings.privacyPolicy ?? null,
  termsOfSale: company.settings.termsOfSale ?? null,
  riskNotice: company.settings.riskNotice ?? null,
  advertNotice: company.settings.advertNotice ?? null,
  companyEmail: company.email,
  companyMobile: company.mobile,
});

/** Older versions are in the activity. */
const MOST_VERSIONS = 50;

/** Read from the append-only audit log: each version's text, time and author. */
export const textVersions = adminProcedure
  .input(TextRef)
  .query(async ({ ctx, input }): Promise<TextVersion[]> => {
    const changes = await listSettingChanges(ctx.db, ctx.company.id, input.name, MOST_VERSIONS);
    return changes.map(({ after, createdAt, by }, index) => ({
      number: changes.length - index,
      text: after,
      hash: after === null ? null : versionOf(after),
      since: createdAt.toISOString(),
      by,
    }));
  });
