import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface TakenMail {
  to: string;
  messageId: string;
  /** Time by `performance.now()`. */
  at: number;
  raw: string;
}

export interface SmtpSink {
  url: string;
  /** Accepted mails, in their order. */
  taken: TakenMail[];
  /** Recipients that were offered, accepted or not. */
  offered: string[];
  /** Returns the maximum of concurrent connections. */
  mostConnections(): number;
  /** Closes the port and every connection, like a server that is down. */
  goAway(): Promise<void>;
  /** Listens again at the same port. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export interface SinkOptions {
  /** Returns an SMTP status that refuses a recipient, such as 550; null accepts. */
  refuse?: (address: string) => number | null;
  /** Delays the acceptance of a mail. */
  delay?: (address: string) => Promise<void>;
}

/** Starts an SMTP server on a port of its own that keeps the mails that it accepts. */
export async function smtpSink({ refuse, delay }: SinkOptions = {}): Promise<SmtpSink> {
  const taken: TakenMail[] = [];
  const offered: string[] = [];
  const open = new Set<string>();
  let most = 0;
  let server: SMTPServer | null = null;

  const listen = async (port: number): Promise<number> => {
    const next = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      disableReverseLookup: true,
      closeTimeout: 50,
      onConnect(session, done) {
        open.add(session.id);
        most = Math.max(most, open.size);
        done();
      },
      onClose: (session) => void open.delete(session.id),
      onRcptTo({ address }, _session, done) {
        offered.push(address);
        const responseCode = refuse?.(address) ?? null;
        if (responseCode === null) return done();
        done(Object.assign(new Error(`<${address}> is not taken here`), { responseCode }));
      },
      onData(stream, session, done) {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", () => {
          const to = session.envelope.rcptTo[0]?.address ?? "";
          const raw = Buffer.concat(parts).toString();
          const messageId = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? "";
          const accept = () => {
            taken.push({ to, messageId, at: performance.now(), raw });
            done();
          };
          if (delay) void delay(to).then(accept);
          else accept();
        });
      },
    });
    // Errors of clients that are cut off are expected.
    next.on("error", () => undefined);
    await new Promise<void>((resolve) => next.listen(port, "127.0.0.1", resolve));
    server = next;
    return (next.server.address() as AddressInfo).port;
  };

  const goAway = async () => {
    const last = server;
    server = null;
    open.clear();
    if (last) await new Promise<void>((resolve) => last.close(() => resolve()));
  };

  const port = await listen(0);
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    offered,
    mostConnections: () => most,
    goAway,
    comeBack: async () => void (await listen(port)),
    close: goAway,
  };
}
