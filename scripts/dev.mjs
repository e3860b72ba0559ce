/** `npm run dev`: the product on demo data; pages change as they are saved, the server starts again. */
import path from "node:path";
import { checkNode, install, must, root } from "./prepare.mjs";

checkNode();
install();
must(
  path.join(root, "node_modules", ".bin", "tsx"),
  // Vite leaves its own files there; a change of theirs is none of ours.
  ["watch", "--clear-screen=false", "--exclude", "**/.vite-temp/**", "server/main.ts"],
  {
    NODE_ENV: "development",
    DEMO: "1",
    DATA_DIR: process.env.DATA_DIR ?? path.join(root, ".data", "dev"),
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
  },
);
