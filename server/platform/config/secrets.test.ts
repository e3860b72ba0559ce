import fc from "fast-check";
import { expect, test, describe } from "vitest";
import { createSecrets } from "./secrets";
import { TRPCError } from "@trpc/server";
import { newId } from "@db/ids";
import { insertMember } from "@server/access/queries/members";
import { memberHarness } from "@server/testing/member-harness";
import { createLogger } from "./logger";
import { duringTests } from "@server/testing/during-tests";

const secrets = createSecrets("a secret of thirty-two characters");

test("a secret decrypts what it encrypted, and never produces the same ciphertext twice", () => {
  fc.assert(
    fc.property(fc.string(), (plain) => {
      const [once, again] = [secrets.encrypt("kyc", plain), secrets.encrypt("kyc", plain)];
      expect(once).not.toBe(again);
      expect(secrets.decrypt("kyc", once)).toBe(plain);
    }),
  );
});

test("a secret does not decrypt a changed ciphertext, nor one of another purpose or secret", () => {
  const text = secrets.encrypt("kyc", "ABCDE1234F");
  const [version, iv, tag, body] = text.split(".");
  const flipped = [version, iv, tag, `${body?.startsWith("A") ? "B" : "A"}${body?.slice(1)}`].join(
    ".",
  );
  expect(() => secrets.decrypt("kyc", flipped)).toThrow();
  expect(() => secrets.decrypt("pan", text)).toThrow();
  expect(() => createSecrets("another secret of 32 characters..").decrypt("kyc", text)).toThrow();
  expect(() => secrets.decrypt("kyc", "ABCDE1234F")).toThrow();
});

test("a truncated authentication tag of a ciphertext is rejected", () => {
  const [version, iv, tag = "", body] = secrets.encrypt("login-ticket", "whoever").split(".");
  for (const bytes of [4, 8, 12, 15]) {
    const short = Buffer.from(tag, "base64url").subarray(0, bytes).toString("base64url");
    const text = [version, iv, short, body].join(".");
    expect(() => secrets.decrypt("login-ticket", text)).toThrow();
  }
});

test("a keyed hash depends on its value, purpose and secret", () => {
  const hash = secrets.keyedHash("one-time-code", "123456");
  expect(secrets.matches("one-time-code", "123456", hash)).toBe(true);
  expect(secrets.matches("one-time-code", "123457", hash)).toBe(false);
  expect(secrets.matches("throttle", "123456", hash)).toBe(false);
  expect(secrets.matches("one-time-code", "123456", "")).toBe(false);
});

const NEW = "a new secret of thirty-two characters";
const OLD = "a secret of thirty-two characters";

test("the previous secret reads what it encrypted, and the present one writes", () => {
  const text = secrets.encrypt("kyc", "ABCDE1234F");
  const both = createSecrets(NEW, { previous: OLD });
  expect(both.decrypt("kyc", text)).toBe("ABCDE1234F");
  const again = both.encrypt("kyc", "ABCDE1234F");
  const alone = createSecrets(NEW);
  expect(alone.decrypt("kyc", again)).toBe("ABCDE1234F");
  expect(() => alone.decrypt("kyc", text)).toThrow();
  expect(() => both.decrypt("pan", text)).toThrow();
  for (const wrong of ["v", "v0", "v2", "w1", ""]) {
    expect(() => both.decrypt("kyc", again.replace("v1", wrong))).toThrow("not a text of ours");
  }
});

test("hashes by either secret match; counters and idempotency keys are found by all instances", () => {
  const before = createSecrets(OLD, { previous: NEW, ofDatabase: OLD });
  const after = createSecrets(NEW, { previous: OLD, ofDatabase: OLD });
  for (const [one, another] of [
    [before, after],
    [after, before],
  ] as const) {
    const hash = one.keyedHash("recovery-code", "x");
    expect(another.matches("recovery-code", "x", hash)).toBe(true);
    expect(another.keyedHashes("recovery-code", "x")).toContain(hash);
    expect(another.matches("recovery-code", "y", hash)).toBe(false);
  }
  expect(after.keyedHash("recovery-code", "x")).toMatch(/^[0-9a-f]{64}$/);
  for (const purpose of ["throttle", "idempotency"] as const) {
    expect(after.keyedHash(purpose, "x")).toBe(before.keyedHash(purpose, "x"));
  }
});

describe("logger", () => {
  const harness = duringTests(memberHarness);

  function logged(error: unknown): Record<string, Record<string, string>> {
    let line = "";
    createLogger("info", { write: (text) => (line += text) }).error({ err: error }, "unexpected");
    return JSON.parse(line) as Record<string, Record<string, string>>;
  }

  test(
    "the log of a failed statement has neither its values nor the conflicting row",
    { tags: ["full"] },
    async () => {
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
      for (const error of [
        failed,
        new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: failed }),
      ]) {
        const line = logged(error);
        const text = JSON.stringify(line);
        for (const value of [email, mobile, "argon2id", companyId])
          expect(text).not.toContain(value);
        // The log keeps the facts needed to diagnose the fault.
        expect(line["err"]).toMatchObject({ code: expect.any(String) as string });
        expect(line["err"]).toMatchObject({ constraint: "users_email" });
        expect(line["err"]?.["stack"]).toContain('insert into "users"');
        expect(line["err"]?.["stack"]).toContain("secrets.test.ts");
      }
    },
  );

  test("the log of other errors keeps their messages and causes", () => {
    const error = new Error("outer", { cause: new TypeError("inner") });
    expect(logged(error)["err"]).toMatchObject({ type: "Error", message: "outer" });
    expect(logged(error)["err"]?.["stack"]).toContain("caused by: TypeError: inner");
    expect(logged("a text")).toMatchObject({ err: "a text" });
  });
});
