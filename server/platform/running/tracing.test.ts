import { createServer } from "node:http";
import { once } from "node:events";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startHttp } from "@server/testing/http-harness";
import { memberHarness, type MemberHarness } from "@server/testing/member-harness";
import { startTracing } from "./tracing";

let harness: MemberHarness;
beforeAll(async () => {
  harness = await memberHarness();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => harness.close());

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

test("a trace follows a request through its procedures to their statements, and names nobody", async () => {
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
});

test("a collector that is away delays and breaks nothing", async () => {
  const site = await startHttp();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
  const stop = startTracing("1");
  expect((await site.ask("/")).status).toBe(200);
  await stop();
  await site.close();
});
