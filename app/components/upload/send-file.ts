/** A running upload and its result. */
export interface Sending {
  result: Promise<SentFile>;
  abort: () => void;
}

export interface SentFile {
  id: string;
  name: string;
}

/** Thrown with the server's message, or null if there is no readable response. */
export class SendFailed extends Error {
  constructor(readonly text: string | null) {
    super("The file was not sent.");
  }
}

/** The response has no id (product.md §8). */
export class NoFileId extends Error {}

/** Uploads one file and reports progress. Uses XHR, since fetch reports no upload progress. */
export function sendFile(to: string, file: File, onPercent: (percent: number) => void): Sending {
  const request = new XMLHttpRequest();
  const result = new Promise<SentFile>((resolve, reject) => {
    request.open("POST", to);
    request.responseType = "json";
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onPercent(Math.round((loaded / total) * 100));
    };
    request.onload = () => {
      const answer: unknown = request.response;
      if (request.status !== 200) reject(new SendFailed(textOf(answer, "message")));
      else {
        const id = textOf(answer, "id");
        if (id) resolve({ id, name: textOf(answer, "fileName") ?? file.name });
        else reject(new NoFileId());
      }
    };
    request.onerror = () => reject(new SendFailed(null));
    request.ontimeout = request.onerror;
  });
  const body = new FormData();
  body.append("medias", file);
  request.send(body);
  return { result, abort: () => request.abort() };
}

function textOf(answer: unknown, name: string): string | null {
  if (typeof answer !== "object" || answer === null) return null;
  const value: unknown = Object.getOwnPropertyDescriptor(answer, name)?.value;
  return typeof value === "string" && value !== "" ? value : null;
}
