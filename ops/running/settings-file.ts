import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { ConfigError } from "@server/platform/config/environment";

type Environment = Readonly<Record<string, string | undefined>>;

/** The unit of systemd that docs/install.md installs, and the settings that it names. */
const UNIT = "/etc/systemd/system/prelaunch@.service";
const UNIT_FILE = "/etc/prelaunch/env";

export interface FoundSettings {
  env: Environment;
  /** The places that they were read from, for people. */
  from: string;
}

/**
 * Finds the settings where the server has them: in the environment if it has an APP_SECRET or is
 * that of the demo, else in `.env` beside the build, else where the unit of systemd has them. A
 * file that `named` names takes the place of these. A variable of the environment wins over a
 * file. Throws ConfigError, in one line, for a file that cannot be read.
 */
export function findSettings(
  environment: Environment,
  {
    root,
    named,
    unit = UNIT,
    unitFile = UNIT_FILE,
  }: {
    root: string;
    named?: string | undefined;
    unit?: string;
    unitFile?: string;
  },
): FoundSettings {
  if (named !== undefined) return readFrom([named], environment);
  const isWhole = Boolean(environment["APP_SECRET"]) || Boolean(environment["DEMO"]);
  if (isWhole) return { env: environment, from: "the environment" };
  const beside = path.join(root, ".env");
  if (existsSync(beside)) return readFrom([beside], environment);
  if (existsSync(unit)) return readUnit(unit, environment);
  if (existsSync(unitFile)) return readFrom([unitFile], environment);
  const places = `${beside}, ${unit} and ${unitFile} do not exist`;
  return { env: environment, from: `the environment (${places})` };
}

const given = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));

const readFrom = (files: readonly string[], environment: Environment): FoundSettings => ({
  env: Object.assign({}, ...files.map(readSettings), given(environment)) as Environment,
  from: files.join(" and "),
});

/** Reads a unit's `Environment=` and the files of its `EnvironmentFile=`, which win over it. */
function readUnit(unit: string, environment: Environment): FoundSettings {
  const lines = readText(unit).split("\n");
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
  // `%i` is the port of an instance, which a command does not have.
  const words = valuesOf("Environment").flatMap((line) => line.split(/\s+/));
  const own = parseEnv(words.filter((word) => !word.includes("%")).join("\n"));
  const files = valuesOf("EnvironmentFile").map((file) => file.replace(/^-/, ""));
  const { env } = readFrom(files, environment);
  return { env: { ...own, ...env }, from: `${files.join(" and ")}, which ${unit} names` };
}

const readSettings = (file: string): Environment => parseEnv(readText(file));

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const why = code === "EACCES" ? "this user may not read it" : code;
    throw new ConfigError(`The settings in ${file} cannot be read: ${why}.`);
  }
}
