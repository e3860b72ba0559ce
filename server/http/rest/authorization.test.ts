import { describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { createCaller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import { actorOf, createRestFixtures } from "@server/testing/rest-fixtures";
import { confirmLast, EXPECTED } from "@server/testing/rest-expectations";
import { type RestRole, REST_ROLES, restHarness } from "@server/testing/rest-harness";
import type { Row } from "@server/http/rest/rows/row";
import { TABLE } from "@server/http/rest/rows/row-table";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(() => restHarness({ config: { smsWebhookUrl: null } }));

const nameOf = (row: Row) => `${row.method} ${row.path}`;

/** The expected result of this row's call by this person. */
function expected(row: Row, who: RestRole): string {
  if (row.audience === "anyone") return "ok";
  if (who === "nobody") return "NOT_SIGNED_IN";
  const role = { member: "USER", admin: "ADMIN", "super admin": "SUPER_ADMIN" }[
    who.replace("other ", "") as "member"
  ];
  if (row.audience !== "signed in" && row.audience !== role) return "WRONG_ROLE";
  return (who.startsWith("other") && EXPECTED[nameOf(row)]?.elsewhere) || "ok";
}

test("every REST call has an expectation, and every expectation a call", () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(TABLE.map(nameOf).sort());
});

describe.each(TABLE.map((row) => [nameOf(row), row] as const))("%s", (name, row) => {
  test(
    `${name} is open to its audience; for others it is refused without changes`,
    { tags: ["full"] },
    async () => {
      const fixtures = await createRestFixtures(harness);
      const { send, message, waits } = EXPECTED[name] ?? { message: "?" };
      // Refused callers come first, while the data still exists.
      const order = [...REST_ROLES].sort(
        (a, b) => Number(expected(row, a) === "ok") - Number(expected(row, b) === "ok"),
      );
      for (const who of order) {
        const actor = actorOf(fixtures, who);
        const token = actor.role === "NOBODY" ? null : await harness.tokenFor(actor);
        const { query = "", ...sending } = (await send?.(fixtures, who)) ?? {};
        const before = await harness.rows();
        expect(before).toContain(fixtures.member.id);
        const headers = waits && { headers: { "idempotency-key": newId() } };
        const call = { ...sending, ...headers, token };
        let answer = await harness.send(row.method, row.path + query, call);
        const code = expected(row, who);
        if (waits && code === "ok") {
          expect([answer.status, answer.body.code]).toEqual([409, "NEEDS_SECOND_ADMIN"]);
          // An admin of the caller's own company confirms.
          const companyId = who.startsWith("other") ? fixtures.otherId : fixtures.companyId;
          await confirmLast({ harness, companyId });
          answer = await harness.send(row.method, row.path + query, call);
        }
        const result = answer.body.status === "success" ? "ok" : answer.body.code;
        expect(`${who}: ${result}`).toBe(`${who}: ${code}`);
        if (code === "ok") {
          expect(answer).toMatchObject({
            status: 200,
            body: { status: "success", message: message },
          });
          expect(Object.keys(answer.body).sort()).toEqual(["data", "message", "status"]);
        } else {
          const { field: _field, ...envelope } = answer.body;
          expect(Object.keys(envelope).sort()).toEqual(["code", "data", "message", "status"]);
          expect(answer.body).toMatchObject({ status: "error", data: null });
          expect(await harness.rows()).toBe(before);
        }
        if (who.startsWith("other") && row.audience !== "anyone") {
          const told = JSON.stringify(answer.body);
          for (const secret of [fixtures.member, fixtures.admin].flatMap(({ id, email }) => [
            id,
            email,
          ])) {
            expect(told).not.toContain(secret);
          }
        }
        // The procedure itself refuses too, since tRPC has no transport check.
        if (code === "WRONG_ROLE" && !row.path.endsWith("/logout")) {
          const api = createCaller(await harness.context(actor));
          expect(await resultCode(row.call(api, {}))).toBe("WRONG_ROLE");
          expect(await harness.rows()).toBe(before);
        }
      }
    },
  );
});
