import { useEffect, useRef, useState } from "react";
import { MAX_FILE_BYTES } from "@server/domain/media/rules";
import { useToast } from "~/components/layout/toasts";
import { useFormState } from "./post-form";
import { NoFileId, SendFailed, type SentFile, type Sending, sendFile } from "./send-file";

/** What a file's field says. */
export interface UploadWords {
  uploading: string;
  kept: (name: string) => string;
  tooLarge: string;
  noId: string;
  failed: string;
}

interface Options {
  /** The field that carries the stored file's id; its file name goes as `${name}Name`. */
  name: string;
  /** Where a file is sent as soon as it is chosen. */
  to: string;
  words: UploadWords;
  onBusy: (isBusy: boolean) => void;
}

/** A file sent as soon as it is chosen: how far it is, what became of it, and what a refused form kept. */
export function useUpload({ name, to, words, onBusy }: Options) {
  const { reply } = useFormState();
  const [sent, setSent] = useState<SentFile | null>(null);
  const [going, setGoing] = useState<{ name: string; percent: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isCleared, setCleared] = useState(false);
  const sending = useRef<Sending | null>(null);
  const toast = useToast();
  useEffect(() => () => sending.current?.abort(), []);

  const earlier = reply?.values[name]
    ? { id: reply.values[name], name: reply.values[`${name}Name`] ?? "" }
    : null;
  const kept = sent ?? (problem || going || isCleared ? null : earlier);
  const error = problem ?? (kept || going ? undefined : reply?.errors[name]?.[0]);

  function clear() {
    sending.current?.abort();
    setSent(null);
    setProblem(null);
    setGoing(null);
    setCleared(true);
    onBusy(false);
  }

  /** Beside the field, and as a toast (spec §8). */
  function fail(text: string) {
    setProblem(text);
    toast({ tone: "error", text });
  }

  async function choose(input: HTMLInputElement) {
    const file = input.files?.[0];
    clear();
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) {
      input.value = "";
      return fail(words.tooLarge);
    }
    const progress = (percent: number) => setGoing({ name: file.name, percent });
    progress(0);
    onBusy(true);
    const mine = sendFile(to, file, progress);
    sending.current = mine;
    try {
      setSent(await mine.result);
    } catch (thrown) {
      // Whoever gave it up knows: nothing failed.
      if (sending.current !== mine) return;
      const said = thrown instanceof SendFailed ? thrown.said : null;
      fail(thrown instanceof NoFileId ? words.noId : (said ?? words.failed));
    } finally {
      if (sending.current === mine) {
        setGoing(null);
        onBusy(false);
      }
    }
  }

  return { sent, going, kept, error, choose, clear };
}
