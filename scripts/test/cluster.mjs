/**
 * `npm run test:cluster`: kills parts of the cluster of tools/cluster under load; prints the
 * losses and how long clients waited. Needs Debian's packages, and names those that are missing.
 * `--short` injects each fault once, `--only NAME` one of them, `--previous COMMIT` names the
 * version that the rolling upgrade goes back to.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { build, checkNode, install, runOrExit } from "../prepare.mjs";
import { buildPrevious } from "./previous-build.mjs";

/** Debian has `ip` and `mount` where only root looks. */
const PATH = `${process.env.PATH ?? ""}:/usr/sbin:/sbin`;

checkNode();
await install();
await build();
const { values: asked } = parseArgs({
  options: {
    short: { type: "boolean" },
    only: { type: "string", multiple: true },
    previous: { type: "string" },
  },
});
// The version is built here, since the test's own network leads nowhere.
const previous =
  !asked.only || asked.only.includes("upgrade")
    ? buildPrevious(asked.previous)
    : { missing: "not asked for" };
const test = [
  process.execPath,
  "--import",
  "tsx",
  "tools/cluster/run-faults.ts",
  ...process.argv.slice(2),
];
const [command, ...args] = [...ownNamespaces(), ...test];
runOrExit(command, args, {
  PATH,
  CLUSTER_PREVIOUS: JSON.stringify(previous),
  ...(command !== test[0] && { CLUSTER_NAMESPACES: account() }),
});

function account() {
  return `${process.getuid?.()}:${process.getgid?.()}`;
}

/**
 * Returns the words before a command that give it a network and file systems of its own, where it
 * may cut machines off and fill their disks; as root of a user namespace for any other user.
 * Returns none if the system gives none: then machines are frozen instead, and no disk is filled.
 */
function ownNamespaces() {
  const isRoot = process.getuid?.() === 0;
  const words = [
    "unshare",
    ...(isRoot ? [] : ["--user", "--map-root-user"]),
    "--net",
    "--mount",
    "sh",
    "-c",
    'ip link set lo up && exec "$@"',
    "sh",
  ];
  const trial =
    "ip link add one type bridge && ip link add two type veth peer name three && mount -t tmpfs tmpfs /mnt && unshare --net true";
  const { status } = spawnSync(words[0], [...words.slice(1), "sh", "-c", trial], {
    env: { ...process.env, PATH },
    stdio: "ignore",
  });
  return status === 0 ? words : [];
}
