import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { I18nextProvider } from "react-i18next";
import { keepRenders } from "~/lib/kept-renders.server";
import { renderComplete } from "~/lib/render-complete.server";
import { translatorOf } from "@server/words/translators.server";

const kept = keepRenders();

async function textOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  const chunks: Uint8Array[] = [];
  const reader = stream?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString();
}

const streamOf = (sent: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(sent));
      controller.close();
    },
  });

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { nonce, language, ownValues } = loadContext;
  // The data, as the browser receives it; a page whose data arrives later is waited for.
  const handoff = await textOf(remixContext.serverHandoffStream);
  const render = () =>
    renderComplete(
      <I18nextProvider i18n={translatorOf(language)}>
        <RemixServer
          context={{ ...remixContext, serverHandoffStream: streamOf(handoff) }}
          url={request.url}
          {...(nonce !== null && { nonce })}
        />
      </I18nextProvider>,
      nonce,
    );
  const mayBeKept = status === 200 && request.method === "GET" && import.meta.env.PROD;
  const markup =
    mayBeKept && ownValues
      ? await kept.markup(`${language} ${request.url} ${handoff}`, ownValues, render)
      : await render();
  headers.set("content-type", "text/html; charset=utf-8");
  headers.append("vary", "cookie, accept-language");
  return new Response(markup, { status, headers });
}

/** The transport logs the error that a boundary shows; an aborted request is not a fault. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (!request.signal.aborted) context.report(error);
}
