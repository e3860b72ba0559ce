import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createClamav } from "@server/files/untrusted/scanner";
import { docx, pdf } from "@server/testing/sample-files";

/** Debian installs it in a folder that only root's PATH has. */
const COMMAND = ["clamd", "/usr/sbin/clamd"].find(
  (command) => spawnSync(command, ["--version"]).status === 0,
);
const SIGNATURE = "prelaunch-system-test-signature";

describe.skipIf(COMMAND === undefined)("Debian's clamav-daemon", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-clamd-"));
  const socket = path.join(folder, "clamd.ctl");
  const scanner = createClamav({ path: socket }, { logger: pino({ level: "silent" }) });
  let daemon: ChildProcess;

  beforeAll(async () => {
    // The signature is the test's own, so that no database has to be downloaded.
    const hex = Buffer.from(SIGNATURE).toString("hex");
    writeFileSync(path.join(folder, "own.ndb"), `Prelaunch.System:0:*:${hex}\n`);
    const file = path.join(folder, "clamd.conf");
    writeFileSync(
      file,
      `DatabaseDirectory ${folder}\nLocalSocket ${socket}\nForeground yes\nStreamMaxLength 20M\n`,
    );
    chmodSync(folder, 0o777);
    daemon = spawn(COMMAND ?? "", ["--config-file", file], { stdio: "ignore" });
    await vi.waitUntil(() => existsSync(socket), { timeout: 60_000 });
  });
  afterAll(async () => {
    if (daemon.exitCode === null) {
      daemon.kill("SIGTERM");
      await once(daemon, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test("finds a signature in a file, also inside a document, and passes clean files", async () => {
    expect(await scanner.find(pdf())).toBeNull();
    expect(await scanner.find(Buffer.alloc(9_000_000, "clean "))).toBeNull();
    for (const bytes of [pdf(SIGNATURE), docx({ "word/media/a.bin": SIGNATURE })]) {
      expect(await scanner.find(bytes)).toMatch(/^Prelaunch\.System/);
    }
  });
});
