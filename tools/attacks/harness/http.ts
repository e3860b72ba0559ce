import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";

export interface Asked {
  method?: string;
  /** The path, which is sent as it is, without being resolved. */
  path: string;
  /** The name in the Host header; the port is added. */
  host?: string;
  headers?: Record<string, string | string[]>;
  /** Fields that are sent as a page's form, from the same site. */
  form?: Record<string, string>;
  json?: unknown;
  body?: string | Buffer;
  token?: string;
  cookie?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Names and values in turn, as received. */
  rawHeaders: readonly string[];
  bytes: Buffer;
  text: string;
  /** Each `name=value` that was set. */
  cookies: readonly string[];
  milliseconds: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
/** Milliseconds after which a missing answer counts as a fault. */
const WAIT_MS = 130_000;

/** Sends one request, with headers as an attacker writes them. Redirects are not followed. */
export async function ask(port: number, asked: Asked): Promise<Answer> {
  const { method, path, host = "localhost", headers = {}, form, json, token, cookie } = asked;
  const body =
    form !== undefined
      ? new URLSearchParams(form).toString()
      : json !== undefined
        ? JSON.stringify(json)
        : asked.body;
  const type = form
    ? "application/x-www-form-urlencoded"
    : json === undefined
      ? null
      : "application/json";
  const begin = performance.now();
  const sending = request({
    agent,
    host: "localhost",
    port,
    path,
    method: method ?? (body === undefined ? "GET" : "POST"),
    timeout: WAIT_MS,
    headers: {
      host: `${host}:${port}`,
      ...(form && { "sec-fetch-site": "same-origin" }),
      ...(type !== null && { "content-type": type }),
      ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
  });
  sending.on("timeout", () => sending.destroy(new Error(`${path} was not answered in time.`)));
  const answered = once(sending, "response") as Promise<[IncomingMessage]>;
  sending.end(body);
  const [incoming] = await answered;
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    rawHeaders: incoming.rawHeaders,
    bytes,
    text: bytes.toString(),
    cookies: (incoming.headers["set-cookie"] ?? []).map((one) => one.split(";")[0] ?? ""),
    milliseconds: performance.now() - begin,
  };
}

/** Sends bytes as they are and returns all bytes that came before the connection ended. */
export async function askRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, "localhost");
  socket.setTimeout(WAIT_MS, () => socket.destroy());
  socket.on("error", () => undefined);
  let said = "";
  socket.on("data", (part) => (said += part.toString("latin1")));
  await once(socket, "connect");
  socket.write(text, "latin1");
  await once(socket, "close");
  return said;
}

/** Returns the status of an answer as it came over the wire; 0 if there was none. */
export const statusOf = (said: string): number =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0);

export interface Envelope {
  status: string;
  code?: string;
  message?: unknown;
  data: Record<string, unknown> | null;
}

export const envelopeOf = (answer: Answer): Envelope => JSON.parse(answer.text) as Envelope;
