import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@db/ids";
import { insertUser } from "@db/queries/users";
import { type PeopleWorld, peopleWorld } from "@server/testing/people-world";
import { createLogger } from "./logger";

let world: PeopleWorld;
beforeAll(async () => {
  world = await peopleWorld();
});
afterAll(() => world.close());

function logged(error: unknown): Record<string, Record<string, string>> {
  let line = "";
  createLogger("info", { write: (text) => (line += text) }).error({ err: error }, "unexpected");
  return JSON.parse(line) as Record<string, Record<string, string>>;
}

test("a statement that failed is logged without its values and without the row in its way", async () => {
  const companyId = await world.company();
  const { email, mobile, passwordHash } = await world.person(companyId, "USER", {
    email: "secret.name@people.example",
    passwordHash: "$argon2id$of-somebody",
  });
  const person = { companyId, email, mobile, passwordHash, role: "USER", name: "N" } as const;
  const failed: unknown = await insertUser(world.database.db, {
    ...person,
    id: newId(),
    referralCode: "ANOTHER1",
  }).catch((error: unknown) => error);
  for (const error of [failed, new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: failed })]) {
    const line = logged(error);
    const text = JSON.stringify(line);
    for (const value of [email, mobile, "argon2id", companyId]) expect(text).not.toContain(value);
    // What is needed to mend it is all there.
    expect(line["err"]).toMatchObject({ code: expect.any(String) as string });
    expect(line["err"]).toMatchObject({ constraint_name: "users_email" });
    expect(line["err"]?.["stack"]).toContain('insert into "users"');
    expect(line["err"]?.["stack"]).toContain("logger.test.ts");
  }
});

test("an error of anything else keeps its words and causes", () => {
  const error = new Error("outer", { cause: new TypeError("inner") });
  expect(logged(error)["err"]).toMatchObject({ type: "Error", message: "outer" });
  expect(logged(error)["err"]?.["stack"]).toContain("caused by: TypeError: inner");
  expect(logged("a text")).toMatchObject({ err: "a text" });
});
