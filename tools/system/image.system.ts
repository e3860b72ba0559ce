import { spawn, spawnSync, type SpawnSyncReturns } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { bareEnvironment, giveToOrdinaryUser, ordinary, projectFiles } from "./ordinary-user";

const isRoot = process.getuid?.() === 0;

const folder = mkdtempSync(path.join(tmpdir(), "image-"));
afterAll(() => {
  spawnSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
}, 300_000);

interface Stage {
  /** The folder that stands for `/` of the stage. */
  root: string;
  workdir: string;
  env: Record<string, string>;
}

const HOME = path.join(folder, "home");

/** The stage sets NODE_ENV. */
const envOf = ({ env }: Stage) =>
  ({ ...bareEnvironment(HOME), ...env }) as unknown as NodeJS.ProcessEnv;

/** Runs one of the image's commands in its stage, as an ordinary user. */
function run(stage: Stage, command: string, args: string[]): SpawnSyncReturns<string> {
  return spawnSync(command, args, {
    cwd: path.join(stage.root, stage.workdir),
    env: envOf(stage),
    encoding: "utf8",
    ...ordinary,
  });
}

/** Lists the files that git knows, without those that .dockerignore names. */
function contextFiles(): string[] {
  const ignored = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const pattern = line
        .replaceAll(".", "\\.")
        .replace("**/", "(.*/)?")
        .replaceAll(/(?<!\.)\*/g, "[^/]*");
      return new RegExp(`^${pattern.replace("(\\.*/)?", "(.*/)?")}(/|$)`);
    });
  return projectFiles().filter((file) => !ignored.some((one) => one.test(file)));
}

function copyInto(stage: Stage, files: readonly string[], from = ".", base = ""): void {
  for (const file of files) {
    const target = path.join(stage.root, stage.workdir, base, file);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(from, file), target, { recursive: true });
  }
}

/** Runs the steps of the Dockerfile; returns the last stage, its health check and its command. */
function buildImage(): { stage: Stage; health: string[]; command: string[] } {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  let health: string[] = [];
  let command: string[] = [];
  const text = readFileSync("Dockerfile", "utf8");
  for (const line of text.split("\n").filter((one) => /^[A-Z]+ /.test(one))) {
    const [instruction = "", ...words] = line.split(" ");
    const rest = words.join(" ");
    if (instruction === "FROM") {
      const name = words[2] ?? "last";
      stage = { root: path.join(folder, name), workdir: "/", env: {} };
      mkdirSync(stage.root, { recursive: true });
      stages.set(name, stage);
      continue;
    }
    if (!stage) throw new Error("The Dockerfile begins without FROM.");
    if (instruction === "WORKDIR") {
      stage.workdir = rest;
      mkdirSync(path.join(stage.root, rest), { recursive: true });
    } else if (instruction === "ENV") {
      Object.assign(
        stage.env,
        Object.fromEntries(words.map((word) => word.split(/=(.*)/s).slice(0, 2))),
      );
    } else if (instruction === "COPY") {
      const from = /^--from=(\w+)/.exec(rest)?.[1];
      const [source = "", target = "", ...more] = words.filter((word) => !word.startsWith("--"));
      if (from) {
        cpSync(
          path.join(stages.get(from)!.root, source),
          path.join(
            stage.root,
            stage.workdir,
            target,
            target === "./" ? path.basename(source) : "",
          ),
          { recursive: true, verbatimSymlinks: true },
        );
      } else if (source === ".") copyInto(stage, contextFiles());
      else
        copyInto(
          stage,
          [source, target, ...more].filter((one) => one !== "./"),
        );
      if (!from) giveToOrdinaryUser(stage.root);
    } else if (instruction === "RUN" && !rest.includes("chown")) {
      const { status, stderr, stdout } = run(stage, "sh", ["-c", rest]);
      if (status !== 0) throw new Error(`${line}\n${stdout}\n${stderr}`);
    } else if (instruction === "HEALTHCHECK") {
      health = JSON.parse(/ CMD (\[.*\])$/.exec(rest)?.[1] ?? "[]") as string[];
    } else if (instruction === "CMD") command = JSON.parse(rest) as string[];
  }
  return { stage: stage!, health, command };
}

test("the steps of the Dockerfile make an image that serves from a read-only root as an ordinary user", async () => {
  chmodSync(folder, 0o755);
  mkdirSync(HOME);
  giveToOrdinaryUser(HOME);
  const { stage, health, command } = buildImage();
  for (const tool of ["vitest", "vite", "esbuild", "rollup", "tailwindcss"]) {
    expect(existsSync(path.join(stage.root, "app/node_modules", tool)), tool).toBe(false);
  }
  expect(existsSync(path.join(stage.root, "app/app"))).toBe(false);
  // The container may write to this folder alone.
  const data = path.join(folder, "data");
  mkdirSync(path.join(data, "backups"), { recursive: true });
  giveToOrdinaryUser(data);
  spawnSync("chmod", ["-R", "a-w", stage.root]);
  if (isRoot) spawnSync("chown", ["-R", "root:root", stage.root]);
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  Object.assign(stage.env, {
    DATA_DIR: data,
    HOST: "127.0.0.1",
    PORT: String(port),
    APP_SECRET: "the secret of a system test 0123456789",
    SEALING_KEY: Buffer.alloc(32, "system").toString("base64"),
    SMTP_URL: "smtp://127.0.0.1:1",
    BACKUP_DIR: path.join(data, "backups"),
    BACKUP_KEY: "the backup key of a system test 01234567",
  });
  const [program = "", ...args] = command;
  const server = spawn(program, args, {
    cwd: path.join(stage.root, stage.workdir),
    env: envOf(stage),
    stdio: ["ignore", "pipe", "inherit"],
    ...ordinary,
  });
  const ended = once(server, "exit");
  server.stdout?.resume();
  try {
    const [check = "", flag = "", script = ""] = health;
    await expect
      .poll(() => run(stage, check, [flag, script.replace("3000", String(port))]).status, {
        timeout: 120_000,
        interval: 500,
      })
      .toBe(0);
    const operator = (...words: string[]) => run(stage, "node", ["scripts/operator.mjs", ...words]);
    expect(operator("super-admin", "list").status).toBe(0);
    // The mail server does not answer.
    const found = operator("check");
    expect(found.status).toBe(1);
    expect(found.stderr).toMatch(/^fault +mail/m);
    expect(found.stderr).toMatch(/^ok +storage/m);
    // An installation without a company has no backup.
    expect(operator("backup", "make").status).toBe(1);
    const added = operator(
      "company",
      "add",
      "name=Kite Tokens",
      "symbol=KITE",
      "supply=1000",
      "price=10",
      "email=desk@kite.example",
      "mobile=9876543210",
      "adminName=Asha Rao",
      "adminEmail=asha@kite.example",
    );
    expect(added.stdout).toMatch(/^Company Kite Tokens was added/);
    expect(operator("backup", "make").stdout).toMatch(/^Written to .*0 files\.$/m);
    const rehearsed = operator("backup", "rehearse");
    expect(rehearsed.stderr).toBe("");
    expect(rehearsed.stdout).toMatch(/was restored and verified/);
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}, 900_000);
