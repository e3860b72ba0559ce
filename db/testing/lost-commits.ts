import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { urlAtPort } from "./url-at-port";

export interface LostCommits {
  /** The database's URL through this proxy. */
  url: string;
  /**
   * Loses the answer to the next COMMIT: the server has committed, and the client's connection
   * breaks before it learns of it.
   */
  loseNext(): void;
  /** Breaks the connection before the next COMMIT reaches the server, which rolls back. */
  preventNext(): void;
  close(): Promise<void>;
}

/** The CommandComplete message of PostgreSQL for a COMMIT: type, length and tag. */
const COMMITTED = Buffer.from("C\0\0\0\u000bCOMMIT\0", "latin1");

/** A proxy in front of a PostgreSQL server that can lose the answer to a COMMIT. */
export async function loseCommits(databaseUrl: string): Promise<LostCommits> {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let next: "pass" | "lose" | "prevent" = "pass";

  const proxy = createServer((client) => {
    const server = connect(Number(to.port), to.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on("data", (bytes) => {
      if (next === "prevent" && bytes.includes("commit\0")) {
        next = "pass";
        server.destroy();
      } else server.write(bytes);
    });
    server.on("data", (bytes) => {
      if (next === "lose" && bytes.includes(COMMITTED)) {
        next = "pass";
        client.destroy();
      } else client.write(bytes);
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");

  return {
    url: urlAtPort(databaseUrl, (proxy.address() as AddressInfo).port),
    loseNext: () => {
      next = "lose";
    },
    preventNext: () => {
      next = "prevent";
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
