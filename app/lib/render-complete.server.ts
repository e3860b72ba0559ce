import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * Renders a page in one piece. `renderToString` omits the Suspense boundaries that carry the
 * loaders' data, and a page without that data never hydrates.
 */
export async function renderComplete(page: ReactElement, nonce: string): Promise<string> {
  const markup = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onShellError: reject,
      onError: reject,
      onAllReady: () => void text(pipe(new PassThrough())).then(resolve, reject),
    });
  });
  // React 18 pads its buffers with NULs where a multi-byte character, as in Hindi, does not fit
  // (facebook/react#24985). No text of the product contains a NUL.
  return markup.replaceAll("\0", "");
}
