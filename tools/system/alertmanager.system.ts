import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "@db/embedded/home";
import { type SmtpSink, smtpSink } from "@server/testing/smtp-sink";

// The program of Debian's prometheus-alertmanager, which has amtool too.
const PROGRAM = "prometheus-alertmanager";
const isThere = spawnSync(PROGRAM, ["--version"]).status === 0;

interface Alert {
  name: string;
  severity: string;
  summary: string;
  runbook: string;
}
const ALERTS: Alert[] = readFileSync("deploy/monitoring/alerts.yml", "utf8")
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((rule) => {
    const of = (key: string) => new RegExp(`^ +${key}: "?(.*?)"?$`, "m").exec(rule)?.[1] ?? "";
    const name = rule.split("\n")[0] ?? "";
    return { name, severity: of("severity"), summary: of("summary"), runbook: of("runbook") };
  });
const alertOf = (name: string): Alert => ALERTS.find((one) => one.name === name)!;

describe.skipIf(!isThere)("Alertmanager", () => {
  let folder: string;
  let mails: SmtpSink;
  let manager: ChildProcess;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "alertmanager-"));
    cpSync("deploy/monitoring", folder, { recursive: true });
    mails = await smtpSink();
    const file = path.join(folder, "alertmanager.yml");
    const text = readFileSync(file, "utf8");
    const [server] = /127\.0\.0\.1:\d+|localhost:\d+/.exec(mails.url) ?? [];
    // The test's sink replaces the catcher, and no alert waits for others of its group.
    const changed = text
      .replace("smtp_smarthost: mail:1025", `smtp_smarthost: ${server}`)
      .replaceAll(/group_wait: \w+/g, "group_wait: 1s");
    expect(changed).toContain(String(server));
    writeFileSync(file, changed);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    manager = spawn(
      PROGRAM,
      [
        `--config.file=${file}`,
        `--storage.path=${path.join(folder, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
        "--cluster.listen-address=",
      ],
      { stdio: "ignore" },
    );
    const isReady = () =>
      fetch(`${url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await vi.waitUntil(isReady, { timeout: 30_000, interval: 100 });
  });
  afterAll(async () => {
    const ended = once(manager, "exit");
    manager.kill();
    await ended;
    await mails.close();
    rmSync(folder, { recursive: true });
  });

  const raise = async (names: readonly string[]) => {
    const raised = names.map((name) => {
      const { severity, summary, runbook } = alertOf(name);
      return { labels: { alertname: name, severity }, annotations: { summary, runbook } };
    });
    const answer = await fetch(`${url}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(raised),
    });
    expect(answer.status).toBe(200);
  };

  const amtool = (...words: string[]) =>
    spawnSync("amtool", [...words], { cwd: "deploy/monitoring", encoding: "utf8" });

  test("accepts the configuration, and knows for each alert who is told", () => {
    expect(amtool("check-config", "alertmanager.yml")).toMatchObject({ status: 0 });
    for (const { name, severity } of ALERTS) {
      const labels = [`alertname=${name}`, `severity=${severity}`];
      const { stdout } = amtool(
        "config",
        "routes",
        "test",
        "--config.file=alertmanager.yml",
        ...labels,
      );
      expect(stdout.trim(), name).toBe(severity === "page" ? "pages" : "tickets");
    }
  });

  test("names alerts that exist where one follows from another", () => {
    const text = readFileSync("deploy/monitoring/alertmanager.yml", "utf8");
    const named = [...text.matchAll(/alertname!?=~?"([^"]+)"/g)].flatMap(([, list = ""]) =>
      list.split("|"),
    );
    expect(named.length).toBeGreaterThan(10);
    for (const name of named) expect(alertOf(name), name).toBeDefined();
  });

  test("mails a page with its runbook, and not what follows from it", async () => {
    await raise(["DatabaseAway"]);
    await expect.poll(() => mails.taken.length, { timeout: 30_000 }).toBe(1);
    const [{ to, raw } = { to: "", raw: "" }] = mails.taken;
    expect(to).toBe("on-call@prelaunch.example");
    expect(raw).toContain("Subject: DatabaseAway: The database does not answer.");
    expect(raw).toContain("What to do: docs/operating.md#databaseaway");
    await raise(["ManyErrors", "CodesWait", "HostFails"]);
    await expect.poll(() => mails.taken.length, { timeout: 30_000 }).toBe(2);
    expect(mails.taken[1]).toMatchObject({ to: "operators@prelaunch.example" });
    expect(mails.taken[1]?.raw).toContain("HostFails");
    const suppressed = (await (await fetch(`${url}/api/v2/alerts?active=false`)).json()) as {
      labels: { alertname: string };
    }[];
    expect(suppressed.map(({ labels }) => labels.alertname).sort()).toEqual([
      "CodesWait",
      "ManyErrors",
    ]);
    expect(mails.taken).toHaveLength(2);
  });
});
