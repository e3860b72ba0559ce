import { describe, expect, test } from "vitest";
import { outcome } from "@server/testing/money-world";
import { createPasswords } from "./argon2-passwords";

const passwords = createPasswords();

test("a password is kept as argon2id in OWASP's setting, salted", async () => {
  const [one, two] = await Promise.all([
    passwords.hash("a pass phrase"),
    passwords.hash("a pass phrase"),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify(one, "a pass phrase")).toBe(true);
  expect(await passwords.verify(one, "a pass phrase ")).toBe(false);
  expect(await passwords.verify(null, "a pass phrase")).toBe(false);
  expect(await passwords.verify("not a hash", "a pass phrase")).toBe(false);
});

test("a password in any script, up to the longest", async () => {
  for (const password of ["पासवर्ड बहुत लंबा है", "x".repeat(1000), "🙂".repeat(50)]) {
    expect(await passwords.verify(await passwords.hash(password), password)).toBe(true);
  }
});

test("an unknown account takes the time of a known one", async () => {
  const known = await passwords.hash("a pass phrase");
  const time = async (hash: string | null) => {
    const samples: number[] = [];
    for (let i = 0; i < 15; i += 1) {
      const start = performance.now();
      await passwords.verify(hash, "a wrong guess");
      samples.push(performance.now() - start);
    }
    return samples.toSorted((a, b) => a - b)[7] ?? 0;
  };
  const [one, two] = [await time(known), await time(null)];
  // The same work: not a tenth of it. The machine's own moods may still double it.
  expect(two).toBeGreaterThan(one / 3);
  expect(two).toBeLessThan(one * 3);
});

describe("at most so many at once", () => {
  test("the others wait for their turn, and too many are refused", async () => {
    const narrow = createPasswords({ atOnce: 2, queued: 3 });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => outcome(narrow.hash("a pass phrase"))),
    );
    expect(outcomes.filter((one) => one === "ok")).toHaveLength(5);
    expect(outcomes.filter((one) => one === "SERVER_BUSY")).toHaveLength(3);
    // Every place was given back.
    const again = await Promise.all(
      Array.from({ length: 5 }, () => outcome(narrow.verify(null, "x"))),
    );
    expect(again).toEqual(Array(5).fill("ok"));
  });
});
