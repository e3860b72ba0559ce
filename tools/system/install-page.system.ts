import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, expect as expectPage, type Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "@db/embedded/home";
import { startDatabase, type StartedDatabase } from "@db/startup/start";
import { urlAtPort } from "@db/testing/url-at-port";
import { createLogger } from "@server/platform/config/logger";
import { type SmtpSink, smtpSink } from "@server/testing/smtp-sink";
import {
  bareEnvironment,
  copyFiles,
  giveToOrdinaryUser,
  ordinary,
  projectFiles,
} from "./ordinary-user";

const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;
const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium-headless-shell";
const canRun =
  spawnSync("caddy", ["version"]).status === 0 && isThere("psql") && isThere(executablePath);

const PASSWORD = "Kite-first-sale-1";
/** Milliseconds within which the page leads to the first sale, builds included. */
const AT_MOST_MS = 20 * 60_000;
const quiet = createLogger("silent");

/** The numbered steps of the page, with their commands. */
const STEPS = readFileSync("docs/install.md", "utf8")
  .split(/^(?=\*\*\d\. )/m)
  .slice(1)
  .map((text) => [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code = ""]) => code));

/** Sends a signal to a process and all that it started; returns false once they have ended. */
function hasGroup(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (!pid) return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/**
 * Does what docs/install.md says, by its own commands, as an ordinary user in an empty folder. Only
 * names, ports, the mail server and `sudo` are replaced.
 */
describe.skipIf(!canRun)("docs/install.md", () => {
  const times: [step: string, seconds: number][] = [];
  let began = Date.now();
  let folder: string;
  let base: string;
  let postgres: StartedDatabase;
  let mails: SmtpSink;
  let browser: Browser;
  let ports: { one: number; two: number; https: number; http: number };
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "prelaunch-page-"));
    chmodSync(folder, 0o755);
    mkdirSync(path.join(folder, "home"));
    copyFiles(projectFiles(), path.join(folder, "product"));
    for (const name of ["home", "product"]) giveToOrdinaryUser(path.join(folder, name));
    base = mkdtempSync(path.join(tmpdir(), "prelaunch-page-db-"));
    chmodSync(base, 0o711);
    postgres = await startDatabase({ databaseUrl: undefined, dataDir: base }, quiet);
    mails = await smtpSink();
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    ports = {
      one: await freePort(),
      two: await freePort(),
      https: await freePort(),
      http: await freePort(),
    };
    began = Date.now();
  }, 180_000);

  afterAll(async () => {
    const signal = (name: NodeJS.Signals | 0) => running.map(({ pid }) => hasGroup(pid, name));
    signal("SIGTERM");
    await browser.close();
    await mails.close();
    await vi.waitUntil(() => !signal(0).some(Boolean), { timeout: 60_000, interval: 100 });
    await postgres.stop();
    for (const at of [folder, base]) rmSync(at, { recursive: true, force: true });
    for (const [step, seconds] of times) process.stdout.write(`${step}: ${seconds} s\n`);
  }, 300_000);

  const SITE = () => `https://kite.localhost:${ports.https}`;

  /** Puts the names of this machine into the page's commands. */
  const here = (code: string): string =>
    code
      .replaceAll("sudo -u postgres psql", `psql "${tcp()}" -v ON_ERROR_STOP=1`)
      .replaceAll("sudo ", "")
      .replaceAll("https://sale.example", `https://platform.localhost:${ports.https}`)
      .replaceAll("host=kite.example", "host=kite.localhost")
      .replaceAll(/^SMTP_URL=.*$/gm, `SMTP_URL=${mails.url}`)
      .replaceAll(":5432", `:${new URL(tcp()).port}`)
      .replaceAll("3000", String(ports.one))
      .replaceAll("3001", String(ports.two));
  const tcp = () => urlAtPort(postgres.url, Number(new URL(postgres.url).port));

  /** Runs commands in one shell; what they start in the background goes on. */
  async function shell(...codes: string[]): Promise<string> {
    const log = path.join(folder, "said");
    const out = openSync(log, "w");
    const child = spawn("bash", ["-ec", codes.map(here).join("\n")], {
      cwd: path.join(folder, "product"),
      detached: true,
      stdio: ["ignore", out, out],
      env: {
        ...bareEnvironment(path.join(folder, "home")),
        XDG_DATA_HOME: path.join(folder, "home"),
        PRELAUNCH: `127.0.0.1:${ports.one}`,
        PRELAUNCH_OTHERS: `127.0.0.1:${ports.two}`,
        HTTPS_PORT: String(ports.https),
        HTTP_PORT: String(ports.http),
      } as unknown as NodeJS.ProcessEnv,
      ...ordinary,
    });
    running.push(child);
    const [code] = (await once(child, "exit")) as [number | null];
    const said = readFileSync(log, "utf8");
    expect(code, said).toBe(0);
    return said;
  }

  async function step(name: string, run: () => Promise<unknown>): Promise<void> {
    const from = Date.now();
    await run();
    times.push([name, Math.round((Date.now() - from) / 1000)]);
  }
  /** The commands of a step; of the fourth, the second and third show a trial's mails. */
  const codesOf = (number: number) => STEPS[number - 1] ?? [];

  test("has eight steps at most, and commands in each that is not done in a browser", () => {
    expect(STEPS.map((codes) => codes.length)).toEqual([1, 1, 1, 3, 3, 1, 0, 1]);
  });

  test("step 2 builds", () => step("2 build", () => shell(...codesOf(2))), 1_500_000);

  test(
    "steps 3 and 4 make the database and the settings",
    () => step("3, 4 database and settings", () => shell(...codesOf(3), ...codesOf(4).slice(0, 1))),
    60_000,
  );

  test(
    "step 5 starts two instances behind Caddy",
    () =>
      step("5 start", async () => {
        const [instances = "", , trial = ""] = codesOf(5);
        await shell(instances, trial.replace(/^.*systemctl.*\n/m, ""));
        for (const port of [ports.one, ports.two]) {
          const log = () => readFileSync(path.join(folder, "product", `${port}.log`), "utf8");
          await expect.poll(log, { timeout: 120_000 }).toContain("Prelaunch answers");
        }
      }),
    180_000,
  );

  test(
    "step 6 adds the company, its site and its account",
    () =>
      step("6 company", async () => {
        expect(await shell(...codesOf(6))).toContain("kite.localhost is live.");
      }),
    120_000,
  );

  test("step 7 sells the first token", () => step("7 first sale", sell), 300_000);

  async function sell(): Promise<void> {
    const open = async (): Promise<Page> =>
      (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    const admin = await open();
    await admin.goto(await mailed("asha@kite.example", /https:\S+set-password[\w?=&.-]+/));
    await admin.getByLabel("New Password", { exact: true }).fill(PASSWORD);
    await admin.getByLabel("Confirm New Password").fill(PASSWORD);
    await admin.locator("main button[type=submit].button").click();
    await expectPage(admin.getByText("Password set successfully.")).toBeVisible();

    const buyer = await open();
    await buyer.goto(`${SITE()}/register`);
    await buyer.getByLabel("Email ID").fill("tara@member.example");
    await buyer.getByRole("button", { name: "Request OTP" }).click();
    await buyer.getByLabel("OTP").fill(await mailed("tara@member.example", /\b\d{6}\b/));
    await buyer.getByRole("button", { name: "Continue" }).click();
    await buyer.getByLabel("Name").fill("Tara Walker");
    await buyer.getByLabel("Mobile").fill("98765 43210");
    await buyer.getByLabel("Date of Birth").fill("1990-04-12");
    await buyer.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await buyer.getByLabel("I agree to the").check();
    await buyer.getByRole("button", { name: "Create Account" }).click();
    await expectPage(buyer.getByText("Registered successfully")).toBeVisible();
    await buyer.goto(`${SITE()}/user/buy-token`);
    await buyer.getByLabel("Amount (INR)").fill("10");
    await buyer.getByRole("button", { name: "BUY NOW" }).click();
    await expectPage(buyer.getByText("50100000001")).toBeVisible();
    await buyer.goto(`${buyer.url()}&tab=manual`);
    await buyer.getByRole("checkbox").check();
    await buyer.getByRole("button", { name: "Confirm Payment" }).click();
    await expectPage(buyer.getByText("MANUAL payment submitted successfully.")).toBeVisible();

    await logIn(admin, "/admin/login", "asha@kite.example");
    await admin.goto(`${SITE()}/admin/purchaserequest`);
    await admin.getByRole("link", { name: "Approve" }).first().click();
    const decision = admin.getByRole("dialog");
    await decision.getByRole("checkbox").check();
    await decision.getByRole("button", { name: "Confirm" }).click();
    await expectPage(admin.getByText("Purchase approved successfully")).toBeVisible();
  }

  async function logIn(page: Page, at: string, email: string): Promise<void> {
    await page.goto(SITE() + at);
    await page.locator("[name=email]").fill(email);
    await page.locator("[name=password]").fill(PASSWORD);
    await page.locator("main button[type=submit].button").click();
    await page.waitForURL(/\/(user|admin)\/dashboard/);
  }

  /** Waits for a mail to an address, and returns what matches in it. */
  async function mailed(address: string, pattern: RegExp): Promise<string> {
    const found = async () => {
      // Admins are told of the new account, too.
      for (const { to, raw } of mails.taken.toReversed()) {
        const { text = "" } = await PostalMime.parse(raw);
        const match = to === address ? pattern.exec(text) : null;
        if (match) return match[0];
      }
      return "";
    };
    await expect.poll(found, { timeout: 60_000, interval: 200 }).not.toBe("");
    return found();
  }

  test("step 8 is green but for the certificates of a trial, and the first sale took 20 minutes at most", async () => {
    const took = Date.now() - began;
    let said = "";
    await step("8 check", async () => {
      said = await shell(...codesOf(8));
    });
    expect(said).toContain("was restored and verified");
    const others = said.split("\n").filter((line) => /^(warning|fault)/.test(line));
    // Only the disk is this machine's own.
    expect(others.filter((line) => !/certificate INTERNAL|^\w+ +disk/.test(line))).toEqual([]);
    times.push(["to the first sale", Math.round(took / 1000)]);
    expect(took).toBeLessThan(AT_MOST_MS);
  }, 180_000);
});
