import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** One round trip of a client: all that it sends before it waits for an answer. */
export interface Trip {
  /** The statement's text; of several, the last one. */
  statement: string;
}

/** The fate of a trip. A cut loses the connection; `act` runs at that moment. */
export type Verdict = "pass" | { cut: "before" | "after"; act: () => void };

export interface WireProxy {
  port: number;
  /** Judges each trip before the server gets it; null lets all pass. */
  judge: ((trip: Trip) => Verdict) | null;
  close(): Promise<void>;
}

const TERMINATOR = 0;
/** Frontend messages after which a client waits for ReadyForQuery: Query and Sync. */
const [QUERY, SYNC, PARSE, BIND] = ["Q", "S", "P", "B"].map((type) => type.charCodeAt(0));
const READY = "Z".charCodeAt(0);

/** Returns the text that ends at the next zero byte. */
function textAt(bytes: Buffer, from: number): [text: string, next: number] {
  const end = bytes.indexOf(TERMINATOR, from);
  return [bytes.toString("utf8", from, end), end + 1];
}

/**
 * A proxy in front of a PostgreSQL server on this machine that reads the protocol: it knows each
 * round trip, and can end it before the server gets it or before the client gets its answer.
 */
export async function wireProxy(serverPort: () => number): Promise<WireProxy> {
  const open = new Set<Connection>();
  const proxy: WireProxy = {
    port: 0,
    judge: null,
    async close() {
      for (const one of open) one.cut();
      listener.close();
      await once(listener, "close");
    },
  };
  const listener = createServer((client) => {
    const server = connect(serverPort(), "127.0.0.1");
    const one = new Connection(client, server, (trip) => proxy.judge?.(trip) ?? "pass");
    open.add(one);
    client.on("close", () => open.delete(one));
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  proxy.port = (listener.address() as AddressInfo).port;
  return proxy;
}

class Connection {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #judge: (trip: Trip) => Verdict;
  readonly #statements = new Map<string, string>();
  #hasStarted = false;
  #fromClient: Buffer = Buffer.alloc(0);
  #fromServer: Buffer = Buffer.alloc(0);
  #trip: Buffer[] = [];
  #statement = "";
  /** Actions at each ReadyForQuery that is still to come, the first for the startup. */
  readonly #expected: (null | (() => void))[] = [null];
  #isCut = false;

  constructor(client: Socket, server: Socket, judge: (trip: Trip) => Verdict) {
    this.#client = client;
    this.#server = server;
    this.#judge = judge;
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => this.cut());
    }
    client.on("data", (bytes) => this.#sent(bytes));
    server.on("data", (bytes) => this.#answered(bytes));
  }

  cut(): void {
    this.#isCut = true;
    this.#client.destroy();
    this.#server.destroy();
  }

  #sent(bytes: Buffer): void {
    this.#fromClient = Buffer.concat([this.#fromClient, bytes]);
    while (!this.#isCut) {
      // The startup message has no type.
      const head = this.#hasStarted ? 1 : 0;
      if (this.#fromClient.length < head + 4) return;
      const length = head + this.#fromClient.readUInt32BE(head);
      if (this.#fromClient.length < length) return;
      const message = this.#fromClient.subarray(0, length);
      this.#fromClient = this.#fromClient.subarray(length);
      if (this.#hasStarted) this.#message(message);
      else this.#start(message);
    }
  }

  #start(message: Buffer): void {
    this.#hasStarted = true;
    this.#server.write(message);
  }

  #message(message: Buffer): void {
    const [type] = message;
    this.#trip.push(message);
    if (type === QUERY) [this.#statement] = textAt(message, 5);
    if (type === PARSE) {
      const [name, next] = textAt(message, 5);
      [this.#statement] = textAt(message, next);
      this.#statements.set(name, this.#statement);
    }
    if (type === BIND) {
      const [, next] = textAt(message, 5);
      const [name] = textAt(message, next);
      this.#statement = this.#statements.get(name) ?? "";
    }
    if (type === QUERY || type === SYNC) this.#endTrip();
    // Passwords and Terminate pass at once.
    else if (type !== PARSE && type !== BIND && this.#trip.length === 1) this.#pass();
  }

  #pass(): void {
    for (const message of this.#trip.splice(0)) this.#server.write(message);
  }

  #endTrip(): void {
    const verdict = this.#judge({ statement: this.#statement });
    if (verdict !== "pass" && verdict.cut === "before") {
      verdict.act();
      return this.cut();
    }
    this.#expected.push(verdict === "pass" ? null : verdict.act);
    this.#pass();
  }

  #answered(bytes: Buffer): void {
    if (this.#expected.every((act) => act === null)) {
      this.#count(bytes);
      this.#client.write(bytes);
      return;
    }
    // The client gets no byte of an answer that is to be lost.
    this.#count(bytes);
  }

  /** Counts the server's messages ReadyForQuery. */
  #count(bytes: Buffer): void {
    this.#fromServer = Buffer.concat([this.#fromServer, bytes]);
    while (this.#fromServer.length >= 5) {
      const length = 1 + this.#fromServer.readUInt32BE(1);
      if (this.#fromServer.length < length) return;
      const isReady = this.#fromServer[0] === READY;
      this.#fromServer = this.#fromServer.subarray(length);
      if (!isReady) continue;
      const act = this.#expected.shift();
      if (act) {
        act();
        return this.cut();
      }
    }
  }
}
