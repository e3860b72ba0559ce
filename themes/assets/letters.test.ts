import { expect, test } from "vitest";
import { TYPE_PAIRINGS } from "../vocabulary";
import { displayLetters, textLetters } from "./letters";

test("fonts that are opened at the same time are each opened whole", async () => {
  const opened = await Promise.all(
    TYPE_PAIRINGS.flatMap((pairing) => [displayLetters(pairing), textLetters(pairing)]),
  );
  for (const { latin, devanagari } of opened) {
    expect(latin.layout("Token").glyphs).toHaveLength(5);
    expect(devanagari.layout("टोकन").glyphs.length).toBeGreaterThan(2);
  }
});
