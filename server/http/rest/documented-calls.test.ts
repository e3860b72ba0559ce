import { keepSigns } from "@server/members";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { signOfEmail } from "@server/members/rules/risk/risk";
import { type DocumentedCall, type Known, of } from "@server/testing/documented/documented-call";
import { confirmLast, EXPECTED, insertPreparedBatch } from "@server/testing/rest-expectations";
import { DOCUMENTED_CALLS } from "@server/testing/documented/visitor-calls";
import { type Sending, restHarness } from "@server/testing/rest-harness";
import { hugePng } from "@server/testing/sample-files";
import { TABLE } from "@server/http/rest/rows/row-table";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(restHarness);
const known: Known = {};

beforeAll(async () => {
  known["companyId"] = await harness.company({
    totalSupply: 100_000,
    feeBps: 250,
    referralRewardBps: 500,
    settings: { rewardHoldDays: 3 },
  });
  const referrer = await harness.person(known["companyId"], "USER");
  known["referralCode"] = referrer.referralCode;
  const { database, deps } = harness;
  // The referrer once had a mailbox of the member who registers below.
  const bearer = { companyId: known["companyId"], memberId: referrer.id };
  await keepSigns(database.db, deps.secrets, bearer, [signOfEmail("asha@people.example")]);
  const admin = await harness.person(known["companyId"], "ADMIN");
  known["adminEmail"] = admin.email;
  await insertPreparedBatch(harness, known["companyId"], admin.id);
  const superAdmin = await harness.superAdmin();
  known["superAdminEmail"] = superAdmin.email;
  known["superAdminSecret"] = await harness.authenticator(superAdmin);
});

function send(one: DocumentedCall, fields: Record<string, unknown>, more: Sending = {}) {
  const [method = "", path = ""] = one.call.split(" ");
  const token = one.as === "nobody" ? null : (known[one.as] ?? "");
  const texts = () =>
    new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  if (method === "GET") return harness.send(method, `${path}?${texts().toString()}`, { token });
  const ways: Record<NonNullable<DocumentedCall["body"]>, () => Sending> = {
    json: () => ({ json: fields }),
    form: () => ({ raw: texts() }),
    multipart() {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
      form.append("medias", new Blob([new Uint8Array(hugePng(8, 8))]), "slip.png");
      return { raw: form };
    },
  };
  return harness.send(method, path, { token, ...more, ...ways[one.body ?? "json"]() });
}

/** A new token has no address, picture or keywords, and a company may leave them so. */
const MAY_BE_EMPTY = /token\.(address|chartImg|metaData\.keywords|socialLinks|tokenDistribution)$/;
/** Lists that say more of a record. */
const DETAILS = /\.(heldBecause|inCommon|payments|paidFrom|others|apiOrigins)$/;

/** Returns the ways to the empty texts and lists of an answer. */
function emptyIn(value: unknown, mayBeEmpty = false, way = ""): string[] {
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0 && !mayBeEmpty);
  if (isEmpty) return MAY_BE_EMPTY.test(way) || DETAILS.test(way) ? [] : [way];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => emptyIn(one, mayBeEmpty, `${way}.${key}`));
}

test("the list of documented calls and the table of calls have the same rows", () => {
  const listed = new Set(DOCUMENTED_CALLS.map(({ call }) => call));
  expect([...listed].sort()).toEqual(TABLE.map((row) => `${row.method} ${row.path}`).sort());
});

describe.each(DOCUMENTED_CALLS.map((one) => [one.call, one] as const))("%s", (name, one) => {
  test(`${name} accepts and answers as documented`, async () => {
    if (one.settings) {
      await harness.database
        .sql`UPDATE companies SET settings = settings || ${one.settings}::jsonb WHERE id = ${known["companyId"] ?? ""}`;
    }
    if (one.code) {
      const [mail] = await harness.sentTo(one.code.to(known), one.code.mail);
      known["otp"] = mail?.code ?? "";
    }
    const needs = one.needs?.(known) ?? {};
    const takes = one.takes?.(known) ?? {};
    for (const missing of Object.keys(needs)) {
      const { [missing]: _left, ...rest } = needs;
      const refused = await send(one, rest);
      expect(`without ${missing}: ${refused.status}`).toBe(`without ${missing}: 400`);
      expect(refused.body).toMatchObject({ status: "error", data: null });
    }
    const whole = { ...needs, ...takes, nobodyKnowsThisField: "x" };
    const key = one.waits && { headers: { "idempotency-key": newId() } };
    let answer = await send(one, whole, key);
    if (one.waits) {
      expect([answer.status, answer.body.code]).toEqual([409, "NEEDS_SECOND_ADMIN"]);
      await confirmLast({ harness, companyId: of(known, "companyId") });
      answer = await send(one, whole, key);
    }
    expect(answer.body).toEqual({
      status: "success",
      message: one.message ?? EXPECTED[one.call]?.message,
      data: answer.body.data,
    });
    expect(answer.status).toBe(200);
    // `send` has compared the answer with the document.
    expect(emptyIn(answer.body.data, one.mayBeEmpty)).toEqual([]);
    one.learn?.(Object(answer.body.data) as Record<string, unknown>, known);
  });
});
