import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { I18nextProvider } from "react-i18next";
import { withFirstFocus } from "~/lib/forms/first-focus.server";
import { renderComplete } from "~/lib/pages/render-complete.server";
import { translatorOf } from "@server/platform/words/translators.server";

/**
 * Lets the scripts wait for the style sheets and fonts, which the first paint needs. Remix has no
 * option for it, and React warns of the attribute in development.
 */
const withLateScripts = (markup: string): string =>
  import.meta.env.PROD
    ? markup.replaceAll(
        '<link rel="modulepreload"',
        '<link rel="modulepreload" fetchpriority="low"',
      )
    : markup;

/**
 * No loader returns a promise, so that nothing is waited for. A longer time keeps each answered
 * request in memory until it has passed.
 */
export const streamTimeout = 0;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { caller }: AppLoadContext,
): Promise<Response> {
  const { nonce } = caller.request;
  const rendered = withLateScripts(
    await renderComplete(
      <I18nextProvider i18n={translatorOf(caller.language)}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </I18nextProvider>,
      nonce,
    ),
  );
  const markup = withFirstFocus(rendered, request.method === "POST");
  headers.set("content-type", "text/html; charset=utf-8");
  headers.append("vary", "cookie, accept-language");
  return new Response(markup, { status, headers });
}

/** The transport logs the error that a boundary shows; an aborted request is not a fault. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (!request.signal.aborted) context.caller.request.report(error);
}
