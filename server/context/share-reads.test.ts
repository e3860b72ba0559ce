import { expect, test } from "vitest";
import { shareReads } from "./share-reads";

/** Reads that the test ends one by one; each is numbered in the order in which it began. */
function controlledReads() {
  const begun: { key: string; end(failure?: Error): void }[] = [];
  const read = (key: string) =>
    new Promise<number>((resolve, reject) => {
      const number = begun.length + 1;
      begun.push({ key, end: (failure) => (failure ? reject(failure) : resolve(number)) });
    });
  return { begun, of: shareReads(read, (key) => key) };
}

/** Lets promises that are resolved run their callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("a caller who asks during a read gets the next one, which all such callers share", async () => {
  const { begun, of } = controlledReads();
  const [first, second, third] = [of("a"), of("a"), of("a")];
  expect(begun.length).toBe(1);
  begun[0]?.end();
  expect(await first).toBe(1);
  await settle();
  expect(begun.length).toBe(2);
  const fourth = of("a");
  begun[1]?.end();
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await settle();
  begun[2]?.end();
  expect(await fourth).toBe(3);
});

test("a read that has ended is not used again", async () => {
  const { begun, of } = controlledReads();
  const first = of("a");
  begun[0]?.end();
  expect(await first).toBe(1);
  const second = of("a");
  begun[1]?.end();
  expect(await second).toBe(2);
});

test("a failed read fails its callers only", async () => {
  const { begun, of } = controlledReads();
  const [first, second] = [of("a"), of("a")];
  begun[0]?.end(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  await settle();
  begun[1]?.end();
  expect(await second).toBe(2);
});

test("keys do not wait for each other", async () => {
  const { begun, of } = controlledReads();
  const [one, two] = [of("a"), of("b")];
  expect(begun.map(({ key }) => key)).toEqual(["a", "b"]);
  begun[1]?.end();
  expect(await two).toBe(2);
  begun[0]?.end();
  expect(await one).toBe(1);
});
