import { bodyOf } from "@server/http/edge/body-cap";

/** The most of a body that is read for someone without a session, in bytes: the texts of any form. */
const MOST_BYTES = 64 * 1024;

/**
 * The texts of a form that was sent without a session, so that they are there again after the login;
 * null if it has none that can be read. A file, which comes last, is not read.
 */
export async function readTypedForm(request: Request): Promise<URLSearchParams | null> {
  const type = request.headers.get("content-type") ?? "";
  const body = bodyOf(request);
  if (!body) return null;
  try {
    const { bytes, isWhole } = await startOf(body);
    const whole = isWhole ? bytes : wholeParts(bytes, type);
    if (!whole) return null;
    const sent = await new Response(new Uint8Array(whole), {
      headers: { "content-type": type },
    }).formData();
    const typed = new URLSearchParams();
    for (const [name, value] of sent) if (typeof value === "string") typed.append(name, value);
    return typed;
  } catch {
    // A broken body, or one that was refused: the answer is the login in any case.
    return null;
  }
}

async function startOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (!isWhole && length < MOST_BYTES) {
    const { done, value } = await reader.read();
    if (value) {
      pieces.push(value);
      length += value.byteLength;
    }
    isWhole = done;
  }
  // The rest stays unread: to cancel it would end the connection before its answer.
  reader.releaseLock();
  return { bytes: Buffer.concat(pieces), isWhole };
}

/** The parts of a multipart body that came whole. */
function wholeParts(bytes: Buffer, type: string): Buffer | null {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const boundary = `--${quoted ?? plain ?? ""}`;
  const last = bytes.lastIndexOf(`\r\n${boundary}`);
  if (boundary === "--" || last < 0) return null;
  return Buffer.concat([bytes.subarray(0, last), Buffer.from(`\r\n${boundary}--\r\n`)]);
}
