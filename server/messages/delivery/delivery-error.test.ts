import { expect, test } from "vitest";
import { deliveryErrorOf, pauseMs, retryDelaySeconds, smsError, smtpError } from "./delivery-error";

const answered = (status: number, command: string, code = "EENVELOPE") =>
  smtpError(
    Object.assign(new Error("no"), {
      code,
      command,
      responseCode: status,
      response: `${status} no\r\nmore`,
    }),
  );

test.each([
  ["an unknown mailbox", 550, "RCPT TO", "refused"],
  ["a mailbox over its limit for good", 552, "RCPT TO", "refused"],
  ["a mail refused for its contents", 554, "DATA", "refused"],
  ["a mail too large", 552, "MAIL FROM", "refused"],
  ["a greylisted address", 451, "RCPT TO", "deferred"],
  ["a full mailbox", 452, "RCPT TO", "deferred"],
  ["a mail that cannot be checked now", 451, "DATA", "deferred"],
  ["a sender's address that is not allowed", 553, "MAIL FROM", "away"],
  ["a missing login", 530, "RCPT TO", "away"],
  ["a server that shuts down", 421, "RCPT TO", "away"],
])("%s (%i after %s) is %s", (_what, status, command, verdict) => {
  expect(answered(status, command)).toMatchObject({
    verdict,
    status,
    reply: `${status} no more`,
  });
});

test("a wrong password at the server, or a lost connection, is no message's fault", () => {
  expect(answered(535, "AUTH PLAIN", "EAUTH").verdict).toBe("away");
  expect(answered(421, "CONN", "EPROTOCOL").verdict).toBe("away");
  expect(deliveryErrorOf(new Error("connect ECONNREFUSED")).verdict).toBe("away");
});

test("an SMS provider refuses a text with 400, 413 and 422 only", () => {
  const verdicts = [400, 413, 422, 401, 404, 429, 500].map((status) => smsError(status).verdict);
  expect(verdicts).toEqual(["refused", "refused", "refused", "away", "away", "away", "away"]);
});

test("waits double up to a limit, each shortened by chance", () => {
  const waits = [1, 2, 3, 4, 5].map((tries) => retryDelaySeconds("code", tries, 0));
  expect(waits).toEqual([2, 4, 8, 16, 30]);
  expect(retryDelaySeconds("notice", 1, 1)).toBe(2.5);
  expect(retryDelaySeconds("notice", 5000, 0)).toBe(3600);
  expect(pauseMs("away", 1, 0)).toBe(500);
  expect(pauseMs("away", 5000, 0)).toBe(15_000);
  expect(pauseMs("deferring", 5000, 0)).toBe(1000);
});
