import { createCallerFactory, mergeRouters, router } from "@server/access";
import {
  activityRouter,
  announcementsRouter,
  changesRouter,
  dashboardRouter,
  companiesRouter,
  exportsRouter,
  holdersRouter,
  identityFileRouter,
  messagesRouter,
  programmeRouter,
} from "@server/office";
import {
  beneficiariesRouter,
  hostsRouter,
  machinesRouter,
  policiesRouter,
  campaignsRouter,
  pricesRouter,
  siteRouter,
} from "@server/companies";
import { brandsRouter } from "@server/brands";
import { batchesRouter, launchRouter } from "@server/launch";
import { mediaRouter } from "@server/media";
import {
  identityRouter,
  membersRouter,
  notesRouter,
  noticesRouter,
  passwordsRouter,
  referralsRouter,
  registrationRouter,
  passkeysRouter,
  twoFactorRouter,
  sessionsRouter,
} from "@server/members";
import { memberOrdersRouter, ordersRouter, paymentsRouter, statementsRouter } from "@server/orders";
import { proofRouter } from "@server/verification";
import { stockRouter } from "@server/ledger";

/** All procedures of the product, by noun. */
export const appRouter = router({
  activity: activityRouter,
  announcements: announcementsRouter,
  batches: batchesRouter,
  beneficiaries: beneficiariesRouter,
  brands: brandsRouter,
  companies: companiesRouter,
  changes: changesRouter,
  dashboard: dashboardRouter,
  domains: hostsRouter,
  exports: exportsRouter,
  holders: holdersRouter,
  identity: identityRouter,
  launch: launchRouter,
  machines: machinesRouter,
  media: mediaRouter,
  members: mergeRouters(membersRouter, memberOrdersRouter),
  identityFile: identityFileRouter,
  messages: messagesRouter,
  notes: notesRouter,
  notices: noticesRouter,
  orders: ordersRouter,
  passwords: passwordsRouter,
  payments: paymentsRouter,
  policies: policiesRouter,
  prices: pricesRouter,
  campaigns: campaignsRouter,
  programme: programmeRouter,
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
