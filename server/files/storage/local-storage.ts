import { randomBytes } from "node:crypto";
import { access, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type Storage, assertKey } from "./storage";

/** Stores files in a local folder; instances that share a database must share the folder too. */
export function createLocalStorage(folder: string): Storage {
  const at = (key: string): string => {
    assertKey(key);
    return path.join(folder, ...key.split("/"));
  };
  return {
    async put(key, bytes) {
      const file = at(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const beside = `${file}.${randomBytes(6).toString("hex")}.part`;
      try {
        const handle = await open(beside, "wx", 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(beside, file);
      } catch (error) {
        // A full disk leaves nothing of the file behind.
        await rm(beside, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    async get(key) {
      try {
        return await readFile(at(key));
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
        // A missing folder, as on a disk that is not mounted, says nothing about its files.
        await access(folder);
        return null;
      }
    },
    async delete(key) {
      await rm(at(key), { force: true });
    },
  };
}
