import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const isThere = spawnSync("systemd-analyze", ["--version"]).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "units-"));
afterAll(() => rmSync(folder, { recursive: true }));

const analyze = (...words: string[]): string => {
  const { stdout, stderr } = spawnSync("systemd-analyze", words, {
    cwd: folder,
    encoding: "utf8",
    // The output has no colours, and each message once.
    env: { ...process.env, TZ: "UTC", SYSTEMD_COLORS: "0", SYSTEMD_LOG_LEVEL: "warning" },
  });
  return stdout + stderr;
};

describe.skipIf(!isThere)("the units of systemd", () => {
  cpSync("deploy/systemd", folder, { recursive: true });
  const names = readdirSync("deploy/systemd");
  const services = names.filter((name) => name.endsWith(".service"));
  // Node may be elsewhere on this machine, so a program that exists replaces it.
  for (const name of services) {
    const unit = readFileSync(path.join(folder, name), "utf8");
    expect(unit).toContain("ExecStart=/usr/bin/node ");
    writeFileSync(path.join(folder, name), unit.replace("/usr/bin/node", process.execPath));
  }

  test("are understood as a whole by systemd", () => {
    expect(names).toHaveLength(5);
    const verify = () => analyze("verify", "--man=no", ...names.map((name) => `./${name}`));
    expect(verify()).toBe("");
    // The control has an unknown key, which systemd-analyze must report.
    const at = path.join(folder, "prelaunch@.service");
    const unit = readFileSync(at, "utf8");
    writeFileSync(at, unit.replace("ProtectSystem=", "ProtectSistem="));
    expect(verify()).toContain("ProtectSistem");
    writeFileSync(at, unit);
  });

  test("leave a process that is taken over little of the machine", () => {
    for (const name of services) {
      const said = analyze("security", "--offline=true", `./${name}`);
      const exposure = Number(/Overall exposure level for .*: ([\d.]+)/.exec(said)?.[1]);
      // The scale ends at 10, a unit without any protection.
      expect(exposure, name).toBeLessThan(name === "prelaunch@.service" ? 2 : 4);
    }
  });

  test("make a backup each night and a rehearsal each month", () => {
    const next = (timer: string) => {
      const unit = readFileSync(path.join(folder, timer), "utf8");
      const calendar = /^OnCalendar=(.*)$/m.exec(unit)?.[1] ?? "";
      const said = analyze("calendar", "--iterations=2", calendar);
      const days = [...said.matchAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g)].map(([at]) =>
        Date.parse(at),
      );
      return ((days.at(-1) ?? 0) - (days.at(-2) ?? 0)) / 86_400_000;
    };
    expect(next("prelaunch-backup.timer")).toBeCloseTo(1, 0);
    expect(next("prelaunch-rehearsal.timer")).toBeGreaterThan(27);
    expect(next("prelaunch-rehearsal.timer")).toBeLessThan(32);
  });
});
