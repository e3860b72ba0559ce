import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { COMPOSE_VARIABLES, envExample } from "./env-example";
import { readConfig } from "./environment";
import { SETTING_DEFAULTS } from "./setting-formats";

test(".env.example matches the output of npm run env-example", () => {
  expect(readFileSync(".env.example", "utf8")).toBe(envExample());
});

test(".env.example names every setting once, with its default", () => {
  const named = parseEnv(envExample().replace(/^# ([A-Z0-9_]+=)/gm, "$1"));
  const due = [...Object.keys(SETTING_DEFAULTS), ...Object.keys(COMPOSE_VARIABLES)];
  expect(Object.keys(named).sort()).toEqual(due.sort());
  const required = {
    APP_SECRET: "thirty-two characters of a secret",
    SMTP_URL: "smtp://mail.example",
  };
  expect(readConfig({ ...named, ...required })).toEqual(readConfig(required));
});

test("an unchanged copy of .env.example reports a missing required setting", () => {
  expect(() => readConfig(parseEnv(envExample()))).toThrow(/^APP_SECRET is required/);
});
