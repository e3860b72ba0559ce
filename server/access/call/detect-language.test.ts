import { expect, test } from "vitest";
import { detectClientLanguage } from "./detect-language";

const accepting = (header: string) =>
  detectClientLanguage(
    new Request("http://localhost/", { headers: { "accept-language": header } }),
  );

test.each([
  ["hi-IN,hi;q=0.9,en;q=0.8", "hi"],
  ["HI", "hi"],
  ["fr, en;q=0.2, hi-IN;q=0.9", "hi"],
  ["hi;q=0, en;q=0.1", "en"],
  ["fr, *;q=0.5", "en"],
  ["", "en"],
])("of the languages %j the first supported one by its quality is %s", (header, language) => {
  expect(accepting(header)).toBe(language);
});
