import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database } from "@db/client";
import { expireMessages } from "@server/messages/queries/message-queue";
import { type Channel, CHANNELS, type Lane, LANES } from "@db/vocabulary";
import type { Secrets } from "@server/platform";
import { type CompanyMailing, composeMessage } from "./compose-message";
import type { MailTransport } from "./mail-transport";
import { MessageLane, TRY_RESULTS, type TryResult } from "./message-lane";
import type { SmsTransport } from "./sms-transport";
import { sendEvent } from "./send-event";
import type { WebhookTransport } from "./webhook-transport";

export interface SenderParts {
  database: Database;
  secrets: Secrets;
  /** Reads the look and sender of a company's messages; null names the platform. */
  readMailing: (companyId: string | null) => Promise<CompanyMailing>;
  logger: Logger;
  mail: MailTransport;
  sms: SmsTransport;
  /** Keeps the contents after sending, for the demo's outbox. */
  keepParams: boolean;
  /** Missing where no events are sent to machines. */
  webhooks?: WebhookTransport;
  /** Messages of a channel that are sent at the same time. */
  connections: Readonly<Record<Channel, number>>;
  /** Seconds that the messages of a process that ended stay unsent. */
  leaseSeconds?: number;
  /** Milliseconds until messages that another process stored are noticed. */
  pollMs?: number;
}

/** Figures of this process since its start. */
export interface SenderFigures {
  outcomes: { channel: Lane; result: TryResult; count: number }[];
  /** Channels whose server is away. */
  paused: Lane[];
}

/** Sends the messages that wait in the database, together with the senders of other processes. */
export interface MessageSender {
  start(): void;
  /** Looks for messages at once; without effect before the start. */
  wake(): void;
  figures(): SenderFigures;
  /** Waits for messages that are being sent, and returns the others to the queue. */
  stop(): Promise<void>;
}

const LEASE_SECONDS = 60;
const POLL_MS = 1000;
/** Events are sent to an endpoint one after the other, so this is a number of endpoints. */
const EVENTS_AT_ONCE = 9;
const STOP_GRACE_MS = 10_000;
const EXPIRE_EVERY_MS = 10_000;
const EXPIRED_AT_ONCE = 1000;

export function createMessageSender(parts: SenderParts): MessageSender {
  const { database, logger, leaseSeconds = LEASE_SECONDS, pollMs = POLL_MS } = parts;
  const sender = randomUUID();
  const timers: NodeJS.Timeout[] = [];
  let isRunning = false;

  const lanes = (parts.webhooks ? LANES : CHANNELS).map((channel: Lane) => {
    let mailings = new Map<string | null, Promise<CompanyMailing>>();
    const mailingOf = (companyId: string | null) => {
      const known = mailings.get(companyId);
      if (known) return known;
      const read = parts.readMailing(companyId);
      mailings.set(companyId, read);
      return read;
    };
    const lane = new MessageLane({
      channel,
      database,
      logger,
      sender,
      leaseSeconds,
      connections: { ...parts.connections, WEBHOOK: EVENTS_AT_ONCE }[channel],
      keepsAll: parts.keepParams,
      startBatch: () => {
        mailings = new Map();
      },
      async send(message, signal) {
        if (channel === "WEBHOOK") {
          return parts.webhooks ? sendEvent(parts, parts.webhooks, message, signal) : false;
        }
        const mailing = await mailingOf(message.companyId);
        const composed = await composeMessage(database.db, parts.secrets, message, mailing);
        if (!composed) return false;
        if (channel === "EMAIL") await parts.mail.send(composed.mail, signal);
        // A template without a text is sent by mail only.
        else if (composed.sms) await parts.sms.send(composed.sms);
        return true;
      },
    });
    return { channel, lane };
  });

  const every = (ms: number, run: () => unknown) => {
    // Instances that start together do not ask together.
    const spread = ms * (0.9 + Math.random() * 0.2);
    timers.push(setInterval(run, spread).unref());
  };

  const wake = () => {
    if (isRunning) for (const { lane } of lanes) lane.wake();
  };

  const inBackground = (what: string, run: () => Promise<unknown>) => () =>
    void run().catch((error: unknown) => logger.warn({ err: error }, what));

  return {
    start() {
      isRunning = true;
      every(pollMs, wake);
      every(
        (leaseSeconds * 1000) / 4,
        inBackground("leases of messages were not renewed", () =>
          Promise.all(lanes.map(({ lane }) => lane.renew())),
        ),
      );
      const expire = inBackground("messages did not expire", () =>
        expireMessages(database.db, EXPIRED_AT_ONCE, { keepsAll: parts.keepParams }),
      );
      every(EXPIRE_EVERY_MS, expire);
      expire();
      wake();
    },
    wake,
    figures: () => ({
      outcomes: lanes.flatMap(({ channel, lane }) =>
        TRY_RESULTS.map((result) => ({ channel, result, count: lane.results[result] })),
      ),
      paused: lanes.filter(({ lane }) => lane.isPaused).map(({ channel }) => channel),
    }),
    async stop() {
      isRunning = false;
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.all(lanes.map(({ lane }) => lane.stop(STOP_GRACE_MS)));
    },
  };
}
