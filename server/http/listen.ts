import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";

export interface ListenParts {
  fetch: Parameters<typeof getRequestListener>[0];
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** How long a request may take to arrive, in seconds. */
  requestSeconds: number;
  /** In development, Vite looks at a request first. */
  before?: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;
}

export interface Listening {
  port: number;
  /** Takes no more connections, and resolves once what is under way has been answered. */
  close(): Promise<void>;
}

/** Longer than proxies keep theirs, so that none sends a request into a connection we are closing. */
const KEEP_ALIVE_MS = 65_000;

/** What is left of a body that was refused is let in and dropped, up to this much and this long. */
const LEFTOVER_BYTES = 64 * 1024 * 1024;
const LEFTOVER_MS = 30_000;

/** Serves an app on a port. Rejects when the port is not to be had. */
export async function listen(parts: ListenParts): Promise<Listening> {
  const listener = getRequestListener(parts.fetch, {
    overrideGlobalObjects: false,
    // It would cut an upload off half a second after its answer.
    autoCleanupIncoming: false,
  });
  let isClosing = false;
  const server = createServer(
    { requestTimeout: parts.requestSeconds * 1000 },
    (incoming, outgoing) => {
      // A connection that is kept would hold the stop up until it times out.
      if (isClosing) outgoing.setHeader("connection", "close");
      outgoing.once("finish", () => {
        dropLeftover(incoming);
        if (isClosing) setImmediate(() => server.closeIdleConnections());
      });
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

/**
 * Reads on after an early answer: a connection that is cut while its client still sends takes the
 * answer with it, and the client would see a broken line instead of the reason.
 */
function dropLeftover(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  // Whoever read before us would keep what we mean to drop.
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
