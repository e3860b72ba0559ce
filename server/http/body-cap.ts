import { copyRequest } from "./copy-request";
import type { Refusal } from "@server/domain/refusals/refuse";

export interface CappedRequest {
  request: Request;
  /** The refusal, once more came than may, whatever a reader has made of its failed read. */
  refused: () => Refusal | null;
}

/**
 * The same request, its body capped at `maxBytes`: at once by the length it announces, and while
 * it is read by what really comes. A reader that gives up leaves the connection alone, so that the
 * answer still arrives.
 */
export function capBody(request: Request, maxBytes: number, tooLarge: Refusal): CappedRequest {
  const announced = request.headers.get("content-length");
  let isTooLong = announced !== null && !(Number(announced) <= maxBytes);
  const refused = () => (isTooLong ? tooLarge : null);
  if (isTooLong || !request.body) return { request, refused };
  let seen = 0;
  const reader = request.body.getReader();
  const counted = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        seen += value.byteLength;
        isTooLong = seen > maxBytes;
        if (isTooLong) throw tooLarge;
        controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return { request: copyRequest(request, { body: counted }), refused };
}
