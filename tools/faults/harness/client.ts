import { setTimeout as after } from "node:timers/promises";

/** A call of REST that changes something. */
export interface Call {
  path: string;
  token: string;
  body: Record<string, unknown>;
  /** The Idempotency-Key; null sends none. */
  key: string | null;
}

export interface Answer {
  status: number;
  code: string | null;
  data: Record<string, unknown>;
  text: string;
  hasRetryAfter: boolean;
}

/**
 * Counts of calls and their results. A call that is repeated counts once, each answer that refuses
 * counts.
 */
export class Tally {
  times = 0;
  acknowledged = 0;
  refused = 0;
  unknown = 0;
  /** Refusals by status and code. */
  readonly refusals: Record<string, number> = {};

  note(answer: Answer | null): void {
    if (answer === null) this.unknown += 1;
    else if (answer.status === 200) this.acknowledged += 1;
    else {
      this.refused += 1;
      const name = `${answer.status} ${answer.code ?? ""}`.trim();
      this.refusals[name] = (this.refusals[name] ?? 0) + 1;
    }
  }

  get counts() {
    const { times, acknowledged, refused, unknown } = this;
    return { times, acknowledged, refused, unknown };
  }

  /** Returns the refusals in words. */
  get said(): string {
    return Object.entries(this.refusals)
      .map(([name, count]) => `${count} × ${name}`)
      .join(", ");
  }
}

/** Sends a call once; null if the connection is lost before the answer is complete. */
export async function send(origin: string, call: Call, waitMs = 60_000): Promise<Answer | null> {
  try {
    const answer = await fetch(`${origin}/api/v1${call.path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${call.token}`,
        ...(call.key !== null && { "idempotency-key": call.key }),
      },
      body: JSON.stringify(call.body),
      signal: AbortSignal.timeout(waitMs),
    });
    return await read(answer);
  } catch {
    return null;
  }
}

export async function read(answer: Response): Promise<Answer> {
  const text = await answer.text();
  const said = JSON.parse(text) as { code?: string; data: Record<string, unknown> | null };
  return {
    status: answer.status,
    code: said.code ?? null,
    data: said.data ?? {},
    text,
    hasRetryAfter: answer.headers.has("retry-after"),
  };
}

/** Tells that the same call may succeed later. */
export const isForLater = ({ status, code }: Answer): boolean =>
  status >= 500 || status === 429 || code === "IDEMPOTENCY_KEY_IN_USE";

const PAUSE_MS = 100;
const PATIENCE_MS = 240_000;

/**
 * Sends a call until it gets an answer that will not change, with the same key each time, as a
 * careful client does. `origin` chooses the instance of each try.
 */
export async function sendUntilFinal(
  origin: () => string,
  call: Call,
  tally: Tally,
): Promise<Answer> {
  tally.times += 1;
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await send(origin(), call);
    tally.note(answer);
    if (answer && !isForLater(answer)) return answer;
    if (performance.now() > end) {
      throw new Error(`${call.path} got no answer in time; the last was ${answer?.text ?? "lost"}`);
    }
    await after(PAUSE_MS);
  }
}
