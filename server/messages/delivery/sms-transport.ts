import { smsError } from "./delivery-error";

/**
 * Sends text messages. Rejects with a DeliveryError if the provider did not accept the message; any
 * other error counts as a provider that is away.
 */
export interface SmsTransport {
  send(text: { to: string; body: string }): Promise<void>;
}

/** Posts `{ to, body }` as JSON to the provider's URL; any status but a 2xx counts as not sent. */
export function createWebhookSmsTransport(url: string): SmsTransport {
  return {
    async send(text) {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(text),
        signal: AbortSignal.timeout(15_000),
        redirect: "error",
      });
      await answer.body?.cancel();
      if (!answer.ok) throw smsError(answer.status);
    },
  };
}

export const outboxSmsTransport: SmsTransport = { send: () => Promise.resolve() };
