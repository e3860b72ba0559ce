import { copyRequest } from "./copy-request";
import { refuse } from "@server/domain/refusals/refuse";

/**
 * The same request, its body capped at `maxBytes`: at once by the length it announces, and while
 * it is read by what really comes.
 */
export function capBody(request: Request, maxBytes: number): Request {
  const announced = request.headers.get("content-length");
  if (announced !== null && !(Number(announced) <= maxBytes)) throw refuse("BODY_TOO_LARGE");
  if (!request.body) return request;
  let seen = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength;
        if (seen > maxBytes) controller.error(refuse("BODY_TOO_LARGE"));
        else controller.enqueue(chunk);
      },
    }),
  );
  return copyRequest(request, { body: counted });
}
