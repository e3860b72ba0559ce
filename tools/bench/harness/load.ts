import { connect, type Socket } from "node:net";

export interface Load {
  connections: number;
  /** Ends the load after this time, or after so many answers. */
  seconds?: number;
  answers?: number;
  headers?: Readonly<Record<string, string>>;
  /** Returns the text of request `n`; by default a GET of the address with the headers. */
  requestOf?: (n: number) => string;
}

export interface Answered {
  /** Answers per second. */
  rate: number;
  /** Milliseconds within which 99 of 100 answers came. */
  p99Ms: number;
}

/**
 * Asks over keep-alive connections, each of which asks again as soon as it has its
 * answer. It reads only as much of an answer as is needed to find its end, so that it costs less
 * than the server: a client that parses every header is slower than a page from memory. Rejects on
 * an answer other than 200.
 */
export async function loadOf(url: string, load: Load): Promise<Answered> {
  const { host, hostname, port, pathname } = new URL(url);
  const lines = Object.entries(load.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${lines.join("")}\r\n`;
  const started = performance.now();
  const until = started + (load.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  let left = load.answers ?? Number.POSITIVE_INFINITY;
  const mayAsk = () => performance.now() < until && (left -= 1) >= 0;
  let asked = 0;
  const nextRequest = () => load.requestOf?.(asked++) ?? request;
  const all = await Promise.all(
    Array.from({ length: load.connections }, () =>
      askWhile(connect(Number(port), hostname), nextRequest, mayAsk),
    ),
  );
  const rate = (all.flat().length * 1000) / (performance.now() - started);
  const sorted = Float64Array.from(all.flat()).sort();
  return { rate, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "\r\n0\r\n\r\n";

/** Asks until `mayAsk` is false; returns the time of each answer in milliseconds. */
function askWhile(
  socket: Socket,
  nextRequest: () => string,
  mayAsk: () => boolean,
): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    let askedAt = 0;
    /**
     * Number of bytes of the body that are missing; null for a body in chunks, undefined before its
     * head.
     */
    let missing: number | null | undefined;
    let end = "";
    const done = () => {
      times.push(performance.now() - askedAt);
      missing = undefined;
      end = "";
      ask();
    };
    const ask = () => {
      askedAt = performance.now();
      return mayAsk() ? socket.write(nextRequest()) : socket.destroy();
    };
    socket.setNoDelay(true);
    socket.on("connect", ask);
    socket.on("error", reject);
    socket.on("close", () => resolve(times));
    socket.on("data", (bytes) => {
      let body = bytes;
      if (missing === undefined) {
        const at = bytes.indexOf(HEAD_END);
        if (at < 0) return socket.destroy(new Error("The head of an answer came in parts."));
        const head = bytes.toString("latin1", 0, at);
        if (!head.startsWith("HTTP/1.1 200")) return socket.destroy(new Error(head.slice(0, 40)));
        const length = /^content-length: (\d+)$/im.exec(head)?.[1];
        missing = length === undefined ? null : Number(length);
        // The end of the head is kept, so that an empty body in chunks is found.
        body = bytes.subarray(at + (missing === null ? 2 : HEAD_END.length));
      }
      if (missing === null) {
        end = (end + body.toString("latin1", Math.max(0, body.length - 7))).slice(-7);
        if (end === LAST_CHUNK) done();
        return;
      }
      missing -= body.length;
      if (missing <= 0) done();
    });
  });
}
