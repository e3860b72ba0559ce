import { newId } from "@db/ids";
import { findCompany } from "@db/queries/companies";
import type { SignedInActor } from "@server/context/actor";
import type { Site } from "@server/context/site";
import { createRestDoor } from "@server/rest/door";
import { type Config, readConfig } from "@server/config/environment";
import { faultsOf } from "./documented-answer";
import { type PeopleWorld, peopleWorld, type UserRow } from "./people-world";

/** Every kind of person who may call. "Other" is another company's. */
export const ROLES_AT_THE_DOOR = [
  "nobody",
  "member",
  "other member",
  "admin",
  "other admin",
  "super admin",
] as const;
export type RoleAtTheDoor = (typeof ROLES_AT_THE_DOOR)[number];

export interface Envelope {
  status: "success" | "error";
  code?: string;
  message: string | string[];
  data: unknown;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Envelope;
}

export interface Sending {
  token?: string | null | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it stands; its type is `type`. */
  raw?: string | Buffer | FormData | URLSearchParams;
  type?: string;
  headers?: Record<string, string>;
  /** The company whose host it comes to; without one, the platform's. */
  at?: string;
}

export interface RestWorld extends Omit<PeopleWorld, "elsewhere"> {
  send(method: string, path: string, sending?: Sending): Promise<Answer>;
  /** A GET whose answer is no envelope, or need not be. */
  open(address: string, token?: string): Promise<Response>;
  tokenFor(actor: SignedInActor | UserRow): Promise<string>;
  /** The same product in another process: nothing in common but the database. */
  elsewhere(): RestWorld;
  /** What calls must not have changed unseen: every row but counters and sessions' lives. */
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
  "one_time_codes",
];

/** `/api/v1` without a server around it, on a real database. */
export async function restWorld(options: { config?: Partial<Config> } = {}): Promise<RestWorld> {
  const { limits } = readConfig({ NODE_ENV: "test" });
  const plenty = 1_000_000;
  const people = await peopleWorld({
    config: {
      // A test is one client that asks a lot.
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
  return restWorldOn(people);
}

function restWorldOn(people: PeopleWorld): RestWorld {
  const door = createRestDoor(people.deps);

  const siteOf = async (at: string | undefined): Promise<Site> => {
    const company = at ? await findCompany(people.database.db, at) : undefined;
    return company ? { kind: "company", company, isPlatform: false } : { kind: "platform" };
  };

  const knock = async (request: Request, at?: string): Promise<Response> =>
    door(request, {
      requestId: newId(),
      ip: "203.0.113.9",
      userAgent: "a client of tests",
      origin: "https://api.example",
      host: "api.example",
      site: await siteOf(at),
    });

  return {
    ...people,
    elsewhere: () => restWorldOn(people.elsewhere()),
    open: (address, token) =>
      knock(new Request(address, token ? { headers: { authorization: token } } : {})),
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
      const answer = await knock(request, at);
      const { status, headers: told } = answer;
      const said = { status, headers: told, body: await envelopeOf(answer) };
      // Whatever a test is about: what is answered is what the document says.
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
      const parts: unknown[] = [];
      for (const table of TABLES) {
        const [row] = await people.database.db.execute(
          // A wrong guess uses up a try of a code, as it must.
          `SELECT json_agg(one ORDER BY one::text)::text AS all
           FROM ${table} t, LATERAL (SELECT to_jsonb(t) - 'tries_left' AS one) AS o`,
        );
        parts.push([table, row]);
      }
      return JSON.stringify(parts);
    },
  };
}

/** A preflight's answer has no body. */
async function envelopeOf(answer: Response): Promise<Envelope> {
  const text = await answer.text();
  return (
    text === "" ? { status: "success", message: "", data: null } : JSON.parse(text)
  ) as Envelope;
}
