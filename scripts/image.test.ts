import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SETTING_DEFAULTS } from "@server/platform/config/setting-formats";

const dockerfile = readFileSync("Dockerfile", "utf8");
const compose = readFileSync("compose.yaml", "utf8");
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
  const settings = compose.slice(compose.indexOf("&settings"), compose.indexOf("volumes:"));
  const named = [...settings.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(5);
  for (const name of [...named, "BACKUP_DIR"]) expect(SETTING_DEFAULTS).toHaveProperty(name);
  const images = [...compose.matchAll(/^ {2,4}image: (\S+)$/gm)].map(([, image = ""]) => image);
  for (const image of images.filter((one) => !one.startsWith("prelaunch:"))) {
    expect(image).toMatch(/:v?\d+\.\d+/);
  }
  for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"]) {
    expect(compose).toContain(line);
  }
  // Only the proxy is reached from other machines.
  const ports = [...compose.matchAll(/^ {4}ports: \[(.*)\]$/gm)].map(([, list = ""]) => list);
  expect(ports.filter((list) => !list.includes("127.0.0.1"))).toEqual(['"80:80", "443:443"']);
  // A password is never written here.
  expect(compose.match(/POSTGRES_PASSWORD[^\n]*/g)?.every((use) => use.includes(":?"))).toBe(true);
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
