import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { I18nextProvider } from "react-i18next";
import { renderToString } from "react-dom/server";
import { createTranslator } from "~/locales/translator";

/** Nothing we render waits for anything, so a page is made whole and sent in one piece. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Response {
  const markup = renderToString(
    <I18nextProvider i18n={createTranslator(loadContext.language)}>
      <RemixServer context={remixContext} url={request.url} nonce={loadContext.nonce} />
    </I18nextProvider>,
  );
  headers.set("content-type", "text/html; charset=utf-8");
  headers.append("vary", "cookie, accept-language");
  return new Response(`<!doctype html>${markup}`, { status, headers });
}

/** The request handler's own boundary logs; an abandoned request is nobody's fault. */
export function handleError(): void {}
