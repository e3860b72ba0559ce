import { activity } from "./en/activity";
import { brand } from "./en/brand";
import { adminDashboard } from "./en/admin-dashboard";
import { accounts } from "./en/accounts";
import { buy } from "./en/buy";
import { common } from "./en/common";
import { dashboard } from "./en/dashboard";
import { history } from "./en/history";
import { payment } from "./en/payment";
import { people } from "./en/people";
import { platform } from "./en/platform";
import { profile } from "./en/profile";
import { purchases } from "./en/purchases";
import { referral } from "./en/referral";
import { reset } from "./en/reset";
import { security } from "./en/security";
import { settings } from "./en/settings";
import { users } from "./en/users";
import { activity as activityHi } from "./hi/activity";
import { adminDashboard as adminDashboardHi } from "./hi/admin-dashboard";
import { accounts as accountsHi } from "./hi/accounts";
import { brand as brandHi } from "./hi/brand";
import { buy as buyHi } from "./hi/buy";
import { common as commonHi } from "./hi/common";
import { dashboard as dashboardHi } from "./hi/dashboard";
import { history as historyHi } from "./hi/history";
import { payment as paymentHi } from "./hi/payment";
import { people as peopleHi } from "./hi/people";
import { platform as platformHi } from "./hi/platform";
import { profile as profileHi } from "./hi/profile";
import { purchases as purchasesHi } from "./hi/purchases";
import { referral as referralHi } from "./hi/referral";
import { reset as resetHi } from "./hi/reset";
import { security as securityHi } from "./hi/security";
import { settings as settingsHi } from "./hi/settings";
import { users as usersHi } from "./hi/users";

/** Every word of the screens, by language and area. */
export const resources = {
  en: {
    brand,
    accounts,
    activity,
    adminDashboard,
    buy,
    common,
    dashboard,
    history,
    payment,
    people,
    platform,
    profile,
    purchases,
    referral,
    reset,
    security,
    settings,
    users,
  },
  hi: {
    accounts: accountsHi,
    activity: activityHi,
    adminDashboard: adminDashboardHi,
    brand: brandHi,
    buy: buyHi,
    common: commonHi,
    dashboard: dashboardHi,
    history: historyHi,
    payment: paymentHi,
    people: peopleHi,
    platform: platformHi,
    profile: profileHi,
    purchases: purchasesHi,
    referral: referralHi,
    reset: resetHi,
    security: securityHi,
    settings: settingsHi,
    users: usersHi,
  },
};
