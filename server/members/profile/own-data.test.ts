import { saveIdentity } from "@server/members/queries/identity";
import { keepSigns } from "@server/members/queries/signs";
import { eq, getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { transact } from "@db/client";
import { MEMBER_COLUMNS } from "@db/member-columns";
import { expireMessages } from "@server/messages/queries/message-queue";
import { lockMember, updateMember } from "@server/access/queries/members";
import * as schema from "@db/schema";
import { messages, orders, passkeys, sessions, users, wallets } from "@db/schema";
import { newId } from "@db/ids";
import { DownloadData, OWN_DATA_A_DAY } from "@server/members/contracts/own-data";
import { END_AFTER_DAYS } from "@server/members/rules/deadlines";
import { FIRST_PASSWORD_HOURS } from "@server/members/rules/deadlines";
import { verifyDatabase } from "@server/verification/verify-database";
import type { Caller } from "@server/http/router";
import { Authenticator } from "@server/testing/authenticator";
import { resultCode } from "@server/testing/order-harness";
import { hugePng } from "@server/testing/sample-files";
import {
  PASSWORD,
  type MemberHarness,
  memberHarness,
  quickPasswords,
  type UserRow,
} from "@server/testing/member-harness";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { endDueAccounts } from "@server/members/administration/account-end";
import { eraseMember, openMoneyOf } from "@server/members/administration/erase-member";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let admin: Caller;
beforeAll(async () => {
  companyId = await harness.company({ totalSupply: 100_000 });
  admin = await harness.as(await harness.person(companyId, "ADMIN"));
});
afterEach(() => harness.database.sql`DELETE FROM login_throttles`);

const currentPassword = PASSWORD;
let members = 0;
const member = (change?: Parameters<MemberHarness["person"]>[2]) => {
  members += 1;
  const referralCode = `MINE${String(members).padStart(4, "A")}`;
  return harness.person(companyId, "USER", { referralCode, ...change });
};
/** A member's caller with a session of its own in the database. */
async function signedIn(person: UserRow) {
  const { role, id } = person;
  const { token } = await harness.deps.sessions.start(
    { role, id, companyId },
    { ip: "203.0.113.9", userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" },
  );
  const session = await harness.deps.sessions.read(token);
  if (!session) throw new Error("There is no session.");
  return { token, api: await harness.caller({ at: companyId }, session.actor) };
}
const logIn = async ({ email }: Pick<UserRow, "email">, password = PASSWORD) => {
  const { sessions: api } = await harness.caller({ at: companyId });
  return resultCode(api.logIn({ email, password }));
};
/** A submitted payment, which waits for a decision. */
async function pay(person: UserRow, referenceNumber: string) {
  const api = await harness.as(person);
  const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
  const bytes = await sharp({ create: { width: 3, height: 3, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const [proof] = await api.media.add({ files: [{ fileName: "proof.png", bytes }] });
  return api.orders.submit({
    purchaseId,
    paymentMethod: "UPI",
    amount: "100",
    consent: true,
    referenceNumber,
    receiptId: proof?.id,
  });
}
/** Makes the request of a member as old as it must be. */
const age = (person: UserRow, days = END_AFTER_DAYS) =>
  harness.database.db
    .update(users)
    .set({ endAskedAt: sql`${users.endAskedAt} - make_interval(days => ${days})` })
    .where(eq(users.id, person.id));
const actionsOf = async (person: UserRow) =>
  (await harness.audited(person.id)).map(({ action }) => action);

/** Tables about people: their part of the file, or why there is none. */
const PERSONAL_TABLES: Record<string, string> = {
  users: "person",
  orders: "orders",
  payments: "payments",
  payment_keys: "the numbers of the payments, without signs and leading zeros",
  payment_evidence: "the submissions and entries, as the payments and statement entries have them",
  payment_refunds: "refunds",
  allocations: "allocations",
  sessions: "sessions",
  member_signs: "signs",
  reward_cases: "rewards that are checked, which a page shows with the one answer",
  passkeys: "passkeys",
  messages: "messages",
  medias: "files",
  audit_entries: "activity",
  holdings: "the sums of the allocations",
  statement_lines: "statementEntries",
  payment_applications: "which payment serves which order: `appliedPaise` of the payments",
  idempotency_keys: "the answers to calls, as the other parts have them, for 30 days",
  one_time_codes: "hashes of codes, for minutes",
  second_steps: "secrets of an authenticator app, which members cannot have",
  recovery_codes: "hashes of codes, which members cannot have",
  prices: "an admin's act: the company's",
  referral_clicks: "counts of the own links, which the referral page shows",
  announcements: "an admin's act: the company's",
  super_admin_sessions: "of super admins alone",
  notes: "the company's words among its admins; `messages` lists a question that was mailed",
  order_reminders: "reminders, which `messages` lists",
  reconciliations: "an admin's act: the company's",
  identity_cases: "identity",
  identity_documents: "identity",
  wallets: "wallets",
  launch_mails: "mails about the launch, which `messages` lists",
  batches: "an admin's act: the company's",
  batch_seals: "one seal over the rows of all members",
  batch_rows: "what was delivered, which My tokens shows with its batch",
  batch_parts: "which allocations a row of a batch is of",
  batch_transfers: "hashes of transactions, which My tokens shows",
};

describe("a member's own data", () => {
  test("the file tells a referrer of a reward, and not whose purchase it is for", async () => {
    const inviter = await member();
    const friend = await member({ referrerId: inviter.id });
    const paid = { paymentMethod: "MANUAL", amount: "1000", consent: true } as const;
    const { id: orderId } = await (await harness.as(friend)).orders.submit(paid);
    await admin.orders.approve({ orderId });
    await admin.orders.rewards.release({ orderIds: [orderId], reason: "Known in person" });
    const { api } = await signedIn(inviter);
    const { allocations } = await api.members.downloadData({ currentPassword });
    expect(allocations).toMatchObject([{ kind: "REFERRAL", buyer: null }]);
  });

  test(
    "a member's data is one file with all that is theirs, without secrets and others' names",
    { tags: ["full"] },
    async () => {
      const inviter = await member({ name: "Zeenat Inviter" });
      const person = await member({
        name: "Asha Walker",
        referrerId: inviter.id,
        kycEncrypted: harness.deps.secrets.encrypt("kyc", "ZQKYC12345678"),
        walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        dateOfBirth: "1990-01-02",
      });
      const invited = await member({ name: "Vikram Invited", referrerId: person.id });
      await saveIdentity(harness.database.db, companyId, person.id, { typedName: "Asha Walker" });
      await keepSigns(
        harness.database.db,
        harness.deps.secrets,
        { companyId, memberId: person.id },
        [{ sign: "EMAIL", value: `email:${person.email}` }],
      );
      const { id: orderId } = await pay(person, "612345678901");
      await admin.orders.approve({ orderId });
      const { id: invitedsOrderId } = await pay(invited, "612345678902");
      const [refunded, voided] = [
        await pay(person, "612345678903"),
        await pay(person, "612345678904"),
      ];
      for (const { id, orderNumber } of [refunded, voided]) {
        await admin.orders.approve({ orderId: id });
        await admin.orders.reverse({ orderId: id, reason: "Sent back" });
        const { payments } = await admin.payments.listUnallocated();
        const open = payments.find((one) => one.orderNumber === orderNumber);
        const about = { kind: "CREDIT" as const, paymentId: open?.id ?? "" };
        if (id === voided.id) {
          await admin.payments.dismiss({ ...about, reason: "It never came" });
          continue;
        }
        const reference = "BACK612345";
        await admin.payments.refund({
          ...about,
          reference,
          refundedOn: "2026-01-02",
          amount: "60",
        });
        await admin.payments.refund({
          ...about,
          reference: "BACK2",
          refundedOn: "2026-01-03",
          amount: "40",
        });
      }
      await admin.orders.approve({ orderId: (await pay(person, "612345678905")).id });
      await harness.database.sql`
      WITH statement AS (
        INSERT INTO statements (company_id, id, account_id, file_name, format, row_count, added_count, unread, imported_by)
        VALUES (${companyId}, gen_random_uuid(), gen_random_uuid(), 'a.csv', 'CSV', 1, 1, '[]', gen_random_uuid())
        RETURNING *
      )
      INSERT INTO statement_lines (company_id, id, account_id, statement_id, line_key, occurrence, booked_on, amount_paise, side, narration)
      SELECT company_id, gen_random_uuid(), account_id, id, 'a', 1, '2026-11-01'::date, 10000, 'CREDIT', 'UPI/ASHA WALKER' FROM statement
      UNION ALL
      SELECT company_id, gen_random_uuid(), account_id, id, 'b', 1, '2026-11-01'::date, 10000, 'CREDIT', 'UPI/VIKRAM' FROM statement`;
      await harness.database.sql`
      INSERT INTO payment_evidence (company_id, id, payment_id, payment_status, source, line_id, booked_on, amount_paise)
      SELECT l.company_id, gen_random_uuid(), p.id, p.status, 'BANK', l.id, l.booked_on, l.amount_paise
        FROM statement_lines l JOIN payments p ON p.company_id = l.company_id
         AND p.order_id = CASE l.line_key WHEN 'a' THEN ${orderId}::uuid ELSE ${invitedsOrderId}::uuid END
       WHERE l.company_id = ${companyId}`;
      await harness.database.db.insert(passkeys).values({
        id: newId(),
        personId: person.id,
        companyId,
        host: "rsgn.example",
        credentialId: "credential-zq",
        publicKey: "public-zq",
        counter: 0,
        name: "My phone",
      });
      await harness.database.db.insert(wallets).values({
        id: newId(),
        companyId,
        memberId: person.id,
        sessionId: "a session",
        address: "0x52908400098527886E0F7030069857D2E4169EE7",
        nonce: newId(),
        message: "a message",
        expiresAt: new Date(),
        signature: "0x",
        proof: "PASTED",
        provedAt: new Date(),
        validFrom: new Date(),
      });
      const { token, api } = await signedIn(person);
      const own = await api.members.downloadData({ currentPassword });

      const shown = Object.entries(MEMBER_COLUMNS).filter(([, { shown: how }]) => how === "plain");
      expect(Object.keys(own.person).sort()).toEqual(
        [...shown.map(([name]) => name), "kycNumber"].sort(),
      );
      expect(own.person).toMatchObject({ name: "Asha Walker", email: person.email });
      expect(own.person["kycNumber"]).toMatch(/5678$/);
      const APPROVED = { status: "APPROVED", method: "UPI", totalPaise: 10_000 };
      expect(own.orders).toMatchObject([
        APPROVED,
        { status: "REVERSED" },
        { status: "REVERSED" },
        APPROVED,
      ]);
      const [first, second, third] = own.orders.map(({ number }) => number);
      expect(own.payments).toHaveLength(4);
      expect(own.payments[0]).toMatchObject({ order: first, status: "CONFIRMED" });
      const RECEIVED = { method: "UPI", receivedPaise: 10_000, refundedPaise: 0 };
      const NEVER_CAME = { status: "REFUSED", receivedPaise: null };
      expect(own.payments).toMatchObject([
        { ...RECEIVED, order: first, reference: "612345678901", appliedPaise: 10_000 },
        { ...RECEIVED, order: second, appliedPaise: 0, refundedPaise: 10_000 },
        { ...NEVER_CAME, order: third, notReceivedReason: "It never came" },
        RECEIVED,
      ]);
      expect(own.statementEntries).toEqual([
        {
          order: first,
          bookedOn: "2026-11-01",
          amountPaise: 10_000,
          text: "UPI/ASHA WALKER",
          reference: null,
        },
      ]);
      expect(own.refunds).toMatchObject([
        { order: second, refundedOn: "2026-01-02", reference: "BACK612345", amountPaise: 6000 },
        { order: second, refundedOn: "2026-01-03", reference: "BACK2", amountPaise: 4000 },
      ]);
      expect(own.allocations[0]).toMatchObject({ kind: "PURCHASE", buyer: person.referralCode });
      expect(own.consents[0]).toMatchObject({ order: first });
      // Each table about a person has its part, which is not empty for this one.
      const parts = new Map<string, unknown>(Object.entries(own));
      for (const [table, part] of Object.entries(PERSONAL_TABLES)) {
        const held = parts.get(part);
        if (held) expect(Object.keys(held).length, table).toBeGreaterThan(0);
        else expect(part, table).toMatch(/ /);
      }
      expect(own.referrals).toMatchObject([{ name: "V••• I•••", memberId: invited.referralCode }]);
      expect(own.referredBy).toEqual({ name: "Z••• I•••", memberId: inviter.referralCode });
      expect(own.sessions).toMatchObject([{ device: "Firefox, Linux", isCurrent: true }]);
      expect(own.passkeys).toMatchObject([{ name: "My phone", lastUsedAt: null }]);
      expect(own.messages.map(({ about }) => about)).toContain("orderApproved");
      expect(own.activity).toMatchObject([{ action: "member.data-downloaded", byYou: true }]);

      const text = JSON.stringify(own);
      const [session] = await harness.database.db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, person.id));
      for (const secret of [
        person.passwordHash,
        person.kycEncrypted,
        "ZQKYC1234",
        token,
        session?.id,
        "credential-zq",
        "public-zq",
        "Zeenat",
        "Vikram",
        invited.email,
        inviter.email,
      ]) {
        expect(text).not.toContain(secret);
      }
      expect(await actionsOf(person)).toContain("member.data-downloaded");
    },
  );

  test("a member's data has a part for every table about people, or the reason why not", () => {
    const tables = Object.values(schema).filter((one) => is(one, PgTable));
    const ABOUT = ["memberId", "userId", "personId", "ownerId", "actorId", "referrerId"];
    const isAbout = (table: PgTable) => ABOUT.some((name) => name in getTableColumns(table));
    const personal = new Set([
      "users",
      "one_time_codes",
      // Banks write names into these; `payment_evidence` refers to them, and they to nobody.
      "statement_lines",
      ...tables.filter(isAbout).map(getTableName),
    ]);
    // Rows that refer to such a row are about the person, too.
    for (let before = -1; before < personal.size;) {
      before = personal.size;
      for (const table of tables) {
        const refersTo = getTableConfig(table).foreignKeys.map((key) =>
          getTableName(key.reference().foreignTable),
        );
        if (refersTo.some((name) => personal.has(name))) personal.add(getTableName(table));
      }
    }
    expect([...personal].sort()).toEqual(Object.keys(PERSONAL_TABLES).sort());
  });

  test(
    "a member's data needs the password, and is given five times a day",
    { tags: ["full"] },
    async () => {
      const { api } = await signedIn(await member());
      const wrong = { currentPassword: "not the password" };
      expect(await resultCode(api.members.downloadData(wrong))).toBe("CURRENT_PASSWORD_WRONG");
      for (let times = 0; times < OWN_DATA_A_DAY; times += 1) {
        expect(await resultCode(api.members.downloadData({ currentPassword }))).toBe("ok");
      }
      const again = api.members.downloadData({ currentPassword });
      expect(await resultCode(again)).toBe("OWN_DATA_LIMIT_REACHED");
      expect(DownloadData.safeParse({}).success).toBe(false);
    },
  );
});

describe("the end of an account", () => {
  test(
    "asking for the account's end ends all sessions and tells the member and the admins; a login keeps the account",
    { tags: ["full"] },
    async () => {
      const person = await member();
      const { token, api } = await signedIn(person);
      const other = await signedIn(person);
      const wrong = { currentPassword: "not the password" };
      expect(await resultCode(api.members.askForEnd(wrong))).toBe("CURRENT_PASSWORD_WRONG");
      expect(await harness.row(person)).toEqual(person);

      const { endsAt } = await api.members.askForEnd({ currentPassword });
      const days = (new Date(endsAt).getTime() - Date.now()) / 86_400_000;
      expect(Math.round(days)).toBe(END_AFTER_DAYS);
      for (const one of [token, other.token]) {
        expect(await harness.deps.sessions.read(one)).toBeNull();
      }
      expect(await harness.sentTo(person.email, "accountEndAsked")).toHaveLength(1);
      const listed = await admin.members.list({ search: person.email });
      expect(listed.data).toMatchObject([{ id: person.id, endsAt }]);
      expect(await admin.members.find({ id: person.id })).toMatchObject({ endsAt });

      expect(await logIn(person, "not the password")).toBe("WRONG_LOGIN");
      expect((await harness.row(person)).endAskedAt).not.toBeNull();
      expect(await logIn(person)).toBe("ok");
      expect((await harness.row(person)).endAskedAt).toBeNull();
      expect(await harness.sentTo(person.email, "accountKept")).toHaveLength(1);
      expect(await actionsOf(person)).toEqual(["member.end-asked", "member.end-withdrawn"]);
      await endDueAccounts(harness.deps);
      expect((await harness.row(person)).deletedAt).toBeNull();
    },
  );

  test("an account's end asked for twice keeps the first time", async () => {
    const person = await member();
    const { api } = await signedIn(person);
    const { endsAt } = await api.members.askForEnd({ currentPassword });
    // A request that began before the session ended.
    expect(await api.members.askForEnd({ currentPassword })).toEqual({ endsAt });
    expect(await harness.sentTo(person.email, "accountEndAsked")).toHaveLength(1);
  });

  test(
    "asking for the account's end is refused while money is open, in words for the member",
    { tags: ["full"] },
    async () => {
      const buying = await member();
      const api = await harness.as(buying);
      const { orderNumber } = await api.orders.create({ amount: "100" });
      const ask = (caller: Caller) => resultCode(caller.members.askForEnd({ currentPassword }));
      expect(await ask(api)).toBe("ACCOUNT_HAS_OPEN_ORDER");
      await api.orders.cancel({ purchaseId: orderNumber });
      const { id: orderId } = await pay(buying, "712345678901");
      expect(await ask(api)).toBe("ACCOUNT_HAS_PENDING_ORDERS");
      await admin.orders.approve({ orderId });
      await admin.orders.reverse({ orderId, reason: "Sent back" });
      expect(await ask(api)).toBe("ACCOUNT_HAS_OPEN_PAYMENTS");
      expect((await harness.row(buying)).endAskedAt).toBeNull();
    },
  );

  test(
    "an account's end comes in a night after seven days, once, as an admin's deletion does",
    { tags: ["full"] },
    async () => {
      const [person, removed, early] = [await member(), await member(), await member()];
      for (const one of [person, early]) {
        await (await signedIn(one)).api.members.askForEnd({ currentPassword });
      }
      const { id: orderId } = await pay(removed, "812345678901");
      await admin.orders.approve({ orderId });
      await admin.members.remove({ id: removed.id });
      await age(person);
      await age(early, END_AFTER_DAYS - 1);
      const nights = await Promise.all([
        endDueAccounts(harness.deps),
        endDueAccounts(harness.elsewhere().deps),
      ]);
      expect(nights.reduce((sum, { ended }) => sum + ended, 0)).toBe(1);
      expect(await endDueAccounts(harness.deps)).toEqual({ ended: 0, waiting: 0 });

      const [row, like] = [await harness.row(person), await harness.row(removed)];
      for (const [name, { erased }] of Object.entries(MEMBER_COLUMNS)) {
        if (!erased) continue;
        expect(Reflect.get(row, name), name).toEqual(erased(person.id));
        expect(Reflect.get(like, name), name).toEqual(erased(removed.id));
      }
      expect([row.status, row.deletedAt !== null]).toEqual(["INACTIVE", true]);
      expect(await actionsOf(person)).toEqual(["member.end-asked", "member.ended"]);
      // The last mail goes to the address, under nobody's name; earlier ones have none any more.
      expect(await harness.sentTo(person.email, "accountEnded")).toHaveLength(1);
      const left = await harness.database.db.select().from(messages);
      const about = left.filter(({ address }) => address === person.email);
      expect(about.map(({ template, userId }) => [template, userId])).toEqual([
        ["accountEnded", null],
      ]);
      expect((await harness.row(early)).deletedAt).toBeNull();
      expect(await logIn(person)).toBe("WRONG_LOGIN");
      // The address is free again.
      await member({ email: person.email });
      expect(await logIn(person)).toBe("ok");
      const { companies } = await verifyDatabase(harness.database.db);
      expect(companies.flatMap(({ faults }) => faults)).toEqual([]);
    },
  );

  test(
    "an account's end leaves nothing in any table that the member typed, a passkey's name included",
    { tags: ["full"] },
    async () => {
      const MARK = "zqxmark";
      const host = "canaries.example";
      await harness.database.db.insert(schema.hosts).values({ id: newId(), host, companyId });
      const person = await member({
        name: `${MARK} Walker`,
        email: `${MARK}@people.example`,
        walletAddress: `0x${MARK}`,
        pincode: `${MARK}`,
      });
      const agent = `Mozilla/5.0 ${MARK}`;
      const { role, id } = person;
      await harness.deps.sessions.start(
        { role, id, companyId },
        { ip: "203.0.113.9", userAgent: agent },
      );
      const { api } = await signedIn(person);
      const challenge = await api.passkeys.beginAdding({ host });
      const { protocol, port } = new URL(harness.deps.config.appOrigin);
      const origin = `${protocol}//${host}${port && `:${port}`}`;
      await api.passkeys.add({
        ticket: challenge.ticket,
        response: new Authenticator().create(challenge, { origin }),
        name: `<b>${MARK}</b> phone`,
        currentPassword,
      });
      await harness.as(person).then((caller) =>
        caller.media.add({
          files: [{ fileName: `${MARK}.png`, bytes: Buffer.from(hugePng(5, 7)) }],
        }),
      );
      const own = await api.members.downloadData({ currentPassword });
      expect(own.passkeys).toMatchObject([{ name: `<b>${MARK}</b> phone`, host }]);
      expect(own.person["name"]).toBe(`${MARK} Walker`);
      expect(own.files).toMatchObject([{ name: `${MARK}.png` }]);

      /** The tables with a row that has the mark in any column. */
      const marked = async (): Promise<string[]> => {
        const found: string[] = [];
        for (const table of Object.values(schema).filter((one) => is(one, PgTable))) {
          const { rows } = await harness.database.db.execute(
            sql`SELECT 1 FROM ${table} AS t WHERE strpos(to_jsonb(t)::text, ${MARK}) > 0 LIMIT 1`,
          );
          if (rows.length > 0) found.push(getTableName(table));
        }
        return found.sort();
      };
      expect(await marked()).toEqual(["medias", "messages", "passkeys", "sessions", "users"]);
      await api.members.askForEnd({ currentPassword });
      await age(person);
      expect(await endDueAccounts(harness.deps)).toEqual({ ended: 1, waiting: 0 });
      // The last mail alone, until it is sent or given up.
      expect(await marked()).toEqual(["messages"]);
      await harness.database.sql`
      UPDATE messages SET expires_at = now(), due_at = now() WHERE address = ${person.email}`;
      await expireMessages(harness.database.db, 1000);
      expect(await marked()).toEqual([]);
    },
  );

  test(
    "an account's end waits for another night while money is open",
    { tags: ["full"] },
    async () => {
      const person = await member();
      const { api } = await signedIn(person);
      await api.members.askForEnd({ currentPassword });
      await age(person);
      // The payment's request began before its session ended.
      const { id: orderId } = await pay(person, "912345678901");
      expect(await endDueAccounts(harness.deps)).toEqual({ ended: 0, waiting: 1 });
      expect((await harness.row(person)).deletedAt).toBeNull();
      await admin.orders.reject({ orderId, reason: "No money came" });
      expect(await endDueAccounts(harness.deps)).toEqual({ ended: 1, waiting: 0 });
    },
  );

  test(
    "accounts whose end is due end when one of them fails, and its error is thrown",
    { tags: ["full"] },
    async () => {
      const [failing, fine] = [await member(), await member()];
      for (const one of [failing, fine]) {
        await (await signedIn(one)).api.members.askForEnd({ currentPassword });
        await age(one);
      }
      const { deps } = harness;
      const notify: typeof deps.jobs.notify = (tx, ...sent) =>
        sent.some((one) => "address" in one && one.address === failing.email)
          ? Promise.reject(new Error("away"))
          : deps.jobs.notify(tx, ...sent);
      const night = endDueAccounts({ ...deps, jobs: { ...deps.jobs, notify } });
      await expect(night).rejects.toMatchObject({
        message: "Accounts could not be ended.",
        errors: [expect.objectContaining({ message: "away" })],
      });
      // The failed account is unchanged.
      expect(await harness.row(failing)).toMatchObject({ email: failing.email, deletedAt: null });
      expect((await harness.row(fine)).deletedAt).not.toBeNull();
      expect(await endDueAccounts(deps)).toEqual({ ended: 1, waiting: 0 });
      expect((await harness.row(failing)).deletedAt).not.toBeNull();
    },
  );

  const asTyped = ({ id, name, email, mobile, role, status }: UserRow) => ({
    id,
    name,
    email,
    mobile,
    role,
    status,
  });

  test("an account's end waits while its member is blocked; then they have seven days again to keep it", async () => {
    const person = await member();
    await (await signedIn(person)).api.members.askForEnd({ currentPassword });
    await age(person, 3 * END_AFTER_DAYS);
    await admin.members.update({ ...asTyped(person), status: "BLOCKED" });
    expect(await endDueAccounts(harness.deps)).toEqual({ ended: 0, waiting: 1 });
    expect(await harness.row(person)).toMatchObject({ email: person.email, deletedAt: null });

    await admin.members.update({ ...asTyped(person), status: "ACTIVE" });
    expect(await harness.sentTo(person.email, "accountEndAsked")).toHaveLength(2);
    expect(await endDueAccounts(harness.deps)).toEqual({ ended: 0, waiting: 0 });
    await age(person);
    expect(await endDueAccounts(harness.deps)).toEqual({ ended: 1, waiting: 0 });
  });

  test("members alone ask for their account's end: such a member is not promoted, an admin never ended", async () => {
    const person = await member();
    await (await signedIn(person)).api.members.askForEnd({ currentPassword });
    const promote = () =>
      resultCode(admin.members.update({ ...asTyped(person), role: "ADMIN", adminRole: "VIEWER" }));
    expect(await promote()).toBe("MEMBER_END_ASKED");
    expect(await harness.row(person)).toMatchObject({
      role: "USER",
      passwordHash: person.passwordHash,
    });
    await logIn(person);
    expect(await promote()).toBe("ok");

    // A row from before the refusal.
    const askedAt = new Date(Date.now() - 30 * 86_400_000);
    await harness.database.db
      .update(users)
      .set({ endAskedAt: askedAt })
      .where(eq(users.id, person.id));
    expect(await endDueAccounts(harness.deps)).toEqual({ ended: 0, waiting: 0 });
    await admin.members.update({ ...asTyped(person), role: "USER" });
    expect(await endDueAccounts(harness.deps)).toEqual({ ended: 0, waiting: 0 });
    expect(await harness.row(person)).toMatchObject({ role: "USER", endAskedAt: null });
  });

  const ordersOf = async (person: UserRow) =>
    (
      await harness.database.db
        .select({ status: orders.status })
        .from(orders)
        .where(eq(orders.memberId, person.id))
    ).map(({ status }) => status);

  test(
    "an account's end never comes between a purchase's look at the member and its order",
    { tags: ["full"] },
    async () => {
      for (let round = 0; round < 4; round += 1) {
        const person = await member();
        await (await signedIn(person)).api.members.askForEnd({ currentPassword });
        await age(person);
        const there = harness.elsewhere();
        const buyer = await there.as(person);
        // Both wait for the same row, on connections of their own, and begin together.
        let together: [Promise<unknown>, Promise<string>] | undefined;
        await transact(harness.database.db, async (tx) => {
          await lockMember(tx, companyId, person.id);
          together = [
            endDueAccounts(harness.deps),
            resultCode(buyer.orders.create({ amount: "100" })),
          ];
          await waitingForLocks(2);
        });
        const bought = await together?.[1];
        await together?.[0];
        const isGone = (await harness.row(person)).deletedAt !== null;
        expect([bought === "ok", isGone].filter(Boolean)).toHaveLength(1);
        expect(await ordersOf(person)).toEqual(isGone ? [] : ["OPEN"]);
      }
    },
  );

  test(
    "an account's end never comes between a late payment's look and its submission",
    { tags: ["full"] },
    async () => {
      for (let round = 0; round < 4; round += 1) {
        const person = await member();
        const api = await harness.as(person);
        const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
        await harness.database.db
          .update(orders)
          .set({ holdEndsAt: sql`now() - interval '1 minute'` })
          .where(eq(orders.memberId, person.id));
        await releaseOverdueHolds(harness.database.db);
        await api.members.askForEnd({ currentPassword });
        await age(person);
        const payer = await harness.elsewhere().as(person);
        const payment = {
          purchaseId,
          paymentMethod: "MANUAL",
          amount: "100",
          consent: true,
        } as const;
        let together: [Promise<unknown>, Promise<string>] | undefined;
        await transact(harness.database.db, async (tx) => {
          await lockMember(tx, companyId, person.id);
          together = [endDueAccounts(harness.deps), resultCode(payer.orders.submit(payment))];
          await waitingForLocks(2);
        });
        const paid = await together?.[1];
        await together?.[0];
        const isGone = (await harness.row(person)).deletedAt !== null;
        expect([paid === "ok", isGone].filter(Boolean)).toHaveLength(1);
        expect(await ordersOf(person)).toEqual([isGone ? "EXPIRED" : "PENDING"]);
      }
    },
  );

  /** Two logins that both waited for the request of the end, and how many transactions they took. */
  async function bothLogIn(asks: boolean): Promise<{ person: UserRow; transactions: number }> {
    const person = await member();
    const there = harness.elsewhere();
    const { sessions: api } = await there.caller({ at: companyId });
    const transaction = vi.spyOn(there.deps.database.db, "transaction");
    const logins = await transact(harness.database.db, async (tx) => {
      if (asks) await updateMember(tx, companyId, person.id, { endAskedAt: new Date() });
      else await lockMember(tx, companyId, person.id);
      const both = [1, 2].map(() =>
        resultCode(api.logIn({ email: person.email, password: PASSWORD })),
      );
      await waitingForLocks(2);
      return both;
    });
    expect(await Promise.all(logins)).toEqual(["ok", "ok"]);
    return { person, transactions: transaction.mock.calls.length };
  }

  test(
    "two logins at once keep the account, once, and neither has to begin again",
    { tags: ["full"] },
    async () => {
      const { person, transactions } = await bothLogIn(true);
      expect((await harness.row(person)).endAskedAt).toBeNull();
      expect(await actionsOf(person)).toEqual(["member.end-withdrawn"]);
      expect(await harness.sentTo(person.email, "accountKept")).toHaveLength(1);
      // One each at most: a repeated one would be a third. A login that keeps nothing needs none.
      expect(transactions).toBeLessThanOrEqual(2);
      expect((await bothLogIn(false)).transactions).toBe(0);
    },
  );

  test(
    "control: logins that share the member's row before writing it would fail of a deadlock",
    { tags: ["full"] },
    async () => {
      const person = await member();
      let arrived = 0;
      const keep = () =>
        harness.database.db.transaction(async (tx) => {
          await lockMember(tx, companyId, person.id, "share");
          arrived += 1;
          await expect.poll(() => arrived, { timeout: 60_000 }).toBe(2);
          await updateMember(tx, companyId, person.id, { endAskedAt: null });
        });
      const ends = await Promise.allSettled([keep(), keep()]);
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    },
  );

  test(
    "control: without the member's lock, an account's end comes between the look and the order",
    { tags: ["full"] },
    async () => {
      const person = await member();
      const buyer = await harness.elsewhere().as(person);
      await transact(harness.database.db, async (tx) => {
        expect(await openMoneyOf(tx, person)).toBeNull();
        await buyer.orders.create({ amount: "100" });
        await eraseMember(harness.deps, tx, person, new Date());
      });
      expect((await harness.row(person)).deletedAt).not.toBeNull();
      expect(await ordersOf(person)).toEqual(["OPEN"]);
    },
  );
});

/** Waits until so many backends wait for a lock. */
async function waitingForLocks(count: number): Promise<void> {
  for (;;) {
    const [row] = await harness.database.sql`
      SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (Number(row?.["n"]) >= count) return;
  }
}

describe("a password that an admin chose for a member", () => {
  const add = async (email: string) => {
    await admin.members.add({
      name: "Asha Walker",
      mobile: "+919811111111",
      email,
      role: "USER",
      password: PASSWORD,
    });
    const [row] = await harness.database.db.select().from(users).where(eq(users.email, email));
    if (!row) throw new Error("Nobody was added.");
    return row;
  };
  const over = (person: UserRow) =>
    harness.database.db
      .update(users)
      .set({ passwordUntil: sql`now() - interval '1 second'` })
      .where(eq(users.id, person.id));

  test("a password that an admin chose logs in for 72 hours; the member is told by mail to choose an own one", async () => {
    const person = await add("first@people.example");
    expect(await harness.sentTo(person.email, "memberAdded")).toEqual([
      { hours: FIRST_PASSWORD_HOURS },
    ]);
    expect(await logIn(person)).toBe("ok");
    const hours = ((person.passwordUntil?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(FIRST_PASSWORD_HOURS);
    await over(person);
    expect(await logIn(person)).toBe("WRONG_LOGIN");
  });

  test("a password has no end once the member has chosen it", { tags: ["full"] }, async () => {
    const person = await add("second@people.example");
    await over(person);
    const { passwords } = await harness.caller({ at: companyId });
    await passwords.requestReset({ email: person.email });
    const [sent] = await harness.sentTo(person.email, "resetCode");
    const newPassword = "mango train 44";
    await passwords.reset({ email: person.email, otp: sent?.code ?? "", newPassword });
    expect((await harness.row(person)).passwordUntil).toBeNull();
    expect((await harness.row(person)).passwordHash).toBe(await quickPasswords.hash(newPassword));
    expect(await logIn(person, newPassword)).toBe("ok");
  });
});
