import { statfs } from "node:fs/promises";
import type { Config } from "@server/platform/config/environment";

/** Free and total bytes of a folder in which this installation keeps files. */
export interface Disk {
  folder: string;
  freeBytes: number;
  bytes: number;
}

/** Reads the disks of folders; a folder that does not exist yet is left out. */
export async function readDisks(
  config: Pick<Config, "backups" | "databaseUrl" | "dataDir" | "s3" | "storageDir">,
): Promise<Disk[]> {
  const folders = [
    ...(config.databaseUrl === null ? [{ folder: "data", path: config.dataDir }] : []),
    ...(config.s3 === null ? [{ folder: "uploads", path: config.storageDir }] : []),
    ...(config.backups ? [{ folder: "backups", path: config.backups.folder }] : []),
  ];
  return (await Promise.all(folders.map(({ folder, path }) => diskOf(folder, path)))).flat();
}

/** Returns the disk of a folder under a name; none if the folder does not exist. */
export async function diskOf(folder: string, path: string): Promise<Disk[]> {
  const figures = await statfs(path).catch(() => null);
  if (!figures) return [];
  const { bavail, blocks, bsize } = figures;
  return [{ folder, freeBytes: bavail * bsize, bytes: blocks * bsize }];
}
