import { request as send, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { pino } from "pino";
import { type Config, readConfig } from "@server/platform/config/environment";
import type { Site } from "@server/sites/site";
import { type HttpParts, createApp } from "@server/http/edge/app";
import { type Listening, listen } from "@server/http/edge/listen";
import { createMetrics } from "@server/http/edge/metrics";

export interface Sent {
  method?: string;
  headers?: Record<string, string | string[]>;
  /** A body other than a string or buffer is sent in chunks, without a length. */
  body?: string | Buffer | AsyncIterable<Buffer | string>;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
}

export interface HttpHarness extends Listening {
  lines: string[];
  /** Sends a request; `path` is not normalised. */
  ask(path: string, sent?: Sent): Promise<Answered>;
  /** Sends raw bytes and returns all that is received until the connection closes. */
  raw(bytes: string): Promise<string>;
}

const NO_FILES = { staticFiles: () => null, brandFile: () => Promise.resolve(null) };
const ok = () => Promise.resolve(new Response("reached"));

/** Starts the HTTP layer on its own port, with the test's transports. */
export async function startHttp(
  parts: Partial<Omit<HttpParts, "transports" | "config">> & {
    transports?: Partial<HttpParts["transports"]>;
    config?: Partial<Config>;
  } = {},
): Promise<HttpHarness> {
  const lines: string[] = [];
  const config = { ...readConfig({ NODE_ENV: "test" }), ...parts.config };
  const app = createApp({
    logger: pino({ base: undefined }, { write: (line) => lines.push(line) }),
    metrics: createMetrics(),
    resolveSite: (host): Promise<Site> =>
      Promise.resolve({ kind: host === "shop.example" ? "platform" : "unknown" }),
    ping: () => Promise.resolve(),
    isStopping: () => false,
    ...NO_FILES,
    ...parts,
    config,
    transports: { page: ok, rest: ok, trpc: ok, ...parts.transports },
  });
  const server = await listen({
    fetch: app.fetch,
    host: "127.0.0.1",
    port: 0,
    requestSeconds: config.limits.requestSeconds,
  });
  return {
    ...server,
    lines,
    ask: (path, sent = {}) => ask(server.port, path, sent),
    raw: (bytes) => {
      const socket = connect(server.port, "127.0.0.1");
      socket.write(bytes);
      return text(socket);
    },
  };
}

/** Node omits content-length for some methods. */
const lengthOf = (body: Sent["body"]) =>
  typeof body === "string" || Buffer.isBuffer(body)
    ? { "content-length": String(Buffer.byteLength(body)) }
    : {};

function ask(port: number, path: string, { method = "GET", headers = {}, body }: Sent) {
  return new Promise<Answered>((resolve, reject) => {
    const outgoing = send(
      {
        port,
        path,
        method,
        agent: false,
        setHost: false,
        headers: { host: "shop.example", ...lengthOf(body), ...headers },
      },
      (incoming) => {
        buffer(incoming).then((bytes) => {
          const { statusCode: status = 0, headers: said } = incoming;
          resolve({ status, headers: said, text: bytes.toString(), bytes });
        }, reject);
      },
    );
    outgoing.on("error", reject);
    if (body === undefined || typeof body === "string" || Buffer.isBuffer(body)) {
      outgoing.end(body);
      return;
    }
    const pour = async () => {
      for await (const piece of body) {
        if (outgoing.destroyed) return;
        if (!outgoing.write(piece)) await new Promise((go) => outgoing.once("drain", go));
      }
      outgoing.end();
    };
    pour().catch(reject);
  });
}
