import { pino } from "pino";
import sharp from "sharp";
import { afterEach, expect, test, vi } from "vitest";
import { readConfig } from "@server/platform/config/environment";
import { MAX_IMAGE_PIXELS } from "@server/files/rules/rules";
import { resultCode } from "@server/testing/order-harness";
import { avifOf16Megapixels, avifOf49Megapixels } from "@server/testing/sample-files";
import { type FileReaders, createFileReaders } from "@server/testing/test-file-processes";
import type { PictureJob } from "./redraw-picture";

const { limits } = readConfig({ NODE_ENV: "test" });
const MB = 1024 * 1024;

let opened: FileReaders[] = [];
let lines: string[] = [];
afterEach(() => {
  for (const one of opened) one.close();
  opened = [];
  lines = [];
});

function pictures(change: Partial<typeof limits> = {}): FileReaders {
  const one = createFileReaders(
    { ...limits, ...change },
    pino({}, { write: (line) => lines.push(line) }),
  );
  opened.push(one);
  return one;
}

const avif = (bytes: Buffer): PictureJob => ({ bytes, type: "image/avif", box: null });
const small = async (): Promise<PictureJob> => ({
  bytes: await sharp({ create: { width: 300, height: 300, channels: 3, background: "teal" } })
    .png()
    .toBuffer(),
  type: "image/png",
  box: null,
});
const attacker = { company: "a", person: "mallory" };
const neighbour = { company: "b", person: "asha" };

/** True if a process with that id runs. */
function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
const untilEnded = (pid: number) => vi.waitUntil(() => !runs(pid), { timeout: 30_000 });
const untilStarted = (of: FileReaders) =>
  vi.waitUntil(() => of.pids()[0] ?? false, { timeout: 30_000 });

test(
  "two AVIFs of 49 megapixels are refused by their header, beside another company's picture",
  { tags: ["full"] },
  async () => {
    // Decoding needs more than this; reading a header does not.
    const all = pictures({ pictureMemoryBytes: 256 * MB });
    const bombs = [1, 2].map(() => resultCode(all.redraw(avif(avifOf49Megapixels()), attacker)));
    const picture = await sharp(await all.redraw(await small(), neighbour)).metadata();
    expect(picture).toMatchObject({ width: 300, format: "png" });
    expect(await Promise.all(bombs)).toEqual(["IMAGE_TOO_LARGE", "IMAGE_TOO_LARGE"]);
  },
);

test(
  "a picture that needs too much memory ends its process only, and another one takes its place",
  { tags: ["full"] },
  async () => {
    const all = pictures({ pictureProcesses: 1, pictureMemoryBytes: 256 * MB });
    const before = process.memoryUsage.rss();
    const decoding = resultCode(all.redraw(avif(avifOf16Megapixels()), attacker));
    const pid = await untilStarted(all);
    expect(await decoding).toBe("IMAGE_TOO_LARGE");
    await untilEnded(pid);
    // The pixels were never in this process.
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MB);
    expect(await resultCode(all.redraw(await small(), attacker))).toBe("ok");
    expect(all.pids()[0]).not.toBe(pid);
  },
);

test(
  "a picture that takes too long ends its process, and its turn",
  { tags: ["full"] },
  async () => {
    const all = pictures({ pictureProcesses: 1, pictureSeconds: 0.01 });
    expect(await resultCode(all.redraw(await small(), attacker))).toBe("IMAGE_TOO_LARGE");
    expect(all.pids()).toEqual([]);
    expect(await resultCode(all.redraw(await small(), attacker))).toBe("IMAGE_TOO_LARGE");
    // The log names the owner of the file.
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(
      Array.from({ length: 2 }, () => ({
        level: 40,
        msg: "picture refused",
        why: "time",
        type: "image/png",
        personId: attacker.person,
        companyId: attacker.company,
      })),
    );
  },
);

test(
  "an aborted request ends its process at once, and frees its turn",
  { tags: ["full"] },
  async () => {
    const all = pictures({ pictureProcesses: 1 });
    const gone = new AbortController();
    const decoding = resultCode(all.redraw(avif(avifOf16Megapixels()), attacker, gone.signal));
    const pid = await untilStarted(all);
    gone.abort();
    expect(await decoding).toBe("REQUEST_TIMED_OUT");
    await untilEnded(pid);
    expect(await resultCode(all.redraw(await small(), attacker))).toBe("ok");
  },
);

test(
  "a process killed by the system refuses its picture as busy, an idle one is replaced",
  { tags: ["full"] },
  async () => {
    const all = pictures({ pictureProcesses: 1 });
    const decoding = resultCode(all.redraw(avif(avifOf16Megapixels()), attacker));
    process.kill(await untilStarted(all), "SIGKILL");
    expect(await decoding).toBe("SERVER_BUSY");
    expect(await resultCode(all.redraw(await small(), attacker))).toBe("ok");
    const idle = await untilStarted(all);
    process.kill(idle, "SIGKILL");
    await vi.waitUntil(() => all.pids().length === 0, { timeout: 30_000 });
    expect(await resultCode(all.redraw(await small(), attacker))).toBe("ok");
  },
);

test(
  "a JPEG of a large camera is stored with 16 megapixels; other types and larger ones are refused",
  { tags: ["full"] },
  async () => {
    const all = pictures();
    const grey = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: "grey" } });
    const bytes = await grey(6000, 4000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const stored = await all.redraw({ bytes, type: "image/jpeg", box: null }, attacker);
    const { width, height, orientation } = await sharp(stored).metadata();
    expect(orientation).toBeUndefined();
    expect(width / height).toBeCloseTo(2 / 3, 2);
    expect(width * height).toBeLessThanOrEqual(MAX_IMAGE_PIXELS);
    expect(width * height).toBeGreaterThan(MAX_IMAGE_PIXELS * 0.99);
    const png = await grey(6000, 4000).toColourspace("b-w").png().toBuffer();
    const large = { bytes: png, type: "image/png", box: null } as const;
    expect(await resultCode(all.redraw(large, attacker))).toBe("IMAGE_TOO_LARGE");
    const vast = await grey(8, 8).jpeg().toBuffer();
    // A JPEG's header states the height and the width five bytes after its mark.
    const frame = vast.indexOf(Buffer.from([0xff, 0xc0]));
    vast.writeUInt16BE(10_001, frame + 5);
    vast.writeUInt16BE(11_000, frame + 7);
    const shown = { bytes: vast, type: "image/jpeg", box: null } as const;
    expect(await resultCode(all.redraw(shown, attacker))).toBe("IMAGE_TOO_LARGE");
  },
);
