/**
 * `npm run dev`: serves the product with demo data; reloads pages on save and restarts the server.
 */
import path from "node:path";
import { checkNode, install, runOrExit, root } from "./prepare.mjs";

checkNode();
await install();
runOrExit(
  path.join(root, "node_modules", ".bin", "tsx"),
  // Vite writes temporary files to .vite-temp.
  [
    "watch",
    "--clear-screen=false",
    "--exclude=**/.vite-temp/**",
    "--include=locales/**/*.json",
    "ops/running/main.ts",
  ],
  {
    NODE_ENV: "development",
    DEMO: "1",
    DATA_DIR: process.env.DATA_DIR ?? path.join(root, ".data", "dev"),
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
  },
);
