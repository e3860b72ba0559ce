import { newId } from "@db/ids";
import { findCompany } from "@db/queries/companies";
import type { SignedInActor } from "@server/context/actor";
import type { Site } from "@server/context/site";
import { createRestDoor } from "@server/rest/door";
import type { Config } from "@server/config/environment";
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

export interface RestWorld extends PeopleWorld {
  send(method: string, path: string, sending?: Sending): Promise<Answer>;
  /** A GET whose answer is no envelope, or need not be. */
  open(address: string, token?: string): Promise<Response>;
  tokenFor(actor: SignedInActor | UserRow): Promise<string>;
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
  const people = await peopleWorld(options);
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
      const said = { status, headers: told, body: (await answer.json()) as Envelope };
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
          `SELECT json_agg(t ORDER BY t::text)::text AS all FROM ${table} t`,
        );
        parts.push([table, row]);
      }
      return JSON.stringify(parts);
    },
  };
}
