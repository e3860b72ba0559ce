import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { account } from "../machine.mjs";
import { PATHS } from "../engine.mjs";
import { undoLater } from "@tools/faults/harness/clean-up";

/**
 * Three machines with a network and a disk each: network namespaces on one bridge, and file systems
 * in memory. `scripts/test/cluster.mjs` runs the whole test in a network and a mount namespace of its own,
 * as root or, for any other user, as root of a user namespace; nothing of it is seen outside.
 */
export interface MachineNetwork {
  machines: { name: string; address: string; enter: string[] }[];
  network: string;
  enter?: string[];
  mount: (folder: string) => void;
  /** Takes all disks away, after their databases have ended. */
  unmount: () => void;
  /** Takes a machine off the network; returns what puts it back. */
  cutOff(name: string): () => void;
  /**
   * Cuts a machine off from the other machines, while clients still reach it: what it sends to them
   * goes nowhere.
   */
  cutFromOthers(name: string): () => void;
}

const BRIDGE = "machines";
const PREFIX = "10.77.0";
/** Size of a disk: a database, its log and the log that is kept for standbys. */
const DISK = "1g";
/** A hardware address that no machine has. */
const NOBODY = "02:00:00:00:00:01";

/** The user who runs the test in namespaces of its own, as `<user>:<group>`. */
const OWN = process.env["CLUSTER_NAMESPACES"];

/** Makes the network; null if the test has no namespaces of its own. */
export async function networkOfMachines(): Promise<MachineNetwork | null> {
  if (!OWN) return null;
  const [uid = "", gid = ""] = OWN.split(":");
  const isRoot = uid === "0";
  run("ip", "link", "add", BRIDGE, "type", "bridge");
  run("ip", "address", "add", `${PREFIX}.254/24`, "dev", BRIDGE);
  run("ip", "link", "set", BRIDGE, "up");
  // Root of a user namespace is the user itself again in a namespace within it.
  const asUser = ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`];
  const engines = isRoot ? account() : null;
  const machines = await Promise.all(
    ["db1", "db2", "db3"].map(async (name, at) => {
      const address = `${PREFIX}.${at + 1}`;
      const pid = String((await heldNetwork()).pid);
      run("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", pid);
      run("ip", "link", "set", name, "master", BRIDGE, "up");
      const inside = ["nsenter", `--target=${pid}`, "--net"];
      run(...inside, "ip", "link", "set", "lo", "up");
      run(...inside, "ip", "address", "add", `${address}/24`, "dev", "eth0");
      run(...inside, "ip", "link", "set", "eth0", "up");
      const enter = engines
        ? [...inside, `--setuid=${engines.uid}`, `--setgid=${engines.gid}`, "--"]
        : [...inside, "--", ...asUser];
      return { name, address, enter, inside };
    }),
  );
  const mounted: string[] = [];
  const inside = (name: string) => machines.find((one) => one.name === name)?.inside ?? [];
  return {
    machines,
    network: `${PREFIX}.0/24`,
    ...(!isRoot && { enter: asUser }),
    mount(folder) {
      const owner = engines ? `,uid=${engines.uid},gid=${engines.gid}` : "";
      run("mount", "-t", "tmpfs", "-o", `size=${DISK},mode=700${owner}`, "tmpfs", folder);
      mounted.push(folder);
    },
    unmount() {
      for (const folder of mounted.splice(0)) run("umount", "--lazy", folder);
    },
    cutOff(name) {
      run("ip", "link", "set", name, "down");
      return () => run("ip", "link", "set", name, "up");
    },
    cutFromOthers(name) {
      const others = machines.filter((one) => one.name !== name);
      const at = (word: string, ...more: string[]) => {
        for (const { address } of others) {
          run(...inside(name), "ip", "neighbour", word, address, "dev", "eth0", ...more);
        }
      };
      at("replace", "lladdr", NOBODY, "nud", "permanent");
      return () => at("delete");
    },
  };
}

/** Starts a process that holds a network namespace until this process ends. */
async function heldNetwork(): Promise<ChildProcess> {
  const child = spawn("unshare", ["--net", "sh", "-c", "echo ready; exec cat"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: PATHS,
  });
  undoLater(
    () => Promise.resolve(child.kill()),
    () => child.kill(),
  );
  await once(child.stdout, "data");
  return child;
}

function run(...words: string[]): void {
  const [command = "", ...args] = words;
  const { status, stderr } = spawnSync(command, args, { env: PATHS, encoding: "utf8" });
  if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr.trim()}`);
}
