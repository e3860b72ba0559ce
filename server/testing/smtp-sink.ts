import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail that the sink accepted. */
export interface TakenMail {
  to: string;
  messageId: string;
  /** By `performance.now()`. */
  at: number;
  raw: string;
}

export interface SmtpSink {
  url: string;
  /** Accepted mails, in their order. */
  taken: TakenMail[];
  /** Every recipient that was offered, accepted or not. */
  offered: string[];
  /** The most connections that were open at the same time. */
  mostConnections(): number;
  /** Closes the port and every connection, as a server that is away. */
  goAway(): Promise<void>;
  /** Listens again at the same port. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export interface SinkOptions {
  /** An SMTP status that refuses a recipient, such as 550; null accepts. */
  refuse?: (address: string) => number | null;
  /** Waits before a mail is accepted. */
  delay?: (address: string) => Promise<void>;
}

/** An SMTP server on a port of its own that keeps what it accepts. */
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
    // Clients that are cut off are no fault of the sink.
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
