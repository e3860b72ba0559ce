import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { MAX_FILE_BYTES } from "@server/domain/media/rules";
import { useFormState } from "./post-form";
import { NoFileId, SendFailed, type SentFile, type Sending, sendFile } from "./send-file";

interface Props {
  /** The field that carries the stored file's id; its file name goes as `${name}Name`. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  accept: string;
  /** Where a file is sent as soon as it is chosen. Without a script it goes with the form. */
  to: string;
  words: {
    uploading: string;
    kept: (name: string) => string;
    tooLarge: string;
    noId: string;
    failed: string;
  };
  onBusy: (isBusy: boolean) => void;
}

/** A file that is uploaded while the rest of the form is filled in, and survives a refused form. */
export function UploadField({ name, label, hint, accept, to, words, onBusy }: Props) {
  const id = useId();
  const { reply } = useFormState();
  const [sent, setSent] = useState<SentFile | null>(null);
  const [going, setGoing] = useState<{ name: string; percent: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useRef<Sending | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const earlier = reply?.values[name]
    ? { id: reply.values[name], name: reply.values[`${name}Name`] ?? "" }
    : null;
  const kept = sent ?? (problem || going ? null : earlier);
  const error = problem ?? (kept || going ? undefined : reply?.errors[name]?.[0]);

  async function choose(input: HTMLInputElement) {
    const file = input.files?.[0];
    sending.current?.abort();
    setSent(null);
    setProblem(null);
    setGoing(null);
    onBusy(false);
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) {
      input.value = "";
      return setProblem(words.tooLarge);
    }
    const progress = (percent: number) => setGoing({ name: file.name, percent });
    progress(0);
    onBusy(true);
    const mine = sendFile(to, file, progress);
    sending.current = mine;
    try {
      setSent(await mine.result);
    } catch (thrown) {
      const said = thrown instanceof SendFailed ? thrown.said : null;
      setProblem(thrown instanceof NoFileId ? words.noId : (said ?? words.failed));
    } finally {
      setGoing(null);
      onBusy(false);
    }
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        type="file"
        id={id}
        // What is stored already is not sent a second time with the form.
        {...(!sent && !going && { name: "medias" })}
        accept={accept}
        className="input"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-state ${id}-hint`}
        onChange={({ currentTarget }) => void choose(currentTarget)}
      />
      {kept && (
        <>
          <input type="hidden" name={name} value={kept.id} />
          <input type="hidden" name={`${name}Name`} value={kept.name} />
        </>
      )}
      <div id={`${id}-state`} aria-live="polite">
        {going && (
          <p className="grid gap-1">
            <span>
              {words.uploading} {going.name}
            </span>
            <progress className="w-full" max={100} value={going.percent} aria-label={going.name} />
          </p>
        )}
        {kept && (
          <p className="flex gap-1.5 break-all">
            <CircleCheck size={18} aria-hidden className="mt-0.5 flex-none" />
            {words.kept(kept.name)}
          </p>
        )}
        {error && (
          <p className="error">
            <CircleAlert size={18} aria-hidden className="mt-0.5 flex-none" />
            {error}
          </p>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
