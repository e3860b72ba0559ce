import type { z } from "zod";
import { expect, test } from "vitest";
import { AddCampaign } from "@server/companies/contracts/campaigns";
import { SetIdentity } from "@server/companies/contracts/identity-rules";
import { SetSecondAdmin } from "@server/companies/contracts/changes";
import { InviteAdmin, SetCompanyMail } from "@server/companies/contracts/companies";
import { AddHost } from "@server/companies/contracts/hosts";
import { SuspendCompany, UpdateCompany } from "@server/companies/contracts/companies";
import { AddBeneficiary, EditBeneficiary } from "@server/companies/contracts/beneficiaries";
import { AddEndpoint, AddKey } from "@server/companies/contracts/machines";
import { SetBounds, SetPrice, SetTerms } from "@server/companies/contracts/prices";
import { AddMember, ChooseShown, SavePreferences } from "@server/members/contracts/members";
import { UpdateMember, UpdateProfile } from "@server/members/contracts/members";
import { AddNote } from "@server/members/contracts/notes";
import { ChooseMails, PublishAnnouncement, SetReminder } from "@server/members/contracts/notices";
import { ChooseOrderMails } from "@server/office/contracts/dashboard";
import type { Caller } from "@server/http/router";
import {
  type CompanyFixture,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

/** Forms that save outside the settings of a company, which have a test of their own. */

const harness = duringTests(orderHarness);

interface Place {
  company: CompanyFixture;
  person: Person;
  member: Caller;
  admin: Caller;
  platform: Caller;
}
type Fields = Readonly<Record<string, unknown>>;

interface Form {
  schema: z.ZodObject;
  /** Fields that name what is changed, or prove who changes it; they are not saved. */
  beside?: (place: Place) => Fields | Promise<Fields>;
  /** A value for each other field. */
  typed: Fields;
  /** The values that are then shown, where they differ from the typed ones. */
  saved?: Fields;
  /** Fields that the form leaves unsaved by their meaning. */
  unsaved?: readonly string[];
  /** Makes a present state that differs. */
  before?: (place: Place) => Promise<unknown>;
  save: (place: Place, input: never) => Promise<unknown>;
  /** The fields as the page reads them. */
  read: (place: Place) => Promise<Fields>;
}

const ofCompany = ({ company }: Place) => ({ id: company.id });
const ofMember = ({ person }: Place) => ({ id: person.id });
const inDays = (days: number) =>
  new Date(Math.ceil(Date.now() / 60_000) * 60_000 + days * 86_400_000).toISOString();
const SOON = inDays(3);
const LATER = inDays(9);
const ACCOUNT = {
  holderName: "House and Sons",
  bankName: "State Bank",
  branch: "Fort",
  accountNumber: "30112233445566",
  ifscCode: "SBIN0000300",
  upi: "house@okaxis",
};
const accountOf = async ({ admin }: Place) =>
  (await admin.beneficiaries.list({})).records.find(({ upi }) => upi === ACCOUNT.upi) ?? {};
/** Saves what waits for a second admin, who then confirms it. */
async function saveAndConfirm({ company }: Place, saving: Promise<unknown>): Promise<void> {
  expect(await resultCode(saving)).toBe("NEEDS_SECOND_ADMIN");
  const second = await company.as(await company.anotherAdmin());
  const [change] = await second.changes.list();
  await second.changes.confirm({ id: change?.id ?? "" });
}
const brief = ({ name, mobile, email, role, adminRole, status }: Fields) => ({
  name,
  mobile,
  email,
  role,
  adminRole,
  status,
});

const FORMS: Readonly<Record<string, Form>> = {
  "a company": {
    schema: UpdateCompany,
    beside: ofCompany,
    typed: {
      companyName: "House of Tokens",
      email: "house@people.example",
      mobile: "9876543299",
      companyAadhaarCard: "234123412346",
      companyPan: "AAAPL1234C",
      companyAddress: "14 Market Road",
      companyPincode: "400001",
      tokenName: "House",
      tokenSymbol: "HSE",
      totalSupply: "90000000",
      price: "12.5",
      platformChargePercent: "3.5",
      referralRewardPercent: "4.5",
      publicCellPercent: "41",
      referralPercent: "31",
      angelInvestorPercent: "11",
      founderTeamPercent: "9",
      airdropPercent: "8",
      launchAt: LATER,
      unverifiedMayBuy: "false",
      maxPendingOrders: "7",
      maxHeldTokens: "4321",
      unverifiedHoldPercent: "17",
      releaseAfterDays: "77",
      apiOrigins: "https://shop.example",
      status: "SUSPENDED",
    },
    unsaved: ["noLaunchDate", "noTokenCap", "noApiOrigins"],
    saved: {
      mobile: "+919876543299",
      companyAadhaarCard: "2346",
      companyPan: "234C",
      totalSupply: 90_000_000,
      price: 12_500_000,
      platformChargePercent: 350,
      referralRewardPercent: 450,
      publicCellPercent: 4100,
      referralPercent: 3100,
      angelInvestorPercent: 1100,
      founderTeamPercent: 900,
      airdropPercent: 800,
      unverifiedMayBuy: false,
      maxPendingOrders: 7,
      maxHeldTokens: 4321,
      unverifiedHoldPercent: 1700,
      releaseAfterDays: 77,
      apiOrigins: ["https://shop.example"],
    },
    save: ({ platform }, input) => platform.companies.update(input),
    read: async ({ platform, company }) => {
      const found = await platform.companies.find({ id: company.id });
      const { splitBps: split } = found;
      return {
        ...found,
        companyAadhaarCard: found.companyAadhaarCard?.slice(-4),
        companyPan: found.companyPan?.slice(-4),
        price: found.priceMicroRupees,
        platformChargePercent: found.feeBps,
        referralRewardPercent: found.referralRewardBps,
        publicCellPercent: split.PUBLIC,
        referralPercent: split.REFERRAL,
        angelInvestorPercent: split.ANGEL,
        founderTeamPercent: split.FOUNDER,
        airdropPercent: split.AIRDROP,
        unverifiedHoldPercent: found.unverifiedHoldBps,
      };
    },
  },
  "a company's mail": {
    schema: SetCompanyMail,
    beside: ofCompany,
    typed: { senderName: "House", replyTo: "reply@people.example" },
    save: ({ platform }, input) => platform.companies.setMail(input),
    read: async ({ platform, company }) => ({
      ...(await platform.companies.mail({ id: company.id })),
    }),
  },
  "a company's suspension": {
    schema: SuspendCompany,
    beside: ofCompany,
    typed: { status: "SUSPENDED", reason: "A question of the bank" },
    save: ({ platform }, input) => platform.companies.setStatus(input),
    read: async ({ platform, company }) => {
      const { status, suspendedBecause: reason } = await platform.companies.find(company);
      return { status, reason };
    },
  },
  "the bounds of the owners": {
    schema: SetBounds,
    beside: ofCompany,
    typed: {
      feeMayChange: "true",
      feeLeast: "1",
      feeMost: "6",
      rewardMayChange: "true",
      rewardLeast: "2",
      rewardMost: "9",
      launchMayChange: "true",
      launchLatest: LATER,
    },
    saved: {
      feeMayChange: true,
      feeLeast: 100,
      feeMost: 600,
      rewardMayChange: true,
      rewardLeast: 200,
      rewardMost: 900,
      launchMayChange: true,
    },
    before: ({ platform, company }) =>
      platform.companies.setBounds(
        SetBounds.parse({
          id: company.id,
          feeLeast: "0",
          feeMost: "100",
          rewardLeast: "0",
          rewardMost: "100",
        }),
      ),
    save: ({ platform }, input) => platform.companies.setBounds(input),
    read: async ({ platform, company }) => {
      const { fee, reward, launch } = await platform.companies.bounds({ id: company.id });
      return {
        feeMayChange: fee !== null,
        feeLeast: fee?.least,
        feeMost: fee?.most,
        rewardMayChange: reward !== null,
        rewardLeast: reward?.least,
        rewardMost: reward?.most,
        launchMayChange: launch !== null,
        launchLatest: launch?.latest,
      };
    },
  },
  "an admin's invitation": {
    schema: InviteAdmin,
    beside: ofCompany,
    typed: { adminName: "Meera Joshi", adminEmail: "meera@people.example", mobile: "9876543298" },
    saved: { mobile: "+919876543298" },
    save: ({ platform }, input) => platform.companies.inviteAdmin(input),
    read: async ({ platform, company }) => {
      const all = await platform.companies.admins({ id: company.id });
      const found = all.find(({ name }) => name === "Meera Joshi");
      return { adminName: found?.name, adminEmail: found?.email, mobile: found?.mobile };
    },
  },
  "a host": {
    schema: AddHost,
    beside: ({ company }) => ({ companyId: company.id }),
    typed: { host: "tokens.example.com" },
    save: ({ platform }, input) => platform.domains.add(input),
    read: async ({ platform, company }) => ({
      ...(await platform.domains.list({ companyId: company.id })).records[0],
    }),
  },
  "a member's profile": {
    schema: UpdateProfile,
    beside: async ({ company, person }) => ({
      currentPassword: "x",
      profileImageId: await company.proof(person),
    }),
    typed: {
      name: "Asha Rao",
      mobile: "9876543297",
      dateOfBirth: "1991-02-03",
      pincode: "400001",
      gender: "other",
      kycDocumentNumber: "AAAPL1234C",
      walletAddress: `0x${"12".repeat(20)}`,
    },
    unsaved: ["removeProfileImage"],
    saved: { mobile: "+919876543297", kycDocumentNumber: "234C" },
    save: ({ member }, input) => member.members.updateProfile(input),
    read: async ({ member }) => {
      const found = await member.members.profile();
      return { ...found, kycDocumentNumber: found.kycDocumentNumber?.slice(-4) };
    },
  },
  "a member's preferences": {
    schema: SavePreferences,
    typed: { language: "hi", colourScheme: "dark" },
    save: ({ member }, input) => member.members.savePreferences(input),
    read: async ({ member }) => ({ ...(await member.members.profile()) }),
  },
  "an admin's preferences": {
    schema: SavePreferences,
    typed: { language: "hi", colourScheme: "dark" },
    save: ({ admin }, input) => admin.members.savePreferences(input),
    read: async ({ admin }) => ({ ...(await admin.sessions.me()) }),
  },
  "what other members see": {
    schema: ChooseShown,
    typed: { showsName: "true", hidesWallet: "true" },
    saved: { showsName: true, hidesWallet: true },
    save: ({ member }, input) => member.members.chooseShown(input),
    read: async ({ member }) => ({ ...(await member.members.profile()) }),
  },
  "a member's mails": {
    schema: ChooseMails,
    typed: { mails: "true" },
    saved: { mails: true },
    save: ({ member }, input) => member.notices.chooseMails(input),
    read: async ({ member }) => ({ ...(await member.notices.choice()) }),
  },
  "an admin's mails": {
    schema: ChooseOrderMails,
    typed: { mails: "EACH" },
    save: ({ admin }, input) => admin.dashboard.chooseMails(input),
    read: async ({ admin }) => {
      const { mailsEachOrder } = await admin.dashboard.frame();
      return { mails: mailsEachOrder ? "EACH" : "DAILY" };
    },
  },
  "a member by an admin": {
    schema: UpdateMember,
    beside: (place) => ({ ...ofMember(place), role: "USER" }),
    typed: {
      name: "Asha Rao",
      mobile: "9876543296",
      email: "asha@people.example",
      status: "INACTIVE",
    },
    unsaved: ["adminRole"],
    saved: { mobile: "+919876543296" },
    save: ({ admin }, input) => admin.members.update(input),
    read: async (place) => brief({ ...(await place.admin.members.find(ofMember(place))) }),
  },
  "a new member": {
    schema: AddMember,
    beside: () => ({ password: "a long pass phrase" }),
    typed: {
      name: "New Person",
      mobile: "9876543295",
      email: "new@people.example",
      role: "USER",
    },
    unsaved: ["adminRole"],
    saved: { mobile: "+919876543295" },
    save: ({ admin }, input) => admin.members.add(input),
    read: async ({ admin }) =>
      brief({ ...(await admin.members.list({ search: "new@people.example" })).data[0] }),
  },
  "a new payment account": {
    schema: AddBeneficiary,
    typed: { ...ACCOUNT, isDefault: "true" },
    unsaved: ["isIfscConfirmed"],
    saved: { isDefault: true },
    save: ({ admin }, input) => admin.beneficiaries.add(input),
    read: accountOf,
  },
  "a changed payment account": {
    schema: EditBeneficiary,
    beside: async ({ admin }) => {
      await admin.beneficiaries.add(AddBeneficiary.parse({ upi: "first@okaxis" }));
      return { id: (await admin.beneficiaries.list({})).records[0]?.id };
    },
    typed: { ...ACCOUNT, isDefault: "true" },
    unsaved: ["isIfscConfirmed"],
    saved: { isDefault: true },
    save: (place, input) => saveAndConfirm(place, place.admin.beneficiaries.edit(input)),
    read: accountOf,
  },
  "the fee, the reward and the launch": {
    schema: SetTerms,
    typed: { platformChargePercent: "3.5", referralRewardPercent: "4.5", launchAt: LATER },
    unsaved: ["startsAt"],
    saved: { platformChargePercent: 350, referralRewardPercent: 450 },
    before: ({ platform, company: { id } }) =>
      platform.companies.setBounds(
        SetBounds.parse({
          id,
          feeMayChange: "true",
          feeLeast: "0",
          feeMost: "9",
          rewardMayChange: "true",
          rewardLeast: "0",
          rewardMost: "9",
          launchMayChange: "true",
        }),
      ),
    save: (place, input) => saveAndConfirm(place, place.admin.prices.setTerms(input)),
    read: async ({ platform, company }) => {
      const found = await platform.companies.find({ id: company.id });
      return {
        platformChargePercent: found.feeBps,
        launchAt: found.launchAt,
        referralRewardPercent: found.referralRewardBps,
      };
    },
  },
  "a campaign": {
    schema: AddCampaign,
    typed: {
      name: "Diwali",
      startsAt: SOON,
      endsAt: LATER,
      referralRewardPercent: "8",
      bonusPercent: "4",
      capTotal: "5000",
      whoRefers: "VERIFIED",
    },
    saved: {
      referralRewardPercent: 800,
      bonusPercent: 400,
      capTotal: 5000,
    },
    save: (place, input) => saveAndConfirm(place, place.admin.campaigns.add(input)),
    read: async ({ admin }) => {
      const [found] = (await admin.programme.campaigns({})).records;
      return { ...found, referralRewardPercent: found?.rewardBps, bonusPercent: found?.bonusBps };
    },
  },
  "a price": {
    schema: SetPrice,
    typed: { price: "12.25", startsAt: LATER },
    saved: { price: 12_250_000 },
    save: ({ admin }, input) => admin.prices.set(input),
    read: async ({ admin }) => {
      const [line] = (await admin.prices.list()).lines;
      return { price: line?.priceMicroRupees, startsAt: line?.startsAt };
    },
  },
  "the sum of a second admin": {
    schema: SetSecondAdmin,
    typed: { secondAdminAbove: "5000" },
    saved: { secondAdminAbove: 500_000 },
    save: ({ admin }, input) => admin.companies.setSecondAdmin(input),
    read: async ({ admin }) => ({
      secondAdminAbove: (await admin.companies.settings()).secondAdminAbovePaise,
    }),
  },
  "what members are asked to show": {
    schema: SetIdentity,
    typed: {
      asks: "ABOVE",
      above: "50,000",
      asksPanCard: "on",
      asksSelfie: "on",
      asksSecond: "on",
      asksAddress: "on",
      renewMonths: "24",
      mostUnverified: "100",
      mostVerified: "5000",
      reasons: " Too dark \r\nToo dark\nCut off",
    },
    saved: {
      above: 5_000_000,
      asksPanCard: true,
      asksSelfie: true,
      asksSecond: true,
      asksAddress: true,
      renewMonths: 24,
      mostUnverified: 100,
      mostVerified: 5000,
      reasons: ["Too dark", "Cut off"],
    },
    save: ({ admin }, input) => admin.companies.setIdentity(input),
    read: async ({ admin }) => {
      const { identity } = await admin.companies.settings();
      const has = (one: (typeof identity.evidence)[number]) => identity.evidence.includes(one);
      return {
        ...identity,
        above: identity.abovePaise,
        asksPanCard: has("PAN"),
        asksSecond: has("SECOND"),
        asksSelfie: has("SELFIE"),
        asksAddress: has("ADDRESS"),
      };
    },
  },
  "an API key": {
    schema: AddKey,
    typed: { name: "The shop", scopes: ["read", "entries"] },
    save: ({ admin }, input) => admin.machines.addKey(input),
    read: async ({ admin }) => ({ ...(await admin.machines.list()).keys[0] }),
  },
  "a webhook endpoint": {
    schema: AddEndpoint,
    typed: { url: "https://hooks.example.com/in", events: ["order.submitted", "order.approved"] },
    save: ({ admin }, input) => admin.machines.addEndpoint(input),
    read: async ({ admin }) => ({ ...(await admin.machines.list()).endpoints[0] }),
  },
  "a reminder": {
    schema: SetReminder,
    beside: () => ({ kind: "LAUNCH_NEAR" }),
    typed: { isOn: "true", text_en: "It begins soon.", text_hi: "जल्द शुरू होगा।" },
    saved: { isOn: true },
    save: ({ admin }, input) => admin.announcements.setReminder(input),
    read: async ({ admin }) => {
      const all = await admin.announcements.reminders();
      const found = all.find(({ kind }) => kind === "LAUNCH_NEAR");
      return { isOn: found?.isOn, text_en: found?.texts.en, text_hi: found?.texts.hi };
    },
  },
  "an announcement": {
    schema: PublishAnnouncement,
    typed: { title: "News", text: "One\nTwo", audience: "VERIFIED", startsAt: LATER },
    save: ({ admin }, input) => admin.announcements.publish(input),
    read: async ({ admin }) => {
      const [found] = await admin.announcements.list();
      return { ...found, startsAt: found?.at };
    },
  },
  "a note": {
    schema: AddNote,
    beside: ({ person }) => ({ memberId: person.id }),
    typed: { text: "They called." },
    unsaved: ["orderId"],
    save: ({ admin }, input) => admin.notes.add(input),
    read: async ({ admin, person }) => ({
      ...(await admin.notes.list({ memberId: person.id }))[0],
    }),
  },
};

test.each(Object.entries(FORMS))(
  "the form of %s saves every field of its contract",
  async (_, { schema, beside, typed, saved, unsaved = [], before: prepare, save, read }) => {
    const company = await harness.company();
    const person = await company.member();
    // A caller reads its company once, as a request does.
    const fresh = async (): Promise<Place> => ({
      company,
      person,
      member: await company.as(person),
      admin: await company.as(company.admin),
      platform: await harness.superAdmin(),
    });
    const place = await fresh();
    const named = (await beside?.(place)) ?? {};
    const known = [...Object.keys(named), ...Object.keys(typed), ...unsaved];
    expect(known.sort()).toEqual(Object.keys(schema.shape).sort());
    const shown = async () => {
      const all: Fields = await read(await fresh());
      return Object.fromEntries(Object.keys(typed).map((name) => [name, all[name]]));
    };
    const wanted: Fields = { ...typed, ...saved };
    await prepare?.(place);
    const before = await shown();
    for (const [name, value] of Object.entries(wanted)) expect(before[name]).not.toEqual(value);
    await save(place, schema.parse({ ...named, ...typed }) as never);
    expect(await shown()).toEqual(wanted);
  },
);
