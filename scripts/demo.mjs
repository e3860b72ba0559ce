/** `npm run demo`: turns a fresh clone into a running product with demo data. */
import path from "node:path";
import { build, checkNode, install, root } from "./prepare.mjs";
import { serveDemo } from "./serve-demo.mjs";

checkNode();
await install();
await build();
serveDemo({
  command: [process.execPath, "--enable-source-maps", path.join(root, "build", "main.js")],
  cwd: root,
  dataDir: path.join(root, ".data", "demo"),
});
