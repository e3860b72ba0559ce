import { randomBytes } from "node:crypto";
import path from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { createElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { translatorOf } from "@server/words/translators.server";
import { readConfig } from "@server/config/environment";
import { createPageContext } from "@server/context/page-context";
import { resolveSite } from "@server/context/site";
import { createLogger } from "@server/config/logger";
import { start } from "@server/start";

/**
 * Baseline of `npm run bench`: the product's pages served by stock `remix-serve`. Same build and
 * loaders, but with Express, its compression and log line, and the streaming entry of a new Remix
 * project.
 */
const config = readConfig(process.env);
const { deps } = await start(config, createLogger(config.logLevel));
const real = (await import(
  pathToFileURL(path.resolve("build/server/index.js")).href
)) as ServerBuild;

/** `remix-serve` has no load context, so each loader call creates one. */
async function contextOf(request: Request): Promise<AppLoadContext> {
  const { host, hostname, pathname } = new URL(request.url);
  const { context } = await createPageContext(deps, {
    requestId: "bench",
    isIdGiven: false,
    ip: "127.0.0.1",
    userAgent: null,
    origin: `http://${host}`,
    site: await resolveSite(deps.database.db, hostname, config.platformHost),
    pathname,
    nonce: randomBytes(16).toString("base64"),
    cookieHeader: request.headers.get("cookie"),
    language: "en",
  });
  return { ...context };
}

function streamed(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const page = createElement(
      I18nextProvider,
      { i18n: translatorOf("en") },
      createElement(RemixServer, { context: remixContext, url: request.url }),
    );
    const { pipe } = renderToPipeableStream(page, {
      onShellReady() {
        const body = new PassThrough();
        headers.set("Content-Type", "text/html");
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
        pipe(body);
      },
      onShellError: reject,
    });
  });
}

export const entry: ServerBuild["entry"] = { module: { ...real.entry.module, default: streamed } };
export const routes: ServerBuild["routes"] = Object.fromEntries(
  Object.entries(real.routes).map(([id, known]) => {
    const loader = known?.module.loader;
    if (!known || !loader) return [id, known];
    const loaded = async (args: LoaderFunctionArgs) =>
      loader({ ...args, context: await contextOf(args.request) });
    return [id, { ...known, module: { ...known.module, loader: loaded } }];
  }),
);
export const { assets, assetsBuildDirectory, basename, future, isSpaMode, mode, publicPath } = real;
