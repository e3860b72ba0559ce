import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as after } from "node:timers/promises";
import { sessionCookie } from "@server/context/cookies";
import { until } from "../harness/checks";
import type { Installation, Instance } from "../harness/installation";
import type { Journeys } from "../harness/journeys";

/** A page that is read from a standby at each call: no process keeps it. */
const PAGE = "/admin/payments/days";
const READERS = 2;
const PAUSE_MS = 50;
/** No page takes longer, whatever is away. */
const LONGEST_S = 30;
const METRICS_TOKEN = "a-token-of-this-test-alone";

/** What instances need to say who answered. */
export const METRICS = { METRICS_TOKEN };

interface Reading {
  sentAt: number;
  tookMs: number;
  /** The status, or what went wrong. */
  answer: string;
}

/** Admins who look at a page of figures again and again, while the standby or the primary is away. */
export interface Figures {
  /** The answers so far that showed the page. */
  shown(): number;
  /** Waits for so many more of them. */
  proceed(count: number): Promise<void>;
  /**
   * Counts from now on; the result counts calls that failed when they were sent after the allowed
   * seconds, and those that took too long.
   */
  watch(): (allowedS: number) => { answers: number; wrong: string[] };
  finish(): Promise<void>;
}

export async function startFigures(
  place: Installation,
  origin: string,
  { company }: Journeys,
): Promise<Figures> {
  const host = "figures.localhost";
  await place.database.sql`
    INSERT INTO domains (id, host, company_id) VALUES (gen_random_uuid(), ${host}, ${company.id})`;
  const token = await place.token(company.admin);
  const [cookie = ""] = sessionCookie("admin", token, new Date(), false).split(";");
  const agent = new Agent({ keepAlive: true });
  const readings: Reading[] = [];
  let isOver = false;

  const read = async (): Promise<string> => {
    try {
      const asked = request(`${origin}${PAGE}`, {
        agent,
        headers: { host, cookie, accept: "text/html" },
        timeout: LONGEST_S * 2000,
      });
      asked.once("timeout", () => asked.destroy(new Error("no answer")));
      asked.end();
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      let text = "";
      for await (const part of answer) text += String(part);
      const isShown = answer.statusCode === 200 && text.includes("</main>");
      return isShown
        ? "shown"
        : `${answer.statusCode} ${answer.headers.location ?? text.slice(-200)}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const reader = async () => {
    while (!isOver) {
      const sentAt = performance.now();
      const answer = await read();
      readings.push({ sentAt, tookMs: performance.now() - sentAt, answer });
      await after(PAUSE_MS);
    }
  };
  const first = await read();
  if (first !== "shown") throw new Error(`The page of figures is not shown: ${first}.`);
  const running = Promise.all(Array.from({ length: READERS }, reader));
  const shown = () => readings.filter(({ answer }) => answer === "shown").length;
  return {
    shown,
    async proceed(count) {
      const goal = shown() + count;
      await until("the page of figures is shown", () => shown() >= goal);
    },
    watch() {
      const since = performance.now();
      const from = readings.length;
      return (allowedS) => {
        const ofIt = readings.slice(from);
        const wrong = ofIt.flatMap(({ sentAt, tookMs, answer }) => {
          if (tookMs > LONGEST_S * 1000) return `took ${(tookMs / 1000).toFixed(1)} s`;
          const isAllowed = sentAt <= since + allowedS * 1000;
          return answer === "shown" || isAllowed ? [] : answer;
        });
        return { answers: ofIt.filter(({ answer }) => answer === "shown").length, wrong };
      };
    },
    async finish() {
      isOver = true;
      await running;
      agent.destroy();
    },
  };
}

/** Who answered so far: a standby, or the primary in its place. */
export async function answeredBy(instances: readonly Instance[]) {
  const sums = { standby: 0, primary: 0 };
  for (const { origin } of instances) {
    const answer = await fetch(`${origin}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    for (const [, by = "", count] of (await answer.text()).matchAll(
      /^standby_reads_total\{by="(\w+)"\} (\d+)/gm,
    )) {
      sums[by === "standby" ? "standby" : "primary"] += Number(count);
    }
  }
  return sums;
}
