import type { Page } from "@playwright/test";
import { type Screen, linkOn, memoize } from "./screens";

const USERS = "/admin/usermanage";
const PURCHASES = "/admin/purchaserequest";
const PAYMENTS = "/admin/payments";
const ACCOUNTS = "/admin/beneficiary";

/** The screens of an owner whose company delivers its tokens. */
export const screensOfLaunch = (): Screen[] => [
  { name: "admin, batches", path: "/admin/launch" },
  { name: "admin, delivered batch", path: "/admin/launch/1" },
  { name: "admin, prepared batch", path: "/admin/launch/2" },
];

/** A row of a list; the list without a search has a screen of its own. */
const ONE_ROW = "search=asha@member.example";

/** The screens of an admin, with every dialog, whose list is short; add new screens here. */
export function screensOfAdmin(page: Page, origin: string): Screen[] {
  const idIn = async (address: string, name: string) => {
    const href = await linkOn(page, origin + address, `${name}=`);
    return new URL(href, origin + address).searchParams.get(name) ?? "";
  };
  const person = memoize(async () => {
    const list = `${origin}${USERS}?search=asha@member.example`;
    return (await linkOn(page, list, `${USERS}/`)).split(/[/?]/).at(3) ?? "";
  });
  const newcomer = memoize(() => idIn(`${USERS}?approval=waiting&role=USER`, "approve"));
  const pending = memoize(() => idIn(PURCHASES, "approve"));
  const decided = memoize(() => idIn(`${PURCHASES}?tab=history`, "view"));
  const account = memoize(() => idIn(ACCOUNTS, "update"));
  const ofPerson = (name: string, query: string): Screen => ({
    name: `admin, ${name}`,
    path: async () => `${USERS}/${await person()}${query}`,
  });
  return [
    { name: "admin, dashboard", path: "/admin/dashboard" },
    { name: "admin, search", path: "/admin/search?search=asha" },
    { name: "admin, step-up", path: "/admin/step-up" },
    { name: "admin, members", path: USERS },
    { name: "admin, member added", path: `${USERS}?${ONE_ROW}&add=1` },
    {
      name: "admin, member changed",
      path: async () => `${USERS}?${ONE_ROW}&edit=${await person()}`,
      inFull: true,
    },
    {
      name: "admin, member approved",
      path: async () => `${USERS}?${ONE_ROW}&approve=${await newcomer()}`,
    },
    {
      name: "admin, member refused",
      path: async () => `${USERS}?${ONE_ROW}&refuse=${await newcomer()}`,
      inFull: true,
    },
    {
      name: "admin, members approved",
      path: async () => `${USERS}?${ONE_ROW}&several=approve&member=${await newcomer()}`,
    },
    { name: "admin, who members are", path: "/admin/identity" },
    {
      name: "admin, file for an authority",
      path: async () => `/admin/identity/file/${await person()}`,
    },
    { name: "admin, holders", path: "/admin/holders" },
    { name: "admin, launch", path: "/admin/launch" },
    { name: "admin, referrals", path: "/admin/referrals" },
    { name: "admin, rewards", path: "/admin/referrals?tab=rewards" },
    { name: "admin, rewards to review", path: "/admin/referrals?tab=cases" },
    { name: "admin, referrers", path: "/admin/referrals?tab=referrers" },
    { name: "admin, campaigns", path: "/admin/referrals?tab=campaigns" },
    {
      name: "admin, member removed",
      path: async () => `${USERS}?${ONE_ROW}&remove=${await person()}`,
      inFull: true,
    },
    ofPerson("member", ""),
    ofPerson("member's orders", "?part=orders"),
    ofPerson("member's tokens", "?part=allocations"),
    ofPerson("member's referrals", "?part=referrals"),
    ofPerson("member's sessions", "?part=sessions"),
    ofPerson("member's messages", "?part=messages"),
    ofPerson("member's notes", "?part=notes"),
    ofPerson("member's activity", "?part=activity"),
    { name: "admin, purchase requests", path: PURCHASES },
    { name: "admin, approval", path: async () => `${PURCHASES}?approve=${await pending()}` },
    {
      name: "admin, another sum",
      path: async () => `${PAYMENTS}?step=sum&order=${await pending()}&received=50`,
    },
    {
      name: "admin, rejection",
      path: async () => `${PURCHASES}?reject=${await pending()}`,
      inFull: true,
    },
    {
      name: "admin, approval of many",
      path: async () => `${PAYMENTS}?step=bulk&bulk=approve&id=${await pending()}`,
    },
    {
      name: "admin, rejection of many",
      path: async () => `${PAYMENTS}?step=bulk&bulk=reject&id=${await pending()}`,
      inFull: true,
    },
    { name: "admin, keys", path: `${PURCHASES}?keys=1` },
    { name: "admin, one payment", path: async () => `${PAYMENTS}?view=${await pending()}` },
    { name: "admin, decided purchases", path: `${PURCHASES}?tab=history` },
    {
      name: "admin, decided purchase",
      path: async () =>
        `${PURCHASES}?tab=history&search=${await decided()}&view=${await decided()}`,
    },
    { name: "admin, list of payments", path: `${PAYMENTS}?form=list` },
    { name: "admin, decided payment", path: `${PAYMENTS}?tab=decided` },
    { name: "admin, unallocated payments", path: `${PAYMENTS}?tab=unallocated` },
    { name: "admin, a waiting order for an unallocated payment", path: `${PAYMENTS}?step=apply` },
    { name: "admin, day sums", path: `${PAYMENTS}?tab=unallocated&step=days` },
    { name: "admin, a day of the bank", path: `${PAYMENTS}?tab=unallocated&step=reconcile` },
    { name: "admin, statements", path: `${PAYMENTS}?tab=bank&step=import` },
    { name: "admin, entries of statements", path: `${PAYMENTS}?tab=bank` },
    { name: "admin, accounts", path: ACCOUNTS },
    { name: "admin, account added", path: `${ACCOUNTS}?add=1` },
    {
      name: "admin, account changed",
      path: async () => `${ACCOUNTS}?update=${await account()}`,
      inFull: true,
    },
    { name: "admin, waiting changes", path: "/admin/changes" },
    { name: "admin, machines", path: "/admin/machines" },
    { name: "admin, announcements", path: "/admin/announcements" },
    { name: "admin, reminders", path: "/admin/announcements?tab=reminders" },
    ...[
      "sale",
      "company",
      "texts",
      "texts&text=termsOfSale",
      "texts&text=questions",
      "texts&text=documents",
      "identity",
      "advanced",
    ].map((tab) => ({
      name: `admin, settings, ${tab}`,
      path: `/admin/settings?tab=${tab}`,
      // One form for each text.
      ...(tab.startsWith("texts&") &&
        tab !== "texts&text=termsOfSale" && { inFull: true as const }),
    })),
    { name: "admin, when tokens unlock", path: "/admin/settings?tab=sale&plan=1" },
    {
      name: "admin, price asked about",
      path: `/admin/settings?review=1&price=19&startsAt=${new Date().getFullYear() + 2}-01-01T00:00`,
    },
    { name: "admin, activity", path: "/admin/activity" },
    { name: "admin, security", path: "/admin/security" },
    { name: "admin, payment to record", path: `${PAYMENTS}?step=record` },
  ];
}
