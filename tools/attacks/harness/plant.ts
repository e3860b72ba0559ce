import { builtInBrand } from "@themes/registry";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import type { PasskeyChallenge } from "@server/members/contracts/passkeys";
import { Authenticator } from "@server/testing/authenticator";
import { hugePng } from "@server/testing/sample-files";
import type { Instance } from "@tools/faults/harness/installation";
import type { Form } from "@tools/attacks/attack";
import { type Answer, ask } from "./http";
import { MAILBOXES } from "./payloads";
import type { Tenant, Target } from "./target";
import { TYPED } from "./texts";

/** Fields that take mail addresses only. */
const MAIL_FIELDS = new Set(["email", "adminEmail", "supportEmail", "replyTo"]);

export type Input = Record<string, unknown>;
export type Send = (input: Input) => Promise<Answer>;

/**
 * Procedures of which another one types the same texts, shown in the same places; the short form
 * skips them.
 */
const SHOWN_ELSEWHERE = new Set([
  "beneficiaries.add",
  "beneficiaries.edit",
  "companies.add",
  "companies.inviteAdmin",
  "domains.add",
  "members.add",
  "members.update",
  "orders.rejectMany",
]);

/** Types canaries, and records which fields took one. */
export class Typist {
  /** The field in which each canary was typed, by the canary's number. */
  readonly fields: string[] = [];
  readonly typed = new Set<string>();
  readonly accepted = new Set<string>();
  readonly #payloads: readonly string[];
  readonly #isShort: boolean;

  /** Tries all texts in each field; the short form tries the first and a plain word. */
  constructor(payloads: readonly string[], form: Form) {
    this.#isShort = form === "short";
    this.#payloads = this.#isShort ? payloads.slice(0, 1) : payloads;
  }

  /** Returns the texts for a field, each with a canary of its own. */
  texts(field: string): string[] {
    const name = field.split(" ")[1] ?? "";
    const word = `zqx${String(this.fields.push(field)).padStart(3, "0")}`;
    const given = MAIL_FIELDS.has(name)
      ? MAILBOXES.map((box) => `${box}@people.example`)
      : // A field with a form of its own may take the plain word.
        [...this.#payloads, "$"];
    const texts = given.map((text) => text.replaceAll("$", () => word));
    // A question is followed by its answer.
    return name.startsWith("questions_") ? texts.map((text) => `${text}\n${text}`) : texts;
  }

  /** Types into each field of a procedure in turn; accepted text stays for the next fields. */
  async type(procedure: string, base: Input, send: Send): Promise<Input> {
    if (this.#isShort && SHOWN_ELSEWHERE.has(procedure)) return base;
    let kept = base;
    for (const field of TYPED[procedure] ?? []) {
      const name = field.replace("[]", "");
      const isList = field.endsWith("[]");
      this.typed.add(`${procedure} ${field}`);
      for (const text of this.texts(`${procedure} ${name}`)) {
        const input = { ...kept, [name]: isList ? [text] : text };
        const { status, text: said } = await send(input);
        if (status >= 500)
          throw new Error(`${procedure} ${name} = ${JSON.stringify(text)}: ${said}`);
        if (status !== 200) continue;
        this.accepted.add(`${procedure} ${field}`);
        kept = input;
        break;
      }
    }
    return kept;
  }
}

/** The accounts and records that show the typed texts. */
export interface Planted {
  tenant: Tenant;
  receiptId: string;
  approved: string;
  memberIds: string[];
  superAdmin: string;
  admin: string;
  member: string;
}

interface Place {
  target: Target;
  typist: Typist;
  at: Instance;
  tenant: Tenant;
  call: (name: string, token?: string) => Send;
  platform: (name: string) => Send;
  admin: string;
  member: string;
}

const dataOf = <T>({ text }: Answer): T =>
  (JSON.parse(text) as { result: { data: T } }).result.data;

/** Fails unless the call succeeds. */
async function must<T>(answer: Promise<Answer>): Promise<T> {
  const done = await answer;
  if (done.status !== 200) throw new Error(`Refused: ${done.text}`);
  return dataOf<T>(done);
}

let people = 0;
/** Returns details that nobody else has. */
const somebody = () => ({
  name: "Somebody",
  email: `new-${(people += 1)}-${process.pid}@people.example`,
  mobile: "+919876512345",
});

/** Types every text of the product, as each person who may type it, at a company of its own. */
export async function plant(target: Target, at: Instance, typist: Typist): Promise<Planted> {
  const tenant = await target.tenant({ privateTokens: 1000, maxPendingOrders: 100 });
  const { host, company } = tenant;
  const { token: superAdmin } = await target.superAdmin();
  const admin = await target.token(tenant.admin);
  const member = await target.token(tenant.member);
  const sender =
    (where: string) =>
    (name: string, token = "none"): Send =>
    (json) =>
      ask(at.port, { path: `/trpc/${name}`, host: where, json, token });
  const call = sender(host);
  const platform = (name: string) => sender("localhost")(name, superAdmin);
  const place: Place = { target, typist, at, tenant, call, platform, admin, member };
  await companyTexts(place);
  await brand(place);
  await accounts(place);
  const memberIds = await persons(place);
  const receiptId = await upload(place);
  const approved = await orders(place, receiptId);
  await latePayments(place);
  await statementLines(place);
  // A browser names itself; the list of sessions shows that name.
  const [agent = ""] = typist.texts("user-agent header");
  for (const who of [tenant.member, tenant.admin]) {
    await target.logIn(at, tenant, who, {
      headers: { "user-agent": agent.replace(/[^\x20-\x7e]/g, " ") },
    });
  }
  memberIds.push(tenant.member.id, company.admin.id);
  return { tenant, receiptId, approved, memberIds, superAdmin, admin, member };
}

async function companyTexts({ typist, tenant, call, platform, admin }: Place): Promise<void> {
  const id = tenant.company.id;
  const details = {
    id,
    companyName: "A company",
    email: "desk@people.example",
    mobile: "+919876500000",
    tokenSymbol: "RSGN",
    totalSupply: "10000",
  };
  await typist.type("companies.setMail", { id }, platform("companies.setMail"));
  await typist.type("companies.inviteAdmin", {}, (input) => {
    const { name: adminName, email: adminEmail, mobile } = somebody();
    return platform("companies.inviteAdmin")({ id, adminName, adminEmail, mobile, ...input });
  });
  await typist.type("companies.updateSettings", {}, call("companies.updateSettings", admin));
  const news = { title: "News", text: "We moved." };
  await typist.type("announcements.publish", news, call("announcements.publish", admin));
  const about = { memberId: tenant.member.id };
  await typist.type("notes.add", about, call("notes.add", admin));
  const question = { ...about, question: "OTHER" };
  await typist.type("notes.ask", question, call("notes.ask", admin));
  await typist.type("machines.addKey", { scopes: "read" }, call("machines.addKey", admin));
  const reminder = { kind: "ORDER_OPEN", isOn: true };
  await typist.type(
    "announcements.setReminder",
    reminder,
    call("announcements.setReminder", admin),
  );
  await typist.type("companies.add", {}, (input) => {
    const { name: adminName, email: adminEmail, mobile } = somebody();
    const { id: _id, ...fresh } = details;
    return platform("companies.add")({ ...fresh, adminName, adminEmail, mobile, ...input });
  });
  await typist.type("domains.add", { companyId: id }, platform("domains.add"));
  await typist.type("companies.update", details, platform("companies.update"));
}

async function brand({ typist, at, tenant, platform, target }: Place): Promise<void> {
  const companyId = tenant.company.id;
  const { token } = await target.superAdmin();
  const basedOn = async () => {
    const input = encodeURIComponent(JSON.stringify({ companyId }));
    const path = `/trpc/brands.studio?input=${input}`;
    return (await must<{ basedOn: string }>(ask(at.port, { path, token }))).basedOn;
  };
  await must(platform("brands.start")({ companyId, basedOn: await basedOn(), from: "RSGN" }));
  const links = { telegram: "https://t.example/zqx000?a=1&b=%22" };
  const base = { ...brandForm(), companyId, links };
  const save: Send = async (input) => {
    const share = String(input["tokenDistribution"]);
    // The line of a share has its number; the rest of it is free text.
    const tokenDistribution = share.includes("%") ? share : `60% ${share}\n40% Others`;
    return platform("brands.save")({ ...input, tokenDistribution, basedOn: await basedOn() });
  };
  await typist.type("brands.save", base, save);
  await must(platform("brands.publish")({ companyId, basedOn: await basedOn() }));
}

/** Returns a brand as the studio's form sends it. */
export function brandForm() {
  const brandShown = builtInBrand("RSGN");
  if (!brandShown) throw new Error("There is no such brand.");
  const { metaData, look, socialLinks: _links, tokenDistribution, ...words } = brandShown;
  return {
    ...words,
    ...look,
    tokenDistribution: tokenDistribution.join("\n"),
    links: {},
    metaTitle: metaData.title,
    metaDescription: metaData.description,
    metaKeywords: metaData.keywords.join(","),
  };
}

async function accounts({ target, typist, at, tenant, call, admin }: Place): Promise<void> {
  const second = await target.token(await target.account(tenant.company, { role: "ADMIN" }));
  const listing = { path: "/trpc/changes.list", host: tenant.host, token: second };
  /** Every account but the first waits for a second admin. */
  const confirmed =
    (name: string): Send =>
    async (input) => {
      const answer = await call(name, admin)(input);
      if (!answer.text.includes("NEEDS_SECOND_ADMIN")) return answer;
      for (const { id } of await must<{ id: string }[]>(ask(at.port, listing))) {
        await must(call("changes.confirm", second)({ id }));
      }
      return { ...answer, status: 200 };
    };
  const account = {
    holderName: "A holder",
    bankName: "A bank",
    branch: "A branch",
    accountNumber: "50100000001",
    ifscCode: "HDFC0000001",
    upi: "somebody@okbank",
    isIfscConfirmed: true,
  };
  await typist.type("beneficiaries.update", account, confirmed("beneficiaries.update"));
  await typist.type("beneficiaries.add", account, confirmed("beneficiaries.add"));
  const path = "/trpc/beneficiaries.list?input=%7B%7D";
  const listed = await must<{ records: { id: string }[] }>(
    ask(at.port, { path, host: tenant.host, token: admin }),
  );
  const edited = { ...account, id: listed.records[0]?.id };
  await typist.type("beneficiaries.edit", edited, confirmed("beneficiaries.edit"));
}

async function persons(place: Place): Promise<string[]> {
  const { typist, target, tenant, call, admin, member } = place;
  const { password } = tenant.member;
  await passkeyName(place);
  const own = { currentPassword: password, name: "Somebody", mobile: "+919876512399" };
  await typist.type("members.updateProfile", own, call("members.updateProfile", member));
  await typist.type("members.add", {}, (input) => {
    const fresh = { ...somebody(), role: "USER", password: "a long pass phrase" };
    return call("members.add", admin)({ ...fresh, ...input });
  });
  const other = await target.account(tenant.company);
  const base = { ...somebody(), id: other.id, role: "USER" };
  await typist.type("members.update", base, call("members.update", admin));
  await typist.type("members.refuse", {}, async (input) => {
    const { id } = await target.account(tenant.company, { isApproved: false });
    const path = `/trpc/members.find?input=${encodeURIComponent(JSON.stringify({ id }))}`;
    const { identity } = await must<{ identity: string }>(
      ask(place.at.port, { path, host: tenant.host, token: admin }),
    );
    return call("members.refuse", admin)({ id, identity, ...input });
  });
  const request = (input: Input) => call("registration.requestCode")({ ...somebody(), ...input });
  await typist.type("registration.requestCode", {}, request);
  await typist.type("registration.register", {}, async (input) => {
    const fresh = { ...somebody(), ...input };
    const email = String(fresh.email).trim();
    const before = target.mailsTo(email);
    const asked = await call("registration.requestCode")({ ...fresh, name: "Somebody" });
    if (asked.status !== 200) return asked;
    const otp = await target.code(email, before + 1);
    const rest = { otp, dateOfBirth: "1990-01-01", password: "a long pass phrase" };
    return call("registration.register")({ ...rest, ...fresh });
  });
  return [other.id];
}

/** Types the name of a passkey; the security pages of admins show it by the same component. */
async function passkeyName({ typist, at, tenant, call, member }: Place): Promise<void> {
  const { host } = tenant;
  const { password: currentPassword } = tenant.member;
  await typist.type("passkeys.add", {}, async (input) => {
    const begun = call("passkeys.beginAdding", member)({ host });
    const challenge = await must<PasskeyChallenge>(begun);
    const { ticket } = challenge;
    const response = new Authenticator().create(challenge, { origin: `http://${host}:${at.port}` });
    return call("passkeys.add", member)({ ticket, response, currentPassword, ...input });
  });
  if (!typist.accepted.has("passkeys.add name")) throw new Error("No passkey took a name.");
}

/** Uploads a file with a typed name. */
async function upload({ typist, at, tenant, member }: Place): Promise<string> {
  typist.typed.add("media.add files[].fileName");
  let id = "";
  for (const text of typist.texts("media.add fileName")) {
    const edge = "----edge";
    const name = text.replace(/["\p{Cc}]/gu, (sign) => encodeURIComponent(sign));
    const body = Buffer.concat([
      Buffer.from(
        `--${edge}\r\nContent-Disposition: form-data; name="medias"; filename="${name}.png"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      hugePng(6, 6),
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]);
    const answer = await ask(at.port, {
      path: "/api/v1/superadmin/media/add",
      host: tenant.host,
      token: member,
      body,
      headers: { "content-type": `multipart/form-data; boundary=${edge}` },
    });
    if (answer.status !== 200) throw new Error(`The upload was refused: ${answer.text}`);
    id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(answer.text)?.[0] ?? id;
  }
  return id;
}

/**
 * Makes orders with every text that members and admins write about them; returns the number of an
 * approved one.
 */
async function orders(
  { typist, target, tenant, call, admin, member }: Place,
  receiptId: string,
): Promise<string> {
  const { company } = tenant;
  const order = () =>
    must<{ orderNumber: string }>(call("orders.create", member)({ amount: "20" }));
  const pay = async (input: Input) => {
    const { orderNumber: purchaseId } = await order();
    const rest = { paymentMethod: "BANK", amount: "20", receiptId, consent: true };
    return call("orders.submit", member)({ purchaseId, ...rest, ...input });
  };
  await typist.type("orders.submit", {}, pay);
  let references = 0;
  const paid = async () => {
    const sent = { referenceNumber: `UTR${Date.now()}${(references += 1)}` };
    // Each order has a proof of its own, since one proof is of one payment.
    const proof = await company.proof(tenant.member);
    return must<{ id: string; orderNumber: string }>(pay({ ...sent, receiptId: proof }));
  };
  const confirmed = { moneyConfirmed: true };
  for (const name of ["orders.reject", "orders.rejectMany"] as const) {
    await typist.type(name, { reason: "No money" }, async (input) => {
      const { id } = await paid();
      const which = name === "orders.reject" ? { orderId: id } : { orderIds: [id] };
      return call(name, admin)({ ...which, version: 1, ...input });
    });
  }
  await typist.type("orders.reverse", {}, async (input) => {
    const { id } = await paid();
    await must(call("orders.approve", admin)({ orderId: id, ...confirmed }));
    return call("orders.reverse", admin)({ orderId: id, ...input });
  });
  const { id, orderNumber } = await paid();
  await must(call("orders.approve", admin)({ orderId: id, ...confirmed }));
  await target.forget();
  return orderNumber;
}

/** Makes payments that no order takes, since they came after the tokens were gone. */
async function latePayments({ typist, target, at, tenant, call, admin }: Place): Promise<void> {
  const { company, host } = tenant;
  for (const name of ["payments.refund", "payments.dismiss"] as const) {
    const late = await target.account(company);
    const token = await target.token(late);
    await target.place.database.sql`
      UPDATE supplies SET total = held + allocated + 100 WHERE company_id = ${company.id}`;
    const { orderNumber: purchaseId } = await must<{ orderNumber: string }>(
      call("orders.create", token)({ amount: "100" }),
    );
    await company.expireHold(purchaseId);
    await releaseOverdueHolds(target.place.database.db, { companyId: company.id });
    await target.place.database.sql`
      UPDATE supplies SET total = held + allocated WHERE company_id = ${company.id}`;
    const paid = await call(
      "orders.submit",
      token,
    )({
      purchaseId,
      paymentMethod: "BANK",
      amount: "100",
      referenceNumber: `LATE${Date.now()}`,
      receiptId: await company.proof(late),
      consent: true,
    });
    const { payments } = await must<{ payments: UnallocatedPayment[] }>(
      ask(at.port, { path: "/trpc/payments.listUnallocated", host, token: admin }),
    );
    const open = payments.find((one) => one.orderNumber === purchaseId);
    if (!open) throw new Error(`The late payment is not kept: ${paid.text}`);
    const { kind, id: paymentId, openPaise } = open;
    const refundedOn = new Date().toISOString().slice(0, 10);
    const base = { kind, paymentId, amount: String(openPaise / 100), refundedOn };
    await typist.type(name, base, call(name, admin));
  }
}

/** Imports entries of a statement that belong to no order. */
async function statementLines({ typist, target, tenant, call, admin }: Place): Promise<void> {
  const { company } = tenant;
  await typist.type("statements.setAside", {}, async (input) => {
    const [line] = await target.place.database.sql`
      WITH statement AS (
        INSERT INTO statements (company_id, id, account_id, file_name, format, row_count, added_count, unread, imported_by)
        VALUES (${company.id}, gen_random_uuid(), gen_random_uuid(), 'a.csv', 'CSV', 1, 1, '[]', gen_random_uuid())
        RETURNING *
      )
      INSERT INTO statement_lines (company_id, id, account_id, statement_id, line_key, occurrence, booked_on, amount_paise, side, narration)
      SELECT company_id, gen_random_uuid(), account_id, id, 'a', 1, '2026-11-01', 100, 'CREDIT', 'Interest' FROM statement
      RETURNING id`;
    await target.place.database.sql`
      WITH payment AS (
        INSERT INTO payments (company_id, id, status, method, amount_paise)
        VALUES (${company.id}, gen_random_uuid(), 'UNALLOCATED', 'BANK', 100) RETURNING *
      )
      INSERT INTO payment_evidence (company_id, id, payment_id, payment_status, source, line_id, booked_on, amount_paise)
      SELECT company_id, gen_random_uuid(), id, status, 'BANK', ${line?.["id"]}::uuid, '2026-11-01', 100 FROM payment`;
    return call("statements.setAside", admin)({ lineId: line?.["id"], ...input });
  });
}

interface UnallocatedPayment {
  kind: string;
  id: string;
  orderNumber: string;
  openPaise: number;
}
