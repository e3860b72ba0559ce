import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";

// Debian's prometheus has promtool.
const isThere = spawnSync("promtool", ["--version"]).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "monitoring-"));
afterAll(() => rmSync(folder, { recursive: true }));

const promtool = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync("promtool", words, {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, text: stdout + stderr };
};

type Labels = Record<string, string>;
const INSTANCE = { job: "prelaunch", instance: "app-1" };
const series = (name: string, labels: Labels = {}): string =>
  `${name}{${Object.entries({ ...INSTANCE, ...labels })
    .map(([label, value]) => `${label}="${value}"`)
    .join(",")}}`;

const answers = (status: string) => series("http_request_duration_seconds_count", { status });
const timed = (le: string) => series("http_route_duration_seconds_bucket", { route: "/user", le });
const waiting = (kind: string) =>
  series("messages_oldest_waiting_seconds", { channel: "EMAIL", kind });
const tried = (result: string) => series("messages_tries_total", { channel: "EMAIL", result });
const refused = (code: string) => series("security_events_total", { event: "refused", code });
const standby = series("database_replication_lag_seconds", { standby: "second" });
const failing = series("hosts", { state: "failing" });
const task = series("task_failures_total", { task: "hosts" });
const free = series("disk_free_bytes", { folder: "uploads" });

/** The figures of an installation that works, one a minute for four hours. */
const WORKS: Record<string, string> = {
  [series("up")]: "1x240",
  [series("database_up")]: "1x240",
  [series("orders_held")]: "3x240",
  [series("orders_held_overdue_seconds")]: "20x240",
  [series("orders_pending_oldest_seconds")]: "3600x240",
  [answers("200")]: "0+600x240",
  [answers("500")]: "0+1x240",
  [timed("1")]: "0+600x240",
  [timed("2.5")]: "0+600x240",
  [timed("+Inf")]: "0+600x240",
  [series("database_connections_limit")]: "10x240",
  [series("database_connection_wait_seconds_total")]: "0+1x240",
  [series("database_connection_failures_total")]: "0x240",
  [series("calls_refused_total", { kind: "begin" })]: "0x240",
  [waiting("code")]: "2x240",
  [waiting("notice")]: "30x240",
  [series("messages_paused", { channel: "EMAIL" })]: "0x240",
  [tried("refused")]: "0+1x240",
  [tried("sent")]: "0+100x240",
  [refused("WRONG_LOGIN")]: "0+3x240",
  [refused("THROTTLED")]: "0+3x240",
  [series("request_bodies_refused_total")]: "0x240",
  [series("unsealed_audit_seconds")]: "3x240",
  [series("verification_faults")]: "0x240",
  [series("verification_timestamp_seconds")]: "0x240",
  [series("retention_last_success_timestamp_seconds")]: "0x240",
  [task]: "0x240",
  [standby]: "1x240",
  [failing]: "0x240",
  [free]: "50x240",
  [series("disk_bytes", { folder: "uploads" })]: "100x240",
  [series("backup_last_success_timestamp_seconds")]: "0x240",
  [series("rehearsal_last_success_timestamp_seconds")]: "0x240",
  [series("nodejs_eventloop_lag_p99_seconds")]: "0.02x240",
};

interface Case {
  /** Metrics that differ from an installation that works; null for a metric that is absent. */
  given: Record<string, string | null>;
  after: string;
  labels?: Labels;
}

/** Figures just within their limits: an installation that has much to do, and no fault. */
const NEARLY: Record<string, string> = {
  [series("orders_held_overdue_seconds")]: "290x240",
  [series("orders_pending_oldest_seconds")]: "259000x240",
  [answers("500")]: "0+11x240",
  [timed("1")]: "0+575x240",
  [series("database_connection_wait_seconds_total")]: "0+58x240",
  [waiting("code")]: "118x240",
  [waiting("notice")]: "3590x240",
  [tried("refused")]: "0+11x240",
  [refused("WRONG_LOGIN")]: "0+19x240",
  [refused("THROTTLED")]: "0+99x240",
  [series("unsealed_audit_seconds")]: "59x240",
  [series("verification_timestamp_seconds")]: "-90000+0x240",
  [series("retention_last_success_timestamp_seconds")]: "-110000+0x240",
  [task]: "0+0.19x240",
  [standby]: "59x240",
  [free]: "11x240",
  [series("backup_last_success_timestamp_seconds")]: "-79000+0x240",
  [series("rehearsal_last_success_timestamp_seconds")]: "-3400000+0x240",
  [series("nodejs_eventloop_lag_p99_seconds")]: "0.49x240",
};

/** Faults that are over at the next look: a restart, a pause of the network, one slow minute. */
const BRIEF: Record<string, string> = {
  [series("up")]: "1x150 0 1x90",
  [series("database_up")]: "1x150 0 1x90",
  [series("orders_held_overdue_seconds")]: "20x150 400 20x90",
  [waiting("code")]: "2x150 150 2x90",
  [series("messages_paused", { channel: "EMAIL" })]: "0x150 1 0x90",
  [series("unsealed_audit_seconds")]: "3x150 90 3x90",
  [standby]: "1x150 90 1x90",
  [failing]: "0x150 1 0x90",
  [free]: "50x150 5 50x90",
  [series("nodejs_eventloop_lag_p99_seconds")]: "0.02x150 0.9 0.02x90",
};

/** The figures that raise each alert. */
const CASES: Record<string, Case> = {
  InstanceDown: { given: { [series("up")]: "0x240" }, after: "10m", labels: INSTANCE },
  NoInstance: { given: { [series("up")]: "0x240" }, after: "10m" },
  DatabaseAway: { given: { [series("database_up")]: "0x240" }, after: "10m", labels: INSTANCE },
  FiguresMissing: { given: { [series("orders_held")]: null }, after: "30m" },
  ManyErrors: { given: { [answers("500")]: "0+60x240" }, after: "30m" },
  SlowPages: { given: { [timed("1")]: "0+300x240" }, after: "60m" },
  ConnectionsShort: {
    given: { [series("database_connection_wait_seconds_total")]: "0+120x240" },
    after: "60m",
    labels: INSTANCE,
  },
  ConnectionsFail: {
    given: { [series("database_connection_failures_total")]: "0+1x240" },
    after: "30m",
    labels: INSTANCE,
  },
  CallsRefused: {
    given: { [series("calls_refused_total", { kind: "begin" })]: "0+60x240" },
    after: "30m",
    labels: INSTANCE,
  },
  HoldsOverdue: { given: { [series("orders_held_overdue_seconds")]: "400x240" }, after: "30m" },
  PaymentsWait: {
    given: { [series("orders_pending_oldest_seconds")]: "300000x240" },
    after: "120m",
  },
  CodesWait: { given: { [waiting("code")]: "150x240" }, after: "30m" },
  NoticesWait: { given: { [waiting("notice")]: "4000x240" }, after: "30m" },
  MailAway: {
    given: { [series("messages_paused", { channel: "EMAIL" })]: "1x240" },
    after: "30m",
    labels: { channel: "EMAIL" },
  },
  MailRefused: {
    given: { [tried("refused")]: "0+50x240" },
    after: "90m",
    labels: { channel: "EMAIL" },
  },
  LoginsRefused: { given: { [refused("WRONG_LOGIN")]: "0+40x240" }, after: "30m" },
  LimitsReached: { given: { [refused("THROTTLED")]: "0+300x240" }, after: "30m" },
  BodiesRefused: {
    given: { [series("request_bodies_refused_total")]: "0+1x240" },
    after: "30m",
    labels: INSTANCE,
  },
  LogUnsealed: { given: { [series("unsealed_audit_seconds")]: "90x240" }, after: "30m" },
  LedgerDiffers: { given: { [series("verification_faults")]: "2x240" }, after: "5m" },
  VerificationLate: {
    given: { [series("verification_timestamp_seconds")]: "-110000x240" },
    after: "60m",
  },
  RetentionLate: {
    given: { [series("retention_last_success_timestamp_seconds")]: "-140000x240" },
    after: "60m",
  },
  TaskFails: { given: { [task]: "0+1x240" }, after: "60m", labels: { task: "hosts" } },
  ReplicaBehind: { given: { [standby]: "90x240" }, after: "30m", labels: { standby: "second" } },
  HostFails: { given: { [failing]: "1x240" }, after: "180m" },
  DiskFull: {
    given: { [free]: "5x240" },
    after: "30m",
    labels: { ...INSTANCE, folder: "uploads" },
  },
  BackupLate: {
    given: { [series("backup_last_success_timestamp_seconds")]: "-100000x240" },
    after: "60m",
  },
  RehearsalLate: {
    given: { [series("rehearsal_last_success_timestamp_seconds")]: "-4000000x240" },
    after: "120m",
  },
  ProcessBusy: {
    given: { [series("nodejs_eventloop_lag_p99_seconds")]: "0.9x240" },
    after: "60m",
    labels: { instance: "app-1" },
  },
};

const RULES = readFileSync("deploy/monitoring/alerts.yml", "utf8");
const ALERTS = RULES.split(/^ {6}- alert: /m)
  .slice(1)
  .map((rule) => {
    const name = rule.split("\n")[0] ?? "";
    const of = (key: string) => new RegExp(`^ +${key}: "?(.*?)"?$`, "m").exec(rule)?.[1] ?? "";
    const annotations = { summary: of("summary"), runbook: of("runbook") };
    return { name, severity: of("severity"), annotations };
  });

const inputOf = (given: Case["given"]) =>
  Object.entries({ ...WORKS, ...given }).flatMap(([name, values]) =>
    values === null ? [] : [{ series: name, values }],
  );

describe.skipIf(!isThere)("promtool", () => {
  cpSync("deploy/monitoring", folder, { recursive: true });

  test("accepts the configuration and the rules", () => {
    writeFileSync(path.join(folder, "metrics-token"), "a token of the test");
    expect(promtool("check", "config", "prometheus.yml")).toMatchObject({ status: 0 });
    // The strictest lint also finds two rules of one name.
    const rules = promtool("check", "rules", "--lint=all", "--lint-fatal", "alerts.yml");
    expect(rules).toMatchObject({ status: 0 });
    expect(rules.text).toContain(`${ALERTS.length} rules found`);
  });

  test("understands every query of the dashboard", () => {
    const { panels } = JSON.parse(readFileSync("deploy/monitoring/dashboard.json", "utf8")) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(25);
    const check = (given: readonly string[]) => {
      const rules = given.map((expr, index) => ({ record: `query:${index}`, expr }));
      const file = path.join(folder, "queries.yml");
      writeFileSync(file, JSON.stringify({ groups: [{ name: "queries", rules }] }));
      return promtool("check", "rules", "--lint=none", "queries.yml");
    };
    expect(check(queries)).toMatchObject({ status: 0 });
    expect(check([`${queries[0]})`])).toMatchObject({ status: 1 });
  });

  test("each alert rises from what it is for, and none while everything works, is nearly too much or fails for a minute", () => {
    expect(Object.keys(CASES)).toEqual(ALERTS.map(({ name }) => name));
    // The rules are evaluated where a brief fault was, and long after it.
    const quiet = [{}, NEARLY, BRIEF].map((given) => ({
      interval: "1m",
      input_series: inputOf(given),
      alert_rule_test: ["150m", "151m", "152m", "180m", "230m"].flatMap((at) =>
        ALERTS.map(({ name }) => ({ eval_time: at, alertname: name, exp_alerts: [] })),
      ),
    }));
    const risen = ALERTS.map(({ name, severity, annotations }) => {
      const { given, after, labels } = CASES[name]!;
      const alert = { exp_labels: { ...labels, severity }, exp_annotations: annotations };
      return {
        interval: "1m",
        input_series: inputOf(given),
        alert_rule_test: [{ eval_time: after, alertname: name, exp_alerts: [alert] }],
      };
    });
    // The file is JSON, which is YAML too.
    writeFileSync(
      path.join(folder, "rules.test.yml"),
      JSON.stringify({
        rule_files: ["alerts.yml"],
        evaluation_interval: "1m",
        tests: [...quiet, ...risen],
      }),
    );
    expect(promtool("test", "rules", "rules.test.yml")).toMatchObject({
      status: 0,
      text: expect.stringContaining("SUCCESS") as string,
    });
  });
});
