import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { urlAtPort } from "./url-at-port";

/**
 * One round trip: everything that a client sends after all earlier statements of its connection
 * were answered.
 */
export interface RoundTrip {
  /** The number of the connection, from 1. */
  connection: number;
  /** The statements sent together; BEGIN with its settings is one. */
  statements: string[];
}

export interface RoundTripCounter {
  /** The database's URL through this proxy. */
  url: string;
  /**
   * Runs `work` and returns the round trips of all connections, without those that open a
   * connection.
   */
  record(work: () => Promise<unknown>): Promise<RoundTrip[]>;
  close(): Promise<void>;
}

/**
 * A proxy in front of a PostgreSQL server that reads the protocol and counts round trips. It runs in
 * the client's process: what the client sends in one turn of its event loop arrives together, so
 * statements sent together are always counted as one round trip.
 */
export async function countRoundTrips(databaseUrl: string): Promise<RoundTripCounter> {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let recorded: RoundTrip[] = [];
  let connections = 0;

  const proxy = createServer((client) => {
    const server = connect(Number(to.port), to.hostname);
    for (const socket of [client, server]) {
      // Client and server send small packets without delay too.
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    const conversation = new Conversation((connections += 1), (trip) => recorded.push(trip));
    client.on("data", (bytes) => {
      conversation.sent(bytes);
      server.write(bytes);
    });
    server.on("data", (bytes) => {
      conversation.answered(bytes);
      client.write(bytes);
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");

  return {
    url: urlAtPort(databaseUrl, (proxy.address() as AddressInfo).port),
    async record(work) {
      const trips: RoundTrip[] = (recorded = []);
      await work();
      recorded = [];
      return trips;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}

/** The messages of one connection, in both directions. */
class Conversation {
  readonly #connection: number;
  readonly #note: (trip: RoundTrip) => void;
  readonly #toServer = messageReader({ hasStartup: true });
  readonly #toClient = messageReader({ hasStartup: false });
  /** Texts of the prepared statements, by name; the unnamed one is "". */
  readonly #prepared = new Map<string, string>();
  #bound = "";
  /** Number of requests without an answer; opening the connection is the first. */
  #unanswered = 1;
  #isOpen = false;
  #trip: RoundTrip | null = null;

  constructor(connection: number, note: (trip: RoundTrip) => void) {
    this.#connection = connection;
    this.#note = note;
  }

  sent(bytes: Buffer): void {
    for (const { type, body } of this.#toServer(bytes)) {
      const [first = "", second = ""] = body.toString("utf8").split("\0", 2);
      if (type === "P") this.#prepared.set(first, second);
      // A Bind names the portal, then the statement.
      if (type === "B") this.#bound = this.#prepared.get(second) ?? "";
      if (type === "Q") this.#add(first);
      if (type === "E") this.#add(this.#bound);
      if (type === "Q" || type === "S") this.#unanswered += 1;
    }
  }

  answered(bytes: Buffer): void {
    for (const { type } of this.#toClient(bytes)) {
      if (type !== "Z") continue;
      this.#isOpen = true;
      this.#unanswered -= 1;
      if (this.#unanswered === 0) this.#trip = null;
    }
  }

  #add(statement: string): void {
    if (!this.#isOpen) return;
    if (!this.#trip) {
      this.#trip = { connection: this.#connection, statements: [] };
      this.#note(this.#trip);
    }
    const { statements } = this.#trip;
    const isSetting = statement.startsWith("SELECT set_config('statement_timeout'");
    if (isSetting && statements.at(-1) === "begin")
      statements[statements.length - 1] = `begin; ${statement}`;
    else statements.push(statement);
  }
}

/** Splits a stream into messages: a type, a length that includes itself, a body. */
function messageReader({ hasStartup }: { hasStartup: boolean }) {
  let rest: Buffer = Buffer.alloc(0);
  // A client's first message has no type.
  let headerLength = hasStartup ? 0 : 1;
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    const messages: { type: string; body: Buffer }[] = [];
    while (rest.length >= headerLength + 4) {
      const end = headerLength + rest.readInt32BE(headerLength);
      if (rest.length < end) break;
      messages.push({
        type: rest.toString("latin1", 0, headerLength),
        body: rest.subarray(headerLength + 4, end),
      });
      rest = rest.subarray(end);
      headerLength = 1;
    }
    return messages;
  };
}
