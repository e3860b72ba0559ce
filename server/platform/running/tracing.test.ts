import { createServer } from "node:http";
import { once } from "node:events";
import { json } from "node:stream/consumers";
import { afterEach, expect, test, vi, describe } from "vitest";
import { startHttp } from "@server/testing/http-harness";
import { memberHarness } from "@server/testing/member-harness";
import { startTracing } from "./tracing";
import { createFigures, FIGURES_MAX_AGE_MS } from "./figures";
import { pino } from "pino";
import { watchDatabase } from "./watch-database";
import { duringTests } from "@server/testing/during-tests";

describe("tracing", () => {
  const harness = duringTests(memberHarness);
  afterEach(() => vi.unstubAllEnvs());

  interface SentSpan {
    name: string;
    spanId: string;
    parentSpanId?: string;
    traceId: string;
    attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
    status: { code?: number };
  }
  interface Sent {
    resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
  }

  /** A collector that speaks OTLP/HTTP with JSON. */
  async function collector() {
    const spans: SentSpan[] = [];
    const server = createServer((incoming, outgoing) => {
      void json(incoming).then((body) => {
        for (const { scopeSpans } of (body as Sent).resourceSpans) {
          spans.push(...scopeSpans.flatMap((scope) => scope.spans));
        }
        outgoing.setHeader("content-type", "application/json").end("{}");
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    return { spans, url: `http://127.0.0.1:${port}`, close: () => server.close() };
  }

  const factsOf = ({ attributes }: SentSpan) =>
    Object.fromEntries(
      attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
    );

  test(
    "a trace follows a request through its procedures to their statements, and names nobody",
    { tags: ["full"] },
    async () => {
      const companyId = await harness.company();
      const member = await harness.person(companyId, "USER", { name: "Asha of the trace" });
      const { spans, url, close } = await collector();
      const site = await startHttp({
        transports: {
          page: async (_request, visit) => {
            visit.notes!.route = "/user/:page";
            const own = await (await harness.as(member)).members.profile();
            return new Response(own.name);
          },
        },
      });
      vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", url);
      const stop = startTracing("1.2.3");
      const headers = { traceparent: "00-11111111111111111111111111111111-2222222222222222-00" };
      expect((await site.ask("/user/asha", { headers })).text).toContain("Asha of the trace");
      await stop();
      const sent = spans.length;
      const request = spans.find(({ name }) => name === "GET /user/:page");
      const procedure = spans.find(({ name }) => name === "members.profile");
      const statements = spans.filter(({ parentSpanId }) => parentSpanId === procedure?.spanId);
      expect(procedure?.parentSpanId).toBe(request?.spanId);
      expect(statements.map(({ name }) => name)).toContain("SELECT");
      // A trace context that a client sends is ignored.
      expect(request?.traceId).not.toMatch(/^1+$/);
      expect(request && factsOf(request)).toMatchObject({
        "http.route": "/user/:page",
        "http.response.status_code": 200,
      });
      const said = JSON.stringify(spans);
      for (const secret of ["Asha", member.id, member.email, "/user/asha"]) {
        expect(said).not.toContain(secret);
      }

      // While traces are off, no span is sent.
      await site.ask("/user/asha");
      expect(spans.length).toBe(sent);
      await site.close();
      close();
    },
  );

  test("a collector that is away delays and breaks nothing", { tags: ["full"] }, async () => {
    const site = await startHttp();
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
    const stop = startTracing("1");
    expect((await site.ask("/")).status).toBe(200);
    await stop();
    await site.close();
  });
});

function counted() {
  let now = 0;
  let readings = 0;
  const figures = createFigures(() => now);
  return {
    wait: (ms: number) => (now += ms),
    ask: (company = "one") => figures.of(company, () => Promise.resolve((readings += 1))),
    fail: () => figures.of("one", () => Promise.reject(new Error("The database is away."))),
  };
}

test("concurrent callers share one read of figures, per company", async () => {
  const { ask } = counted();
  expect(await Promise.all([ask(), ask(), ask("two"), ask()])).toEqual([1, 1, 2, 1]);
});

test("figures are read again after twenty seconds, and not before", async () => {
  const { ask, wait } = counted();
  expect(await ask()).toBe(1);
  wait(FIGURES_MAX_AGE_MS - 1);
  expect(await ask()).toBe(1);
  wait(1);
  expect(await ask()).toBe(2);
});

test("a failed read of figures rejects every waiting caller, and the next call reads again", async () => {
  const { ask, fail } = counted();
  const [one, two] = await Promise.allSettled([fail(), ask()]);
  expect([one.status, two.status]).toEqual(["rejected", "rejected"]);
  expect(await ask()).toBe(1);
});

test("the log says that the database is away when it is, each minute, and when it answers again", async () => {
  const lines: { level: number; msg: string; seconds: number }[] = [];
  const logger = pino({}, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[0]) });
  let [isAway, asked, at] = [true, 0, 0];
  const ping = () => {
    asked += 1;
    at += 20_000;
    return isAway ? Promise.reject(new Error("gone")) : Promise.resolve();
  };
  const watch = watchDatabase(ping, logger, { askMs: 1, now: () => at });
  await expect.poll(() => asked).toBeGreaterThan(9);
  expect(watch.outage()).toMatchObject({ isAway: true });
  isAway = false;
  await expect.poll(() => watch.outage().isAway).toBe(false);
  watch.stop();
  const away = lines.filter(({ msg }) => msg === "the database does not answer");
  expect(away.map(({ level }) => level)).toEqual(away.map(() => 50));
  // 20 s between two questions: every third one is logged.
  expect(away.slice(0, 3).map(({ seconds }) => seconds)).toEqual([0, 60, 120]);
  expect(lines.at(-1)).toMatchObject({ level: 40, msg: "the database answers again" });
});
