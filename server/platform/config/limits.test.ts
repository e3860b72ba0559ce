import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./environment";
import { DEFAULT_LIMITS, LIMITS } from "./limits";

const limitsOf = (LIMITS: string) => readConfig({ NODE_ENV: "test", LIMITS }).limits;

describe("LIMITS", () => {
  test("LIMITS changes the limits that it names and leaves the others", () => {
    expect(limitsOf("")).toEqual(DEFAULT_LIMITS);
    expect(limitsOf("codesPerIpHour=7, fileBytes=2048  stopDelaySeconds=0\n")).toEqual({
      ...DEFAULT_LIMITS,
      codesPerIpHour: 7,
      fileBytes: 2048,
    });
  });

  test.each([
    ["codesPerYear=1", 'LIMITS has no limit named "codesPerYear".'],
    ["constructor=1", 'LIMITS has no limit named "constructor".'],
    ["codesPerIpHour=1 codesPerIpHour=2", "LIMITS names codesPerIpHour twice."],
    [
      "pictureProcesses=0",
      "LIMITS must have a whole number between 1 and 64 for pictureProcesses.",
    ],
    [
      "pictureProcesses=65",
      "LIMITS must have a whole number between 1 and 64 for pictureProcesses.",
    ],
    ["pictureProcesses", "LIMITS must have a whole number between 1 and 64 for pictureProcesses."],
    [
      "pictureProcesses=1=2",
      "LIMITS must have a whole number between 1 and 64 for pictureProcesses.",
    ],
    [
      "pictureProcesses=1.5",
      "LIMITS must have a whole number between 1 and 64 for pictureProcesses.",
    ],
    [
      "fileBytes=10485761",
      "LIMITS must have a whole number between 1024 and 10485760 for fileBytes.",
    ],
  ])("LIMITS=%s stops the start with one line that names the limit", (text, message) => {
    expect(() => limitsOf(text)).toThrow(new ConfigError(message));
  });

  test("docs/operating.md lists every limit with its default and meaning", () => {
    const listed = readFileSync("docs/operating.md", "utf8").matchAll(
      /^\| `(\w+)` *\| (\d+) *\| (.+?) *\|$/gm,
    );
    expect([...listed].map(([, name, value, meaning]) => [name, value, meaning])).toEqual(
      Object.entries(LIMITS).map(([name, { value, meaning }]) => [name, String(value), meaning]),
    );
  });
});
