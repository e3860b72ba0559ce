import { Counter, Gauge, type Registry } from "prom-client";
import type { OperatorFigures, Replica } from "@server/office";
import type { PoolWaits } from "@db/client";
import type { TaskRun } from "@server/messages";

/** The source of an operator's figures. */
export interface OperatorSource {
  version: string;
  /** Figures of all companies, from the database. */
  figures(): Promise<OperatorFigures>;
  replicas(): Promise<Replica[]>;
  /** Says if the database did not answer the last question, and for how long. */
  outage(): { isAway: boolean; seconds: number };
  /** Figures of this process. */
  pool(): { open: number; busy: number; most: number; waiting: number; waits: PoolWaits };
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
const METRICS = {
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
} as const satisfies Record<string, Definition>;

type Name = keyof typeof METRICS;
type Samples = Partial<Record<Name, readonly Sample[]>>;

const one = (value: number): Sample[] => [{ value }];
const by = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ value, labels: { [label]: name } }));
const known = (value: number | null): Sample[] => (value === null ? [] : one(value));

/** Milliseconds that figures from the database may be old: several scrapes read them once. */
const MAX_AGE_MS = 5000;

/**
 * Returns what reads the figures afresh. A source that fails leaves its metrics out, which an alert
 * on an absent metric reports; the others are there.
 */
export function createOperatorMetrics(
  register: Registry,
  source: OperatorSource,
): () => Promise<void> {
  const metrics = new Map(
    Object.entries(METRICS as Record<string, Definition>).map(([name, definition]) => {
      const { help, labels = [], grows } = definition;
      const options = { name, help, labelNames: [...labels], registers: [register] };
      return [name, grows ? new Counter(options) : new Gauge(options)];
    }),
  );
  const readDatabase = kept(() => samplesOfDatabase(source));
  return async () => {
    const parts = await Promise.all(
      [() => Promise.resolve(samplesOfProcess(source)), readDatabase, () => samplesOfFiles(source)]
        // Each on its own.
        .map((read) => read().catch((): Samples => ({}))),
    );
    const samples = Object.assign({}, ...parts) as Record<string, readonly Sample[] | undefined>;
    for (const [name, metric] of metrics) {
      // A metric without labels would be 0 after `reset`.
      metric.reset();
      metric.remove({});
      for (const { value, labels = {} } of samples[name] ?? []) metric.inc(labels, value);
    }
  };
}

function samplesOfProcess(source: OperatorSource): Samples {
  const { isAway, seconds } = source.outage();
  const { open, busy, most, waiting, waits } = source.pool();
  const tasks = source.tasks();
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
