import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DocumentedCall, Known } from "@server/testing/documented/call";
import { DOCUMENTED_CALLS } from "@server/testing/documented/calls";
import { type RestWorld, type Sending, restWorld } from "@server/testing/rest-world";
import { hugePng } from "@server/testing/sample-files";
import { TABLE } from "./table";

let world: RestWorld;
const known: Known = {};

beforeAll(async () => {
  world = await restWorld();
  known["companyId"] = await world.company({ totalSupply: 100_000, feeBps: 250 });
  const referrer = await world.person(known["companyId"], "USER");
  known["referralCode"] = referrer.referralCode;
  known["adminEmail"] = (await world.person(known["companyId"], "ADMIN")).email;
  known["superAdminEmail"] = (await world.superAdmin()).email;
});
afterAll(() => world.close());

function send(one: DocumentedCall, fields: Record<string, unknown>) {
  const [method = "", path = ""] = one.call.split(" ");
  const token = one.as === "nobody" ? null : (known[one.as] ?? "");
  const texts = () =>
    new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  if (method === "GET") return world.send(method, `${path}?${texts().toString()}`, { token });
  const ways: Record<NonNullable<DocumentedCall["body"]>, () => Sending> = {
    json: () => ({ json: fields }),
    form: () => ({ raw: texts() }),
    multipart() {
      const form = new FormData();
      form.append("medias", new Blob([new Uint8Array(hugePng(8, 8))]), "slip.png");
      return { raw: form };
    },
  };
  return world.send(method, path, { token, ...ways[one.body ?? "json"]() });
}

test("the list and the table have the same rows", () => {
  const listed = new Set(DOCUMENTED_CALLS.map(({ call }) => call));
  expect([...listed].sort()).toEqual(TABLE.map((row) => `${row.method} ${row.path}`).sort());
});

describe.each(DOCUMENTED_CALLS.map((one) => [one.call, one] as const))("%s", (_name, one) => {
  test("takes, answers and says what the list says", async () => {
    if (one.code) {
      const [mail] = await world.sentTo(one.code.to(known), one.code.mail);
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
    const answer = await send(one, { ...needs, ...takes, nobodyKnowsThisField: "x" });
    expect(answer.body).toEqual({
      status: "success",
      message: one.say,
      data: answer.body.data,
    });
    expect(answer.status).toBe(200);
    expect(one.data.safeParse(answer.body.data).error?.issues ?? []).toEqual([]);
    one.learn?.(Object(answer.body.data) as Record<string, unknown>, known);
  });
});
