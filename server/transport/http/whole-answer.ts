import type { ServerResponse } from "node:http";

/** A complete body in pieces, which several answers may share. */
type Pieces = readonly Uint8Array[];

const bodies = new WeakMap<Response, Pieces>();

/**
 * An answer whose body is complete, and is sent without the web stream that a Response makes of it.
 * Its own body is empty: read it with `bytesOf`.
 */
export function wholeAnswer(body: Pieces, init: ResponseInit): Response {
  const answer = new Response(null, init);
  bodies.set(answer, body);
  return answer;
}

/** Null unless `wholeAnswer` made it. */
export const wholeBody = (answer: Response): Pieces | null => bodies.get(answer) ?? null;

export async function bytesOf(answer: Response): Promise<Buffer> {
  const body = bodies.get(answer);
  return body ? Buffer.concat(body) : Buffer.from(await answer.arrayBuffer());
}

/** Sends an answer of `wholeAnswer`. What is written in one turn leaves in one system call. */
export function sendWhole(answer: Response, body: Pieces, outgoing: ServerResponse): void {
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  outgoing.writeHead(answer.status, [
    ...[...answer.headers].filter(([name]) => name !== "content-length").flat(),
    ...["content-length", String(length)],
  ]);
  for (const piece of body) outgoing.write(piece);
  outgoing.end();
}
