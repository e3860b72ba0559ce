import type { RetentionFigures } from "@server/companies";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { PoolWaits } from "@db/client";
import { CHANNELS, MESSAGE_PRIORITIES } from "@db/vocabulary";
import { CALL_KINDS, type TurnFigures } from "@server/access";
import type { QueueFigures, SenderFigures, TaskRun } from "@server/messages";
import type { OperatorFigures, Replica } from "@server/office";
import type { BodyFigures } from "./body-budget";

export interface Metrics {
  contentType: string;
  /** `route` is a pattern (`RequestNotes`); without one the address is unknown. */
  observe(method: string, status: number, milliseconds: number, route?: string): void;
  /** Reads what this process holds of bodies, each time the metrics are read. */
  watchBodies(figures: () => BodyFigures): void;
  text(): Promise<string>;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Reads the entries that are not sealed yet. */
type Backlog = () => Promise<{ entries: number; oldestSeconds: number }>;

interface MessageSource {
  /** Figures of all instances, from the database. */
  queue(): Promise<QueueFigures[]>;
  sender(): SenderFigures;
}

/** The sources of the metrics; a missing source leaves its metrics out. */
export interface MetricSources {
  backlog?: Backlog;
  messages?: MessageSource;
  retention?: () => Promise<RetentionFigures>;
  operator?: OperatorSource;
}

export interface OperatorSource {
  version: string;
  /** Figures of all companies, from the database. */
  figures(): Promise<OperatorFigures>;
  replicas(): Promise<Replica[]>;
  /** Says if the database did not answer the last question, and for how long. */
  outage(): { isAway: boolean; seconds: number };
  /** Figures of this process. */
  pool(): { open: number; busy: number; most: number; waiting: number; waits: PoolWaits };
  turns(): TurnFigures;
  tasks(): TaskRun[];
  securityEvents(): { event: string; code: string; count: number }[];
  /** The folders of data, with their free and all bytes. */
  disks(): Promise<{ folder: string; freeBytes: number; bytes: number }[]>;
  /** Unix seconds of the last backup and rehearsal, 0 for never; null where no backups are made. */
  backups(): Promise<{ backup: number; rehearsal: number } | null>;
}

interface Sample {
  value: number;
  labels?: Record<string, string>;
}

interface Definition {
  help: string;
  labels?: readonly string[];
  /** A number that only grows; otherwise it goes up and down. */
  grows?: true;
}

/** The figures by name. None names a person, an address or a company. */
const FIGURES = {
  prelaunch_info: { help: "1, with the version that runs.", labels: ["version"] },
  orders: { help: "Submitted orders by status.", labels: ["status"] },
  orders_pending: {
    help: "Payments that await a decision, by how long: up to an hour, a day, a week, or longer.",
    labels: ["waited"],
  },
  orders_pending_oldest_seconds: { help: "Age of the oldest payment that awaits a decision." },
  orders_held: { help: "Orders that hold tokens and are not paid yet." },
  orders_held_overdue_seconds: {
    help: "How long ago the oldest hold that is still there should have ended.",
  },
  tokens_held: { help: "Tokens that undecided orders hold." },
  hosts: {
    help: "Hosts of companies by their last check: working, failing, unchecked.",
    labels: ["state"],
  },
  verification_faults: { help: "Differences that the last nightly verification found." },
  verification_timestamp_seconds: { help: "When the last nightly verification ended." },
  database_size_bytes: { help: "Size of the database on its disk." },
  database_up: { help: "1 while the database answers." },
  database_away_seconds: { help: "For how long the database has not answered." },
  database_replication_lag_seconds: {
    help: "By how much a standby server is behind.",
    labels: ["standby"],
  },
  database_replication_lag_bytes: {
    help: "What a standby server has not replayed.",
    labels: ["standby"],
  },
  database_connections: {
    help: "Connections to the database by state: busy, idle.",
    labels: ["state"],
  },
  database_connections_limit: { help: "The most connections." },
  database_connections_waiting: { help: "Callers that wait for a connection." },
  database_connection_waits_total: {
    help: "Callers that had to wait for a connection.",
    grows: true,
  },
  database_connection_wait_seconds_total: {
    help: "How long callers waited for connections.",
    grows: true,
  },
  database_connection_failures_total: {
    help: "Callers that got no connection.",
    grows: true,
  },
  calls_running: { help: "Calls of pages and clients that run." },
  calls_limit: { help: "The most calls that run at the same time." },
  calls_waiting: { help: "Calls that wait for their turn, by kind.", labels: ["kind"] },
  call_waits_total: {
    help: "Calls that had to wait for their turn.",
    labels: ["kind"],
    grows: true,
  },
  call_wait_seconds_total: {
    help: "How long calls waited for their turn.",
    labels: ["kind"],
    grows: true,
  },
  calls_refused_total: { help: "Calls that got no turn in time.", labels: ["kind"], grows: true },
  task_failures_total: {
    help: "Failed runs of the background tasks.",
    labels: ["task"],
    grows: true,
  },
  task_last_success_timestamp_seconds: {
    help: "When a background task last succeeded in this process.",
    labels: ["task"],
  },
  security_events_total: {
    help: "Security events, with the code of what was refused.",
    labels: ["event", "code"],
    grows: true,
  },
  disk_free_bytes: { help: "Free bytes where files are kept.", labels: ["folder"] },
  disk_bytes: { help: "All bytes where files are kept.", labels: ["folder"] },
  backup_last_success_timestamp_seconds: { help: "When the last backup was made; 0 for never." },
  rehearsal_last_success_timestamp_seconds: {
    help: "When a backup was last restored and verified; 0 for never.",
  },
  unsealed_audit_seconds: { help: "Age of the oldest audit entry that is not sealed." },
  unsealed_audit_entries: { help: "Audit entries that are not sealed." },
  messages_waiting: {
    help: "Messages of all instances that wait to be sent.",
    labels: ["channel", "kind"],
  },
  messages_oldest_waiting_seconds: {
    help: "Age of the oldest message that waits; 0 without any.",
    labels: ["channel", "kind"],
  },
  messages_paused: {
    help: "1 while this process waits for a mail server or SMS provider.",
    labels: ["channel"],
  },
  messages_tries_total: {
    help: "Messages of this process by result: sent, refused, deferred, away, expired.",
    labels: ["channel", "result"],
    grows: true,
  },
  retention_deleted_total: {
    help: "What the retention of all companies deleted, by kind: messages, proofs.",
    labels: ["kind"],
    grows: true,
  },
  retention_last_success_timestamp_seconds: {
    help: "When the retention last succeeded, of the company that is furthest behind.",
  },
  request_bodies_bytes: { help: "Bytes of request bodies that this process holds." },
  request_bodies_limit_bytes: { help: "The most bytes of request bodies that it holds." },
  request_bodies_refused_total: { help: "Bodies for which there was no room.", grows: true },
} as const satisfies Record<string, Definition>;

type Samples = Partial<Record<keyof typeof FIGURES, readonly Sample[]>>;
type Read = () => Samples | Promise<Samples>;

const one = (value: number): Sample[] => [{ value }];
const by = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ value, labels: { [label]: name } }));
const known = (value: number | null): Sample[] => (value === null ? [] : one(value));

/**
 * Request counts and durations, process metrics, what waits for the sealer, messages, retention, and
 * what an operator asks of orders, the database and the process.
 */
export function createMetrics({
  backlog,
  messages,
  retention,
  operator,
}: MetricSources = {}): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer, by method and status.",
    labelNames: ["method", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  // Fewer buckets and no status: there are many routes.
  const byRoute = new Histogram({
    name: "http_route_duration_seconds",
    help: "Time to answer, by the pattern of the address.",
    labelNames: ["route"],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  const figures = new Map(
    Object.entries(FIGURES as Record<string, Definition>).map(([name, definition]) => {
      const { help, labels = [], grows } = definition;
      const options = { name, help, labelNames: [...labels], registers: [register] };
      return [name, grows ? new Counter(options) : new Gauge(options)];
    }),
  );
  const reads: Read[] = [];
  if (backlog) reads.push(async () => samplesOfBacklog(await backlog()));
  if (messages) {
    reads.push(
      () => samplesOfSender(messages.sender()),
      async () => samplesOfQueue(await messages.queue()),
    );
  }
  if (retention) reads.push(async () => samplesOfRetention(await retention()));
  if (operator) {
    reads.push(
      () => samplesOfProcess(operator),
      kept(() => samplesOfDatabase(operator)),
      () => samplesOfFiles(operator),
    );
  }
  return {
    contentType: register.contentType,
    observe(method, status, milliseconds, route = "unknown") {
      // Clients can send any method; the label needs few values.
      const label = METHODS.has(method) ? method : "other";
      duration.observe({ method: label, status: String(status) }, milliseconds / 1000);
      byRoute.observe({ route }, milliseconds / 1000);
    },
    watchBodies: (bodies) => void reads.push(() => samplesOfBodies(bodies())),
    async text() {
      const parts = await Promise.all(
        // A source that fails leaves its figures out, which an alert on an absent metric reports.
        reads.map((read) =>
          Promise.resolve()
            .then(read)
            .catch((): Samples => ({})),
        ),
      );
      const samples = Object.assign({}, ...parts) as Record<string, readonly Sample[] | undefined>;
      for (const [name, figure] of figures) {
        // One without labels would be 0 after `reset`.
        figure.reset();
        figure.remove({});
        for (const { value, labels = {} } of samples[name] ?? []) figure.inc(labels, value);
      }
      return register.metrics();
    },
  };
}

const samplesOfBodies = ({ heldBytes, mostBytes, refused }: BodyFigures): Samples => ({
  request_bodies_bytes: one(heldBytes),
  request_bodies_limit_bytes: one(mostBytes),
  request_bodies_refused_total: one(refused),
});

const samplesOfBacklog = ({ entries, oldestSeconds }: Awaited<ReturnType<Backlog>>): Samples => ({
  unsealed_audit_entries: one(entries),
  unsealed_audit_seconds: one(oldestSeconds),
});

const samplesOfSender = ({ outcomes, paused }: SenderFigures): Samples => ({
  messages_paused: CHANNELS.map((channel) => ({
    value: Number(paused.includes(channel)),
    labels: { channel },
  })),
  messages_tries_total: outcomes.map(({ count, ...labels }) => ({ value: count, labels })),
});

/** Each channel and kind has its figures, also without a message that waits. */
function samplesOfQueue(queue: readonly QueueFigures[]): Samples {
  const each = (valueOf: (found: QueueFigures | undefined) => number): Sample[] =>
    CHANNELS.flatMap((channel) =>
      Object.entries(MESSAGE_PRIORITIES).map(([kind, priority]) => ({
        value: valueOf(
          queue.find((found) => found.channel === channel && found.priority === priority),
        ),
        labels: { channel, kind },
      })),
    );
  return {
    messages_waiting: each((found) => found?.waiting ?? 0),
    messages_oldest_waiting_seconds: each((found) => found?.oldestSeconds ?? 0),
  };
}

const samplesOfRetention = ({ deleted, lastSuccess }: RetentionFigures): Samples => ({
  retention_deleted_total: by("kind", deleted),
  retention_last_success_timestamp_seconds: known(lastSuccess),
});

function samplesOfProcess(source: OperatorSource): Samples {
  const { isAway, seconds } = source.outage();
  const { open, busy, most, waiting, waits } = source.pool();
  const tasks = source.tasks();
  const turns = source.turns();
  const ofKinds = (of: keyof TurnFigures["kinds"]["look"]) =>
    CALL_KINDS.map((kind) => ({ value: turns.kinds[kind][of], labels: { kind } }));
  return {
    prelaunch_info: [{ value: 1, labels: { version: source.version } }],
    database_up: one(Number(!isAway)),
    database_away_seconds: one(seconds),
    database_connections: by("state", { busy, idle: open - busy }),
    database_connections_limit: one(most),
    database_connections_waiting: one(waiting),
    database_connection_waits_total: one(waits.count),
    database_connection_wait_seconds_total: one(waits.seconds),
    database_connection_failures_total: one(waits.failed),
    calls_running: one(turns.running),
    calls_limit: one(turns.most),
    calls_waiting: ofKinds("waiting"),
    call_waits_total: ofKinds("waits"),
    call_wait_seconds_total: ofKinds("seconds"),
    calls_refused_total: ofKinds("refused"),
    task_failures_total: tasks.map(({ task, failures }) => ({ value: failures, labels: { task } })),
    task_last_success_timestamp_seconds: tasks.flatMap(({ task, lastSuccess }) =>
      lastSuccess === null ? [] : [{ value: lastSuccess, labels: { task } }],
    ),
    security_events_total: source
      .securityEvents()
      .map(({ event, code, count }) => ({ value: count, labels: { event, code } })),
  };
}

async function samplesOfDatabase(source: OperatorSource): Promise<Samples> {
  const [figures, replicas] = await Promise.all([source.figures(), source.replicas()]);
  const lag = (of: (replica: Replica) => number): Sample[] =>
    replicas.map((replica) => ({ value: of(replica), labels: { standby: replica.name } }));
  return {
    orders: by("status", figures.orders),
    orders_pending: by("waited", figures.pending),
    orders_pending_oldest_seconds: one(figures.pendingOldestSeconds),
    orders_held: one(figures.holds),
    orders_held_overdue_seconds: one(figures.holdsOverdueSeconds),
    tokens_held: one(figures.tokensHeld),
    hosts: by("state", figures.hosts),
    verification_faults: known(figures.verification?.faults ?? null),
    verification_timestamp_seconds: known(figures.verification?.finishedAt ?? null),
    database_size_bytes: one(figures.databaseBytes),
    database_replication_lag_seconds: lag(({ lagSeconds }) => lagSeconds),
    database_replication_lag_bytes: lag(({ lagBytes }) => lagBytes),
  };
}

async function samplesOfFiles(source: OperatorSource): Promise<Samples> {
  const [disks, backups] = await Promise.all([source.disks(), source.backups()]);
  return {
    backup_last_success_timestamp_seconds: known(backups?.backup ?? null),
    rehearsal_last_success_timestamp_seconds: known(backups?.rehearsal ?? null),
    disk_free_bytes: by(
      "folder",
      Object.fromEntries(disks.map(({ folder, freeBytes }) => [folder, freeBytes])),
    ),
    disk_bytes: by("folder", Object.fromEntries(disks.map(({ folder, bytes }) => [folder, bytes]))),
  };
}

/** Milliseconds that figures from the database may be old: several scrapes read them once. */
const MAX_AGE_MS = 5000;

/** Scrapes that follow at once share what was read. A failed read is not kept. */
function kept(read: () => Promise<Samples>): () => Promise<Samples> {
  let last: { at: number; samples: Promise<Samples> } | null = null;
  return () => {
    if (last && performance.now() - last.at < MAX_AGE_MS) return last.samples;
    const mine = { at: performance.now(), samples: read() };
    last = mine;
    mine.samples.catch(() => {
      if (last === mine) last = null;
    });
    return mine.samples;
  };
}
