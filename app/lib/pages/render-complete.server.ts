import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * Renders a page in one piece. `renderToString` omits the Suspense boundaries that carry the
 * loaders' data, and a page without that data never hydrates.
 */
export async function renderComplete(page: ReactElement, nonce: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  const markup = await new Promise<string>((resolve, reject) => {
    const whole = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onShellError: reject,
      onError: reject,
      onAllReady: () => void pipe(whole),
    });
  });
  // React 18 pads its buffers with NULs where a multi-byte character, as in Hindi, does not fit
  // (facebook/react#24985). No text of the product contains a NUL.
  return markup.replaceAll("\0", "");
}
