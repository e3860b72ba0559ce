import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** Behaviour of the clamd double on a connection. */
export type ClamdManner = "scans" | "is silent" | "hangs up" | "refuses the size" | "babbles";

export interface ClamdDouble {
  port: number;
  /** Files that arrived complete. */
  received: Buffer[];
  behave(manner: ClamdManner): void;
  close(): Promise<void>;
}

/** Text that the double reports as malware. */
export const SIGNATURE = "prelaunch-test-signature";

/** Starts a server with the part of clamd's protocol that the product uses. */
export async function clamdDouble(): Promise<ClamdDouble> {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  let manner: ClamdManner = "scans";
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let all = Buffer.alloc(0);
    if (manner === "hangs up") return socket.destroy();
    if (manner === "babbles") return socket.write("x".repeat(5000));
    if (manner === "refuses the size") {
      return socket.end("INSTREAM size limit exceeded. ERROR\0");
    }
    socket.on("data", (part: Buffer) => {
      all = Buffer.concat([all, part]);
      const file = fileIn(all);
      if (!file || manner === "is silent") return;
      received.push(file);
      const isFound = file.includes(SIGNATURE);
      socket.end(isFound ? "stream: Prelaunch.Test FOUND\0" : "stream: OK\0");
    });
    return undefined;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    received,
    behave(next) {
      manner = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns the file of a complete INSTREAM; null while more has to come. */
function fileIn(sent: Buffer): Buffer | null {
  const command = "zINSTREAM\0";
  if (sent.length < command.length) return null;
  if (!sent.subarray(0, command.length).equals(Buffer.from(command))) return null;
  const pieces: Buffer[] = [];
  for (let at = command.length; at + 4 <= sent.length;) {
    const length = sent.readUInt32BE(at);
    at += 4;
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(sent.subarray(at, at + length));
    at += length;
  }
  return null;
}
