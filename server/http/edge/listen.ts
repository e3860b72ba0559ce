import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";

export interface ListenParts {
  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response>;
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Time limit for receiving a request, in seconds. */
  requestSeconds: number;
  /** Passes each request to Vite first, in development. */
  before?: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;
}

export interface Listening {
  port: number;
  /** Stops accepting connections, and resolves once the requests in progress are answered. */
  close(): Promise<void>;
}

/**
 * Longer than the keep-alive of proxies, so that none sends a request into a closing connection.
 */
const KEEP_ALIVE_MS = 65_000;

/** The rest of a refused body is received and discarded, up to this size and time. */
const LEFTOVER_BYTES = 64 * 1024 * 1024;
const LEFTOVER_MS = 30_000;

/** Serves an app on a port. Rejects if the port is not available. */
export async function listen(parts: ListenParts): Promise<Listening> {
  // Only HTTP/1 is served here.
  const listener = getRequestListener(
    (request, bindings) => parts.fetch(request, bindings as HttpBindings),
    {
      overrideGlobalObjects: false,
      // Otherwise an upload is cut off half a second after its answer.
      autoCleanupIncoming: false,
    },
  );
  let isClosing = false;
  const server = createServer(
    { requestTimeout: parts.requestSeconds * 1000 },
    (incoming, outgoing) => {
      // A keep-alive connection would delay the shutdown until its timeout.
      if (isClosing) outgoing.setHeader("connection", "close");
      outgoing.once("finish", () => {
        dropLeftover(incoming);
        if (isClosing) setImmediate(() => server.closeIdleConnections());
      });
      // The platform's Request has no such method.
      if (incoming.method === "TRACE") return refuseTrace(outgoing);
      if (hasOddEncoding(incoming)) return refuseEncoding(outgoing);
      const answer = () => void listener(incoming, outgoing);
      if (parts.before) parts.before(incoming, outgoing, answer);
      else answer();
    },
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(parts.port, parts.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        isClosing = true;
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

/** TRACE would repeat the request's headers; no address takes it. */
function refuseTrace(outgoing: ServerResponse): void {
  outgoing.writeHead(405, {
    allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS",
    "cache-control": "no-store",
    "content-type": "text/plain",
    "x-content-type-options": "nosniff",
  });
  outgoing.end("This address does not take that kind of request.");
}

/**
 * True if a body comes in another way than in plain chunks. Node hands such a request on before its
 * parser fails, which would look like a fault of the server.
 */
const hasOddEncoding = ({ headers }: IncomingMessage): boolean =>
  !/^(chunked)?$/i.test(headers["transfer-encoding"]?.trim() ?? "");

function refuseEncoding(outgoing: ServerResponse): void {
  outgoing.writeHead(400, {
    connection: "close",
    "cache-control": "no-store",
    "content-type": "text/plain",
    "x-content-type-options": "nosniff",
  });
  outgoing.end("A body is sent with its length or in chunks.");
}

/**
 * Reads on after an early answer: closing the connection while the client still sends discards the
 * answer, and the client would see a connection error instead of the refusal.
 */
function dropLeftover(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  // Earlier listeners would buffer the data.
  incoming.removeAllListeners("data");
  let bytes = 0;
  const cut = () => incoming.socket.destroySoon();
  const timer = setTimeout(cut, LEFTOVER_MS);
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LEFTOVER_BYTES) cut();
  });
  incoming.once("close", () => clearTimeout(timer));
  incoming.on("error", () => clearTimeout(timer));
  incoming.resume();
}
