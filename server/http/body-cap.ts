import { copyRequest } from "./copy-request";
import { type Refusal, refuse } from "@server/domain/refusals/refuse";

export interface CappedRequest {
  request: Request;
  /** BODY_TOO_LARGE once more came than may, whatever a reader has made of its failed read. */
  refused(): Refusal | null;
}

/**
 * The same request, its body capped at `maxBytes`: at once by the length it announces, and while
 * it is read by what really comes. A reader that gives up leaves the connection alone, so that the
 * answer still arrives.
 */
export function capBody(request: Request, maxBytes: number): CappedRequest {
  const announced = request.headers.get("content-length");
  const isTooLong = announced !== null && !(Number(announced) <= maxBytes);
  let refusal = isTooLong ? refuse("BODY_TOO_LARGE") : null;
  const refused = () => refusal;
  if (refusal || !request.body) return { request, refused };
  let seen = 0;
  const reader = request.body.getReader();
  const counted = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        seen += value.byteLength;
        if (seen > maxBytes) throw (refusal = refuse("BODY_TOO_LARGE"));
        controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return { request: copyRequest(request, { body: counted }), refused };
}
