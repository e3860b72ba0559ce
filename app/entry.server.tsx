import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { I18nextProvider } from "react-i18next";
import { renderToPipeableStream } from "react-dom/server";
import { createTranslator } from "~/locales/translator";

/**
 * A page is made whole and sent in one piece. Not by `renderToString`: the loaders' data travels in
 * Suspense boundaries, which it leaves out, and without that data no page would ever come alive.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { nonce, language } = loadContext;
  const markup = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <I18nextProvider i18n={createTranslator(language)}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </I18nextProvider>,
      {
        nonce,
        onShellError: reject,
        onError: reject,
        onAllReady: () => void text(pipe(new PassThrough())).then(resolve, reject),
      },
    );
  });
  headers.set("content-type", "text/html; charset=utf-8");
  headers.append("vary", "cookie, accept-language");
  return new Response(markup, { status, headers });
}

/** The door logs what a boundary shows; an abandoned request is nobody's fault. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (!request.signal.aborted) context.report(error);
}
