import { newId } from "@db/ids";
import { findCompany } from "@server/sites/queries/companies";
import type { SessionSubject } from "@server/access/sessions/sessions";
import type { Site } from "@server/sites/site";
import { createRestTransport } from "@server/http/rest/rest-transport";
import { type Config, readConfig } from "@server/platform/config/environment";
import { faultsOf } from "./documented/validate-response";
import { type MemberHarness, memberHarness, type UserRow } from "./member-harness";

/** Roles of all callers. "Other" belongs to another company. */
export const REST_ROLES = [
  "nobody",
  "member",
  "other member",
  "admin",
  "other admin",
  "super admin",
] as const;
export type RestRole = (typeof REST_ROLES)[number];

export interface Envelope {
  status: "success" | "error";
  code?: string;
  message: string | string[];
  /** The fields that a refusal is about. */
  field?: string | string[];
  data: unknown;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Envelope;
}

export interface Sending {
  token?: string | null | undefined;
  json?: unknown;
  /** Body that is sent unchanged, with the content type `type`. */
  raw?: string | Buffer | FormData | URLSearchParams;
  type?: string;
  headers?: Record<string, string>;
  /** Company whose host receives the call; default: the platform's host. */
  at?: string;
}

export interface RestHarness extends Omit<MemberHarness, "elsewhere"> {
  send(method: string, path: string, sending?: Sending): Promise<Answer>;
  /** Sends a GET whose answer is not necessarily an envelope. */
  open(address: string, token?: string): Promise<Response>;
  tokenFor(person: SessionSubject | UserRow): Promise<string>;
  /** Returns another process of the product: it shares only the database, perhaps at another URL. */
  elsewhere(url?: string): RestHarness;
  /** Returns a snapshot to detect changes of any row, except counters and session expiry. */
  rows(): Promise<string>;
}

const TABLES = [
  "companies",
  "domains",
  "brands",
  "users",
  "orders",
  "supplies",
  "allocations",
  "beneficiaries",
  "medias",
  "audit_entries",
  "messages",
];

/**
 * Selects per table the number of rows and the sum of the transactions that wrote them: each insert,
 * update and delete changes one of the two. Codes are compared by their values without their tries,
 * which wrong codes reduce.
 */
const SNAPSHOT = [
  ...TABLES.map(
    (table) =>
      `SELECT '${table}' AS name, concat_ws(' ', count(*), sum(xmin::text::bigint)) AS state FROM ${table}`,
  ),
  // People are listed by id, so that a test can confirm that it sees a member.
  "SELECT 'people', string_agg(id::text, ' ' ORDER BY id) FROM users",
  `SELECT 'one_time_codes', string_agg(one, ' ' ORDER BY one)
   FROM one_time_codes t, LATERAL (SELECT (to_jsonb(t) - 'tries_left' - 'tries_elsewhere')::text AS one) AS o`,
].join(" UNION ALL ");

/** Serves `/api/v1` without an HTTP server, on a real database. */
export async function restHarness(
  options: { config?: Partial<Config>; lockTimeoutMs?: number } = {},
): Promise<RestHarness> {
  const { limits } = readConfig({ NODE_ENV: "test" });
  const plenty = 1_000_000;
  const people = await memberHarness({
    ...options,
    config: {
      // A test is a single client with many calls, so the limits are higher.
      limits: {
        ...limits,
        uploadsPerMemberHour: plenty,
        callsPerTokenMinute: plenty,
        callsPerAddressMinute: plenty,
        callsPerCompanyMinute: plenty,
      },
      ...options.config,
    },
  });
  return restHarnessOn(people);
}

function restHarnessOn(people: MemberHarness): RestHarness {
  const transport = createRestTransport(people.deps);

  const siteOf = async (at: string | undefined): Promise<Site> => {
    const company = at ? await findCompany(people.database.db, at) : undefined;
    return company ? { kind: "company", company, isPlatform: false } : { kind: "platform" };
  };

  const call = async (request: Request, at?: string): Promise<Response> =>
    transport(request, {
      requestId: newId(),
      ip: "203.0.113.9",
      userAgent: "a client of tests",
      origin: "https://api.example",
      host: "api.example",
      site: await siteOf(at),
    });

  return {
    ...people,
    elsewhere: (url) => restHarnessOn(people.elsewhere(url)),
    open: (address, token) =>
      call(new Request(address, token ? { headers: { authorization: token } } : {})),
    async send(method, path, { token, json, raw, type, headers = {}, at } = {}) {
      const body = json === undefined ? raw : JSON.stringify(json);
      const contentType = type ?? (json === undefined ? undefined : "application/json");
      const request = new Request(`https://api.example/api/v1${path}`, {
        method,
        headers: {
          ...(contentType !== undefined && { "content-type": contentType }),
          ...(typeof token === "string" && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && {
          body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
        }),
      });
      const answer = await call(request, at);
      const { status, headers: responseHeaders } = answer;
      const said = { status, headers: responseHeaders, body: await envelopeOf(answer) };
      // Every answer is checked against the OpenAPI document.
      const faults = faultsOf(method, path, said);
      if (faults.length > 0) throw new Error(faults.join("\n"));
      return said;
    },
    async tokenFor(person) {
      const subject =
        person.role === "SUPER_ADMIN"
          ? { role: person.role, id: person.id }
          : { role: person.role, id: person.id, companyId: person.companyId };
      return (await people.deps.sessions.start(subject, { ip: "", userAgent: null })).token;
    },
    async rows() {
      const { rows } = await people.database.db.execute(SNAPSHOT);
      return JSON.stringify(rows);
    },
  };
}

/** Reads the envelope of an answer; a preflight's answer has no body. */
async function envelopeOf(answer: Response): Promise<Envelope> {
  const text = await answer.text();
  return (
    text === "" ? { status: "success", message: "", data: null } : JSON.parse(text)
  ) as Envelope;
}
