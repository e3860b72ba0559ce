import { expect, test } from "vitest";
import { shareReadings } from "./share-readings";

/** Readings that end when told to, each with the value of the moment when it began. */
function readings() {
  let value = 1;
  const ends: Array<() => void> = [];
  const fails: Array<(error: Error) => void> = [];
  const read = shareReadings((name) => {
    const seen = `${name} ${value}`;
    return new Promise<string>((resolve, reject) => {
      ends.push(() => resolve(seen));
      fails.push(reject);
    });
  });
  return { read, ends, fails, change: () => (value += 1) };
}

test("who asks during a reading shares the next, and misses no change", async () => {
  const { read, ends, change } = readings();
  const first = read("a");
  change();
  const later = [read("a"), read("a"), read("a")];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe("a 1");
  await expect.poll(() => ends.length).toBe(2);
  change();
  const last = read("a");
  ends[1]?.();
  expect(await Promise.all(later)).toEqual(["a 2", "a 2", "a 2"]);
  ends[2]?.();
  expect(await last).toBe("a 3");
});

test("names are read apart, and nothing is kept after a reading", async () => {
  const { read, ends } = readings();
  const both = [read("a"), read("b")];
  ends.forEach((end) => end());
  expect(await Promise.all(both)).toEqual(["a 1", "b 1"]);
  void read("a");
  expect(ends).toHaveLength(3);
});

test("a reading that hangs holds others up for a moment only", async () => {
  const { read, ends } = readings();
  void read("a");
  const second = read("a");
  await expect.poll(() => ends.length).toBe(2);
  const third = read("a");
  ends[1]?.();
  expect(await second).toBe("a 1");
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.();
  expect(await third).toBe("a 1");
});

test("a reading that fails does not fail the next", async () => {
  const { read, ends, fails } = readings();
  const first = read("a");
  const second = read("a");
  fails[0]?.(new Error("The database is away."));
  await expect(first).rejects.toThrow("away");
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  expect(await second).toBe("a 1");
});
