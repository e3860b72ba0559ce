/** @module-tag full */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let folder: string;
/** Ports of the two instances. */
let ports: number[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "release-"));
  mkdirSync(path.join(folder, "bin"));
});
afterEach(() => {
  const pids = readdirSync(folder).filter((name) => name.endsWith(".pid"));
  for (const pid of pids) spawnSync("kill", ["-9", readFileSync(at(pid), "utf8").trim()]);
  rmSync(folder, { recursive: true });
});

const at = (...parts: string[]) => path.join(folder, ...parts);
function program(name: string, text: string): void {
  writeFileSync(at("bin", name), `#!/bin/sh\n${text}`);
  chmodSync(at("bin", name), 0o755);
}
/** Runs the script; resolves with its exit code and all its output. */
async function release(...words: string[]): Promise<{ status: number | null; text: string }> {
  const child = spawn(at("checkout", "deploy", "release.sh"), words, {
    env: {
      ...process.env,
      PATH: `${at("bin")}:${process.env["PATH"]}`,
      FOLDER: folder,
      PRELAUNCH_ROOT: at("opt"),
      PRELAUNCH_ENV: at("env"),
      PRELAUNCH_PATIENCE: "10",
      PRELAUNCH_PORTS: ports.join(" "),
    },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => (text += part));
  }
  const [status] = (await once(child, "close")) as [number | null];
  return { status, text };
}
const log = () => (existsSync(at("log")) ? readFileSync(at("log"), "utf8").trim().split("\n") : []);
beforeEach(() => {
  mkdirSync(at("checkout", "deploy"), { recursive: true });
  copyFileSync("deploy/release.sh", at("checkout", "deploy", "release.sh"));
});

/** The operator command of a release, which tells whether it knows the schema. */
const operator = (isRefused: boolean) =>
  isRefused
    ? 'console.error("The database is of a newer version."); process.exit(1);'
    : 'console.log("The database is up to date.");';

describe("release directories", () => {
  /** Makes the folder of a release whose server says its version. */
  function directory(version: string, { isRefused = false, isBroken = false } = {}): void {
    const root = at("opt", "releases", version);
    mkdirSync(path.join(root, "build"), { recursive: true });
    mkdirSync(path.join(root, "scripts"));
    const text = `
      import { createServer } from "node:http";
      ${isBroken ? "process.exit(1);" : ""}
      const server = createServer((request, answer) => answer.end("${version}"));
      const listen = () => server.listen(process.env.PORT, "127.0.0.1");
      // The killed server gives the port back when it is next scheduled.
      server.on("error", () => setTimeout(listen, 20));
      listen();`;
    writeFileSync(path.join(root, "build", "main.mjs"), text);
    writeFileSync(path.join(root, "build", "main.js"), "");
    writeFileSync(path.join(root, "scripts", "operator.mjs"), operator(isRefused));
  }
  /** Returns the version that both instances say, or both if they differ. */
  const runs = async () => {
    const said = ports.map((port) =>
      fetch(`http://127.0.0.1:${port}/`).then(
        (answer) => answer.text(),
        () => "nothing",
      ),
    );
    return [...new Set(await Promise.all(said))].join(", ");
  };

  beforeEach(async () => {
    const probes = [0, 0].map(() => createServer().listen(0, "127.0.0.1"));
    await Promise.all(probes.map((probe) => once(probe, "listening")));
    ports = probes.map((probe) => (probe.address() as { port: number }).port);
    for (const probe of probes) {
      probe.close();
      await once(probe, "close");
    }
    mkdirSync(at("opt", "releases"), { recursive: true });
    writeFileSync(at("env"), `SMTP_URL=smtp://127.0.0.1:1\n`);
    program("sleep", `echo "sleep $*" >>"$FOLDER/log"`);
    program(
      "systemd-run",
      `echo "$*" >>"$FOLDER/log"
for word in "$@"; do case "$word" in --property=WorkingDirectory=*) cd "\${word#*=*=}" ;; esac; done
while [ "$1" != node ]; do shift; done
exec "$@"`,
    );
    // The unit's own working directory is the link, which is followed at the start.
    program(
      "systemctl",
      `echo "$*" >>"$FOLDER/log"
[ ! -f "$FOLDER/$2.pid" ] || kill -9 "$(cat "$FOLDER/$2.pid")" 2>/dev/null
cd "$FOLDER/opt/current"
PORT=\${2#*@} node build/main.mjs >/dev/null 2>&1 &
echo $! >"$FOLDER/$2.pid"`,
    );
  });

  test("a release is used, rolled back by one command, and used again", async () => {
    directory("0.1.0");
    directory("0.2.0");
    expect((await release("roll-back")).text).toBe("No release ran before this one.\n");
    expect((await release("use", "0.1.0")).text).toContain("0.1.0 runs.\n");
    expect((await release("use", "0.2.0")).text).toContain("0.2.0 runs, before it 0.1.0.");
    expect(await runs()).toBe("0.2.0");
    expect(await release("roll-back")).toMatchObject({ status: 0 });
    expect(await runs()).toBe("0.1.0");
    expect(readlinkSync(at("opt", "current"))).toBe("releases/0.1.0");
    expect((await release("show")).text).toBe("current  0.1.0\nprevious 0.2.0\n");
    // The migration runs as the service's user, with its settings, in the folder of the release.
    expect(log().at(-5)).toMatch(
      /User=prelaunch .*releases\/0\.1\.0 .*EnvironmentFile=.*db migrate$/,
    );
    // The proxy finds each instance before the next one stops.
    expect(log().slice(-4)).toEqual(
      ports.flatMap((port) => [`restart prelaunch@${port}`, "sleep 3"]),
    );
  });

  test("a link that an interrupted change left behind is not the release that starts", async () => {
    for (const version of ["0.1.0", "0.2.0", "0.3.0"]) directory(version);
    await release("use", "0.1.0");
    symlinkSync("releases/0.2.0", at("opt", "current.new"));
    expect((await release("use", "0.3.0")).text).toContain("0.3.0 runs, before it 0.1.0.");
    expect(await runs()).toBe("0.3.0");
    expect(readlinkSync(at("opt", "current"))).toBe("releases/0.3.0");
    expect(existsSync(at("opt", "releases", "0.2.0", "0.3.0"))).toBe(false);
  });

  test("a release that refuses the schema is not started, and the running one goes on", async () => {
    directory("0.1.0", { isRefused: true });
    directory("0.2.0");
    directory("0.0.9");
    await release("use", "0.0.9");
    await release("use", "0.2.0");
    rmSync(at("opt", "previous"));
    const before = log().length;
    const { status, text } = await release("use", "0.1.0");
    expect(status).toBe(1);
    expect(text).toBe(
      "The database is of a newer version.\n0.1.0 was not started, 0.2.0 runs as before.\n",
    );
    expect(await runs()).toBe("0.2.0");
    expect(log()).toHaveLength(before + 1);
  });

  test("a release that does not become ready is replaced by the one that ran", async () => {
    directory("0.1.0");
    directory("0.2.0", { isBroken: true });
    await release("use", "0.1.0");
    const { status, text } = await release("use", "0.2.0");
    expect(status).toBe(1);
    expect(text).toContain("0.2.0 did not become ready: its log says why. 0.1.0 runs again.");
    expect(await runs()).toBe("0.1.0");
    expect((await release("show")).text).toBe("current  0.1.0\nprevious \n");
  }, 40_000);

  test("a name that is no version, not built or running already changes nothing", async () => {
    directory("0.1.0");
    await release("use", "0.1.0");
    expect((await release("use", "0.3.0")).text).toContain("There is no built release 0.3.0");
    expect((await release("use", "0.1.0")).text).toBe("0.1.0 runs already.\n");
    expect((await release("use", "../else")).text).toBe("../else is no version.\n");
    expect(await release()).toMatchObject({ status: 2 });
    expect(await runs()).toBe("0.1.0");
  });
});

describe("compose", () => {
  const settings = () => readFileSync(at("checkout", ".env"), "utf8");
  beforeEach(() => {
    writeFileSync(at("checkout", "compose.yaml"), "");
    writeFileSync(at("checkout", "package.json"), '{\n  "version": "0.2.0",\n}\n');
    writeFileSync(at("checkout", ".env"), "APP_SECRET=x y\nVERSION=0.1.0\nMAIL_FROM=a@b.example\n");
    // A stub of Docker keeps images as files; a file decides whether a container is refused, or
    // never healthy.
    program("sleep", "");
    program(
      "docker",
      `echo "\${VERSION:-} $*" >>"$FOLDER/log"
case "$*" in
  image*) [ -f "$FOLDER/image-\${3#prelaunch:}" ] ;;
  *" build "*) touch "$FOLDER/image-$VERSION" ;;
  *"db migrate"*) [ ! -f "$FOLDER/refused-$VERSION" ] ;;
  *up*) [ ! -f "$FOLDER/broken-$VERSION" ] ;;
esac`,
    );
    writeFileSync(at("image-0.1.0"), "");
  });

  test("a version is built and used one instance after the other, and rolled back by its tag", async () => {
    expect((await release("use", "0.2.0")).text).toBe("0.2.0 runs, before it 0.1.0.\n");
    expect(settings()).toBe("APP_SECRET=x y\nMAIL_FROM=a@b.example\nVERSION=0.2.0\n");
    expect((await release("show")).text).toBe("current  0.2.0\nprevious 0.1.0\n");
    const lines = log();
    expect(lines.findIndex((line) => line.includes(" build app-1"))).toBeGreaterThan(-1);
    expect(lines.slice(-3).map((line) => line.split(" ").at(-1))).toEqual([
      "app-1",
      "app-2",
      "backups",
    ]);
    expect(lines.at(-3)).toMatch(/^0\.2\.0 compose .*up -d --no-build --no-deps --wait/);
    expect((await release("roll-back")).text).toBe("0.1.0 runs, before it 0.2.0.\n");
    expect(settings()).toContain("\nVERSION=0.1.0\n");
    expect((await release("show")).text).toBe("current  0.1.0\nprevious 0.2.0\n");
    expect(log().filter((line) => line.includes(" build "))).toHaveLength(1);
  });

  test("a version that refuses the schema, is not healthy, or has no image is not used", async () => {
    const before = settings();
    writeFileSync(at("refused-0.2.0"), "");
    expect((await release("use", "0.2.0")).text).toContain("0.2.0 was not started, 0.1.0 runs");
    expect(settings()).toBe(before);
    rmSync(at("refused-0.2.0"));
    writeFileSync(at("broken-0.2.0"), "");
    expect((await release("use", "0.2.0")).text).toContain("0.1.0 runs again.");
    expect(settings()).toContain("\nVERSION=0.1.0\n");
    expect((await release("use", "0.4.0")).text).toContain("There is no image prelaunch:0.4.0");
  });
});

test("the change log has a section for the version of package.json", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const locked = JSON.parse(readFileSync("package-lock.json", "utf8")) as { version: string };
  expect(locked.version).toBe(version);
  const [, title = ""] = /^## (.*)$/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  expect(title.split(" ")[0]).toBe(version);
});

test("every unit runs the release that the link names", () => {
  for (const name of ["prelaunch@", "prelaunch-backup", "prelaunch-rehearsal"]) {
    const unit = readFileSync(`deploy/systemd/${name}.service`, "utf8");
    expect(unit).toContain("\nWorkingDirectory=/opt/prelaunch/current\n");
  }
});
