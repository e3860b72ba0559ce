import { createCallerFactory, mergeRouters, router } from "./trpc";
import { activityRouter } from "./activity/router";
import { announcementsRouter } from "./announcements/router";
import { beneficiariesRouter } from "./beneficiaries/router";
import { brandsRouter } from "./brands/router";
import { changesRouter } from "./changes/router";
import { dashboardRouter } from "./dashboard/router";
import { companiesRouter } from "./companies/router";
import { hostsRouter } from "./hosts/router";
import { exportsRouter } from "./exports/router";
import { mediaRouter } from "./media/router";
import { membersRouter } from "./members/router";
import { memberOrdersRouter } from "./orders/member-orders";
import { messagesRouter } from "./messages/router";
import { noticesRouter } from "./notices/router";
import { ordersRouter } from "./orders/router";
import { paymentsRouter } from "./payments/router";
import { passwordsRouter } from "./passwords/router";
import { policiesRouter } from "./policies/router";
import { pricesRouter } from "./prices/router";
import { proofRouter } from "./proof/router";
import { referralsRouter } from "./referrals/router";
import { registrationRouter } from "./registration/router";
import { passkeysRouter } from "./passkeys/router";
import { twoFactorRouter } from "./two-factor/router";
import { sessionsRouter } from "./sessions/router";
import { siteRouter } from "./site/router";
import { statementsRouter } from "./statements/router";
import { stockRouter } from "./stock/router";

/** All procedures of the product, by noun. */
export const appRouter = router({
  activity: activityRouter,
  announcements: announcementsRouter,
  beneficiaries: beneficiariesRouter,
  brands: brandsRouter,
  companies: companiesRouter,
  changes: changesRouter,
  dashboard: dashboardRouter,
  domains: hostsRouter,
  exports: exportsRouter,
  media: mediaRouter,
  members: mergeRouters(membersRouter, memberOrdersRouter),
  messages: messagesRouter,
  notices: noticesRouter,
  orders: ordersRouter,
  passwords: passwordsRouter,
  payments: paymentsRouter,
  policies: policiesRouter,
  prices: pricesRouter,
  proof: proofRouter,
  referrals: referralsRouter,
  registration: registrationRouter,
  secondStep: twoFactorRouter,
  passkeys: passkeysRouter,
  sessions: sessionsRouter,
  site: siteRouter,
  statements: statementsRouter,
  stock: stockRouter,
});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
