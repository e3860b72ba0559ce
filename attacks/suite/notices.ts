import { eq } from "drizzle-orm";
import { newId } from "@db/ids";
import { auditEntries, paymentNotices, statementLines } from "@db/schema";
import { signWebhook } from "@server/identity/webhook-signature";
import type { Attack, Tries } from "../attack";
import { ask, envelopeOf } from "../harness/http";
import type { Tenant, Target } from "../harness/target";

const ACCOUNT = {
  ...{ holderName: "Honest Private Limited", bankName: "HDFC Bank", branch: "Fort" },
  ...{ accountNumber: "50100123456789", ifscCode: "HDFC0000001" },
};

/** A company's account that takes notices, with its secret. */
async function noticed({ company }: Tenant) {
  const api = await company.as(company.admin);
  await api.beneficiaries.add(ACCOUNT);
  const [first] = (await api.beneficiaries.list({ page: 1, limit: 10 })).records;
  const accountId = first?.id ?? "";
  const { secret } = await api.webhooks.turnOn({ accountId });
  return { companyId: company.id, accountId, secret };
}

const notice = (reference: string, more: object = {}) =>
  JSON.stringify({
    type: "payment.received",
    data: { amount: "1025.00", reference, receivedAt: new Date().toISOString(), ...more },
  });

interface Post {
  body: string;
  id?: string;
  timestamp?: number;
  /** Null for no signature. */
  by: string | null;
  to: { companyId: string; accountId: string };
  headers?: Record<string, string>;
}

/** Money that never came, reported to an account by somebody without its secret, or once too often. */
async function forgeries(target: Target, tries: Tries): Promise<void> {
  const at = await target.open();
  const tenant = await target.tenant();
  const own = await noticed(tenant);
  const theirs = await noticed(await target.tenant());
  const now = () => Math.floor(Date.now() / 1000);
  const send = async ({ body, id = newId(), timestamp = now(), by, to, headers = {} }: Post) => {
    const message = { id, timestamp: String(timestamp), body };
    const answer = await ask(at.port, {
      path: `/api/v1/webhooks/payments/${to.companyId}/${to.accountId}`,
      host: tenant.host,
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": message.timestamp,
        ...(by !== null && { "webhook-signature": signWebhook(by, message) }),
        ...headers,
      },
    });
    const { code, message: words } = envelopeOf(answer);
    return { status: answer.status, code: code ?? "ok", words };
  };
  const { db } = target.place.database;
  const state = async () =>
    JSON.stringify([
      await db.select().from(statementLines).where(eq(statementLines.companyId, own.companyId)),
      await db.$count(paymentNotices, eq(paymentNotices.companyId, own.companyId)),
      await db.$count(auditEntries, eq(auditEntries.companyId, own.companyId)),
    ]);

  const event = newId();
  const signedAt = now();
  const honest = { body: notice("630500000001"), by: own.secret, to: own };
  const first = await send({ ...honest, id: event, timestamp: signedAt });
  tries.control(`a signed notice is taken: ${first.code}`, first.status === 200);
  const before = await state();
  tries.control("it is an entry", before.includes("630500000001"));

  const other = notice("630500000002");
  const guessed = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const forged: [what: string, post: Post, refused: readonly string[]][] = [
    ["without a signature", { body: other, by: null, to: own }, ["WEBHOOK_UNVERIFIED"]],
    ["by a guessed secret", { body: other, by: guessed, to: own }, ["WEBHOOK_UNVERIFIED"]],
    [
      "with the signature of another notice",
      {
        ...{ body: other, by: null, to: own, id: event, timestamp: signedAt },
        headers: {
          "webhook-signature": signWebhook(own.secret, {
            ...{ id: event, timestamp: String(signedAt), body: honest.body },
          }),
        },
      },
      ["WEBHOOK_UNVERIFIED"],
    ],
    [
      "of an hour ago",
      { body: other, by: own.secret, to: own, timestamp: now() - 3600 },
      ["WEBHOOK_TOO_OLD"],
    ],
    [
      "of an hour from now",
      { body: other, by: own.secret, to: own, timestamp: now() + 3600 },
      ["WEBHOOK_TOO_OLD"],
    ],
    [
      "by another company's secret",
      { body: other, by: theirs.secret, to: own },
      ["WEBHOOK_UNVERIFIED"],
    ],
    [
      "to our company and their account",
      { body: other, by: theirs.secret, to: { ...theirs, companyId: own.companyId } },
      ["WEBHOOK_UNVERIFIED"],
    ],
    [
      "to their company at our host",
      { body: other, by: theirs.secret, to: theirs },
      ["COMPANY_MISMATCH"],
    ],
    [
      "with a known event's id",
      { body: other, by: own.secret, to: own, id: event },
      ["WEBHOOK_EVENT_REUSED"],
    ],
    [
      "of a megabyte",
      { body: notice("630500000003", { remarks: "x".repeat(1_000_000) }), by: own.secret, to: own },
      ["BODY_TOO_LARGE"],
    ],
    ...["text/plain", "application/x-www-form-urlencoded", "text/xml"].map(
      (type): [string, Post, readonly string[]] => [
        `said to be ${type}`,
        { body: other, by: own.secret, to: own, headers: { "content-type": type } },
        ["UNSUPPORTED_MEDIA_TYPE"],
      ],
    ),
    ...["", "{", "[]", "null", `{"type":"payment.received","data":${"[".repeat(5000)}`].map(
      (body): [string, Post, readonly string[]] => [
        `with the body ${JSON.stringify(body.slice(0, 40))}`,
        { body, by: own.secret, to: own },
        ["MALFORMED_BODY", "FIELD_INVALID", "FIELD_REQUIRED", "INVALID_INPUT"],
      ],
    ),
  ];
  for (const [what, post, refused] of forged) {
    const { status, code, words } = await send(post);
    const isClear = status >= 400 && status < 500 && typeof words === "string";
    tries.try(`a notice ${what}: ${status} ${code}`, isClear && refused.includes(code));
  }
  tries.try("the refused notices left something", (await state()) === before);

  // Captured on its way and sent again, by itself and eight times at once.
  const replayed = { ...honest, id: event, timestamp: signedAt };
  const again = await Promise.all(Array.from({ length: 8 }, () => send(replayed)));
  tries.try(
    `a replay is answered ${again.map(({ status }) => status).join(" ")}`,
    again.every(({ status }) => status === 200),
  );
  tries.try("a replay left something", (await state()) === before);
}

export const notices: readonly Attack[] = [
  {
    name: "forged-notices",
    tried:
      "notices of payments unsigned, wrongly signed, old, replayed, huge, of another type, and by another company's secret",
    isInShort: true,
    run: forgeries,
  },
];
