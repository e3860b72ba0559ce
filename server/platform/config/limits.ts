import { MAX_FILE_BYTES } from "@server/platform/rules/file-size";

/** A limit's default, and the values that LIMITS may give it. */
interface Limit {
  value: number;
  least: number;
  most: number;
  meaning: string;
}

const MB = 1024 * 1024;
const GB = 1024 * MB;

const limit = (value: number, meaning: string, least = 1, most = 1_000_000_000): Limit => ({
  value,
  least,
  most,
  meaning,
});

/** All limits that LIMITS changes. docs/operating.md lists the same ones. */
export const LIMITS = {
  codesPerAddressHour: limit(
    5,
    "One-time codes that one network asks for to one address in an hour; four times as many for all networks together.",
  ),
  codesPerIpHour: limit(30, "One-time codes that one network asks for in an hour."),
  codesPerCompanyHour: limit(
    1000,
    "One-time codes asked for at one company in an hour; the platform's own count as one company.",
  ),
  wrongLoginsPerAccount: limit(10, "Wrong passwords of one account in 15 minutes."),
  wrongLoginsPerIp: limit(
    100,
    "Wrong passwords, and apart from them wrong codes, from one network in 15 minutes.",
  ),
  wrongCodesPerAccountMonth: limit(
    50,
    "Wrong codes of one account in 30 days, and apart from them wrong codes of its authenticator app, before its codes get longer.",
  ),
  callsPerTokenMinute: limit(600, "API calls with one token in a minute."),
  callsPerAddressMinute: limit(1200, "API calls from one network in a minute."),
  callsPerCompanyMinute: limit(12_000, "API calls of all of one company's callers in a minute."),
  pagesPerSessionMinute: limit(600, "Pages that one person asks for in a minute, by all logins."),
  pagesPerAddressMinute: limit(
    6000,
    "Pages that one network asks for in a minute without a login; many phones share an address.",
  ),
  uploadsPerMemberHour: limit(100, "Files that one member uploads in an hour."),
  uploadKbPerMemberDay: limit(200 * 1024, "Kilobytes of files that one member stores in a day."),
  uploadKbPerCompanyDay: limit(
    10_000 * 1024,
    "Kilobytes of files that all of one company's members store in a day; those who are not verified share half.",
  ),
  fileBytes: limit(MAX_FILE_BYTES, "The largest uploaded file in bytes.", 1024, MAX_FILE_BYTES),
  bodyBytes: limit(MB, "The largest body of any other request in bytes."),
  strangerBodyBytes: limit(64 * 1024, "The largest body of someone without a session in bytes."),
  bodiesBytes: limit(
    96 * MB,
    "Bytes of bodies that one instance holds at the same time; one network has a third of them, one person a quarter.",
    16 * MB,
    64 * GB,
  ),
  bodyPauseSeconds: limit(
    20,
    "Seconds that a body may fall behind a rate of 4 KB a second before it is ended.",
    1,
    600,
  ),
  requestSeconds: limit(120, "Seconds that one request may take.", 1, 3600),
  pictureProcesses: limit(
    2,
    "Processes that read pictures, PDF and statements, and draw papers; with two or more, one company never takes all.",
    1,
    64,
  ),
  pictureMemoryBytes: limit(
    768 * MB,
    "Most memory of one of these processes in bytes; a file that needs more is refused.",
    128 * MB,
    64 * GB,
  ),
  pictureSeconds: limit(30, "Seconds that reading one of these files may take.", 1, 600),
  databaseConnections: limit(10, "Connections of one instance to the database.", 1, 1000),
  mailConnections: limit(
    5,
    "Connections of one instance to the mail server; with two or more, one is kept for codes.",
    1,
    100,
  ),
  smsConnections: limit(2, "Text messages that one instance sends at the same time.", 1, 100),
  stopDelaySeconds: limit(
    0,
    "Seconds that an instance goes on before it stops, while /healthz and /readyz say that it stops: longer than a balancer takes to notice.",
    0,
    10,
  ),
} satisfies Record<string, Limit>;

type LimitName = keyof typeof LIMITS;
export type Limits = Record<LimitName, number>;

const isLimit = (name: string): name is LimitName => Object.hasOwn(LIMITS, name);

export const DEFAULT_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).map(([name, { value }]) => [name, value]),
) as Limits;

/**
 * Reads `name=value` pairs with spaces or commas between, over the defaults. Returns a message for
 * the operator in place of limits if a pair cannot be read.
 */
export function readLimits(text: string): Limits | string {
  const limits = { ...DEFAULT_LIMITS };
  const read = new Set<string>();
  for (const pair of text.split(/[\s,]+/).filter(Boolean)) {
    const [name = "", value = "", ...rest] = pair.split("=");
    if (!isLimit(name)) return `has no limit named "${name}"`;
    if (read.has(name)) return `names ${name} twice`;
    const { least, most } = LIMITS[name];
    const isWhole = rest.length === 0 && /^\d{1,15}$/.test(value);
    if (!isWhole || Number(value) < least || Number(value) > most) {
      return `must have a whole number between ${least} and ${most} for ${name}`;
    }
    read.add(name);
    limits[name] = Number(value);
  }
  return limits;
}
