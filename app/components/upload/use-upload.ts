import { useEffect, useRef, useState } from "react";
import { MAX_FILE_BYTES } from "@server/platform/rules/file-size";
import { useToast } from "~/components/layout/toasts";
import { typedIn } from "~/lib/forms/form-reply";
import { useFormState } from "../form/form-frame";

/** A running upload and its result. */
interface Sending {
  result: Promise<SentFile>;
  abort: () => void;
}

interface SentFile {
  id: string;
  name: string;
}

/** Thrown with the server's message, or null if there is no readable response. */
class SendFailed extends Error {
  constructor(readonly text: string | null) {
    super("The file was not sent.");
  }
}

/** The response has no id (product.md §8). */
class NoFileId extends Error {}

/** Uploads one file and reports progress. Uses XHR, since fetch reports no upload progress. */
function sendFile(to: string, file: File, onPercent: (percent: number) => void): Sending {
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

/** The texts of a file field. */
export interface UploadWords {
  uploading: string;
  kept: (name: string) => string;
  tooLarge: string;
  noId: string;
  failed: string;
}

interface Options {
  /** The field with the stored file's id; the file name goes in `${name}Name`. */
  name: string;
  /** The URL that receives the file once it is chosen. */
  to: string;
  words: UploadWords;
  onBusy: (isBusy: boolean) => void;
}

/** The code is loaded once a file is chosen; without it the file is sent as it is. */
async function scaled(file: File): Promise<File> {
  try {
    const { scaledPicture } = await import("./scale-picture");
    return await scaledPicture(file);
  } catch {
    return file;
  }
}

/** A file uploaded once it is chosen: its progress, its result, and a refused form's file. */
export function useUpload({ name, to, words, onBusy }: Options) {
  const { reply } = useFormState();
  const [sent, setSent] = useState<SentFile | null>(null);
  const [going, setGoing] = useState<{ name: string; percent: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isCleared, setCleared] = useState(false);
  const sending = useRef<Sending | null>(null);
  /** The number of the choice: an earlier one is not sent any more. */
  const turn = useRef(0);
  const toast = useToast();
  useEffect(
    () => () => {
      turn.current += 1;
      sending.current?.abort();
    },
    [],
  );

  const keptId = typedIn(reply, name);
  const earlier = keptId ? { id: keptId, name: typedIn(reply, `${name}Name`) ?? "" } : null;
  const kept = sent ?? (problem || going || isCleared ? null : earlier);
  const error = problem ?? (kept || going ? undefined : reply?.error?.[name]?.[0]);

  function clear() {
    turn.current += 1;
    sending.current?.abort();
    sending.current = null;
    setSent(null);
    setProblem(null);
    setGoing(null);
    setCleared(true);
    onBusy(false);
  }

  /** The message appears beside the field and as a toast (product.md §8). */
  function fail(text: string) {
    setProblem(text);
    toast({ tone: "error", text });
  }

  async function choose(input: HTMLInputElement) {
    const chosen = input.files?.[0];
    clear();
    if (!chosen) return;
    const own = turn.current;
    const progress = (percent: number) => setGoing({ name: chosen.name, percent });
    progress(0);
    onBusy(true);
    const file = await scaled(chosen);
    if (turn.current !== own) return;
    if (file.size > MAX_FILE_BYTES) {
      input.value = "";
      setGoing(null);
      onBusy(false);
      return fail(words.tooLarge);
    }
    const mine = sendFile(to, file, progress);
    sending.current = mine;
    try {
      setSent(await mine.result);
    } catch (thrown) {
      // An upload cancelled by the user is not a failure.
      if (sending.current !== mine) return;
      const message = thrown instanceof SendFailed ? thrown.text : null;
      fail(thrown instanceof NoFileId ? words.noId : (message ?? words.failed));
    } finally {
      if (sending.current === mine) {
        setGoing(null);
        onBusy(false);
      }
    }
  }

  return { sent, going, kept, error, choose, clear };
}
