import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCaller } from "@server/procedures/router";
import { outcome } from "@server/testing/money-world";
import { actorOf, newCast } from "@server/testing/rest-cast";
import { EXPECTED } from "@server/testing/rest-expectations";
import {
  type RestWorld,
  type RoleAtTheDoor,
  ROLES_AT_THE_DOOR,
  restWorld,
} from "@server/testing/rest-world";
import type { Row } from "./row";
import { TABLE } from "./table";

let world: RestWorld;
beforeAll(async () => {
  world = await restWorld({ config: { smsWebhookUrl: null } });
});
afterAll(() => world.close());

const nameOf = (row: Row) => `${row.method} ${row.path}`;

/** What a call of this row by this person comes to. */
function expected(row: Row, who: RoleAtTheDoor): string {
  if (row.audience === "anyone") return "ok";
  if (who === "nobody") return "NOT_SIGNED_IN";
  const role = { member: "USER", admin: "ADMIN", "super admin": "SUPER_ADMIN" }[
    who.replace("other ", "") as "member"
  ];
  if (row.audience !== "signed in" && row.audience !== role) return "WRONG_ROLE";
  return (who.startsWith("other") && EXPECTED[nameOf(row)]?.elsewhere) || "ok";
}

test("every row has its expectations, and nothing is expected of rows that are not there", () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(TABLE.map(nameOf).sort());
});

describe.each(TABLE.map((row) => [nameOf(row), row] as const))("%s", (name, row) => {
  test("is open to whom it is for; for others nothing happens", async () => {
    const cast = await newCast(world);
    const { send, say } = EXPECTED[name] ?? { say: "?" };
    // Whoever is refused first: what they ask for is there.
    const order = [...ROLES_AT_THE_DOOR].sort(
      (a, b) => Number(expected(row, a) === "ok") - Number(expected(row, b) === "ok"),
    );
    for (const who of order) {
      const actor = actorOf(cast, who);
      const token = actor.role === "NOBODY" ? null : await world.tokenFor(actor);
      const { query = "", ...sending } = (await send?.(cast, who)) ?? {};
      const before = await world.rows();
      expect(before).toContain(cast.member.id);
      const answer = await world.send(row.method, row.path + query, { ...sending, token });
      const code = expected(row, who);
      const heard = answer.body.status === "success" ? "ok" : answer.body.code;
      expect(`${who}: ${heard}`).toBe(`${who}: ${code}`);
      if (code === "ok") {
        expect(answer).toMatchObject({ status: 200, body: { status: "success", message: say } });
        expect(Object.keys(answer.body).sort()).toEqual(["data", "message", "status"]);
      } else {
        expect(Object.keys(answer.body).sort()).toEqual(["code", "data", "message", "status"]);
        expect(answer.body).toMatchObject({ status: "error", data: null });
        expect(await world.rows()).toBe(before);
      }
      if (who.startsWith("other") && row.audience !== "anyone") {
        const told = JSON.stringify(answer.body);
        for (const secret of [cast.member, cast.admin].flatMap(({ id, email }) => [id, email])) {
          expect(told).not.toContain(secret);
        }
      }
      // The procedure is a wall without the door, too: tRPC has another.
      if (code === "WRONG_ROLE" && !row.path.endsWith("/logout")) {
        const api = createCaller(await world.context(actor));
        expect(await outcome(row.call(api, {}))).toBe("WRONG_ROLE");
        expect(await world.rows()).toBe(before);
      }
    }
  });
});
