/**
 * `npm run test:system`: tests with programs that npm does not install. Names each that is missing
 * with the command that installs it, runs the tests of the others, and fails if one is missing.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { build, checkNode, install, root } from "../prepare.mjs";

const PROGRAMS = [
  {
    name: "PgBouncer",
    // Debian installs it in a folder that only root's PATH has.
    commands: ["pgbouncer", "/usr/sbin/pgbouncer"],
    package: "pgbouncer",
  },
  { name: "Firefox", commands: ["firefox-esr", "firefox"], package: "firefox-esr" },
  { name: "ClamAV", commands: ["clamd", "/usr/sbin/clamd"], package: "clamav-daemon" },
  {
    name: "Swift",
    commands: ["swift-proxy-server"],
    // The program has no --version.
    words: ["--help"],
    package: "swift-proxy swift-account swift-container swift-object",
  },
  { name: "etcd", commands: ["etcd"], package: "etcd-server" },
  { name: "Patroni", commands: ["patroni"], package: "patroni" },
  {
    name: "HAProxy",
    commands: ["haproxy", "/usr/sbin/haproxy"],
    words: ["-v"],
    package: "haproxy",
  },
  { name: "Caddy", commands: ["caddy"], words: ["version"], package: "caddy" },
  { name: "promtool", commands: ["promtool"], package: "prometheus" },
  { name: "systemd-analyze", commands: ["systemd-analyze"], package: "systemd" },
  {
    name: "Alertmanager",
    commands: ["prometheus-alertmanager"],
    package: "prometheus-alertmanager",
  },
];

checkNode();
await install();
// The browser tests visit the built product.
await build();
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--config", "vitest.system.config.ts", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
const missing = PROGRAMS.filter(({ commands, words = ["--version"] }) =>
  commands.every((command) => spawnSync(command, words).status !== 0),
);
for (const { name, package: debian } of missing) {
  console.error(`${name} is missing, its tests were skipped: apt-get install ${debian}`);
}
process.exit(status === 0 && missing.length === 0 ? 0 : 1);
