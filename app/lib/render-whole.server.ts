import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * A page's markup in one piece. Not by `renderToString`: the loaders' data travels in Suspense
 * boundaries, which it leaves out, and without that data no page would ever come alive.
 */
export async function renderWhole(page: ReactElement, nonce: string): Promise<string> {
  const markup = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onShellError: reject,
      onError: reject,
      onAllReady: () => void text(pipe(new PassThrough())).then(resolve, reject),
    });
  });
  // React 18 fills its buffers to the brim with NULs where a letter of several bytes, as Hindi has
  // them, no longer fits in (facebook/react#24985). No text of ours holds one.
  return markup.replaceAll("\0", "");
}
