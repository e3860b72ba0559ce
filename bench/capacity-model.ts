/** What one order costs, measured by `capacity.ts`. */
export interface Measured {
  /** Bytes of rows and of indexes that an order leaves, by kind of table; of a member, `members`. */
  bytes: Record<Kind, { rows: number; indexes: number }>;
  /** Rows that an order leaves in each of these. */
  auditEntries: number;
  allocations: number;
  /** Of PostgreSQL's log. */
  logBytes: number;
  /** Milliseconds of the database's processor: buying, paying and approving. */
  databaseMs: number;
  /** Allocations and audit entries verified a second. */
  verifiedPerSecond: number;
  /** Rows of `orders` whose indexes are all built a second. */
  indexedPerSecond: number;
}

export const KINDS = ["orders", "audit", "messages", "keys", "members", "other"] as const;
export type Kind = (typeof KINDS)[number];

/** What is assumed, since it is no property of the program. */
export const ASSUMED = {
  /** Orders of a member in all. */
  ordersPerMember: 5,
  /** Orders in a day, and the part of them in the busiest hour. */
  ordersPerDay: 100_000,
  busiestHour: 0.2,
  /** The primary's memory. */
  memoryGb: 64,
  /** The part of its memory that the indexes of one kind of table may fill. */
  indexShare: 0.25,
  /** Of the processor, that buying may use in the busiest hour. */
  processorShare: 0.5,
  /** What a night has for verification, and what rebuilding a table's indexes may take. */
  nightHours: 4,
  /** Days that messages and keys of repeated calls are kept (decision 51 and 24). */
  messageDays: 180,
  keyDays: 30,
};

const GB = 1024 ** 3;
const DAY_MS = 86_400_000;

/** How often a kind's rows are there at the same time, when so many orders were made. */
function timesKept(kind: Kind, orders: number): number {
  if (kind === "other") return 0;
  if (kind === "members") return orders / ASSUMED.ordersPerMember;
  const days = { messages: ASSUMED.messageDays, keys: ASSUMED.keyDays }[String(kind)];
  return days === undefined ? orders : Math.min(orders, days * ASSUMED.ordersPerDay);
}

/** GB of rows and indexes by kind, when so many orders were made. */
export function sizes(measured: Measured, orders: number) {
  return KINDS.filter((kind) => kind !== "other").map((kind) => {
    const kept = timesKept(kind, orders);
    const { rows, indexes } = measured.bytes[kind];
    return { kind, rowsGb: (rows * kept) / GB, indexesGb: (indexes * kept) / GB };
  });
}

/** Hours of one verification, and of building all indexes of `orders` anew. */
export function hours(measured: Measured, orders: number) {
  const entries = orders * (measured.auditEntries + measured.allocations);
  return {
    verification: entries / measured.verifiedPerSecond / 3600,
    indexes: orders / measured.indexedPerSecond / 3600,
  };
}

/** The load of the busiest hour. */
export function busiestHour(measured: Measured) {
  const perSecond = (ASSUMED.ordersPerDay * ASSUMED.busiestHour) / 3600;
  return {
    perSecond,
    databaseCores: (perSecond * measured.databaseMs) / 1000 / ASSUMED.processorShare,
    logMbPerSecond: (perSecond * measured.logBytes) / 1024 ** 2,
  };
}

/** Orders in a day that one core of the database takes, if all of it were theirs. */
export const ordersPerCoreDay = (measured: Measured): number => DAY_MS / measured.databaseMs;

/** Orders at which a kind's indexes fill their share of the memory, or a night is too short. */
export function limits(measured: Measured) {
  const memory = ASSUMED.memoryGb * GB * ASSUMED.indexShare;
  const ofIndexes = (kind: Kind) => memory / measured.bytes[kind].indexes;
  const at = hours(measured, 1);
  return [
    ["the indexes of orders fill their share of the memory", ofIndexes("orders")],
    ["the indexes of the audit log fill theirs", ofIndexes("audit")],
    [
      `those of messages fill theirs, if all ${ASSUMED.messageDays} days are of these orders`,
      ofIndexes("messages"),
    ],
    ["a night is too short for the verification", ASSUMED.nightHours / at.verification],
    ["a night is too short to build the indexes of `orders` anew", ASSUMED.nightHours / at.indexes],
  ] as const;
}
