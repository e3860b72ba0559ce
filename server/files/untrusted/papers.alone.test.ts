import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import QRCode from "qrcode";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { readConfig } from "@server/platform/config/environment";
import { resultCode } from "@server/testing/order-harness";
import { type FileReaders, createFileReaders } from "@server/testing/test-file-processes";
import { createFileProcesses, type FileProcesses } from "./file-processes";

const HERE = "This process drew a QR code.";

/** The library of this process draws nothing; other processes load the real one. */
vi.mock("qrcode", () => ({
  default: {
    toBuffer: () => {
      throw new Error(HERE);
    },
  },
}));

const { limits } = readConfig({ NODE_ENV: "test" });
const logger = pino({ level: "silent" });

/** A program that tells when it drew a paper, and ends where the paper says so. */
const PROGRAM = `
process.send({ ready: true });
process.on("message", ({ paper }) => {
  if (paper === "break") process.exit(1);
  if (paper === "kill") process.kill(process.pid, "SIGKILL");
  if (paper === "hang") return;
  const now = () => performance.timeOrigin + performance.now();
  const begin = now();
  setTimeout(() => process.send({ done: { begin, end: now() }, residentBytes: 1 }), 5);
});`;

const mallory = { company: "a", person: "mallory" };
const colleague = { company: "a", person: "tara" };
const neighbour = { company: "b", person: "asha" };

interface Turn {
  begin: number;
  end: number;
}

describe("turns of papers", () => {
  let folder: string;
  let opened: FileProcesses<unknown, unknown>[] = [];
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "papers-"));
    writeFileSync(path.join(folder, "program.mjs"), PROGRAM);
  });
  afterEach(() => {
    for (const one of opened) one.close();
    opened = [];
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function processes(change: Partial<typeof limits> = {}) {
    const file = path.join(folder, "program.mjs");
    const one = createFileProcesses(file, { ...limits, ...change }, logger);
    opened.push(one);
    return one;
  }

  test(
    "ten papers of one person are drawn one after the other; a colleague waits for one at most",
    { tags: ["full"] },
    async () => {
      const all = processes({ pictureProcesses: 2 });
      const ten = Array.from({ length: 10 }, (_, n) => all.draw(n, mallory));
      const same = (await all.draw("a", colleague)) as Turn;
      const turns = (await Promise.all(ten)) as Turn[];
      for (const [at, turn] of turns.slice(1).entries()) {
        expect(turn.begin).toBeGreaterThanOrEqual(turns[at]!.end);
      }
      expect(turns.filter(({ end }) => end <= same.begin).length).toBeLessThanOrEqual(2);
    },
  );

  test("with one process companies take turns", { tags: ["full"] }, async () => {
    const all = processes({ pictureProcesses: 1 });
    const ten = Array.from({ length: 10 }, (_, n) => all.draw(n, mallory));
    const other = (await all.draw("b", neighbour)) as Turn;
    const turns = (await Promise.all(ten)) as Turn[];
    expect(turns.filter(({ end }) => end <= other.begin).length).toBeLessThanOrEqual(2);
  });

  test(
    "a person's forty-first paper is refused, and the forty are drawn",
    { tags: ["full"] },
    async () => {
      const all = processes();
      const forty = Array.from({ length: 40 }, (_, n) => all.draw(n, mallory));
      expect(await resultCode(all.draw("one more", mallory))).toBe("SERVER_BUSY");
      expect(await Promise.all(forty)).toHaveLength(40);
      expect(await resultCode(all.draw("later", mallory))).toBe("ok");
    },
  );

  test.each(["break", "kill"])(
    "a process that comes to a %s refuses its paper as busy, and the next one is drawn",
    { tags: ["full"] },
    async (paper) => {
      const all = processes();
      const next = all.draw(paper, mallory);
      const after = all.draw("next", mallory);
      expect(await resultCode(next)).toBe("SERVER_BUSY");
      expect(await resultCode(after)).toBe("ok");
    },
  );

  test("a paper that takes too long is refused as busy", async () => {
    const all = processes({ pictureSeconds: 0.05 });
    expect(await resultCode(all.draw("hang", mallory))).toBe("SERVER_BUSY");
    expect(all.pids()).toEqual([]);
  });
});

describe("the papers themselves", () => {
  let all: FileReaders;
  beforeAll(() => {
    // The processes yield to a busy machine.
    all = createFileReaders({ ...limits, pictureSeconds: 300 }, logger);
  });
  afterAll(() => all.close());

  test(
    "a QR code is drawn by another process, even where this one cannot draw it",
    { tags: ["full"] },
    async () => {
      const text = "https://shop.example/r/CODE";
      expect(() => QRCode.toBuffer(text)).toThrow(HERE);
      const drawn = (await all.draw({ qr: text }, mallory)) as Uint8Array;
      expect(await sharp(drawn).metadata()).toMatchObject({ format: "png", width: 1024 });
    },
  );
});
