import type { AdminRole } from "@db/vocabulary";

/**
 * Maps each call of the admin area to the least role that it needs (product.md §6): a viewer sees,
 * a cashier also decides, an owner does everything. The procedures enforce the table, the pages
 * hide what it does not allow. A call of an admin that is not listed is refused to all.
 */
const LEAST_ROLE = {
  "dashboard.admin": "VIEWER",
  "dashboard.frame": "VIEWER",
  "dashboard.work": "VIEWER",
  "dashboard.history": "VIEWER",
  "dashboard.chooseMails": "VIEWER",
  "dashboard.firstDay": "VIEWER",
  "activity.list": "VIEWER",
  "messages.undelivered": "VIEWER",
  "orders.list": "VIEWER",
  "orders.sorted": "VIEWER",
  "orders.arrivals": "VIEWER",
  "orders.findForAdmin": "VIEWER",
  "orders.review": "VIEWER",
  "orders.undoable": "VIEWER",
  "orders.rejectReasons": "VIEWER",
  "orders.dryRun": "CASHIER",
  "payments.signDay": "CASHIER",
  "notes.add": "CASHIER",
  "notes.ask": "CASHIER",
  "notes.follow": "CASHIER",
  "orders.selected": "VIEWER",
  "payments.listUnallocated": "VIEWER",
  "payments.countUnallocated": "VIEWER",
  "payments.days": "VIEWER",
  "payments.reconciliation": "VIEWER",
  "announcements.reminders": "VIEWER",
  "notes.list": "VIEWER",
  "payments.toRecord": "VIEWER",
  "payments.waitingOrders": "VIEWER",
  "statements.list": "VIEWER",
  "statements.file": "VIEWER",
  "statements.lines": "VIEWER",
  "statements.line": "VIEWER",
  "statements.linesOf": "VIEWER",
  "beneficiaries.forAdmin": "VIEWER",
  "beneficiaries.list": "VIEWER",
  "prices.list": "VIEWER",
  "companies.settings": "VIEWER",
  "companies.textVersions": "VIEWER",
  "announcements.list": "VIEWER",
  "members.list": "VIEWER",
  "members.counts": "VIEWER",
  "members.sorted": "VIEWER",
  "members.selected": "VIEWER",
  "holders.list": "VIEWER",
  "programme.history": "VIEWER",
  "orders.cases": "VIEWER",
  "programme.referrers": "VIEWER",
  "members.find": "VIEWER",
  "members.orders": "VIEWER",
  "members.allocations": "VIEWER",
  "members.referrals": "VIEWER",
  "members.messages": "VIEWER",
  "members.activity": "VIEWER",
  "members.sessions": "VIEWER",
  "changes.list": "VIEWER",
  "changes.count": "VIEWER",
  // Any admin who notices a wrong change stops it.
  "changes.refuse": "VIEWER",
  "changes.withdraw": "VIEWER",

  "orders.approve": "CASHIER",
  "orders.reject": "CASHIER",
  "orders.reverse": "CASHIER",
  "orders.undo": "CASHIER",
  "orders.undoMany": "CASHIER",
  "orders.approveMany": "CASHIER",
  "orders.rejectMany": "CASHIER",
  "payments.approveReceived": "CASHIER",
  "payments.waitForRest": "CASHIER",
  "payments.record": "CASHIER",
  "payments.allocate": "CASHIER",
  "payments.payOrder": "CASHIER",
  "payments.refund": "CASHIER",
  "payments.dismiss": "CASHIER",
  "statements.addEntry": "CASHIER",
  "statements.hold": "CASHIER",
  "statements.map": "CASHIER",
  "statements.mend": "CASHIER",
  "statements.importFile": "CASHIER",
  "statements.drop": "CASHIER",
  "statements.import": "CASHIER",
  "statements.approve": "CASHIER",
  "statements.approveCertain": "CASHIER",
  "statements.link": "CASHIER",
  "statements.setAside": "CASHIER",
  "statements.putAwayMany": "CASHIER",
  "statements.reopen": "CASHIER",
  "statements.unlink": "CASHIER",
  "statements.acceptSum": "CASHIER",
  // Changes of bank details and rules need an owner (access/rules/second-admin.ts)
  "changes.confirm": "CASHIER",
  "members.approve": "CASHIER",
  "members.approveMany": "CASHIER",
  "members.refuse": "CASHIER",
  "members.resendMessage": "CASHIER",
  // A cashier compares these with the bank's statement
  "exports.orders": "CASHIER",
  "programme.statement": "CASHIER",

  "exports.members": "OWNER",
  "exports.holders": "OWNER",
  "exports.activity": "OWNER",
  "exports.beneficiaries": "OWNER",
  "members.add": "OWNER",
  "members.update": "OWNER",
  "members.remove": "OWNER",
  "members.inviteAgain": "OWNER",
  "members.setReferrer": "OWNER",
  "members.endSession": "OWNER",
  "members.endSessions": "OWNER",
  "beneficiaries.add": "OWNER",
  "beneficiaries.update": "OWNER",
  "beneficiaries.edit": "OWNER",
  "beneficiaries.makeDefault": "OWNER",
  "beneficiaries.remove": "OWNER",
  "prices.set": "OWNER",
  "prices.cancel": "OWNER",
  "prices.review": "OWNER",
  "prices.setTerms": "OWNER",
  "companies.updateSettings": "OWNER",
  "dashboard.confirmFirstDay": "OWNER",
  "companies.addDocument": "OWNER",
  "companies.removeDocument": "OWNER",
  "companies.setSecondAdmin": "OWNER",
  "announcements.publish": "OWNER",
  "announcements.preview": "OWNER",
  "announcements.setReminder": "OWNER",
  "announcements.test": "OWNER",
  "announcements.withdraw": "OWNER",
  "secondStep.require": "OWNER",
  "secondStep.reset": "OWNER",
  "machines.list": "OWNER",
  "machines.addKey": "OWNER",
  "machines.endKey": "OWNER",
  "machines.addEndpoint": "OWNER",
  "machines.endEndpoint": "OWNER",
  "machines.sendAgain": "OWNER",
} as const satisfies Readonly<Record<string, AdminRole>>;

export type AdminCall = keyof typeof LEAST_ROLE;

/** Maps each call to its least role. */
export const LEAST_ADMIN_ROLE: ReadonlyMap<string, AdminRole> = new Map(Object.entries(LEAST_ROLE));

const RANK: Readonly<Record<AdminRole, number>> = { VIEWER: 0, CASHIER: 1, OWNER: 2 };

/** True if an admin of this role may make a call; nobody may make an unknown call. */
export function mayCall(role: AdminRole, call: string): boolean {
  const least = LEAST_ADMIN_ROLE.get(call);
  return least !== undefined && RANK[role] >= RANK[least];
}

/** Returns an admin's stored role; an admin from before these roles is an owner. */
export const adminRoleOf = (stored: AdminRole | null | undefined): AdminRole => stored ?? "OWNER";

/** Lists the calls that a role does not allow. An owner has none. */
export const callsAboveRole = (role: AdminRole): AdminCall[] =>
  (Object.keys(LEAST_ROLE) as AdminCall[]).filter((call) => !mayCall(role, call));
