import { expect, expectTypeOf, test } from "vitest";

import { isRefusalCode, REFUSAL_KINDS } from "./kinds";
import { httpStatusOf } from "./kinds";
import { isRefusal, Refusal, refuse } from "./refuse";

test("a refusal has its code and kind", () => {
  const refusal = refuse("ORDER_ALREADY_DECIDED");
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal.code).toBe("ORDER_ALREADY_DECIDED");
  expect(REFUSAL_KINDS[refusal.code]).toBe("conflict");
  expect(refusal.message).toBe("ORDER_ALREADY_DECIDED");
  expect(refusal.retryAfterSeconds).toBeUndefined();
  expect(isRefusal(refusal)).toBe(true);
  expect(isRefusal(new Error("ORDER_ALREADY_DECIDED"))).toBe(false);
});

test("a wait in seconds is rounded up for Retry-After", () => {
  expect(refuse("LOGIN_THROTTLED", { seconds: 12.2 }).retryAfterSeconds).toBe(13);
  expect(refuse("CODE_RESEND_TOO_SOON", { seconds: 0 }).retryAfterSeconds).toBe(1);
  expect(refuse("DATABASE_AWAY", {}, { retryAfterSeconds: 5 }).retryAfterSeconds).toBe(5);
});

test("a refusal can name the fields concerned", () => {
  const fields = { email: ["EMAIL_INVALID"] };
  expect(refuse("INVALID_INPUT", {}, { fields }).fields).toEqual(fields);
});

test("every kind has the status of architecture.md §9", () => {
  expect(httpStatusOf("WRONG_LOGIN")).toBe(401);
  expect(httpStatusOf("CODE_WRONG")).toBe(400);
  expect(httpStatusOf("CODE_RESEND_TOO_SOON")).toBe(429);
  expect(httpStatusOf("TOO_MANY_PENDING_ORDERS")).toBe(409);
  expect(httpStatusOf("IDEMPOTENCY_KEY_MISMATCH")).toBe(422);
  expect(httpStatusOf("DATABASE_AWAY")).toBe(503);
  expect(httpStatusOf("UNEXPECTED")).toBe(500);
});

test("codes are upper snake case, and names of Object are not codes", () => {
  for (const code of Object.keys(REFUSAL_KINDS)) expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
  expect(isRefusalCode("toString")).toBe(false);
  expect(isRefusalCode("SUPPLY_GONE")).toBe(true);
});

test("parameters of the text are required by type", () => {
  // @ts-expect-error the words name the limit
  refuse("TOO_MANY_PENDING_ORDERS");
  // @ts-expect-error the wait is said in seconds
  refuse("LOGIN_THROTTLED", { minutes: 1 });
  expectTypeOf(refuse("TOO_MANY_PENDING_ORDERS", { limit: 5 })).toEqualTypeOf<Refusal>();
});
