/** Who can act; PLATFORM is a super admin, VISITOR a person without a session. */
export const ACTIVITY_ACTORS = ["ADMIN", "USER", "PLATFORM", "VISITOR", "SYSTEM"] as const;
export type ActivityActor = (typeof ACTIVITY_ACTORS)[number];

/** All actions of the audit log, by the noun they apply to. The locales have a text for each. */
export const ACTIONS = {
  order: [
    "order.created",
    "order.consented",
    "order.submitted",
    "order.approved",
    "order.rejected",
    "order.reversed",
    "order.cancelled",
    "order.replaced",
    "order.expired",
    "payment.unapplied",
    "payment.refunded",
    "payment.not-received",
  ],
  member: [
    "member.registered",
    "member.added",
    "member.updated",
    "member.approved",
    "member.deleted",
    "member.profile-updated",
    "member.password-changed",
    "member.password-reset",
    "member.password-set",
    "member.address-proven",
    "member.sessions-ended",
    "member.message-resent",
    "member.second-step-on",
    "member.second-step-off",
    "member.recovery-codes-renewed",
    "member.recovery-code-used",
    "member.second-step-reset",
    "member.second-step-lost",
    "member.stepped-up",
    "member.passkey-added",
    "member.passkey-removed",
    "member.promoted",
    "member.demoted",
    "member.email-changed",
    "admin.invited",
    "admin.role-changed",
  ],
  beneficiary: ["beneficiary.added", "beneficiary.updated", "beneficiary.removed"],
  price: ["price.set", "price.scheduled", "price.cancelled"],
  company: [
    "company.added",
    "company.updated",
    "company.settings-changed",
    "company.second-step-required",
    "company.mail-changed",
  ],
  domain: ["domain.added", "domain.deleted"],
  brand: [
    "brand.started",
    "brand.saved",
    "brand.discarded",
    "brand.published",
    "brand.rolled-back",
    "brand.picture-set",
    "brand.picture-drawn",
    "brand.imported",
  ],
  export: ["export.orders", "export.members", "export.activity", "export.beneficiaries"],
} as const;

export type ActivityNoun = keyof typeof ACTIONS;

export const ACTIVITY_NOUNS: readonly ActivityNoun[] = [
  "order",
  "member",
  "beneficiary",
  "price",
  "company",
  "domain",
  "brand",
  "export",
];
