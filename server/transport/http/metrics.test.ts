import { expect, test } from "vitest";
import type { QueueFigures } from "@db/queries/message-queue";
import type { SenderFigures } from "@server/delivery/message-sender";
import { createMetrics } from "./metrics";

const sender = (): SenderFigures => ({
  outcomes: [{ channel: "EMAIL", result: "refused", count: 3 }],
  paused: ["EMAIL"],
});

test("counts the messages that wait, by channel and kind, and what became of the others", async () => {
  const queue = (): Promise<QueueFigures[]> =>
    Promise.resolve([{ channel: "EMAIL", priority: 0, waiting: 7, oldestSeconds: 12.5 }]);
  const metrics = createMetrics({ messages: { queue, sender } });
  // Read twice: the counts are not added up.
  await metrics.text();
  const lines = (await metrics.text()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'messages_waiting{channel="EMAIL",kind="code"} 7',
      'messages_waiting{channel="SMS",kind="notice"} 0',
      'messages_oldest_waiting_seconds{channel="EMAIL",kind="code"} 12.5',
      'messages_tries_total{channel="EMAIL",result="refused"} 3',
      'messages_paused{channel="EMAIL"} 1',
      'messages_paused{channel="SMS"} 0',
    ]),
  );
});

test("still answers while the database is away, without the messages that wait", async () => {
  const queue = () => Promise.reject(new Error("away"));
  const text = await createMetrics({ messages: { queue, sender } }).text();
  expect(text).toContain('messages_tries_total{channel="EMAIL",result="refused"} 3');
  expect(text).not.toContain("messages_waiting{");
});

test("shows what is held of bodies, as it is when the metrics are read", async () => {
  const metrics = createMetrics();
  const figures = { heldBytes: 5, mostBytes: 96, refused: 2 };
  metrics.watchBodies(() => figures);
  await metrics.text();
  figures.heldBytes = 7;
  const lines = (await metrics.text()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "request_bodies_bytes 7",
      "request_bodies_limit_bytes 96",
      "request_bodies_refused_total 2",
    ]),
  );
});

test("counts what the retention deleted by kind, and when it last succeeded for everybody", async () => {
  let isAway = false;
  const figures = { deleted: { messages: 12, proofs: 3 }, lastSuccess: 1_790_000_000.5 };
  const retention = () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve(figures));
  const metrics = createMetrics({ retention });
  await metrics.text();
  const lines = (await metrics.text()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'retention_deleted_total{kind="messages"} 12',
      'retention_deleted_total{kind="proofs"} 3',
      "retention_last_success_timestamp_seconds 1790000000.5",
    ]),
  );
  isAway = true;
  const without = await metrics.text();
  expect(without).not.toMatch(/^retention_/m);
});
