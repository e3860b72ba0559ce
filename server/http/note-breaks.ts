import { isStreamed } from "./compress";

/**
 * What is sent as it is made may break off when its status has long been sent: only `note` can tell.
 * It breaks all the same, so that nobody takes half of it for the whole.
 */
export function noteBreaks(response: Response, note: (error: unknown) => void): Response {
  if (!isStreamed(response) || !response.body) return response;
  const reader = response.body.getReader();
  const noted = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        try {
          const { done, value } = await reader.read();
          if (done) stream.close();
          else stream.enqueue(value);
        } catch (error) {
          note(error);
          stream.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(noted, response);
}
