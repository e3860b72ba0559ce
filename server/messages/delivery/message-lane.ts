import { performance } from "node:perf_hooks";
import type { Logger } from "pino";
import type { Database } from "@db/client";
import {
  type ClaimedMessage,
  claimMessages,
  type Outcome,
  renewLeases,
  type Settled,
  settleMessages,
} from "@server/messages/queries/message-queue";
import { type Lane, MESSAGE_PRIORITIES, type MessagePriority } from "@db/vocabulary";
import {
  DEFERRALS_BEFORE_PAUSE,
  deliveryErrorOf,
  type DeliveryError,
  pauseMs,
  retryDelaySeconds,
} from "./delivery-error";

/** The results of the tries to send, as counted. */
export const TRY_RESULTS = ["sent", "refused", "deferred", "away", "expired"] as const;
export type TryResult = (typeof TRY_RESULTS)[number];

export interface LaneParts {
  channel: Lane;
  database: Database;
  logger: Logger;
  /** The process, as the holder of leases. */
  sender: string;
  /** Messages that are sent at the same time. */
  connections: number;
  /**
   * Seconds that a message of a process that ended stays unsent; other processes renew their
   * leases.
   */
  leaseSeconds: number;
  /** Keeps all contents after sending, for the demo's outbox. */
  keepsAll: boolean;
  /**
   * Sends one message. Resolves to false if it has no contents any more, and to the answer where that
   * is kept; rejects as `MailTransport` does.
   */
  send(message: ClaimedMessage, signal: AbortSignal): Promise<boolean | { reply: string }>;
  /** Called before each batch, so that what its messages share is read once and afresh. */
  startBatch(): void;
}

/** A claimed message in this process, from its claim until its outcome is recorded. */
interface Held extends ClaimedMessage {
  /** Milliseconds of this process's clock; afterwards another process may have it. */
  leaseEndsAt: number;
  /** Milliseconds of this process's clock. */
  expiresAt: number;
  /** The pause after which its try began; -1 before. */
  epoch: number;
}

const { code: CODE, notice: NOTICE } = MESSAGE_PRIORITIES;

/** Messages in memory per connection: enough to keep it busy while the next claim runs. */
const HELD_PER_CONNECTION = 4;
/** The longest that one message may take; a server that never ends is cut off. */
const SEND_LIMIT_MS = 120_000;
/** A send does not start with less than this left of its lease. */
const LEASE_RESERVE = 0.25;
/** After a try while its server was away: the next try then is another message's. */
const AFTER_PROBE_SECONDS = 3;
const FIRST_RECORD_RETRY_MS = 200;
const LONGEST_RECORD_RETRY_MS = 5000;

/**
 * Sends the messages of one channel: claims them in batches, sends several at once, and records what
 * became of them. No lock or transaction is open while a server is spoken to. Codes overtake
 * notices, and one connection of several is never used by notices. Messages to one address are sent
 * one after the other.
 */
export class MessageLane {
  readonly #parts: LaneParts;
  readonly #held = new Map<string, Held>();
  #waiting: Held[] = [];
  readonly #sending = new Set<Held>();
  #settled: Settled[] = [];
  #recording: Promise<void> | null = null;
  #filling: Promise<void> | null = null;
  /** There may be due messages that were not claimed yet. */
  #mayHaveMore = { codes: false, notices: false };
  #isStopping = false;
  #isStopped = false;
  /** Failures of the server in a row; the lane then tries one message at a time. */
  #failures = 0;
  #deferrals = 0;
  #pausedUntil = 0;
  #pauseTimer: NodeJS.Timeout | undefined;
  /** Counts pauses: a send that began before the last one says nothing new. */
  #epoch = 0;
  readonly results: Record<TryResult, number> = {
    sent: 0,
    refused: 0,
    deferred: 0,
    away: 0,
    expired: 0,
  };

  constructor(parts: LaneParts) {
    this.#parts = parts;
  }

  get isPaused(): boolean {
    return this.#failures > 0;
  }

  /** Looks for due messages, now and while there are more. Never rejects. */
  wake(): void {
    this.#mayHaveMore = { codes: true, notices: true };
    this.#refill();
  }

  /** Extends the leases of all held messages, except those that another process has taken. */
  async renew(): Promise<void> {
    const held = [...this.#held.values()];
    if (held.length === 0) return;
    const { database, sender, leaseSeconds } = this.#parts;
    const until = performance.now() + leaseSeconds * 1000;
    const renewed = new Set(await renewLeases(database.db, sender, held, leaseSeconds));
    for (const one of held) if (renewed.has(one.id)) one.leaseEndsAt = until;
  }

  /** Claims no more, returns what is not being sent, and waits for the rest up to `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#pauseTimer);
    await this.#filling;
    this.#returnWaiting();
    const end = performance.now() + graceMs;
    while ((this.#sending.size > 0 || this.#recording) && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.#isStopped = true;
  }

  /** Claims if there may be messages and there is room for them. */
  #refill(): void {
    if (this.#filling || !this.#nextClaim()) return;
    this.#filling = this.#fill().finally(() => {
      this.#filling = null;
      this.#refill();
    });
  }

  /** Returns the next claim; null if there is none. */
  #nextClaim(): { upTo: MessagePriority; limit: number } | null {
    const { codes, notices } = this.#mayHaveMore;
    if (this.#isStopping || this.#pausedUntil > performance.now() || !(codes || notices))
      return null;
    if (this.#failures > 0) {
      const isProbing = [...this.#sending].some(({ epoch }) => epoch === this.#epoch);
      const isFree = !isProbing && this.#waiting.length === 0;
      return isFree && this.#sending.size < this.#parts.connections
        ? { upTo: NOTICE, limit: 1 }
        : null;
    }
    const most = this.#parts.connections * HELD_PER_CONNECTION;
    const held = { codes: 0, notices: 0 };
    for (const { priority } of this.#held.values()) {
      if (priority === CODE) held.codes += 1;
      else held.notices += 1;
    }
    if (held.codes >= most) return null;
    // Lanes wait for half a batch at least: a claim for each notice would cost more than sending
    // it.
    if (notices && held.notices <= most / 2) {
      return { upTo: NOTICE, limit: most - Math.max(held.codes, held.notices) };
    }
    return codes ? { upTo: CODE, limit: most - held.codes } : null;
  }

  async #fill(): Promise<void> {
    for (let claim = this.#nextClaim(); claim; claim = this.#nextClaim()) {
      const { database, channel, sender, leaseSeconds, logger } = this.#parts;
      const before = performance.now();
      this.#mayHaveMore.codes = false;
      if (claim.upTo === NOTICE) this.#mayHaveMore.notices = false;
      let claimed: ClaimedMessage[];
      try {
        claimed = await claimMessages(database.db, { channel, sender, leaseSeconds, ...claim });
      } catch (error) {
        // Asked again at the next poll.
        logger.warn({ err: error, channel }, "messages could not be claimed");
        return;
      }
      if (claimed.length === claim.limit) {
        this.#mayHaveMore.codes = true;
        if (claim.upTo === NOTICE) this.#mayHaveMore.notices = true;
      }
      this.#parts.startBatch();
      for (const message of claimed) this.#take(message, before);
      this.#dispatch();
    }
  }

  #take(message: ClaimedMessage, claimedAt: number): void {
    const leaseEndsAt = claimedAt + this.#parts.leaseSeconds * 1000;
    const known = this.#held.get(message.id);
    if (known) {
      // Its lease had ended here while it was being sent.
      known.leaseEndsAt = leaseEndsAt;
      return;
    }
    const expiresAt = claimedAt + message.secondsLeft * 1000;
    const held = { ...message, leaseEndsAt, expiresAt, epoch: -1 };
    this.#held.set(message.id, held);
    this.#waiting.push(held);
  }

  #dispatch(): void {
    const { connections } = this.#parts;
    const mostNotices = Math.max(1, connections - 1);
    const isBusy = (address: string) => [...this.#sending].some((one) => one.address === address);
    const notices = () => [...this.#sending].filter(({ priority }) => priority === NOTICE).length;
    for (const priority of [CODE, NOTICE]) {
      for (const one of this.#waiting.filter((held) => held.priority === priority)) {
        if (this.#sending.size >= connections) return;
        if (priority === NOTICE && notices() >= mostNotices) return;
        if (isBusy(one.address)) continue;
        this.#waiting = this.#waiting.filter((held) => held !== one);
        this.#sending.add(one);
        void this.#send(one);
      }
    }
  }

  async #send(one: Held): Promise<void> {
    one.epoch = this.#epoch;
    const outcome = await this.#try(one);
    this.#sending.delete(one);
    if (outcome) this.#settle(one, outcome);
    else this.#held.delete(one.id);
    this.#dispatch();
    this.#refill();
  }

  /** It is null if the lease has ended, for example while the process was suspended. */
  async #try(one: Held): Promise<Outcome | null> {
    const now = performance.now();
    const reserveMs = this.#parts.leaseSeconds * 1000 * LEASE_RESERVE;
    if (now > one.leaseEndsAt - reserveMs) return null;
    if (now > one.expiresAt) return this.#expired(one);
    let reply: string | null = null;
    try {
      const signal = AbortSignal.timeout(SEND_LIMIT_MS);
      const sent = await this.#parts.send(one, signal);
      if (!sent) return this.#expired(one);
      if (sent !== true) reply = sent.reply;
    } catch (error) {
      return this.#failed(one, deliveryErrorOf(error));
    }
    this.results.sent += 1;
    this.#failures = 0;
    this.#deferrals = 0;
    return { kind: "sent", reply };
  }

  #expired(one: Held): Outcome {
    this.results.expired += 1;
    const keepsContents = one.priority === NOTICE;
    return { kind: "failed", failure: "expired", reply: null, keepsContents };
  }

  #failed(one: Held, error: DeliveryError): Outcome {
    const { channel, logger } = this.#parts;
    const { verdict, reply, status } = error;
    const about = { messageId: one.id, companyId: one.companyId, template: one.template };
    this.results[verdict] += 1;
    if (verdict === "refused") {
      // The server works.
      this.#failures = 0;
      this.#deferrals = 0;
      // The log leaves the reply out: it usually repeats the address.
      logger.warn({ ...about, channel, status }, "a message was refused");
      const keepsContents = one.priority === NOTICE;
      return { kind: "failed", failure: "refused", reply, keepsContents };
    }
    const kind = one.priority === CODE ? "code" : "notice";
    const afterSeconds = retryDelaySeconds(kind, one.attempts + 1, Math.random());
    if (verdict === "deferred") {
      logger.info({ ...about, channel, status }, "a message is sent later");
      // Each event has a server of its own: one that is away stops no other.
      if (channel === "WEBHOOK") return { kind: "deferred", reply, afterSeconds };
      this.#deferrals += 1;
      if (this.#deferrals >= DEFERRALS_BEFORE_PAUSE) this.#pause("deferring", one, error);
      return { kind: "deferred", reply, afterSeconds };
    }
    // The message may be to blame if the server worked before it.
    const isTry = this.#failures === 0;
    this.#pause("away", one, error);
    return isTry
      ? { kind: "deferred", reply: null, afterSeconds }
      : { kind: "released", afterSeconds: AFTER_PROBE_SECONDS };
  }

  /** Waits before the server is tried again, with one message. */
  #pause(kind: "away" | "deferring", { epoch }: Held, error: DeliveryError): void {
    if (epoch !== this.#epoch) return;
    this.#epoch += 1;
    this.#failures += 1;
    const ms = pauseMs(kind, this.#failures, Math.random());
    const { channel, logger } = this.#parts;
    const details = { channel, status: error.status, failures: this.#failures, pauseMs: ms };
    if (kind === "away") logger.warn({ ...details, err: error.cause }, "messages wait");
    else logger.info(details, "messages wait: the server accepts none");
    this.#pausedUntil = performance.now() + ms;
    this.#returnWaiting();
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = setTimeout(() => this.wake(), ms);
  }

  /** Returns what is not being sent to the queue, where codes come first again. */
  #returnWaiting(): void {
    for (const one of this.#waiting.splice(0)) {
      this.#settle(one, { kind: "released", afterSeconds: 0 });
    }
  }

  #settle(one: Held, outcome: Outcome): void {
    this.#settled.push({ id: one.id, companyId: one.companyId, outcome });
    this.#recording ??= this.#record().finally(() => {
      this.#recording = null;
    });
  }

  /** Records outcomes until there are none; those that come meanwhile share the next statement. */
  async #record(): Promise<void> {
    const { database, sender, keepsAll, logger, channel } = this.#parts;
    for (let waitMs = FIRST_RECORD_RETRY_MS; this.#settled.length > 0;) {
      const batch = this.#settled.splice(0);
      try {
        await settleMessages(database.db, sender, batch, { keepsAll });
        for (const { id } of batch) this.#held.delete(id);
        // The events on their way limit how many of their company may be claimed.
        if (channel === "WEBHOOK") this.#mayHaveMore.notices = true;
        waitMs = FIRST_RECORD_RETRY_MS;
        this.#refill();
      } catch (error) {
        logger.warn({ err: error, channel, messages: batch.length }, "messages were not recorded");
        this.#settled.unshift(...batch);
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        waitMs = Math.min(waitMs * 2, LONGEST_RECORD_RETRY_MS);
        if (this.#isStopped) return;
      }
    }
  }
}
