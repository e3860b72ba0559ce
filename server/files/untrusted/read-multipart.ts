import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import busboy from "busboy";
import { fileTooLarge } from "@server/files/rules/rules";
import { type Refusal, refuse } from "@server/platform/rules/refusals/refuse";

export interface ReceivedFile {
  fieldName: string;
  fileName: string;
  bytes: Buffer;
}

export interface ReceivedMultipart {
  fields: FormData;
  /** Files with a name or content; an empty file field is omitted. */
  files: ReceivedFile[];
  /** FILE_TOO_LARGE if a file exceeded the limit; the file is omitted, the fields are complete. */
  tooLarge: Refusal | null;
}

/** The product's form fields are within these limits. */
const LIMITS = {
  fields: 40,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  files: 2,
  parts: 42,
  headerPairs: 50,
};

/**
 * Reads a complete multipart body into memory, with limits on all its parts. Refuses with
 * UNSUPPORTED_MEDIA_TYPE, FILE_ONE_ONLY, MALFORMED_BODY or, when it ends before its closing
 * boundary, UPLOAD_INCOMPLETE. The caller limits the size of the body.
 */
export async function readMultipart(
  request: Request,
  maxFileBytes: number,
): Promise<ReceivedMultipart> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw refuse("UNSUPPORTED_MEDIA_TYPE");
  if (!request.body) throw refuse("UPLOAD_INCOMPLETE");
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: { "content-type": contentType },
      limits: { ...LIMITS, fileSize: maxFileBytes },
      defParamCharset: "utf8",
    });
  } catch {
    throw refuse("MALFORMED_BODY");
  }
  const fields = new FormData();
  const files: ReceivedFile[] = [];
  let tooLarge: Refusal | null = null;
  const body = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>);
  let open = 0;
  await new Promise<void>((resolve, reject) => {
    let isOver = false;
    const fail = (error: unknown) => {
      isOver = true;
      reject(error instanceof Error ? error : refuse("MALFORMED_BODY"));
      parser.removeAllListeners();
      parser.on("error", () => undefined);
      parser.destroy();
    };
    parser.on("field", (name, value, info) => {
      // busboy limits field names only in urlencoded forms.
      const isCut = info.nameTruncated || info.valueTruncated;
      if (isCut || name.length > LIMITS.fieldNameSize) fail(refuse("MALFORMED_BODY"));
      else fields.append(name, value);
    });
    parser.on("file", (fieldName, stream, { filename }) => {
      let chunks: Buffer[] = [];
      open += 1;
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      // busboy discards the rest; the following parts are still read.
      stream.on("limit", () => {
        chunks = [];
        tooLarge = fileTooLarge(maxFileBytes);
      });
      stream.on("error", () => fail(refuse("UPLOAD_INCOMPLETE")));
      stream.on("end", () => {
        open -= 1;
        if (stream.truncated) return;
        const bytes = Buffer.concat(chunks);
        if (bytes.length > 0 || filename)
          files.push({ fieldName, fileName: filename ?? "", bytes });
      });
    });
    parser.on("filesLimit", () => fail(refuse("FILE_ONE_ONLY")));
    parser.on("fieldsLimit", () => fail(refuse("MALFORMED_BODY")));
    parser.on("partsLimit", () => fail(refuse("MALFORMED_BODY")));
    // busboy reports "Unexpected end of form" for a truncated body.
    parser.on("error", () => fail(refuse("UPLOAD_INCOMPLETE")));
    parser.on("close", () => resolve());

    const feed = async () => {
      for await (const chunk of body) {
        await new Promise<void>((taken) => parser.write(chunk, () => taken()));
        if (isOver) return;
      }
      parser.end();
      // A file that starts after the closing boundary never ends, and busboy would wait forever.
      await setImmediate();
      if (open > 0) fail(refuse("UPLOAD_INCOMPLETE"));
    };
    feed().catch(fail);
  });
  return { fields, files, tooLarge };
}
