import { type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";

/** Arguments that start the production build. */
export const PRODUCT = ["--enable-source-maps", "build/main.js"] as const;

/** Milliseconds that a slow machine takes to start a process. */
const START_MS = 120_000;

/** A process of the built product. */
export interface Product {
  origin: string;
  port: number;
  pid: number;
  isRunning: () => boolean;
  /** Sends SIGKILL. */
  kill: () => void;
  ended: Promise<unknown>;
  /** Sends SIGTERM; resolves with the exit code. */
  stop: () => Promise<number | null>;
}

/** True once an instance may be sent requests. */
export const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => (await answer.text(), answer.status === 200),
    () => false,
  );

/** Starts the product with the settings of this process and these; resolves once it is ready. */
export async function startProduct(
  port: number,
  settings: Readonly<Record<string, string>>,
  {
    args = PRODUCT,
    cwd,
    stdio = ["ignore", "ignore", "inherit"],
    onStart,
    ready = isReady,
  }: {
    args?: readonly string[];
    cwd?: string | undefined;
    stdio?: StdioOptions;
    /** Called before the product is ready. */
    onStart?: (product: Product) => void;
    ready?: (origin: string) => Promise<boolean>;
  } = {},
): Promise<Product> {
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, args, {
    cwd,
    stdio,
    env: {
      ...process.env,
      NODE_ENV: "test",
      HOST: "localhost",
      PORT: String(port),
      APP_ORIGIN: origin,
      LOG_LEVEL: "warn",
      ...settings,
    },
  });
  const ended = once(child, "exit");
  // A first stream that is a pipe ends with this process, and the product with it.
  child.stdin?.on("error", () => undefined);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const product: Product = {
    origin,
    port,
    pid: child.pid ?? 0,
    isRunning,
    kill: () => void child.kill("SIGKILL"),
    ended,
    async stop() {
      if (isRunning()) child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
  onStart?.(product);
  const end = performance.now() + START_MS;
  while (!(await ready(origin))) {
    if (!isRunning() || performance.now() > end) {
      await product.stop();
      throw new Error(`The product at ${origin} did not start.`);
    }
    await after(50);
  }
  return product;
}
