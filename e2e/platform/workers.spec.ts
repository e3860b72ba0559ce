import { type Installation, install } from "../harness/installation";
import { expect, PORT, test } from "../harness/test";

const AT = Number(PORT) + 7;
const METRICS_TOKEN = "a token of browser tests";
const HOST = `localhost:${AT}`;
let site: Installation;

test.beforeAll(async () => {
  site = await install([AT], `http://${HOST}`, { WORKERS: "2", METRICS_TOKEN });
});
test.afterAll(() => site.stop());

/** The value of a figure of `/metrics`, over all its labels. */
async function figure(name: string): Promise<number> {
  const { text } = await site.ask(AT, HOST, "/metrics", {
    token: `Bearer ${METRICS_TOKEN}`,
  });
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

test("two workers serve pages from one port, and metrics count the requests of both", async () => {
  const before = await figure("http_request_duration_seconds_count");
  for (let asked = 0; asked < 10; asked += 1) {
    expect((await site.ask(AT, HOST, "/superadmin/login")).status).toBe(200);
  }
  // The first reading was counted after it was read.
  expect(await figure("http_request_duration_seconds_count")).toBe(before + 11);
});
