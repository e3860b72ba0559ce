import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { I18nextProvider } from "react-i18next";
import { renderWhole } from "~/lib/render-whole.server";
import { createTranslator } from "~/locales/translator";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { nonce, language } = loadContext;
  const markup = await renderWhole(
    <I18nextProvider i18n={createTranslator(language)}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </I18nextProvider>,
    nonce,
  );
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
