import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleDays } from "./merkle";

const histories = fc
  .array(fc.nat(1_000_000), { maxLength: 300 })
  .map((held) => held.map((tokens, at) => ({ day: `day ${String(at).padStart(3, "0")}`, tokens })));

test("a history keeps its first and last day, its order and at most so many days", () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 2, max: 80 }), (history, most) => {
      const kept = sampleDays(history, most);
      expect(kept.length).toBe(Math.min(history.length, most));
      expect(kept[0]).toBe(history[0]);
      expect(kept.at(-1)).toBe(history.at(-1));
      const places = kept.map((one) => history.indexOf(one));
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    }),
  );
});
