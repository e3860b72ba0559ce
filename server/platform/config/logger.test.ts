import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@db/ids";
import { insertMember } from "@server/access/queries/members";
import { type MemberHarness, memberHarness } from "@server/testing/member-harness";
import { createLogger } from "./logger";

let harness: MemberHarness;
beforeAll(async () => {
  harness = await memberHarness();
});
afterAll(() => harness.close());

function logged(error: unknown): Record<string, Record<string, string>> {
  let line = "";
  createLogger("info", { write: (text) => (line += text) }).error({ err: error }, "unexpected");
  return JSON.parse(line) as Record<string, Record<string, string>>;
}

test("the log of a failed statement has neither its values nor the conflicting row", async () => {
  const companyId = await harness.company();
  const { email, mobile, passwordHash } = await harness.person(companyId, "USER", {
    email: "secret.name@people.example",
    passwordHash: "$argon2id$of-somebody",
  });
  const person = { companyId, email, mobile, passwordHash, role: "USER", name: "N" } as const;
  const failed: unknown = await insertMember(harness.database.db, {
    ...person,
    id: newId(),
    referralCode: "ANOTHER1",
  }).catch((error: unknown) => error);
  for (const error of [failed, new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: failed })]) {
    const line = logged(error);
    const text = JSON.stringify(line);
    for (const value of [email, mobile, "argon2id", companyId]) expect(text).not.toContain(value);
    // The log keeps the facts needed to diagnose the fault.
    expect(line["err"]).toMatchObject({ code: expect.any(String) as string });
    expect(line["err"]).toMatchObject({ constraint: "users_email" });
    expect(line["err"]?.["stack"]).toContain('insert into "users"');
    expect(line["err"]?.["stack"]).toContain("logger.test.ts");
  }
});

test("the log of other errors keeps their messages and causes", () => {
  const error = new Error("outer", { cause: new TypeError("inner") });
  expect(logged(error)["err"]).toMatchObject({ type: "Error", message: "outer" });
  expect(logged(error)["err"]?.["stack"]).toContain("caused by: TypeError: inner");
  expect(logged("a text")).toMatchObject({ err: "a text" });
});
