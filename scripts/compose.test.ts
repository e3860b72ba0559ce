/** @module-tag full */
import path from "node:path";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { COMPOSE_VARIABLES } from "@server/platform/config/env-example";
import { SETTING_DEFAULTS } from "@server/platform/config/setting-formats";

const text = readFileSync("compose.yaml", "utf8");

interface Service {
  image?: string;
  build?: string;
  env_file?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  logging?: { driver?: string };
  restart?: string;
}
const { services, volumes } = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};

const folder = mkdtempSync(path.join(tmpdir(), "compose-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Rules of style, which the project's formatter and readers decide. */
const STYLE = {
  "no-quotes-in-volumes": 0,
  "require-quotes-in-ports": 0,
  "service-keys-order": 0,
  "services-alphabetical-order": 0,
  "top-level-properties-order": 0,
  // The proxy alone listens on every address (below).
  "no-unbound-port-interfaces": 0,
} as const;

/**
 * Returns the findings of dclint: first those of the JSON schema of the compose specification, then
 * those of its rules.
 */
function faultsIn(compose: string): string[] {
  const file = path.join(folder, "compose.yaml");
  writeFileSync(file, compose);
  const linter = new DCLinter({ rules: STYLE, quiet: false, debug: false, exclude: [] });
  return linter
    .lintFiles([file], false)
    .flatMap(({ messages }) => messages.map(({ rule, message }) => `${rule}: ${message}`));
}

test("compose.yaml satisfies the schema of the compose specification", () => {
  expect(faultsIn(text)).toEqual([]);
  // The control has an unknown key, a wrong type, and a fault that the linter finds: without it, a
  // linter that never complains would pass.
  for (const [right, wrong] of [
    ["restart: unless-stopped", "restrat: unless-stopped"],
    ["read_only: true", "read_only: [1]"],
    ["shm_size: 256m", "shm_size: {}"],
    ["postgres:18.1-bookworm", "postgres:latest"],
  ] as const) {
    expect(text).toContain(right);
    expect(faultsIn(text.replace(right, wrong)), wrong).not.toEqual([]);
  }
});

test("every variable of compose.yaml is in .env.example, with the same default", () => {
  const used = [...text.matchAll(/(?<!\$)\$\{(\w+)(?::?([-?])([^}]*))?\}/g)];
  expect(used.length).toBeGreaterThan(5);
  for (const [, name = "", kind, given = ""] of used) {
    const own = COMPOSE_VARIABLES[name];
    expect(own !== undefined || name in SETTING_DEFAULTS, name).toBe(true);
    if (own) expect(kind === "-" ? given : "", name).toBe(own.value);
  }
  // Settings that compose does not set reach the product through env_file.
  for (const name of ["app-1", "app-2", "backups"]) {
    expect(services[name]?.env_file).toBe(".env");
    for (const setting of Object.keys(services[name]?.environment ?? {})) {
      expect(SETTING_DEFAULTS).toHaveProperty(setting);
    }
  }
});

test("instances can read backups and not write them; the backup service can write them", () => {
  const mountOf = (name: string) =>
    services[name]?.volumes?.find((volume) => volume.includes(":/backups"));
  expect(mountOf("app-1")).toMatch(/:\/backups:ro$/);
  expect(mountOf("app-2")).toMatch(/:\/backups:ro$/);
  expect(mountOf("backups")).toMatch(/:\/backups$/);
  for (const name of ["app-1", "app-2", "backups"]) {
    expect(services[name]?.environment).toMatchObject({ BACKUP_DIR: "/backups" });
  }
});

test("each service starts again, rotates its log and has no rights that it does not need", () => {
  for (const [name, service] of Object.entries(services)) {
    expect(service.restart, name).toBe("unless-stopped");
    expect(service.logging, name).toEqual({ driver: "local" });
    // PostgreSQL's image takes its folder as root, then changes the user.
    if (name === "database") continue;
    expect(service.cap_drop, name).toEqual(["ALL"]);
    expect(service.security_opt, name).toEqual(["no-new-privileges:true"]);
  }
  for (const name of ["app-1", "app-2", "backups"]) expect(services[name]?.read_only).toBe(true);
  const named = Object.values(services)
    .flatMap((service) => service.volumes ?? [])
    .flatMap((volume) => /^([a-z]+):/.exec(volume)?.[1] ?? []);
  expect([...new Set(named)].sort()).toEqual(Object.keys(volumes).sort());
});

const linesOf = (file: string): string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

test("the build gets what it reads, and nothing that git ignores or that is secret", () => {
  const ignored = linesOf(".dockerignore");
  const matches = (name: string) =>
    ignored.some((one) => path.matchesGlob(name, one.replace(/^\*\*\/(?=[.\w])/, "")));
  for (const line of linesOf(".gitignore").filter((one) => !one.startsWith("!"))) {
    const name = line.replace(/^\/|\/$/g, "").replaceAll("*", "some");
    // Ignoring a folder ignores its contents.
    expect(matches(name) || matches(name.split("/")[0]!), line).toBe(true);
  }
  const { stdout } = spawnSync("git", ["ls-files"], { encoding: "utf8" });
  const top = new Set(
    stdout
      .trim()
      .split("\n")
      .map((file) => file.split("/")[0]!),
  );
  expect([...top].filter((name) => !matches(name)).sort()).toEqual([
    ".npmrc",
    "app",
    "db",
    "locales",
    "ops",
    "package-lock.json",
    "package.json",
    "remix.config.js",
    "scripts",
    "server",
    "themes",
    "tsconfig.json",
    "vite.config.ts",
  ]);
});

test("the Dockerfile has no fault that the linter of Docker's language server finds", () => {
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const found = (given: string) => validate(given, {}).map(({ message }) => message);
  expect(found(dockerfile)).toEqual([]);
  for (const [right, wrong] of [
    ["EXPOSE 3000", "EXPOSE the port"],
    ["USER node", "USR node"],
    ["--interval=30s", "--intervall=30s"],
  ] as const) {
    expect(dockerfile).toContain(right);
    expect(found(dockerfile.replace(right, wrong)), wrong).not.toEqual([]);
  }
});

const dockerfile = readFileSync("Dockerfile", "utf8");
const lines = dockerfile.split("\n").filter((line) => /^[A-Z]+ /.test(line));
const of = (instruction: string) => lines.filter((line) => line.startsWith(`${instruction} `));

// The rules are hadolint's, by their numbers, as far as they concern these instructions.
test("the image follows the rules of hadolint", () => {
  const images = of("FROM").map((line) => line.split(" ")[1] ?? "");
  // DL3006, DL3007: the exact version, the same in both stages.
  expect(new Set(images).size).toBe(1);
  expect(images[0]).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim$/);
  // DL3000, DL3003, DL3004, DL3020, DL3025, DL3027, DL4000, DL4001, DL4003, DL4004.
  expect(of("WORKDIR").every((line) => line.startsWith("WORKDIR /"))).toBe(true);
  expect(of("RUN").filter((line) => /\b(cd|sudo|apt|curl|wget|ssh)\b/.test(line))).toEqual([]);
  expect([...of("ADD"), ...of("MAINTAINER")]).toEqual([]);
  expect(of("CMD")).toHaveLength(1);
  expect(of("CMD")[0]).toMatch(/^CMD \[/);
  expect(of("HEALTHCHECK")[0]).toMatch(/ CMD \[/);
  // DL3002: the last user is not root. DL3016, DL3059: packages come from the lock file.
  expect(of("USER")).toEqual(["USER node"]);
  expect(lines.indexOf("USER node")).toBeGreaterThan(lines.findLastIndex((l) => /^RUN/.test(l)));
  expect(dockerfile).not.toMatch(/npm (install|i)\b/);
});

test("the image holds no setting that is secret", () => {
  const set = of("ENV").flatMap((line) => [...line.matchAll(/(\w+)=/g)].map(([, name]) => name));
  expect(set).toEqual(["NODE_ENV", "HOST", "PORT", "DATA_DIR"]);
  expect(of("ARG")).toEqual([]);
});

test("compose sets settings that exist, names exact versions, and keeps instances from the machine", () => {
  const settings = text.slice(text.indexOf("&settings"), text.indexOf("volumes:"));
  const named = [...settings.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(5);
  for (const name of [...named, "BACKUP_DIR"]) expect(SETTING_DEFAULTS).toHaveProperty(name);
  const images = [...text.matchAll(/^ {2,4}image: (\S+)$/gm)].map(([, image = ""]) => image);
  for (const image of images.filter((one) => !one.startsWith("prelaunch:"))) {
    expect(image).toMatch(/:v?\d+\.\d+/);
  }
  for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"]) {
    expect(text).toContain(line);
  }
  // Only the proxy is reached from other machines.
  const ports = [...text.matchAll(/^ {4}ports: \[(.*)\]$/gm)].map(([, list = ""]) => list);
  expect(ports.filter((list) => !list.includes("127.0.0.1"))).toEqual(['"80:80", "443:443"']);
  // A password is never written here.
  expect(text.match(/POSTGRES_PASSWORD[^\n]*/g)?.every((use) => use.includes(":?"))).toBe(true);
});

test("an installation without development packages runs no build script", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const names = Object.entries(packages)
    .filter(([, one]) => !one.dev && !one.devOptional)
    .map(([place]) => place.replace(/^.*node_modules\//, ""));
  expect(names).toContain("hono");
  for (const tool of ["vite", "esbuild", "rollup", "tailwindcss", "lightningcss", "tsx"]) {
    expect(names, tool).not.toContain(tool);
  }
});
