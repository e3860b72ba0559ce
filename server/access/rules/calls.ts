import { ADMIN_ROLES, type AdminRole } from "@db/vocabulary";

/**
 * The proof that a procedure asks of an open session (product.md §6):
 * - `always`: its person proved themself within STEP_UP_MINUTES;
 * - `sometimes`: the input decides; the procedure calls `requireStepUp`;
 * - `itself`: the call carries a password or a code;
 * - `never`: the session suffices, or none is needed.
 */
const NEEDS = ["always", "sometimes", "itself", "never"] as const;
type StepUpNeed = (typeof NEEDS)[number];
type CallsByNeed = Readonly<Partial<Record<StepUpNeed, readonly string[]>>>;

/**
 * Lists every procedure: those of the admin area by the least role that they need (a viewer sees, a
 * cashier also decides, an owner does everything), then all others; each by its step-up. The
 * procedures enforce the table, the pages hide what it does not allow. One that is not listed
 * cannot be called.
 */
const CALLS = {
  VIEWER: {
    never: [
      "dashboard.frame",
      "dashboard.work",
      "dashboard.history",
      "dashboard.chooseMails",
      "dashboard.firstDay",
      "dashboard.admin",
      "activity.list",
      "messages.undelivered",
      "orders.list",
      "orders.sorted",
      "orders.cases",
      "orders.arrivals",
      "orders.findForAdmin",
      "orders.selected",
      "payments.listUnallocated",
      "orders.rewards.list",
      "orders.rewards.totals",
      "orders.review",
      "orders.undoable",
      "orders.rejectReasons",
      "payments.countUnallocated",
      "payments.days",
      "payments.reconciliation",
      "payments.waitingOrders",
      "payments.toRecord",
      "beneficiaries.forAdmin",
      "beneficiaries.list",
      "prices.list",
      "companies.settings",
      "companies.textVersions",
      "launch.plan",
      "launch.walletsOf",
      "members.list",
      "members.counts",
      "holders.list",
      "members.sorted",
      "members.selected",
      "programme.history",
      "programme.referrers",
      "programme.campaigns",
      "members.find",
      "members.orders",
      "members.allocations",
      "members.referrals",
      "members.messages",
      "members.activity",
      "members.sessions",
      "statements.list",
      "statements.file",
      "statements.lines",
      "statements.line",
      "statements.linesOf",
      "announcements.list",
      "announcements.reminders",
      "batches.list",
      "batches.find",
      "changes.list",
      "changes.count",
      // Any admin who notices a wrong change stops it.
      "changes.refuse",
      "changes.withdraw",
      "notes.list",
    ],
  },
  CASHIER: {
    always: [
      // Changes of bank details and rules need an owner (access/rules/second-admin.ts).
      "changes.confirm",
      // A cashier compares these with the bank's statement.
      "exports.orders",
      "exports.rewards",
      "programme.statement",
    ],
    sometimes: [
      // An approval that confirms another admin's
      "orders.approve",
      "payments.allocate",
      "payments.payOrder",
      "payments.approveReceived",
      "statements.approve",
    ],
    never: [
      "orders.dryRun",
      "payments.signDay",
      "statements.addEntry",
      "orders.reject",
      "orders.reverse",
      "orders.approveMany",
      "orders.rejectMany",
      "orders.undo",
      "orders.undoMany",
      "orders.rewards.release",
      "orders.rewards.withdraw",
      "payments.refund",
      "payments.dismiss",
      "payments.waitForRest",
      "payments.record",
      "statements.decideMany",
      "statements.link",
      "statements.hold",
      "statements.map",
      "statements.importFile",
      "statements.drop",
      "statements.import",
      "statements.setAside",
      "statements.reopen",
      "statements.putAwayMany",
      "statements.mend",
      "statements.answerDays",
      "statements.unlink",
      "statements.acceptSum",
      "members.approve",
      "members.approveMany",
      "members.refuse",
      "members.resendMessage",
      "notes.add",
      "notes.ask",
      // Pictures of papers; each opening is in the activity
      "identity.openDocument",
      // Who a member is, by what they sent
      "identity.queue",
      "identity.find",
      "identity.decide",
      "identity.undo",
      "identity.undoable",
    ],
  },
  OWNER: {
    always: [
      // Bank details
      "beneficiaries.edit",
      "beneficiaries.makeDefault",
      "beneficiaries.remove",
      // The rules about a second admin
      "companies.setSecondAdmin",
      // Who may buy, and what a person may have
      "companies.setIdentity",
      // Prices and terms
      "prices.set",
      "prices.cancel",
      "prices.setTerms",
      "campaigns.add",
      "campaigns.end",
      "campaigns.setTerms",
      "launch.setPlan",
      "launch.confirmWallet",
      // Addresses that mail is answered to
      "members.inviteAgain",
      // Texts that every member reads, and files that strangers open
      "announcements.setReminder",
      "announcements.publish",
      "companies.addDocument",
      "companies.removeDocument",
      // Second factors
      "secondStep.require",
      "secondStep.reset",
      // What is delivered to members' wallets
      "batches.freeze",
      "batches.publish",
      "batches.fund",
      "batches.send",
      "batches.file",
      // Keys of machines, and addresses of events
      "machines.addKey",
      "machines.addEndpoint",
      "machines.renewSecret",
      // Exports
      "exports.members",
      "exports.activity",
      "exports.beneficiaries",
      "exports.holders",
      "identityFile.request",
      "identityFile.read",
    ],
    sometimes: [
      // Unless it is the company's first account
      "beneficiaries.add",
      "beneficiaries.update",
      // Admins, roles and e-mail addresses
      "members.add",
      "members.update",
      "members.remove",
      // A colleague's; not a member's, nor one's own
      "members.endSession",
      "members.endSessions",
      // The addresses that members write to, the texts that they read before they buy, and settings
      // that keep evidence for a shorter time or protect less
      "companies.updateSettings",
    ],
    never: [
      "identityFile.ofMember",
      "identityFile.kept",
      "dashboard.confirmFirstDay",
      "batches.prepare",
      "batches.addTransfers",
      "prices.review",
      "announcements.withdraw",
      "announcements.preview",
      "announcements.test",
      "machines.list",
      "machines.endKey",
      "machines.endEndpoint",
      "machines.sendAgain",
      "members.setReferrer",
    ],
  },
  others: {
    always: [
      // A company, with its price and address
      "companies.update",
      "companies.setBounds",
      // Admins
      "companies.add",
      "companies.inviteAdmin",
      "companies.inviteAgain",
      // Addresses that mail is answered to
      "companies.setMail",
      // A company's address, its look, and whether it is open
      "domains.add",
      "domains.remove",
      "companies.setStatus",
      "brands.publish",
      "brands.rollBack",
      // A second factor
      "secondStep.confirm",
      // Exports
      "exports.allOrders",
      "exports.allBeneficiaries",
      "exports.companies",
    ],
    sometimes: [
      // A super admin, who has no password
      "secondStep.begin",
      "passkeys.add",
      "passkeys.remove",
    ],
    itself: [
      "secondStep.renewCodes",
      "secondStep.turnOff",
      "sessions.stepUp",
      "members.downloadData",
      "members.askForEnd",
      "members.updateProfile",
      "launch.askWallet",
      "launch.loseWallet",
      "passwords.change",
      "passwords.changeOwn",
    ],
    never: [
      // Calls without a session
      "site.config",
      "site.offer",
      "policies.current",
      "policies.agreed",
      "messages.outbox",
      "proof.history",
      "proof.checkpoint",
      "proof.inclusion",
      "proof.consistency",
      "registration.requestCode",
      "registration.begin",
      "registration.requestMobileCode",
      "registration.proveEmail",
      "registration.faults",
      "registration.invitation",
      "registration.register",
      "registration.join",
      "sessions.logIn",
      "sessions.startAdmin",
      "sessions.finishAdmin",
      "sessions.logInAdmin",
      "sessions.requestSuperAdminCode",
      "sessions.startSuperAdmin",
      "sessions.finishSuperAdmin",
      "sessions.logInSuperAdmin",
      "passwords.requestReset",
      "passwords.reset",
      "passwords.requestResetAdmin",
      "passwords.resetAdmin",
      "passwords.invitation",
      "passwords.setPassword",
      "passkeys.beginLogIn",
      "passkeys.logIn",
      // Calls in any role
      "sessions.me",
      "sessions.logOut",
      "sessions.listMine",
      "sessions.endOne",
      "sessions.endAll",
      "members.savePreferences",
      "media.add",
      "media.open",
      "secondStep.mine",
      "passkeys.mine",
      "passkeys.beginAdding",
      "passkeys.beginStepUp",
      // Members
      "orders.create",
      "orders.open",
      "orders.find",
      "orders.consent",
      "orders.submit",
      "orders.history",
      "orders.timeline",
      "orders.terms",
      "orders.myCases",
      "orders.answerCase",
      "orders.cancel",
      "orders.listMine",
      "orders.receipt",
      "orders.ownStatement",
      "orders.follow",
      "payments.mine",
      "notices.mine",
      "notices.markRead",
      "notices.choice",
      "notices.chooseMails",
      "members.profile",
      "identity.mine",
      "identity.save",
      "identity.addDocument",
      "identity.ownDocument",
      "identity.send",
      "identity.submit",
      "members.askVerification",
      "members.chooseShown",
      "members.frame",
      "passwords.requestChangeCode",
      "prices.current",
      "prices.settings",
      "stock.global",
      "stock.mine",
      "stock.allocation",
      "proof.ofOrder",
      "proof.ofBatch",
      "stock.overview",
      "batches.mine",
      "stock.rank",
      "launch.mine",
      "launch.proveWallet",
      // Any session of the member that notices a wrong wallet stops it.
      "launch.stopWallet",
      "beneficiaries.forMember",
      "referrals.summary",
      "referrals.links",
      "referrals.invited",
      "programme.ownStatement",
      "orders.rewards.mine",
      // Super admins
      "orders.listPlatform",
      "orders.findForPlatform",
      "orders.listAll",
      "beneficiaries.listAll",
      "companies.list",
      "companies.find",
      "companies.overview",
      "batches.ofCompany",
      "companies.firstSale",
      "companies.totals",
      "companies.admins",
      "companies.mail",
      "companies.bounds",
      "domains.list",
      "domains.watch",
      "domains.check",
      "brands.studio",
      "brands.preview",
      "brands.save",
      "brands.start",
      "brands.setPicture",
      "brands.drawPicture",
      "brands.discard",
      "proof.lastVerification",
      "messages.undeliveredOfPlatform",
      "messages.queue",
    ],
  },
} as const satisfies Readonly<Record<AdminRole | "others", CallsByNeed>>;

type ListsOf<Group> = Group extends unknown ? Group[keyof Group] : never;
type NamesOf<Lists> = Lists extends readonly (infer Name)[] ? Name : never;
/** A procedure of the admin area. */
export type AdminCall = NamesOf<ListsOf<(typeof CALLS)[AdminRole]>>;

/** Maps each procedure of the admin area to its least role. */
export const LEAST_ADMIN_ROLE: ReadonlyMap<string, AdminRole> = new Map(
  ADMIN_ROLES.flatMap((role) =>
    Object.values(CALLS[role])
      .flat()
      .map((name) => [name, role] as const),
  ),
);

/** Maps each procedure to its need. */
export const STEP_UP: ReadonlyMap<string, StepUpNeed> = new Map(
  Object.values(CALLS).flatMap((group: CallsByNeed) =>
    NEEDS.flatMap((need) => (group[need] ?? []).map((name) => [name, need] as const)),
  ),
);
