import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "@db/embedded/home";
import { copyFiles, projectFiles, untilItEnds } from "./ordinary-user";

/** The environment without the variables that this runner adds. */
const outside = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(NODE_ENV|VITEST.*|TEST|DEV|PROD)$/.test(name)),
);

/** The commands of README.md and CONTRIBUTING.md run in a fresh checkout. */
describe("in a fresh checkout", () => {
  let checkout: string;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    checkout = mkdtempSync(path.join(tmpdir(), "prelaunch-checkout-"));
    copyFiles(projectFiles(), checkout);
    for (const words of [
      "init -q -b main",
      "add .",
      "-c user.name=A -c user.email=a@example.com commit -q --no-verify -m Start",
    ])
      expect(spawnSync("git", words.split(" "), { cwd: checkout }).status).toBe(0);
    await succeeds("npm ci");
  }, 600_000);

  afterAll(async () => {
    await Promise.all(running.map(end));
    rmSync(checkout, { recursive: true, force: true, maxRetries: 9 });
  }, 60_000);

  const begin = (command: string, settings: Record<string, string> = {}): ChildProcess =>
    spawn("sh", ["-c", `exec ${command}`], {
      cwd: checkout,
      stdio: "pipe",
      // The process has a group of its own, which a terminal's Ctrl-C would reach.
      detached: true,
      env: { ...outside, ...settings } as unknown as NodeJS.ProcessEnv,
    });

  async function succeeds(command: string, settings?: Record<string, string>): Promise<string> {
    const { code, said } = await untilItEnds(begin(command, settings));
    expect(code, `${command}\n${said}`).toBe(0);
    return said;
  }

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = untilItEnds(child);
    if (child.pid) process.kill(-child.pid, "SIGTERM");
    await ended;
  }

  async function get(port: string, name: string) {
    const asked = request({ host: "127.0.0.1", port, headers: { host: `${name}:${port}` } }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    let text = "";
    for await (const part of answer) text += String(part);
    return { status: answer.statusCode, text };
  }

  /** Lists the files that git sees as changed, and undoes the changes. */
  function changed(): string[] {
    const git = (...words: string[]) =>
      spawnSync("git", words, { cwd: checkout, encoding: "utf8" }).stdout;
    const files = git("status", "--short").split("\n").filter(Boolean);
    git("checkout", "-q", ".");
    git("clean", "-fdq");
    return files.map((line) => line.slice(3));
  }

  test("`npm run hooks` installs the hooks", async () => {
    await succeeds("npm run hooks");
    expect(existsSync(path.join(checkout, ".git/hooks/pre-commit"))).toBe(true);
  });

  test("`npm run format` and `npm run env-example` find nothing to change", async () => {
    await succeeds("npm run format");
    await succeeds("npm run env-example");
    expect(changed()).toEqual([]);
  });

  test("`npm run lint` finds nothing", async () => {
    expect(await succeeds("npm run lint")).toContain("0 errors");
  }, 600_000);

  test("`npm run sbom` prints every package as CycloneDX", async () => {
    const bill = JSON.parse(await succeeds("npm run --silent sbom")) as {
      bomFormat: string;
      components: { name: string }[];
    };
    expect(bill.bomFormat).toBe("CycloneDX");
    expect(bill.components.map(({ name }) => name)).toContain("drizzle-orm");
  });

  test("`npx drizzle-kit generate` writes the migration of a changed schema, or an empty one", async () => {
    const schema = path.join(checkout, "db/schema/members.ts");
    const text = readFileSync(schema, "utf8");
    expect(text).toContain('pincode: text("pincode")');
    writeFileSync(
      schema,
      text.replace('pincode: text("pincode")', 'city: text("city"),\n    pincode: text("pincode")'),
    );
    await succeeds("npx drizzle-kit generate --name city");
    await succeeds("npx drizzle-kit generate --custom --name by-hand");
    const folder = path.join(checkout, "db/migrations");
    const [city = "", byHand = ""] = readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .slice(-2);
    expect(readFileSync(path.join(folder, city), "utf8")).toContain('ADD COLUMN "city" text');
    expect(byHand).toContain("by-hand");
    expect(changed().length).toBeGreaterThan(2);
  }, 120_000);

  test("`npx vitest run` tests a folder, and `MODIFICATIONS` sets a number", async () => {
    expect(await succeeds("npx vitest run server/platform/rules/money")).toMatch(/Tests .*passed/);
    await succeeds("npx vitest run server/verification/modifications.test.ts", {
      MODIFICATIONS: "20",
    });
  }, 300_000);

  test.each(["npm run dev", "npm run demo"])(
    "`%s` serves the demo's brands",
    async (command) => {
      const port = String(await freePort());
      const child = begin(command, { PORT: port, DATA_DIR: path.join(checkout, ".data/here") });
      running.push(child);
      const said: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream?.on("data", (part) => said.push(String(part)));
      const page = async () => {
        const answer = await get(port, "rsgn.localhost").catch(() => null);
        return answer?.status === 200 ? answer.text : said.join("");
      };
      await expect.poll(page, { timeout: 280_000, interval: 500 }).toContain("RSGN");
      await end(child);
    },
    300_000,
  );

  test("`npm run bench` measures one claim", async () => {
    // A busy machine may miss the limit; the bench only has to measure.
    const { said } = await untilItEnds(begin("npm run bench -- statements", { BENCH_ROUNDS: "1" }));
    expect(said).toMatch(/goal/i);
  }, 300_000);

  test("a browser test runs on the build", async () => {
    await succeeds("npm run build");
    const settings = { E2E_PORT: String(await freePort()) };
    const said = await succeeds("npx playwright test e2e/investor/keyboard.spec.ts", settings);
    expect(said).toMatch(/\d+ passed/);
  }, 600_000);
});
