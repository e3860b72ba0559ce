/**
 * Checks that each folder imports only what its layer may (docs/decisions/0005). Imports are compared
 * as paths: a rule of the linter that resolves each one takes longer than all its others.
 */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = path.resolve(import.meta.dirname, "..");
const VOCABULARY = "db/vocabulary.ts";

/**
 * The rooms of `server`, from top to bottom (docs/architecture.md): a room imports those below it,
 * none above it.
 */
const ROOMS = [
  "http",
  "office",
  "verification",
  "orders",
  "launch",
  "members",
  "brands",
  "companies",
  "ledger",
  "media",
  "access",
  "messages",
  "files",
  "payments",
  "sites",
  "platform",
];
/** The folders of `orders`, from top to bottom, in the same way. */
const ORDER_FLOORS = [
  "statements",
  "rewards",
  "payments",
  "deciding",
  "buying",
  "holds",
  "reading",
  "receipts",
  "risk",
  "money",
  "records",
  "queries",
];
const inRooms = (rooms, ...kinds) =>
  rooms.flatMap((room) => kinds.map((kind) => `server/${room}/${kind}`));

/**
 * The parts of the project that each folder may import, beside itself; anything else is refused.
 * Dependencies run one way: app → server → db; themes is a leaf (docs/decisions/0005).
 */
const LAYERS = {
  app: [
    "locales",
    "themes",
    VOCABULARY,
    ...inRooms(ROOMS, "rules", "contracts"),
    "server/platform/words",
    // The page imports types alone: the load context says what it may reach.
    "server/http/pages/load-context.ts",
    "server/http/pages/page-routes.ts",
    "server/access/call/actor.ts",
    "server/sites/site.ts",
    "server/http/router.ts",
  ],
  tools: ["ops", "server", "db", "locales", "themes"],
  ops: ["server", "db", "locales", "themes"],
  // Only tests import `ops` and `tools` (SERVER_LAYERS).
  server: ["db", "locales", "themes", "ops", "tools"],
  "server/testing": ["server", "db", "locales", "themes"],
  db: ["locales"],
  themes: [VOCABULARY],
  locales: [],
};

/** A page's test may start what the server's tests start. */
const TEST_LAYERS = { ...LAYERS, app: [...LAYERS.app, "server/testing"] };

/** The layers within `server`, for all files but tests, which also import what they test with. */
const SERVER_LAYERS = Object.fromEntries(
  ROOMS.flatMap((room, at) => {
    const below = ROOMS.slice(at);
    return [
      [
        `server/${room}`,
        [
          "db",
          "locales",
          "themes",
          // Another room is entered by its door.
          ...below.slice(1).map((name) => `server/${name}/index.ts`),
          ...inRooms(below, "rules", "contracts"),
        ],
      ],
      // A rule knows no caller and no SQL.
      [`server/${room}/rules`, ["locales", VOCABULARY, ...inRooms(below, "rules")]],
      [
        `server/${room}/contracts`,
        ["locales", "themes", VOCABULARY, ...inRooms(below, "rules", "contracts")],
      ],
    ];
  }),
);

/** The layers of the folders of `orders`. */
const ORDER_LAYERS = Object.fromEntries(
  ORDER_FLOORS.map((floor, at) => [
    `server/orders/${floor}`,
    [
      ...SERVER_LAYERS["server/orders"],
      ...ORDER_FLOORS.slice(at + 1).map((name) => `server/orders/${name}`),
    ],
  ]),
);

/** The aliases of tsconfig.json, each with its folder. */
const ALIASES = Object.entries(
  ts.readConfigFile(path.join(root, "tsconfig.json"), (name) => ts.sys.readFile(name)).config
    .compilerOptions.paths,
).map(([alias, [folder]]) => [alias.replace("*", ""), path.posix.join(folder.replace("*", ""))]);

/** Returns the path of what a file imports, from the project's folder on; null for a package. */
function pathOf(file, name) {
  if (name.startsWith(".")) return path.posix.join(path.posix.dirname(file), name);
  const [alias, folder] = ALIASES.find(([start]) => name.startsWith(start)) ?? [];
  return alias ? folder + name.slice(alias.length) : null;
}

const isWithin = (file, folder) => file === folder || file.startsWith(`${folder}/`);
const isAllowed = (imported, allowed) =>
  allowed.some(
    (one) => isWithin(imported, one) || [".ts", "/index.ts"].some((end) => imported + end === one),
  );

/** Returns one line for each import of a file that its layers do not allow. */
export function brokenImports(file, text) {
  const isTest = /\.test\.tsx?$/.test(file) || file.startsWith("server/testing/");
  const layers = isTest ? TEST_LAYERS : { ...LAYERS, ...SERVER_LAYERS, ...ORDER_LAYERS };
  const zones = Object.entries(layers).filter(([folder]) => isWithin(file, folder));
  return ts.preProcessFile(text).importedFiles.flatMap(({ fileName }) => {
    const imported = pathOf(file, fileName);
    if (imported === null) return [];
    return zones
      .filter(([folder, allowed]) => !isAllowed(imported, [folder, ...allowed]))
      .map(([folder, allowed]) => {
        const list = allowed.join(", ") || "nothing";
        return `${file} imports ${fileName}: ${folder} may import ${list}.`;
      });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const broken = Object.keys(LAYERS).flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => /\.(ts|tsx|mjs|js)$/.test(name))
      .flatMap((name) => {
        const file = path.posix.join(folder, name.replaceAll(path.sep, "/"));
        return brokenImports(file, readFileSync(path.join(root, file), "utf8"));
      }),
  );
  for (const line of broken) console.error(line);
  process.exit(broken.length === 0 ? 0 : 1);
}
