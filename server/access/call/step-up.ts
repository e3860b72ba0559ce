import { refuse } from "@server/platform/rules/refusals/refuse";
import type { SignedInActor } from "./actor";

/**
 * The proof that each procedure asks of an open session (product.md §6):
 * - `always`: its person proved themself within STEP_UP_MINUTES;
 * - `sometimes`: the input decides; the procedure calls `requireStepUp`;
 * - `itself`: the call carries a password or a code;
 * - `never`: the session suffices, or none is needed.
 *
 * A procedure that is not listed cannot be called.
 */
type StepUpNeed = "always" | "sometimes" | "itself" | "never";

const NAMES = {
  always: [
    // Bank details; a company's first account is `sometimes`.
    ...["beneficiaries.edit", "beneficiaries.makeDefault", "beneficiaries.remove"],
    // A second admin, and the rules about them
    ...["changes.confirm", "companies.setSecondAdmin"],
    // Prices, and with them a company's address
    ...["prices.set", "prices.cancel", "prices.setTerms", "companies.update"],
    ...["campaigns.add", "campaigns.end", "campaigns.setTerms"],
    "companies.setBounds",
    // Admins
    ...["companies.add", "companies.inviteAdmin", "companies.inviteAgain"],
    // Addresses that mail is answered to
    "companies.setMail",
    "members.inviteAgain",
    // Texts that every member reads, and files that strangers open
    "announcements.setReminder",
    ...["announcements.publish", "companies.addDocument", "companies.removeDocument"],
    // A company's address, its look, and whether it is open
    ...["domains.add", "domains.remove", "companies.setStatus"],
    ...["brands.publish", "brands.rollBack"],
    // Second factors
    ...["secondStep.confirm", "secondStep.require", "secondStep.reset"],
    // Keys of machines, and addresses of events
    ...["machines.addKey", "machines.addEndpoint", "machines.renewSecret"],
    // Exports
    ...["exports.orders", "exports.members", "exports.activity", "exports.beneficiaries"],
    ...["exports.holders", "exports.rewards", "programme.statement"],
    ...["exports.allOrders", "exports.allBeneficiaries", "exports.companies"],
  ],
  sometimes: [
    // Unless it is the company's first account
    ...["beneficiaries.add", "beneficiaries.update"],
    // Admins, roles and e-mail addresses
    ...["members.add", "members.update", "members.remove"],
    // A colleague's; not a member's, nor one's own
    ...["members.endSession", "members.endSessions"],
    // The addresses that members write to, the texts that they read before they buy, and settings
    // that keep evidence for a shorter time or protect less
    "companies.updateSettings",
    // An approval that confirms another admin's
    ...["orders.approve", "payments.allocate", "payments.payOrder", "payments.approveReceived"],
    // A super admin, who has no password
    ...["secondStep.begin", "passkeys.add", "passkeys.remove"],
  ],
  itself: [
    ...["secondStep.renewCodes", "secondStep.turnOff", "sessions.stepUp"],
    ...["members.downloadData", "members.askForEnd"],
    ...["members.updateProfile", "passwords.change", "passwords.changeOwn"],
  ],
  never: [
    // Calls without a session
    ...["site.config", "site.offer", "policies.current", "policies.agreed", "messages.outbox"],
    ...["proof.history", "proof.checkpoint", "proof.inclusion", "proof.consistency"],
    ...[
      "registration.requestCode",
      "registration.faults",
      "registration.invitation",
      "registration.register",
      "sessions.logIn",
    ],
    ...["sessions.startAdmin", "sessions.finishAdmin", "sessions.logInAdmin"],
    ...["sessions.requestSuperAdminCode", "sessions.startSuperAdmin"],
    ...["sessions.finishSuperAdmin", "sessions.logInSuperAdmin"],
    ...["passwords.requestReset", "passwords.reset", "passwords.requestResetAdmin"],
    ...["passwords.resetAdmin", "passwords.invitation", "passwords.setPassword"],
    ...["passkeys.beginLogIn", "passkeys.logIn"],
    // Calls in any role
    ...["sessions.me", "sessions.logOut", "sessions.listMine", "sessions.endOne"],
    ...["sessions.endAll", "members.savePreferences", "media.add", "media.open"],
    "secondStep.mine",
    ...["passkeys.mine", "passkeys.beginAdding", "passkeys.beginStepUp"],
    // Members
    ...["orders.create", "orders.open", "orders.find", "orders.consent", "orders.submit"],
    ...["orders.history", "orders.timeline", "orders.terms", "orders.myCases", "orders.answerCase"],
    ...["orders.cancel", "orders.listMine", "orders.receipt", "orders.follow", "payments.mine"],
    ...["notices.mine", "notices.markRead", "notices.choice", "notices.chooseMails"],
    ...[
      "members.profile",
      "members.askVerification",
      "members.frame",
      "passwords.requestChangeCode",
      "prices.current",
    ],
    ...["prices.settings", "stock.global", "stock.mine", "stock.allocation", "proof.ofOrder"],
    ...["stock.overview", "stock.rank"],
    ...["beneficiaries.forMember", "referrals.summary", "referrals.chooseName"],
    ...["referrals.links", "referrals.invited", "programme.ownStatement"],
    "orders.rewards.mine",
    // Admins: reading
    ...["dashboard.frame", "dashboard.work", "dashboard.history", "dashboard.chooseMails"],
    ...["dashboard.firstDay", "dashboard.confirmFirstDay"],
    ...["dashboard.admin", "activity.list", "messages.undelivered", "orders.list"],
    ...["orders.sorted", "orders.cases"],
    ...["orders.arrivals", "orders.findForAdmin", "orders.selected", "payments.listUnallocated"],
    ...["orders.rewards.list", "orders.rewards.totals"],
    ...["orders.review", "orders.undoable", "orders.rejectReasons", "orders.dryRun"],
    ...[
      "payments.countUnallocated",
      "payments.days",
      "payments.reconciliation",
      "payments.signDay",
      "payments.waitingOrders",
      "payments.toRecord",
      "beneficiaries.forAdmin",
      "beneficiaries.list",
      "prices.list",
      "prices.review",
    ],
    ...["companies.settings", "companies.textVersions", "members.list", "members.counts"],
    ...["holders.list", "members.sorted", "members.selected"],
    ...["programme.history", "programme.referrers", "programme.campaigns"],
    ...["members.find", "members.orders", "members.allocations", "members.referrals"],
    ...["members.messages", "members.activity", "members.sessions"],
    ...[
      "statements.list",
      "statements.addEntry",
      "statements.file",
      "statements.lines",
      "statements.line",
      "statements.linesOf",
    ],
    // Admins: decisions
    ...["orders.reject", "orders.reverse", "orders.approveMany", "orders.rejectMany"],
    ...["orders.undo", "orders.undoMany", "orders.rewards.release", "orders.rewards.withdraw"],
    ...["payments.refund", "payments.dismiss", "payments.waitForRest", "payments.record"],
    ...["statements.approve", "statements.approveCertain", "statements.link"],
    ...["statements.hold", "statements.map", "statements.importFile", "statements.drop"],
    ...["statements.import", "statements.setAside", "statements.reopen"],
    ...["statements.putAwayMany", "statements.mend", "statements.answerDays"],
    ...["statements.unlink", "statements.acceptSum"],
    ...["announcements.list", "announcements.withdraw"],
    ...["announcements.preview", "announcements.test", "announcements.reminders"],
    ...["machines.list", "machines.endKey", "machines.endEndpoint", "machines.sendAgain"],
    // Admins: stopping a change
    ...["changes.list", "changes.count", "changes.refuse", "changes.withdraw"],
    ...["members.approve", "members.approveMany", "members.refuse", "members.resendMessage"],
    "members.setReferrer",
    ...["notes.list", "notes.add", "notes.ask", "notes.follow"],
    // Super admins
    "orders.listPlatform",
    "orders.findForPlatform",
    ...["orders.listAll", "beneficiaries.listAll", "companies.list", "companies.find"],
    ...[
      "companies.overview",
      "companies.firstSale",
      "companies.totals",
      "companies.admins",
      "companies.mail",
    ],
    "companies.bounds",
    ...["domains.list", "domains.watch", "domains.check"],
    ...["brands.studio", "brands.preview", "brands.save", "brands.start"],
    ...["brands.setPicture", "brands.drawPicture", "brands.discard"],
    ...["proof.lastVerification", "messages.undeliveredOfPlatform"],
    "messages.queue",
  ],
} as const satisfies Readonly<Record<StepUpNeed, readonly string[]>>;

/** Maps each procedure to its need. */
export const STEP_UP: ReadonlyMap<string, StepUpNeed> = new Map(
  (Object.keys(NAMES) as StepUpNeed[]).flatMap((need) =>
    NAMES[need].map((name) => [name, need] as const),
  ),
);

/** Refuses with STEP_UP_REQUIRED a session whose person has not proved themself recently. */
export function requireStepUp(actor: SignedInActor): void {
  if (actor.role === "USER" || !actor.isSteppedUp) throw refuse("STEP_UP_REQUIRED");
}

/** Refuses like `requireStepUp` where the table asks it of the procedure. */
export function requireStepUpFor(procedure: string, actor: SignedInActor): void {
  const need = STEP_UP.get(procedure);
  if (need === undefined) throw new Error(`${procedure} is not in the table of step-ups.`);
  if (need === "always") requireStepUp(actor);
}
