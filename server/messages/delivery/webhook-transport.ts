import { createHmac, randomBytes } from "node:crypto";
import { lookup as resolveName } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "@server/sites";
import { DeliveryError } from "./delivery-error";

/** An event on its way, by the Standard Webhooks convention (standardwebhooks.com). */
export interface Webhook {
  /** The same at each try, so that the receiver knows a repetition. */
  id: string;
  url: string;
  /** `whsec_` and the key in base64; for a day after its renewal, the one of before signs too. */
  secrets: readonly string[];
  body: string;
}

export interface WebhookTransport {
  /**
   * Posts an event and returns the answer of a 2xx: its status and the beginning of its text. Rejects
   * with a DeliveryError for any other answer and for none.
   */
  send(webhook: Webhook, signal: AbortSignal): Promise<string>;
}

const SECRET_MARK = "whsec_";
const LIMIT_MS = 10_000;
/** Bytes of an answer that are read; the rest is not received. */
const MOST_ANSWER_BYTES = 1000;

export const newWebhookSecret = (): string => SECRET_MARK + randomBytes(32).toString("base64");

/**
 * Signs an event of the time `seconds` (Unix): for each secret `v1,` and HMAC-SHA256 of
 * `id.timestamp.body`.
 */
export function signWebhook(
  { id, secrets, body }: Omit<Webhook, "url">,
  seconds: number,
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_MARK.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}

/** Ends of names that lead nowhere but into a network of one's own (RFC 6761, 6762, 8375, 9476). */
const INTERNAL_NAMES =
  /\.(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion|alt)$/;

const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Tells which addresses may be reached. The demo reaches its own machine too, without https. */
export interface Reach {
  isDemo: boolean;
  /** Resolves names; the system's resolver by default. */
  resolve?: typeof resolveName;
}

const mayReach = (address: string, { isDemo }: Reach): boolean =>
  isPublicAddress(address) || (isDemo && isLoopback(address));

/**
 * Returns why an address that an owner typed cannot be used; null if it can. A name's addresses are
 * checked at each connection instead, since they change.
 */
export function urlFault(
  url: string,
  reach: Reach,
): "WEBHOOK_URL_PLAIN" | "WEBHOOK_URL_PRIVATE" | null {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && !reach.isDemo) return "WEBHOOK_URL_PLAIN";
  // A name with a full stop behind it is the same name.
  const host = hostname.replace(/^\[|\]$|\.+$/g, "");
  if (isIP(host) !== 0) return mayReach(host, reach) ? null : "WEBHOOK_URL_PRIVATE";
  const isInternal = !host.includes(".") || INTERNAL_NAMES.test(host);
  return isInternal && !(reach.isDemo && /(^|\.)localhost$/.test(host))
    ? "WEBHOOK_URL_PRIVATE"
    : null;
}

/**
 * Resolves a name for a connection, and fails if one of its addresses is private: the connection goes
 * to the address that was checked, so that a name which answers differently each time gains nothing.
 */
const checkedLookup =
  (reach: Reach): LookupFunction =>
  (hostname, options, callback) => {
    (reach.resolve ?? resolveName)(hostname, { ...options, all: true }, (error, addresses) => {
      const closed = addresses?.find(({ address }) => !mayReach(address, reach));
      const [first] = addresses ?? [];
      if (error) callback(error, "", 0);
      else if (closed || !first) callback(new Error("The address is in a private network."), "", 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** Posts events, each on a connection of its own; redirects are answers and not followed. */
export function createWebhookTransport(reach: Reach): WebhookTransport {
  return {
    async send(webhook, signal) {
      const fault = urlFault(webhook.url, reach);
      if (fault) throw failed(new Error("The address is not allowed."));
      const { status, text } = await post(webhook, {
        lookup: checkedLookup(reach),
        signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
      }).catch((error: unknown) => {
        throw failed(error instanceof Error ? error : new Error(String(error)));
      });
      const reply = `${status} ${text}`.trim();
      if (status >= 200 && status < 300) return reply;
      throw failed(new Error(`The endpoint answered ${status}.`), { reply, status });
    },
  };
}

/** Every failure is tried again; what ends an endpoint is decided where its failures are noted. */
const failed = (cause: Error, answer: { reply?: string; status?: number } = {}): DeliveryError =>
  new DeliveryError("deferred", cause, { ...answer, most: MOST_ANSWER_BYTES });

function post(
  { url, body, ...signed }: Webhook,
  options: { lookup: LookupFunction; signal: AbortSignal },
): Promise<{ status: number; text: string }> {
  const { request } = url.startsWith("https:") ? https : http;
  const headers = {
    ...signWebhook({ ...signed, body }, Math.floor(Date.now() / 1000)),
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "user-agent": "Prelaunch-Webhooks",
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, method: "POST", headers, agent: false });
    sent.once("error", reject);
    sent.once("response", (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const done = () => {
        const text = Buffer.concat(parts).subarray(0, MOST_ANSWER_BYTES).toString("utf8");
        resolve({ status: answer.statusCode ?? 0, text });
        sent.destroy();
      };
      answer.on("data", (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes >= MOST_ANSWER_BYTES) done();
      });
      answer.once("end", done);
      answer.once("error", reject);
    });
    sent.end(body);
  });
}
