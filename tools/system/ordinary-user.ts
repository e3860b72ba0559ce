import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/** Debian's user without rights; without root, whoever runs the test is ordinary already. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Options of `spawn` that run a program as an ordinary user. */
export const ordinary = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

export function giveToOrdinaryUser(at: string): void {
  if (isRoot) spawnSync("chown", ["-R", `${NOBODY}:${NOBODY}`, at]);
}

/** An environment with only the variables by which programs and packages are found. */
export const bareEnvironment = (home: string): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: home,
  ...(Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^npm_config_registry$|_proxy$/i.test(name)),
  ) as Record<string, string>),
});

/** Lists the files that a checkout of this state has. */
export const projectFiles = (): string[] =>
  spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
    .stdout.split("\n")
    .filter((file) => file !== "" && existsSync(file));

/** Copies files of the project, which keep their paths, into a folder. */
export function copyFiles(files: readonly string[], target: string): void {
  for (const file of files) {
    const copy = path.join(target, file);
    mkdirSync(path.dirname(copy), { recursive: true });
    cpSync(file, copy, { recursive: true });
  }
}

export interface Ran {
  code: number | null;
  /** The whole output of the program. */
  said: string;
}

/** Waits for a program, while this process goes on: the program may call it back. */
export async function untilItEnds(child: ChildProcess): Promise<Ran> {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (part) => said.push(String(part)));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said: said.join("").trim() };
}

export const runAsOrdinary = (
  program: string,
  words: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Ran> =>
  untilItEnds(
    spawn(program, words, { cwd, env: env as NodeJS.ProcessEnv, stdio: "pipe", ...ordinary }),
  );
