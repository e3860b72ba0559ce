/** Where texts leave the house. Rejects when the text was not taken. */
export interface SmsEnd {
  send(text: { to: string; body: string }): Promise<void>;
}

/** Posts `{ to, body }` as JSON to the provider's address; anything but a 2xx counts as not sent. */
export function createSmsWebhook(url: string): SmsEnd {
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
      if (!answer.ok) throw new Error(`The SMS provider answered ${answer.status}.`);
    },
  };
}

export const smsOutboxEnd: SmsEnd = { send: () => Promise.resolve() };
