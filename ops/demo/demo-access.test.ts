import { expect, test } from "vitest";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { demoAccess } from "./demo-access";
import { DEMO_MEMBER } from "@ops/demo/plan/plan-members";
import { DEMO_PASSWORD } from "./seed-demo";

/**
 * Number of the other lines: four of npm, one for each of two steps of the preparation, one with
 * the address.
 */
const OTHER_LINES = 4 + 2 + 1;

test("npm run demo prints at most 15 lines, with every login and every brand", () => {
  const lines = demoAccess({ appOrigin: "http://localhost:3000", dataDir: "/data/demo" });
  expect(lines.length + OTHER_LINES).toBeLessThanOrEqual(15);
  const text = lines.join("\n");
  for (const person of [
    DEMO_MEMBER,
    "admin@company.example",
    "second@company.example",
    "super@platform.example",
  ])
    expect(text).toContain(person);
  expect(text).toContain(DEMO_PASSWORD);
  expect(text).toContain("http://rsgn.localhost:3000");
  for (const { symbol } of BUILT_IN_BRANDS)
    expect(text).toMatch(new RegExp(`\\b${symbol.toLowerCase()}\\b`));
});
