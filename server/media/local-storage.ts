import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type Storage, assertKey } from "./storage";

/** Files in a local folder; instances that share a database must share the folder too. */
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
      const handle = await open(beside, "wx", 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(beside, file);
    },
    async get(key) {
      try {
        return await readFile(at(key));
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      }
    },
    async delete(key) {
      await rm(at(key), { force: true });
    },
  };
}
