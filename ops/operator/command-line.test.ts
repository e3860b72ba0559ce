/** @module-tag full */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSettings } from "@ops/running/settings-file";
import { runProcess, COMMANDS, EXIT, formatFailure } from "./run";

/** An unreachable database: syntax errors must be reported before a connection is made. */
const NOWHERE = { NODE_ENV: "test", DATABASE_URL: "postgres://nobody@127.0.0.1:1/nowhere" };

async function refusal(...words: string[]): Promise<string> {
  const failure = await runProcess(NOWHERE, words).catch(formatFailure);
  expect(failure).toMatchObject({ code: EXIT.usage });
  const { text } = failure as { text: string };
  expect(text).not.toContain("\n");
  return text;
}

/** Returns as many words as the command accepts. */
const wordsFor = (words: readonly string[]) => words.map((_, at) => `word${at}`);

test.each(COMMANDS)(
  "the command $name refuses an extra word, and an option that does not exist",
  async (one) => {
    const typed = [...one.name.split(" "), ...wordsFor(one.words)];
    expect(await refusal(...typed, "extra")).toContain("too many arguments");
    expect(await refusal(...typed, "--forse")).toContain("unknown option '--forse'");
  },
);

const isNeeded = (word: string) => word.startsWith("<");

test.each(COMMANDS.filter(({ words }) => words.some(isNeeded)))(
  "the command $name requires its words",
  async ({ name, words }) => {
    const fewer = [...name.split(" "), ...wordsFor(words.filter(isNeeded)).slice(1)];
    expect(await refusal(...fewer)).toContain("missing required argument");
    expect(await refusal(...fewer, " ")).toContain("It is empty.");
  },
);

test.each(COMMANDS.filter(({ fields }) => fields))(
  "the command $name refuses an unknown field, one that is given twice or is empty, and no field at all",
  async ({ name, words, fields }) => {
    const typed = [...name.split(" "), ...wordsFor(words)];
    for (const field of fields?.names.keys() ?? []) {
      expect(await refusal(...typed, `${field}_=1`)).toContain(`unknown option '--${field}_'`);
      expect(await refusal(...typed, `${field}=1`, `${field}=2`)).toContain("It is given twice.");
      expect(await refusal(...typed, `${field}=`)).toContain("It is empty.");
      expect(await refusal(...typed, `--${field}`)).toContain("argument missing");
    }
    expect(await refusal(...typed)).toContain("A name=value is missing.");
  },
);

test("two aliases of a field count as a duplicate, and `id` is not a field", async () => {
  expect(await refusal("company", "set", "KITE", "name=A", "companyName=B")).toContain(
    "It is given twice.",
  );
  expect(await refusal("company", "set", "KITE", "id=another")).toContain("unknown option '--id");
});

test.each([
  ["company st KITE price=1", "(Did you mean set?)"],
  ["compani set KITE price=1", "(Did you mean company?)"],
  ["company set KITE prise=1", "(Did you mean --price?)"],
  ["help compnay", "(Did you mean company?)"],
  ["help rocket", "unknown command 'rocket'"],
  ["brand rollback KITE 1", "(Did you mean roll-back?)"],
  ["--force", "unknown option"],
  ["compnay help", "(Did you mean company?)"],
])("the command line `%s` is refused", async (line, said) => {
  expect(await refusal(...line.split(" "))).toContain(said);
});

test("help ends well at every level, lists what it is asked for, and needs neither settings nor database", async () => {
  const settings = () => {
    throw new Error("Settings were read.");
  };
  const help = (line: string) => runProcess(settings, line.split(" ").filter(Boolean));
  for (const line of ["", "help", "--help", "-h"]) {
    const all = await help(line);
    for (const { name } of COMMANDS) expect(all).toMatch(new RegExp(`^ {2}${name}\\b`, "m"));
  }
  const [, nouns = "", each = ""] = (await help("")).split(/^Commands:$|\n\n(?= {2}check)/m);
  expect(nouns).toContain("\n  domain         list, add, remove, check\n");
  const order = each.match(/^ {2}[a-z-]+/gm) ?? [];
  // Each noun has one line above, and its commands follow each other in the same order.
  expect(order.filter((noun, at) => noun !== order[at - 1])).toEqual(nouns.match(/^ {2}[a-z-]+/gm));
  for (const line of ["domain", "help domain", "domain help", "domain --help"]) {
    expect(await help(line)).toContain("check <host>");
    expect(await help(line)).not.toContain("company add");
  }
  for (const { name, does } of COMMANDS) {
    for (const line of [`help ${name}`, `${name} help`, `${name} --help`, `${name} one -h`]) {
      expect(await help(line)).toContain(does.slice(0, 40));
    }
  }
  expect(await help("company set --help")).toContain("--price <value>");
});

test("a database that is away is named in one line by its setting, without its password", async () => {
  const DATABASE_URL = "postgres://serves:hunter2@127.0.0.1:1/sale?sslmode=disable";
  const failure = runProcess({ NODE_ENV: "test", DATABASE_URL }, ["super-admin", "list"]);
  expect(await failure.catch(formatFailure)).toEqual({
    text: "DATABASE_URL (postgres://serves@127.0.0.1:1/sale?sslmode=disable) does not answer: connect ECONNREFUSED 127.0.0.1:1.",
    code: EXIT.refused,
  });
}, 20_000);

describe("the settings of a command", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "settings-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const find = (env: Record<string, string>, named?: string) =>
    findSettings(env, {
      root: folder,
      named,
      unit: path.join(folder, "unit"),
      unitFile: path.join(folder, "etc"),
    });

  test("settings are read from the environment, --env-file, .env, the unit or its file, which is said", () => {
    expect(find({}).from).toContain(`${path.join(folder, ".env")}, `);
    const etc = write("etc", "APP_SECRET=etc\nDATA_DIR=own\n");
    expect(find({ PORT: "1" })).toMatchObject({ env: { APP_SECRET: "etc", PORT: "1" }, from: etc });
    const unit = write(
      "unit",
      `[Service]\nEnvironmentFile=${etc}\nEnvironment=PORT=%i DATA_DIR=x STORAGE_DIR=y\n`,
    );
    expect(find({})).toEqual({
      env: { APP_SECRET: "etc", DATA_DIR: "own", STORAGE_DIR: "y" },
      from: `${etc}, which ${unit} names`,
    });
    const beside = write(".env", "APP_SECRET=beside # a remark\n");
    expect(find({})).toEqual({ env: { APP_SECRET: "beside" }, from: beside });
    for (const name of ["APP_SECRET", "DEMO"]) {
      expect(find({ [name]: "1" })).toEqual({ env: { [name]: "1" }, from: "the environment" });
    }
    const named = write("named", "SMTP_URL=named\nPORT=1\n");
    expect(find({ PORT: "2" }, named)).toEqual({
      env: { SMTP_URL: "named", PORT: "2" },
      from: named,
    });
    expect(() => find({}, path.join(folder, "gone"))).toThrow(/gone cannot be read: ENOENT\.$/);
  });

  test("the unit that the product installs names the file and the folder that its commands use", () => {
    writeFileSync(
      path.join(folder, "unit"),
      readFileSync("deploy/systemd/prelaunch@.service", "utf8").replaceAll(
        "/etc/prelaunch/env",
        write("etc", "A=1"),
      ),
    );
    expect(find({}).env).toEqual({ A: "1", DATA_DIR: "/var/lib/prelaunch" });
  });
});
