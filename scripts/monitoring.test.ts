/** @module-tag full */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { REFUSAL_KINDS } from "@server/platform/rules/refusals/kinds";
import { createTurns } from "@server/access";
import { createMetrics } from "@server/http/edge/metrics";

const rules = readFileSync("deploy/monitoring/alerts.yml", "utf8");
const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = ""]) => name);
const expressions = [...rules.matchAll(/^ {8}expr: >-\n((?: {10}.*\n)+)/gm)].map(
  ([, text = ""]) => text,
);
const dashboard = JSON.parse(readFileSync("deploy/monitoring/dashboard.json", "utf8")) as {
  panels: { targets?: { expr: string }[] }[];
};
const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Returns the names of metrics in an expression: words that are no label, function or operator. */
const namesIn = (expression: string): string[] =>
  [
    ...expression
      .replace(/\{[^}]*\}|\b(by|on|ignoring|without)\s*\([^)]*\)|\[[^\]]*\]/g, " ")
      .matchAll(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)*\b(?!\s*\()/g),
  ]
    .map(([name]) => name)
    .filter((name) => !["by", "on", "and", "or", "unless", "up"].includes(name));

const away = () => Promise.reject(new Error("No figures."));

test("every metric of the alerts and the dashboard is one of the product", async () => {
  const metrics = createMetrics({
    backlog: () => Promise.resolve({ entries: 0, oldestSeconds: 0 }),
    messages: { queue: () => Promise.resolve([]), sender: () => ({ outcomes: [], paused: [] }) },
    retention: () => Promise.resolve({ deleted: { messages: 0, proofs: 0 }, lastSuccess: 1 }),
    operator: {
      version: "1.0.0",
      figures: away,
      replicas: away,
      disks: away,
      backups: away,
      outage: () => ({ isAway: false, seconds: 0 }),
      pool: () => ({
        open: 0,
        busy: 0,
        most: 0,
        waiting: 0,
        waits: { count: 0, seconds: 0, failed: 0 },
      }),
      turns: () => createTurns(1).figures(),
      tasks: () => [],
      securityEvents: () => [],
    },
  });
  metrics.watchBodies(() => ({ heldBytes: 0, mostBytes: 0, refused: 0 }));
  const known = new Set(
    [...(await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const used = [...expressions, ...asked].flatMap(namesIn);
  expect(used.length).toBeGreaterThan(60);
  expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([]);
});

test("every refusal that an alert counts exists", () => {
  const codes = expressions.flatMap((text) =>
    [...text.matchAll(/code=~?"([^"]+)"/g)].flatMap(([, list = ""]) => list.split("|")),
  );
  expect(codes.length).toBeGreaterThan(4);
  for (const code of codes) expect(REFUSAL_KINDS[code as RefusalCode], code).toBeDefined();
});

test("every alert has a runbook in docs/operating.md, and every runbook an alert", () => {
  const text = readFileSync("docs/operating.md", "utf8");
  const section = /^## Alerts\n(.*?)(?=^## )/ms.exec(text)?.[1] ?? "";
  const runbooks = [...section.matchAll(/^### (\w+)$/gm)].map(([, name = ""]) => name);
  expect(runbooks).toEqual(alerts);
  // A runbook is read aloud in half a minute, and found by its anchor.
  const texts = section.split(/^### \w+$/m).slice(1);
  for (const [index, runbook] of texts.entries()) {
    const words = runbook.trim().split(/\s+/).length;
    expect(words, alerts[index]).toBeGreaterThan(20);
    expect(words, alerts[index]).toBeLessThan(80);
  }
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => title.toLowerCase());
  for (const name of alerts) {
    expect(headings.filter((title) => title === name.toLowerCase())).toHaveLength(1);
    expect(rules).toContain(`runbook: docs/operating.md#${name.toLowerCase()}`);
  }
});
