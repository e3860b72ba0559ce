/**
 * A worker for `server/workers.test.ts`: `/` answers its process id at once, `/late` once the worker
 * was told to stop. FAILS ends it before it serves, BREAKS right
 * after; IGNORES makes it ignore that it is told to stop.
 */
import { createServer } from "node:http";

if (process.env.FAILS) process.exit(Number(process.env.FAILS));

const late = [];
const server = createServer((incoming, outgoing) => {
  if (incoming.url === "/late") late.push(outgoing);
  else outgoing.end(String(process.pid));
});
server.listen(0, "127.0.0.1", () => {
  // Once it was said to listen.
  if (process.env.BREAKS) setTimeout(() => process.exit(1), 20);
});
process.on("SIGTERM", () => {
  if (process.env.IGNORES) return;
  server.close(() => process.exit(0));
  for (const outgoing of late) outgoing.setHeader("connection", "close").end(String(process.pid));
  server.closeIdleConnections();
});
