import { mkdirSync } from "node:fs";
import path from "node:path";
import { startEngines } from "../cluster.mjs";
import { AcknowledgedSteps, until } from "@tools/faults/harness/checks";
import { Tally } from "@tools/faults/harness/client";
import { type Installation, type Instance, install } from "@tools/faults/harness/installation";
import { type Journeys, startJourneys } from "@tools/faults/harness/journeys";
import { printLine } from "@tools/faults/report";
import { type MachineNetwork, networkOfMachines } from "./machine-network";

export type Engines = Awaited<ReturnType<typeof startEngines>>;

/**
 * The cluster under load: three instances, and clients that buy, pay and have payments approved.
 */
export interface Cluster {
  engines: Engines;
  /** It is null if machines have no networks and disks of their own. */
  network: MachineNetwork | null;
  place: Installation;
  instances: Instance[];
  /** Starts an instance, in the place of one, of this build or of that in another folder. */
  start: (options?: { port?: number; folder?: string }) => Promise<Instance>;
  tally: Tally;
  acknowledged: AcknowledgedSteps;
  journeys: Journeys;
  /** Waits until the clients have got so many more answers. */
  proceed: (calls?: number) => Promise<void>;
  /** Waits for a primary with two standbys, one of them synchronous. */
  whole: () => Promise<void>;
}

export async function startCluster({ clients }: { clients: number }): Promise<Cluster> {
  const network = await networkOfMachines();
  const made: { engines?: Engines } = {};
  const place = await install(async (folder, port) => {
    const own = path.join(folder, "cluster");
    mkdirSync(own, { mode: 0o711 });
    made.engines = await startEngines({ folder: own, port, ...(network && { place: network }) });
    return {
      url: made.engines.ownerUrl,
      async stop() {
        await made.engines?.stop();
        network?.unmount();
      },
      kill() {
        made.engines?.kill();
        network?.unmount();
      },
    };
  });
  const { engines } = made;
  if (!engines) throw new Error("The engines did not start.");
  const settings = {
    DATABASE_OWNER_URL: engines.ownerUrl,
    LIMITS: "stopDelaySeconds=2",
    APP_ORIGIN: engines.plainOrigin,
    TRUST_PROXY: "1",
  };
  const start: Cluster["start"] = (options) =>
    place.instance({ databaseUrl: engines.servingUrl, settings, ...options });
  const instances: Instance[] = [];
  // The first instance grants the rights of the serving role.
  for (let at = 0; at < 3; at += 1) instances.push(await start());
  await engines.balance(instances.map(({ port }) => `http://localhost:${port}`));
  printLine(`The cluster runs; the primary is ${(await engines.primary())?.name}.`);

  const tally = new Tally();
  const acknowledged = new AcknowledgedSteps();
  const journeys = await startJourneys(place, () => [engines.plainOrigin], {
    clients,
    tally,
    acknowledged,
  });
  return {
    engines,
    network,
    place,
    instances,
    start,
    tally,
    acknowledged,
    journeys,
    async proceed(calls = clients * 2) {
      const goal = journeys.successes() + calls;
      await until("the clients proceed", () => journeys.successes() >= goal, { everyMs: 20 });
    },
    whole: () => until("a primary with two standbys", () => engines.isWhole()),
  };
}
