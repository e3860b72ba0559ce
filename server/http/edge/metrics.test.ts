import { expect, test } from "vitest";
import type { QueueFigures } from "@server/messages/queries/message-queue";
import type { SenderFigures } from "@server/messages/delivery/wire-lanes";
import type { OperatorFigures } from "@server/office/queries/operator-figures";
import { createMetrics, type OperatorSource } from "./metrics";

const sender = (): SenderFigures => ({
  outcomes: [{ channel: "EMAIL", result: "refused", count: 3 }],
  paused: ["EMAIL"],
});

test("the metrics count the messages that wait, by channel and kind, and what became of the others", async () => {
  const queue = (): Promise<QueueFigures[]> =>
    Promise.resolve([{ channel: "EMAIL", priority: 0, waiting: 7, oldestSeconds: 12.5 }]);
  const metrics = createMetrics({ messages: { queue, sender } });
  // Read twice: the counts are not added up.
  await metrics.text();
  const lines = (await metrics.text()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'messages_waiting{channel="EMAIL",kind="code"} 7',
      'messages_waiting{channel="SMS",kind="notice"} 0',
      'messages_oldest_waiting_seconds{channel="EMAIL",kind="code"} 12.5',
      'messages_tries_total{channel="EMAIL",result="refused"} 3',
      'messages_paused{channel="EMAIL"} 1',
      'messages_paused{channel="SMS"} 0',
    ]),
  );
});

test("the metrics still answer while the database is away, without the messages that wait", async () => {
  const queue = () => Promise.reject(new Error("away"));
  const text = await createMetrics({ messages: { queue, sender } }).text();
  expect(text).toContain('messages_tries_total{channel="EMAIL",result="refused"} 3');
  expect(text).not.toContain("messages_waiting{");
});

test("the metrics show what is held of bodies, as it is when they are read", async () => {
  const metrics = createMetrics();
  const figures = { heldBytes: 5, mostBytes: 96, refused: 2 };
  metrics.watchBodies(() => figures);
  await metrics.text();
  figures.heldBytes = 7;
  const lines = (await metrics.text()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "request_bodies_bytes 7",
      "request_bodies_limit_bytes 96",
      "request_bodies_refused_total 2",
    ]),
  );
});

test("the metrics count what the retention deleted by kind, and when it last succeeded for everybody", async () => {
  let isAway = false;
  const figures = { deleted: { messages: 12, proofs: 3 }, lastSuccess: 1_790_000_000.5 };
  const retention = () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve(figures));
  const metrics = createMetrics({ retention });
  await metrics.text();
  const lines = (await metrics.text()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'retention_deleted_total{kind="messages"} 12',
      'retention_deleted_total{kind="proofs"} 3',
      "retention_last_success_timestamp_seconds 1790000000.5",
    ]),
  );
  isAway = true;
  const without = await metrics.text();
  expect(without).not.toMatch(/^retention_/m);
});

const FIGURES: OperatorFigures = {
  orders: { PENDING: 4, APPROVED: 9 },
  pending: { hour: 1, day: 2, week: 0, longer: 1 },
  pendingOldestSeconds: 700_000,
  holds: 3,
  holdsOverdueSeconds: 0,
  tokensHeld: 120,
  hosts: { working: 5, failing: 1, unchecked: 0 },
  verification: null,
  databaseBytes: 1e9,
};

const operator = (changed: Partial<OperatorSource> = {}): OperatorSource => ({
  version: "1.2.3",
  figures: () => Promise.resolve(FIGURES),
  replicas: () => Promise.resolve([{ name: "second", lagSeconds: 1.5, lagBytes: 4096 }]),
  outage: () => ({ isAway: false, seconds: 0 }),
  turns: () => ({
    running: 3,
    most: 10,
    kinds: {
      finish: { waiting: 1, waits: 5, seconds: 2.5, refused: 0 },
      begin: { waiting: 4, waits: 9, seconds: 30, refused: 2 },
      look: { waiting: 7, waits: 20, seconds: 60, refused: 11 },
    },
  }),
  pool: () => ({
    open: 7,
    busy: 4,
    most: 10,
    waiting: 2,
    waits: { count: 5, seconds: 0.25, failed: 1 },
  }),
  tasks: () => [{ task: "overdue holds", failures: 2, lastSuccess: null }],
  securityEvents: () => [{ event: "refused", code: "LOGIN_WRONG", count: 8 }],
  disks: () => Promise.resolve([{ folder: "uploads", freeBytes: 10, bytes: 100 }]),
  backups: () => Promise.resolve({ backup: 1_790_000_000, rehearsal: 0 }),
  ...changed,
});

test("the metrics show what an operator asks: orders, holds, hosts, standbys, connections, tasks, refusals, disks", async () => {
  const metrics = createMetrics({ operator: operator() });
  // Read twice: the counts are not added up.
  await metrics.text();
  const text = await metrics.text();
  expect(text.split("\n")).toEqual(
    expect.arrayContaining([
      'prelaunch_info{version="1.2.3"} 1',
      'orders{status="PENDING"} 4',
      'orders_pending{waited="longer"} 1',
      "orders_pending_oldest_seconds 700000",
      "orders_held 3",
      "orders_held_overdue_seconds 0",
      'hosts{state="failing"} 1',
      "database_up 1",
      'database_replication_lag_seconds{standby="second"} 1.5',
      'database_connections{state="idle"} 3',
      "database_connections_waiting 2",
      "database_connection_waits_total 5",
      "calls_running 3",
      'calls_waiting{kind="finish"} 1',
      'call_wait_seconds_total{kind="begin"} 30',
      'calls_refused_total{kind="look"} 11',
      'task_failures_total{task="overdue holds"} 2',
      'security_events_total{event="refused",code="LOGIN_WRONG"} 8',
      'disk_free_bytes{folder="uploads"} 10',
      "backup_last_success_timestamp_seconds 1790000000",
      "rehearsal_last_success_timestamp_seconds 0",
    ]),
  );
  // Neither a verification nor a success is claimed that never was.
  expect(text).not.toMatch(/^(verification_faults|task_last_success\S*) /m);
});

test("while the database is away its metrics are absent, and those of the process are there", async () => {
  const away = () => Promise.reject(new Error("away"));
  const outage = () => ({ isAway: true, seconds: 42 });
  const text = await createMetrics({ operator: operator({ figures: away, outage }) }).text();
  expect(text.split("\n")).toEqual(
    expect.arrayContaining([
      "database_up 0",
      "database_away_seconds 42",
      "database_connections_limit 10",
    ]),
  );
  expect(text).not.toMatch(/^(orders|hosts|tokens_held)\b/m);
});

test("scrapes of the metrics that follow at once read the database once", async () => {
  let reads = 0;
  const figures = () => Promise.resolve((reads += 1)).then(() => FIGURES);
  const metrics = createMetrics({ operator: operator({ figures }) });
  await Promise.all([metrics.text(), metrics.text()]);
  await metrics.text();
  expect(reads).toBe(1);
});

test("the metrics time answers by route, and all unknown addresses together", async () => {
  const metrics = createMetrics();
  metrics.observe("GET", 200, 300, "/user/receipts/:orderNumber");
  metrics.observe("GET", 404, 2);
  const text = await metrics.text();
  expect(text).toContain(
    'http_route_duration_seconds_bucket{le="0.5",route="/user/receipts/:orderNumber"} 1',
  );
  expect(text).toContain('http_route_duration_seconds_count{route="unknown"} 1');
});
