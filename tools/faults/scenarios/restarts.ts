import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { freePort } from "@db/embedded/home";
import { AcknowledgedSteps, compare, until } from "@tools/faults/harness/checks";
import { undoLater } from "@tools/faults/harness/clean-up";
import { Tally } from "@tools/faults/harness/client";
import { isReady } from "@server/testing/start-product";
import { startJourneys } from "@tools/faults/harness/journeys";
import type { Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

const SLOWEST_MS = 3000;
const CALM_MS = 8000;
const ROUNDS = 3;
/** The pause of deploy/release.sh. */
const PAUSE_MS = 3000;
const PAGES = [
  "/",
  "/user/dashboard",
  "/user/buy-token",
  "/admin/dashboard",
  "/admin/purchaserequest",
];

/** Restarts two instances behind Caddy, one after the other, while people buy, decide and look. */
export async function restarts({ site }: Run): Promise<Row[]> {
  const row = {
    scenario: "restarts",
    goal: "none lost, none above 3 s, or twice a call without a restart",
  };
  if (spawnSync("caddy", ["version"]).status !== 0) {
    const none = {
      times: 0,
      acknowledged: 0,
      refused: 0,
      unknown: 0,
      lost: 0,
      doubled: 0,
      wrongSums: 0,
    };
    return [{ ...row, ...none, done: "skipped", isMet: true, note: "skipped: there is no caddy" }];
  }
  const place = await site();
  const [https, http, one, two] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const origin = `https://localhost:${https}`;
  const open = (port: number) =>
    place.instance({
      port,
      settings: {
        APP_ORIGIN: origin,
        TRUST_PROXY: "1",
        NODE_ENV: "production",
        PLAIN_CONNECTIONS: "1",
        SEALING_KEY: Buffer.alloc(32, "a key of faults").toString("base64"),
        LIMITS: "stopDelaySeconds=3",
      },
    });
  const instances = [await open(one), await open(two)];
  startCaddy({ HTTPS_PORT: https, HTTP_PORT: http, PRELAUNCH: one, PRELAUNCH_OTHERS: two });
  // Caddy's own authority is known to nobody.
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  await until("Caddy answers", () => isReady(origin));
  const [tally, acknowledged] = [new Tally(), new AcknowledgedSteps()];
  const slow = watchFetch(origin);
  const journeys = await startJourneys(place, () => [origin], { clients: 2, tally, acknowledged });
  const member = await place.token(await journeys.company.member());
  const cookie = `prelaunch_user=${member}; prelaunch_admin=${await place.token(journeys.company.admin)}`;
  let isOver = false;
  const looks = [0, 2, 4].map(async (from) => {
    for (let at = from; !isOver; at += 1) {
      const page = origin + PAGES[at % PAGES.length];
      const answer = await fetch(page, { redirect: "manual", headers: { cookie } });
      await answer.text();
      await after(300);
    }
  });
  // The first calls of all are not those of a restart; those that follow show how busy the machine is.
  await after(CALM_MS);
  slow.begin();
  await after(CALM_MS);
  const limitMs = Math.max(SLOWEST_MS, 2 * slow.end().slowest);
  slow.begin();
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const at = round % 2;
    const { port } = instances[at]!;
    await instances[at]!.stop();
    instances[at] = await open(port);
    await after(PAUSE_MS);
  }
  isOver = true;
  await Promise.all(looks);
  await journeys.finish();
  const { slowest, failed } = slow.end();
  slow.restore();
  const { faults, ...found } = await compare(place.database, journeys.company.id, acknowledged);
  return [
    {
      ...row,
      done: `2 clients buy, pay and approve and 3 look at pages through Caddy; ${ROUNDS * 2} restarts, one after the other`,
      ...tally.counts,
      ...found,
      isMet: found.lost + found.doubled + found.wrongSums + failed === 0 && slowest <= limitMs,
      note: [
        `slowest ${(slowest / 1000).toFixed(1)} s of ${(limitMs / 1000).toFixed(1)} s`,
        `${failed} pages failed`,
        ...faults,
      ].join("; "),
    },
  ];
}

/** Serves by deploy/Caddyfile until the scenarios end. */
function startCaddy({ PRELAUNCH, PRELAUNCH_OTHERS, ...ports }: Record<string, number>): void {
  const data = mkdtempSync(path.join(tmpdir(), "prelaunch-caddy-"));
  const caddy = spawn("caddy", ["run", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"], {
    stdio: "ignore",
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      PRELAUNCH: `localhost:${PRELAUNCH}`,
      PRELAUNCH_OTHERS: `localhost:${PRELAUNCH_OTHERS}`,
      TLS_ISSUER: "internal",
      XDG_DATA_HOME: data,
      XDG_CONFIG_HOME: data,
    },
  });
  const remove = () => {
    caddy.kill();
    rmSync(data, { recursive: true, force: true });
  };
  undoLater(() => Promise.resolve(remove()), remove);
}

/** Measures each call to an origin, whoever makes it. */
function watchFetch(origin: string) {
  const own = globalThis.fetch;
  let figures = { slowest: 0, failed: 0 };
  globalThis.fetch = async (input, init) => {
    if (typeof input !== "string" || !input.startsWith(origin)) return own(input, init);
    const from = performance.now();
    const answer = await own(input, init);
    figures.slowest = Math.max(figures.slowest, performance.now() - from);
    figures.failed += Number(answer.status >= 500);
    return answer;
  };
  return {
    begin: () => (figures = { slowest: 0, failed: 0 }),
    end: () => figures,
    restore: () => void (globalThis.fetch = own),
  };
}
