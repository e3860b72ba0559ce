import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { claimMessages, settleMessages } from "@server/messages/queries/message-queue";
import { newId } from "@db/ids";
import { messages } from "@db/schema";
import type { Message } from "@server/messages/delivery/message-templates";
import type { Caller } from "@server/http/router";
import { deliverMessages } from "@server/testing/deliver-messages";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let admin: UserRow;
let person: UserRow;
let adminApi: Caller;
beforeEach(async () => {
  await harness.database.sql`DELETE FROM messages`;
  companyId = await harness.company();
  admin = await harness.person(companyId, "ADMIN");
  person = await harness.person(companyId, "USER");
  adminApi = await harness.as(admin);
});

const REPLY = "550 5.1.1 no such mailbox";

const to = (
  someone: UserRow,
): Pick<Message, "channel" | "address" | "language" | "companyId" | "userId"> => ({
  channel: "EMAIL",
  address: someone.email,
  language: "en",
  companyId: someone.companyId,
  userId: someone.id,
});
const notice = (someone: UserRow): Message => ({
  ...to(someone),
  template: "memberVerified",
  params: {},
});
const code = (someone: UserRow): Message => ({
  ...to(someone),
  template: "resetCode",
  params: { code: "135790", minutes: 10 },
});
const invitation = (someone: UserRow): Message => ({
  ...to(someone),
  template: "invitation",
  params: { name: someone.name, token: "t", hours: 72 },
});

const notify = (message: Message) => harness.deps.jobs.notify(harness.database.db, message);

/** The mail server refuses all that waits, as the sender records it. */
async function refuseAll(): Promise<void> {
  const { db } = harness.database;
  const sender = newId();
  const claimed = await claimMessages(db, {
    channel: "EMAIL",
    upTo: 1,
    limit: 100,
    leaseSeconds: 60,
    sender,
  });
  await settleMessages(
    db,
    sender,
    claimed.map(({ id, companyId: at, priority }) => ({
      id,
      companyId: at,
      outcome: { kind: "failed", failure: "refused", reply: REPLY, keepsContents: priority === 1 },
    })),
  );
}

const messagesOf = async (someone: UserRow) =>
  (await adminApi.members.messages({ id: someone.id })).records;

describe("a message that the mail server refused", () => {
  test(
    "an undelivered message is shown to the admin with the server's reply, on the person's page and in the list",
    { tags: ["full"] },
    async () => {
      await notify(notice(person));
      await notify(code(person));
      await refuseAll();
      expect(await messagesOf(person)).toMatchObject([
        { template: "resetCode", status: "FAILED", failure: "refused", canSendAgain: false },
        { template: "memberVerified", reply: REPLY, address: person.email, canSendAgain: true },
      ]);
      const { records, total } = await adminApi.messages.undelivered();
      expect(total).toBe(2);
      expect(records[1]).toMatchObject({
        template: "memberVerified",
        address: person.email,
        person: { id: person.id, name: person.name },
        failure: "refused",
        reply: REPLY,
      });
    },
  );

  test(
    "an undelivered message is sent again to the corrected address, once",
    { tags: ["full"] },
    async () => {
      await notify(notice(person));
      await refuseAll();
      const [{ id: messageId } = { id: "" }] = await messagesOf(person);
      const { id, name, mobile } = person;
      const email = "corrected@people.example";
      await adminApi.members.update({ id, name, mobile, email, role: "USER" });
      const resend = () => resultCode(adminApi.members.resendMessage({ id, messageId }));
      // Both presses at once.
      expect((await Promise.all([resend(), resend()])).sort()).toEqual([
        "MESSAGE_NOT_RESENDABLE",
        "ok",
      ]);
      expect((await adminApi.messages.undelivered()).total).toBe(0);
      const { deps, database } = harness;
      const parts = { database, secrets: deps.secrets, appOrigin: deps.config.appOrigin };
      const sent = await deliverMessages(parts, { userId: id });
      // The change itself is mailed to the old and the new address.
      const told = [email, email, person.email];
      expect(sent.map((mail) => mail.to).sort()).toEqual(told.sort());
      expect(await resend()).toBe("MESSAGE_NOT_RESENDABLE");
      expect(await harness.audited(id)).toMatchObject([
        { action: "member.updated" },
        { action: "member.email-changed" },
        { action: "member.message-resent", actorId: admin.id },
      ]);
    },
  );

  test(
    "a message is not sent again as another person's, as a code, or as an invitation whose link is over",
    { tags: ["full"] },
    async () => {
      const other = await harness.person(companyId, "USER");
      await notify(notice(person));
      await notify(code(person));
      await notify(invitation(admin));
      await refuseAll();
      await harness.database.db
        .update(messages)
        .set({ expiresAt: new Date() })
        .where(eq(messages.template, "invitation"));
      const before = await harness.database.db.select().from(messages);
      const idOf = (template: string) => before.find((row) => row.template === template)?.id ?? "";
      for (const [id, template] of [
        [other.id, "memberVerified"],
        [person.id, "resetCode"],
        [admin.id, "invitation"],
      ] as const) {
        const call = adminApi.members.resendMessage({ id, messageId: idOf(template) });
        expect(await resultCode(call), template).toBe("MESSAGE_NOT_RESENDABLE");
      }
      expect(await harness.database.db.select().from(messages)).toEqual(before);
    },
  );

  test(
    "an undelivered message disappears with its person, address and reply",
    { tags: ["full"] },
    async () => {
      await notify(notice(person));
      await refuseAll();
      await adminApi.members.remove({ id: person.id });
      expect((await adminApi.messages.undelivered()).total).toBe(0);
      const rows = await harness.database.db.select().from(messages);
      expect(rows).toMatchObject([{ address: "", reply: null, paramsEncrypted: null }]);
    },
  );
});

test("each admin sees the own company's undelivered messages; the super admin the platform's and the invitations", async () => {
  const elsewhere = await harness.company();
  const stranger = await harness.person(elsewhere, "ADMIN");
  await notify(notice(person));
  await notify(invitation(stranger));
  await notify({
    channel: "EMAIL",
    address: "root@platform.example",
    language: "en",
    companyId: null,
    userId: null,
    template: "newDevice",
    params: { device: "", ip: "", at: "" },
  });
  await refuseAll();
  const templates = ({ records }: { records: { template: string }[] }) =>
    records.map(({ template }) => template).sort();
  expect(templates(await adminApi.messages.undelivered())).toEqual(["memberVerified"]);
  expect(templates(await (await harness.as(stranger)).messages.undelivered())).toEqual([
    "invitation",
  ]);
  const root = await harness.asSuperAdmin();
  const listed = await root.messages.undeliveredOfPlatform();
  expect(templates(listed)).toEqual(["invitation", "newDevice"]);
  expect(listed.records.map(({ company }) => company?.id ?? null).sort()).toEqual([
    elsewhere,
    null,
  ]);
  expect(await resultCode(adminApi.messages.undeliveredOfPlatform())).toBe("WRONG_ROLE");
  expect(await resultCode(adminApi.messages.queue())).toBe("WRONG_ROLE");
  expect(await resultCode((await harness.as(person)).messages.undelivered())).toBe("WRONG_ROLE");
});

test("the super admin sees how many messages wait, and for how long", async () => {
  await notify(notice(person));
  await notify(code(person));
  await notify(code(person));
  await harness.database
    .sql`UPDATE messages SET created_at = now() - interval '90 seconds' WHERE priority = 0`;
  const queue = await (await harness.asSuperAdmin()).messages.queue();
  expect(queue).toMatchObject({ codes: 2, notices: 1, paused: [] });
  expect(queue.oldestCodeSeconds).toBeGreaterThanOrEqual(90);
});
