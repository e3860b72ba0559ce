import { connect, type NetConnectOpts } from "node:net";
import type { Logger } from "pino";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** Looks for malware in uploaded files, before they are decoded or stored. */
export interface Scanner {
  /**
   * The name of the signature that a file matches; null for a clean one. Refuses with SCANNER_AWAY
   * when there is no answer: a file that was not scanned is not stored.
   */
  find(bytes: Uint8Array): Promise<string | null>;
}

/** The address of clamd: a host with a port, or the path of a socket. */
export type ScannerAddress = { host: string; port: number } | { path: string };

const PIECE_BYTES = 256 * 1024;
const MAX_REPLY = 1000;

/** A scanner that speaks clamd's INSTREAM, the protocol of Debian's `clamav-daemon`. */
export function createClamav(
  address: ScannerAddress,
  { logger, timeoutMs = 30_000 }: { logger: Logger; timeoutMs?: number },
): Scanner {
  return {
    async find(bytes) {
      let reply: string;
      try {
        reply = await instream({ ...address, timeout: timeoutMs }, bytes, timeoutMs);
      } catch (err) {
        logger.error({ err }, "the scanner of files does not answer");
        throw refuse("SCANNER_AWAY");
      }
      if (/^stream: OK$/.test(reply)) return null;
      const [, name] = /^stream: (.+) FOUND$/.exec(reply) ?? [];
      if (name !== undefined) return name;
      // Another answer, such as one about its own size limit, must not let a file pass.
      logger.error({ reply }, "the scanner of files fails");
      throw refuse("SCANNER_AWAY");
    },
  };
}

/** Sends one file in pieces, each with its length before it, and reads the reply. */
function instream(to: NetConnectOpts, bytes: Uint8Array, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(to);
    let reply = "";
    const end = (settle: () => void) => {
      clearTimeout(late);
      socket.destroy();
      settle();
    };
    const fail = (error: Error) => end(() => reject(error));
    const late = setTimeout(() => fail(new Error("It took too long.")), timeoutMs);
    socket.on("data", (part: Buffer) => {
      reply += part.toString("latin1");
      const at = reply.indexOf("\0");
      if (at >= 0) end(() => resolve(reply.slice(0, at)));
      else if (reply.length > MAX_REPLY) fail(new Error("The reply is too long."));
    });
    socket.on("end", () => fail(new Error("It closed the connection.")));
    // It answers and closes early where it refuses a file: the answer may follow the error.
    socket.on("error", (error) => setImmediate(() => fail(error)));
    socket.write("zINSTREAM\0");
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      socket.write(lengthOf(piece.length));
      socket.write(piece);
    }
    socket.write(lengthOf(0));
  });
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
