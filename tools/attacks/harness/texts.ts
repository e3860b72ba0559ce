import { z } from "zod";
import { appRouter } from "@server/http/router";

/** A text field of a contract: `orders.reject reason`. */
export type TextField = `${string} ${string}`;

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** Returns the fields of a contract that take any text: neither a choice nor of a fixed form. */
function textsIn(schema: Schema, at: string): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const inside = [
    ...parts.flatMap((part) => textsIn(part, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      textsIn(part, at === "" ? name : `${at}.${name}`),
    ),
    ...(schema.items ? textsIn(schema.items, `${at}[]`) : []),
  ];
  const isChoice = schema.enum !== undefined || schema.const !== undefined;
  // A contract's document says nothing about a value that code reads; it may be text.
  const isUnknown = schema.type === undefined && parts.length === 0 && !schema.properties;
  const isText = schema.type === "string" && schema.format === undefined && !schema.pattern;
  return !isChoice && (isText || isUnknown) ? [...inside, at] : inside;
}

/** A contract's own refusals count; the form of a field in the document is only told. */
const UNDESCRIBED = {
  io: "input",
  unrepresentable: "any",
  metadata: z.registry<Record<string, unknown>>(),
} as const;

/** Returns every text field of every procedure, from the contracts. */
export function contractTexts(): TextField[] {
  return Object.entries<unknown>(appRouter._def.procedures).flatMap(([name, procedure]) => {
    const { inputs } = (procedure as { _def: { inputs: z.ZodType[] } })._def;
    const fields = inputs.flatMap((input) =>
      textsIn(z.toJSONSchema(input, UNDESCRIBED) as Schema, ""),
    );
    return [...new Set(fields)].map((field): TextField => `${name} ${field}`);
  });
}

/**
 * Text fields that are typed with canaries. A field of a contract that is neither here nor among
 * those below fails a test.
 */
export const TYPED: Readonly<Record<string, readonly string[]>> = {
  "beneficiaries.add": ["holderName", "bankName", "branch", "accountNumber", "ifscCode", "upi"],
  "beneficiaries.update": ["holderName", "bankName", "branch", "accountNumber", "ifscCode", "upi"],
  "beneficiaries.edit": ["holderName", "bankName", "branch", "accountNumber", "ifscCode", "upi"],
  "brands.save": [
    "name",
    "title",
    "programName",
    "tokenDistribution",
    "footerNote",
    "metaTitle",
    "metaDescription",
    "metaKeywords",
  ],
  "companies.add": [
    "companyName",
    "email",
    "mobile",
    "companyAddress",
    "companyPincode",
    "tokenName",
    "tokenSymbol",
    "companyAadhaarCard",
    "companyPan",
    "apiOrigins[]",
    "adminName",
    "adminEmail",
  ],
  "companies.update": [
    "companyName",
    "email",
    "mobile",
    "companyAddress",
    "companyPincode",
    "tokenName",
    "tokenSymbol",
    "companyAadhaarCard",
    "companyPan",
    "apiOrigins[]",
  ],
  "companies.setMail": ["senderName", "replyTo"],
  "companies.inviteAdmin": ["adminName", "adminEmail", "mobile"],
  "companies.updateSettings": [
    "supportEmail",
    "supportMobile",
    "privacyPolicy",
    "termsOfSale",
    "riskNotice",
    "advertNotice",
    "smsCountries",
    "rejectReasons",
    "whatsApp",
    "legalName",
    "legalAddress",
    "questions_en",
    "questions_hi",
  ],
  "announcements.publish": ["title", "text"],
  "announcements.setReminder": ["text_en", "text_hi"],
  "notes.add": ["text"],
  "notes.ask": ["text"],
  "domains.add": ["host"],
  "members.updateProfile": ["name", "mobile", "pincode", "kycDocumentNumber"],
  "members.add": ["name", "email", "mobile"],
  "members.update": ["name", "email", "mobile"],
  "members.refuse": ["reason"],
  "orders.submit": ["referenceNumber"],
  "orders.answerCase": ["answer"],
  "orders.reject": ["reason", "refundNote"],
  "orders.rejectMany": ["reason", "refundNote"],
  "orders.reverse": ["reason"],
  "passkeys.add": ["name"],
  "machines.addKey": ["name"],
  "payments.refund": ["reference"],
  "payments.dismiss": ["reason"],
  "statements.setAside": ["reason"],
  "registration.requestCode": ["name", "email", "mobile"],
  "registration.register": ["name", "mobile", "email", "pincode", "referralCode"],
};

/** Names of fields in any procedure whose text no page shows, each with the use of its text. */
const BY_NAME: Readonly<Record<string, string>> = {
  page: "a number",
  limit: "a number",
  search: "searched for, not stored; a page shows it to whoever typed it (the attack `reflected`)",
  currentPassword: "compared with a hash",
  password: "hashed",
  newPassword: "hashed",
  adminPassword: "hashed",
  stepUpProof: "compared with a hash",
  otp: "compared with a hash",
  mobileOtp: "compared with a hash",
  code: "compared with a hash",
  ticket: "ours, sealed",
  stepUpTicket: "ours, sealed",
  companyId: "the id of a company, looked up",
  purchaseId: "the number of an order, looked up",
  "purchaseIds[]": "numbers of orders, looked up",
  basedOn: "a stamp, compared",
  amount: "a number",
  paidAmount: "a number",
  received: "a number",
  receivedAmount: "a number",
  least: "a number",
  most: "a number",
  price: "a number",
  startsAt: "a time",
  endsAt: "a time",
  capTotal: "a number",
  bookedOn: "a day",
  valueOn: "a day",
  balance: "a number",
  day: "a day",
  since: "a time",
  on: "a day",
  from: "a day, or the name of a brand that is looked up",
  to: "a day",
  action: "one of a list",
  hash: "looked up",
  "after.signature": "compared with ours",
  dateOfBirth: "a day",
  launchAt: "a time",
  launchLatest: "a time",
  minimumOrder: "a number",
  feeLeast: "a number",
  feeMost: "a number",
  rewardLeast: "a number",
  rewardMost: "a number",
  totalSupply: "a number",
  maxPendingOrders: "a number",
  maxHeldTokens: "a number",
  releaseAfterDays: "a number",
  secondAdminAbove: "a number",
  above: "a number",
  renewMonths: "a number",
  mostUnverified: "a number",
  mostVerified: "a number",
  messageDays: "a number",
  digestHour: "a number",
  referralDays: "a number",
  rewardHoldDays: "a number",
  rewardVerifiedAbove: "a number",
  year: "a number",
  number: "a number",
  part: "a number",
  chainId: "a number",
  claimUntil: "a day",
  boughtPause: "a number",
  boughtMonths: "a number",
  earnedPause: "a number",
  earnedMonths: "a number",
  proofYears: "a number",
  "response.id": "of a passkey, verified by a signature",
  "response.rawId": "of a passkey, verified by a signature",
  "stepUpResponse.id": "of a passkey, verified by a signature",
  "stepUpResponse.rawId": "of a passkey, verified by a signature",
  "file.bytes": "a file (the attack `files`)",
  "files[].bytes": "a file (the attack `files`)",
  "files[].fileName": "the name of an upload, which the attack types over REST",
  "file.fileName": "not kept: a brand's picture is redrawn",
};

/** Fields of one procedure each whose text no page shows. */
const OF_ONE: Readonly<Record<TextField, string>> = {
  "statements.hold file.fileName": "the name of a file, which only a form can send; shown as text",
  "statements.import file.fileName":
    "the name of a file, which only a form can send; shown as text",
  "orders.approve reference": "letters, digits and a few signs",
  "payments.approveReceived reference": "letters, digits and a few signs",
  "statements.unlink reason": "kept in the activity alone, as that of `statements.setAside`",
  "statements.putAwayMany seen": "a stamp, compared",
  "payments.signDay seen": "a stamp, compared",
  "statements.putAwayMany reason": "stored as that of `statements.setAside`",
  "statements.mend row": "the number of a row of the held file",
  "statements.mend narration": "shown as text, as a narration of the file",
  "statements.acceptSum reason": "kept in the activity alone, as that of `statements.setAside`",
  "payments.record reference": "letters, digits and a few signs",
  "payments.record reason": "kept in the activity alone, as that of `statements.setAside`",
  "statements.link reason": "kept in the activity alone, as that of `statements.setAside`",
  "statements.approve reason": "kept in the activity alone, as that of `statements.setAside`",
  "statements.decideMany reason": "kept in the activity alone, as that of `statements.setAside`",
  "payments.waitForRest reference": "letters, digits and a few signs",
  "campaigns.add name": "shown as text; it waits for a second owner, whom the attack does not have",
  "campaigns.setTerms name": "stored as that of `campaigns.add`",
  "launch.confirmWallet evidence":
    "shown as text; it waits for a second owner, whom the attack does not have",
  "launch.askWallet walletAddress": "an address, parsed",
  "launch.proveWallet signature": "hex digits, verified and shown nowhere",
  "batches.publish network":
    "shown as text; it waits for a second owner, whom the attack does not have",
  "batches.send network": "shown as text, once two owners have frozen a batch",
  "batches.fund hash": "hex digits",
  "batches.addTransfers text": "read line by line; addresses, numbers and hex digits are kept",
  "machines.addEndpoint url": "an address, parsed; shown as text to owners",
  "statements.addEntry narration": "shown as text, as a narration of a file",
  "statements.addEntry reference": "shown as text, as a reference of a file",
  "announcements.preview title": "not stored; shown to whoever typed it",
  "announcements.preview text": "not stored; shown to whoever typed it",
  "announcements.test title": "mailed as that of `announcements.publish`",
  "announcements.test text": "mailed as that of `announcements.publish`",
  "members.setReferrer reason": "kept in the activity alone, as that of `statements.setAside`",
  "members.setReferrer shown": "compared",
  "members.setReferrer referralCode": "looked up",
  "members.approve identity": "a stamp, compared",
  "members.refuse identity": "a stamp, compared",
  "members.approveMany members[].identity": "a stamp, compared",
  "orders.rewards.release reason": "shown as text in the list of rewards alone",
  "orders.rewards.withdraw reason": "shown as text in the lists of rewards alone",
  "companies.setStatus reason": "shown as text on the closed site alone",
  "companies.addDocument title": "the name of a file, which only a form can send; shown as text",
  "companies.setIdentity reasons": "options of a field at the desk of identity",
  "identity.save typedName": "shown as text to its member, and to admins beside the documents",
  "identity.save pan": "of a fixed form, and masked",
  "identity.save secondNumber": "letters and digits, and masked",
  "identity.save address": "shown as text to its member, and to admins beside the documents",
  "identityFile.request reason": "shown as text to owners, in mails and in the activity",
  "identity.decide reason": "shown as text to its member, and in the mail to them",
  "identity.decide documents[].reason": "shown as text to its member, and in the mail to them",
  "identity.submit typedName": "kept as that of `identity.save`",
  "identity.submit pan": "kept as that of `identity.save`",
  "identity.submit address": "kept as that of `identity.save`",
  "identity.submit place": "kept as that of `identity.send`",
  "identity.decide version": "a number, compared",
  "identity.send purchase": "a plain amount in rupees, in the address of a link to its member",
  "identity.send place": "shown as text to admins beside the documents",
  "registration.begin email": "mailed to as that of `registration.requestCode`",
  "registration.requestMobileCode email": "compared",
  "registration.requestMobileCode mobile": "as that of `registration.requestCode`",
  "registration.join name": "stored as that of `registration.register`",
  "registration.join email": "stored as that of `registration.register`",
  "registration.join mobile": "stored as that of `registration.register`",
  "registration.join referralCode": "looked up",
  "passkeys.beginAdding host": "must be a host of the company",
  "passkeys.beginLogIn host": "must be a host of the company",
  "passkeys.beginStepUp host": "must be a host of the company",
};

/** Calls that only read, or that start a login: none of their input is stored. */
const NOT_STORED =
  /^(sessions|passwords)\.|^brands\.preview$|^registration\.(faults|invitation|proveEmail)$/;

/**
 * Fields that describe the columns of an account's files. They belong to a file, which only a form
 * can send.
 */
const MAPPING = /^statements\.(?:import mapping\.|map )/;

/** Returns the reason why a text field is not typed with canaries; null for one that has to be. */
export function reasonNotTyped(field: TextField): string | null {
  const [procedure = "", name = ""] = field.split(" ");
  const last = name.split(".").at(-1) ?? "";
  return (
    (MAPPING.test(field) ? "the heading of a column, compared; no page shows it" : undefined) ??
    OF_ONE[field] ??
    (NOT_STORED.test(procedure) ? "not stored" : undefined) ??
    BY_NAME[name] ??
    BY_NAME[last] ??
    (/Percent$/.test(name) ? "a number" : null)
  );
}
