import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

test("all icons of the style sheets are one picture, which a browser opens once", () => {
  const sheets = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".css"),
  );
  const text = sheets.map((name) => readFileSync(path.join(import.meta.dirname, name), "utf8"));
  const pictures = new Set(text.join("\n").match(/data:image\/svg\+xml[^"]*/g));
  expect(pictures.size).toBe(1);
});
