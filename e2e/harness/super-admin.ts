import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { APIRequestContext, BrowserContext } from "@playwright/test";
import { PORT, codeFor, expect } from "./test";
import { Secret, TOTP } from "otpauth";

export const SUPER_ADMIN = "super@platform.example";
/** A second one from the run's settings, for the test of the login screen itself. */
export const SECOND_SUPER_ADMIN = "second@platform.example";

/** The run's folder, shared by all its processes. */
function runFolder(): string {
  const folder = process.env["E2E_RUN"];
  if (!folder) throw new Error("The run has no folder of its own.");
  return folder;
}

/** Adds a super admin with the operator's command while the product runs. */
export function addSuperAdmin(email: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["build/operator.js", "super-admin", "add", email],
    {
      env: {
        ...process.env,
        NODE_ENV: "production",
        DEMO: "1",
        DATA_DIR: path.join(runFolder(), "data"),
      },
      encoding: "utf8",
    },
  );
  expect(status, stdout + stderr).toBe(0);
}

const platform = `http://localhost:${PORT}`;

/**
 * The time in ms that a token is shared: a test that begins with it must end before its step-up
 * does.
 */
const SHARED_MS = 5 * 60_000;

/** The time in ms at which the shared token was written; 0 before. */
const writtenAt = (kept: string): number =>
  existsSync(kept) ? Math.floor(statSync(kept).mtimeMs) : 0;

/**
 * The super admin's token, shared by the run: codes are sent at most every three minutes, and tests
 * run in several processes. The first process logs in, and again when the token is old; the others
 * wait for the file.
 */
async function superAdminToken(request: APIRequestContext): Promise<string> {
  const kept = path.join(runFolder(), "super-admin");
  const present = writtenAt(kept);
  if (Date.now() - present > SHARED_MS) {
    const turn = `${kept}.turn-${present}`;
    if (isMine(turn)) {
      try {
        writeFileSync(`${kept}.new`, await logInByRest(request));
        renameSync(`${kept}.new`, kept);
      } catch (error) {
        rmSync(turn);
        throw error;
      }
    }
    await expect.poll(() => writtenAt(kept), { timeout: 60_000 }).not.toBe(present);
  }
  return readFileSync(kept, "utf8");
}

/** Returns true for the first process that claims the file. */
function isMine(turn: string): boolean {
  try {
    closeSync(openSync(turn, "wx"));
    return true;
  } catch {
    return false;
  }
}

async function logInByRest(request: APIRequestContext): Promise<string> {
  const rest = `${platform}/api/v1/superadmin/auth/login`;
  const asked = await request.get(`${rest}/email/otp?email=${SUPER_ADMIN}`);
  expect(asked.status()).toBe(200);
  const otp = await codeFor(request, SUPER_ADMIN);
  const verified = await request.post(`${rest}/verify`, { data: { email: SUPER_ADMIN, otp } });
  expect(verified.status()).toBe(200);
  return ((await verified.json()) as { data: { token: string } }).data.token;
}

/** Logs a browser in as the super admin, on the platform's host. */
export async function enterAsSuperAdmin(
  context: BrowserContext,
  request: APIRequestContext,
): Promise<void> {
  const value = await superAdminToken(request);
  await context.addCookies([{ name: "prelaunch_superadmin", value, url: platform }]);
}

/** Makes a call of `/api/v1` as the super admin; returns its data. */
export async function callAsSuperAdmin<T = Record<string, string>>(
  request: APIRequestContext,
  method: "GET" | "POST" | "PUT" | "DELETE",
  call: string,
  data?: object,
): Promise<T> {
  const authorization = await superAdminToken(request);
  const answer = await request.fetch(`${platform}/api/v1/superadmin${call}`, {
    method,
    headers: { authorization },
    ...(data && { data }),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { data: T }).data;
}

/** Calls a procedure that changes something as the super admin. */
export async function changeAsSuperAdmin(
  request: APIRequestContext,
  procedure: string,
  data: object,
): Promise<void> {
  const authorization = `Bearer ${await superAdminToken(request)}`;
  const answer = await request.post(`${platform}/trpc/${procedure}`, {
    headers: { authorization },
    data,
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The code of an authenticator app with this key, so many periods of 30 s from now. */
export function appCode(key: string, periods = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, "")) });
  return totp.generate({ timestamp: Date.now() + periods * 30_000 });
}
