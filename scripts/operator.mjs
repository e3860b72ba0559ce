/**
 * `npm run operator -- …`: runs one operator command on the existing build. It never installs or
 * builds, so it can run beside a server, in a checkout or in the image.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const built = path.join(root, "build", "operator.js");

function fail(line) {
  console.error(line);
  process.exit(1);
}

if (!existsSync(built)) fail("No build found: run npm run build first.");
// npm names the folder that it was called in; files of --env-file are named from there.
process.env.INIT_CWD ??= process.cwd();
// Resolves a relative DATA_DIR as the server does.
process.chdir(root);
process.setSourceMapsEnabled(true);
process.env.NODE_ENV ??= "production";
try {
  await import(pathToFileURL(built).href);
} catch (error) {
  if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
  const [, missing] = /^Cannot find package '([^']+)'/.exec(error.message) ?? [];
  fail(
    missing
      ? `The package ${missing} is not installed: run npm ci first.`
      : "The build is incomplete: run npm run build first.",
  );
}
