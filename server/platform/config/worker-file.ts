import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Finds the file of a worker by its name without an ending: beside the module at `moduleUrl`, or in
 * `build/` above the bundle's chunks.
 */
export function workerFile(moduleUrl: string, name: string): string {
  const here = path.dirname(fileURLToPath(moduleUrl));
  const found = [here, path.dirname(here)]
    .flatMap((folder) => [`${name}.js`, `${name}.ts`].map((file) => path.join(folder, file)))
    .find((file) => existsSync(file));
  if (!found) throw new Error(`The build has no ${name}.js.`);
  return found;
}
