import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { freemem } from "node:os";
import path from "node:path";

/** Linux's file system in memory. */
const PLACE = "/dev/shm";
const PREFIX = "prelaunch-run-";
/** Bytes that must be free; a run's databases and files need a fifth of them. */
const NEEDED_BYTES = 1_500_000_000;

/**
 * Makes a folder in memory for the temporary files of a run: its tests create and drop hundreds of
 * databases of a thousand files each, which takes a disk's file system longer than the tests take.
 * Returns null if there is no such memory, too little of it, or none that runs programs.
 */
export function makeMemoryFolder() {
  if (!existsSync(PLACE)) return null;
  removeRemains();
  let folder = null;
  try {
    const { bavail, bsize } = statfsSync(PLACE);
    if (Math.min(bavail * bsize, freemem() / 2) < NEEDED_BYTES) return null;
    folder = mkdtempSync(path.join(PLACE, `${PREFIX}${process.pid}-`));
    // The databases of a run as root belong to another user, who needs to pass through.
    chmodSync(folder, 0o711);
    if (runsPrograms(folder)) return folder;
  } catch {
    // The folder is not writable: the tests use the disk.
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
  return null;
}

/**
 * Tells that programs run in the folder. Containers often forbid it in memory; as root, the
 * databases' programs may be copied to their data.
 */
function runsPrograms(folder) {
  const probe = path.join(folder, "probe");
  writeFileSync(probe, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  const { status } = spawnSync(probe);
  rmSync(probe);
  return status === 0;
}

/** Removes the folders of runs that were killed. */
function removeRemains() {
  for (const name of readdirSync(PLACE)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : NaN;
    if (Number.isNaN(pid) || existsSync(`/proc/${pid}`)) continue;
    try {
      rmSync(path.join(PLACE, name), { recursive: true, force: true });
    } catch {
      // The folder is another user's.
    }
  }
}
